/* machine.c - answers to the requests of a session. */
#include "machine.h"

#include <string.h>

/* Programs with other rules, or another game, are another application. */
static uint32_t app_id(uint32_t seed) {
    return SUMO_APP_ID ^ seed * UINT32_C(0x9E3779B1);
}

pawl_session_def machine_session_def(uint32_t players, uint32_t seed) {
    pawl_session_def def = pawl_session_def_default();
    def.players = (uint8_t)players;
    def.input_size = SUMO_INPUT_SIZE;
    def.rate = SUMO_RATE;
    def.app_id = app_id(seed);
    def.can_replay = 1;
    def.can_hash = 1;
    return def;
}

pawl_status machine_start(machine *self, const pawl_session_def *def, uint32_t seed) {
    if (self == NULL || def == NULL) return PAWL_ERR_NULL;
    memset(self, 0, sizeof *self);
    self->end = UINT32_MAX;
    pawl_status status = sumo_start(&self->shown, def->players, seed);
    if (status == PAWL_OK) status = sumo_copy(&self->sure, &self->shown);
    if (status == PAWL_OK) status = sumo_copy(&self->spare, &self->shown);
    if (status == PAWL_OK) {
        pawl_session_def whole = *def;
        whole.world_id = pawl_world_get_capacity_id(self->shown.world);
        whole.features = pawl_world_get_features(self->shown.world);
        status = pawl_session_init(self->session_memory, sizeof self->session_memory, &whole,
                                   &self->session);
    }
    self->hash = sumo_hash(&self->sure);
    self->chain = self->chains[0] = pawl_hash_chain(0, self->hash);
    const bool is_host = def->role == PAWL_ROLE_HOST && !def->migrates; /* for good */
    if (status == PAWL_OK && !is_host && def->role != PAWL_ROLE_SYNCTEST) {
        status =
            pawl_session_set_snapshot_memory(self->session, self->incoming, sizeof self->incoming);
    }
    return status;
}

static void note(machine *self, pawl_status status) {
    if (self->failed == PAWL_OK) self->failed = status;
}

/* ---- the sure game ---- */

pawl_replay_header machine_replay_header(uint32_t players, uint32_t seed) {
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    header.players = (uint8_t)players;
    header.input_size = SUMO_INPUT_SIZE;
    header.rate_numerator = SUMO_RATE;
    header.rate_denominator = 1;
    header.app_id = SUMO_APP_ID;
    header.seed = seed;
    return header;
}

static void step_sure(machine *self, const uint8_t *inputs, const uint8_t *status) {
    if (self->on_tick != NULL) self->on_tick(self->context, self, inputs, status);
    note(self, sumo_step(&self->sure, inputs));
    self->hash = sumo_hash(&self->sure);
    self->chain = pawl_hash_chain(self->chain, self->hash);
    self->chains[self->sure.rules.tick % MACHINE_CHAINS] = self->chain;
}

/* The session hands out confirmed inputs once, tick by tick. */
static void follow(machine *self) {
    uint8_t inputs[PAWL_SESSION_PLAYERS_MAX * PAWL_SESSION_INPUT_MAX];
    uint8_t status[PAWL_SESSION_PLAYERS_MAX];
    uint32_t tick;
    /* Inputs may come before the state that they are for. */
    if (pawl_session_get_phase(self->session) == PAWL_PHASE_LOADING) return;
    while (self->sure.rules.tick < self->end &&
           pawl_session_take_confirmed(self->session, &tick, inputs, status)) {
        if (tick != self->sure.rules.tick) note(self, PAWL_ERR_DESYNC);
        step_sure(self, inputs, status);
    }
}

/* ---- snapshots for those who join late ---- */

static void give_snapshot(machine *self, const pawl_request *request) {
    uint32_t size = 0;
    follow(self); /* the state is of a confirmed tick: the chain must have come so far */
    const uint32_t chain = self->chains[request->tick % MACHINE_CHAINS];
    pawl_status status = sumo_restore(&self->spare, self->slots[request->slot]);
    for (int i = 0; i < 4; i++)
        self->outgoing[i] = (uint8_t)(chain >> 8 * i);
    if (status == PAWL_OK) {
        status = sumo_encode(&self->spare, self->outgoing + 4, sizeof self->outgoing - 4, &size);
    }
    if (status == PAWL_OK) {
        status =
            pawl_session_answer_snapshot(self->session, request->tick, self->outgoing, size + 4);
    }
    note(self, status);
}

