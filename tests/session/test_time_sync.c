/* test_time_sync.c - who is ahead of whom: worked rows of estimates, means and advice. */
#include "session/session.h"

#include <check.h>
#include <stdlib.h>

#define PEERS 3

static pawl_session *make_session(pawl_session_role role) {
    pawl_session_def def = pawl_session_def_default();
    def.role = (uint8_t)role;
    def.players = 4;
    def.session_id = 1;
    def.trusts_link = true;
    def.peers = role == PAWL_ROLE_HOST ? PEERS : 1;
    pawl_session *session = NULL;
    const size_t size = pawl_session_size(&def);
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(pawl_session_init(calloc(size, 1), size, &def, &session), PAWL_OK);
    session->phase = PAWL_PHASE_PLAYING;
    session->local = 1;
    return session;
}

/* 60 ticks a second, in 2^-8 ticks: 15.36 per millisecond, rounded towards zero. */
START_TEST(the_other_head_is_where_it_was_and_half_a_round_trip_on) {
    static const struct {
        uint32_t now, head, their_head;
        uint16_t stamp_ms, round_trip;
        int16_t ahead;
    } rows[] = {
        {1000, 20, 10, 900, 80, 2560 - 2150},     /* 140 ms: 2150.4 */
        {1000, 10, 20, 900, 80, -2560 - 2150},    /* the same, behind */
        {1000, 20, 10, 900, 81, 2560 - 2150},     /* half of 81 is 40 */
        {1000, 20, 10, 1000, 0, 2560},            /* it has just come */
        {65540, 20, 10, 65530, 0, 2560 - 153},    /* 10 ms: the clock has 16 bits */
        {6000, 100, 10, 1000, 80, 23040 - 15360}, /* at most a second */
        {1000, 137, 10, 1000, 0, 32512},
        {1000, 138, 10, 1000, 0, 32767}, /* more than the packet can tell */
        {1000, 10, 137, 1000, 0, -32512},
        {1000, 10, 138, 1000, 0, -32767},
        {1000, 10, 137, 900, 80, -32767},
    };
    pawl_session *session = make_session(PAWL_ROLE_HOST);
    pawli_peer *peer = pawli_session_peers(session);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        session->now = rows[i].now;
        session->head = rows[i].head;
        peer->has_stamp = true;
        peer->head = rows[i].their_head;
        peer->clock.stamp_ms = rows[i].stamp_ms;
        peer->clock.round_trip = rows[i].round_trip;
        ck_assert_msg(pawli_time_sync_ahead(session, peer) == rows[i].ahead, "row %d: %d", (int)i,
                      pawli_time_sync_ahead(session, peer));
        peer->has_stamp = false;
        ck_assert_int_eq(pawli_time_sync_ahead(session, peer), 0);
    }
    free(session);
}
END_TEST

START_TEST(an_echo_leaves_out_the_time_it_was_held) {
    pawl_session *session = make_session(PAWL_ROLE_HOST);
    pawli_peer *peer = pawli_session_peers(session);
    peer->clock.stamp = 65000;
    peer->clock.stamp_ms = 65530;
    session->now = 65536 + 4; /* 10 ms later */
    ck_assert_uint_eq(pawli_time_sync_echo(session, peer), 65010);
    session->now = 65536 + 600;
    ck_assert_uint_eq(pawli_time_sync_echo(session, peer), 65606 - 65536);
    free(session);
}
END_TEST

/* An eighth of each round trip, rounded to the nearest; a sixteenth of each distance. */
START_TEST(means_follow_slowly) {
    pawl_session *session = make_session(PAWL_ROLE_HOST);
    pawli_peer *peer = pawli_session_peers(session);
    session->now = 1000;
    session->head = 20;
    peer->head = 10;
    peer->clock.stamp_ms = 900;
    peer->has_stamp = true;
    pawli_time_sync_measure(session, peer, true, 920,
                            -390); /* the first is taken as it is: 80 ms */
    ck_assert_uint_eq(peer->clock.round_trip, 80);
    ck_assert_int_eq(peer->clock.their_ahead, -390);
    ck_assert_int_eq(peer->clock.ahead, 25); /* (410 + 390) / 2 / 16 */
    pawli_time_sync_measure(session, peer, false, 0, -390);
    ck_assert_uint_eq(peer->clock.round_trip, 80);
    ck_assert_int_eq(peer->clock.ahead, 25 + 23);
    pawli_time_sync_measure(session, peer, true, 840, 0); /* (80 * 7 + 160 + 4) / 8 */
    ck_assert_uint_eq(peer->clock.round_trip, 90);
    pawli_time_sync_measure(session, peer, true, (uint16_t)(1000 - 60000),
                            0); /* older than any can be */
    ck_assert_uint_eq(peer->clock.round_trip, 90);
    pawli_time_sync_measure(session, peer, true, (uint16_t)(1000 - 59999), 0);
    ck_assert_uint_eq(peer->clock.round_trip, (90 * 7 + 59999 + 4) / 8);
    session->def.rate = 60;
    peer->clock.round_trip = 50; /* three ticks exactly */
    ck_assert_uint_eq(pawli_time_sync_round_trip(session, peer), 3);
    peer->clock.round_trip = 51;
    ck_assert_uint_eq(pawli_time_sync_round_trip(session, peer), 4);
    free(session);
}
END_TEST

