/* test_session_sign.c - players sign their inputs: every machine gets the signatures, and replays
 * prove by them what each has sent. Seeds are drawn afresh and printed; PAWL_SEED=... repeats a
 * run. */
#include "support/net/sign_net.h"
#include "support/net/world_machine.h"

START_TEST(every_machine_gets_every_signature) {
    begin_game(3, 0, 0);
    open_all(2);
    run_frames(300);
    for (uint32_t i = 0; i < 3; i++) {
        const pawl_signed_verdict verdict = verify_file(i);
        ck_assert_int_eq(verdict.status, PAWL_OK);
        ck_assert_uint_eq(verdict.bad, 0);
        ck_assert_uint_ge(verdict.good, 3 * (250 / EVERY));
        for (uint32_t player = 0; player < 3; player++)
            ck_assert_uint_ge(verdict.ticks[player], 250 / EVERY * EVERY);
    }
    end_game();
}
END_TEST

/* Loss, delay, machines that come late, watch, go, and come back: nothing that is signed is wrong,
 * and where the network lets it through all is. */
START_TEST(signatures_survive_bad_networks) {
    begin_game(4, 0, 0);
    game.loss = draw(25);
    game.delay_ms = draw(120);
    open_all(2);
    ck_assert_int_eq(pawl_session_start(game.machines[0].session), PAWL_OK);
    run_frames(60 + draw(100));
    pawl_session_def late = sign_def(draw(2) == 0 ? PAWL_ROLE_CLIENT : PAWL_ROLE_SPECTATOR);
    open_machine(3, &late);
    run_frames(200);
    const uint32_t goes = 1 + draw(2);
    machine_close(&game.machines[goes]);
    game.is_on[goes] = false;
    run_frames(400);
    for (uint32_t i = 0; i < 4; i++) {
        if (!game.records[i]) continue;
        const pawl_signed_verdict verdict = verify_file(i);
        ck_assert_msg(verdict.status == PAWL_OK, "machine %u: player %u, tick %u is wrong", i,
                      (unsigned)verdict.player, (unsigned)verdict.tick);
        ck_assert_uint_eq(verdict.bad, 0);
        if (i == 0) ck_assert_uint_ge(verdict.ticks[0], 400);
    }
    end_game();
}
END_TEST

START_TEST(a_changed_input_is_found_with_its_player_and_block) {
    begin_game(2, 0, 0);
    open_all(1);
    run_frames(200);
    const pawl_signed_verdict good = verify_file(0);
    ck_assert_int_eq(good.status, PAWL_OK);
    const pawl_replay replay = open_replay(&game.files[0]);
    const uint32_t player = draw(2), wrong = EVERY * 2 + draw(EVERY * 6);
    /* Copy, with one bit of one input changed. */
    replay_file forged = {0};
    pawl_replay_writer writer;
    uint8_t room[PAWL_REPLAY_BUFFER_MAX];
    ck_assert_int_eq(
        pawl_replay_begin(&writer, &replay.header, replay_file_sink(&forged), room, sizeof room),
        PAWL_OK);
    const uint8_t *match;
    const uint8_t *const keys = pawl_replay_get_keys(&replay, &match);
    ck_assert_ptr_nonnull(keys);
    ck_assert_int_eq(pawl_replay_write_keys(&writer, match, keys), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_keyframe(&writer, 0, "k", 1), PAWL_OK);
    pawl_input_cursor cursor;
    memset(&cursor, 0, sizeof cursor);
    for (uint64_t tick = 0; tick < replay.last_tick; tick++) {
        uint8_t inputs[4], status[2];
        ck_assert_int_eq(pawl_replay_get_inputs(&replay, &cursor, tick, inputs, status), PAWL_OK);
        if (tick == wrong) inputs[2 * player + draw(2)] ^= (uint8_t)(1u << draw(8));
        ck_assert_int_eq(pawl_replay_write_inputs(&writer, tick, inputs, status), PAWL_OK);
    }
    uint32_t next = 0;
    pawl_chunk chunk;
    while (pawl_replay_get_chunk(&replay, next, &chunk, &next) == PAWL_OK) {
        if (chunk.type != PAWL_CHUNK_SIGNATURE) continue;
        ck_assert_int_eq(pawl_replay_write_signature(&writer, chunk.content[0], chunk.tick,
                                                     chunk.count, chunk.content + PAWLI_SIGN_START),
                         PAWL_OK);
    }
    ck_assert_int_eq(pawl_replay_flush(&writer), PAWL_OK);
    const pawl_replay other = open_replay(&forged);
    const pawl_signed_verdict verdict = pawl_replay_verify_signatures(&other, &toy_verifier);
    ck_assert_int_eq(verdict.status, PAWL_ERR_CORRUPT);
    ck_assert_uint_eq(verdict.player, player);
    ck_assert_uint_eq(verdict.tick, wrong / EVERY * EVERY);
    ck_assert_uint_eq(verdict.count, EVERY);
    ck_assert_uint_eq(verdict.bad, 1);
    ck_assert_uint_eq(verdict.good, good.good - 1);
    replay_file_free(&forged);
    end_game();
}
END_TEST

