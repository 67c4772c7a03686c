/* test_relay.c - spectators of spectators: trees of relays over bad networks. */
#include "support/base/seeded.h"
#include "support/net/relay_tree.h"
#include "support/net/world_machine.h"

#define LEAVES 34
#define TREES 6

static pawl_session_def shared_def(void) {
    pawl_session_def def = pawl_session_def_default();
    def.window = 10;
    return def;
}

static net_line draw_line(uint64_t *seed) {
    net_line line = {.delay_ms = (uint16_t)net_random(seed, 60),
                     .jitter_ms = (uint16_t)net_random(seed, 20),
                     .loss = (uint8_t)net_random(seed, 9),
                     .duplicate = (uint8_t)net_random(seed, 4)};
    return line;
}

/* All spectators have the host's inputs, and the same state at the end. */
static void assert_watched(const relay_tree *tree, uint32_t least) {
    for (uint32_t i = 0; i < tree->leaf_count; i++) {
        const machine *const leaf = &tree->leaves[i];
        uint32_t seen = 0;
        for (uint32_t tick = 0; tick < TREE_ROWS; tick++) {
            if (!tree->leaf_logs[i].has[tick]) continue;
            ck_assert_msg(tree->host_log.has[tick], "leaf %u: tick %u is not the host's", i, tick);
            ck_assert_mem_eq(tree->leaf_logs[i].rows[tick], tree->host_log.rows[tick], TREE_ROW);
            seen++;
        }
        ck_assert_msg(seen >= least, "leaf %u: %u ticks of %u", i, seen, tree->end);
        ck_assert_msg(leaf->now.tick == tree->end, "leaf %u ends at tick %u of %u, phase %d", i,
                      leaf->now.tick, tree->end, (int)pawl_session_get_phase(leaf->session));
        ck_assert_uint_eq(leaf->now.value, tree->leaves[0].now.value);
        ck_assert_uint_eq(leaf->played[tree->host.now.tick - 1],
                          tree->host.played[tree->host.now.tick - 1]);
        ck_assert_ptr_null(machine_find_event(leaf, PAWL_EVENT_DESYNC));
    }
    for (uint32_t i = 0; i < TREE_RELAYS; i++)
        ck_assert_int_eq(tree->relays[i].status, PAWL_OK);
    ck_assert_uint_eq(tree->desyncs_at_relays, 0);
}

START_TEST(a_tree_of_relays_shows_the_game_to_all) {
    uint64_t seed = seeded_fresh("relay tree");
    for (uint32_t n = 0; n < SEEDED_PASSES(1, TREES); n++) {
        pawl_session_def def = shared_def();
        def.hash_every = (uint8_t)(1 + net_random(&seed, 3));
        const net_line line = draw_line(&seed);
        relay_tree *const tree = relay_tree_make(seed + n, LEAVES, &def, &line);
        tree->end = 900;
        for (uint32_t i = 0; i < LEAVES; i++)
            tree->starts[i] = net_random(&seed, 500);
        relay_tree_run(tree, 400);
        if (net_chance(&seed, 50)) netsim_cut(tree->nets[0], 1, tree->now_us + 6000000);
        relay_tree_run(tree, 900);
        assert_watched(tree, 200);
        relay_tree_free(tree);
    }
}
END_TEST

START_TEST(a_player_that_goes_and_comes_back_does_so_for_all) {
    const net_line line = {.delay_ms = 20, .loss = 3};
    const pawl_session_def def = shared_def();
    relay_tree *const tree = relay_tree_make(seeded_fresh("relay player"), 8, &def, &line);
    tree->end = 1400;
    relay_tree_run(tree, 200);
    netsim_cut(tree->nets[0], 1, tree->now_us + 7000000);
    relay_tree_run(tree, 1700);
    assert_watched(tree, 1000);
    for (uint32_t i = 0; i < tree->leaf_count; i++) {
        const pawl_session_event_info *const gone =
            machine_find_event(&tree->leaves[i], PAWL_EVENT_PLAYER_GONE);
        const pawl_session_event_info *const back =
            machine_find_event(&tree->leaves[i], PAWL_EVENT_PLAYER_BACK);
        ck_assert_ptr_nonnull(gone);
        ck_assert_ptr_nonnull(back);
        ck_assert_uint_eq(gone->tick,
                          machine_find_event(&tree->host, PAWL_EVENT_PLAYER_GONE)->tick);
        ck_assert_uint_eq(back->tick,
                          machine_find_event(&tree->host, PAWL_EVENT_PLAYER_BACK)->tick);
    }
    relay_tree_free(tree);
}
END_TEST

