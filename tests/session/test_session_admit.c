/* test_session_admit.c - the program of a host is asked: what a machine says of itself, yes, no,
 * and later; bans. */
#include "base/bytes.h"
#include "support/base/seeded.h"
#include "support/net/open_host.h"

static const char password[] = "sesame";

/* The next ADMIT of the host, looking at events from *from on; null: none. */
static const pawl_session_event_info *find_question(uint32_t *from) {
    for (; *from < net.host.event_count; ++*from)
        if (net.host.events[*from].type == PAWL_EVENT_ADMIT) return &net.host.events[(*from)++];
    return NULL;
}

static void begin_asking(bool is_trusted) {
    open_begin(2);
    pawl_session_def def = net.host.def;
    def.asks = true;
    def.greeting_size = 16;
    def.trusts_link = is_trusted;
    def.peers = 4;
    machine_close(&net.host);
    machine_open_strictly(&net.host, &def);
}

static pawl_session_def make_asker(pawl_session_role role, const char *greeting) {
    pawl_session_def def = open_def(role);
    def.greeting = greeting;
    def.greeting_size = (uint8_t)(greeting == NULL ? 0 : strlen(greeting));
    return def;
}

START_TEST(the_program_hears_what_a_machine_says_and_lets_it_in_when_it_likes) {
    uint32_t from = 0, size = 99;
    begin_asking(false);
    const pawl_session_def def = make_asker(PAWL_ROLE_CLIENT, password);
    open_client(0, &def);
    open_frames(3);
    const pawl_session_event_info *const asked = find_question(&from);
    ck_assert_ptr_nonnull(asked);
    ck_assert_uint_eq(asked->value, 1);
    ck_assert_ptr_null(find_question(&from));
    const uint32_t peer = asked->peer;
    const void *const greeting = pawl_session_get_greeting(net.host.session, peer, &size);
    ck_assert_uint_eq(size, sizeof password - 1);
    ck_assert_mem_eq(greeting, password, size);
    /* Later: it has a number until then, and nothing else, and costs no more than it sends. */
    net.bytes_in[0] = net.bytes_out[0] = 0;
    open_frames((uint32_t)(_i * 200));
    ck_assert_uint_eq(net.bytes_out[0], 0);
    ck_assert_int_eq(pawl_session_get_phase(net.host.session), PAWL_PHASE_WAITING);
    ck_assert_int_eq(find_question(&from) != NULL, _i > 0); /* again each second */
    ck_assert_int_eq(pawl_session_admit(net.host.session, peer), PAWL_OK);
    ck_assert_int_eq(pawl_session_admit(net.host.session, peer), PAWL_ERR_PHASE);
    open_frames(100);
    ck_assert_int_eq(pawl_session_get_phase(net.clients[0].session), PAWL_PHASE_PLAYING);
    ck_assert_ptr_eq(pawl_session_get_greeting(net.host.session, peer, &size), greeting);
    ck_assert_uint_eq(open_count_peers(), 1);
    open_assert_alike(0);
    open_end();
}
END_TEST

START_TEST(the_program_refuses_with_a_code_of_its_own) {
    uint32_t from = 0;
    begin_asking(false);
    const pawl_session_def def = make_asker(PAWL_ROLE_CLIENT, "guess");
    const uint8_t code = (uint8_t)(seeded_next(&net.seed) >> 56);
    open_client(0, &def);
    open_frames(3);
    const pawl_session_event_info *const asked = find_question(&from);
    ck_assert_ptr_nonnull(asked);
    ck_assert_int_eq(pawl_session_refuse(net.host.session, asked->peer, code), PAWL_OK);
    ck_assert_int_eq(pawl_session_refuse(net.host.session, asked->peer, code), PAWL_ERR_PHASE);
    open_frames(5);
    const pawl_session_event_info *const refused =
        machine_find_event(&net.clients[0], PAWL_EVENT_REFUSED);
    ck_assert_ptr_nonnull(refused);
    ck_assert_int_eq(refused->reason, PAWL_REFUSED_ADMISSION);
    ck_assert_uint_eq(refused->code, code);
    ck_assert_uint_eq(open_count_peers(), 0);
    ck_assert_ptr_null(machine_find_event(&net.host, PAWL_EVENT_PEER_UP));
    open_end();
}
END_TEST

