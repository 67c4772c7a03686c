/* test_sign_hostile.c - signatures from strangers and liars, in packets and in files. Seeds are
 * drawn afresh and printed; PAWL_SEED=... repeats a run. */
#include "support/net/sign_net.h"

/* A SIGN packet of a client, as its session would seal it. */
static uint32_t make_sign_packet(uint32_t index, const uint8_t *body, uint32_t size,
                                 uint8_t *packet) {
    pawl_session *const session = game.machines[index].session;
    pawli_writer to = pawli_wire_begin(session, packet, PAWL_SESSION_PACKET_MAX);
    pawli_write_bytes(&to, body, size);
    return (uint32_t)pawli_wire_end(session, pawli_session_peers(session), &to, PAWLI_SIGN, 0);
}

/* Any bodies behind right checksums, from a client and from a host: nothing breaks, the game goes
 * on, memory of others' players stays, and the liar is not answered with more than three times what
 * it sent. */
START_TEST(hostile_sign_packets_do_no_harm) {
    begin_game(3, 0, 0);
    open_all(2);
    run_frames(100);
    uint64_t sent = 0;
    pawl_session_stats before, after;
    ck_assert_int_eq(pawl_session_get_stats(game.machines[0].session, 0, &before), PAWL_OK);
    for (int round = 0; round < SEEDED_ROUNDS(3000); round++) {
        uint8_t body[PAWL_SESSION_PACKET_MAX], packet[PAWL_SESSION_PACKET_MAX];
        uint32_t size = draw(3) == 0 ? draw(400) : 12 + 69 * draw(6);
        for (uint32_t i = 0; i < size; i++)
            body[i] = (uint8_t)draw(256);
        for (uint32_t i = 0; i + 4 <= pawli_min(size, 12); i += 4)
            pawli_store_u32(body + i, draw(4) == 0 ? draw(1u << 30) : EVERY * draw(12));
        for (uint32_t at = 12; at + 69 <= size; at += 69) {
            body[at] = (uint8_t)draw(draw(3) == 0 ? 256 : 3);
            const uint32_t end = draw(5) == 0 ? draw(1u << 31) : EVERY * draw(40);
            pawli_store_u32(body + at + 1, end);
        }
        const uint32_t from = draw(3);
        const uint32_t length = make_sign_packet(from, body, size, packet);
        if (from == 0) { /* the host lies to its client */
            (void)pawl_session_receive(game.machines[1].session, 0, packet, length, game.clock_ms);
        } else {
            (void)pawl_session_receive(game.machines[0].session, from - 1, packet, length,
                                       game.clock_ms);
            sent += from == 1 ? length : 0;
        }
        if (round % 20 == 0) run_frames(1);
    }
    run_frames(100);
    ck_assert_int_eq(pawl_session_get_stats(game.machines[0].session, 0, &after), PAWL_OK);
    ck_assert_uint_lt(after.bytes_sent - before.bytes_sent, 3 * sent + 200000);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_uint_gt(pawl_session_get_confirmed(game.machines[i].session), 150);
    /* Of its own players the host still has what is right. */
    const pawl_signed_verdict verdict = verify_file(0);
    ck_assert_uint_ge(verdict.ticks[0], 150);
    end_game();
}
END_TEST

/* A client cannot speak for another one's player, nor for ticks that are not confirmed. */
START_TEST(a_client_signs_for_its_own_player_alone) {
    begin_game(3, 0, 0);
    open_all(2);
    run_frames(100);
    const pawli_signing *const signing = pawli_session_signing(game.machines[0].session);
    const uint32_t other = signing->has[2], own = signing->has[1];
    uint8_t body[12 + 2 * 69] = {0}, packet[PAWL_SESSION_PACKET_MAX];
    body[12] = 2;
    pawli_store_u32(body + 13, other + EVERY);
    body[12 + 69] = 1;
    pawli_store_u32(body + 13 + 69, own + 100 * EVERY);
    const uint32_t length = make_sign_packet(1, body, sizeof body, packet);
    ck_assert_int_eq(
        pawl_session_receive(game.machines[0].session, 0, packet, length, game.clock_ms), PAWL_OK);
    ck_assert_uint_eq(signing->has[2], other);
    ck_assert_uint_eq(signing->has[1], own);
    end_game();
}
END_TEST

/* Bytes of files changed behind right checksums. */
START_TEST(forged_signature_chunks_do_no_harm) {
    begin_game(2, 0, 0);
    open_all(1);
    run_frames(150);
    (void)verify_file(0);
    replay_file *const file = &game.files[0];
    uint8_t *const kept = malloc(file->size);
    memcpy(kept, file->bytes, file->size);
    const pawl_replay good = open_replay(file);
    uint32_t offsets[64], count = 0, next = 0;
    pawl_chunk chunk;
    while (pawl_replay_get_chunk(&good, next, &chunk, &next) == PAWL_OK && count < 64) {
        if (chunk.type == PAWL_CHUNK_KEYS || chunk.type == PAWL_CHUNK_SIGNATURE)
            offsets[count++] = chunk.offset;
    }
    for (int round = 0; round < SEEDED_ROUNDS(2000); round++) {
        const uint32_t at = offsets[draw(count)];
        const uint32_t size = pawli_fetch_u32(file->bytes + at + 8);
        for (uint32_t left = 1 + draw(3); left > 0; left--)
            file->bytes[at + PAWLI_CHUNK_HEAD_SIZE + draw(draw(2) == 0 ? 12 : size)] =
                (uint8_t)draw(256);
        repair_chunk(file->bytes, at);
        pawl_replay replay;
        if (pawl_replay_open(&replay, file->bytes, file->size, NULL) == PAWL_OK) {
            const pawl_signed_verdict verdict =
                pawl_replay_verify_signatures(&replay, &toy_verifier);
            ck_assert_uint_le(verdict.good + verdict.bad + verdict.outside, replay.signatures);
        }
        memcpy(file->bytes, kept, file->size);
    }
    free(kept);
    end_game();
}
END_TEST

Suite *suite_sign_hostile(void);
Suite *suite_sign_hostile(void) {
    TCase *cases = tcase_create("sign_hostile");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, hostile_sign_packets_do_no_harm);
    tcase_add_test(cases, a_client_signs_for_its_own_player_alone);
    tcase_add_test(cases, forged_signature_chunks_do_no_harm);
    Suite *suite = suite_create("sign_hostile");
    suite_add_tcase(suite, cases);
    return suite;
}
