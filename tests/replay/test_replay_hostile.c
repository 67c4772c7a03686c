/* test_replay_hostile.c - replays that are damaged or cut off. */
#include "support/replay/replay_damage.h"

/* In memory of exactly its size, for the sanitizer. */
static pawl_status open_copy(const uint8_t *bytes, size_t size, uint8_t **copy, pawl_replay *out,
                             uint32_t *where) {
    *copy = malloc(size > 0 ? size : 1);
    memcpy(*copy, bytes, size);
    return pawl_replay_open(out, *copy, size, where);
}

START_TEST(the_file_has_all_kinds_of_chunks) {
    replay_file world = make_world_file(), game = make_game_file();
    for (int i = 0; i < 2; i++) {
        const pawl_replay replay = open_replay(i == 0 ? &world : &game);
        ck_assert_uint_ge(replay.keyframes, 2);
        ck_assert_uint_ge(replay.hashes, 2);
        if (i == 0) ck_assert_uint_eq(replay.terrains, 2);
        if (i == 0) ck_assert_uint_eq(replay.edits, 1);
        if (i == 0) ck_assert_uint_eq(replay.skipped, 1);
        if (i == 1) ck_assert_uint_ge(replay.inputs, 2);
        const pawl_verdict verdict = exercise(&replay);
        ck_assert_int_eq(verdict.status, PAWL_OK);
        ck_assert_uint_eq(verdict.checkpoints,
                          replay.hashes + replay.edits + 1 + (i == 0 ? replay.keyframes - 1 : 0));
    }
    replay_file_free(&world);
    replay_file_free(&game);
}
END_TEST

/* No byte may be another one: the magic, a head or a checksum does not fit. In the heads the place
 * is the chunk, so that nothing passes for a file that was cut off. All other values of each byte
 * of a game; of a world, which is longer, those with one bit changed and some more. */
START_TEST(a_changed_byte_is_always_seen) {
    replay_file file = _i == 0 ? make_world_file() : make_game_file();
    const bool all = _i == 1 && SEEDED_SHARE == 1;
    uint64_t seed = first_seed(_i);
    uint8_t *const bytes = malloc(file.size);
    memcpy(bytes, file.bytes, file.size);
    const pawl_replay good = open_replay(&file);
    for (size_t at = 0; at < file.size; at++) {
        for (int n = 1; n < (all ? 256 : SEEDED_SHARE > 1 ? 3 : 12); n++) {
            const int some = (int)(1 + seeded_next(&seed) % 255);
            const int with = all ? n : n <= 8 && SEEDED_SHARE == 1 ? 1 << (n - 1) : some;
            bytes[at] ^= (uint8_t)with;
            pawl_replay replay;
            uint32_t where = 0;
            const pawl_status status = pawl_replay_open(&replay, bytes, file.size, &where);
            ck_assert_msg(status == (at < 8 ? PAWL_ERR_FORMAT : PAWL_ERR_CORRUPT),
                          "byte %zu xor %d: %s", at, with, pawl_status_text(status));
            pawl_chunk chunk;
            uint32_t next;
            if (at >= 8) {
                ck_assert_int_eq(pawl_replay_get_chunk(&good, where, &chunk, &next), PAWL_OK);
                ck_assert_msg(where <= at && at < next, "byte %zu: chunk at %u", at, where);
            }
            bytes[at] ^= (uint8_t)with;
        }
    }
    free(bytes);
    replay_file_free(&file);
}
END_TEST

/* Every length: within the magic it is no replay, up to the end of the first keyframe one that was
 * cut off and has nothing to play, then one that was cut off, and plays. */
START_TEST(a_file_that_is_cut_off_plays_as_far_as_it_goes) {
    replay_file file = _i == 0 ? make_world_file() : make_game_file();
    const pawl_replay whole = open_replay(&file);
    pawl_chunk first;
    uint32_t behind_first, last_whole = 0;
    ck_assert_int_eq(pawl_replay_get_chunk(&whole, whole.first_keyframe, &first, &behind_first),
                     PAWL_OK);
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *copy;
        pawl_replay replay;
        uint32_t where = 0;
        const pawl_status status = open_copy(file.bytes, size, &copy, &replay, &where);
        ck_assert_int_eq(status, size < PAWLI_REPLAY_MAGIC_SIZE ? PAWL_ERR_FORMAT
                                 : size < behind_first          ? PAWL_ERR_CORRUPT
                                                                : PAWL_OK);
        if (status == PAWL_OK) {
            ck_assert_msg(!replay.is_complete, "complete with %zu bytes", size);
            ck_assert_uint_le(replay.whole, size);
            if (replay.whole != last_whole) {
                const pawl_verdict verdict = exercise(&replay);
                ck_assert_msg(verdict.status == PAWL_OK, "%zu bytes: %s", size,
                              pawl_status_text(verdict.status));
                ck_assert_msg(verdict.is_cut_off, "%zu bytes are not cut off", size);
                ck_assert_uint_eq(verdict.tick, replay.last_tick);
            }
            last_whole = replay.whole;
        } else {
            ck_assert_uint_eq(where, size);
        }
        free(copy);
    }
    replay_file_free(&file);
}
END_TEST

START_TEST(nothing_may_follow_the_end) {
    replay_file file = make_game_file();
    pawl_replay replay;
    uint32_t where = 0;
    for (size_t more = 1; more < 40; more++) {
        uint8_t *const longer = calloc(file.size + more, 1);
        memcpy(longer, file.bytes, file.size);
        ck_assert_int_ne(pawl_replay_open(&replay, longer, file.size + more, &where), PAWL_OK);
        ck_assert_uint_eq(where, file.size);
        free(longer);
    }
    ck_assert_int_eq(pawl_replay_open(NULL, file.bytes, file.size, &where), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_open(&replay, NULL, file.size, &where), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_replay_open(&replay, file.bytes, file.size, NULL), PAWL_OK);
    replay_file_free(&file);
}
END_TEST

Suite *suite_replay_hostile(void);
Suite *suite_replay_hostile(void) {
    TCase *cases = tcase_create("replay_hostile");
    tcase_add_test(cases, the_file_has_all_kinds_of_chunks);
    tcase_add_loop_test(cases, a_changed_byte_is_always_seen, 0, 2);
    tcase_add_loop_test(cases, a_file_that_is_cut_off_plays_as_far_as_it_goes, 0, 2);
    tcase_add_test(cases, nothing_may_follow_the_end);
    Suite *suite = suite_create("replay_hostile");
    suite_add_tcase(suite, cases);
    return suite;
}
