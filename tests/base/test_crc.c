/* test_crc.c - checksums against their published check values and a plain division. */
#include <check.h>
#include <stdlib.h>

#include "base/crc.h"
#include "support/base/seeded.h"

START_TEST(published_values_come_out) {
    ck_assert_uint_eq(pawli_crc_32(0, "123456789", 9), 0xCBF43926);
    ck_assert_uint_eq(pawli_crc_16(0, "123456789", 9), 0x906E);
    ck_assert_uint_eq(pawli_crc_32(0, "", 0), 0);
    ck_assert_uint_eq(pawli_crc_16(0, "", 0), 0);
    ck_assert_uint_eq(pawli_crc_32(0, "a", 1), 0xE8B7BE43);
}
END_TEST

/* Division by the reflected polynomial, a bit at a time. */
static uint32_t divide(const uint8_t *bytes, size_t size, uint32_t polynomial, uint32_t ones) {
    uint32_t rest = ones;
    for (size_t i = 0; i < size * 8; i++) {
        const uint32_t bit = (rest ^ (uint32_t)(bytes[i / 8] >> i % 8)) & 1;
        rest = rest >> 1 ^ (bit ? polynomial : 0);
    }
    return rest ^ ones;
}

START_TEST(any_bytes_in_any_parts_have_the_remainder_of_a_division) {
    uint64_t seed = first_seed(_i); /* _i names a failing run */
    uint8_t bytes[100] = {0};
    for (size_t size = 0; size <= sizeof bytes; size++) {
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)(seeded_next(&seed) >> 56);
        const size_t cut = size == 0 ? 0 : (size_t)(seeded_next(&seed) % size);
        const uint32_t first32 = pawli_crc_32(0, bytes, cut);
        const uint16_t first16 = pawli_crc_16(0, bytes, cut);
        ck_assert_uint_eq(pawli_crc_32(first32, bytes + cut, size - cut),
                          divide(bytes, size, 0xEDB88320, 0xFFFFFFFF));
        ck_assert_uint_eq(pawli_crc_16(first16, bytes + cut, size - cut),
                          divide(bytes, size, 0x8408, 0xFFFF));
    }
}
END_TEST

#if PAWLI_CRC_FOLDS
static void draw_block(uint8_t *to, size_t size, uint64_t *seed) {
    for (size_t i = 0; i < size; i++)
        to[i] = (uint8_t)(seeded_next(seed) >> 56);
}

/* Short blocks are taken by tables, long ones where the machine can are not. */
START_TEST(a_long_block_has_the_remainder_of_its_parts) {
    static uint8_t block[PAWLI_CRC_FOLD_FROM + 300];
    uint64_t seed = first_seed(_i);
    draw_block(block, sizeof block, &seed);
    for (size_t more = 0; more < 150; more += 1 + seeded_next(&seed) % 7) {
        const size_t begin = (size_t)(seeded_next(&seed) % 100);
        const size_t size = PAWLI_CRC_FOLD_FROM + more;
        const uint32_t before = (uint32_t)seeded_next(&seed);
        uint32_t parts = before;
        for (size_t at = 0, part; at < size; at += part) {
            part = 1 + (size_t)(seeded_next(&seed) % 20000);
            if (part > size - at) part = size - at;
            parts = pawli_crc_32(parts, block + begin + at, part);
        }
        ck_assert_uint_eq(pawli_crc_32(before, block + begin, size), parts);
    }
}
END_TEST

START_TEST(what_is_left_of_a_folded_block_has_its_remainder) {
    uint64_t seed = first_seed(_i);
    for (size_t size = 64; size < 400 && pawli_lanes_ask().carryless != 0; size++) {
        uint8_t *const block = malloc(size);
        uint8_t left[16];
        const uint32_t crc = (uint32_t)seeded_next(&seed);
        draw_block(block, size, &seed);
        const size_t done = pawli_crc_fold(crc, block, size, left);
        ck_assert_uint_eq(done, size / 64 * 64);
        ck_assert_uint_eq(pawli_crc_32(UINT32_MAX, left, sizeof left),
                          pawli_crc_32(~crc, block, done));
        free(block);
    }
}
END_TEST

START_TEST(what_is_left_of_a_widely_folded_block_has_its_remainder) {
    uint64_t seed = first_seed(_i);
    for (size_t size = 256; size < 1400 && pawli_lanes_ask().carryless == 512; size++) {
        uint8_t *const block = malloc(size);
        uint8_t left[256];
        const uint32_t crc = (uint32_t)seeded_next(&seed);
        draw_block(block, size, &seed);
        const size_t done = pawli_crc_fold_wide(crc, block, size, left);
        ck_assert_uint_eq(done, size / 256 * 256);
        ck_assert_uint_eq(pawli_crc_32(UINT32_MAX, left, sizeof left),
                          pawli_crc_32(~crc, block, done));
        free(block);
    }
}
END_TEST

/* A machine that is told to be less than it is finds the same. */
START_TEST(all_ways_have_the_same_remainder) {
    static uint8_t block[PAWLI_CRC_FOLD_FROM + 700];
    uint64_t seed = first_seed(_i);
    pawli_machine machine = pawli_lanes_ask();
    const uint16_t best = machine.carryless;
    draw_block(block, sizeof block, &seed);
    for (int round = 0; round < 20; round++) {
        const size_t size = PAWLI_CRC_FOLD_FROM + (size_t)(seeded_next(&seed) % 700);
        const uint32_t before = (uint32_t)seeded_next(&seed);
        machine.carryless = 0;
        const uint32_t wanted = pawli_crc_32_on(machine, before, block, size);
        machine.carryless = best == 0 ? 0 : 128;
        ck_assert_uint_eq(pawli_crc_32_on(machine, before, block, size), wanted);
        machine.carryless = best;
        ck_assert_uint_eq(pawli_crc_32_on(machine, before, block, size), wanted);
    }
}
END_TEST
#endif

Suite *suite_crc(void) {
    Suite *const suite = suite_create("crc");
    TCase *const sums = tcase_create("sums");
    tcase_add_test(sums, published_values_come_out);
    tcase_add_loop_test(sums, any_bytes_in_any_parts_have_the_remainder_of_a_division, 0, 20);
#if PAWLI_CRC_FOLDS
    tcase_add_loop_test(sums, a_long_block_has_the_remainder_of_its_parts, 0, 3);
    tcase_add_loop_test(sums, what_is_left_of_a_folded_block_has_its_remainder, 0, 5);
    tcase_add_loop_test(sums, what_is_left_of_a_widely_folded_block_has_its_remainder, 0, 5);
    tcase_add_loop_test(sums, all_ways_have_the_same_remainder, 0, 5);
#endif
    suite_add_tcase(suite, sums);
    return suite;
}
