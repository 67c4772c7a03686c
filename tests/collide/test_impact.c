/* test_impact.c - pawl_time_of_impact against worked rows and against distances in long double. */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide/impact.h"
#include "geom/moments.h"
#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(150)
#define SAMPLES 48

/* What the oracle may see beyond the 4 raw units of the promise: it does not round poses. */
#define ROUNDING 2

static pawl_convex circle(double x, double y, double radius) {
    pawl_convex shape;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(M(x), M(y)), M(radius), &shape), PAWL_OK);
    return shape;
}

static pawl_convex box(double half_width, double half_height) {
    pawl_convex shape;
    ck_assert_int_eq(pawl_make_box(M(half_width), M(half_height), &shape), PAWL_OK);
    return shape;
}

static pawl_sweep sweep_of(double x, double y, double dx, double dy, int32_t turn) {
    const pawl_sweep sweep = {
        {0, 0}, pawl_vec2_make(M(x), M(y)), pawl_vec2_make(M(dx), M(dy)), 0, turn};
    return sweep;
}

/* ---- worked rows ---------------------------------------------------------------------------- */

/* Two unit circles 10 apart that approach by `move`: they meet after (8 - target) of it. */
static const struct {
    double move, target;
    bool hit, touching;
} rows[] = {
    {20, 0, true, false},    {20, 1, true, false},     {20, -0.5, true, false},
    {8.125, 0, true, false}, {7.875, 0, false, false}, {7.875, 0.25, true, false},
    {0, 0, false, false},    {0, 8, true, true},       {-20, 7.5, false, false},
    {500, 0, true, false},   {20, -3, false, false},   {20, 9, true, true},
};

START_TEST(circles_meet_where_the_row_says) {
    const pawl_convex shape = circle(0, 0, 1);
    const pawl_sweep a = sweep_of(-10, 3, rows[_i].move, 0, 0), b = sweep_of(0, 3, 0, 0, 0);
    const pawl_impact impact = pawl_time_of_impact(&shape, &a, &shape, &b, M(rows[_i].target));
    ck_assert_int_eq(impact.hit, rows[_i].hit);
    ck_assert_int_eq(impact.touching, rows[_i].touching);
    if (!impact.hit) {
        ck_assert_int_eq(impact.fraction, PAWL_UNIT);
        ck_assert_int_eq(impact.normal.c, 0);
        ck_assert_int_eq(impact.normal.s, 0);
        return;
    }
    ck_assert_int_eq(impact.normal.c, PAWL_UNIT);
    ck_assert_int_eq(impact.normal.s, 0);
    const double way = impact.fraction / (double)PAWL_UNIT * rows[_i].move * 65536;
    const double want = rows[_i].touching ? 0 : (8 - rows[_i].target) * 65536;
    ck_assert_msg(fabs(way - want) <= 5, "way %f instead of %f", way, want);
}
END_TEST

/* A rod of half length 2 turns about its middle into a circle of radius 1/2 at (1, 1), which it
 * meets asin(0.5 / sqrt(2)) before 45 degrees. Which of the two moves does not matter. */
START_TEST(a_turning_rod_meets_a_circle_where_it_must) {
    pawl_convex rod;
    ck_assert_int_eq(pawl_make_segment(pawl_vec2_make(M(-2), 0), pawl_vec2_make(M(2), 0), &rod),
                     PAWL_OK);
    const pawl_convex ball = circle(0, 0, 0.5);
    const int32_t quarter = INT32_C(1) << 30;
    const pawl_sweep turning = sweep_of(0, 0, 0, 0, _i == 0 ? quarter : -quarter);
    const pawl_sweep still = sweep_of(1, _i == 0 ? 1 : -1, 0, 0, 0);
    const pawl_impact impact = pawl_time_of_impact(&rod, &turning, &ball, &still, 0);
    const pawl_impact swapped = pawl_time_of_impact(&ball, &still, &rod, &turning, 0);
    const double want = (0.785398163397448 - asin(0.5 / sqrt(2))) / 1.570796326794897;
    ck_assert_int_eq(impact.hit, true);
    ck_assert_int_eq(swapped.hit, true);
    ck_assert_msg(fabs(impact.fraction / (double)PAWL_UNIT - want) < 0.0001, "%f instead of %f",
                  impact.fraction / (double)PAWL_UNIT, want);
    ck_assert_msg(fabs(swapped.fraction / (double)PAWL_UNIT - want) < 0.0001, "swapped: %f",
                  swapped.fraction / (double)PAWL_UNIT);
}
END_TEST

