/* net_star.c - the machines of a game, and one turn of their main loops. */
#include "support/net/net_star.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/session.h"
#include "support/base/seeded.h"

#define REQUESTS_MAX 2000 /* in one turn */
#define PACKETS_MAX 200
#define START_MS 5000 /* of waiting for all players */
#define MS_US UINT64_C(1000)
#define BEHIND_MUCH (-512) /* two ticks, in 1/256: play two in a turn */

void net_star_fail(net_star *star, const net_machine *machine, const char *format, ...) {
    if (star->defect[0] != 0) return; /* the first one counts */
    int at = snprintf(star->defect, NET_DEFECT_MAX, "at %llu ms, machine %u: ",
                      (unsigned long long)(netsim_time(star->net) / MS_US), machine->index);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(star->defect + at, NET_DEFECT_MAX - (size_t)at, format, arguments);
    va_end(arguments);
}

bool net_machine_is_hostile(const net_star *star, const net_machine *machine) {
    return (star->hooks.hostile >> machine->index & 1u) != 0;
}

bool net_machine_may_fail(const net_star *star, const net_machine *machine) {
    return machine->is_disturbed || star->machines[0].is_disturbed ||
           net_machine_is_hostile(star, machine) || (star->hooks.hostile & 1u) != 0;
}

/* ---- beginning and ending ---- */

static uint64_t now_us(const net_star *star) {
    return netsim_time(star->net);
}

void net_machine_begin(net_star *star, net_machine *machine) {
    pawl_session_def def = machine->plan->def;
    if (def.role == PAWL_ROLE_HOST) def.session_id += machine->life;
    if (def.role == PAWL_ROLE_HOST && machine->life > 0) net_check_begin(star);
    machine->epoch = star->epoch;
    const size_t size = net_check_size(star, machine, &def);
    free(machine->session);
    machine->session = NULL;
    void *const memory = malloc(size == 0 ? 1 : size);
    const pawl_status status = pawl_session_init(memory, size, &def, &machine->session);
    if (status != PAWL_OK) {
        free(memory);
        net_star_fail(star, machine, "init: %s", pawl_status_text(status));
        return;
    }
    if (def.role != PAWL_ROLE_HOST &&
        pawl_session_set_snapshot_memory(machine->session, machine->snapshot_memory,
                                         NET_SNAPSHOT_MEMORY) != PAWL_OK)
        net_star_fail(star, machine, "no memory for a snapshot");
    net_sign_open(star, machine);
    /* As after a long game: the number of the next packet is about to wrap. */
    for (uint32_t peer = 0; peer < machine->session->peer_count; peer++)
        pawli_session_peers(machine->session)[peer].sequence = star->plan.first_sequence;
    net_game_begin(&machine->game, star->plan.seed_of_game);
    memset(machine->slot_used, 0, sizeof machine->slot_used);
    machine->first = machine->played = machine->checked = machine->taken = 0;
    machine->sit_out = machine->advised = 0;
    machine->has_begun = machine->has_own_inputs = false;
    machine->is_on = true;
    machine->return_us = NET_NEVER;
    machine->next_frame_us = machine->began_us = now_us(star);
    machine->head_moved_us = now_us(star);
}

void net_machine_stop(net_star *star, net_machine *machine, bool will_return, uint64_t after_ms) {
    free(machine->session);
    machine->session = NULL;
    machine->is_on = false;
    machine->will_return = will_return;
    machine->return_us = will_return ? now_us(star) + MS_US * after_ms : NET_NEVER;
    machine->life++;
}

/* ---- packets ---- */

int32_t net_star_peer(const net_star *star, const net_machine *machine) {
    for (uint32_t peer = 0; peer < PAWL_SESSION_PEERS_MAX; peer++)
        if (star->address_of_peer[peer] == (int32_t)machine->address) return (int32_t)peer;
    return -1;
}

