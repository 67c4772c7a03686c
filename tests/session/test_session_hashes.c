/* test_session_hashes.c - which states are hashed, and how often: not guesses, and none twice. */
#include "session/session.h"
#include "support/net/world_machine.h"

#define TICK_MS 17
#define FRAMES 600
#define LAG_MAX 12

static machine host, guest;

static pawl_session_def make_def(pawl_session_role role, uint8_t window, bool can_hash) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = window;
    def.delay = 1;
    def.session_id = 0x4a5;
    def.can_hash = can_hash;
    return def;
}

static void open_pair(pawl_session_def def) {
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
}

static void close_pair(void) {
    machine_close(&host), machine_close(&guest);
}

/* A line that carries packets now and then, so that guesses are several ticks old; most of them
 * are right, since an input stays for three ticks. */
static void play(uint32_t from, uint32_t to, uint32_t carry_every) {
    for (uint32_t frame = from; frame < to; frame++) {
        machine_add_inputs(&host), machine_add_inputs(&guest);
        machine_run(&host), machine_run(&guest);
        machine_forget(&host), machine_forget(&guest);
        if (frame % carry_every != 0) continue;
        machine_carry(&guest, &host, 0, frame * TICK_MS);
        machine_carry(&host, &guest, 0, frame * TICK_MS);
    }
}

static uint32_t count_hashes(const machine *m) {
    uint32_t count = 0;
    for (uint32_t tick = 0; tick < MACHINE_PLAYED; tick++)
        count += m->hashed[tick];
    return count;
}

static void check_once(const machine *m, uint32_t every) {
    const uint32_t end = pawl_session_get_confirmed(m->session);
    ck_assert_uint_gt(end, FRAMES / 2);
    for (uint32_t tick = 0; tick < MACHINE_PLAYED; tick++) {
        const uint32_t want = tick % every == 0 && tick + LAG_MAX < end ? 1 : 0;
        if (tick % every == 0 && tick + LAG_MAX >= end && tick <= end) continue;
        ck_assert_msg(m->hashed[tick] == want, "tick %u was hashed %u times", (unsigned)tick,
                      (unsigned)m->hashed[tick]);
    }
    for (uint32_t tick = 0; tick <= end; tick++)
        ck_assert_uint_le(m->hashed[tick], 1);
}

static const uint8_t hash_every[] = {1, 1, 2, 7, 1};

START_TEST(each_confirmed_state_is_hashed_once_and_no_guess) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, true);
    def.hash_every = hash_every[_i];
    if (_i == 4) def.slots = 10; /* as few as may be */
    open_pair(def);
    play(0, FRAMES, _i == 1 ? 1 : 5); /* 1: all comes in time */
    ck_assert_int_eq(host.loads + guest.loads > 20, _i != 1);
    check_once(&host, def.hash_every);
    check_once(&guest, def.hash_every);
    ck_assert_ptr_null(machine_find_event(&host, PAWL_EVENT_DESYNC));
    close_pair();
}
END_TEST

/* 49 s between two packets at 43691 ticks a second: the product of both is just above 2^32. What is
 * told of hashes gets lost one way; there is no hurry with that. */
START_TEST(long_waits_at_high_rates_are_no_hurry) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, false);
    uint32_t told = 0;
    if (_i == 1) def.rate = 43691, def.resend_ms = 49152, def.timeout_ms = UINT16_MAX;
    open_pair(def);
    for (uint32_t frame = 0; frame < 130; frame++) {
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        int32_t size;
        machine_add_inputs(&host), machine_add_inputs(&guest);
        machine_run(&host), machine_run(&guest);
        while ((size = pawl_session_send(guest.session, &peer, packet, sizeof packet, frame)) > 0) {
            if (packet[2] >> 4 == PAWLI_HASH) continue;
            (void)pawl_session_receive(host.session, 0, packet, (size_t)size, frame);
        }
        while ((size = pawl_session_send(host.session, &peer, packet, sizeof packet, frame)) > 0) {
            told += packet[2] >> 4 == PAWLI_HASH;
            (void)pawl_session_receive(guest.session, 0, packet, (size_t)size, frame);
        }
    }
    ck_assert_uint_gt(pawl_session_get_confirmed(host.session), 100);
    if (_i == 0) ck_assert_uint_gt(told, 20);
    if (_i == 1) ck_assert_msg(told <= 1, "%u packets", (unsigned)told);
    close_pair();
}
END_TEST

START_TEST(a_program_that_cannot_is_asked_at_each_save) {
    open_pair(make_def(PAWL_ROLE_HOST, 8, false));
    play(0, FRAMES, 5);
    const uint32_t rollbacks = host.loads;
    ck_assert_uint_gt(rollbacks, 20);
    ck_assert_uint_gt(count_hashes(&host), pawl_session_get_head(host.session) + rollbacks);
    close_pair();
}
END_TEST

