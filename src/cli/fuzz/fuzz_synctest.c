/* fuzz_synctest.c - the game on one machine, with every tick played again. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/fuzz/fuzz_play.h"

#define SLOTS 64u

typedef struct sync_test {
    const cli_fuzz_play *play;
    pawl_session *session;
    uint64_t *memory;
    cli_fuzz_body body;
    uint8_t *slots;
    size_t slot_size;
    cli_fuzz_row *rows; /* of the play, so that a diagnosis knows them */
} sync_test;

static bool open_session(sync_test *in, uint32_t distance) {
    pawl_session_def def = pawl_session_def_default();
    def.role = PAWL_ROLE_SYNCTEST;
    def.players = def.local_players = (uint8_t)in->play->players;
    def.input_size = in->play->game->input_size;
    def.distance = (uint8_t)distance;
    def.slots = SLOTS;
    def.session_id = 1;
    def.secret[0] = 1;
    def.delay = 0;
    const size_t size = pawl_session_size(&def);
    in->memory = cli_heap_allocate(size);
    return pawl_session_init(in->memory, size, &def, &in->session) == PAWL_OK;
}

static void answer(sync_test *in, const pawl_request *request) {
    uint8_t *const slot = in->slots + in->slot_size * request->slot;
    const size_t size = (size_t)in->play->players * in->play->game->input_size;
    if (request->type == PAWL_REQUEST_SAVE) {
        (void)cli_fuzz_body_save(&in->body, request->tick, slot);
        (void)pawl_session_answer_save(in->session, request->tick, cli_fuzz_body_hash(&in->body));
    } else if (request->type == PAWL_REQUEST_LOAD) {
        (void)cli_fuzz_body_load(&in->body, request->tick, slot);
    } else if (request->type == PAWL_REQUEST_STEP) {
        memcpy(in->rows[request->tick].inputs, request->inputs, size);
        memcpy(in->rows[request->tick].status, request->status, in->play->players);
        (void)cli_fuzz_body_step(&in->body, request->tick, request->inputs, request->status);
    }
}

static void look_at_events(sync_test *in) {
    pawl_session_event_info event;
    while (pawl_session_take_event(in->session, &event)) {
        if (event.type != PAWL_EVENT_DESYNC) continue;
        cli_fuzz_verdict_set(in->play->verdict, CLI_FUZZ_SYNC, 0, event.tick,
                             "sync test: tick %lu, played again, gives another state: the hash "
                             "is %08lx, and was %08lx",
                             (unsigned long)event.tick, (unsigned long)event.ours,
                             (unsigned long)event.theirs);
    }
}

static void run(sync_test *in) {
    const cli_fuzz_play *const play = in->play;
    uint8_t input[PAWL_SESSION_INPUT_MAX];
    pawl_request request;
    (void)pawl_session_start(in->session);
    for (uint32_t i = 0; i < 2u * play->ticks && play->verdict->type == CLI_FUZZ_FINE; i++) {
        const uint32_t head = pawl_session_get_head(in->session);
        if (head >= play->ticks) return;
        for (uint32_t player = 0; player < play->players; player++) {
            cli_fuzz_input_draw(play, player, head, input);
            (void)pawl_session_add_input(in->session, player, input);
        }
        while (pawl_session_next_request(in->session, &request) > PAWL_REQUEST_WAIT)
            answer(in, &request);
        look_at_events(in);
    }
}

void cli_fuzz_synctest(const cli_fuzz_play *play, uint32_t distance) {
    sync_test in = {.play = play, .rows = play->rows};
    in.slot_size = (play->game->state_size + 15u) / 16u * 16u;
    in.slots = cli_heap_allocate(in.slot_size * SLOTS);
    cli_fuzz_body_make(&in.body, play->game, play->verdict, 0, 55);
    if (cli_fuzz_body_init(&in.body, play->seed, play->players, 7)) {
        cli_fuzz_body_set_local(&in.body, (1u << play->players) - 1u);
        if (open_session(&in, distance)) run(&in);
    }
    cli_fuzz_body_free(&in.body);
    free(in.slots);
    free(in.memory);
}
