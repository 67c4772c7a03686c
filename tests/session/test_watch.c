/* test_watch.c - spectators see the game some ticks later, and nothing newer on any way. */
#include "base/bytes.h"
#include "session/session.h"
#include "support/base/seeded.h"
#include "support/net/relay_tree.h"

#define LEAVES 8

static uint32_t told_rows, told_hashes, told_snapshots;

/* The bodies are those of docs/format-wire.md. */
static void look_at_packet(relay_tree *tree, machine *from, uint32_t peer, const uint8_t *packet,
                           uint32_t size) {
    if (from == &tree->host && peer == 0) return; /* the other player */
    if (size < 12 + 16) return;
    const uint8_t *const body = packet + 12;
    const uint32_t type = packet[2] >> 4, every = from->def.hash_every;
    const uint32_t confirmed = pawl_session_get_confirmed(from->session);
    const uint32_t end = confirmed - pawli_min(confirmed, from->def.watch_delay);
    if (type == PAWLI_INPUT) {
        told_rows += body[8];
        ck_assert_uint_le(pawli_fetch_u32(body + 4) + body[8], end);
    } else if (type == PAWLI_HASH) {
        const uint32_t first = pawli_fetch_u32(body + 8), count = body[12];
        told_hashes += count;
        ck_assert_uint_le(pawli_fetch_u32(body + 4), end + every);
        if (count > 0) ck_assert_uint_le(first + (count - 1) * every, end);
        ck_assert_uint_le(pawli_fetch_u32(body), end + every); /* agreed */
    } else if (type == PAWLI_SNAPSHOT) {
        told_snapshots++;
        ck_assert_uint_le(pawli_fetch_u32(body), end);
    } else if (type == PAWLI_DIAGNOSE) {
        ck_assert_uint_le(pawli_fetch_u32(body), end);
    }
}

static void assert_watched(const relay_tree *tree, uint32_t least) {
    for (uint32_t i = 0; i < tree->leaf_count; i++) {
        uint32_t seen = 0;
        for (uint32_t tick = 0; tick < TREE_ROWS; tick++) {
            if (!tree->leaf_logs[i].has[tick]) continue;
            ck_assert_mem_eq(tree->leaf_logs[i].rows[tick], tree->host_log.rows[tick], TREE_ROW);
            seen++;
        }
        ck_assert_msg(seen >= least, "leaf %u: %u ticks", i, seen);
        ck_assert_ptr_null(machine_find_event(&tree->leaves[i], PAWL_EVENT_DESYNC));
        ck_assert_uint_eq(tree->leaves[i].resets, 1);
    }
}

/* The delays of the host and of the relays add up; hashes are compared all the same. */
START_TEST(spectators_see_what_is_over) {
    uint64_t seed = seeded_fresh("watch");
    static const uint16_t delays[] = {1, 30, 120, 600};
    pawl_session_def def = pawl_session_def_default();
    def.window = 10;
    def.watch_delay = delays[_i];
    def.hash_every = (uint8_t)(1 + net_random(&seed, 4));
    const net_line line = {.delay_ms = (uint16_t)net_random(&seed, 50),
                           .jitter_ms = (uint16_t)net_random(&seed, 20),
                           .loss = (uint8_t)net_random(&seed, 6)};
    relay_tree *const tree = relay_tree_make(seed, LEAVES, &def, &line);
    told_rows = told_hashes = told_snapshots = 0;
    tree->sending = look_at_packet;
    for (uint32_t i = 0; i < LEAVES; i++)
        tree->starts[i] = net_random(&seed, 300);
    relay_tree_run(tree, 600 + 5u * def.watch_delay);
    assert_watched(tree, 250);
    const uint32_t host = pawl_session_get_confirmed(tree->host.session);
    for (uint32_t i = 0; i < LEAVES; i++) {
        const uint32_t leaf = pawl_session_get_head(tree->leaves[i].session);
        ck_assert_uint_le(leaf + 3u * def.watch_delay, host);
        ck_assert_uint_ge(leaf + 3u * def.watch_delay + 100u, host);
    }
    ck_assert_uint_gt(told_rows, 1000);
    ck_assert_uint_gt(told_hashes, 100);
    ck_assert_uint_gt(told_snapshots, LEAVES);
    relay_tree_free(tree);
}
END_TEST

/* Machines that come late, one after the other, do not make each other wait; a player that joins
 * meanwhile does not wait at all. */
