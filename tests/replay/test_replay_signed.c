/* test_replay_signed.c - what is proven of game replays, block by block, and what of it a part
 * keeps. A signature is a hash of key and message here: what is tested is what is signed. */
#include "pawl/sign.h"
#include "support/replay/replay_file.h"

#define TICKS 150
#define EVERY 20
#define PLAYERS 2
#define GONE_FROM 90 /* of the second player */
#define APP_ID 0x5349474E

static const uint8_t match[PAWL_SIGN_MATCH_SIZE] = {1, 2, 3};

static void toy_sign(uint32_t key, const uint8_t *message, size_t size, uint8_t *out) {
    for (uint32_t i = 0; i < PAWL_SIGNATURE_SIZE / 4; i++)
        pawli_store_u32(out + 4 * i, pawl_xxh32(message, size, key * 31u + i));
}

static bool toy_verify(void *context, const uint8_t *key, const uint8_t *message, size_t size,
                       const uint8_t *signature) {
    uint8_t want[PAWL_SIGNATURE_SIZE];
    (void)context;
    toy_sign(pawli_fetch_u32(key), message, size, want);
    return memcmp(want, signature, sizeof want) == 0;
}

/* What was reported, by player and block. */
typedef struct told {
    uint32_t results[3], blocks;
    pawl_signed_result last[PLAYERS][TICKS / EVERY + 1];
} told;

static void toy_report(void *context, uint32_t player, uint64_t tick, uint32_t count,
                       pawl_signed_result result) {
    told *const to = context;
    ck_assert_uint_lt(player, PLAYERS);
    ck_assert_uint_eq(count, EVERY);
    to->results[result]++;
    to->blocks++;
    to->last[player][tick / EVERY] = result;
}

static uint8_t input_at(uint32_t player, uint64_t tick) {
    return (uint8_t)(tick * 7u / (player + 2u));
}

static void sign_block(pawl_replay_writer *writer, uint32_t player, uint64_t tick) {
    uint8_t inputs[EVERY], message[PAWL_SIGN_MESSAGE_MAX], signature[PAWL_SIGNATURE_SIZE];
    pawl_signed_block block = {.app_id = APP_ID, .player = (uint8_t)player, .input_size = 1};
    block.count = EVERY;
    block.tick = tick;
    memcpy(block.match, match, sizeof match);
    for (uint32_t i = 0; i < EVERY; i++)
        inputs[i] = input_at(player, tick + i);
    const uint32_t size = pawl_signed_block_write(&block, inputs, message, sizeof message);
    toy_sign(100 + player, message, size, signature);
    ck_assert_int_eq(pawl_replay_write_signature(writer, player, tick, EVERY, signature), PAWL_OK);
}

/* Blocks of both players; the last one ends behind the replay. With a wrong tick the input of
 * player 0 there is another than it has signed. */
static replay_file make_signed(uint64_t wrong) {
    replay_file file = {0};
    pawl_replay_writer writer;
    uint8_t room[PAWL_REPLAY_BUFFER], keys[PLAYERS * PAWL_SIGN_KEY_SIZE] = {0};
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    header.input_size = 1;
    header.app_id = APP_ID;
    for (uint32_t i = 0; i < PLAYERS; i++)
        pawli_store_u32(keys + i * PAWL_SIGN_KEY_SIZE, 100 + i);
    ck_assert_int_eq(
        pawl_replay_begin(&writer, &header, replay_file_sink(&file), room, sizeof room), PAWL_OK);
    /* Before the keys, and so worth nothing. */
    ck_assert_int_eq(pawl_replay_write_signature(&writer, 1, 40, EVERY, room), PAWL_OK);
    ck_assert_int_eq(pawl_replay_write_keys(&writer, match, keys), PAWL_OK);
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        if (tick % 30 == 0)
            ck_assert_int_eq(pawl_replay_write_keyframe(&writer, tick, "k", 1), PAWL_OK);
        if (tick % 10 == 5)
            ck_assert_int_eq(pawl_replay_write_hash(&writer, tick, 0, 1, NULL), PAWL_OK);
        const uint8_t forged = tick == wrong ? 1 : 0;
        const uint8_t inputs[PLAYERS] = {input_at(0, tick) ^ forged,
                                         tick < GONE_FROM ? input_at(1, tick) : 0};
        const uint8_t status[PLAYERS] = {0, tick < GONE_FROM ? 0 : 2};
        ck_assert_int_eq(pawl_replay_write_inputs(&writer, tick, inputs, status), PAWL_OK);
        if ((tick + 1) % EVERY != 0) continue;
        sign_block(&writer, 0, tick + 1 - EVERY);
        if (tick < GONE_FROM) sign_block(&writer, 1, tick + 1 - EVERY);
    }
    sign_block(&writer, 0, TICKS / EVERY * EVERY);
    ck_assert_int_eq(pawl_replay_end(&writer, TICKS, 0, 1), PAWL_OK);
    return file;
}

static pawl_signed_verdict verify_told(const pawl_replay *replay, told *to) {
    const pawl_verifier verifier = {toy_verify, to, toy_report};
    memset(to, 0, sizeof *to);
    return pawl_replay_verify_signatures(replay, &verifier);
}