/* A wheel may spin as fast as it likes beside a wall. */
START_TEST(turning_about_the_own_middle_does_not_bring_a_circle_closer) {
    const pawl_convex wheel = circle(0, 0, 1), wall = box(10, 0.5);
    const pawl_sweep spin = sweep_of(0, 1.75, 5, 0, INT32_MIN), still = sweep_of(0, 0, 0, 0, 0);
    ck_assert_int_eq(pawl_time_of_impact(&wheel, &spin, &wall, &still, M(0.125)).hit, false);
    ck_assert_int_eq(pawl_time_of_impact(&wheel, &spin, &wall, &still, M(0.25)).hit, true);
}
END_TEST

/* ---- properties ----------------------------------------------------------------------------- */

typedef struct meeting {
    pawli_flight a, b;
    pawl_convex shape_a, shape_b;
    pawl_fx target;
    uint64_t seed;
} meeting;

static pawl_sweep random_sweep(uint64_t *seed, int32_t size) {
    pawl_sweep sweep;
    sweep.center = seeded_point(seed, size / 2);
    sweep.from = seeded_point(seed, 4 * size);
    sweep.move = seeded_point(seed, seeded_next(seed) % 2 ? 8 * size : size);
    sweep.move.x = pawl_clamp(sweep.move.x, -PAWL_UNIT / 65, PAWL_UNIT / 65);
    sweep.move.y = pawl_clamp(sweep.move.y, -PAWL_UNIT / 65, PAWL_UNIT / 65);
    sweep.angle = (pawl_angle)(seeded_next(seed) >> 32);
    sweep.turn = seeded_next(seed) % 3 ? (int32_t)(uint32_t)(seeded_next(seed) >> 32) : 0;
    return sweep;
}

static void make_meeting(uint64_t *seed, int kinds, meeting *m) {
    m->seed = *seed;
    const int32_t size = INT32_C(1) << seeded_between(seed, 10, 21);
    m->shape_a = seeded_convex(seed, kinds / KINDS, size);
    m->shape_b = seeded_convex(seed, kinds % KINDS, size);
    m->a.shape = &m->shape_a;
    m->b.shape = &m->shape_b;
    m->a.sweep = random_sweep(seed, size);
    m->b.sweep = random_sweep(seed, size);
    if (seeded_next(seed) % 2) {
        m->b.sweep.move = pawl_vec2_make(0, 0);
        m->b.sweep.turn = 0;
    }
    if (seeded_next(seed) % 4) { /* else most of them never meet */
        const pawl_vec2 half = {m->a.sweep.move.x / 2, m->a.sweep.move.y / 2};
        const pawl_vec2 way = pawl_vec2_add(m->a.sweep.from, half);
        m->b.sweep.from = pawl_vec2_add(way, seeded_point(seed, size / 2));
    }
    m->target = seeded_between(seed, -size / 16, size / 8);
}

/* Where a shape is at a share of its sweep, unrounded, seen from an origin. */
static placed place_at(const pawli_flight *flight, long double share, pawl_vec2 origin) {
    const pawl_sweep *s = &flight->sweep;
    const long double turns = (s->angle + share * s->turn) / 4294967296.0L;
    const long double c = cosl(turns * 6.28318530717958647693L);
    const long double d = sinl(turns * 6.28318530717958647693L);
    placed out = {.count = flight->shape->count, .radius = flight->shape->radius};
    for (int i = 0; i < out.count; i++) {
        const long double x = flight->shape->vertices[i].x - s->center.x;
        const long double y = flight->shape->vertices[i].y - s->center.y;
        out.vertices[i].x = s->from.x - origin.x + share * s->move.x + c * x - d * y;
        out.vertices[i].y = s->from.y - origin.y + share * s->move.y + d * x + c * y;
    }
    return out;
}

static long double gap_at(const meeting *m, long double share) {
    const placed a = place_at(&m->a, share, m->a.sweep.from);
    const placed b = place_at(&m->b, share, m->a.sweep.from);
    return core_separation(&a, &b) - a.radius - b.radius;
}

