/* test_session_join.c - coming late, going, and coming back. */
#include "base/bytes.h"
#include "base/crc.h"
#include "support/net/machine.h"

#define TICK_MS 17
#define SECRET 77

static machine host, guest, third;

static pawl_session_def make_def(pawl_session_role role, uint8_t window) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = window;
    def.session_id = 0x5678;
    def.peers = role == PAWL_ROLE_HOST ? 4 : 1;
    def.secret[0] = role == PAWL_ROLE_HOST;
    return def;
}

static void open_guest(machine *m, uint8_t window, pawl_session_role role, uint8_t secret) {
    pawl_session_def def = make_def(role, window);
    def.secret[0] = secret;
    def.session_id = secret + 5u;
    machine_open(m, &def);
    ck_assert_int_eq(
        pawl_session_set_snapshot_memory(m->session, m->snapshot_memory, sizeof m->snapshot_memory),
        PAWL_OK);
}

static uint32_t clock_ms;
static bool is_deaf;         /* the second client: nothing reaches it */
static uint32_t chunk_every; /* only so many-th snapshot packet gets through; 0: all */

/* Frames of the host and of up to two clients; null: absent. */
static void play(uint32_t frames, machine *first, machine *second) {
    for (uint32_t i = 0; i < frames; i++, clock_ms += TICK_MS) {
        if (first != NULL) machine_frame(first, &host, 0, clock_ms);
        if (second != NULL) machine_frame(second, &host, 1, clock_ms);
        machine_add_inputs(&host);
        machine_run(&host);
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        int32_t size;
        while ((size = pawl_session_send(host.session, &peer, packet, sizeof packet, clock_ms)) >
               0) {
            machine *const to = peer == 0 ? first : peer == 1 ? second : NULL;
            if (to == second && is_deaf) continue;
            static uint32_t chunks;
            if (chunk_every != 0 && packet[2] >> 4 == 6 && ++chunks % chunk_every != 0) continue;
            if (to != NULL) machine_receive(to, 0, packet, (uint32_t)size, clock_ms);
        }
    }
}

static void assert_alike(const machine *other, uint32_t from) {
    uint32_t end = pawl_session_get_confirmed(other->session);
    if (end > pawl_session_get_head(other->session)) end = pawl_session_get_head(other->session);
    if (end > pawl_session_get_head(host.session)) end = pawl_session_get_head(host.session);
    ck_assert_uint_gt(end, from);
    ck_assert_uint_lt(end, MACHINE_PLAYED);
    for (uint32_t tick = from; tick < end; tick++)
        ck_assert_msg(host.played[tick] == other->played[tick], "tick %u differs", (unsigned)tick);
    ck_assert_ptr_null(machine_find_event(other, PAWL_EVENT_DESYNC));
}

START_TEST(a_spectator_comes_late) {
    const uint8_t window = (uint8_t)(_i * 8);
    const pawl_session_def def = make_def(PAWL_ROLE_HOST, window);
    clock_ms = 0;
    machine_open(&host, &def);
    open_guest(&guest, window, PAWL_ROLE_CLIENT, 0);
    play(100, &guest, NULL);
    open_guest(&third, window, PAWL_ROLE_SPECTATOR, 0);
    play(200, &guest, &third);
    ck_assert_uint_eq(third.resets, 1);
    ck_assert_uint_gt(pawl_session_get_head(third.session), 280);
    assert_alike(&guest, 0);
    assert_alike(&third, 120);
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

START_TEST(a_player_comes_back_with_its_secret) {
    const uint8_t window = (uint8_t)(_i * 8);
    const pawl_session_def def = make_def(PAWL_ROLE_HOST, window);
    clock_ms = 0xFFFFF000u; /* wraps */
    machine_open(&host, &def);
    open_guest(&guest, window, PAWL_ROLE_CLIENT, SECRET);
    play(100, &guest, NULL);
    assert_alike(&guest, 0);
    play(400, NULL, NULL); /* 6.8 s */
    const pawl_session_event_info *const gone = machine_find_event(&host, PAWL_EVENT_PLAYER_GONE);
    ck_assert_ptr_nonnull(gone);
    ck_assert_uint_eq(gone->players, 2);
    machine_close(&guest);
    open_guest(&guest, window, PAWL_ROLE_CLIENT, SECRET);
    play(200, &guest, NULL);
    ck_assert_uint_eq(guest.resets, 1);
    const pawl_session_event_info *const back = machine_find_event(&host, PAWL_EVENT_PLAYER_BACK);
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_eq(back->players, 2);
    ck_assert_ptr_nonnull(machine_find_event(&guest, PAWL_EVENT_PLAYER_BACK));
    ck_assert_uint_eq(machine_find_event(&guest, PAWL_EVENT_PLAYER_BACK)->tick, back->tick);
    assert_alike(&guest, back->tick - 10);
    ck_assert_uint_gt(pawl_session_get_confirmed(guest.session), back->tick + 50);
    machine_close(&host), machine_close(&guest);
}
END_TEST

static void assert_sound(const machine *m, uint32_t peer) {
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(m->session, peer, &stats), PAWL_OK);
    ck_assert_uint_eq(stats.malformed, 0);
    ck_assert_uint_gt(stats.received, 100);
}

