/* test_rle.c - differences of bytes: there and back, never too long, and any bytes are safe. */
#include <check.h>

#include "base/rle.h"
#include "support/base/seeded.h"

#define SIZE_MAX_TRIED 600

/* Worked by hand: two zeros, three others with a zero among them, one zero. */
START_TEST(runs_are_written_as_the_header_says) {
    const uint8_t bytes[] = {5, 5, 1, 5, 3, 5}, base[] = {5, 5, 9, 5, 9, 5};
    const uint8_t want[] = {0x81, 2, 8, 0, 10, 0x80};
    uint8_t got[PAWLI_RLE_MAX(sizeof bytes)];
    pawli_writer to = pawli_writer_of(got, sizeof got);
    pawli_rle_pack(&to, bytes, base, sizeof bytes);
    ck_assert_uint_eq(to.full, false);
    ck_assert_uint_eq(to.at, sizeof want);
    ck_assert_mem_eq(got, want, sizeof want);
}
END_TEST

static void fill(uint8_t *bytes, uint32_t size, uint64_t *seed, unsigned changes) {
    for (uint32_t i = 0; i < size; i++) {
        const uint64_t draw = seeded_next(seed);
        if (draw % 100 < changes) bytes[i] = (uint8_t)(draw >> 40);
    }
}

START_TEST(what_was_packed_comes_out_and_is_never_too_long) {
    uint64_t seed = first_seed(_i); /* _i names a failing run */
    uint8_t base[SIZE_MAX_TRIED] = {0}, bytes[SIZE_MAX_TRIED], back[SIZE_MAX_TRIED];
    uint8_t packed[PAWLI_RLE_MAX(SIZE_MAX_TRIED)];
    for (int n = 0; n < SEEDED_ROUNDS(500); n++) {
        const uint32_t size = (uint32_t)(seeded_next(&seed) % (SIZE_MAX_TRIED + 1));
        const bool has_base = seeded_next(&seed) % 4 != 0;
        fill(base, size, &seed, 100);
        memcpy(bytes, base, size);
        fill(bytes, size, &seed, (unsigned)(seeded_next(&seed) % 101));
        pawli_writer to = pawli_writer_of(packed, PAWLI_RLE_MAX(size));
        pawli_rle_pack(&to, bytes, has_base ? base : NULL, size);
        ck_assert_uint_eq(to.full, false);
        pawli_reader from = pawli_reader_of(packed, to.at);
        memcpy(back, base, size); /* in place */
        ck_assert_uint_eq(pawli_rle_unpack(&from, back, has_base ? back : NULL, size), true);
        ck_assert_uint_eq(from.at, to.at);
        ck_assert_mem_eq(back, bytes, size);
        if (to.at == 0) continue;
        from = pawli_reader_of(packed, to.at - 1); /* cut off */
        ck_assert_uint_eq(pawli_rle_unpack(&from, back, NULL, size), false);
    }
}
END_TEST

START_TEST(any_bytes_are_safe) {
    uint64_t seed = first_seed(_i);
    uint8_t packed[40], out[100];
    for (int n = 0; n < SEEDED_ROUNDS(2000); n++) {
        fill(packed, sizeof packed, &seed, 100);
        pawli_reader from = pawli_reader_of(packed, (uint32_t)(seeded_next(&seed) % 40));
        const uint32_t size = (uint32_t)(seeded_next(&seed) % sizeof out);
        const bool good = pawli_rle_unpack(&from, out, NULL, size);
        ck_assert_uint_eq(good, !from.bad);
    }
}
END_TEST

START_TEST(a_full_writer_and_an_empty_reader_do_nothing) {
    uint8_t bytes[3] = {1, 2, 3};
    pawli_writer to = pawli_writer_of(bytes, sizeof bytes);
    pawli_write_u16(&to, 0x0605);
    pawli_write_u32(&to, 7);
    ck_assert_uint_eq(to.full, true);
    pawli_write_u8(&to, 9); /* would fit, but something is missing before it */
    ck_assert_uint_eq(bytes[0] | bytes[1] << 8 | bytes[2] << 16, 0x030605);
    pawli_reader from = pawli_reader_of(bytes, sizeof bytes);
    ck_assert_uint_eq(pawli_read_u64(&from), 0);
    ck_assert_uint_eq(from.bad, true);
    ck_assert_uint_eq(pawli_read_u8(&from), 0);
    pawli_writer counts = pawli_writer_of(NULL, 0);
    pawli_write_u64(&counts, 1);
    ck_assert_uint_eq(counts.at, 8);
}
END_TEST

Suite *suite_rle(void) {
    Suite *const suite = suite_create("rle");
    TCase *const runs = tcase_create("runs");
    tcase_add_test(runs, runs_are_written_as_the_header_says);
    tcase_add_loop_test(runs, what_was_packed_comes_out_and_is_never_too_long, 0, 10);
    tcase_add_loop_test(runs, any_bytes_are_safe, 0, 10);
    tcase_add_test(runs, a_full_writer_and_an_empty_reader_do_nothing);
    suite_add_tcase(suite, runs);
    return suite;
}
