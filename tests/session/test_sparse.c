/* test_sparse.c - states that are saved every few ticks only: the same game, fewer SAVE, more ticks
 * that are played again. */
#include "support/base/seeded.h"
#include "support/net/machine.h"
#include "support/net/netsim.h"
#include "support/net/world_machine.h"

#define FRAME_US 16667u
#define GAMES 40

static netsim *net;
static machine host, guest, watcher;
static uint32_t saves[3], old_snapshots;

static void set_up(void) {
    net = netsim_make();
    ck_assert_ptr_ne(net, NULL);
}

static void tear_down(void) {
    netsim_free(net);
}

/* Both clients: peer n of the host is machine n + 1. */
static void frame(machine *m, uint32_t index, uint32_t now_ms) {
    uint8_t packet[NET_PACKET_MAX];
    uint32_t from, peer;
    int32_t size;
    while ((size = netsim_take(net, index, &from, packet)) >= 0)
        (void)pawl_session_receive(m->session, index == 0 ? from - 1u : 0, packet, (size_t)size,
                                   now_ms);
    if (pawl_session_take_advice(m->session) == 0) machine_add_inputs(m);
    pawl_request request;
    while (pawl_session_next_request(m->session, &request) > PAWL_REQUEST_WAIT) {
        saves[index] += request.type == PAWL_REQUEST_SAVE;
        old_snapshots += request.type == PAWL_REQUEST_SNAPSHOT && !request.is_current;
        machine_answer(m, &request);
    }
    machine_run(m); /* the events */
    while ((size = pawl_session_send(m->session, &peer, packet, PAWL_SESSION_PACKET_MAX, now_ms)) >
           0)
        netsim_send(net, index, index == 0 ? peer + 1u : 0, packet, (size_t)size);
}

static void play(uint32_t frames, uint32_t comes) {
    machine *const all[] = {&host, &guest, &watcher};
    for (uint32_t i = 0; i < frames; i++) {
        netsim_set_time(net, (uint64_t)i * FRAME_US);
        for (uint32_t m = 0; m < 3; m++)
            if (m < 2 || i >= comes) frame(all[m], m, i * FRAME_US / 1000u);
    }
}

static void open_all(pawl_session_def def) {
    def.session_id = 3;
    def.peers = 2;
    machine_open(&host, &def);
    def.peers = 1;
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    def.role = PAWL_ROLE_SPECTATOR;
    machine_open(&watcher, &def);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(watcher.session, watcher.snapshot_memory,
                                                      sizeof watcher.snapshot_memory),
                     PAWL_OK);
    memset(saves, 0, sizeof saves);
    old_snapshots = 0;
}

static void close_all(void) {
    machine_close(&host), machine_close(&guest), machine_close(&watcher);
}

static void set_lines(const net_line *line) {
    for (uint32_t m = 1; m < 3; m++)
        *netsim_line(net, 0, m) = *netsim_line(net, m, 0) = *line;
}

static void assert_alike(const machine *other, uint32_t from) {
    const machine *const all[] = {&host, other};
    uint32_t end = UINT32_MAX;
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t head = pawl_session_get_head(all[i]->session);
        const uint32_t confirmed = pawl_session_get_confirmed(all[i]->session);
        end = head < end ? head : end;
        end = confirmed < end ? confirmed : end;
    }
    ck_assert_uint_gt(end, from + 100);
    for (uint32_t tick = from; tick < end; tick++)
        ck_assert_msg(host.played[tick] == other->played[tick], "tick %u differs", tick);
    ck_assert_ptr_null(machine_find_event(other, PAWL_EVENT_DESYNC));
}

/* Any save_every, any window, and no more slots than it takes. */
START_TEST(machines_stay_alike) {
    uint64_t seed = seeded_fresh("sparse");
    for (uint32_t n = 0; n < SEEDED_ROUNDS(GAMES); n++) {
        pawl_session_def def = pawl_session_def_default();
        def.save_every = (uint8_t)(1 + net_random(&seed, 16));
        def.hash_every = (uint8_t)(def.save_every * net_random(&seed, 4));
        def.window = (uint8_t)(2 + net_random(&seed, 14));
        def.can_hash = (uint8_t)net_chance(&seed, 50);
        const bool is_tight = net_chance(&seed, 50);
        for (def.slots = 1; is_tight && (def.session_id = 1, def.trusts_link = true,
                                        pawl_session_size(&def) == 0);)
            def.slots++;
        if (!is_tight) def.slots = 0;
        netsim_reset(net, seed);
        set_lines(&(net_line){.delay_ms = (uint16_t)net_random(&seed, 80),
                              .jitter_ms = (uint16_t)net_random(&seed, 40),
                              .loss = (uint8_t)net_random(&seed, 20)});
        open_all(def);
        play(900, 300);
        assert_alike(&guest, 0);
        ck_assert_uint_eq(watcher.resets, 1);
        ck_assert_uint_lt(watcher.event_count, 64);
        assert_alike(&watcher, machine_find_event(&watcher, PAWL_EVENT_STARTED)->tick);
        close_all();
    }
}
END_TEST

/* Nothing is kept in lockstep with one slot: a snapshot is of the state that the game is in. */
START_TEST(lockstep_keeps_no_state) {
    uint64_t seed = seeded_fresh("sparse lockstep");
    for (uint32_t every = 1; every <= PAWL_SESSION_SAVE_EVERY_MAX; every++) {
        pawl_session_def def = pawl_session_def_default();
        def.trusts_link = true;
        def.window = 0;
        def.slots = 1;
        def.save_every = def.hash_every = (uint8_t)every;
        netsim_reset(net, seed);
        set_lines(&(net_line){.delay_ms = (uint16_t)net_random(&seed, 60)});
        open_all(def);
        play(900, 100 + net_random(&seed, 300));
        assert_alike(&guest, 0);
        ck_assert_uint_eq(watcher.resets, 1);
        ck_assert_uint_eq(old_snapshots, 0);
        assert_alike(&watcher, machine_find_event(&watcher, PAWL_EVENT_STARTED)->tick);
        close_all();
    }
}
END_TEST