/* Small packets, which are lost, and overtake each other on a full link: a game, and a spectator
 * who gets a snapshot in 44 chunks. */
START_TEST(a_bad_line_changes_nothing) {
    const bool is_compact = _i % 2 == 1;
    pawl_session_def def = make_def(PAWL_ROLE_HOST, (uint8_t)(_i < 2 ? 0 : 8));
    clock_ms = 0;
    def.players = 3;
    def.local_players = 2;
    def.packet_size = 48;
    def.trusts_link = true;
    def.secret[0] = 0;
    def.link = is_compact;
    line_loses = 4;
    line_swaps = is_compact ? 0 : 5;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    def.local_players = 1;
    machine_open(&guest, &def);
    play(300, &guest, NULL);
    def.role = PAWL_ROLE_SPECTATOR;
    def.session_id = 3;
    machine_open(&third, &def);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(third.session, third.snapshot_memory, 4096),
                     PAWL_OK);
    play(400, &guest, &third);
    assert_alike(&guest, 0);
    assert_alike(&third, third.events[0].tick + 1);
    ck_assert_uint_gt(pawl_session_get_head(guest.session), 150);
    ck_assert_uint_gt(pawl_session_get_head(third.session) + 60,
                      pawl_session_get_head(host.session));
    ck_assert_uint_eq(third.resets, 1);
    assert_sound(&host, 0), assert_sound(&guest, 0), assert_sound(&third, 0);
    line_loses = line_swaps = 0;
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

/* Two players are away; who comes first gets what it had, not what is free first. */
START_TEST(a_secret_brings_back_the_same_players) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    def.players = 3;
    clock_ms = 0;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    machine *const guests[] = {&guest, &third};
    for (uint32_t i = 0; i < 2; i++) {
        def.secret[0] = (uint8_t)(SECRET + i);
        machine_open(guests[i], &def);
    }
    play(60, &guest, &third);
    ck_assert_uint_eq(pawl_session_get_local_players(third.session), 4);
    play(400, NULL, NULL);
    machine_close(&third);
    def.session_id = 9;
    machine_open(&third, &def);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(third.session, third.snapshot_memory, 4096),
                     PAWL_OK);
    play(100, NULL, &third);
    ck_assert_uint_eq(pawl_session_get_local_players(third.session), 4);
    ck_assert_uint_eq(machine_find_event(&host, PAWL_EVENT_PLAYER_BACK)->players, 4);
    /* A stranger gets nothing: both places are kept. */
    machine_close(&guest);
    def.session_id = 10;
    def.secret[0] = 0;
    machine_open(&guest, &def);
    play(20, &guest, &third);
    ck_assert_ptr_nonnull(machine_find_event(&guest, PAWL_EVENT_REFUSED));
    ck_assert_int_eq(machine_find_event(&guest, PAWL_EVENT_REFUSED)->reason, PAWL_REFUSED_FULL);
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