/* Somebody else's bytes: they are unpacked apart, and looked at, before they replace a game. */
static bool take_snapshot(machine *self, const pawl_request *request) {
    if (request->snapshot_size < 4) return false;
    const pawl_status status =
        sumo_decode(&self->spare, request->snapshot + 4, request->snapshot_size - 4);
    const bool good = status == PAWL_OK && self->spare.rules.players == self->shown.rules.players &&
                      self->spare.rules.tick == request->tick;
    if (!good) { /* the spare must hold a game, for slots to be restored into */
        (void)sumo_copy(&self->spare, &self->shown);
        return false;
    }
    (void)sumo_copy(&self->shown, &self->spare);
    (void)sumo_copy(&self->sure, &self->spare);
    self->chain = 0;
    for (int i = 0; i < 4; i++)
        self->chain |= (uint32_t)request->snapshot[i] << 8 * i;
    self->chains[request->tick % MACHINE_CHAINS] = self->chain;
    self->first_tick = request->tick;
    self->hash = sumo_hash(&self->sure);
    return true;
}

/* ---- requests ---- */

static void diagnose(machine *self, const pawl_request *request) {
    pawl_status status = sumo_restore(&self->spare, self->slots[request->slot]);
    note(self,
         pawl_session_answer_diagnose(self->session, status == PAWL_OK ? self->spare.world : NULL));
    if (status == PAWL_OK) {
        status =
            sumo_encode(&self->spare, self->suspect, sizeof self->suspect, &self->suspect_size);
    }
    self->suspect_tick = request->tick;
    note(self, status);
}

/* A guess has proven right. */
static void hash_slot(machine *self, const pawl_request *request) {
    const sumo *const game = request->is_current ? &self->shown : &self->spare;
    if (!request->is_current) note(self, sumo_restore(&self->spare, self->slots[request->slot]));
    note(self, pawl_session_answer_hash(self->session, request->tick, sumo_hash(game)));
}

/* The last tick on which all agreed, once more. */
static void replay(machine *self, const pawl_request *request) {
    pawl_status status = PAWL_OK;
    if (!request->is_current) status = sumo_restore(&self->spare, self->slots[request->slot]);
    const uint32_t before = sumo_hash(&self->spare);
    if (status == PAWL_OK) status = sumo_step(&self->spare, request->inputs);
    note(self, pawl_session_answer_replay(self->session, request->tick, status == PAWL_OK, before,
                                          sumo_hash(&self->spare)));
}

static void answer(machine *self, const pawl_request *request) {
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        note(self, sumo_save(&self->shown, self->slots[request->slot]));
        note(self, pawl_session_answer_save(self->session, request->tick,
                                            request->wants_hash ? sumo_hash(&self->shown) : 0));
        break;
    case PAWL_REQUEST_LOAD:
        note(self, sumo_restore(&self->shown, self->slots[request->slot]));
        break;
    case PAWL_REQUEST_STEP:
        note(self, sumo_step(&self->shown, request->inputs));
        break;
    case PAWL_REQUEST_SNAPSHOT:
        give_snapshot(self, request);
        break;
    case PAWL_REQUEST_RESET:
        note(self, pawl_session_answer_reset(self->session, take_snapshot(self, request)));
        break;
    case PAWL_REQUEST_DIAGNOSE:
        diagnose(self, request);
        break;
    case PAWL_REQUEST_HASH:
        hash_slot(self, request);
        break;
    case PAWL_REQUEST_REPLAY:
        replay(self, request);
        break;
    default:
        break;
    }
}

bool machine_sits_out(machine *self) {
    if (self->wait == 0) self->wait = pawl_session_take_advice(self->session);
    if (self->wait == 0) return false;
    self->wait--;
    return true;
}

pawl_request_type machine_play(machine *self) {
    pawl_request request;
    pawl_request_type kind;
    while ((kind = pawl_session_next_request(self->session, &request)) > PAWL_REQUEST_WAIT &&
           self->failed == PAWL_OK)
        answer(self, &request);
    follow(self);
    return kind;
}

/* ---- replays ---- */

static bool load_keyframe(void *context, uint64_t tick, const void *snapshot, uint32_t size) {
    sumo *game = context;
    const uint32_t players = game->rules.players;
    return sumo_decode(game, snapshot, size) == PAWL_OK && game->rules.tick == tick &&
           game->rules.players == players;
}

static void step_replay(void *context, const uint8_t *inputs, const uint8_t *status) {
    (void)status; /* whoever has gone gives zeros */
    (void)sumo_step(context, inputs);
}

static uint32_t hash_replay(void *context) {
    return sumo_hash(context);
}

pawl_replay_game machine_replay_game(sumo *game) {
    const pawl_replay_game replay = {game, load_keyframe, step_replay, hash_replay, NULL};
    return replay;
}
