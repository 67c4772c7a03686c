/* test_session.c - two sessions joined in memory: what is asked for, in which order. */
#include "support/net/machine.h"
#include "support/base/seeded.h"

#define TICK_MS 17

static machine host, guest;

static pawl_session_def make_def(pawl_session_role role, uint8_t window, uint8_t delay) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = window;
    def.delay = delay;
    def.session_id = 0x1234;
    return def;
}

static void open_pair(uint8_t window, uint8_t delay, uint8_t hash_every) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, window, delay);
    def.hash_every = hash_every;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    machine_carry(&guest, &host, 0, 0); /* HELLO */
    machine_carry(&host, &guest, 0, 0); /* WELCOME, and the beginning */
    ck_assert_int_eq(pawl_session_get_phase(host.session), PAWL_PHASE_PLAYING);
    ck_assert_int_eq(pawl_session_get_phase(guest.session), PAWL_PHASE_PLAYING);
    ck_assert_uint_eq(pawl_session_get_local_players(host.session), 1);
    ck_assert_uint_eq(pawl_session_get_local_players(guest.session), 2);
}

static void close_pair(void) {
    machine_close(&host);
    machine_close(&guest);
}

static void add(machine *m, uint32_t player, uint8_t value) {
    const uint8_t input[2] = {value, 0};
    ck_assert_int_eq(pawl_session_add_input(m->session, player, input), PAWL_OK);
}

static void expect(machine *m, pawl_request_type last, const char *log) {
    machine_forget(m);
    ck_assert_int_eq(machine_run(m), last);
    ck_assert_str_eq(m->log, log);
}

/* Letters: S save, H save with a hash, L load, P step with a guess, C confirmed step, R step again.
 * Delay 1, window 0, no hashes: never anything but steps, and each waits for both inputs and for
 * the host's word about them. */
START_TEST(lockstep_asks_for_steps_and_nothing_else) {
    open_pair(0, 1, 0);
    expect(&host, PAWL_REQUEST_NONE, ""); /* no input yet */
    add(&host, 0, 5);                     /* for tick 1; tick 0 is zeros */
    expect(&host, PAWL_REQUEST_WAIT, ""); /* the guest's zeros of tick 0 have not come */
    add(&guest, 1, 6);
    expect(&guest, PAWL_REQUEST_WAIT, "");
    machine_carry(&guest, &host, 0, TICK_MS);
    expect(&host, PAWL_REQUEST_NONE, "C0 ");
    machine_carry(&host, &guest, 0, TICK_MS);
    expect(&guest, PAWL_REQUEST_NONE, "C0 ");
    add(&guest, 1, 7); /* for tick 2; tick 1 is confirmed already */
    expect(&guest, PAWL_REQUEST_NONE, "C1 ");
    add(&host, 0, 8);
    expect(&host, PAWL_REQUEST_NONE, "C1 ");
    ck_assert_uint_eq(host.now.value, guest.now.value);
    ck_assert_uint_eq(pawl_session_get_head(host.session), 2);
    ck_assert_uint_eq(pawl_session_get_confirmed(host.session), 2);
    uint32_t tick;
    uint8_t inputs[4], status[2];
    const uint8_t zeros[4] = {0}, second[4] = {5, 0, 6, 0};
    ck_assert_int_eq(pawl_session_take_confirmed(host.session, &tick, inputs, status), true);
    ck_assert_uint_eq(tick, 0);
    ck_assert_mem_eq(inputs, zeros, 4);
    ck_assert_int_eq(pawl_session_take_confirmed(host.session, &tick, inputs, status), true);
    ck_assert_uint_eq(tick, 1);
    ck_assert_mem_eq(inputs, second, 4);
    ck_assert_int_eq(status[0] | status[1], PAWL_INPUT_CONFIRMED);
    ck_assert_int_eq(pawl_session_take_confirmed(host.session, &tick, inputs, status), false);
    close_pair();
}
END_TEST