/* Whoever leaves says so, and leaves its place to others. */
START_TEST(a_place_that_was_left_is_free) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    clock_ms = 0;
    machine_open(&host, &def);
    open_guest(&guest, 8, PAWL_ROLE_CLIENT, SECRET);
    play(50, &guest, NULL);
    ck_assert_int_eq(pawl_session_leave(guest.session), PAWL_OK);
    ck_assert_int_eq(pawl_session_get_phase(guest.session), PAWL_PHASE_ENDED);
    play(2, &guest, NULL);
    ck_assert_ptr_nonnull(machine_find_event(&host, PAWL_EVENT_PEER_DOWN));
    ck_assert_int_eq(machine_find_event(&host, PAWL_EVENT_PEER_DOWN)->reason, PAWL_REFUSED_LEFT);
    ck_assert_uint_lt(machine_find_event(&host, PAWL_EVENT_PLAYER_GONE)->tick, 56);
    open_guest(&third, 8, PAWL_ROLE_CLIENT, 5);
    play(100, NULL, &third);
    ck_assert_uint_eq(pawl_session_get_local_players(third.session), 2);
    ck_assert_ptr_nonnull(machine_find_event(&third, PAWL_EVENT_PLAYER_BACK));
    /* The host can throw it out. */
    ck_assert_int_eq(pawl_session_drop(host.session, 1), PAWL_OK);
    play(2, NULL, &third);
    ck_assert_int_eq(pawl_session_get_phase(third.session), PAWL_PHASE_ENDED);
    ck_assert_int_eq(machine_find_event(&third, PAWL_EVENT_PEER_DOWN)->reason,
                     PAWL_REFUSED_DROPPED);
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

/* The host sleeps for ten seconds: it wakes and goes on, and its client comes back by itself. So
 * does a client that slept. */
START_TEST(a_pause_is_no_end) {
    const bool host_sleeps = _i == 0;
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    clock_ms = 7;
    machine_open(&host, &def);
    open_guest(&guest, 8, PAWL_ROLE_CLIENT, SECRET);
    play(100, &guest, NULL);
    for (uint32_t i = 0; i < 600; i++, clock_ms += TICK_MS)
        machine_frame(host_sleeps ? &guest : &host, NULL, 0, clock_ms);
    play(200, &guest, NULL);
    ck_assert_uint_eq(guest.resets, 1);
    const pawl_session_event_info *const back = machine_find_event(&guest, PAWL_EVENT_PLAYER_BACK);
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_gt(pawl_session_get_confirmed(guest.session), back->tick + 50);
    assert_alike(&guest, back->tick);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* A shorter one, within the patience of the other side, is nothing at all. */
START_TEST(a_host_that_slept_blames_nobody) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    clock_ms = 0;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    def.timeout_ms = 20000;
    machine_open(&guest, &def);
    play(100, &guest, NULL);
    for (uint32_t i = 0; i < 400; i++, clock_ms += TICK_MS)
        machine_frame(&guest, NULL, 0, clock_ms);
    machine_carry(&host, &guest, 0, clock_ms); /* before it hears of anybody */
    play(100, &guest, NULL);
    ck_assert_ptr_null(machine_find_event(&host, PAWL_EVENT_PEER_DOWN));
    ck_assert_uint_gt(pawl_session_get_head(guest.session), 190);
    assert_alike(&guest, 0);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* A spectator that hears nothing holds nobody up, and is dropped long before it would be silent. */
START_TEST(who_cannot_keep_up_is_dropped) {
    const pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    clock_ms = 0;
    machine_open(&host, &def);
    open_guest(&guest, 8, PAWL_ROLE_CLIENT, 0);
    open_guest(&third, 8, PAWL_ROLE_SPECTATOR, 0);
    play(30, NULL, &third);
    play(60, &guest, &third);
    ck_assert_uint_gt(third.steps, 40);
    is_deaf = true;
    play(100, &guest, &third);
    is_deaf = false;
    ck_assert_uint_gt(pawl_session_get_head(host.session), 150);
    const pawl_session_event_info *const event = machine_find_event(&host, PAWL_EVENT_PEER_DOWN);
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(event->reason, PAWL_REFUSED_SLOW);
    play(200, &guest, &third); /* it comes back by itself */
    ck_assert_uint_eq(third.resets, 1);
    ck_assert_uint_gt(pawl_session_get_head(third.session) + 20,
                      pawl_session_get_head(host.session));
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

static void open_without_host_player(uint8_t window) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, window);
    def.local_players = 0;
    clock_ms = 0;
    machine_open(&host, &def);
    open_guest(&guest, window, PAWL_ROLE_CLIENT, SECRET);
    open_guest(&third, window, PAWL_ROLE_CLIENT, SECRET + 1);
    play(30, &guest, &third);
    ck_assert_uint_gt(pawl_session_get_head(host.session), 10);
    ck_assert_ptr_eq(machine_find_event(&host, PAWL_EVENT_STALLED), NULL);
}