static pawl_impact find_impact(const meeting *m) {
    return pawl_time_of_impact(m->a.shape, &m->a.sweep, m->b.shape, &m->b.sweep, m->target);
}

#define FAIL(m, ...)                                                      \
    do {                                                                  \
        char text[200];                                                   \
        snprintf(text, sizeof text, __VA_ARGS__);                         \
        ck_abort_msg("%s; kinds %d, seed %" PRIu64, text, _i, (m)->seed); \
    } while (0)

/* Also in the last quarter of the way, where it matters most. */
START_TEST(until_the_fraction_the_gap_stays_above_the_target) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        meeting m;
        make_meeting(&seed, _i, &m);
        const pawl_impact impact = find_impact(&m);
        if (impact.touching) continue;
        const long double end = impact.fraction / (long double)PAWL_UNIT;
        for (int i = 0; i <= SAMPLES; i++) {
            const long double share =
                i % 2 ? end * i / SAMPLES : end * (3 * SAMPLES + i) / (4 * SAMPLES);
            const long double gap = gap_at(&m, share);
            if (gap < m.target - 4 - ROUNDING) {
                FAIL(&m, "at %.6Lf of %.6Lf the gap is %.1Lf, the target %d", share, end, gap,
                     (int)m.target);
            }
        }
    }
}
END_TEST

/* Corners nearer than CORNERS_NEAR are measured along a face. */
START_TEST(at_the_fraction_of_a_hit_the_gap_is_the_target) {
    uint64_t seed = first_seed(_i);
    int hits = 0, capped = 0;
    for (int n = 0; n < 2 * ROUNDS; n++) {
        meeting m;
        make_meeting(&seed, _i, &m);
        const pawli_impact impact = pawli_impact_time(&m.a, &m.b, m.target, PAWLI_IMPACT_TOLERANCE);
        ck_assert_int_eq(impact.found.fraction, find_impact(&m).fraction);
        if (impact.found.hit) hits++;
        if (impact.capped) capped++;
        if (!impact.found.hit || impact.capped) continue;
        const long double gap = gap_at(&m, impact.found.fraction / (long double)PAWL_UNIT);
        const int near_corner = m.target < CORNERS_NEAR ? CORNERS_NEAR : 0;
        if (gap > m.target + PAWLI_IMPACT_TOLERANCE + 4 + ROUNDING + near_corner) {
            FAIL(&m, "the gap is %.1Lf, the target %d", gap, (int)m.target);
        }
    }
    ck_assert_msg(hits > SEEDED_OFTEN(ROUNDS / 4), "only %d hits", hits);
    ck_assert_msg(capped * 25 < 2 * ROUNDS + 25, "%d of %d gave up", capped, 2 * ROUNDS);
}
END_TEST

START_TEST(both_sweeps_shifted_alike_change_no_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        meeting m;
        make_meeting(&seed, _i, &m);
        const pawl_impact before = find_impact(&m);
        shift_alike(&seed, PAWL_COORD_MAX / 2, &m.a.sweep.from, &m.b.sweep.from);
        const pawl_impact after = find_impact(&m);
        if (memcmp(&before, &after, sizeof before) != 0) FAIL(&m, "shifted it differs");
    }
}
END_TEST

/* Whatever the arguments: no assertion, no undefined behaviour (the sanitizers watch), and
 * a fraction that is one. */
START_TEST(extreme_sweeps_are_defined) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex a = seeded_convex(&seed, _i / KINDS, INT32_C(1) << 28);
        const pawl_convex b = seeded_convex(&seed, _i % KINDS, INT32_C(1) << 28);
        pawl_sweep s[2];
        for (int i = 0; i < 2; i++) {
            s[i].center = seeded_point(&seed, PAWL_EXTENT_MAX);
            s[i].from = seeded_point(&seed, PAWL_COORD_MAX / 32 * 31);
            s[i].move = seeded_point(&seed, INT32_C(511) * 65536);
            s[i].angle = (pawl_angle)(seeded_next(&seed) >> 32);
            s[i].turn = seeded_int32(&seed);
        }
        const pawl_impact impact = pawl_time_of_impact(&a, &s[0], &b, &s[1], seeded_int32(&seed));
        ck_assert_int_ge(impact.fraction, 0);
        ck_assert_int_le(impact.fraction, PAWL_UNIT);
    }
}
END_TEST