/* Two players, 60 ms away, 5 % lost: what it costs. */
START_TEST(there_are_fewer_saves_and_more_replays) {
    static const uint8_t rows[][2] = {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {1, 8}, {4, 8}, {8, 8}};
    const uint64_t seed = seeded_fresh("sparse cost");
    uint32_t before = UINT32_MAX;
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pawl_session_def def = pawl_session_def_default();
        def.save_every = rows[i][0], def.hash_every = rows[i][1];
        def.window = 8;
        def.can_hash = 1;
        netsim_reset(net, seed);
        set_lines(&(net_line){.delay_ms = 60, .jitter_ms = 10, .loss = 5});
        open_all(def);
        play(3600, UINT32_MAX);
        assert_alike(&guest, 0);
        pawl_session_stats stats;
        ck_assert_int_eq(pawl_session_get_stats(guest.session, 0, &stats), PAWL_OK);
        const uint32_t ticks = pawl_session_get_head(guest.session);
        ck_assert_uint_gt(ticks, 3000);
        printf("sparse: save_every %u, hash_every %u: %.2f saves and %.2f ticks again a tick, %u "
               "rollbacks\n",
               def.save_every, def.hash_every, (double)saves[1] / ticks,
               (double)stats.replayed_ticks / ticks, (unsigned)stats.rollbacks);
        if (def.hash_every == 0) ck_assert_uint_lt(saves[1], before);
        if (def.hash_every == 0) before = saves[1];
        if (def.save_every == 8) ck_assert_uint_lt(saves[1], ticks);
        close_all();
    }
}
END_TEST

/* Each tick is played again from a state that is up to so many ticks older. */
START_TEST(a_sync_test_goes_back_as_far) {
    for (uint32_t every = 1; every <= PAWL_SESSION_SAVE_EVERY_MAX; every++) {
        pawl_session_def def = pawl_session_def_default();
        def.role = PAWL_ROLE_SYNCTEST;
        def.local_players = 2;
        def.distance = 5;
        def.hash_every = 0;
        def.save_every = (uint8_t)every;
        machine_open(&host, &def);
        for (uint32_t i = 0; i < 200; i++) {
            if (i == 150) host.spoil_tick = pawl_session_get_head(host.session) + 2;
            machine_add_inputs(&host);
            machine_run(&host);
            if (i == 149) ck_assert_ptr_null(machine_find_event(&host, PAWL_EVENT_DESYNC));
        }
        pawl_session_stats stats;
        ck_assert_int_eq(pawl_session_get_stats(host.session, 0, &stats), PAWL_OK);
        ck_assert_uint_gt(stats.rollbacks, 100);
        const double depth = (double)stats.replayed_ticks / stats.rollbacks;
        ck_assert_msg(depth > 5 + (every - 1) / 2.0 - 0.5 && depth < 5 + (every - 1) / 2.0 + 0.5,
                      "save_every %u: %.2f ticks again", every, depth);
        machine_close(&host);
    }
}
END_TEST

START_TEST(hashes_are_of_saved_states) {
    pawl_session_def def = pawl_session_def_default();
    const char *field = NULL;
    def.session_id = 1;
    def.trusts_link = true;
    def.save_every = 4;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_ARGUMENT);
    ck_assert_str_eq(field, "hash_every");
    def.hash_every = 8;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
    def.hash_every = 0;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
}
END_TEST

/* A desync is still found, played again and diagnosed: the states that are hashed are saved. */
START_TEST(a_desync_is_still_diagnosed) {
    static world_machine first, second;
    pawl_session_def def = pawl_session_def_default();
    def.save_every = 3;
    def.hash_every = 6;
    def.session_id = 1;
    world_machine_open(&first, &def);
    def.role = PAWL_ROLE_CLIENT;
    world_machine_open(&second, &def);
    second.spoil_tick = 101;
    for (uint32_t i = 0; i < 300; i++) {
        world_machine_frame(&first), world_machine_frame(&second);
        if (i % 3 == 0) {
            world_machine_carry(&first, &second, 0, i * 17);
            world_machine_carry(&second, &first, 0, i * 17);
        }
    }
    ck_assert_uint_eq(first.desync.tick, 102);
    ck_assert_uint_eq(second.desync.tick, 102);
    ck_assert_uint_eq(first.diagnoses, 1);
    ck_assert_uint_eq(second.diagnoses, 1);
    uint32_t verdicts = 0;
    for (uint32_t i = 0; i < first.event_count; i++)
        verdicts += first.events[i].type == PAWL_EVENT_VERDICT &&
                    first.events[i].evidence == PAWL_EVIDENCE_REPEATED;
    ck_assert_uint_eq(verdicts, 1);
    world_machine_close(&first), world_machine_close(&second);
}
END_TEST

Suite *suite_sparse(void) {
    Suite *const suite = suite_create("sparse");
    TCase *const test = tcase_create("sparse");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_set_timeout(test, 60);
    tcase_add_test(test, machines_stay_alike);
    tcase_add_test(test, lockstep_keeps_no_state);
    tcase_add_test(test, there_are_fewer_saves_and_more_replays);
    tcase_add_test(test, a_sync_test_goes_back_as_far);
    tcase_add_test(test, a_desync_is_still_diagnosed);
    tcase_add_test(test, hashes_are_of_saved_states);
    suite_add_tcase(suite, test);
    return suite;
}