static uint32_t count_stalls(const machine *m, uint32_t players) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->event_count; i++)
        count += m->events[i].type == PAWL_EVENT_STALLED && m->events[i].players == players;
    return count;
}

/* A host without players never waits with an input of its own; it was not told of any stall, and
 * could throw out nothing. */
START_TEST(a_host_without_players_is_told_what_holds_up_its_game) {
    open_without_host_player((uint8_t)(_i * 8));
    const uint32_t absent = pawl_session_get_local_players(third.session);
    play(60, &guest, NULL);
    ck_assert_uint_eq(count_stalls(&host, absent), 1);
    ck_assert_uint_eq(count_stalls(&host, 3), 0);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(host.session, 0, &stats), PAWL_OK);
    ck_assert_uint_eq(stats.stalls, 1);
    const uint32_t head = pawl_session_get_head(host.session);
    ck_assert_int_eq(pawl_session_drop(host.session, 1), PAWL_OK);
    play(60, &guest, NULL);
    ck_assert_uint_gt(pawl_session_get_head(host.session), head + 40);
    /* None is left to wait for. */
    host.event_count = 0;
    ck_assert_int_eq(pawl_session_drop(host.session, 0), PAWL_OK);
    play(60, NULL, NULL);
    ck_assert_ptr_eq(machine_find_event(&host, PAWL_EVENT_STALLED), NULL);
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

/* The third machine plays, but says of nothing that it has come: the host must keep all of it. */
static void play_without_acknowledging(uint32_t frames) {
    for (uint32_t i = 0; i < frames; i++) {
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        uint32_t peer;
        int32_t size;
        machine_add_inputs(&third);
        machine_run(&third);
        while ((size = pawl_session_send(third.session, &peer, packet, sizeof packet, clock_ms)) >
               0) {
            if (packet[2] >> 4 == 3) {
                pawli_store_u32(packet + 12, 0);
                pawli_store_u32(packet + size - 4, pawli_crc_32(0, packet, (size_t)size - 4));
            }
            machine_receive(&host, 1, packet, (uint32_t)size, clock_ms);
        }
        machine_frame(&guest, &host, 0, clock_ms);
        machine_add_inputs(&host);
        machine_run(&host);
        while ((size = pawl_session_send(host.session, &peer, packet, sizeof packet, clock_ms)) > 0)
            machine_receive(peer == 0 ? &guest : &third, 0, packet, (uint32_t)size, clock_ms);
        clock_ms += TICK_MS;
    }
}

/* The host keeps what it has told until it is acknowledged, and then has no room for inputs: those
 * of the honest client were missing, too, and it was named for it, or nothing was. */
START_TEST(a_peer_that_acknowledges_nothing_is_named) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    def.players = 3;
    def.local_players = _i == 0 ? 1 : 0;
    clock_ms = 0;
    machine_open(&host, &def);
    for (uint32_t m = 0; m < 2; m++) {
        def = make_def(PAWL_ROLE_CLIENT, 8);
        def.players = 3;
        def.local_players = _i == 1 && m == 0 ? 2 : 1;
        machine_open(m == 0 ? &guest : &third, &def);
    }
    play(3, &guest, &third);
    play_without_acknowledging(200);
    const uint32_t head = pawl_session_get_head(host.session);
    ck_assert_uint_gt(head, 20);
    ck_assert_uint_lt(head, 120);
    ck_assert_uint_eq(count_stalls(&host, pawl_session_get_local_players(third.session)), 1);
    ck_assert_uint_eq(count_stalls(&host, 0), 0);
    ck_assert_int_eq(pawl_session_drop(host.session, 1), PAWL_OK);
    play(60, &guest, NULL);
    ck_assert_uint_gt(pawl_session_get_head(host.session), head + 40);
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

