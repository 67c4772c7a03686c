/* fuzz_machine.c - the loop of a machine: inputs, requests, packets, events. */
#include "cli/fuzz/fuzz_machine.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/fuzz/fuzz_play.h"

#define REQUESTS_MAX 100000u /* of a frame */
#define PACKETS_MAX 5000u    /* of a frame */
#define TIMEOUT_MS 3000u
#define SLOTS_BYTES (16u * CLI_MIB)
#define CATCH_UP_TICKS 4000u /* for whose inputs a joiner has memory */
#define RETURN_MS 500u       /* after its session has ended by itself */
#define LATE_START_MS 1500u  /* a host waits so long for all */

static bool is_liar(const cli_fuzz_machine *machine) {
    return machine->cheat_tick != UINT32_MAX || machine->damage_tick != UINT32_MAX ||
           machine->forge_tick != UINT32_MAX;
}

/* ---- making ---- */

/* As many as a session has by itself, where they are not too large. */
static uint32_t count_slots(const cli_fuzz_play *play, uint32_t window) {
    const uint32_t usual = window == 0 ? 1u : 4u * window + 32u;
    return usual * play->game->state_size <= SLOTS_BYTES || window == 0 ? usual : window + 2u;
}

/* Where there are two machines. */
static void make_compact(const cli_fuzz_play *play, pawl_session_def *def) {
    if (play->machines != 2) return;
    def->link = PAWL_SESSION_LINK_COMPACT;
    def->trusts_link = true;
    def->peers = 1;
    def->sign_every = 0;
}

/* Commands of all may not fit a packet, nor blocks of them a signature; alike on all machines. */
static void keep_possible(pawl_session_def *def) {
    pawl_session_def host = *def;
    host.role = PAWL_ROLE_HOST;
    host.session_id = host.secret[0] = 1;
    if (pawl_session_def_check(&host, NULL) == PAWL_OK) return;
    host.sign_every = def->sign_every = 0;
    if (pawl_session_def_check(&host, NULL) != PAWL_OK) def->variable_inputs = 0;
}

static pawl_session_def make_def(const cli_fuzz_play *play, uint32_t index) {
    const cli_fuzz_script *const script = play->script;
    pawl_session_def def = pawl_session_def_default();
    def.role = index == 0               ? PAWL_ROLE_HOST
               : index >= play->players ? PAWL_ROLE_SPECTATOR
                                        : PAWL_ROLE_CLIENT;
    def.players = (uint8_t)play->players;
    def.local_players = index < play->players ? 1 : 0;
    def.input_size = play->game->input_size;
    def.delay = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_DELAY);
    def.window = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_WINDOW);
    def.can_predict = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_PREDICT);
    def.save_every = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_SAVE_EVERY);
    def.hash_every = def.save_every;
    def.measures = cli_fuzz_script_get(script, CLI_FUZZ_MEASURES) != 0;
    def.peers = index == 0 ? PAWL_SESSION_PEERS_MAX : 1;
    def.rate = play->game->rate;
    def.timeout_ms = TIMEOUT_MS;
    def.slots = (uint8_t)count_slots(play, def.window);
    def.can_hash = def.can_replay = def.window > 0;
    def.features = play->game->features;
    def.app_id = pawl_xxh32(play->game->name, strlen(play->game->name), play->seed);
    def.secret[0] = (uint8_t)(index + 1);
    def.variable_inputs = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_COMMANDS);
    def.sign_every = (uint16_t)cli_fuzz_script_get(script, CLI_FUZZ_SIGN_EVERY);
    if (cli_fuzz_script_get(script, CLI_FUZZ_COMPACT) != 0) make_compact(play, &def);
    keep_possible(&def);
    if (index == 0) {
        def.watch_delay = (uint16_t)cli_fuzz_script_get(script, CLI_FUZZ_WATCH_DELAY);
        def.input_deadline_ms = (uint16_t)cli_fuzz_script_get(script, CLI_FUZZ_DEADLINE);
        def.late = (uint8_t)cli_fuzz_script_get(script, CLI_FUZZ_DECIDES);
    }
    return def;
}

/* What a life before has told. */
static void forget(const cli_fuzz_play *play, cli_fuzz_machine *machine) {
    memset(machine->has_hash, 0, play->row_capacity);
    memset(machine->has_row, 0, play->row_capacity);
}