/* The first relay is cut off for longer than the timeout: it comes back by a snapshot, and so do
 * all below it. A short cut is waited out. */
START_TEST(a_relay_that_loses_its_host_comes_back) {
    const net_line line = {.delay_ms = 15, .jitter_ms = 10, .loss = 2};
    const pawl_session_def def = shared_def();
    const bool is_long = _i == 0;
    relay_tree *const tree = relay_tree_make(seeded_fresh("relay cut"), 12, &def, &line);
    tree->end = 1500;
    relay_tree_run(tree, 300);
    /* A relay whose first packets are lost comes after the game has begun: by a snapshot. */
    const uint32_t before = tree->relays[0].up.resets;
    ck_assert_uint_le(before, 1);
    netsim_cut(tree->nets[0], 2, tree->now_us + (is_long ? 6500000 : 400000));
    relay_tree_run(tree, 700);
    ck_assert_uint_eq(tree->relays[0].up.resets, before + is_long);
    relay_tree_run(tree, 800);
    assert_watched(tree, is_long ? 800 : 1000);
    for (uint32_t i = 0; i < tree->leaf_count; i++)
        ck_assert_uint_eq(tree->leaves[i].resets, 1 + is_long);
    relay_tree_free(tree);
}
END_TEST

/* While the game stands still, the session of the relay to the host is replaced by another one: its
 * snapshot is of the last tick that was relayed, and its spectators hear nothing of it. */
START_TEST(a_relay_goes_on_where_the_ticks_meet) {
    const net_line line = {.delay_ms = 10};
    const pawl_session_def def = shared_def();
    relay_tree *const tree = relay_tree_make(seeded_fresh("relay meets"), 8, &def, &line);
    tree->end = 500;
    relay_tree_run(tree, 200);
    tree->is_guest_here = false;
    relay_tree_run(tree, 30);
    machine *const up = &tree->relays[0].up;
    pawl_session_def again = up->def;
    machine_close(up);
    again.session_id = 999;
    machine_open(up, &again);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(up->session, up->snapshot_memory,
                                                      sizeof up->snapshot_memory),
                     PAWL_OK);
    relay_tree_run(tree, 200);
    ck_assert_uint_eq(up->resets, 1);
    tree->is_guest_here = true;
    relay_tree_run(tree, 600);
    assert_watched(tree, 480);
    for (uint32_t i = 0; i < tree->leaf_count; i++)
        ck_assert_uint_eq(tree->leaves[i].resets, 1);
    ck_assert_uint_eq(tree->relays[0].down.resets, 0);
    relay_tree_free(tree);
}
END_TEST

START_TEST(the_upstream_of_the_host_does_not_grow) {
    const net_line line = {.delay_ms = 25, .jitter_ms = 10, .loss = 3};
    const pawl_session_def def = shared_def();
    const uint64_t seed = seeded_fresh("relay upstream");
    uint32_t bytes[2] = {0};
    for (uint32_t n = 0; n < 2; n++) {
        relay_tree *const tree = relay_tree_make(seed, n == 0 ? 1 : 40, &def, &line);
        tree->end = 600;
        relay_tree_run(tree, 900);
        for (uint32_t peer = 0; peer < 16; peer++) {
            pawl_session_stats stats;
            ck_assert_int_eq(pawl_session_get_stats(tree->host.session, peer, &stats), PAWL_OK);
            bytes[n] += stats.bytes_sent;
        }
        assert_watched(tree, 200);
        relay_tree_free(tree);
    }
    printf("relay: host sends %u bytes to a guest and a relay, below which are 1 or 40\n",
           bytes[0]);
    ck_assert_uint_eq(bytes[0], bytes[1]);
}
END_TEST