START_TEST(a_host_waits_for_the_slowest_who_plays) {
    pawl_session *session = make_session(PAWL_ROLE_HOST);
    pawli_peer *peers = pawli_session_peers(session);
    ck_assert_int_eq(pawl_session_get_ahead(session), 0);
    for (int i = 0; i < PEERS; i++) {
        peers[i].state = PAWLI_PEER_PLAYING;
        peers[i].has_stamp = true;
        peers[i].begin = 0;
        peers[i].clock.ahead = -100 * (3 - i);
    }
    ck_assert_int_eq(pawl_session_get_ahead(session), -100); /* not 0: all are ahead of us */
    peers[2].begin = PAWLI_NEVER;                            /* a spectator */
    ck_assert_int_eq(pawl_session_get_ahead(session), -200);
    peers[1].has_stamp = false;
    ck_assert_int_eq(pawl_session_get_ahead(session), -300);
    peers[0].clock.ahead = 700;
    peers[1].has_stamp = true;
    ck_assert_int_eq(pawl_session_get_ahead(session), 700);
    peers[0].state = PAWLI_PEER_LOADING;
    ck_assert_int_eq(pawl_session_get_ahead(session), -200);
    session->phase = PAWL_PHASE_WAITING;
    ck_assert_int_eq(pawl_session_get_ahead(session), 0);
    ck_assert_int_eq(pawl_session_get_ahead(NULL), 0);
    free(session);
    session = make_session(PAWL_ROLE_CLIENT);
    peers = pawli_session_peers(session);
    peers[0].state = PAWLI_PEER_PLAYING;
    peers[0].has_stamp = true;
    peers[0].begin = PAWLI_NEVER; /* says nothing of a host */
    peers[0].clock.ahead = 55;
    ck_assert_int_eq(pawl_session_get_ahead(session), 55);
    free(session);
}
END_TEST

/* What was sat out is no longer ahead, of anyone; and not twice within 20 ticks, or 5 far
 * ahead. */
START_TEST(advice_is_whole_ticks_and_rare) {
    static const struct {
        int32_t ahead;
        uint32_t ticks, pause;
    } rows[] = {{0, 0, 0},    {255, 0, 0}, {256, 1, 20}, {511, 1, 20}, {512, 2, 10},
                {767, 2, 10}, {768, 2, 5}, {5000, 2, 5}, {-600, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_session *session = make_session(PAWL_ROLE_HOST);
        pawli_peer *peers = pawli_session_peers(session);
        session->head = 40;
        session->advised = 40;
        for (int k = 0; k < PEERS; k++) {
            peers[k].state = PAWLI_PEER_PLAYING;
            peers[k].has_stamp = true;
            peers[k].begin = 0;
            peers[k].clock.ahead = rows[i].ahead - 10 * k;
        }
        session->local = 0;
        ck_assert_uint_eq(pawl_session_take_advice(session), 0);
        session->local = 1;
        session->head = 39;
        ck_assert_uint_eq(pawl_session_take_advice(session), 0);
        session->head = 40;
        ck_assert_uint_eq(pawl_session_take_advice(session), rows[i].ticks);
        for (int k = 0; k < PEERS; k++)
            ck_assert_int_eq(peers[k].clock.ahead,
                             rows[i].ahead - 10 * k - (int32_t)rows[i].ticks * 256);
        ck_assert_uint_eq(session->advised, 40 + rows[i].pause);
        for (int k = 0; k < PEERS; k++)
            peers[k].clock.ahead = 300 - 400 * k;
        session->head = 40 + rows[i].pause - (rows[i].pause > 0);
        ck_assert_uint_eq(pawl_session_take_advice(session), rows[i].ticks > 0 ? 0 : 1);
        session->head = 80;
        for (int k = 0; k < PEERS; k++)
            peers[k].clock.ahead = 300 - 400 * k;
        ck_assert_uint_eq(pawl_session_take_advice(session), 1);
        free(session);
    }
    ck_assert_uint_eq(pawl_session_take_advice(NULL), 0);
}
END_TEST

Suite *suite_time_sync(void);
Suite *suite_time_sync(void) {
    TCase *cases = tcase_create("time_sync");
    tcase_add_test(cases, the_other_head_is_where_it_was_and_half_a_round_trip_on);
    tcase_add_test(cases, an_echo_leaves_out_the_time_it_was_held);
    tcase_add_test(cases, means_follow_slowly);
    tcase_add_test(cases, a_host_waits_for_the_slowest_who_plays);
    tcase_add_test(cases, advice_is_whole_ticks_and_rare);
    Suite *suite = suite_create("time_sync");
    suite_add_tcase(suite, cases);
    return suite;
}