void cli_fuzz_machine_make(cli_fuzz_play *play, uint32_t index) {
    cli_fuzz_machine *const machine = &play->machine[index];
    const size_t state = play->game->state_size;
    memset(machine, 0, sizeof *machine);
    machine->index = index;
    machine->def = make_def(play, index);
    machine->return_us = CLI_FUZZ_NEVER;
    machine->cheat_tick = machine->damage_tick = machine->forge_tick = UINT32_MAX;
    machine->speed = cli_fuzz_script_get_of(play->script, CLI_FUZZ_SPEED, index);
    cli_fuzz_body_make(&machine->body, play->game, play->verdict, index, 7u * index + 1u);
    cli_fuzz_body_make(&machine->spare, play->game, play->verdict, index, 7u * index + 4u);
    machine->body.rounding = machine->spare.rounding =
        cli_fuzz_script_get_of(play->script, CLI_FUZZ_ROUNDING, index);
    machine->slot_size = (state + 15u) / 16u * 16u;
    machine->slots = cli_heap_allocate(machine->slot_size * machine->def.slots);
    machine->outgoing = cli_heap_allocate(state);
    machine->incoming_size =
        state + CATCH_UP_TICKS * (1u + (size_t)play->players * play->game->input_size);
    machine->incoming = cli_heap_allocate(machine->incoming_size);
    machine->hashes = cli_heap_allocate(play->row_capacity * sizeof *machine->hashes);
    machine->has_hash = cli_heap_allocate(play->row_capacity);
    machine->rows = cli_heap_allocate(play->row_capacity * sizeof *machine->rows);
    machine->has_row = cli_heap_allocate(play->row_capacity);
    forget(play, machine);
}

void cli_fuzz_machine_free(cli_fuzz_machine *machine) {
    cli_fuzz_body_free(&machine->body);
    cli_fuzz_body_free(&machine->spare);
    free(machine->session_memory);
    free(machine->slots);
    free(machine->outgoing);
    free(machine->incoming);
    free(machine->hashes);
    free(machine->has_hash);
    free(machine->rows);
    free(machine->has_row);
}

static void begin_body(cli_fuzz_play *play, cli_fuzz_machine *machine, cli_fuzz_body *body,
                       uint32_t fill) {
    (void)cli_fuzz_body_init(body, play->seed, play->players, fill + 2u * machine->index);
    cli_fuzz_body_set_local(body, machine->local);
}

void cli_fuzz_machine_boot(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    machine->life++;
    machine->is_on = true;
    machine->is_leaving = false;
    machine->born_us = machine->next_us = play->now_us;
    machine->outside_since_us = play->now_us;
    machine->return_us = CLI_FUZZ_NEVER;
    machine->paused_until_us = machine->withheld_until_us = 0;
    machine->clock_ms = play->seed * 31u + machine->index * UINT32_C(0x9E3779B9);
    machine->wait_frames = machine->tick = 0;
    machine->local = machine->index < play->players ? 1u << machine->index : 0;
    forget(play, machine);
    begin_body(play, machine, &machine->body, 100u * machine->life);
    begin_body(play, machine, &machine->spare, 100u * machine->life + 1u);
    machine->def.session_id =
        1u + play->seed % 1000000u * 16u + machine->index + machine->life * 77u;
    const size_t size = pawl_session_size(&machine->def);
    machine->session_memory = cli_heap_reallocate(machine->session_memory, size);
    if (pawl_session_init(machine->session_memory, size, &machine->def, &machine->session) !=
        PAWL_OK) {
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_REFUSED, machine->index, 0,
                             "no session can be made of this");
        machine->is_on = false;
        return;
    }
    if (machine->index > 0)
        (void)pawl_session_set_snapshot_memory(machine->session, machine->incoming,
                                               machine->incoming_size);
}

static uint32_t read_clock(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    const uint64_t lived_us = play->now_us - machine->born_us;
    return machine->clock_ms + (uint32_t)(lived_us * machine->speed / 1000u / CLI_FUZZ_MS);
}

void cli_fuzz_machine_reload(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    cli_fuzz_body *const body = &machine->body;
    const uint32_t tick = machine->tick;
    uint8_t *const bytes = cli_heap_allocate(play->game->state_size);
    if (play->confirmed % 2 == 0) {
        const size_t size = cli_fuzz_body_encode(body, tick, bytes);
        begin_body(play, machine, body, 50u + play->confirmed);
        if (size > 0) (void)cli_fuzz_body_decode(body, tick, bytes, size);
    } else if (cli_fuzz_body_save(body, tick, bytes)) {
        begin_body(play, machine, body, 50u + play->confirmed);
        (void)cli_fuzz_body_load(body, tick, bytes);
    }
    cli_fuzz_body_set_local(body, machine->local);
    free(bytes);
}

/* ---- requests ---- */