/* A host on a network: what it answers goes back at once. */
static pawl_status receive_from(net_star *star, net_machine *host, uint32_t address,
                                const uint8_t *packet, size_t size, uint32_t now_ms) {
    pawl_session_reply reply;
    pawl_session_receive_from(host->session, &address, sizeof address, packet, size, now_ms,
                              &reply);
    if (reply.size > size)
        net_star_fail(star, host, "%u bytes answer %zu", reply.size, size);
    else if (reply.size > 0)
        netsim_send(star->net, host->address, address, reply.bytes, reply.size);
    if (reply.peer == PAWL_SESSION_PEER_NONE) return reply.status;
    for (uint32_t peer = 0; peer < PAWL_SESSION_PEERS_MAX; peer++)
        if (star->address_of_peer[peer] == (int32_t)address) star->address_of_peer[peer] = -1;
    star->address_of_peer[reply.peer] = (int32_t)address;
    return reply.status;
}

static void receive_all(net_star *star, net_machine *machine) {
    uint8_t packet[NET_PACKET_MAX];
    uint32_t from;
    for (int32_t size; (size = netsim_take(star->net, machine->address, &from, packet)) >= 0;) {
        const uint32_t now_ms = netsim_clock_ms(star->net, machine->address);
        const bool is_open =
            machine->index == 0 && machine->plan->def.link == PAWL_SESSION_LINK_FULL;
        if (machine->index == 0 && !is_open) star->address_of_peer[0] = (int32_t)from;
        /* Of exactly its size, so that a sanitizer sees who reads on. */
        uint8_t *const exact = malloc(size > 0 ? (size_t)size : 1);
        memcpy(exact, packet, (size_t)size);
        const pawl_status status =
            is_open ? receive_from(star, machine, from, exact, (size_t)size, now_ms)
                    : pawl_session_receive(machine->session, 0, exact, (size_t)size, now_ms);
        free(exact);
        if (status != PAWL_OK) star->totals.rejected++;
    }
}

static void send_all(net_star *star, net_machine *machine) {
    uint8_t packet[NET_PACKET_MAX];
    uint32_t peer = 99;
    for (uint32_t count = 0; count <= PACKETS_MAX; count++) {
        const int32_t size = pawl_session_send(machine->session, &peer, packet, sizeof packet,
                                               netsim_clock_ms(star->net, machine->address));
        if (size == 0) return;
        if (size < 0 || size > machine->plan->def.packet_size) {
            net_star_fail(star, machine, "a packet of %d bytes, of at most %u", size,
                          machine->plan->def.packet_size);
            return;
        }
        int32_t to = machine->index == 0 ? -1 : 0;
        if (machine->index == 0 && peer < PAWL_SESSION_PEERS_MAX) to = star->address_of_peer[peer];
        if (to < 0 || (machine->index != 0 && peer != 0)) {
            net_star_fail(star, machine, "a packet to peer %u", peer);
            return;
        }
        size_t out = (size_t)size;
        if (star->hooks.sending != NULL)
            out =
                star->hooks.sending(star->hooks.context, star, machine, (uint32_t)to, packet, out);
        netsim_send(star->net, machine->address, (uint32_t)to, packet, out);
    }
    net_star_fail(star, machine, "more than %u packets in a turn", PACKETS_MAX);
}

/* ---- inputs ---- */

