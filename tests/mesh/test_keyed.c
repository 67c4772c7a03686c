/* test_keyed.c - keys sorted digit by digit against comparing, and places on the curve against its
 * definition. */
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/keyed.h"
#include "support/base/seeded.h"

#define COUNT_MAX 700
#define ROUNDS SEEDED_ROUNDS(400)

/* Keys of all kinds: spread, next to each other, in few places, with a number in front, equal. */
static uint64_t random_key(uint64_t *seed, int kind) {
    const uint64_t bits = seeded_next(seed);
    switch (kind) {
    case 0:
        return bits;
    case 1:
        return UINT64_C(1) << 40 | (bits & 0xFFFFF);
    case 2:
        return (bits & 7) << 50 | (bits >> 40 & 0xFFF);
    case 3:
        return (bits & 31) << 58 | bits >> 20;
    default:
        return bits & 3;
    }
}

START_TEST(keys_are_sorted_and_equal_ones_stay_as_they_stand) {
    uint64_t seed = first_seed(_i);
    pawli_keyed *const entries = malloc(2 * COUNT_MAX * sizeof *entries);
    ck_assert_ptr_nonnull(entries);
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t count = (uint32_t)(seeded_next(&seed) % (COUNT_MAX + 1));
        bool seen[COUNT_MAX] = {false};
        for (uint32_t i = 0; i < count; i++) {
            entries[i].key = random_key(&seed, _i);
            entries[i].index = i;
            entries[i].pad = (uint32_t)(entries[i].key >> 7);
        }
        const pawli_keyed *const sorted = pawli_keyed_sort(entries, entries + count, count);
        ck_assert_msg(sorted == entries || sorted == entries + count, "elsewhere");
        for (uint32_t i = 0; i < count; i++) {
            const pawli_keyed at = sorted[i];
            ck_assert_uint_lt(at.index, count);
            ck_assert_msg(!seen[at.index], "%u twice", (unsigned)at.index);
            seen[at.index] = true;
            ck_assert_uint_eq(at.pad, (uint32_t)(at.key >> 7));
            if (i == 0) continue;
            ck_assert_uint_le(sorted[i - 1].key, at.key);
            if (sorted[i - 1].key == at.key) ck_assert_uint_lt(sorted[i - 1].index, at.index);
        }
    }
    free(entries);
}
END_TEST

/* Level by level: quarters clockwise from the lower left one, and in the lower two the axes are
 * swapped, and mirrored in the right one. */
static uint64_t defined_place(uint32_t x, uint32_t y) {
    uint64_t place = 0;
    for (int bit = 30; bit >= 2; bit--) {
        const uint32_t right = x >> bit & 1u, upper = y >> bit & 1u;
        place = place << 2 | (upper ? 1u + right : 3u * right);
        if (upper) continue;
        const uint32_t old = x;
        x = right ? ~y : y;
        y = right ? ~old : old;
    }
    return place;
}

START_TEST(places_on_the_curve_are_those_of_its_definition) {
    uint64_t seed = first_seed(0);
    for (int round = 0; round < 50 * ROUNDS; round++) {
        const unsigned shift = (unsigned)(seeded_next(&seed) % 31);
        const uint32_t x = (uint32_t)(seeded_next(&seed) >> 33 >> shift);
        const uint32_t y = (uint32_t)(seeded_next(&seed) >> 33 >> shift);
        ck_assert_msg(pawli_keyed_curve(x, y) == defined_place(x, y), "(%u, %u)", (unsigned)x,
                      (unsigned)y);
    }
}
END_TEST

START_TEST(the_curve_goes_from_square_to_neighboring_square) {
    enum {
        SIDE = 16,
        SQUARE = 1 << 27
    };
    uint8_t xs[SIDE * SIDE], ys[SIDE * SIDE];
    memset(xs, 255, sizeof xs);
    for (uint8_t x = 0; x < SIDE; x++)
        for (uint8_t y = 0; y < SIDE; y++) {
            const uint64_t place = pawli_keyed_curve((uint32_t)x * SQUARE, (uint32_t)y * SQUARE);
            ck_assert_uint_lt(place >> 50, SIDE * SIDE);
            ck_assert_uint_eq(xs[place >> 50], 255);
            xs[place >> 50] = x;
            ys[place >> 50] = y;
        }
    for (int i = 1; i < SIDE * SIDE; i++)
        ck_assert_int_eq(abs(xs[i] - xs[i - 1]) + abs(ys[i] - ys[i - 1]), 1);
}
END_TEST

Suite *suite_keyed(void) {
    Suite *const suite = suite_create("keyed");
    TCase *const cases = tcase_create("keyed");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, keys_are_sorted_and_equal_ones_stay_as_they_stand, 0, 5);
    tcase_add_test(cases, places_on_the_curve_are_those_of_its_definition);
    tcase_add_test(cases, the_curve_goes_from_square_to_neighboring_square);
    suite_add_tcase(suite, cases);
    return suite;
}