/* 0: null shape, 1: null sweep, 2: invalid shape, 3: too long a move, 4: from outside the world,
 * 5: to outside the world, 6: a centre too far off. */
START_TEST(misuse_gives_nothing) {
    const pawl_convex shape = circle(0, 0, 1);
    pawl_convex broken = shape;
    pawl_sweep a = sweep_of(-10, 0, 20, 0, 0);
    const pawl_sweep b = sweep_of(0, 0, 0, 0, 0);
    broken.count = 9;
    if (_i == 3) a.move.x = INT32_C(512) * 65536;
    if (_i == 4) a.from.x = -PAWL_COORD_MAX - 1;
    if (_i == 5) a.from.x = PAWL_COORD_MAX - 5;
    if (_i == 6) a.center.y = PAWL_EXTENT_MAX + 1;
    const pawl_convex *other = _i == 0 ? NULL : _i == 2 ? &broken : &shape;
    const pawl_impact impact = pawl_time_of_impact(&shape, &a, other, _i == 1 ? NULL : &b, 0);
    ck_assert_int_eq(impact.hit, false);
    ck_assert_int_eq(impact.touching, false);
    ck_assert_int_eq(impact.fraction, 0);
    ck_assert_int_eq(impact.normal.c, 0);
    ck_assert_int_eq(impact.normal.s, 0);
    if (_i < 2) return;
    ck_assert_int_eq(pawl_time_of_impact(&broken, &b, &shape, &a, 0).hit, false);
}
END_TEST

/* ---- inner radius --------------------------------------------------------------------------- */

/* A circle of that radius about the mean of the vertices fits into the shape, and a larger one
 * does not. */
START_TEST(the_inner_radius_is_the_distance_from_the_middle_to_the_surface) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex shape =
            seeded_convex(&seed, _i, INT32_C(1) << seeded_between(&seed, 8, 24));
        long double x = 0, y = 0, least = HUGE_VALL;
        for (int i = 0; i < shape.count; i++) {
            x += shape.vertices[i].x / (long double)shape.count;
            y += shape.vertices[i].y / (long double)shape.count;
        }
        for (int i = 0; i < shape.count; i++) {
            const pawl_vec2 v = shape.vertices[i], w = shape.vertices[(i + 1) % shape.count];
            const real2 from = {v.x, v.y}, to = {w.x, w.y}, middle = {x, y};
            least = fminl(least, point_to_edge(middle, from, to));
        }
        const long double got = pawli_moments_inner_radius(&shape), want = least + shape.radius;
        ck_assert_msg(fabsl(got - want) <= 3, "%.1Lf instead of %.1Lf; seed %" PRIu64, got, want,
                      seed);
    }
}
END_TEST

Suite *suite_impact(void) {
    Suite *const suite = suite_create("impact");
    TCase *const worked = tcase_create("worked"), *const random = tcase_create("random");
    tcase_add_loop_test(worked, circles_meet_where_the_row_says, 0,
                        (int)(sizeof rows / sizeof rows[0]));
    tcase_add_loop_test(worked, a_turning_rod_meets_a_circle_where_it_must, 0, 2);
    tcase_add_test(worked, turning_about_the_own_middle_does_not_bring_a_circle_closer);
    tcase_add_loop_test(worked, misuse_gives_nothing, 0, 7);
    tcase_add_loop_test(random, until_the_fraction_the_gap_stays_above_the_target, 0, PAIRS);
    tcase_add_loop_test(random, at_the_fraction_of_a_hit_the_gap_is_the_target, 0, PAIRS);
    tcase_add_loop_test(random, both_sweeps_shifted_alike_change_no_bit, 0, PAIRS);
    tcase_add_loop_test(random, extreme_sweeps_are_defined, 0, PAIRS);
    tcase_add_loop_test(random, the_inner_radius_is_the_distance_from_the_middle_to_the_surface, 0,
                        KINDS);
    suite_add_tcase(suite, worked);
    suite_add_tcase(suite, random);
    return suite;
}