START_TEST(each_block_is_reported) {
    replay_file file = make_signed(77);
    const pawl_replay replay = open_replay(&file);
    told blocks;
    const pawl_signed_verdict verdict = verify_told(&replay, &blocks);
    ck_assert_int_eq(verdict.status, PAWL_ERR_CORRUPT);
    ck_assert_uint_eq(blocks.results[PAWL_SIGNED_RIGHT], verdict.good);
    ck_assert_uint_eq(blocks.results[PAWL_SIGNED_WRONG], verdict.bad);
    ck_assert_uint_eq(blocks.results[PAWL_SIGNED_OUTSIDE], verdict.outside);
    ck_assert_uint_eq(blocks.blocks, TICKS / EVERY + GONE_FROM / EVERY + 1);
    ck_assert_uint_eq(verdict.outside, 1);
    ck_assert_uint_eq(verdict.bad, 1);
    ck_assert_int_eq(blocks.last[0][77 / EVERY], PAWL_SIGNED_WRONG);
    ck_assert_int_eq(blocks.last[1][77 / EVERY], PAWL_SIGNED_RIGHT);
    ck_assert_int_eq(blocks.last[0][TICKS / EVERY], PAWL_SIGNED_OUTSIDE);
    replay_file_free(&file);
}
END_TEST

/* Of the part from `from` to `to`, written for a game of this id. */
static replay_file cut_signed(const pawl_replay *whole, uint64_t from, uint64_t to, uint32_t app) {
    replay_file cut = {0};
    pawl_replay_writer writer;
    uint8_t room[PAWL_REPLAY_BUFFER];
    pawl_replay_header header = whole->header;
    header.app_id = app;
    ck_assert_int_eq(pawl_replay_begin(&writer, &header, replay_file_sink(&cut), room, sizeof room),
                     PAWL_OK);
    ck_assert_int_eq(pawl_replay_cut(whole, from, to, &writer), PAWL_OK);
    return cut;
}

START_TEST(a_part_keeps_the_signatures_of_whole_blocks) {
    replay_file file = make_signed(TICKS);
    const pawl_replay whole = open_replay(&file);
    uint32_t kept = 0;
    for (uint64_t from = 0; from < TICKS; from += 13) {
        for (uint64_t to = from; to < TICKS; to += 11) {
            replay_file cut = cut_signed(&whole, from, to, APP_ID);
            const pawl_replay part = open_replay(&cut);
            uint32_t wanted = 0;
            for (uint64_t tick = 0; tick + EVERY <= TICKS; tick += EVERY) {
                if (tick < part.first_tick || tick + EVERY > part.last_tick) continue;
                wanted += tick + EVERY <= GONE_FROM ? 2 : 1;
            }
            told blocks;
            const pawl_signed_verdict verdict = verify_told(&part, &blocks);
            ck_assert_int_eq(verdict.status, PAWL_OK);
            ck_assert_uint_eq(part.signatures, wanted); /* no chunk more */
            ck_assert_uint_eq(verdict.good, wanted);
            const uint8_t *number;
            ck_assert_ptr_nonnull(pawl_replay_get_keys(&part, &number));
            ck_assert_mem_eq(number, match, sizeof match);
            kept += wanted;
            replay_file_free(&cut);
        }
    }
    ck_assert_uint_gt(kept, 100);
    replay_file_free(&file);
}
END_TEST

START_TEST(a_part_keeps_what_is_wrong) {
    replay_file file = make_signed(65);
    const pawl_replay whole = open_replay(&file);
    replay_file cut = cut_signed(&whole, 60, 100, APP_ID);
    const pawl_replay part = open_replay(&cut);
    told blocks;
    const pawl_signed_verdict verdict = verify_told(&part, &blocks);
    ck_assert_int_eq(verdict.status, PAWL_ERR_CORRUPT);
    ck_assert_uint_eq(verdict.player, 0);
    ck_assert_uint_eq(verdict.tick, 60);
    ck_assert_uint_eq(verdict.bad, 1);
    replay_file_free(&cut);
    replay_file_free(&file);
}
END_TEST

/* The id of the game is signed: under another one nothing would be right. */
START_TEST(a_part_for_another_game_has_no_signatures) {
    replay_file file = make_signed(TICKS);
    const pawl_replay whole = open_replay(&file);
    replay_file cut = cut_signed(&whole, 0, TICKS, APP_ID + 1);
    const pawl_replay part = open_replay(&cut);
    ck_assert_uint_eq(part.signatures, 0);
    ck_assert_ptr_null(pawl_replay_get_keys(&part, NULL));
    replay_file_free(&cut);
    replay_file_free(&file);
}
END_TEST

Suite *suite_replay_signed(void);
Suite *suite_replay_signed(void) {
    TCase *cases = tcase_create("replay_signed");
    tcase_add_test(cases, each_block_is_reported);
    tcase_add_test(cases, a_part_keeps_the_signatures_of_whole_blocks);
    tcase_add_test(cases, a_part_keeps_what_is_wrong);
    tcase_add_test(cases, a_part_for_another_game_has_no_signatures);
    Suite *suite = suite_create("replay_signed");
    suite_add_tcase(suite, cases);
    return suite;
}