/* Its size. */
static uint32_t make_input(const net_star *star, const net_machine *machine, uint32_t player,
                           uint32_t tick, uint8_t *out) {
    const net_plan *const plan = &star->plan;
    uint32_t size = plan->machine[0].def.input_size;
    const uint32_t span = plan->inputs == NET_INPUTS_NEW || plan->inputs == NET_INPUTS_COMMANDS
                              ? 1
                              : plan->inputs_hold;
    uint64_t draw =
        SEEDED_MULTIPLIER * (1 + tick / span + 100000u * (player + 8u * machine->life)) ^
        plan->seed_of_game;
    (void)seeded_next(&draw);
    memset(out, 0, size);
    if (plan->inputs == NET_INPUTS_RAMP) {
        out[0] = (uint8_t)((2 - player) * tick); /* as the other one of two machines guesses */
        return size;
    }
    const bool varies = plan->machine[0].def.variable_inputs != 0;
    if (plan->inputs == NET_INPUTS_COMMANDS) {
        const bool is_given = net_chance(&draw, 5);
        for (uint32_t i = 0; is_given && i < 20; i++)
            out[i] = (uint8_t)(seeded_next(&draw) >> 56);
        return is_given ? 20 : varies ? 0 : size;
    }
    if (varies) {
        const bool is_held = plan->inputs == NET_INPUTS_HELD; /* no command, but of varying size */
        size = is_held || net_chance(&draw, 20) ? net_random(&draw, size + 1) : 0;
        if (size == 0) return 0;
    }
    if (plan->inputs == NET_INPUTS_ZERO && (tick + player) % span >= 3) return size;
    if (plan->inputs == NET_INPUTS_SPARSE) {
        out[net_random(&draw, size)] = (uint8_t)(1u << net_random(&draw, 8));
        return size;
    }
    for (uint32_t i = 0; i < size; i++)
        out[i] = (uint8_t)(seeded_next(&draw) >> 56);
    return size;
}

/* For all players of this machine; false when it has none, or they do not play yet. */
static bool add_inputs(net_star *star, net_machine *machine) {
    const uint32_t local = pawl_session_get_local_players(machine->session);
    for (uint32_t player = 0; player < machine->plan->def.players; player++) {
        if ((local >> player & 1u) == 0) continue;
        uint8_t input[PAWL_SESSION_INPUT_MAX];
        const uint32_t head = pawl_session_get_head(machine->session);
        uint32_t tick = head + pawl_session_get_delay(machine->session);
        const uint32_t size = make_input(star, machine, player, tick, input);
        const pawl_status status =
            pawl_session_add_input_sized(machine->session, player, input, size);
        if (status == PAWL_OK) {
            tick = head + pawl_session_get_delay(machine->session); /* it may have moved */
            net_check_added(star, machine, player, tick, input, size);
            machine->has_own_inputs = true;
        } else if (status == PAWL_ERR_PHASE && !machine->has_own_inputs) {
            return false; /* its players come back some ticks later */
        } else if (status != PAWL_ERR_CAPACITY)
            net_star_fail(star, machine, "input for tick %u: %s", tick, pawl_status_text(status));
    }
    if (net_machine_is_hostile(star, machine)) star->hostile_players |= local;
    return local != 0;
}

/* ---- requests ---- */

static void do_load(net_star *star, net_machine *machine, const pawl_request *request) {
    if (request->slot >= PAWL_SESSION_SLOTS_MAX || !machine->slot_used[request->slot] ||
        machine->slots[request->slot].tick != request->tick) {
        net_star_fail(star, machine, "load of tick %u from slot %u", request->tick, request->slot);
        return;
    }
    const uint32_t depth = machine->game.tick - request->tick;
    const uint32_t most = machine->plan->def.window + machine->plan->def.save_every - 1u;
    if (depth > most || machine->game.tick < request->tick)
        net_star_fail(star, machine, "goes back from %u to %u with a window of %u",
                      machine->game.tick, request->tick, machine->plan->def.window);
    machine->game = machine->slots[request->slot];
    star->totals.rollbacks++;
    if (depth > star->totals.deepest) star->totals.deepest = depth;
}