static uint8_t *slot_of(const cli_fuzz_machine *machine, uint32_t slot) {
    return machine->slots + machine->slot_size * slot;
}

/* What a machine tells of a state; one that forges tells something else. */
static uint32_t tell_hash(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick,
                          const cli_fuzz_body *body) {
    const uint32_t hash = cli_fuzz_body_hash(body);
    const uint32_t told = tick >= machine->forge_tick ? hash ^ UINT32_C(0x5A5A5A5A) : hash;
    cli_fuzz_check_hash(play, machine, tick, hash, told, body);
    return told;
}

static void save(cli_fuzz_play *play, cli_fuzz_machine *machine, const pawl_request *request) {
    if (machine->def.slots > 1)
        (void)cli_fuzz_body_save(&machine->body, request->tick, slot_of(machine, request->slot));
    const uint32_t hash =
        request->wants_hash ? tell_hash(play, machine, request->tick, &machine->body) : 0;
    (void)pawl_session_answer_save(machine->session, request->tick, hash);
}

/* One that lies from now on is not asked whether its state makes sense. */
static void ignore(cli_fuzz_machine *machine) {
    machine->body.verdict = machine->spare.verdict = &machine->ignored;
}

static void step(cli_fuzz_play *play, cli_fuzz_machine *machine, const pawl_request *request) {
    uint8_t inputs[CLI_FUZZ_ROW_MAX];
    memcpy(inputs, request->inputs, (size_t)play->players * play->game->input_size);
    if (request->tick == machine->cheat_tick) {
        ignore(machine);
        for (uint32_t player = 0; player < play->players; player++)
            cli_fuzz_input_draw(play, player, request->tick + 7919u,
                                inputs + player * play->game->input_size);
    }
    (void)cli_fuzz_body_step(&machine->body, request->tick, inputs, request->status);
    if (request->tick == machine->damage_tick) {
        ignore(machine);
        cli_fuzz_body_damage(&machine->body, machine->damage);
    }
    machine->tick = request->tick + 1u;
    if (request->replays) play->verdict->replayed++;
}

/* What will be drawn, so that most guesses are right; in some ticks the input of the one before. */
static void predict(const cli_fuzz_play *play, const cli_fuzz_machine *machine,
                    const pawl_request *request) {
    const size_t size = play->game->input_size;
    uint8_t inputs[CLI_FUZZ_ROW_MAX];
    memcpy(inputs, request->inputs, play->players * size);
    for (uint32_t player = 0; player < play->players && request->tick % 4u != 0; player++)
        cli_fuzz_input_draw(play, player, request->tick - machine->def.delay,
                            inputs + player * size);
    uint8_t sizes[PAWL_SESSION_PLAYERS_MAX];
    for (uint32_t player = 0; player < play->players && machine->def.variable_inputs; player++)
        sizes[player] = cli_fuzz_input_cut(play, player, request->tick - machine->def.delay,
                                           inputs + player * size);
    (void)pawl_session_answer_predict(machine->session, request->tick, inputs,
                                      machine->def.variable_inputs ? sizes : NULL);
}

static void give_snapshot(cli_fuzz_machine *machine, const pawl_request *request) {
    cli_fuzz_body *const body = request->is_current ? &machine->body : &machine->spare;
    if (!request->is_current)
        (void)cli_fuzz_body_load(body, request->tick, slot_of(machine, request->slot));
    const size_t size = cli_fuzz_body_encode(body, request->tick, machine->outgoing);
    (void)pawl_session_answer_snapshot(machine->session, request->tick,
                                       size == 0 ? NULL : machine->outgoing, size);
}

static void reset(cli_fuzz_machine *machine, const pawl_request *request) {
    const bool good = cli_fuzz_body_decode(&machine->body, request->tick, request->snapshot,
                                           request->snapshot_size);
    cli_fuzz_body_set_local(&machine->body, machine->local);
    machine->tick = request->tick;
    /* From here on its state is that of the host; what it told before may have gone nowhere. */
    if (good && request->tick > machine->lied_tick) machine->has_lied = false;
    (void)pawl_session_answer_reset(machine->session, good);
}

static void replay(cli_fuzz_machine *machine, const pawl_request *request) {
    cli_fuzz_body *const body = &machine->spare;
    if (!request->is_current)
        (void)cli_fuzz_body_load(body, request->tick, slot_of(machine, request->slot));
    const uint32_t before = cli_fuzz_body_hash(body);
    (void)cli_fuzz_body_step(body, request->tick, request->inputs, request->status);
    (void)pawl_session_answer_replay(machine->session, request->tick, true, before,
                                     cli_fuzz_body_hash(body));
}

