/* test_session_return.c - players that come back by a secret, and others that would like to be
 * them.
 */
#include "base/bytes.h"
#include "support/base/seeded.h"
#include "desync/diagnosis.h"
#include "support/net/open_host.h"

/* ---- coming back ---- */

static void play_and_lose(const pawl_session_def *def, uint32_t at) {
    open_client(at, def);
    open_frames(60);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[at].session), 2);
    machine_close(&net.clients[at]);
    net.is_on[at] = false;
    open_frames(90); /* 1.5 s of silence */
}

START_TEST(a_player_comes_back_from_anywhere) {
    open_begin(2);
    pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    for (uint32_t visit = 0; visit < 4; visit++) {
        play_and_lose(&def, visit);
        def.session_id += 2; /* it was switched off, and remembers its secret alone */
    }
    open_client(4, &def);
    open_frames(200);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[4].session), 2);
    ck_assert_ptr_nonnull(machine_find_event(&net.clients[4], PAWL_EVENT_PLAYER_BACK));
    ck_assert_uint_eq(open_count_peers(), 1);
    open_assert_alike(4);
    open_end();
}
END_TEST

/* A reader has all packets of a victim that came back once, and a machine of its own. */
START_TEST(what_was_overheard_brings_no_player_back) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX], key[PAWLI_RETURN_KEY] = {0};
    uint8_t name[PAWLI_RETURN_NAME] = {0};
    open_begin(2);
    net.recorded_count = 0;
    net.is_recording = true;
    pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    play_and_lose(&def, 0);
    def.session_id += 2;
    play_and_lose(&def, 1);
    net.is_recording = false;
    uint32_t with_key = 0;
    for (uint32_t i = 0; i < net.recorded_count; i++) {
        if (net.recorded[i].bytes[2] >> 4 != PAWLI_HELLO) continue;
        if ((net.recorded[i].bytes[3] & PAWLI_HELLO_KEY) == 0) continue;
        with_key++;
        memcpy(name, net.recorded[i].bytes + HELLO_NAME_AT, sizeof name);
        memcpy(key, net.recorded[i].bytes + HELLO_KEY_AT, sizeof key);
    }
    ck_assert_uint_gt(with_key, 0);
    open_frames(600); /* the players are gone, and kept for the victim */
    ck_assert_uint_eq(open_count_peers(), 0);
    for (uint32_t way = 0; way < 4; way++) {
        pawl_session_def own = open_def(PAWL_ROLE_CLIENT);
        own.players = 2;
        uint32_t size = open_make_answer(&own, 50 + way, packet);
        ck_assert_uint_eq(packet[3], PAWLI_HELLO_COOKIE | PAWLI_HELLO_NAME);
        memcpy(packet + HELLO_NAME_AT, name, sizeof name);
        if (way > 0) { /* the key that was shown, what looks like one, zeros */
            packet[3] |= PAWLI_HELLO_KEY;
            if (way == 2) memcpy(key, packet + HELLO_NAME_AT + 8, sizeof key);
            if (way == 3) memset(key, 0, sizeof key);
            memcpy(packet + HELLO_KEY_AT, key, sizeof key);
            size += PAWLI_RETURN_KEY;
        }
        open_seal(packet, size);
        const pawl_session_reply reply = open_arrive(50 + way, packet, size);
        ck_assert_uint_eq(reply.peer, PAWL_SESSION_PEER_NONE);
        ck_assert_uint_eq(reply.bytes[2] >> 4, PAWLI_CHALLENGE);
        ck_assert_uint_eq(reply.bytes[3], PAWLI_CHALLENGE_KEY);
    }
    def.session_id += 2;
    open_client(2, &def);
    open_frames(200);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[2].session), 2);
    ck_assert_ptr_nonnull(machine_find_event(&net.clients[2], PAWL_EVENT_PLAYER_BACK));
    open_assert_alike(2);
    open_end();
}
END_TEST