/* More ticks go by than the ring holds while the snapshot is on its way. */
START_TEST(a_slow_snapshot_loses_no_inputs) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, (uint8_t)(_i * 8));
    def.packet_size = 64;
    clock_ms = 0;
    machine_open(&host, &def);
    open_guest(&guest, (uint8_t)(_i * 8), PAWL_ROLE_CLIENT, 0);
    play(50, &guest, NULL);
    open_guest(&third, (uint8_t)(_i * 8), PAWL_ROLE_SPECTATOR, 0);
    chunk_every = 12;
    uint32_t frames = 0;
    for (; third.resets == 0 && frames < 2000; frames++)
        play(1, &guest, &third);
    chunk_every = 0;
    ck_assert_uint_gt(frames, 120);
    play(100, &guest, &third);
    ck_assert_uint_eq(third.resets, 1);
    ck_assert_uint_gt(pawl_session_get_head(third.session) + 20,
                      pawl_session_get_head(host.session));
    assert_alike(&third, 60);
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

/* Too large, or nobody has one. */
START_TEST(without_a_snapshot_nobody_comes_late) {
    pawl_session_def def = make_def(PAWL_ROLE_HOST, 8);
    clock_ms = 0;
    machine_open(&host, &def);
    ck_assert_int_eq(pawl_session_start(host.session), PAWL_OK);
    play(20, NULL, NULL);
    def.role = PAWL_ROLE_CLIENT;
    machine_open(&guest, &def);
    if (_i == 0) {
        ck_assert_int_eq(pawl_session_set_snapshot_memory(guest.session, guest.snapshot_memory,
                                                          MACHINE_SNAPSHOT - 1),
                         PAWL_OK);
    }
    play(20, &guest, NULL);
    const pawl_session_event_info *const event = machine_find_event(&guest, PAWL_EVENT_REFUSED);
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(event->reason, PAWL_REFUSED_SNAPSHOT);
    ck_assert_int_eq(pawl_session_is_peer_free(host.session, 0), true);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* On a serial line, in packets of 48 bytes: the same game, with the same joining. */
START_TEST(a_compact_link_plays_too) {
    const uint8_t window = (uint8_t)(_i * 8);
    pawl_session_def def = make_def(PAWL_ROLE_HOST, window);
    clock_ms = 0;
    def.link = PAWL_SESSION_LINK_COMPACT;
    def.packet_size = 48;
    def.hash_every = 10;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    def.peers = 1;
    def.secret[0] = SECRET;
    machine_open(&guest, &def);
    play(300, &guest, NULL);
    assert_alike(&guest, 0);
    ck_assert_uint_gt(pawl_session_get_confirmed(guest.session), 290);
    play(400, NULL, NULL);
    machine_close(&guest);
    def.session_id = 99;
    machine_open(&guest, &def);
    ck_assert_int_eq(pawl_session_set_snapshot_memory(guest.session, guest.snapshot_memory, 4096),
                     PAWL_OK);
    play(300, &guest, NULL);
    ck_assert_uint_eq(guest.resets, 1);
    const pawl_session_event_info *const back = machine_find_event(&guest, PAWL_EVENT_PLAYER_BACK);
    ck_assert_ptr_nonnull(back);
    assert_alike(&guest, back->tick);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(guest.session, 0, &stats), PAWL_OK);
    machine_close(&host), machine_close(&guest);
}
END_TEST

Suite *suite_session_join(void) {
    Suite *const suite = suite_create("session_join");
    TCase *const join = tcase_create("join");
    tcase_add_loop_test(join, a_spectator_comes_late, 0, 2);
    tcase_add_loop_test(join, a_player_comes_back_with_its_secret, 0, 2);
    tcase_add_loop_test(join, a_compact_link_plays_too, 0, 2);
    tcase_add_loop_test(join, a_bad_line_changes_nothing, 0, 4);
    tcase_add_test(join, a_secret_brings_back_the_same_players);
    tcase_add_test(join, a_place_that_was_left_is_free);
    tcase_add_loop_test(join, a_pause_is_no_end, 0, 2);
    tcase_add_test(join, a_host_that_slept_blames_nobody);
    tcase_add_test(join, who_cannot_keep_up_is_dropped);
    tcase_add_loop_test(join, a_host_without_players_is_told_what_holds_up_its_game, 0, 2);
    tcase_add_loop_test(join, a_peer_that_acknowledges_nothing_is_named, 0, 2);
    tcase_add_loop_test(join, a_slow_snapshot_loses_no_inputs, 0, 2);
    tcase_add_loop_test(join, without_a_snapshot_nobody_comes_late, 0, 2);
    suite_add_tcase(suite, join);
    return suite;
}
