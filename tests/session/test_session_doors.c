/* test_session_doors.c - a host on an open network: what packets under forged addresses, and
 * handshakes that were overheard, achieve. Nothing. */
#include "base/bytes.h"
#include "support/base/seeded.h"
#include "support/net/open_host.h"

#define PLAYERS 4
#define WINDOW_MS 8192u /* in which a cookie is the same */

/* ---- the tests ---- */

START_TEST(one_forged_hello_is_no_amplifier) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    open_begin(2);
    open_player(0);
    open_frames(120);
    const pawl_session_role role = _i == 0 ? PAWL_ROLE_SPECTATOR : PAWL_ROLE_CLIENT;
    const uint32_t size = open_make_hello(role, packet);
    const pawl_session_reply reply = open_arrive(10, packet, size);
    ck_assert_uint_eq(reply.peer, PAWL_SESSION_PEER_NONE);
    ck_assert_uint_eq(reply.size, 36);
    open_frames(600);
    ck_assert_uint_le(net.bytes_out[10], net.bytes_in[10]);
    ck_assert_uint_eq(open_count_peers(), 1);
    ck_assert_uint_gt(pawl_session_get_confirmed(net.host.session), 690);
    open_assert_alike(0);
    open_end();
}
END_TEST

/* 120 of them in ten seconds from 15 addresses, and as many other packets. */
START_TEST(a_flood_of_hellos_is_no_amplifier) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    open_begin(2);
    open_player(0);
    open_frames(120);
    static uint8_t before[65536];
    const uint32_t waiting = net.host.event_count;
    for (uint32_t k = 0; k < 600; k++) {
        for (uint32_t i = 0; k % 75 == 0 && i < 15; i++) {
            uint32_t size = open_make_hello(PAWL_ROLE_SPECTATOR, packet);
            if (k % 2 == 1) { /* of a game that it has never been in */
                packet[2] = (uint8_t)(PAWL_SESSION_PROTOCOL | (3 + i % 7) << 4);
                open_seal(packet, size);
            }
            const size_t memory = pawl_session_size(&net.host.def);
            ck_assert_uint_le(memory, sizeof before);
            memcpy(before, net.host.memory, memory);
            (void)open_arrive(10 + i, packet, size);
            ck_assert_mem_eq(before, net.host.memory, memory); /* nothing is kept */
        }
        ck_assert_uint_eq(open_count_peers(), 1);
        open_frames(1);
    }
    open_assert_no_amplifier(10);
    ck_assert_uint_eq(net.host.event_count, waiting);
    ck_assert_uint_gt(pawl_session_get_confirmed(net.host.session), 690);
    open_assert_alike(0);
    open_end();
}
END_TEST

static uint32_t frames_to_play(uint32_t forged_per_frame) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    open_begin(PLAYERS);
    for (uint32_t i = 0; i < 3 && forged_per_frame > 0; i++)
        (void)open_arrive(10 + i, packet, open_make_hello(PAWL_ROLE_CLIENT, packet));
    open_frames(5);
    for (uint32_t i = 0; i + 1 < PLAYERS; i++)
        open_player(i);
    uint32_t count = 0;
    for (; count < 500 && pawl_session_get_phase(net.clients[2].session) != PAWL_PHASE_PLAYING;
         count++) {
        for (uint32_t i = 0; i < forged_per_frame; i++)
            (void)open_arrive(10 + (uint32_t)(seeded_next(&net.seed) % 180), packet,
                              open_make_hello(PAWL_ROLE_CLIENT, packet));
        open_frames(1);
    }
    open_frames(60);
    ck_assert_uint_eq(open_count_peers(), PLAYERS - 1);
    for (uint32_t i = 0; i + 1 < PLAYERS; i++)
        open_assert_alike(i);
    open_assert_no_amplifier(10);
    open_end();
    return count;
}

START_TEST(forged_hellos_do_not_fill_a_lobby) {
    const uint32_t usual = frames_to_play(0);
    ck_assert_uint_lt(usual, 20);
    ck_assert_uint_eq(frames_to_play(1), usual);
    ck_assert_uint_eq(frames_to_play(20), usual);
}
END_TEST