/* Delay 0, window 3. The host guesses zeros for the guest, which plays 0, 9, 9: the state before
 * tick 1 is loaded, and no earlier one. */
START_TEST(a_wrong_guess_is_played_again_from_where_it_was_wrong) {
    open_pair(3, 0, 0);
    for (uint32_t tick = 0; tick < 3; tick++) {
        add(&host, 0, 1);
        static const char *const steps[] = {"S0 P0 ", "S1 P1 ", "S2 P2 "};
        expect(&host, PAWL_REQUEST_NONE, steps[tick]);
    }
    add(&host, 0, 1);
    expect(&host, PAWL_REQUEST_WAIT, ""); /* the window is used up */
    add(&guest, 1, 0);
    expect(&guest, PAWL_REQUEST_NONE, "S0 P0 ");
    add(&guest, 1, 9);
    expect(&guest, PAWL_REQUEST_NONE, "S1 P1 ");
    add(&guest, 1, 9);
    expect(&guest, PAWL_REQUEST_NONE, "S2 P2 ");
    machine_carry(&guest, &host, 0, TICK_MS);
    ck_assert_uint_eq(pawl_session_get_confirmed(host.session), 3);
    /* 1 and 2 again, confirmed now; then 3, whose input had come, guessing the 9 again. */
    expect(&host, PAWL_REQUEST_NONE, "L1 R1 R2 S3 P3 ");
    machine_carry(&host, &guest, 0, TICK_MS);
    ck_assert_uint_eq(pawl_session_get_confirmed(guest.session), 3);
    expect(&guest, PAWL_REQUEST_NONE, "L0 R0 R1 R2 ");
    ck_assert_uint_eq(host.played[3], guest.now.value);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(host.session, 0, &stats), PAWL_OK);
    ck_assert_uint_eq(stats.rollbacks, 1);
    ck_assert_uint_eq(stats.replayed_ticks, 2);
    ck_assert_uint_eq(stats.stalls, 1);
    /* A guess that was right costs nothing. */
    add(&guest, 1, 9);
    expect(&guest, PAWL_REQUEST_NONE, "S3 P3 ");
    machine_carry(&guest, &host, 0, 2 * TICK_MS);
    add(&host, 0, 1);
    expect(&host, PAWL_REQUEST_NONE, "S4 P4 ");
    close_pair();
}
END_TEST

/* The hash of tick 0 and of each second tick; a save that no guess needs is made for it. */
START_TEST(hashes_are_asked_for_when_they_are_due) {
    open_pair(0, 0, 2);
    for (uint32_t tick = 0; tick < 4; tick++) {
        add(&guest, 1, 3);
        machine_carry(&guest, &host, 0, tick * TICK_MS);
        add(&host, 0, 4);
        expect(&host, PAWL_REQUEST_NONE,
               tick == 0   ? "H0 C0 "
               : tick == 1 ? "C1 "
               : tick == 2 ? "H2 C2 "
                           : "C3 ");
        machine_carry(&host, &guest, 0, tick * TICK_MS);
        machine_run(&guest);
    }
    close_pair();
}
END_TEST

static machine alone;

/* Distance 2: each new state is saved, then two ticks are brought back and played again. */
START_TEST(a_sync_test_plays_each_tick_again) {
    pawl_session_def def = make_def(PAWL_ROLE_SYNCTEST, 0, 0);
    def.local_players = 2;
    def.distance = 2;
    machine_open(&alone, &def);
    static const char *const logs[] = {"H0 C0 ", "H1 C1 H2 L0 H0 R0 H1 R1 H2 ",
                                       "C2 H3 L1 H1 R1 H2 R2 H3 ", "C3 H4 L2 H2 R2 H3 R3 H4 "};
    for (uint32_t tick = 0; tick < 4; tick++) {
        add(&alone, 0, (uint8_t)tick);
        add(&alone, 1, 9);
        expect(&alone, PAWL_REQUEST_NONE, logs[tick]);
    }
    ck_assert_ptr_null(machine_find_event(&alone, PAWL_EVENT_DESYNC));
    machine_close(&alone);
}
END_TEST