/* The host decides ticks without a player that is late: the player does not sign them. */
START_TEST(what_the_host_decided_is_not_signed) {
    begin_game(2, 0, 0);
    pawl_session_def host = sign_def(PAWL_ROLE_HOST);
    host.input_deadline_ms = 200;
    host.timeout_ms = 20000;
    pawl_session_def client = sign_def(PAWL_ROLE_CLIENT);
    client.timeout_ms = 20000;
    open_machine(0, &host);
    open_machine(1, &client);
    run_frames(100);
    game.is_mute = true; /* for a second */
    run_frames(60);
    game.is_mute = false;
    run_frames(300);
    const pawl_signed_verdict verdict = verify_file(0);
    ck_assert_int_eq(verdict.status, PAWL_OK);
    pawl_session_stats stats;
    ck_assert_int_eq(pawl_session_get_stats(game.machines[1].session, 0, &stats), PAWL_OK);
    ck_assert_uint_gt(stats.overruled, 10);
    ck_assert_uint_gt(verdict.ticks[0], verdict.ticks[1] + 10);
    ck_assert_uint_gt(verdict.ticks[1], 100);
    end_game();
}
END_TEST

/* A machine that has come back plays the ticks of before, in which it gave nothing, as the host
 * tells it: of them it signs none, or a host could have it sign what it likes. */
START_TEST(who_has_not_begun_signs_nothing) {
    begin_game(2, 0, 0);
    pawl_session_def host = sign_def(PAWL_ROLE_HOST);
    host.input_deadline_ms = 200;
    host.timeout_ms = 20000;
    open_machine(0, &host);
    const pawl_session_def client = sign_def(PAWL_ROLE_CLIENT);
    open_machine(1, &client);
    run_frames(100);
    pawl_session *const session = game.machines[1].session;
    session->begin = PAWLI_NEVER; /* as before the host has told when its players play again */
    const uint32_t before = pawl_session_get_confirmed(session);
    run_frames(100); /* no block is asked for: see sign_net.c */
    ck_assert_uint_gt(pawl_session_get_confirmed(session), before + 2 * EVERY);
    const pawl_signed_verdict verdict = verify_file(0);
    ck_assert_int_eq(verdict.status, PAWL_OK);
    ck_assert_uint_le(verdict.ticks[1], before);
    end_game();
}
END_TEST

/* Signatures of one side would be no packets for the other. */
START_TEST(who_signs_otherwise_is_refused) {
    static const uint16_t others[] = {0, EVERY - 1, EVERY + 256};
    begin_game(2, 0, 0);
    pawl_session_def host = sign_def(PAWL_ROLE_HOST);
    pawl_session_def client = sign_def(_i < 6 ? PAWL_ROLE_CLIENT : PAWL_ROLE_SPECTATOR);
    (_i % 2 == 0 ? &host : &client)->sign_every = others[_i / 2 % 3];
    open_machine(0, &host);
    open_machine(1, &client);
    run_frames(30);
    ck_assert_int_eq(pawl_session_get_phase(game.machines[1].session), PAWL_PHASE_ENDED);
    ck_assert_uint_eq(game.refused, PAWL_REFUSED_GAME);
    end_game();
}
END_TEST

START_TEST(commands_are_signed_with_their_sizes) {
    begin_game(3, 10, 60);
    game.is_variable = true;
    open_all(2);
    run_frames(300);
    const pawl_signed_verdict verdict = verify_file(0);
    ck_assert_int_eq(verdict.status, PAWL_OK);
    for (uint32_t player = 0; player < 3; player++)
        ck_assert_uint_ge(verdict.ticks[player], 200 / EVERY * EVERY);
    end_game();
}
END_TEST

/* The last block is as long as it happens to be: told before the game begins, in time, or when
 * ticks behind it are confirmed. */