static void hash_slot(cli_fuzz_play *play, cli_fuzz_machine *machine, const pawl_request *request) {
    cli_fuzz_body *const body = request->is_current ? &machine->body : &machine->spare;
    if (!request->is_current)
        (void)cli_fuzz_body_load(body, request->tick, slot_of(machine, request->slot));
    (void)pawl_session_answer_hash(machine->session, request->tick,
                                   tell_hash(play, machine, request->tick, body));
}

/* No curve: what is asked is which inputs are signed. */
static void sign(const cli_fuzz_machine *machine, const pawl_request *request) {
    uint8_t signature[PAWL_SIGNATURE_SIZE];
    cli_fuzz_check_sign(request->snapshot, request->snapshot_size, signature);
    (void)pawl_session_answer_sign(machine->session, request->tick, signature);
}

static void answer(cli_fuzz_play *play, cli_fuzz_machine *machine, const pawl_request *request) {
    switch (request->type) {
    case PAWL_REQUEST_SAVE:
        save(play, machine, request);
        break;
    case PAWL_REQUEST_LOAD:
        (void)cli_fuzz_body_load(&machine->body, request->tick, slot_of(machine, request->slot));
        machine->tick = request->tick;
        play->verdict->rollbacks++;
        break;
    case PAWL_REQUEST_STEP:
        step(play, machine, request);
        break;
    case PAWL_REQUEST_SNAPSHOT:
        give_snapshot(machine, request);
        break;
    case PAWL_REQUEST_RESET:
        reset(machine, request);
        break;
    case PAWL_REQUEST_REPLAY:
        replay(machine, request);
        break;
    case PAWL_REQUEST_HASH:
        hash_slot(play, machine, request);
        break;
    case PAWL_REQUEST_PREDICT:
        predict(play, machine, request);
        break;
    case PAWL_REQUEST_SUBSTITUTE:
        (void)pawl_session_answer_substitute_sized(machine->session, request->tick, request->inputs,
                                                   request->sizes);
        break;
    case PAWL_REQUEST_SIGN:
        sign(machine, request);
        break;
    default: /* values are compared here, by the module */
        (void)pawl_session_answer_diagnose(machine->session, NULL);
        break;
    }
}

static void do_requests(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_request request;
    for (uint32_t i = 0; pawl_session_next_request(machine->session, &request) > PAWL_REQUEST_WAIT;
         i++) {
        if (play->verdict->type != CLI_FUZZ_FINE) return;
        if (i == REQUESTS_MAX) {
            cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_STUCK, machine->index, request.tick,
                                 "machine %lu is asked for ever", (unsigned long)machine->index);
            return;
        }
        answer(play, machine, &request);
    }
}

/* ---- a turn ---- */

static void give_inputs(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session *const session = machine->session;
    const uint32_t head = pawl_session_get_head(session);
    const uint32_t local = pawl_session_get_local_players(session);
    uint8_t input[PAWL_SESSION_INPUT_MAX];
    if (pawl_session_get_phase(session) == PAWL_PHASE_PLAYING && local != machine->local) {
        machine->local = local;
        cli_fuzz_body_set_local(&machine->body, local);
        cli_fuzz_body_set_local(&machine->spare, local);
    }
    if (head >= play->ticks || play->now_us < machine->withheld_until_us) return;
    for (uint32_t player = 0; player < play->players; player++) {
        if ((local >> player & 1u) == 0) continue;
        cli_fuzz_input_draw(play, player, head, input);
        const uint32_t size = machine->def.variable_inputs
                                  ? cli_fuzz_input_cut(play, player, head, input)
                                  : play->game->input_size;
        (void)pawl_session_add_input_sized(session, player, input, size);
    }
}

static void send_packets(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    const cli_fuzz_address from = {(uint16_t)machine->index, (uint16_t)machine->life};
    const cli_fuzz_address host = {0, (uint16_t)play->machine[0].life};
    const uint32_t now_ms = read_clock(play, machine);
    uint32_t peer;
    int32_t size;
    for (uint32_t i = 0; i < PACKETS_MAX; i++) {
        size = pawl_session_send(machine->session, &peer, packet, sizeof packet, now_ms);
        if (size <= 0) return;
        if (machine->index > 0)
            cli_fuzz_net_send(&play->net, play->now_us, from, host, packet, (size_t)size);
        else if (play->has_address[peer])
            cli_fuzz_net_send(&play->net, play->now_us, from, play->address[peer], packet,
                              (size_t)size);
    }
    cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_STUCK, machine->index, 0, "sending does not end");
}