/* By address, whoever comes from there, and each time. */
START_TEST(a_banned_address_gets_nothing_and_others_all) {
    uint32_t from = 0, refused = 0;
    begin_asking(false);
    for (uint32_t i = 0; i < 3; i++) {
        const pawl_session_def def =
            make_asker(i < 2 ? PAWL_ROLE_SPECTATOR : PAWL_ROLE_CLIENT, NULL);
        open_client(i, &def);
    }
    for (uint32_t i = 0; i < 200; i++) {
        const pawl_session_event_info *asked;
        open_frames(1);
        while ((asked = find_question(&from)) != NULL) {
            const bool is_banned = net.address_of_peer[asked->peer] == 1;
            const pawl_status status = is_banned
                                           ? pawl_session_refuse(net.host.session, asked->peer, 9)
                                           : pawl_session_admit(net.host.session, asked->peer);
            ck_assert_int_eq(status, PAWL_OK);
            refused += is_banned;
        }
        if (i != 60) continue; /* with another secret, another nonce */
        open_close_client(1);
        const pawl_session_def def = make_asker(PAWL_ROLE_SPECTATOR, password);
        open_client(1, &def);
    }
    ck_assert_uint_eq(refused, 2);
    ck_assert_uint_eq(open_count_peers(), 2);
    ck_assert_int_eq(pawl_session_get_phase(net.clients[0].session), PAWL_PHASE_PLAYING);
    ck_assert_int_eq(pawl_session_get_phase(net.clients[1].session), PAWL_PHASE_ENDED);
    open_assert_alike(2);
    open_end();
}
END_TEST

/* It has waited for an answer, and is silent now, or says that it leaves. */
START_TEST(what_waits_for_an_answer_and_goes_is_no_peer) {
    uint32_t from = 0;
    begin_asking(false);
    const pawl_session_def def = make_asker(PAWL_ROLE_CLIENT, password);
    open_client(0, &def);
    open_frames(3);
    const pawl_session_event_info *const asked = find_question(&from);
    ck_assert_ptr_nonnull(asked);
    if (_i == 0) net.is_on[0] = false;
    if (_i == 1) ck_assert_int_eq(pawl_session_leave(net.clients[0].session), PAWL_OK);
    open_frames(_i == 0 ? 320 : 3);
    ck_assert_uint_eq(open_count_peers(), 0);
    ck_assert_int_eq(pawl_session_admit(net.host.session, asked->peer), PAWL_ERR_PHASE);
    const pawl_session_event_info *const down = machine_find_event(&net.host, PAWL_EVENT_PEER_DOWN);
    ck_assert_ptr_nonnull(down);
    ck_assert_int_eq(down->reason, _i == 0 ? PAWL_REFUSED_SILENCE : PAWL_REFUSED_LEFT);
    net.is_on[0] = true;
    open_end();
}
END_TEST

/* A player that comes back was let in before. */
START_TEST(what_comes_back_is_not_asked_again) {
    uint32_t from = 0;
    begin_asking(false);
    pawl_session_def def = make_asker(PAWL_ROLE_CLIENT, password);
    open_client(0, &def);
    open_frames(3);
    const pawl_session_event_info *const asked = find_question(&from);
    ck_assert_ptr_nonnull(asked);
    ck_assert_int_eq(pawl_session_admit(net.host.session, asked->peer), PAWL_OK);
    open_frames(60);
    open_close_client(0);
    open_frames(100);
    def.session_id++;
    open_client(1, &def);
    open_frames(200);
    ck_assert_ptr_null(find_question(&from));
    ck_assert_uint_eq(pawl_session_get_local_players(net.clients[1].session), 2);
    open_assert_alike(1);
    open_end();
}
END_TEST

/* Forged addresses, and greetings that are too long, ask nothing. */
START_TEST(only_a_proven_address_is_asked_about) {
    uint8_t packet[PAWL_SESSION_PACKET_MAX];
    uint32_t from = 0;
    begin_asking(false);
    for (uint32_t i = 0; i < 100; i++)
        (void)open_arrive(10 + i, packet, open_make_hello(PAWL_ROLE_CLIENT, packet));
    const pawl_session_def def = make_asker(PAWL_ROLE_CLIENT, "more than 16 bytes");
    open_client(0, &def);
    open_frames(5);
    ck_assert_ptr_null(find_question(&from));
    ck_assert_int_eq(machine_find_event(&net.clients[0], PAWL_EVENT_REFUSED)->reason,
                     PAWL_REFUSED_GAME);
    open_assert_no_amplifier(0);
    open_end();
}
END_TEST