START_TEST(a_desync_of_a_spectator_is_told_to_its_relay) {
    const net_line line = {.delay_ms = 20, .loss = 2};
    const pawl_session_def def = shared_def();
    relay_tree *const tree = relay_tree_make(seeded_fresh("relay desync"), 8, &def, &line);
    tree->leaves[5].spoil_tick = 300;
    tree->end = 500;
    relay_tree_run(tree, 800);
    ck_assert_uint_eq(tree->desyncs_at_relays, 1);
    for (uint32_t i = 0; i < tree->leaf_count; i++) {
        const pawl_session_event_info *const desync =
            machine_find_event(&tree->leaves[i], PAWL_EVENT_DESYNC);
        ck_assert_int_eq(desync != NULL, i == 5);
        if (desync != NULL) ck_assert_uint_eq(desync->tick, 301);
    }
    ck_assert_ptr_null(machine_find_event(&tree->host, PAWL_EVENT_DESYNC));
    relay_tree_free(tree);
}
END_TEST

START_TEST(what_cannot_be_relayed_is_refused) {
    static machine host, relay, other;
    pawl_session_def def = shared_def();
    def.session_id = 3;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_RELAY;
    machine_open(&relay, &def);
    def.input_size = 3;
    machine_open(&other, &def);
    ck_assert_int_eq(pawl_session_relay(NULL, host.session), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_relay(relay.session, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_relay(host.session, relay.session), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_relay(relay.session, relay.session), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_relay(other.session, host.session), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_relay(relay.session, host.session), PAWL_OK); /* not begun */
    ck_assert_int_eq(pawl_session_start(relay.session), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_get_phase(relay.session), PAWL_PHASE_WAITING);
    /* A machine that wants to play is refused. */
    static machine guest;
    def.input_size = 2;
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    for (uint32_t i = 0; i < 10; i++) {
        machine_frame(&guest, &relay, 0, i * 17);
        machine_frame(&relay, &guest, 0, i * 17);
    }
    const pawl_session_event_info *const refused = machine_find_event(&guest, PAWL_EVENT_REFUSED);
    ck_assert_ptr_nonnull(refused);
    ck_assert_int_eq(refused->reason, PAWL_REFUSED_FULL);
    /* The host has played on before the relay was fed. */
    ck_assert_int_eq(pawl_session_start(host.session), PAWL_OK);
    for (uint32_t i = 0; i < 300; i++) {
        machine_frame(&host, NULL, 0, i * 17);
        if (i == 150)
            ck_assert_int_eq(pawl_session_relay(relay.session, host.session), PAWL_ERR_PHASE);
    }
    machine_close(&host), machine_close(&relay), machine_close(&other), machine_close(&guest);
}
END_TEST

/* ---- one world for both sessions of a relay ---- */

static world_machine world_host, world_up, world_down, world_leaf;

static void open_worlds(void) {
    pawl_session_def def = shared_def();
    def.local_players = 2;
    def.peers = 2;
    world_machine_open(&world_host, &def);
    def.local_players = 0;
    def.role = PAWL_ROLE_RELAY;
    world_machine_open(&world_down, &def);
    def.role = PAWL_ROLE_SPECTATOR;
    world_machine_open(&world_up, &def);
    def.session_id = 8;
    world_machine_open(&world_leaf, &def);
    free(world_down.game.world);
    world_down.game.world = world_up.game.world;
}

static void close_worlds(void) {
    world_down.game.world = NULL;
    world_machine_close(&world_host), world_machine_close(&world_up);
    world_machine_close(&world_down), world_machine_close(&world_leaf);
}

static void take_events(world_machine *m) {
    pawl_session_event_info event;
    while (pawl_session_take_event(m->session, &event)) {
        if (event.type == PAWL_EVENT_DESYNC) m->desync = event, m->desyncs++;
        if (event.type == PAWL_EVENT_DIAGNOSED) m->diagnosed = event, m->diagnoses++;
    }
}

static void play_worlds(uint32_t frames) {
    for (uint32_t i = 0; i < frames; i++) {
        const uint32_t now_ms = i * 17u;
        world_machine_frame(&world_host);
        world_machine_carry(&world_host, &world_up, 0, now_ms);
        if (i > 60) world_machine_carry(&world_up, &world_host, 0, now_ms);
        pawl_status status;
        (void)pawl_session_run_relay(world_down.session, &world_down.game, world_up.session,
                                     &world_up.game, &status);
        ck_assert_int_eq(status, PAWL_OK);
        take_events(&world_down), take_events(&world_up);
        world_machine_carry(&world_down, &world_leaf, 0, now_ms);
        if (i > 90) world_machine_frame(&world_leaf);
        if (i > 90) world_machine_carry(&world_leaf, &world_down, 0, now_ms);
    }
}

START_TEST(one_world_is_enough_for_both_sessions) {
    open_worlds();
    const bool is_spoiled = _i == 1;
    if (is_spoiled) world_leaf.spoil_tick = 200;
    if (is_spoiled) ck_assert_int_eq(pawl_session_start(world_host.session), PAWL_ERR_PHASE);
    play_worlds(400);
    /* The host shows a tick after its delay: those that watch may be ahead of it. */
    const uint32_t end = pawl_session_get_head(world_leaf.session) - world_host.def.delay;
    ck_assert_uint_gt(end, 350);
    ck_assert_uint_gt(pawl_session_get_head(world_down.session), 380);
    ck_assert_uint_eq(pawl_session_get_head(world_down.session),
                      pawl_session_get_head(world_up.session));
    for (uint32_t tick = 120; tick < (is_spoiled ? 200 : end); tick++) {
        ck_assert_uint_eq(world_leaf.hashes[tick], world_host.hashes[tick]);
        ck_assert_uint_eq(world_up.hashes[tick], world_host.hashes[tick]);
    }
    ck_assert_uint_eq(world_up.desyncs, 0);
    ck_assert_uint_eq(world_down.desyncs, is_spoiled);
    ck_assert_uint_eq(world_leaf.desyncs, is_spoiled);
    ck_assert_uint_eq(world_leaf.diagnoses, is_spoiled);
    ck_assert_uint_eq(world_down.diagnoses, is_spoiled);
    if (is_spoiled) ck_assert_uint_eq(world_down.desync.tick, 201);
    close_worlds();
}
END_TEST

START_TEST(two_worlds_are_not_run_as_one) {
    open_worlds();
    pawl_status status = PAWL_OK;
    pawl_session_world other = world_host.game;
    (void)pawl_session_run_relay(world_down.session, &other, world_up.session, &world_up.game,
                                 &status);
    ck_assert_int_eq(status, PAWL_ERR_ARGUMENT);
    (void)pawl_session_run_relay(world_down.session, &world_down.game, NULL, &world_up.game,
                                 &status);
    ck_assert_int_eq(status, PAWL_ERR_NULL);
    (void)pawl_session_run_relay(world_down.session, &world_host.game, world_host.session,
                                 &world_host.game, &status);
    ck_assert_int_eq(status, PAWL_ERR_ARGUMENT);
    close_worlds();
}
END_TEST

Suite *suite_relay(void) {
    Suite *const suite = suite_create("relay");
    TCase *const test = tcase_create("relay");
    tcase_set_timeout(test, 60);
    tcase_add_test(test, a_tree_of_relays_shows_the_game_to_all);
    tcase_add_test(test, a_player_that_goes_and_comes_back_does_so_for_all);
    tcase_add_loop_test(test, a_relay_that_loses_its_host_comes_back, 0, 2);
    tcase_add_test(test, a_relay_goes_on_where_the_ticks_meet);
    tcase_add_loop_test(test, one_world_is_enough_for_both_sessions, 0, 2);
    tcase_add_test(test, two_worlds_are_not_run_as_one);
    tcase_add_test(test, the_upstream_of_the_host_does_not_grow);
    tcase_add_test(test, a_desync_of_a_spectator_is_told_to_its_relay);
    tcase_add_test(test, what_cannot_be_relayed_is_refused);
    suite_add_tcase(suite, test);
    return suite;
}