/* Something that is not in the saved state changes the step: the second time comes out otherwise.
 */
START_TEST(a_sync_test_finds_what_is_not_saved) {
    pawl_session_def def = make_def(PAWL_ROLE_SYNCTEST, 0, 1);
    def.local_players = 2;
    def.distance = (uint8_t)(1 + _i);
    machine_open(&alone, &def);
    for (uint32_t tick = 0; tick < 30; tick++) {
        machine_add_inputs(&alone);
        machine_run(&alone);
    }
    ck_assert_ptr_null(machine_find_event(&alone, PAWL_EVENT_DESYNC));
    const uint32_t at = pawl_session_get_head(alone.session);
    machine_add_inputs(&alone);
    pawl_request request;
    bool is_spoilt = false;
    while (pawl_session_next_request(alone.session, &request) > PAWL_REQUEST_WAIT) {
        machine_answer(&alone, &request);
        if (request.type != PAWL_REQUEST_STEP || request.tick != at || is_spoilt) continue;
        alone.now.value ^= 4u; /* once */
        is_spoilt = true;
    }
    machine_run(&alone);
    const pawl_session_event_info *const event = machine_find_event(&alone, PAWL_EVENT_DESYNC);
    ck_assert_ptr_nonnull(event);
    ck_assert_uint_eq(event->tick, at + 1);
    ck_assert_uint_ne(event->ours, event->theirs);
    machine_close(&alone);
}
END_TEST

START_TEST(two_machines_play_in_lockstep) {
    open_pair(0, 2, 1);
    for (uint32_t frame = 0; frame < 600; frame++) {
        machine_frame(&guest, &host, 0, frame * TICK_MS);
        machine_frame(&host, &guest, 0, frame * TICK_MS);
    }
    ck_assert_uint_ge(pawl_session_get_head(guest.session), 590);
    ck_assert_uint_eq(host.loads + guest.loads, 0);
    ck_assert_uint_eq(host.played[590], guest.played[590]);
    close_pair();
}
END_TEST

START_TEST(two_machines_roll_back) {
    open_pair(8, 1, 1);
    for (uint32_t frame = 0; frame < 600; frame++) {
        machine_add_inputs(&guest), machine_run(&guest);
        machine_add_inputs(&host), machine_run(&host);
        if (frame % 5 == 0) {
            machine_carry(&guest, &host, 0, frame * TICK_MS);
            machine_carry(&host, &guest, 0, frame * TICK_MS);
        }
    }
    ck_assert_uint_ge(pawl_session_get_head(guest.session), 590);
    ck_assert_uint_ge(host.loads + guest.loads, 100);
    const uint32_t end = pawl_session_get_confirmed(guest.session) - 1;
    ck_assert_uint_eq(host.played[end], guest.played[end]);
    close_pair();
}
END_TEST

/* The slower machine sets the pace when the other one takes advice. */
START_TEST(advice_brings_machines_together) {
    open_pair(8, 1, 0);
    const bool takes_advice = _i == 1;
    uint32_t sat_out = 0, rests = 0;
    for (uint32_t ms = 1; ms < 20000; ms++) {
        if (ms % 17 == 0) machine_frame(&guest, &host, 0, ms);
        if (ms % 16 != 0) continue; /* 6 % faster */
        if (takes_advice) rests += pawl_session_take_advice(host.session);
        if (rests > 0) {
            rests--, sat_out++;
            machine_carry(&host, &guest, 0, ms);
            continue;
        }
        machine_frame(&host, &guest, 0, ms);
    }
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(host.session, 0, &stats), PAWL_OK);
    const int32_t lead =
        (int32_t)(pawl_session_get_head(host.session) - pawl_session_get_head(guest.session));
    if (takes_advice) {
        ck_assert_int_le(lead, 3);
        ck_assert_uint_gt(sat_out, 40); /* of some 73 that it would be ahead */
        ck_assert_uint_lt(sat_out, 110);
        ck_assert_uint_lt(stats.stalls, 5);
    } else {
        ck_assert_int_ge(lead, 7); /* it ran into its window */
        ck_assert_int_gt(pawl_session_get_ahead(host.session), 256);
        ck_assert_int_lt(pawl_session_get_ahead(guest.session), 0);
    }
    close_pair();
}
END_TEST

