/* pong.c - two paddles and a ball in an arcade: a module for `pawl fuzznet`.
 *
 * Shows: a game with an arcade instead of a world. Its snapshot, and the points beside it, are all
 * of its state. After `load` the arcade has no contacts, so nothing may depend on them later than
 * in the step that made them.
 *
 *   make modules && build/pawl fuzznet build/modules/pong.so */
#include <pawl/arcade.h>
#include <pawl_game_module.h>
#include <string.h>

#define HALF_PADDLE (PAWL_UNITS(5) / 4)
#define FIELD_X PAWL_UNITS(8) /* from the middle to the left and right edge */
#define FIELD_Y PAWL_UNITS(5)
#define ARCADE_BYTES 4096

typedef struct pong {
    uint64_t memory[ARCADE_BYTES / 8];
    pawl_arcade *arcade;
    pawl_arcade_id paddles[2], ball;
    uint32_t score[2];
} pong;

/* What is saved: the points, and a snapshot of so many bytes. */
typedef struct pong_state {
    uint32_t score[2], size;
    uint8_t bytes[ARCADE_BYTES];
} pong_state;

static pawl_status make_bodies(pong *self) {
    pawl_arcade_prototype type = pawl_arcade_prototype_default();
    const pawl_vec2 middle = {0, 0};
    uint16_t ball = 0, paddle = 0;
    type.shape = PAWL_ARCADE_CIRCLE;
    type.half.x = PAWL_UNITS(1) / 4;
    type.elasticity = PAWL_UNITS(1);
    type.friction = type.stick = 0;
    pawl_status status = pawl_arcade_add_prototype(self->arcade, &type, &ball);
    type.shape = PAWL_ARCADE_BOX;
    type.half = pawl_vec2_make(PAWL_UNITS(1) / 5, HALF_PADDLE);
    type.inverse_mass = 0;
    if (!status) status = pawl_arcade_add_prototype(self->arcade, &type, &paddle);
    for (int i = 0; i < 2 && !status; i++) {
        const pawl_vec2 place = {i == 0 ? -PAWL_UNITS(7) : PAWL_UNITS(7), 0};
        status = pawl_arcade_create(self->arcade, paddle, place, middle, 0, &self->paddles[i]);
    }
    return status ? status : pawl_arcade_create(self->arcade, ball, middle, middle, 0, &self->ball);
}

/* Back to the middle, and off towards the side that has lost the point. */
static pawl_status serve(pong *self, int side, uint32_t number) {
    const pawl_vec2 middle = {0, 0};
    const pawl_vec2 velocity = {side == 0 ? -PAWL_UNITS(9) : PAWL_UNITS(9),
                                pawl_from_int((int)(number % 4u) * 3 - 5)};
    const pawl_status status = pawl_arcade_set_position(self->arcade, self->ball, middle);
    return status ? status : pawl_arcade_set_velocity(self->arcade, self->ball, velocity);
}

static bool init(const pawl_game *game, void *memory, uint32_t seed, uint32_t players) {
    pong *const self = (pong *)memory;
    pawl_arcade_def def = pawl_arcade_def_default();
    (void)game, (void)players;
    memset(self, 0, sizeof *self);
    def.body_capacity = 3;
    def.prototype_capacity = 2;
    def.polygon_capacity = 0;
    def.contact_capacity = 8;
    def.gravity = pawl_vec2_make(0, 0);
    def.bounds.lower = pawl_vec2_make(-FIELD_X, -FIELD_Y);
    def.bounds.upper = pawl_vec2_make(FIELD_X, FIELD_Y);
    def.edges[PAWL_ARCADE_LEFT] = def.edges[PAWL_ARCADE_RIGHT] = PAWL_ARCADE_EDGE_REPORT;
    def.edges[PAWL_ARCADE_BOTTOM] = def.edges[PAWL_ARCADE_TOP] = PAWL_ARCADE_EDGE_BOUNCE;
    return pawl_arcade_init(self->memory, sizeof self->memory, &def, &self->arcade) == PAWL_OK &&
           make_bodies(self) == PAWL_OK && serve(self, 1, seed) == PAWL_OK;
}

/* Up, down, or neither; the edges do not stop what is immovable. */
static pawl_status move(pong *self, int side, uint8_t input) {
    const pawl_fx y = pawl_arcade_get_position(self->arcade, self->paddles[side]).y;
    const pawl_fx most = FIELD_Y - HALF_PADDLE;
    pawl_vec2 velocity = {0, 0};
    if (input % 3 == 1 && y < most) velocity.y = PAWL_UNITS(5);
    if (input % 3 == 2 && y > -most) velocity.y = -PAWL_UNITS(5);
    return pawl_arcade_set_velocity(self->arcade, self->paddles[side], velocity);
}

static pawl_status count_point(pong *self) {
    const pawl_arcade_contact *contact = pawl_arcade_get_contacts(self->arcade);
    for (int i = pawl_arcade_get_contact_count(self->arcade); i > 0; i--, contact++) {
        if (contact->edge != PAWL_ARCADE_LEFT && contact->edge != PAWL_ARCADE_RIGHT) continue;
        const int loser = contact->edge == PAWL_ARCADE_LEFT ? 0 : 1;
        self->score[1 - loser]++;
        return serve(self, loser, self->score[0] + self->score[1]);
    }
    return PAWL_OK;
}

static bool step(const pawl_game *game, void *memory, const uint8_t *inputs,
                 const uint8_t *status) {
    pong *const self = (pong *)memory;
    (void)game;
    for (int side = 0; side < 2; side++) {
        const uint8_t input = status[side] == PAWL_INPUT_GONE ? 0 : inputs[side];
        if (move(self, side, input) != PAWL_OK) return false;
    }
    return pawl_arcade_step(self->arcade) == PAWL_OK && count_point(self) == PAWL_OK;
}

static bool save(const pawl_game *game, const void *memory, void *bytes) {
    const pong *const self = (const pong *)memory;
    pong_state *const state = (pong_state *)bytes;
    size_t size = 0;
    (void)game;
    memcpy(state->score, self->score, sizeof state->score);
    const pawl_status status =
        pawl_arcade_encode(self->arcade, state->bytes, sizeof state->bytes, &size);
    state->size = (uint32_t)size;
    return status == PAWL_OK;
}

static bool load(const pawl_game *game, void *memory, const void *bytes) {
    pong *const self = (pong *)memory;
    const pong_state *const state = (const pong_state *)bytes;
    (void)game;
    memcpy(self->score, state->score, sizeof self->score);
    return pawl_arcade_decode(self->arcade, state->bytes, state->size) == PAWL_OK;
}

static uint32_t hash(const pawl_game *game, const void *memory) {
    const pong *const self = (const pong *)memory;
    (void)game;
    return pawl_hash_chain(pawl_arcade_hash(self->arcade),
                           pawl_xxh32(self->score, sizeof self->score, 0));
}

pawl_game pawl_game_module = {.version = PAWL_GAME_MODULE,
                              .size = sizeof(pawl_game),
                              .name = "pong",
                              .players_min = 2,
                              .players_max = 2,
                              .input_size = 1,
                              .memory_size = sizeof(pong),
                              .state_size = sizeof(pong_state),
                              .init = init,
                              .step = step,
                              .save = save,
                              .load = load,
                              .hash = hash};
