/* test_direction.c - length and unit vector against exact 128-bit integers. */
#include <check.h>
#include <inttypes.h>

#include "geom/direction.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(500000)

static uint128 root_of(uint128 value) {
    uint128 root = 0;
    for (int bit = 63; bit >= 0; bit--) {
        const uint128 tried = root | (uint128)1 << bit;
        if (tried * tried <= value) root = tried;
    }
    return root;
}

/* |part * length - component * 2^30| <= 1.25 length, with the length in 2^-26 raw units. */
static bool is_part(int32_t part, int64_t component, int128 length) {
    const int128 error = part * length - (int128)component * PAWL_UNIT * (1 << 26);
    const int128 limit = length + length / 4 + (INT64_C(1) << 31);
    return error <= limit && -error <= limit;
}

static const char *fault_of(int64_t x, int64_t y) {
    const pawli_direction got = pawli_direction_find(x, y);
    const uint128 square = (uint128)((int128)x * x + (int128)y * y);
    if (square == 0) return got.length != 0 || got.unit.c != 0 || got.unit.s != 0 ? "zero" : NULL;
    const int128 length = (int128)root_of(square << 52);
    if (!is_part(got.unit.c, x, length)) return "cosine";
    if (!is_part(got.unit.s, y, length)) return "sine";
    /* Nearest, or half a raw unit and a little off where the scaled root was rounded first. */
    const int128 error = ((int128)got.length << 26) - length;
    const int128 limit = (INT64_C(1) << 25) + (length >> 30) + 1;
    if (got.length == PAWL_FX_MAX)
        return length + limit < ((int128)PAWL_FX_MAX << 26) ? "max" : NULL;
    return error > limit || -error > limit ? "length" : NULL;
}

START_TEST(direction_is_within_one_and_a_quarter_raw_units) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < ROUNDS; n++) {
        const int64_t x = seeded_int32(&seed), y = seeded_int32(&seed);
        const int64_t scale = seeded_next(&seed) & 1 ? 1 : 2;
        const char *fault = fault_of(x * scale, y * scale);
        if (fault != NULL) ck_abort_msg("%s of %" PRId64 ", %" PRId64, fault, x, y);
    }
}
END_TEST

START_TEST(axes_and_pythagorean_triples_are_exact) {
    for (int i = 0; i <= 32; i++) {
        const int64_t x = INT64_C(1) << i;
        const pawli_direction right = pawli_direction_find(x, 0),
                              down = pawli_direction_find(0, -x);
        ck_assert_int_eq(right.unit.c, PAWL_UNIT);
        ck_assert_int_eq(right.unit.s, 0);
        ck_assert_int_eq(down.unit.c, 0);
        ck_assert_int_eq(down.unit.s, -PAWL_UNIT);
        ck_assert_int_eq(right.length, x < PAWL_FX_MAX ? x : PAWL_FX_MAX);
    }
    const pawli_direction triple = pawli_direction_find(-3, 4);
    ck_assert_int_eq(triple.length, 5);
    ck_assert_int_eq(triple.unit.c, -644245094);
    ck_assert_int_eq(triple.unit.s, 858993459);
    ck_assert_ptr_null(fault_of(0, 0));
}
END_TEST

Suite *suite_direction(void);

Suite *suite_direction(void) {
    Suite *const suite = suite_create("direction");
    TCase *const all = tcase_create("direction");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, direction_is_within_one_and_a_quarter_raw_units);
    tcase_add_test(all, axes_and_pythagorean_triples_are_exact);
    suite_add_tcase(suite, all);
    return suite;
}
