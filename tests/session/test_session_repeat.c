/* test_session_repeat.c - ticks that are played again by a program that takes its time. */
#include "support/net/machine.h"

#define FRAME_MS 17

/* A program that answers one REPLAY in a frame, while packets go on coming: what the ticks were
 * played with stays. */
static machine slow_pair[2];
static uint32_t replays_answered;

static void answer_replay(machine *m, const pawl_request *request) {
    static game_state spares[2];
    game_state *const spare = &spares[m - slow_pair];
    const game_state kept = m->now;
    if (!request->is_current) *spare = m->slots[request->slot];
    m->now = *spare;
    const uint32_t before = game_hash(&m->now);
    machine_step_again(m, request);
    const uint32_t after = game_hash(&m->now);
    *spare = m->now;
    m->now = kept;
    replays_answered++;
    ck_assert_int_eq(pawl_session_answer_replay(m->session, request->tick, true, before, after),
                     PAWL_OK);
}

static void run_at_pace(machine *m, uint32_t frame, bool is_slow) {
    pawl_request request;
    machine_add_inputs(m);
    for (uint32_t i = 0; i < 1000; i++) {
        if (pawl_session_next_request(m->session, &request) <= PAWL_REQUEST_WAIT) break;
        if (request.type != PAWL_REQUEST_REPLAY) {
            machine_answer(m, &request);
        } else if (!is_slow || frame % 3 == 0) {
            answer_replay(m, &request);
        }
        if (request.type == PAWL_REQUEST_REPLAY && is_slow) break; /* packets come meanwhile */
    }
    pawl_session_event_info event;
    while (pawl_session_take_event(m->session, &event)) {
        if (m->event_count < 64) m->events[m->event_count++] = event;
    }
}

START_TEST(a_slow_program_repeats_what_was_played) {
    pawl_session_def def = pawl_session_def_default();
    def.hash_every = 96; /* of the 104 rows that are kept */
    def.window = 15;
    def.delay = 3;
    def.resend_ms = 10;
    def.slots = 128;
    def.can_replay = 1;
    def.timeout_ms = 20000; /* the verdict waits for a quarter of it */
    replays_answered = 0;
    machine_open(&slow_pair[0], &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&slow_pair[1], &def);
    slow_pair[1].spoil_tick = 130;
    for (uint32_t frame = 0; frame < 900; frame++) {
        const uint32_t now_ms = frame * FRAME_MS;
        for (uint32_t i = 0; i < 2; i++)
            run_at_pace(&slow_pair[i], frame, i == (uint32_t)_i);
        machine_carry(&slow_pair[0], &slow_pair[1], 0, now_ms);
        machine_carry(&slow_pair[1], &slow_pair[0], 0, now_ms);
    }
    ck_assert_uint_eq(replays_answered, 192);
    for (uint32_t i = 0; i < 2; i++) {
        const pawl_session_event_info *const verdict =
            machine_find_event(&slow_pair[i], PAWL_EVENT_VERDICT);
        ck_assert_ptr_nonnull(verdict);
        ck_assert_uint_eq(verdict->tick, 192);
        ck_assert_int_eq(verdict->evidence, PAWL_EVIDENCE_REPEATED);
        machine_close(&slow_pair[i]);
    }
}
END_TEST

Suite *suite_session_repeat(void);
Suite *suite_session_repeat(void) {
    Suite *const suite = suite_create("session_repeat");
    TCase *const cases = tcase_create("repeat");
    tcase_add_loop_test(cases, a_slow_program_repeats_what_was_played, 0, 2);
    suite_add_tcase(suite, cases);
    return suite;
}
