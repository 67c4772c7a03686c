/* test_xxh32.c - our XXH32 against the reference implementation of its author. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/xxh32.h"
#include "pawl/state.h"
#include "support/base/seeded.h"

#define LENGTH_MAX 300

static void fill(uint8_t *bytes, size_t count, uint64_t *seed) {
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(seeded_next(seed) >> 56);
}

START_TEST(published_values_come_out) {
    ck_assert_uint_eq(pawl_xxh32("", 0, 0), 0x02CC5D05);
    ck_assert_uint_eq(pawl_xxh32("a", 1, 0), 0x550D7456);
    ck_assert_uint_eq(pawl_xxh32("abc", 3, 0), 0x32D153FF);
    ck_assert_uint_eq(pawl_xxh32("Nobody inspects the spammish repetition", 39, 0), 0xE2293B2F);
}
END_TEST

START_TEST(null_hashes_like_no_bytes) {
    ck_assert_uint_eq(pawl_xxh32(NULL, 0, 7), pawl_xxh32("", 0, 7));
    ck_assert_uint_eq(pawl_xxh32(NULL, 1000, 7), pawl_xxh32("", 0, 7));
}
END_TEST

/* Every length crosses the stripe, word and byte loops; every offset has its own alignment. */
START_TEST(bytes_hash_like_the_reference) {
    uint64_t seed = seeded_base;
    uint8_t bytes[LENGTH_MAX + 8];
    for (size_t length = 0; length <= LENGTH_MAX; length++) {
        fill(bytes, sizeof bytes, &seed);
        for (size_t offset = 0; offset < 8; offset++) {
            const uint32_t start = (uint32_t)seeded_next(&seed);
            const uint32_t got = pawl_xxh32(bytes + offset, length, start);
            const uint32_t want = XXH32(bytes + offset, length, start);
            if (got != want)
                ck_abort_msg("%zu bytes at %zu, seed %" PRIu32 ": %08" PRIx32 ", not %08" PRIx32,
                             length, offset, start, got, want);
        }
    }
}
END_TEST

START_TEST(long_data_hashes_like_the_reference) {
    static uint8_t bytes[SEEDED_ROUNDS(1 << 20)];
    const size_t length = sizeof bytes;
    uint64_t seed = seeded_base;
    fill(bytes, length, &seed);
    for (int i = 0; i < 50; i++) {
        const size_t part = (size_t)(seeded_next(&seed) % (length + 1));
        const uint32_t start = (uint32_t)seeded_next(&seed);
        ck_assert_uint_eq(pawl_xxh32(bytes, part, start), XXH32(bytes, part, start));
    }
}
END_TEST

START_TEST(a_stream_of_words_hashes_like_their_little_endian_bytes) {
    uint64_t seed = seeded_base;
    uint8_t bytes[4 * 100];
    for (uint32_t count = 0; count <= 100; count++) {
        const uint32_t start = (uint32_t)seeded_next(&seed);
        pawli_xxh32 hash;
        pawli_xxh32_begin(&hash, start);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t word = (uint32_t)seeded_next(&seed);
            for (unsigned j = 0; j < 4; j++)
                bytes[4 * i + j] = (uint8_t)(word >> (8 * j));
            pawli_xxh32_word(&hash, word);
        }
        ck_assert_uint_eq(pawli_xxh32_end(&hash), XXH32(bytes, 4 * (size_t)count, start));
    }
}
END_TEST

START_TEST(the_end_may_be_asked_for_at_any_time) {
    pawli_xxh32 hash, other;
    pawli_xxh32_begin(&hash, 3);
    pawli_xxh32_begin(&other, 3);
    for (uint32_t i = 0; i < 20; i++) {
        ck_assert_uint_eq(pawli_xxh32_end(&hash), pawli_xxh32_end(&hash));
        pawli_xxh32_word(&hash, i);
        pawli_xxh32_word(&other, i);
    }
    ck_assert_uint_eq(pawli_xxh32_end(&hash), pawli_xxh32_end(&other));
}
END_TEST

Suite *suite_xxh32(void) {
    Suite *const suite = suite_create("xxh32");
    TCase *const hash = tcase_create("hash");
    tcase_add_test(hash, published_values_come_out);
    tcase_add_test(hash, null_hashes_like_no_bytes);
    tcase_add_test(hash, bytes_hash_like_the_reference);
    tcase_add_test(hash, long_data_hashes_like_the_reference);
    tcase_add_test(hash, a_stream_of_words_hashes_like_their_little_endian_bytes);
    tcase_add_test(hash, the_end_may_be_asked_for_at_any_time);
    suite_add_tcase(suite, hash);
    return suite;
}