START_TEST(a_hello_under_the_address_of_a_peer_changes_nothing) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    open_begin(2);
    open_player(0);
    for (uint32_t k = 0; k < 400; k++) {
        uint32_t size = open_make_hello(k % 2 ? PAWL_ROLE_CLIENT : PAWL_ROLE_SPECTATOR, packet);
        if (k % 3 == 0) { /* with a cookie of its own */
            const pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
            pawl_session_def like = def;
            like.players = 2;
            size = open_make_answer(&like, 20, packet);
        }
        (void)open_arrive(0, packet, size);
        open_frames(1);
    }
    ck_assert_uint_eq(open_count_peers(), 1);
    ck_assert_ptr_null(machine_find_event(&net.host, PAWL_EVENT_PEER_DOWN));
    ck_assert_ptr_null(machine_find_event(&net.clients[0], PAWL_EVENT_PEER_DOWN));
    ck_assert_uint_gt(pawl_session_get_confirmed(net.host.session), 380);
    open_assert_alike(0);
    open_end();
}
END_TEST

/* What is changed in turn: nothing, the address, the nonce, the time, the secret, the game. */
START_TEST(a_cookie_is_of_one_address_time_nonce_secret_and_game) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    open_begin(2);
    pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    def.players = 2;
    const uint32_t size = open_make_answer(&def, 10, packet);
    pawl_session_def again = net.host.def;
    uint32_t address = 10;
    if (_i == 1) address = 11;
    if (_i == 2) packet[12] ^= 2u;
    if (_i == 3) net.clock_ms += 2u * WINDOW_MS;
    if (_i == 4) again.secret[7] ^= 1u;
    if (_i == 5) again.session_id ^= 2u;
    if (_i == 6) packet[HELLO_COOKIE_AT + seeded_next(&net.seed) % 8] ^= 1u;
    if (_i == 7) net.clock_ms -= WINDOW_MS; /* before it was made */
    if (_i >= 4) {
        machine_close(&net.host);
        machine_open_strictly(&net.host, &again);
    }
    open_seal(packet, size);
    const pawl_session_reply reply = open_arrive(address, packet, size);
    if (_i == 0) {
        ck_assert_uint_lt(reply.peer, PAWL_SESSION_PEERS_MAX);
        ck_assert_uint_eq(reply.size, 0);
        ck_assert_uint_eq(open_count_peers(), 1);
    } else {
        ck_assert_uint_eq(reply.peer, PAWL_SESSION_PEER_NONE);
        ck_assert_uint_eq(reply.bytes[2] >> 4, PAWLI_CHALLENGE);
        ck_assert_uint_eq(open_count_peers(), 0);
    }
    open_end();
}
END_TEST

/* For at least one window a cookie is good. */
START_TEST(a_cookie_is_good_for_a_while) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    open_begin(2);
    pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    def.players = 2;
    if (_i == 1) net.clock_ms = 0u - 5u; /* the clock wraps meanwhile */
    const uint32_t size = open_make_answer(&def, 10, packet);
    net.clock_ms += WINDOW_MS;
    ck_assert_uint_lt(open_arrive(10, packet, size).peer, PAWL_SESSION_PEERS_MAX);
    open_end();
}
END_TEST

/* All that a player has sent comes again, in any order: while it plays, when it has left, and in
 * the next game. */
START_TEST(handshakes_of_before_open_nothing) {
    open_begin(2);
    net.recorded_count = 0;
    net.is_recording = true;
    open_player(0);
    open_frames(60);
    for (uint32_t k = 0; k < 200; k++) {
        const uint32_t i = (uint32_t)(seeded_next(&net.seed) % net.recorded_count);
        (void)open_arrive(k % 3 == 0 ? 30 : 0, net.recorded[i].bytes, net.recorded[i].size);
        if (k % 4 == 0) open_frames(1);
    }
    ck_assert_uint_eq(open_count_peers(), 1);
    open_assert_alike(0);
    ck_assert_int_eq(pawl_session_leave(net.clients[0].session), PAWL_OK);
    open_frames(3);
    net.is_recording = false;
    ck_assert_uint_eq(open_count_peers(), 0);
    machine_close(&net.clients[0]);
    net.is_on[0] = false;
    const uint32_t events = net.host.event_count;
    for (uint32_t k = 0; k < 2; k++) {
        net.bytes_in[0] = net.bytes_out[0] = 0;
        for (uint32_t i = 0; i < net.recorded_count; i++)
            (void)open_arrive(0, net.recorded[i].bytes, net.recorded[i].size);
        open_frames(100);
        ck_assert_uint_le(net.bytes_out[0], net.bytes_in[0]);
        ck_assert_uint_eq(open_count_peers(), 0);
        if (k == 0) ck_assert_uint_eq(net.host.event_count, events);
        pawl_session_def def = net.host.def; /* the next game, with the same secret */
        def.session_id++;
        machine_close(&net.host);
        machine_open_strictly(&net.host, &def);
    }
    open_end();
}
END_TEST