/* ---- memory and misuse ---- */

START_TEST(the_macro_is_never_less_than_the_size) {
    uint32_t most = 0;
    for (uint32_t n = 0; n < 16u * 16u * 16u * 16u; n += (uint32_t)SEEDED_STRIDE(1)) {
        pawl_session_def def = pawl_session_def_default();
        def.session_id = 1;
        def.secret[0] = 1;
        def.players = (uint8_t)(1 + n % 16);
        def.window = (uint8_t)(n / 16 % 16);
        def.delay = (uint8_t)(n / 256 % 16);
        def.input_size = (uint8_t)(1 + n / 4096 % 16);
        def.peers = (uint8_t)(1 + n * 7 % 32);
        if (n % 11 == 0) def.input_deadline_ms = 500;
        def.slots = (uint8_t)(n % 3 == 0 ? def.window + 2 : n % 3 == 1 ? 128 : 1);
        if (def.slots < def.window + 2u && def.window > 0) def.slots = (uint8_t)(def.window + 2);
        def.hash_every = (uint8_t)(n % 5 != 0);
        const size_t size = pawl_session_size(&def);
        ck_assert_uint_ne(size, 0);
        ck_assert_uint_le(size, PAWL_SESSION_SIZE_MAX(def.players, def.input_size, def.window,
                                                      def.delay, def.slots, def.peers));
        most = size > most ? size : most;
    }
    ck_assert_uint_gt(most, 15000);
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 0, 2);
    def.packet_size = 48;
    def.hash_every = 0;
    def.trusts_link = true;
    ck_assert_uint_le(pawl_session_size(&def), 1152); /* for small machines */
}
END_TEST

static pawl_session_def make_good_def(void) {
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 1;
    def.secret[15] = 1;
    return def;
}

static void refuse(pawl_status want, const pawl_session_def *def) {
    static uint64_t memory[8192];
    pawl_session *session = NULL;
    ck_assert_int_eq(pawl_session_init(memory, sizeof memory, def, &session), want);
    ck_assert_ptr_null(session);
    ck_assert_uint_eq(pawl_session_size(def), 0);
}

