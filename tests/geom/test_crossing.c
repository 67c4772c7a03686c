/* test_crossing.c - where segments cross, against native 128 bits. */
#include <check.h>

#include "geom/crossing.h"
#include "support/base/seeded.h"
#include "support/shape/snap_oracle.h"

#define C PAWL_COORD_MAX
#define ROUNDS SEEDED_ROUNDS(100000)

static const struct {
    pawl_vec2 a, b, c, d;
    bool crosses;
    pawl_vec2 want;
} rows[] = {
    {{0, 0}, {4, 4}, {0, 4}, {4, 0}, true, {2, 2}},
    {{0, 0}, {1, 1}, {0, 1}, {1, 0}, true, {1, 1}},     /* a half goes up */
    {{0, 0}, {-1, -1}, {0, -1}, {-1, 0}, true, {0, 0}}, /* below zero too */
    {{-3, 0}, {0, 1}, {-2, 1}, {-1, 0}, true, {-1, 1}}, /* (-3/2, 1/2) */
    {{0, 0}, {3, 3}, {0, 1}, {1, 0}, true, {1, 1}},     /* exactly in the middle of cd */
    {{0, 0}, {5, 0}, {1, 1}, {1, -2}, true, {1, 0}},
    {{0, 0}, {4, 4}, {2, 2}, {4, 0}, false, {7, 7}},  /* an end on the other */
    {{0, 0}, {4, 4}, {0, 0}, {4, 0}, false, {7, 7}},  /* a common end */
    {{0, 0}, {4, 0}, {2, 0}, {6, 0}, false, {7, 7}},  /* in line, overlapping */
    {{0, 0}, {4, 0}, {0, 1}, {4, 1}, false, {7, 7}},  /* parallel */
    {{0, 0}, {4, 0}, {5, 1}, {5, -1}, false, {7, 7}}, /* the line, not the segment */
    {{5, 1}, {5, -1}, {0, 0}, {4, 0}, false, {7, 7}},
    {{2, 2}, {2, 2}, {0, 0}, {4, 4}, false, {7, 7}}, /* no length */
    {{-C, -C}, {C, C}, {-C, C}, {C, -C}, true, {0, 0}},
    {{-C, -C}, {C, C}, {-C, C}, {C, -C + 1}, true, {0, 0}}, /* (1/4, 1/4) and a little */
    {{-C, -C}, {C, C - 1}, {-C, -C + 1}, {C, C - 2}, true, {0, 0}},
    {{-C, -C}, {C, C}, {C - 1, C}, {C, C - 1}, true, {C, C}},
    {{-C, -C}, {C, C}, {1 - C, -C}, {-C, 1 - C}, true, {1 - C, 1 - C}},
};
#define ROWS ((int)(sizeof rows / sizeof rows[0]))

/* All eight orders give the same. */
static bool crossing_of(const pawl_vec2 p[4], pawl_vec2 *out) {
    static const uint8_t orders[8][4] = {{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
                                         {2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}};
    const pawl_vec2 untouched = {7, 7};
    *out = untouched;
    const bool crosses = pawli_crossing(p[0], p[1], p[2], p[3], out);
    for (int i = 1; i < 8; i++) {
        pawl_vec2 other = untouched;
        const uint8_t *const o = orders[i];
        if (pawli_crossing(p[o[0]], p[o[1]], p[o[2]], p[o[3]], &other) != crosses ||
            other.x != out->x || other.y != out->y)
            ck_abort_msg("order %d: %d %d, not %d %d", i, (int)other.x, (int)other.y, (int)out->x,
                         (int)out->y);
    }
    return crosses;
}

START_TEST(crossing_matches_the_worked_row) {
    const pawl_vec2 points[4] = {rows[_i].a, rows[_i].b, rows[_i].c, rows[_i].d};
    pawl_vec2 got, exact = {7, 7};
    ck_assert_int_eq(crossing_of(points, &got), rows[_i].crosses);
    ck_assert_int_eq(got.x, rows[_i].want.x);
    ck_assert_int_eq(got.y, rows[_i].want.y);
    oracle_crossing(points[0], points[1], points[2], points[3], &exact);
    ck_assert_int_eq(got.x, exact.x);
    ck_assert_int_eq(got.y, exact.y);
}
END_TEST

static pawl_vec2 random_point(uint64_t *seed, int64_t size) {
    pawl_vec2 p;
    p.x = (pawl_fx)((int64_t)(seeded_next(seed) % (uint64_t)(2 * size + 1)) - size);
    p.y = (pawl_fx)((int64_t)(seeded_next(seed) % (uint64_t)(2 * size + 1)) - size);
    return p;
}

static pawl_vec2 moved(pawl_vec2 p, pawl_vec2 by) {
    p.x += by.x;
    p.y += by.y;
    return p;
}

/* Every second time the segments are almost parallel. */
START_TEST(crossing_is_exact_in_any_order_and_anywhere) {
    uint64_t seed = first_seed(_i);
    int met = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const unsigned bits = (unsigned)(seeded_next(&seed) % 29u);
        const int64_t size = round % 5 == 0 ? C : (INT64_C(2) << bits) - 1;
        pawl_vec2 p[4];
        for (int i = 0; i < 4; i++)
            p[i] = random_point(&seed, size);
        if (round % 2 == 0 && size < C) {
            p[2] = moved(p[0], random_point(&seed, 2));
            p[3] = moved(p[1], random_point(&seed, 2));
        }
        pawl_vec2 want = {7, 7}, got;
        const bool crosses = oracle_crossing(p[0], p[1], p[2], p[3], &want);
        met += crosses;
        if (crossing_of(p, &got) != crosses || got.x != want.x || got.y != want.y)
            ck_abort_msg("pass %d round %d: %d %d, not %d %d", _i, round, (int)got.x, (int)got.y,
                         (int)want.x, (int)want.y);
        if (!crosses || 2 * size + 2 > C) continue;
        const pawl_vec2 by = random_point(&seed, C - size - 2);
        for (int i = 0; i < 4; i++)
            p[i] = moved(p[i], by);
        if (!crossing_of(p, &got) || got.x - by.x != want.x || got.y - by.y != want.y)
            ck_abort_msg("pass %d round %d: other after a shift", _i, round);
    }
    ck_assert_msg(met > ROUNDS / 10, "only %d crossings in %d rounds", met, ROUNDS);
}
END_TEST

Suite *suite_crossing(void) {
    Suite *const suite = suite_create("crossing");
    TCase *const cases = tcase_create("crossing");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, crossing_matches_the_worked_row, 0, ROWS);
    tcase_add_loop_test(cases, crossing_is_exact_in_any_order_and_anywhere, 0, 4);
    suite_add_tcase(suite, cases);
    return suite;
}
