/* fuzz_answer.c - what the session of a machine asks for, done with its game. */
#include <string.h>

#include "cli/fuzz/fuzz_play.h"

#define REQUESTS_MAX 100000u /* of a frame */

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

static void reset(cli_fuzz_play *play, cli_fuzz_machine *machine, const pawl_request *request) {
    const bool good = cli_fuzz_body_decode(&machine->body, request->tick, request->snapshot,
                                           request->snapshot_size);
    cli_fuzz_hosts_enter(play, machine, request->tick);
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
        reset(play, machine, request);
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

void cli_fuzz_answer_requests(cli_fuzz_play *play, cli_fuzz_machine *machine) {
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
        if (machine->below != NULL) cli_fuzz_relay_forward(play, machine);
    }
}