/* A stranger, without a secret or with another one, gets nothing of a victim that is silent. */
START_TEST(a_silent_player_is_not_taken_over) {
    open_begin(2);
    const pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    open_client(0, &def);
    open_frames(60);
    net.is_on[0] = false;
    open_frames(80);                         /* 1.36 s */
    uint8_t packet[PAWL_SESSION_PACKET_MAX]; /* under its own address, without a cookie */
    (void)open_arrive(0, packet, open_make_hello(PAWL_ROLE_CLIENT, packet));
    ck_assert_uint_eq(open_count_peers(), 1);
    pawl_session_def other = open_def(PAWL_ROLE_CLIENT);
    if (_i == 1) memset(other.secret, 0, sizeof other.secret);
    open_client(1, &other);
    open_frames(20);
    const pawl_session_event_info *const event =
        machine_find_event(&net.clients[1], PAWL_EVENT_REFUSED);
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(event->reason, PAWL_REFUSED_FULL);
    net.is_on[0] = true;
    open_frames(100);
    ck_assert_int_eq(pawl_session_get_phase(net.clients[0].session), PAWL_PHASE_PLAYING);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[0].session), 2);
    ck_assert_ptr_null(machine_find_event(&net.clients[0], PAWL_EVENT_PEER_DOWN));
    open_assert_alike(0);
    open_end();
}
END_TEST

/* By mistake: the one that plays goes on, the other one waits, and takes over when it has gone. */
START_TEST(a_program_that_was_started_twice_waits) {
    open_begin(2);
    pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    open_client(0, &def);
    open_frames(60);
    def.session_id++;
    open_client(1, &def);
    open_frames(300);
    ck_assert_int_eq(pawl_session_get_phase(net.clients[1].session), PAWL_PHASE_WAITING);
    ck_assert_int_eq(pawl_session_get_phase(net.clients[0].session), PAWL_PHASE_PLAYING);
    ck_assert_ptr_null(machine_find_event(&net.host, PAWL_EVENT_PEER_DOWN));
    open_assert_alike(0);
    open_close_client(0);
    open_frames(200);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[1].session), 2);
    open_assert_alike(1);
    open_end();
}
END_TEST

/* A diagnosis is of a visit: on the next one nobody knows of its tick. */
START_TEST(a_question_of_the_last_visit_is_not_asked_again) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t peer;
    open_begin(2);
    open_player(0);
    machine *const client = &net.clients[0];
    client->spoil_tick = 60;
    for (uint32_t i = 0; i < 400 && machine_find_event(client, PAWL_EVENT_DESYNC) == NULL; i++) {
        open_frames(1);
        if (pawli_session_diagnosis(client->session)->state == PAWLI_DIAGNOSIS_ASKS) break;
    }
    ck_assert_int_eq(pawli_session_diagnosis(client->session)->state, PAWLI_DIAGNOSIS_ASKS);
    client->spoil_tick = 0;
    while (pawl_session_get_phase(client->session) == PAWL_PHASE_PLAYING) {
        net.clock_ms += OPEN_TICK_MS; /* nothing comes from the host, or gets there */
        while (pawl_session_send(client->session, &peer, packet, sizeof packet, net.clock_ms) > 0)
            continue;
    }
    open_frames(400);
    ck_assert_uint_eq(client->resets, 1);
    ck_assert_int_eq(pawl_session_get_phase(client->session), PAWL_PHASE_PLAYING);
    ck_assert_int_eq(pawli_session_diagnosis(client->session)->state, PAWLI_DIAGNOSIS_IDLE);
    open_assert_alike(0);
    open_end();
}
END_TEST

Suite *suite_session_return(void) {
    Suite *const suite = suite_create("session_return");
    TCase *const back = tcase_create("return");
    tcase_set_timeout(back, 60);
    tcase_add_test(back, a_player_comes_back_from_anywhere);
    tcase_add_test(back, what_was_overheard_brings_no_player_back);
    tcase_add_test(back, a_program_that_was_started_twice_waits);
    tcase_add_loop_test(back, a_silent_player_is_not_taken_over, 0, 2);
    tcase_add_test(back, a_question_of_the_last_visit_is_not_asked_again);
    suite_add_tcase(suite, back);
    return suite;
}