static void do_save(net_star *star, net_machine *machine, const pawl_request *request) {
    if (request->slot >= PAWL_SESSION_SLOTS_MAX || request->tick != machine->game.tick) {
        net_star_fail(star, machine, "save of tick %u at %u in slot %u", request->tick,
                      machine->game.tick, request->slot);
        return;
    }
    machine->slots[request->slot] = machine->game;
    machine->slot_used[request->slot] = true;
    const uint32_t hash = request->wants_hash ? net_game_hash(&machine->game) : 0;
    if (pawl_session_answer_save(machine->session, request->tick, hash) != PAWL_OK)
        net_star_fail(star, machine, "saved: not taken");
}

static void do_hash(net_star *star, net_machine *machine, const pawl_request *request) {
    const net_game *const game = &machine->slots[request->slot % PAWL_SESSION_SLOTS_MAX];
    if (request->slot >= PAWL_SESSION_SLOTS_MAX || game->tick != request->tick ||
        request->is_current != (request->tick == machine->game.tick) ||
        request->tick > pawl_session_get_confirmed(machine->session)) {
        net_star_fail(star, machine, "hash of tick %u from slot %u", request->tick, request->slot);
        return;
    }
    if (pawl_session_answer_hash(machine->session, request->tick, net_game_hash(game)) != PAWL_OK)
        net_star_fail(star, machine, "hash: not taken");
}

static void do_step(net_star *star, net_machine *machine, const pawl_request *request) {
    const pawl_session_def *const def = &machine->plan->def;
    net_check_step(star, machine, request);
    if (star->defect[0] != 0) return;
    net_tick *const tick = &machine->ticks[request->tick % NET_TICKS_MAX];
    memcpy(tick->inputs, request->inputs, (size_t)def->players * def->input_size);
    memset(tick->sizes, def->input_size, sizeof tick->sizes);
    if (request->sizes != NULL) memcpy(tick->sizes, request->sizes, def->players);
    tick->gone = tick->guess = 0;
    for (uint32_t p = 0; p < def->players; p++) {
        if (request->status[p] == PAWL_INPUT_GONE) tick->gone |= (uint16_t)(1u << p);
        if (request->status[p] == PAWL_INPUT_PREDICTED) tick->guess |= (uint16_t)(1u << p);
    }
    net_game_step(&machine->game, def->players, def->input_size, request->inputs,
                  net_game_gone(tick->gone, def->players, request->sizes));
    if (star->hooks.stepped != NULL) star->hooks.stepped(star->hooks.context, star, machine);
    tick->hash = net_game_hash(&machine->game);
    if (request->replays) star->totals.replayed++;
    if (machine->game.tick > machine->played) machine->played = machine->game.tick;
    machine->head_moved_us = now_us(star);
}

static void do_snapshot(net_star *star, net_machine *machine, const pawl_request *request) {
    const net_game *const game = &machine->slots[request->slot % PAWL_SESSION_SLOTS_MAX];
    if (request->slot >= PAWL_SESSION_SLOTS_MAX || game->tick != request->tick) {
        net_star_fail(star, machine, "snapshot of tick %u from slot %u", request->tick,
                      request->slot);
        return;
    }
    net_game_encode(game, star->snapshot, star->plan.snapshot_size);
    if (pawl_session_answer_snapshot(machine->session, request->tick, star->snapshot,
                                     star->plan.snapshot_size) != PAWL_OK)
        net_star_fail(star, machine, "snapshot: not taken");
}

static void do_reset(net_star *star, net_machine *machine, const pawl_request *request) {
    net_game game;
    /* A hostile host names any tick: the session knows nothing of the game, which must look. */
    const bool good = net_game_decode(request->snapshot, request->snapshot_size, &game) &&
                      game.tick == request->tick;
    if (pawl_session_answer_reset(machine->session, good) != PAWL_OK)
        net_star_fail(star, machine, "reset: not taken");
    if (!good) {
        if (!net_machine_is_hostile(star, &star->machines[0]))
            net_star_fail(star, machine, "a snapshot that is none, of tick %u", request->tick);
        return;
    }
    const uint32_t tick = game.tick;
    if (net_check_applies(star, machine)) {
        const uint32_t before = (tick - 1u) % NET_TICKS_MAX;
        if (tick > star->confirmed_count)
            net_star_fail(star, machine, "a snapshot of tick %u that is not confirmed", tick);
        else if (tick > 0 && net_game_hash(&game) != star->confirmed[before].hash)
            net_star_fail(star, machine, "a snapshot of tick %u that differs", tick);
    }
    machine->game = game;
    memset(machine->slot_used, 0, sizeof machine->slot_used);
    machine->first = machine->played = machine->checked = machine->taken = tick;
    net_sign_forget(machine);
    machine->has_begun = true;
    star->totals.resets++;
}

