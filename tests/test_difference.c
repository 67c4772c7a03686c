/* test_difference.c - Minkowski differences of rotated shapes: whether every edge supports the
 * outline, which only the right order of the edges gives. */
#include <check.h>
#include <inttypes.h>

#include "collide/core.h"
#include "collide/outline.h"
#include "support/convex.h"

#define KINDS 8
#define PAIRS (KINDS * KINDS)
#define ROUNDS 1500

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

/* Two edges so nearly parallel that their normals may round to the wrong order. */
static pawl_convex bent(uint64_t *seed) {
    pawl_convex made;
    pawl_status status = PAWL_ERR_GEOMETRY;
    while (status != PAWL_OK) {
        const int32_t x = seeded_between(seed, 1 << 26, 1 << 28), y = seeded_between(seed, 1, 4);
        const pawl_vec2 points[4] = {{-x, -1}, {0, 0}, {x - y, 1}, {0, 1 << 20}};
        status = pawl_make_polygon(points, 4, 0, &made);
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

START_TEST(every_edge_supports_the_outline) {
    uint64_t seed = SEED_FIRST * (uint64_t)(2 * _i + 1);
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t first = seed;
        const pawl_convex fixed =
            any_shape(&seed, _i / KINDS, INT32_C(1) << seeded_between(&seed, 7, 28));
        const pawl_convex moving =
            any_shape(&seed, _i % KINDS, INT32_C(1) << seeded_between(&seed, 7, 28));
        const pawli_frame a = {{0, 0}, any_rotation(&seed, &fixed), {0, 0}};
        const pawli_frame b = {{0, 0}, any_rotation(&seed, &moving), {0, 0}};
        pawli_difference got;
        pawli_make_difference(&fixed, &a, &moving, &b, &got);
        const int count = got.outline.count;
        const int want =
            (fixed.count > 1 ? fixed.count : 0) + (moving.count > 1 ? moving.count : 0);
        if (count != (want > 0 ? want : 1)) ck_abort_msg("%d vertices of %d", count, want);
        for (int i = 0; want > 0 && i < count; i++) {
            const int64_t height = pawli_project(got.normals[i], got.vertices[i]);
            for (int j = 0; j < count; j++) {
                const int64_t over = pawli_project(got.normals[i], got.vertices[j]) - height;
                if (over > INT64_C(4) * PAWL_UNIT)
                    ck_abort_msg("vertex %d is %.1f above edge %d, kinds %d, seed %" PRIu64, j,
                                 (double)over / PAWL_UNIT, i, _i, first);
            }
        }
    }
}
END_TEST

Suite *suite_difference(void);

Suite *suite_difference(void) {
    Suite *const suite = suite_create("difference");
    TCase *const all = tcase_create("difference");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, every_edge_supports_the_outline, 0, PAIRS);
    suite_add_tcase(suite, all);
    return suite;
}
