/* test_predicate.c - exact predicates against the compiler's 128-bit type. */
#include <check.h>
#include <inttypes.h>

#include "geom/predicate.h"
#include "support/base/seeded.h"

#define ROUNDS SEEDED_ROUNDS(400000)

static int sign_of(int128 value) {
    return value < 0 ? -1 : value > 0 ? 1 : 0;
}

static int128 exact_orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
}

/* The determinant of the rows (x, y, x^2 + y^2) of a, b and c relative to d. Below 3 * 2^125. */
static int exact_in_circle(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    const pawl_vec2 points[3] = {a, b, c};
    int128 x[3], y[3], lift[3];
    for (int i = 0; i < 3; i++) {
        x[i] = (int128)points[i].x - d.x;
        y[i] = (int128)points[i].y - d.y;
        lift[i] = x[i] * x[i] + y[i] * y[i];
    }
    const int128 sum = lift[0] * (x[1] * y[2] - x[2] * y[1]) +
                       lift[1] * (x[2] * y[0] - x[0] * y[2]) +
                       lift[2] * (x[0] * y[1] - x[1] * y[0]);
    return sign_of(sum);
}

static int assert_quad(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d, int pass) {
    const int want = exact_in_circle(a, b, c, d), got = pawli_predicate_in_circle(a, b, c, d);
    if (got != want)
        ck_abort_msg("pass %d: (%d, %d) (%d, %d) (%d, %d) (%d, %d) gives %d, not %d", pass, a.x,
                     a.y, b.x, b.y, c.x, c.y, d.x, d.y, got, want);
    if (pawli_orient(a, b, c) != exact_orient(a, b, c))
        ck_abort_msg("pass %d: orient (%d, %d) (%d, %d) (%d, %d) gives %" PRId64, pass, a.x, a.y,
                     b.x, b.y, c.x, c.y, pawli_orient(a, b, c));
    return got;
}

/* Points in a square of a random size, so that small quads with many ties occur as well. */
static pawl_vec2 random_point(uint64_t *seed, int bits) {
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    const int32_t x = (int32_t)(seeded_next(seed) >> 20 & mask);
    const int32_t y = (int32_t)(seeded_next(seed) >> 20 & mask);
    const pawl_vec2 point = {seeded_next(seed) >> 63 ? -x : x, seeded_next(seed) >> 63 ? -y : y};
    return point;
}

START_TEST(in_circle_is_the_sign_of_the_determinant) {
    uint64_t seed = first_seed(_i);
    int seen[3] = {0, 0, 0};
    for (int i = 0; i < ROUNDS; i++) {
        const int bits = 1 + (int)(seeded_next(&seed) % 30);
        const pawl_vec2 a = random_point(&seed, bits), b = random_point(&seed, bits);
        const pawl_vec2 c = random_point(&seed, bits), d = random_point(&seed, bits);
        seen[1 + assert_quad(a, b, c, d, _i)]++;
    }
    ck_assert_msg(seen[0] > SEEDED_OFTEN(ROUNDS / 10) && seen[1] > SEEDED_OFTEN(ROUNDS / 100) &&
                      seen[2] > SEEDED_OFTEN(ROUNDS / 10),
                  "%d outside, %d on it, %d inside", seen[0], seen[1], seen[2]);
}
END_TEST

/* Every quad of nine points as far apart as points can be, and their neighbours. */
START_TEST(predicates_are_exact_at_the_limits) {
    const int32_t m = PAWL_COORD_MAX;
    const int32_t axis[] = {-m, 1 - m, 0, m - 1, m};
    enum {
        COUNT = 25
    };
    pawl_vec2 points[COUNT];
    for (int i = 0; i < COUNT; i++)
        points[i] = pawl_vec2_make(axis[i / 5], axis[i % 5]);
    for (int a = 0; a < COUNT; a++)
        for (int b = 0; b < COUNT; b++)
            for (int c = 0; c < COUNT; c++)
                for (int d = 0; d < COUNT; d += (int)SEEDED_STRIDE(1))
                    assert_quad(points[a], points[b], points[c], points[d], 0);
}
END_TEST

/* Four points of one circle, also far out: 5^2 * 13^2 * 17^2 = x^2 + y^2 in 108 ways. */
START_TEST(points_of_a_circle_are_on_it) {
    enum {
        RADIUS = 5 * 13 * 17,
        MAX = 200
    };
    pawl_vec2 points[MAX];
    int count = 0;
    for (int32_t x = -RADIUS; x <= RADIUS; x++)
        for (int32_t y = -RADIUS; y <= RADIUS; y++)
            if (x * x + y * y == RADIUS * RADIUS) points[count++] = pawl_vec2_make(x, y);
    ck_assert_int_eq(count, 108);
    const int32_t shift = PAWL_COORD_MAX / RADIUS;
    uint64_t seed = first_seed(_i);
    for (int i = 0; i < ROUNDS / 10; i++) {
        pawl_vec2 quad[4];
        for (int k = 0; k < 4; k++) {
            quad[k] = points[seeded_next(&seed) % (unsigned)count];
            quad[k].x *= shift;
            quad[k].y *= shift;
        }
        ck_assert_int_eq(pawli_predicate_in_circle(quad[0], quad[1], quad[2], quad[3]), 0);
        const int inward = quad[3].x > 0 ? -1 : 1;
        if (quad[3].x == 0) continue;
        quad[3].x += inward;
        const int64_t turn = pawli_orient(quad[0], quad[1], quad[2]);
        ck_assert_int_eq(pawli_predicate_in_circle(quad[0], quad[1], quad[2], quad[3]),
                         sign_of(turn));
    }
}
END_TEST

START_TEST(wild_coordinates_are_defined) {
    const int32_t axis[] = {INT32_MIN, INT32_MIN + 1, -1, 0, INT32_MAX};
    enum {
        COUNT = 25
    };
    for (int i = 0; i < COUNT * COUNT * COUNT; i += (int)SEEDED_STRIDE(1)) {
        const int a = i % COUNT, b = i / COUNT % COUNT, c = i / COUNT / COUNT;
        const pawl_vec2 p = {axis[a / 5], axis[a % 5]}, q = {axis[b / 5], axis[b % 5]};
        const pawl_vec2 r = {axis[c / 5], axis[c % 5]};
        const int64_t turn = pawli_orient(p, q, r);
        ck_assert_int_eq(pawli_orient(p, q, r), turn);
        const int side =
            pawli_predicate_in_circle(p, q, r, pawl_vec2_make(axis[i % 5], axis[i % 4]));
        ck_assert_msg(side >= -1 && side <= 1, "%d", side);
    }
}
END_TEST

Suite *suite_predicate(void);
Suite *suite_predicate(void) {
    Suite *const suite = suite_create("predicate");
    TCase *const tests = tcase_create("predicate");
    tcase_add_loop_test(tests, in_circle_is_the_sign_of_the_determinant, 0, 2);
    tcase_add_test(tests, predicates_are_exact_at_the_limits);
    tcase_add_loop_test(tests, points_of_a_circle_are_on_it, 0, 2);
    tcase_add_test(tests, wild_coordinates_are_defined);
    suite_add_tcase(suite, tests);
    return suite;
}