START_TEST(a_difference_is_found_at_its_tick_whoever_hashes_when) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, _i % 2 != 0);
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    def.can_hash = _i / 2 != 0;
    machine_open(&guest, &def);
    host.spoil_tick = 150;
    play(0, 300, 5);
    const pawl_session_event_info *const one = machine_find_event(&host, PAWL_EVENT_DESYNC);
    const pawl_session_event_info *const other = machine_find_event(&guest, PAWL_EVENT_DESYNC);
    ck_assert_ptr_nonnull(one);
    ck_assert_ptr_nonnull(other);
    ck_assert_uint_eq(one->tick, 151);
    ck_assert_uint_eq(other->tick, 151);
    close_pair();
}
END_TEST

/* Delay 0, window 3, as in test_session.c. K: a hash from a slot. */
START_TEST(a_guess_that_was_right_is_hashed_from_its_slot) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 3, true);
    def.delay = 0;
    open_pair(def);
    machine_carry(&guest, &host, 0, 0);
    machine_carry(&host, &guest, 0, 0);
    const uint8_t zeros[2] = {0}, other[2] = {9, 0};
    for (uint32_t tick = 0; tick < 3; tick++) {
        ck_assert_int_eq(pawl_session_add_input(host.session, 0, zeros), PAWL_OK);
        machine_run(&host);
        ck_assert_int_eq(pawl_session_add_input(guest.session, 1, tick == 2 ? other : zeros),
                         PAWL_OK);
        machine_run(&guest);
    }
    ck_assert_str_eq(host.log, "H0 P0 S1 P1 S2 P2 ");
    machine_carry(&guest, &host, 0, TICK_MS);
    machine_forget(&host);
    ck_assert_int_eq(pawl_session_add_input(host.session, 0, zeros), PAWL_OK);
    machine_run(&host);
    ck_assert_str_eq(host.log, "L2 K1 K2 R2 H3 P3 ");
    ck_assert_int_eq(pawl_session_answer_hash(NULL, 0, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_answer_hash(host.session, 2, 0), PAWL_ERR_ARGUMENT);
    close_pair();
}
END_TEST

#define LAG 8

static void add_changing_input(machine *m) {
    const uint32_t player = m == &host ? 0 : 1;
    const uint8_t input[2] = {(uint8_t)pawl_session_get_head(m->session), 1};
    (void)pawl_session_add_input(m->session, player, input);
}

static uint32_t count_letters(const char *log, char letter) {
    uint32_t count = 0;
    for (; *log != '\0'; log++)
        count += *log == letter;
    return count;
}

/* What comes from the guest is 8 frames old, and another input than the one before. What is played
 * again costs a load, 8 steps, 8 saves, with that of the new tick, and one hash. */
START_TEST(a_rollback_of_8_hashes_one_state) {
    static struct {
        uint8_t bytes[PAWL_SESSION_PACKET_MAX];
        uint32_t size, frame;
    } line[64];
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, true);
    def.delay = 0;
    open_pair(def);
    uint32_t first = 0, end = 0, peer;
    for (uint32_t frame = 0; frame < 200; frame++) {
        for (; first < end && line[first % 64].frame + LAG <= frame; first++)
            (void)pawl_session_receive(host.session, 0, line[first % 64].bytes,
                                       line[first % 64].size, frame * TICK_MS);
        add_changing_input(&host), add_changing_input(&guest);
        machine_forget(&host), machine_forget(&guest);
        machine_run(&host);
        machine_carry(&host, &guest, 0, frame * TICK_MS);
        machine_run(&guest);
        int32_t size;
        while ((size = pawl_session_send(guest.session, &peer, line[end % 64].bytes,
                                         PAWL_SESSION_PACKET_MAX, frame * TICK_MS)) > 0) {
            line[end % 64].size = (uint32_t)size;
            line[end % 64].frame = frame;
            ck_assert_uint_lt(++end - first, 64);
        }
        if (frame < 80) continue;
        ck_assert_uint_eq(count_letters(host.log, 'L'), 1);
        ck_assert_uint_eq(count_letters(host.log, 'R'), 8);
        ck_assert_uint_eq(count_letters(host.log, 'P'), 1);
        ck_assert_uint_eq(count_letters(host.log, 'S') + count_letters(host.log, 'H'), 8);
        ck_assert_uint_eq(count_letters(host.log, 'H') + count_letters(host.log, 'K'), 1);
    }
    close_pair();
}
END_TEST

/* ---- worlds ---- */

static world_machine left, right;

static void open_worlds(pawl_session_def def, bool has_rules) {
    void (*const open)(world_machine *, const pawl_session_def *) =
        has_rules ? world_machine_open_rules : world_machine_open;
    open(&left, &def);
    def.role = PAWL_ROLE_CLIENT;
    open(&right, &def);
    world_machine_carry(&right, &left, 0, 0);
    world_machine_carry(&left, &right, 0, 0);
}

static void run_world(world_machine *m) {
    const uint8_t input[2] = {3, 3};
    const uint32_t player = m == &left ? 0 : 1;
    const uint32_t end = pawl_session_get_confirmed(m->session) + m->def.window;
    if (pawl_session_get_head(m->session) < end) {
        ck_assert_int_eq(pawl_session_add_input(m->session, player, input), PAWL_OK);
    }
    (void)pawl_session_run(m->session, &m->game);
}