/* On a trusted link, too; and a place that was taken meanwhile is taken. */
START_TEST(two_are_let_in_for_one_place) {
    static machine guests[2];
    uint32_t from = 0;
    begin_asking(true);
    for (uint32_t i = 0; i < 2; i++) {
        pawl_session_def def = make_asker(PAWL_ROLE_CLIENT, password);
        def.players = 2;
        machine_open(&guests[i], &def);
    }
    for (uint32_t i = 0; i < 60; i++, net.clock_ms += OPEN_TICK_MS) {
        uint8_t packet[PAWL_SESSION_PACKET_MAX];
        const pawl_session_event_info *asked;
        uint32_t peer;
        int32_t size;
        for (uint32_t g = 0; g < 2; g++)
            machine_frame(&guests[g], &net.host, g, net.clock_ms);
        machine_add_inputs(&net.host);
        machine_run(&net.host);
        while ((asked = find_question(&from)) != NULL)
            ck_assert_int_eq(pawl_session_admit(net.host.session, asked->peer), PAWL_OK);
        while ((size = pawl_session_send(net.host.session, &peer, packet, sizeof packet,
                                         net.clock_ms)) > 0)
            machine_receive(&guests[peer], 0, packet, (uint32_t)size, net.clock_ms);
    }
    ck_assert_int_eq(pawl_session_get_phase(guests[0].session), PAWL_PHASE_PLAYING);
    ck_assert_ptr_nonnull(machine_find_event(&guests[1], PAWL_EVENT_REFUSED));
    ck_assert_int_eq(machine_find_event(&guests[1], PAWL_EVENT_REFUSED)->reason, PAWL_REFUSED_FULL);
    machine_close(&guests[0]), machine_close(&guests[1]);
    open_end();
}
END_TEST

START_TEST(answers_that_were_not_asked_for_are_refused) {
    uint32_t size = 5;
    begin_asking(false);
    pawl_session *const session = net.host.session;
    ck_assert_int_eq(pawl_session_admit(NULL, 0), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_refuse(NULL, 0, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_admit(session, 4), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_refuse(session, 4, 1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_session_admit(session, 0), PAWL_ERR_PHASE);
    ck_assert_int_eq(pawl_session_refuse(session, 0, 1), PAWL_ERR_PHASE);
    ck_assert_ptr_null(pawl_session_get_greeting(session, 0, &size));
    ck_assert_uint_eq(size, 0);
    ck_assert_ptr_null(pawl_session_get_greeting(session, 0, NULL));
    ck_assert_ptr_null(pawl_session_get_greeting(session, 99, &size));
    open_player(0);
    ck_assert_int_eq(pawl_session_admit(net.clients[0].session, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_refuse(net.clients[0].session, 0, 1), PAWL_ERR_ARGUMENT);
    pawl_session_def def = open_def(PAWL_ROLE_CLIENT);
    const char *field = NULL;
    def.greeting_size = 3;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_NULL);
    ck_assert_str_eq(field, "greeting");
    def.greeting = password;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
    def.packet_size = 92 + 3; /* the longest HELLO just fits */
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
    def.packet_size--;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    ck_assert_str_eq(field, "packet_size");
    open_end();
}
END_TEST

Suite *suite_session_admit(void) {
    Suite *const suite = suite_create("session_admit");
    TCase *const admit = tcase_create("admit");
    tcase_set_timeout(admit, 60);
    tcase_add_loop_test(admit, the_program_hears_what_a_machine_says_and_lets_it_in_when_it_likes,
                        0, 2);
    tcase_add_test(admit, the_program_refuses_with_a_code_of_its_own);
    tcase_add_test(admit, a_banned_address_gets_nothing_and_others_all);
    tcase_add_loop_test(admit, what_waits_for_an_answer_and_goes_is_no_peer, 0, 2);
    tcase_add_test(admit, what_comes_back_is_not_asked_again);
    tcase_add_test(admit, only_a_proven_address_is_asked_about);
    tcase_add_test(admit, two_are_let_in_for_one_place);
    tcase_add_test(admit, answers_that_were_not_asked_for_are_refused);
    suite_add_tcase(suite, admit);
    return suite;
}