/* ---- what a client believes ---- */

static void open_lonely_client(void) {
    open_begin(2);
    open_player(0);
    net.is_on[0] = false; /* the host does not hear it */
}

/* A host of another version repeats the nonce, as each version does. */
START_TEST(a_client_is_refused_by_what_has_heard_it_alone) {
    uint8_t hello[PAWL_SESSION_PACKET_MAX], bye[27] = {'P', 'W'};
    uint32_t peer;
    open_lonely_client();
    pawl_session *const client = net.clients[0].session;
    ck_assert_int_gt(pawl_session_send(client, &peer, hello, sizeof hello, net.clock_ms), 0);
    bye[2] = (uint8_t)((PAWL_SESSION_PROTOCOL + (unsigned)_i) | PAWLI_BYE << 4);
    bye[20] = PAWL_REFUSED_APP;
    const uint32_t nonce = pawli_fetch_u32(hello + 12);
    const uint32_t nonces[] = {0, nonce ^ 2u, nonce};
    for (uint32_t i = 0; i < 3; i++) {
        pawli_store_u32(bye + 12, nonces[i]);
        open_seal(bye, sizeof bye);
        ck_assert_int_eq(pawl_session_receive(client, 0, bye, sizeof bye, net.clock_ms),
                         i < 2 ? PAWL_ERR_PHASE : PAWL_OK);
        ck_assert_int_eq(pawl_session_get_phase(client),
                         i < 2 ? PAWL_PHASE_WAITING : PAWL_PHASE_ENDED);
    }
    net.is_on[0] = true;
    open_end();
}
END_TEST

/* Challenges that differ each time are answered at once twice, then in the usual time: two machines
 * do not chase each other. */
START_TEST(a_client_does_not_answer_all_challenges_at_once) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX], challenge[36] = {'P', 'W'};
    uint32_t peer, sent = 0;
    open_lonely_client();
    pawl_session *const client = net.clients[0].session;
    ck_assert_int_gt(pawl_session_send(client, &peer, packet, sizeof packet, net.clock_ms), 0);
    challenge[2] = (uint8_t)(PAWL_SESSION_PROTOCOL | PAWLI_CHALLENGE << 4);
    memcpy(challenge + 12, packet + 12, 4); /* the nonce */
    for (uint32_t i = 0; i < 1000; i++) {
        if (i % 20 == 0) net.clock_ms++;
        challenge[3] = (uint8_t)(i & PAWLI_CHALLENGE_KEY);
        pawli_store_u32(challenge + 20, i + 1u);
        open_seal(challenge, sizeof challenge);
        ck_assert_int_eq(pawl_session_receive(client, 0, challenge, sizeof challenge, net.clock_ms),
                         PAWL_OK);
        sent += pawl_session_send(client, &peer, packet, sizeof packet, net.clock_ms) > 0;
    }
    ck_assert_uint_ge(sent, 2);
    ck_assert_uint_le(sent, 2 + 50 / net.clients[0].def.resend_ms);
    net.is_on[0] = true;
    open_end();
}
END_TEST

/* ---- answers to strangers ---- */

START_TEST(a_stranger_is_told_why_in_few_bytes) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    open_begin(2);
    uint32_t size = open_make_hello(PAWL_ROLE_CLIENT, packet);
    const uint32_t nonce = pawli_fetch_u32(packet + 12);
    if (_i == 0) packet[2]++;         /* another version */
    if (_i == 1) packet[16] ^= 1u;    /* another simulation */
    if (_i == 2) packet[30] ^= 1u;    /* another game */
    if (_i == 3) packet[2] |= 3 << 4; /* INPUT of a game of before */
    if (_i == 3) pawli_store_u32(packet + 4, 0x12345678);
    open_seal(packet, size);
    const pawl_session_reply reply = open_arrive(10, packet, size);
    static const uint8_t reasons[] = {PAWL_REFUSED_PROTOCOL, PAWL_REFUSED_SIMULATION,
                                      PAWL_REFUSED_APP, PAWL_REFUSED_SILENCE};
    ck_assert_uint_eq(reply.size, 27);
    ck_assert_uint_eq(reply.bytes[2] >> 4, PAWLI_BYE);
    ck_assert_uint_eq(pawli_fetch_u32(reply.bytes + 12), _i == 3 ? 0 : nonce);
    ck_assert_uint_eq(pawli_fetch_u32(reply.bytes + 16), _i == 3 ? 0x12345678 : 0);
    ck_assert_uint_eq(reply.bytes[20], reasons[_i]);
    ck_assert_uint_eq(open_count_peers(), 0);
    open_end();
}
END_TEST