START_TEST(late_spectators_wait_for_one_snapshot) {
    static machine host, watchers[3], player;
    pawl_session_def def = pawl_session_def_default();
    def.watch_delay = 90;
    def.session_id = 4;
    def.peers = 4;
    machine_open(&host, &def);
    ck_assert_int_eq(pawl_session_start(host.session), PAWL_OK);
    uint32_t starts[4] = {100, 130, 170, UINT32_MAX};
    machine *const all[4] = {&watchers[0], &watchers[1], &watchers[2], &player};
    def.peers = 1;
    for (uint32_t i = 0; i < 4; i++) {
        def.role = i == 3 ? PAWL_ROLE_CLIENT : PAWL_ROLE_SPECTATOR;
        def.session_id = 10 + i;
        machine_open(all[i], &def);
        ck_assert_int_eq(pawl_session_set_snapshot_memory(all[i]->session, all[i]->snapshot_memory,
                                                          sizeof all[i]->snapshot_memory),
                         PAWL_OK);
    }
    if (_i == 1) starts[3] = 140; /* the spectators wait for the snapshot after its own */
    for (uint32_t frame = 0; frame < 400; frame++) {
        machine_add_inputs(&host);
        machine_run(&host);
        for (uint32_t i = 0; i < 4; i++)
            if (frame >= starts[i]) machine_frame(all[i], &host, i, frame * 17);
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        int32_t size;
        while ((size = pawl_session_send(host.session, &peer, packet, sizeof packet, frame * 17)) >
               0)
            machine_receive(all[peer], 0, packet, (uint32_t)size, frame * 17);
        if (frame == 180 && _i == 1) {
            ck_assert_int_eq(pawl_session_get_phase(player.session), PAWL_PHASE_PLAYING);
        }
        if (frame == 185) {
            ck_assert_int_eq(pawl_session_get_phase(watchers[0].session), PAWL_PHASE_LOADING);
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(watchers[i].resets, 1);
        const uint32_t seen = pawl_session_get_head(watchers[i].session);
        const uint32_t now = pawl_session_get_confirmed(host.session);
        ck_assert_uint_le(seen + 90, now);
        ck_assert_uint_ge(seen + 90 + 10, now);
        ck_assert_uint_eq(watchers[i].played[seen - 1], host.played[seen - 1]);
    }
    uint32_t snapshots = 0;
    for (const char *at = host.log; (at = strchr(at, 'X')) != NULL; at++)
        snapshots++;
    if (_i == 0) ck_assert_uint_eq(snapshots, 1);
    for (uint32_t i = 0; i < 4; i++)
        machine_close(all[i]);
    machine_close(&host);
}
END_TEST

/* A spectator that lies about a tick which it has not been shown is told nothing of it. */
START_TEST(a_lie_about_a_newer_tick_is_not_answered) {
    static machine host, watcher;
    pawl_session_def def = pawl_session_def_default();
    def.watch_delay = 60;
    def.session_id = 4;
    def.players = 1;
    def.role = PAWL_ROLE_SPECTATOR;
    machine_open(&watcher, &def);
    def.role = PAWL_ROLE_HOST;
    def.local_players = 1;
    def.peers = 1;
    machine_open(&host, &def);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(watcher.session, watcher.snapshot_memory,
                                                      sizeof watcher.snapshot_memory),
                     PAWL_OK);
    uint32_t frame = 0;
    for (; frame < 300; frame++) {
        machine_frame(&watcher, &host, 0, frame * 17);
        machine_frame(&host, &watcher, 0, frame * 17);
    }
    const uint32_t shown = pawl_session_get_confirmed(watcher.session);
    ck_assert_uint_gt(shown, 100);
    for (uint32_t i = 0; i < 40; i++) {
        const bool is_found = i % 2 == 1;
        const uint32_t tick = shown + 5 + i;
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        pawli_peer *const peer = pawli_session_peers(watcher.session);
        pawli_writer to = pawli_wire_begin(watcher.session, packet, sizeof packet);
        pawli_write_u32(&to, peer->hashes.agreed);
        pawli_write_u32(&to, tick + 1);
        pawli_write_u32(&to, tick);
        pawli_write_u8(&to, 1);
        pawli_write_u32(&to, pawli_desync_chain_before(host.session, tick));
        pawli_write_u32(&to, 0xBAD);
        /* The host's own hash, as if it had told it. */
        if (is_found) {
            pawli_write_u32(&to,
                            pawli_session_hashes(host.session)[tick % host.session->hash_count]);
        }
        for (uint32_t n = 0; n < 5 && is_found; n++)
            pawli_write_u8(&to, 0);
        const int32_t size =
            pawli_wire_end(watcher.session, peer, &to, PAWLI_HASH, is_found ? 4 : 0);
        ck_assert_int_gt(size, 0);
        (void)pawl_session_receive(host.session, 0, packet, (size_t)size, frame * 17);
    }
    machine_frame(&host, &watcher, 0, ++frame * 17);
    ck_assert_ptr_null(machine_find_event(&host, PAWL_EVENT_DESYNC));
    machine_close(&host), machine_close(&watcher);
}
END_TEST

START_TEST(memory_is_bounded) {
    uint64_t seed = seeded_fresh("watch memory");
    for (uint32_t i = 0; i < 500; i++) {
        pawl_session_def def = pawl_session_def_default();
        def.session_id = def.secret[0] = 1;
        def.players = (uint8_t)(1 + net_random(&seed, 8));
        def.input_size = (uint8_t)(1 + net_random(&seed, 16));
        def.window = (uint8_t)net_random(&seed, 16);
        def.slots = 20;
        def.role = net_chance(&seed, 50) ? PAWL_ROLE_RELAY : PAWL_ROLE_HOST;
        def.watch_delay = (uint16_t)net_random(&seed, 601);
        ck_assert_uint_le(pawl_session_size(&def),
                          PAWL_SESSION_SIZE_MAX(def.players, def.input_size, def.window, def.delay,
                                                def.slots, def.peers) +
                              def.watch_delay * (def.players * def.input_size + 5u));
        ck_assert_uint_ne(pawl_session_size(&def), 0);
    }
}
END_TEST

Suite *suite_watch(void) {
    Suite *const suite = suite_create("watch");
    TCase *const test = tcase_create("watch");
    tcase_set_timeout(test, 60);
    tcase_add_loop_test(test, spectators_see_what_is_over, 0, 4);
    tcase_add_loop_test(test, late_spectators_wait_for_one_snapshot, 0, 2);
    tcase_add_test(test, memory_is_bounded);
    tcase_add_test(test, a_lie_about_a_newer_tick_is_not_answered);
    suite_add_tcase(suite, test);
    return suite;
}