START_TEST(defs_that_make_no_sense_are_refused) {
    const pawl_session_def good = make_good_def();
    pawl_session_def def;
#define REFUSE(status, field, number) (def = good, def.field = (number), refuse(status, &def))
    REFUSE(PAWL_ERR_COOKIE, cookie, 0);
    REFUSE(PAWL_ERR_ARGUMENT, role, 5);
    REFUSE(PAWL_ERR_ARGUMENT, link, 2);
    REFUSE(PAWL_ERR_RANGE, players, 0);
    REFUSE(PAWL_ERR_RANGE, players, 17);
    REFUSE(PAWL_ERR_RANGE, local_players, 3);
    REFUSE(PAWL_ERR_RANGE, input_size, 0);
    REFUSE(PAWL_ERR_RANGE, input_size, 65);
    REFUSE(PAWL_ERR_RANGE, variable_inputs, 2);
    REFUSE(PAWL_ERR_RANGE, delay, 16);
    REFUSE(PAWL_ERR_RANGE, window, 16);
    REFUSE(PAWL_ERR_RANGE, slots, 9);
    REFUSE(PAWL_ERR_RANGE, slots, 129);
    REFUSE(PAWL_ERR_RANGE, peers, 0);
    REFUSE(PAWL_ERR_RANGE, peers, 33);
    REFUSE(PAWL_ERR_RANGE, packet_size, 47);
    REFUSE(PAWL_ERR_RANGE, packet_size, 509);
    REFUSE(PAWL_ERR_RANGE, session_id, 0);
    REFUSE(PAWL_ERR_RANGE, secret[15], 0); /* then all are */
    REFUSE(PAWL_ERR_RANGE, rate, 0);
    REFUSE(PAWL_ERR_RANGE, resend_ms, 0);
    REFUSE(PAWL_ERR_RANGE, timeout_ms, 49);
#undef REFUSE
    def = good;
    def.packet_size = 48;
    def.players = 8; /* a row of 17 bytes does not fit */
    refuse(PAWL_ERR_RANGE, &def);
    def = good;
    def.role = PAWL_ROLE_CLIENT;
    def.local_players = 0;
    refuse(PAWL_ERR_ARGUMENT, &def);
    def.players = def.local_players = 16; /* four bits tell how many it wants */
    refuse(PAWL_ERR_RANGE, &def);
    def.local_players = 0;
    def.role = PAWL_ROLE_SYNCTEST;
    refuse(PAWL_ERR_ARGUMENT, &def);
    def.players = 2;
    def.local_players = 2;
    def.distance = 0;
    refuse(PAWL_ERR_RANGE, &def);
    static uint64_t memory[8192];
    pawl_session *session = NULL;
    ck_assert_int_eq(pawl_session_init(NULL, 9, &good, &session), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_init(memory, 9, NULL, &session), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_init(memory, 9, &good, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_init(memory, pawl_session_size(&good) - 1, &good, &session),
                     PAWL_ERR_MEMORY);
    ck_assert_int_eq(pawl_session_init((uint8_t *)memory + 4, sizeof memory - 4, &good, &session),
                     PAWL_ERR_MEMORY);
    ck_assert_ptr_null(session);
}
END_TEST

START_TEST(calls_at_the_wrong_time_change_nothing) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, 1);
    machine_open(&host, &def);
    pawl_session *const session = host.session;
    pawl_request request;
    uint8_t input[2] = {0}, packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer = 7;
    ck_assert_int_eq(pawl_session_next_request(session, &request), PAWL_REQUEST_WAIT);
    ck_assert_int_eq(pawl_session_add_input(session, 0, input), PAWL_ERR_PHASE);
    ck_assert_int_eq(pawl_session_start(session), PAWL_OK);
    ck_assert_int_eq(pawl_session_start(session), PAWL_ERR_PHASE);
    ck_assert_int_eq(pawl_session_add_input(session, 1, input), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_add_input(session, 200, input), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_add_input(session, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_add_input(session, 0, input), PAWL_OK);
    ck_assert_int_eq(pawl_session_add_input(session, 0, input), PAWL_ERR_CAPACITY);
    ck_assert_int_eq(pawl_session_answer_save(session, 0, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_next_request(session, &request), PAWL_REQUEST_SAVE);
    ck_assert_int_eq(pawl_session_next_request(session, &request), PAWL_REQUEST_SAVE); /* still */
    ck_assert_int_eq(pawl_session_answer_save(session, 1, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_answer_snapshot(session, 0, input, 2), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_answer_reset(session, true), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_answer_diagnose(session, NULL), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_answer_save(session, 0, 0), PAWL_OK);
    ck_assert_int_eq(pawl_session_next_request(session, &request), PAWL_REQUEST_STEP);
    ck_assert_uint_eq(request.status[1], PAWL_INPUT_GONE); /* nobody came */
    ck_assert_int_eq(pawl_session_receive(session, 1, packet, 1, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_receive(session, 0, NULL, 1, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_receive(session, 0, packet, 5000, 0), PAWL_ERR_CORRUPT);
    ck_assert_int_eq(pawl_session_send(session, &peer, packet, sizeof packet, 0), 0);
    ck_assert_uint_eq(peer, 7);
    ck_assert_int_eq(pawl_session_drop(session, 0), PAWL_ERR_PHASE);
    ck_assert_int_eq(pawl_session_drop(session, 9), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(session, packet, 9), PAWL_ERR_ARGUMENT);
    pawl_difference difference;
    ck_assert_int_eq(pawl_session_get_difference(session, &peer, &difference), PAWL_ERR_PHASE);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(session, 3, &stats), PAWL_ERR_RANGE);
    machine_close(&host);
    ck_assert_int_eq(pawl_session_next_request(NULL, &request), PAWL_REQUEST_NONE);
    ck_assert_int_eq(pawl_session_get_phase(NULL), PAWL_PHASE_ENDED);
    ck_assert_uint_eq(pawl_session_take_advice(NULL), 0);
    ck_assert_int_eq(pawl_session_take_event(NULL, NULL), false);
    ck_assert_int_eq(pawl_session_leave(NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_run(NULL, NULL), PAWL_REQUEST_NONE);
}
END_TEST

/* Events that nobody takes: the oldest are lost. A packet that does not fit waits. */
START_TEST(small_buffers_are_no_trouble) {
    open_pair(8, 1, 0);
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    machine_add_inputs(&host);
    for (size_t size = 0; size < 30; size++)
        ck_assert_int_eq(pawl_session_send(host.session, &peer, packet, size, 60), 0);
    const int32_t length = pawl_session_send(host.session, &peer, packet, 60, 60);
    ck_assert_int_gt(length, 0);
    ck_assert_int_le(length, 60);
    for (int i = 0; i < 20; i++) { /* a player who comes and goes: two events each time */
        machine_carry(&guest, &host, 0, 100);
        ck_assert_int_eq(pawl_session_drop(host.session, 0), PAWL_OK);
        while (pawl_session_send(host.session, &peer, packet, sizeof packet, 100) > 0)
            continue;
        machine_close(&guest);
        pawl_session_def def = make_def(PAWL_ROLE_SPECTATOR, 8, 1);
        def.session_id = 100u + (uint32_t)i;
        def.hash_every = 0;
        machine_open(&guest, &def);
        machine_carry(&guest, &host, 0, 100);
    }
    pawl_session_event_info event;
    uint32_t count = 0;
    while (pawl_session_take_event(host.session, &event))
        count++;
    ck_assert_uint_eq(count, 16);
    close_pair();
}
END_TEST

Suite *suite_session(void) {
    Suite *const suite = suite_create("session");
    TCase *const play = tcase_create("play");
    tcase_add_test(play, lockstep_asks_for_steps_and_nothing_else);
    tcase_add_test(play, a_wrong_guess_is_played_again_from_where_it_was_wrong);
    tcase_add_test(play, hashes_are_asked_for_when_they_are_due);
    tcase_add_test(play, a_sync_test_plays_each_tick_again);
    tcase_add_loop_test(play, a_sync_test_finds_what_is_not_saved, 0, 3);
    tcase_add_test(play, two_machines_play_in_lockstep);
    tcase_add_test(play, two_machines_roll_back);
    tcase_add_loop_test(play, advice_brings_machines_together, 0, 2);
    suite_add_tcase(suite, play);
    TCase *const misuse = tcase_create("misuse");
    tcase_add_test(misuse, the_macro_is_never_less_than_the_size);
    tcase_add_test(misuse, defs_that_make_no_sense_are_refused);
    tcase_add_test(misuse, calls_at_the_wrong_time_change_nothing);
    tcase_add_test(misuse, small_buffers_are_no_trouble);
    suite_add_tcase(suite, misuse);
    return suite;
}