static pawl_session_reply try_call(pawl_session *session, const void *address, size_t address_size,
                                   const void *packet, size_t size) {
    pawl_session_reply reply;
    pawl_session_receive_from(session, address, address_size, packet, size, 0, &reply);
    ck_assert_uint_eq(reply.peer, PAWL_SESSION_PEER_NONE);
    ck_assert_uint_eq(reply.size, 0);
    return reply;
}

/* An address that was proven is sent a game. When nothing comes from there any more, that ends with
 * the timeout, and until then it is at most a packet for each turn of the host: docs/security.md
 * has the bound. */
START_TEST(what_a_silent_peer_is_sent_is_bounded) {
    open_begin(_i == 0 ? 3 : 2);
    open_player(1);
    if (_i == 0) {
        open_player(0);
        open_frames(60);
    } else { /* it comes late, gets a snapshot, and says nothing more */
        open_frames(120);
        const pawl_session_def def = open_def(PAWL_ROLE_SPECTATOR);
        open_client(0, &def);
        open_frames(3);
    }
    const uint32_t before = net.bytes_out[0];
    ck_assert_uint_gt(before, 0);
    open_close_client(0);
    const pawl_session_def *const def = &net.host.def;
    const uint32_t turns = def->timeout_ms / OPEN_TICK_MS + 2u;
    open_frames(turns + 120);
    const uint32_t sent = net.bytes_out[0] - before;
    printf("doors: a silent %s is sent %u bytes in %u ms\n", _i == 0 ? "player" : "spectator",
           (unsigned)sent, (unsigned)def->timeout_ms);
    ck_assert_uint_le(sent, turns * (uint32_t)def->packet_size);
    ck_assert_uint_eq(open_count_peers(), 1);
    open_frames(300);
    ck_assert_uint_eq(net.bytes_out[0] - before, sent); /* nothing comes after that */
    open_end();
}
END_TEST

/* Of any type, version and length, with a right checksum: no answer is longer, which arriving
 * checks. */
START_TEST(no_packet_draws_a_longer_answer) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t answers = 0;
    open_begin(2);
    for (uint32_t i = 0; i < (uint32_t)SEEDED_ROUNDS(20000); i++) {
        (void)seeded_next(&net.seed);
        uint32_t size = 16 + (uint32_t)(seeded_next(&net.seed) % 40);
        for (uint32_t at = 0; at < size; at++)
            packet[at] = (uint8_t)(seeded_next(&net.seed) >> 56);
        packet[0] = 'P', packet[1] = 'W';
        const uint32_t version = i % 2 ? PAWL_SESSION_PROTOCOL : packet[2] & 15u;
        packet[2] = (uint8_t)(version | (i % 3 ? packet[2] & 0xF0u : 0u));
        open_seal(packet, size);
        answers += open_arrive(10, packet, size).size > 0;
    }
    ck_assert_uint_gt(answers, 2);
    ck_assert_uint_eq(open_count_peers(), 0);
    open_end();
}
END_TEST

START_TEST(calls_of_no_host_on_a_network_are_refused) {
    uint8_t bytes[100] = {0};
    open_begin(2);
    pawl_session *const session = net.host.session;
    ck_assert_int_eq(try_call(NULL, bytes, 4, bytes, 4).status, PAWL_ERR_NULL);
    ck_assert_int_eq(try_call(session, bytes, 4, NULL, 4).status, PAWL_ERR_NULL);
    ck_assert_int_eq(try_call(session, NULL, 4, bytes, 4).status, PAWL_ERR_NULL);
    ck_assert_int_eq(try_call(session, bytes, 65, bytes, 4).status, PAWL_ERR_RANGE);
    ck_assert_int_eq(try_call(session, bytes, 64, bytes, 4).status, PAWL_ERR_CORRUPT);
    ck_assert_int_eq(try_call(session, NULL, 0, bytes, 100).status, PAWL_ERR_CORRUPT);
    pawl_session_receive_from(session, bytes, 4, bytes, 4, 0, NULL);
    open_player(0);
    ck_assert_int_eq(try_call(net.clients[0].session, bytes, 4, bytes, 4).status,
                     PAWL_ERR_ARGUMENT);
    /* And a packet of a new machine comes in by no other door. */
    const uint32_t size = open_make_hello(PAWL_ROLE_CLIENT, bytes);
    ck_assert_int_eq(pawl_session_receive(session, 3, bytes, size, 0), PAWL_ERR_PHASE);
    ck_assert_uint_eq(open_count_peers(), 0);
    open_end();
}
END_TEST