static void do_substitute(net_star *star, net_machine *machine, const pawl_request *request) {
    const pawl_session_def *const def = &machine->plan->def;
    uint8_t inputs[NET_INPUTS_MAX];
    if (request->players == 0 || request->tick != pawl_session_get_confirmed(machine->session) ||
        (request->players & pawl_session_get_local_players(machine->session)) != 0)
        net_star_fail(star, machine, "asks for inputs of players %x at tick %u", request->players,
                      request->tick);
    for (uint32_t p = 0; p < def->players; p++)
        net_check_substitute(request->tick, def->input_size, inputs + p * def->input_size);
    if (pawl_session_answer_substitute(machine->session, request->tick, inputs) != PAWL_OK)
        net_star_fail(star, machine, "substitute: not taken");
}

/* Beside the game that goes on. */
static void do_replay(net_star *star, net_machine *machine, const pawl_request *request) {
    const pawl_session_def *const def = &machine->plan->def;
    const net_game game = machine->game;
    if (!request->is_current) machine->again = machine->slots[request->slot];
    if (machine->again.tick != request->tick) {
        net_star_fail(star, machine, "plays tick %u again from %u", request->tick,
                      machine->again.tick);
        return;
    }
    uint32_t gone = 0;
    for (uint32_t p = 0; p < def->players; p++)
        if (request->status[p] == PAWL_INPUT_GONE) gone |= 1u << p;
    machine->game = machine->again;
    const uint32_t before = net_game_hash(&machine->game);
    net_game_step(&machine->game, def->players, def->input_size, request->inputs,
                  net_game_gone(gone, def->players, request->sizes));
    if (star->hooks.stepped != NULL && star->hooks.repeats)
        star->hooks.stepped(star->hooks.context, star, machine);
    machine->again = machine->game;
    machine->game = game;
    star->totals.again++;
    if (pawl_session_answer_replay(machine->session, request->tick, true, before,
                                   net_game_hash(&machine->again)) != PAWL_OK)
        net_star_fail(star, machine, "replay: not taken");
}

static pawl_request_type run_requests(net_star *star, net_machine *machine) {
    for (uint32_t count = 0; count < REQUESTS_MAX && star->defect[0] == 0; count++) {
        pawl_request request;
        const pawl_request_type kind = pawl_session_next_request(machine->session, &request);
        switch (kind) {
        case PAWL_REQUEST_NONE:
        case PAWL_REQUEST_WAIT:
            return kind;
        case PAWL_REQUEST_SAVE:
            do_save(star, machine, &request);
            break;
        case PAWL_REQUEST_LOAD:
            do_load(star, machine, &request);
            break;
        case PAWL_REQUEST_STEP:
            machine->has_begun = true;
            do_step(star, machine, &request);
            net_check_taken(star, machine); /* what is not taken in time is dropped */
            break;
        case PAWL_REQUEST_SNAPSHOT:
            do_snapshot(star, machine, &request);
            break;
        case PAWL_REQUEST_RESET:
            do_reset(star, machine, &request);
            break;
        case PAWL_REQUEST_HASH:
            do_hash(star, machine, &request);
            break;
        case PAWL_REQUEST_SUBSTITUTE:
            do_substitute(star, machine, &request);
            break;
        case PAWL_REQUEST_PREDICT:
            net_check_predict(star, machine, &request);
            break;
        case PAWL_REQUEST_REPLAY:
            do_replay(star, machine, &request);
            break;
        case PAWL_REQUEST_DIAGNOSE:
            if (pawl_session_answer_diagnose(machine->session, NULL) != PAWL_OK)
                net_star_fail(star, machine, "diagnose: not taken");
            break;
        default:
            net_sign_answer(star, machine, &request);
        }
    }
    net_star_fail(star, machine, "more than %u requests in a turn", REQUESTS_MAX);
    return PAWL_REQUEST_NONE;
}