START_TEST(a_last_block_may_be_shorter) {
    begin_game(3, _i % 2 == 0 ? 0 : 20, _i % 2 == 0 ? 0 : 80);
    game.is_variable = _i / 2 % 2 == 1;
    const uint32_t last = 6 * EVERY + 1 + draw(EVERY);
    game.game_end = last;
    open_all(2);
    for (uint32_t i = 0; i < 3 && _i < 4; i++) {
        ck_assert_int_eq(pawl_session_end_signing(game.machines[i].session, last), PAWL_OK);
        ck_assert_int_eq(pawl_session_end_signing(game.machines[i].session, last + 1),
                         PAWL_ERR_PHASE);
    }
    for (uint32_t frame = 0; frame < 500; frame++) {
        run_frames(1);
        for (uint32_t i = 0; i < 3 && _i >= 4; i++) {
            pawl_session *const session = game.machines[i].session;
            const uint32_t now = pawl_session_get_confirmed(session);
            if (now <= last - 2 && _i < 8) continue;
            if (now < last && _i >= 8) continue;
            const pawl_status told = pawl_session_end_signing(session, last);
            /* At worst the block was whole when it was told. */
            if (told != PAWL_OK) ck_assert_uint_gt(now, last);
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        const pawl_signed_verdict verdict = verify_file(i);
        ck_assert_int_eq(verdict.status, PAWL_OK);
        /* Where much is confirmed at once a block may go unsigned. */
        for (uint32_t player = 0; player < 3 && _i % 2 == 0; player++) {
            ck_assert_uint_eq(verdict.ticks[player], last);
            ck_assert_uint_eq(verdict.ends[player], last);
        }
    }
    end_game();
}
END_TEST

START_TEST(a_late_end_is_refused) {
    begin_game(2, 0, 0);
    open_all(1);
    run_frames(100);
    pawl_session *const session = game.machines[0].session;
    ck_assert_int_eq(pawl_session_end_signing(NULL, 9), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_end_signing(session, 0), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_end_signing(session, EVERY + 1), PAWL_ERR_PHASE);
    run_frames(60);
    ck_assert_uint_ge(verify_file(0).ticks[0], 120);
    end_game();
}
END_TEST

START_TEST(who_declines_plays_on) {
    begin_game(2, 0, 0);
    game.declines = true;
    open_all(1);
    run_frames(200);
    ck_assert_uint_eq(verify_file(0).good, 0);
    ck_assert_uint_gt(pawl_session_get_confirmed(game.machines[0].session), 150);
    ck_assert_int_eq(verify_file(0).status, PAWL_OK); /* nothing is wrong, and nothing is proven */
    end_game();
}
END_TEST

/* ---- off, and misuse ---- */

START_TEST(what_is_off_takes_nothing) {
    begin_game(2, 0, 0);
    pawl_session_def on = sign_def(PAWL_ROLE_CLIENT), off = on;
    off.sign_every = 0;
    ck_assert_uint_gt(pawl_session_size(&on), pawl_session_size(&off) + 1000);
    pawl_session_def host = sign_def(PAWL_ROLE_HOST);
    host.sign_every = 0;
    open_machine(0, &host);
    open_machine(1, &off);
    run_frames(100);
    pawl_session_signature signature;
    pawl_session *const session = game.machines[0].session;
    ck_assert_int_eq(pawl_session_take_signature(session, &signature), false);
    ck_assert_int_eq(pawl_session_use_match(session, game.match), PAWL_ERR_ARGUMENT);
    ck_assert_int_eq(pawl_session_answer_sign(session, 0, NULL), PAWL_ERR_ARGUMENT);
    end_game();
}
END_TEST

START_TEST(misuse_of_signing_is_refused) {
    begin_game(2, 0, 0);
    const char *field = NULL;
    pawl_session_def def = sign_def(PAWL_ROLE_HOST);
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
    def.sign_every = 513; /* of 2 bytes: more than 1024 */
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    ck_assert_str_eq(field, "sign_every");
    def.sign_every = 512;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
    def.link = PAWL_SESSION_LINK_COMPACT;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    def.link = PAWL_SESSION_LINK_FULL;
    def.packet_size = 92; /* 16 + 2 * 4 + 69 are needed */
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_ERR_RANGE);
    def.packet_size = 93;
    ck_assert_int_eq(pawl_session_def_check(&def, &field), PAWL_OK);
    ck_assert_int_eq(pawl_session_use_match(NULL, game.match), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_answer_sign(NULL, 0, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_session_take_signature(NULL, NULL), false);
    open_all(1);
    ck_assert_int_eq(pawl_session_use_match(game.machines[0].session, NULL), PAWL_ERR_NULL);
    run_frames(100);
    ck_assert_int_eq(pawl_session_use_match(game.machines[0].session, game.match), PAWL_ERR_PHASE);
    end_game();
}
END_TEST

/* pawl_session_run asks the hook of the world; without one it declines and plays on. */
typedef struct signed_world {
    uint32_t asked, player, size;
} signed_world;

static bool sign_for_world(void *context, uint32_t player, const uint8_t *message, uint32_t size,
                           uint8_t *signature) {
    signed_world *const own = context;
    own->asked++;
    own->player = player;
    own->size = size;
    ck_assert_int_eq(memcmp(message, "pawl signed inputs 1", 20), 0);
    memset(signature, (int)own->asked, PAWL_SIGNATURE_SIZE);
    return own->asked != 2; /* the second block is declined */
}

START_TEST(a_world_is_signed_by_its_hook) {
    static world_machine host;
    begin_game(1, 0, 0);
    signed_world own = {0, 9, 0};
    pawl_session_def def = sign_def(PAWL_ROLE_HOST);
    def.trusts_link = true;
    world_machine_open(&host, &def);
    if (_i == 1) host.game.sign = sign_for_world;
    if (_i == 1) host.game.context = &own;
    if (_i == 1) host.game.apply = NULL;
    for (uint32_t tick = 0; tick < 5 * EVERY; tick++)
        world_machine_frame(&host);
    pawl_session_signature one;
    uint32_t count = 0, first[8];
    while (pawl_session_take_signature(host.session, &one) && count < 8)
        first[count++] = one.tick;
    ck_assert_uint_eq(own.asked, _i == 1 ? 5 : 0);
    ck_assert_uint_eq(count, _i == 1 ? 3 : 0);
    if (_i == 1) {
        ck_assert_uint_eq(own.player, 0);
        ck_assert_uint_eq(own.size, PAWL_SIGN_HEAD_SIZE + EVERY * def.input_size);
        ck_assert_uint_eq(first[0], 2 * EVERY); /* the newest four blocks, of which all count */
    }
    world_machine_close(&host);
    end_game();
}
END_TEST

START_TEST(the_message_is_the_same_everywhere) {
    pawl_signed_block block = {.app_id = 0x01020304, .player = 5, .input_size = 2, .count = 3};
    const uint8_t inputs[6] = {1, 2, 3, 4, 5, 6};
    uint8_t message[PAWL_SIGN_MESSAGE_MAX];
    for (uint8_t i = 0; i < 16; i++)
        block.match[i] = (uint8_t)(0xA0 + i);
    block.tick = UINT64_C(0x1122334455667788);
    static const uint8_t want[58] = {
        'p',  'a',  'w',  'l',  ' ',  's',  'i',  'g',  'n',  'e',  'd',  ' ',  'i',  'n',  'p',
        'u',  't',  's',  ' ',  '1',  0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9,
        0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 4,    3,    2,    1,    5,    2,    3,    0,    0x88,
        0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 1,    2,    3,    4,    5,    6};
    ck_assert_uint_eq(pawl_signed_block_write(&block, inputs, message, sizeof message), 58);
    ck_assert_int_eq(memcmp(message, want, sizeof want), 0);
    ck_assert_uint_eq(pawl_signed_block_write(&block, inputs, message, 57), 0);
    ck_assert_uint_eq(pawl_signed_block_write(NULL, inputs, message, 60), 0);
    ck_assert_uint_eq(pawl_signed_block_write(&block, NULL, message, 60), 0);
    ck_assert_uint_eq(pawl_signed_block_write(&block, inputs, NULL, 60), 0);
    block.count = 0;
    ck_assert_uint_eq(pawl_signed_block_write(&block, inputs, message, sizeof message), 0);
    block.count = 513;
    ck_assert_uint_eq(pawl_signed_block_write(&block, inputs, message, sizeof message), 0);
}
END_TEST

Suite *suite_session_sign(void);
Suite *suite_session_sign(void) {
    TCase *cases = tcase_create("session_sign");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, every_machine_gets_every_signature);
    tcase_add_loop_test(cases, signatures_survive_bad_networks, 0, 12);
    tcase_add_test(cases, a_changed_input_is_found_with_its_player_and_block);
    tcase_add_test(cases, what_the_host_decided_is_not_signed);
    tcase_add_test(cases, who_has_not_begun_signs_nothing);
    tcase_add_loop_test(cases, who_signs_otherwise_is_refused, 0, 12);
    tcase_add_test(cases, commands_are_signed_with_their_sizes);
    tcase_add_loop_test(cases, a_last_block_may_be_shorter, 0, 12);
    tcase_add_test(cases, a_late_end_is_refused);
    tcase_add_test(cases, who_declines_plays_on);
    tcase_add_test(cases, what_is_off_takes_nothing);
    tcase_add_test(cases, misuse_of_signing_is_refused);
    tcase_add_loop_test(cases, a_world_is_signed_by_its_hook, 0, 2);
    tcase_add_test(cases, the_message_is_the_same_everywhere);
    Suite *suite = suite_create("session_sign");
    suite_add_tcase(suite, cases);
    return suite;
}