/* An address proves itself for another visit, and the packets of the first one come late. */
START_TEST(a_visit_is_not_ended_by_a_hello_of_the_last_one) {
    open_begin(2);
    net.recorded_count = 0;
    net.is_recording = true;
    open_player(0);
    open_frames(30);
    net.is_recording = false;
    ck_assert_int_eq(pawl_session_leave(net.clients[0].session), PAWL_OK);
    open_frames(3);
    open_close_client(0);
    open_player(0);
    open_frames(60);
    const uint32_t events = net.host.event_count;
    for (uint32_t i = 0; i < net.recorded_count; i++) {
        (void)open_arrive(0, net.recorded[i].bytes, net.recorded[i].size);
        open_frames(1);
    }
    ck_assert_uint_eq(net.host.event_count, events);
    ck_assert_uint_eq(open_count_peers(), 1);
    ck_assert_ptr_null(machine_find_event(&net.clients[0], PAWL_EVENT_PEER_DOWN));
    open_assert_alike(0);
    open_end();
}
END_TEST

/* A client that still knocks when the host begins another game, with the same secret: what it was
 * told of the first one is not true of the second. */
START_TEST(another_game_of_a_host_has_other_visits) {
    open_begin(3);
    const pawl_session_def watches = open_def(PAWL_ROLE_SPECTATOR);
    open_client(2, &watches);
    open_frames(5);
    open_player(1);
    open_frames(5);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[1].session), 2);
    open_close_client(2);
    pawl_session_def again = net.host.def;
    again.session_id++;
    machine_close(&net.host);
    machine_open_strictly(&net.host, &again);
    for (uint32_t i = 0; i < PAWL_SESSION_PEERS_MAX; i++)
        net.address_of_peer[i] = -1;
    net.is_on[1] = false;
    open_player(0);
    open_frames(5);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[0].session), 2);
    net.is_on[1] = true;
    open_frames(200);
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[1].session), 4);
    open_assert_alike(0);
    open_assert_alike(1);
    open_end();
}
END_TEST

Suite *suite_session_doors(void) {
    Suite *const suite = suite_create("session_doors");
    TCase *const doors = tcase_create("doors");
    tcase_set_timeout(doors, 60);
    tcase_add_loop_test(doors, one_forged_hello_is_no_amplifier, 0, 2);
    tcase_add_test(doors, a_flood_of_hellos_is_no_amplifier);
    tcase_add_test(doors, forged_hellos_do_not_fill_a_lobby);
    tcase_add_test(doors, a_hello_under_the_address_of_a_peer_changes_nothing);
    tcase_add_loop_test(doors, a_cookie_is_of_one_address_time_nonce_secret_and_game, 0, 8);
    tcase_add_loop_test(doors, a_cookie_is_good_for_a_while, 0, 2);
    tcase_add_test(doors, handshakes_of_before_open_nothing);
    tcase_add_test(doors, a_visit_is_not_ended_by_a_hello_of_the_last_one);
    tcase_add_loop_test(doors, a_stranger_is_told_why_in_few_bytes, 0, 4);
    tcase_add_loop_test(doors, a_client_is_refused_by_what_has_heard_it_alone, 0, 2);
    tcase_add_test(doors, a_client_does_not_answer_all_challenges_at_once);
    tcase_add_test(doors, no_packet_draws_a_longer_answer);
    tcase_add_loop_test(doors, what_a_silent_peer_is_sent_is_bounded, 0, 2);
    tcase_add_test(doors, calls_of_no_host_on_a_network_are_refused);
    tcase_add_test(doors, another_game_of_a_host_has_other_visits);
    suite_add_tcase(suite, doors);
    return suite;
}