/* ---- one turn ---- */

/* A client that lost its host has begun to knock again. */
static void look_for_loss(net_star *star, net_machine *machine) {
    const pawl_session_phase phase = pawl_session_get_phase(machine->session);
    if (phase == PAWL_PHASE_PLAYING || phase == PAWL_PHASE_ENDED) return;
    if (!machine->has_begun && !machine->has_own_inputs) return;
    machine->has_begun = machine->has_own_inputs = false;
    machine->epoch = star->epoch;
    machine->life++;
    machine->sit_out = machine->advised = 0;
    machine->first = machine->played = machine->checked = machine->taken = 0;
    net_sign_forget(machine);
    net_game_begin(&machine->game, star->plan.seed_of_game);
    star->totals.reconnects++;
}

/* The host does not wait for ever for those who do not come. */
static void start_anyway(net_star *star, net_machine *machine) {
    if (machine->index != 0 || now_us(star) < machine->began_us + MS_US * START_MS) return;
    if (pawl_session_get_phase(machine->session) != PAWL_PHASE_WAITING) return;
    if (pawl_session_start(machine->session) != PAWL_OK)
        net_star_fail(star, machine, "cannot start");
}

/* Whether it is in the game that the host plays now, or in the one before. */
static bool is_in_game(const net_star *star, const net_machine *machine) {
    const pawl_session *const host = star->machines[0].session;
    if (host == NULL || machine->index == 0) return host != NULL;
    for (uint32_t peer = 0; peer < host->peer_count; peer++)
        if (pawli_session_peers(host)[peer].visit == machine->session->id) return true;
    return false;
}

static void play(net_star *star, net_machine *machine) {
    const uint32_t head = pawl_session_get_head(machine->session);
    const bool is_playing = pawl_session_get_phase(machine->session) == PAWL_PHASE_PLAYING;
    if (!machine->has_begun) machine->epoch = is_in_game(star, machine) ? star->epoch : 0;
    bool had_inputs = false;
    if (is_playing && machine->sit_out == 0)
        had_inputs = add_inputs(star, machine);
    else if (machine->sit_out > 0)
        machine->sit_out--;
    const pawl_request_type kind = run_requests(star, machine);
    if (star->defect[0] == 0 && is_playing) net_check_pause(star, machine, kind, head, had_inputs);
}

void net_machine_frame(net_star *star, net_machine *machine) {
    receive_all(star, machine);
    look_for_loss(star, machine);
    start_anyway(star, machine);
    const uint32_t advice = pawl_session_take_advice(machine->session);
    if (advice > 0) {
        star->totals.advised++;
        machine->sit_out += advice;
        net_check_advice(star, machine, advice);
        if (advice > star->totals.worst_advice) star->totals.worst_advice = advice;
    }
    play(star, machine);
    const bool hurries = pawl_session_get_ahead(machine->session) < BEHIND_MUCH;
    if (hurries && !star->plan.is_unhurried && star->defect[0] == 0) play(star, machine);
    if (star->defect[0] != 0) return;
    net_check_taken(star, machine);
    net_check_machine(star, machine);
    send_all(star, machine);
    look_for_loss(star, machine);
    /* Sending looks at the time, which may decide more. */
    if (machine->index == 0) net_check_taken(star, machine);
}