void cli_fuzz_machine_receive(cli_fuzz_play *play, cli_fuzz_machine *machine,
                              const cli_fuzz_packet *packet) {
    const uint32_t now_ms = read_clock(play, machine);
    if (machine->index > 0 || machine->def.trusts_link) {
        if (machine->index == 0) {
            play->address[0] = packet->from;
            play->has_address[0] = true;
        }
        (void)pawl_session_receive(machine->session, 0, packet->bytes, packet->size, now_ms);
        return;
    }
    pawl_session_reply reply;
    pawl_session_receive_from(machine->session, &packet->from, sizeof packet->from, packet->bytes,
                              packet->size, now_ms, &reply);
    if (reply.size > 0)
        cli_fuzz_net_send(&play->net, play->now_us, packet->to, packet->from, reply.bytes,
                          reply.size);
    if (reply.peer >= PAWL_SESSION_PEERS_MAX) return;
    play->address[reply.peer] = packet->from;
    play->has_address[reply.peer] = true;
}

static bool is_unfit(pawl_refusal reason) {
    return (reason >= PAWL_REFUSED_PROTOCOL && reason <= PAWL_REFUSED_GAME) ||
           reason == PAWL_REFUSED_SNAPSHOT || reason == PAWL_REFUSED_FEATURES;
}

static void see_desync(cli_fuzz_play *play, const cli_fuzz_machine *machine,
                       const pawl_session_event_info *event) {
    cli_fuzz_machine *other = &play->machine[machine->index];
    play->verdict->desyncs++;
    if (machine->index == 0) {
        if (event->peer >= PAWL_SESSION_PEERS_MAX || !play->has_address[event->peer]) return;
        other = &play->machine[play->address[event->peer].machine];
    }
    other->is_noticed = true;
    if (!is_liar(other))
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_FALSE_ALARM, other->index, event->tick,
                             "a desync of machine %lu at tick %lu, whose hashes are right",
                             (unsigned long)other->index, (unsigned long)event->tick);
}

static void take_events(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session_event_info event;
    while (pawl_session_take_event(machine->session, &event)) {
        if (event.type == PAWL_EVENT_DESYNC) see_desync(play, machine, &event);
        if (event.type == PAWL_EVENT_PEER_UP) play->verdict->joins++;
        if ((event.type != PAWL_EVENT_REFUSED && event.type != PAWL_EVENT_PEER_DOWN) ||
            !is_unfit(event.reason)) {
            continue;
        }
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_REFUSED, machine->index, 0,
                             "machine %lu: refused: %s", (unsigned long)machine->index,
                             pawl_refusal_text(event.reason));
    }
}

static void take_rows(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session *const session = machine->session;
    cli_fuzz_row row;
    uint32_t tick;
    for (;;) {
        memset(&row, 0, sizeof row);
        if (!pawl_session_take_confirmed_sized(session, &tick, row.inputs, row.sizes, row.status))
            return;
        if (machine->index == 0)
            cli_fuzz_check_confirm(play, tick, &row);
        else
            cli_fuzz_check_row(play, machine, tick, &row);
    }
}

static void take_signatures(cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    pawl_session_signature signature;
    while (pawl_session_take_signature(machine->session, &signature))
        cli_fuzz_check_signature(play, machine, &signature);
}

/* Whether it takes part; one whose session has ended comes again, if it was to stay. */
static void look_at_phase(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    const pawl_session_phase phase = pawl_session_get_phase(machine->session);
    if (phase == PAWL_PHASE_PLAYING)
        machine->outside_since_us = CLI_FUZZ_NEVER;
    else if (machine->outside_since_us == CLI_FUZZ_NEVER)
        machine->outside_since_us = play->now_us;
    if (phase != PAWL_PHASE_ENDED) return;
    machine->is_on = false;
    if (!machine->is_leaving) machine->return_us = play->now_us + RETURN_MS * CLI_FUZZ_MS;
}

void cli_fuzz_machine_frame(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    pawl_session *const session = machine->session;
    if (machine->wait_frames > 0) {
        machine->wait_frames--;
    } else {
        machine->wait_frames = pawl_session_take_advice(session);
        give_inputs(play, machine);
    }
    if (machine->index == 0 && pawl_session_get_phase(session) == PAWL_PHASE_WAITING &&
        play->now_us > LATE_START_MS * CLI_FUZZ_MS) {
        (void)pawl_session_start(session);
    }
    do_requests(play, machine);
    take_rows(play, machine);
    take_signatures(play, machine);
    take_events(play, machine);
    send_packets(play, machine);
    look_at_phase(play, machine);
}