static void save_world(const world_machine *m, uint8_t *bytes, world_rules *rules) {
    memset(bytes, 0, m->game.slot_size);
    ck_assert_int_eq(pawl_world_save(m->game.world, bytes, m->game.slot_size), PAWL_OK);
    *rules = m->rules;
}

/* All guesses are right, and their hashes are computed when nothing can be played. */
START_TEST(a_world_is_as_it_was_after_the_hash_of_a_slot) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 6, false);
    def.delay = 0;
    open_worlds(def, _i != 0);
    for (uint32_t tick = 0; tick < 40; tick++)
        run_world(&left), run_world(&right);
    const uint32_t end = pawl_session_get_head(left.session);
    ck_assert_uint_eq(end, 6);
    uint8_t *const before = (uint8_t *)malloc(left.game.slot_size);
    uint8_t *const after = (uint8_t *)malloc(left.game.slot_size);
    world_rules rules_before, rules_after;
    pawl_session_stats stats;
    for (uint32_t round = 1; round < 30; round++) {
        world_machine_carry(&right, &left, 0, round * TICK_MS * 6);
        world_machine_carry(&left, &right, 0, round * TICK_MS * 6);
        save_world(&left, before, &rules_before);
        const uint32_t known = left.session->hashes.next;
        ck_assert_int_eq(pawl_session_get_stats(left.session, 0, &stats), PAWL_OK);
        const uint32_t rollbacks = stats.rollbacks;
        (void)pawl_session_run(left.session, &left.game);
        ck_assert_uint_gt(left.session->hashes.next, known + 3);
        ck_assert_int_eq(pawl_session_get_stats(left.session, 0, &stats), PAWL_OK);
        if (round > 1) ck_assert_uint_eq(stats.rollbacks, rollbacks);
        save_world(&left, after, &rules_after);
        if (stats.rollbacks == rollbacks) {
            ck_assert_mem_eq(before, after, left.game.slot_size);
            ck_assert_mem_eq(&rules_before, &rules_after, sizeof rules_after);
        }
        for (uint32_t tick = 0; tick < 12; tick++)
            run_world(&left), run_world(&right);
    }
    ck_assert_uint_gt(pawl_session_get_confirmed(left.session), 100);
    free(before), free(after);
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

static void check_ring(const world_machine *m) {
    const pawl_session *const session = m->session;
    ck_assert_uint_gt(session->hashes.next, session->hashes.first + 20);
    for (uint32_t tick = session->hashes.first; tick < session->hashes.next; tick++)
        ck_assert_uint_eq(pawli_session_hashes(session)[tick % session->hash_count],
                          m->hashes[tick]);
}

/* The hashes of slots are those of the states: 0 with rules, 1 with a difference. */
START_TEST(worlds_agree_on_hashes_of_guesses) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8, false);
    def.slots = 40;
    open_worlds(def, _i % 2 == 0);
    if (_i / 2 == 1) right.spoil_tick = 200;
    for (uint32_t frame = 0; frame < 300; frame++) {
        world_machine_frame(&left), world_machine_frame(&right);
        /* Not at the same time, so that they hash at other ticks. */
        if (frame % 4 == 0) world_machine_carry(&right, &left, 0, frame * TICK_MS);
        if (frame % 5 == 1) world_machine_carry(&left, &right, 0, frame * TICK_MS);
    }
    ck_assert_uint_gt(pawl_session_get_confirmed(left.session), 250);
    if (_i % 2 != 0) check_ring(&left), check_ring(&right);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(left.session, 0, &stats), PAWL_OK);
    ck_assert_uint_gt(stats.rollbacks, 20);
    ck_assert_uint_eq(left.desyncs, _i / 2);
    ck_assert_uint_eq(right.desyncs, _i / 2);
    if (_i / 2 == 1) ck_assert_uint_eq(left.desync.tick, 201);
    world_machine_close(&left), world_machine_close(&right);
}
END_TEST

Suite *suite_session_hashes(void);
Suite *suite_session_hashes(void) {
    Suite *const suite = suite_create("session_hashes");
    TCase *const cases = tcase_create("hashes");
    tcase_add_loop_test(cases, each_confirmed_state_is_hashed_once_and_no_guess, 0,
                        (int)(sizeof hash_every / sizeof *hash_every));
    tcase_add_loop_test(cases, long_waits_at_high_rates_are_no_hurry, 0, 2);
    tcase_add_test(cases, a_program_that_cannot_is_asked_at_each_save);
    tcase_add_loop_test(cases, a_difference_is_found_at_its_tick_whoever_hashes_when, 0, 4);
    tcase_add_test(cases, a_guess_that_was_right_is_hashed_from_its_slot);
    tcase_add_test(cases, a_rollback_of_8_hashes_one_state);
    tcase_add_loop_test(cases, a_world_is_as_it_was_after_the_hash_of_a_slot, 0, 2);
    tcase_add_loop_test(cases, worlds_agree_on_hashes_of_guesses, 0, 4);
    suite_add_tcase(suite, cases);
    return suite;
}
