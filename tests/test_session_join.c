/* test_session_join.c - coming late, going, and coming back. */
#include "support/machine.h"

#define TICK_MS 17
#define TOKEN 77

static machine host, guest, third;

static pawl_session_def make_def(pawl_session_role role, uint8_t window) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.window = window;
    def.session_id = 0x5678;
    def.peers = role == PAWL_ROLE_HOST ? 4 : 1;
    return def;
}

static void open_guest(machine *m, uint8_t window, pawl_session_role role, uint32_t token) {
    pawl_session_def def = make_def(role, window);
    def.token = token;
    def.session_id = token + 5;
    machine_open(m, &def);
    ck_assert_int_eq(
        pawl_session_set_snapshot_memory(m->session, m->snapshot_memory, sizeof m->snapshot_memory),
        PAWL_OK);
}

static uint32_t clock_ms;

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
            if (to != NULL) {
                (void)pawl_session_receive(to->session, 0, packet, (size_t)size, clock_ms);
            }
        }
    }
}

static void assert_alike(const machine *other, uint32_t from) {
    uint32_t end = pawl_session_confirmed(other->session);
    if (end > pawl_session_head(other->session)) end = pawl_session_head(other->session);
    if (end > pawl_session_head(host.session)) end = pawl_session_head(host.session);
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
    ck_assert_uint_gt(pawl_session_head(third.session), 280);
    assert_alike(&guest, 0);
    assert_alike(&third, 120);
    machine_close(&host), machine_close(&guest), machine_close(&third);
}
END_TEST

START_TEST(a_player_comes_back_with_its_token) {
    const uint8_t window = (uint8_t)(_i * 8);
    const pawl_session_def def = make_def(PAWL_ROLE_HOST, window);
    clock_ms = 0xFFFFF000u; /* wraps */
    machine_open(&host, &def);
    open_guest(&guest, window, PAWL_ROLE_CLIENT, TOKEN);
    play(100, &guest, NULL);
    assert_alike(&guest, 0);
    play(400, NULL, NULL); /* 6.8 s */
    const pawl_session_event_info *const gone = machine_find_event(&host, PAWL_EVENT_PLAYER_GONE);
    ck_assert_ptr_nonnull(gone);
    ck_assert_uint_eq(gone->players, 2);
    machine_close(&guest);
    open_guest(&guest, window, PAWL_ROLE_CLIENT, TOKEN);
    play(200, &guest, NULL);
    ck_assert_uint_eq(guest.resets, 1);
    const pawl_session_event_info *const back = machine_find_event(&host, PAWL_EVENT_PLAYER_BACK);
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_eq(back->players, 2);
    ck_assert_ptr_nonnull(machine_find_event(&guest, PAWL_EVENT_PLAYER_BACK));
    ck_assert_uint_eq(machine_find_event(&guest, PAWL_EVENT_PLAYER_BACK)->tick, back->tick);
    assert_alike(&guest, back->tick - 10);
    ck_assert_uint_gt(pawl_session_confirmed(guest.session), back->tick + 50);
    machine_close(&host), machine_close(&guest);
}
END_TEST

/* On a serial line, in packets of 48 bytes: the same game, with the same joining. */
START_TEST(a_compact_link_plays_too) {
    const uint8_t window = (uint8_t)(_i * 8);
    pawl_session_def def = make_def(PAWL_ROLE_HOST, window);
    clock_ms = 0;
    def.link = PAWL_LINK_COMPACT;
    def.packet_size = 48;
    def.hash_every = 10;
    machine_open(&host, &def);
    def.role = PAWL_ROLE_CLIENT;
    def.peers = 1;
    def.token = TOKEN;
    machine_open(&guest, &def);
    play(300, &guest, NULL);
    assert_alike(&guest, 0);
    ck_assert_uint_gt(pawl_session_confirmed(guest.session), 290);
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
    tcase_add_loop_test(join, a_player_comes_back_with_its_token, 0, 2);
    tcase_add_loop_test(join, a_compact_link_plays_too, 0, 2);
    suite_add_tcase(suite, join);
    return suite;
}
