/* test_difference.c - Minkowski differences of rotated shapes: whether every edge supports the
 * outline, which only the right order of the edges gives. */
#include <check.h>
#include <inttypes.h>

#include "collide/core.h"
#include "collide/outline.h"
#include "support/shape/convex.h"

#define CONVEXES 8 /* kinds of any_shape */
#define CONVEX_PAIRS (CONVEXES * CONVEXES)
#define ROUNDS SEEDED_ROUNDS(1500)

/* A polygon of which every corner is chipped: edges of a few raw units, which rounding turns by any
 * angle. */
static pawl_convex chipped(uint64_t *seed, int32_t size) {
    pawl_convex made;
    pawl_status status = PAWL_ERR_GEOMETRY;
    while (status != PAWL_OK) {
        pawl_vec2 points[12];
        for (int i = 0; i < 12; i += 3) {
            points[i] = seeded_point(seed, size);
            points[i + 1] = pawl_vec2_add(points[i], seeded_point(seed, 4));
            points[i + 2] = pawl_vec2_add(points[i], seeded_point(seed, 4));
        }
        const int32_t count = pawl_hull(points, 12, points);
        status = pawl_make_polygon(points, count > 8 ? 8 : count, 0, &made);
    }
    return made;
}

/* Two edges that are as nearly parallel as whole numbers allow, with a cross product of 1: their
 * normals may round to the wrong order. For coprime a and b the extended algorithm of Euclid gives
 * a d - b c = 1. */
static pawl_convex bent(uint64_t *seed) {
    pawl_convex made;
    pawl_status status = PAWL_ERR_GEOMETRY;
    while (status != PAWL_OK) {
        const int64_t a = seeded_between(seed, 1 << 20, 1 << 27);
        const int64_t b = seeded_between(seed, 1, 1 << 19);
        int64_t r = a, next_r = b, c = 0, next_c = 1, d = 1, next_d = 0;
        while (next_r != 0) {
            const int64_t q = r / next_r, old_r = r, old_c = c, old_d = d;
            r = next_r, next_r = old_r - q * next_r;
            c = next_c, next_c = old_c - q * next_c;
            d = next_d, next_d = old_d - q * next_d;
        }
        c = -c;
        if (r != 1 || c <= 0 || d <= 0) continue;
        const pawl_vec2 points[4] = {
            {0, 0}, {(pawl_fx)a, (pawl_fx)b}, {(pawl_fx)(a + c), (pawl_fx)(b + d)}, {0, 1 << 27}};
        pawl_vec2 shifted[4]; /* the corner may be the first vertex as well */
        const unsigned first = (unsigned)seeded_between(seed, 0, 3);
        for (unsigned i = 0; i < 4; i++)
            shifted[i] = points[(first + i) % 4];
        status = pawl_make_polygon(shifted, 4, 0, &made);
    }
    return made;
}

static pawl_convex any_shape(uint64_t *seed, int kind, int32_t size) {
    if (kind == 6) return chipped(seed, size);
    if (kind == 7) return bent(seed);
    return seeded_convex(seed, kind, size);
}

/* Any rotation, or one that brings the first normal to within some raw units of an axis. */
static pawl_rot any_rotation(uint64_t *seed, const pawl_convex *shape) {
    pawl_rot rotation = pawl_rot_from_angle((pawl_angle)(seeded_next(seed) >> 32));
    if (shape->count == 1 || seeded_next(seed) % 2) return rotation;
    rotation.c = shape->normals[0].c + seeded_between(seed, -2, 2);
    rotation.s = -shape->normals[0].s + seeded_between(seed, -2, 2);
    return rotation;
}

/* The highest vertex above any edge's line, raw units. */
static double highest_overhang(const pawli_difference *difference) {
    double highest = 0;
    const int count = difference->outline.count;
    for (int i = 0; count > 1 && i < count; i++) {
        const pawl_rot normal = difference->normals[i];
        const int64_t height = pawli_project(normal, difference->vertices[i]);
        for (int j = 0; j < count; j++) {
            const int64_t over = pawli_project(normal, difference->vertices[j]) - height;
            highest = fmax(highest, (double)over / PAWL_UNIT);
        }
    }
    return highest;
}

START_TEST(every_edge_supports_the_outline) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t first = seed;
        const pawl_convex fixed =
            any_shape(&seed, _i / CONVEXES, INT32_C(1) << seeded_between(&seed, 7, 28));
        const pawl_convex moving =
            any_shape(&seed, _i % CONVEXES, INT32_C(1) << seeded_between(&seed, 7, 28));
        const pawli_frame a = {{0, 0}, any_rotation(&seed, &fixed), {0, 0}};
        const pawli_frame b = {{0, 0}, any_rotation(&seed, &moving), {0, 0}};
        pawli_difference got;
        pawli_difference_make(&fixed, &a, &moving, &b, &got);
        const int count = got.outline.count;
        const int want =
            (fixed.count > 1 ? fixed.count : 0) + (moving.count > 1 ? moving.count : 0);
        if (count != (want > 0 ? want : 1)) ck_abort_msg("%d vertices of %d", count, want);
        if (highest_overhang(&got) > 4)
            ck_abort_msg("%.1f, kinds %d, seed %" PRIu64, highest_overhang(&got), _i, first);
    }
}
END_TEST

/* A segment along an axis starts and ends its turn on the very direction around which the normals
 * of the two edges are rounded. */
START_TEST(nearly_parallel_edges_stay_in_order) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < SEEDED_ROUNDS(100000); n++) {
        const uint64_t first = seed;
        const pawl_convex shape = bent(&seed);
        pawl_convex segment;
        const pawl_vec2 begin = {0, 0}, up = {0, 1 << 20}, right = {1 << 20, 0};
        ck_assert_int_eq(pawl_make_segment(begin, n % 2 ? up : right, &segment), PAWL_OK);
        const pawl_rot normal = shape.normals[n / 2 % 4];
        const pawli_frame a = {
            {0, 0},
            {normal.c + seeded_between(&seed, -2, 2), -normal.s + seeded_between(&seed, -2, 2)},
            {0, 0}};
        const pawli_frame b = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};
        pawli_difference one, other;
        pawli_difference_make(&shape, &a, &segment, &b, &one);
        pawli_difference_make(&segment, &b, &shape, &a, &other);
        if (highest_overhang(&one) > 4 || highest_overhang(&other) > 4)
            ck_abort_msg("%.1f, %.1f, seed %" PRIu64, highest_overhang(&one),
                         highest_overhang(&other), first);
    }
}
END_TEST

Suite *suite_difference(void);

Suite *suite_difference(void) {
    Suite *const suite = suite_create("difference");
    TCase *const all = tcase_create("difference");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, every_edge_supports_the_outline, 0, CONVEX_PAIRS);
    tcase_add_test(all, nearly_parallel_edges_stay_in_order);
    suite_add_tcase(suite, all);
    return suite;
}
