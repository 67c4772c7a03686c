/* test_clip.c - segments clipped to shapes, against distances in long double. */
#include <check.h>
#include <inttypes.h>

#include "collide/core.h"
#include "support/shape/way.h"
#include "support/base/zeros.h"

#define ROUNDS SEEDED_ROUNDS(20000)

static bool is_zero(pawl_rot r) {
    return r.c == 0 && r.s == 0;
}

/* A segment along a tangent of a shape, rounded: it may or may not brush it. */
static void seeded_tangent(uint64_t *seed, const pawl_convex *shape, pawl_pose pose,
                           pawl_vec2 *from, pawl_vec2 *to) {
    const pawl_rot out = pawl_rot_from_angle((pawl_angle)(seeded_next(seed) >> 32));
    const int64_t length = seeded_between(seed, 1, 1 << 20);
    pawl_vec2 best = pawl_rotate(pose.rotation, shape->vertices[0]);
    for (int i = 1; i < shape->count; i++) {
        const pawl_vec2 v = pawl_rotate(pose.rotation, shape->vertices[i]);
        if (pawli_project(out, v) > pawli_project(out, best)) best = v;
    }
    const pawl_rot along = {-out.s, out.c};
    best = pawl_vec2_add(best, pose.position);
    best = pawli_step_half(best, out, 2 * (int64_t)shape->radius + seeded_between(seed, -3, 0));
    *from = pawli_step_half(best, along, -length);
    *to = pawli_step_half(best, along, length * seeded_between(seed, 1, 3));
}

START_TEST(ends_of_the_part_are_within_four_raw_units_of_the_surface) {
    uint64_t seed = first_seed(_i);
    int hits = 0, through = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t first = seed;
        const int32_t size = INT32_C(1) << seeded_between(&seed, 7, 24);
        const pawl_convex shape = seeded_convex(&seed, _i, size);
        const pawl_pose pose = seeded_pose(&seed, PAWL_COORD_MAX / 2);
        pawl_vec2 from = pawl_vec2_add(pose.position, seeded_point(&seed, 2 * size));
        pawl_vec2 to = pawl_vec2_add(pose.position, seeded_point(&seed, 2 * size));
        if (n % 2) seeded_tangent(&seed, &shape, pose, &from, &to);
        const pawl_segment_clip got = pawl_clip_segment(&shape, pose, from, to);
        const placed at = place(&shape, pose, from), start = {.count = 1};
        const pawl_vec2 along = pawl_vec2_sub(to, from);
        const placed enter = moved(&start, along, got.enter / (long double)PAWL_UNIT);
        const placed leave = moved(&start, along, got.exit / (long double)PAWL_UNIT);
        const double gap_enter = (double)gap_of(&at, &enter);
        const double gap_leave = (double)gap_of(&at, &leave);
        bool good = got.hit ? gap_enter < 4 && gap_leave < 4
                            : (double)least_gap(&at, &start, along, 1) > -4;
        if (got.hit && !got.starts_inside) {
            good = good && gap_enter > -4 && (double)gap_along(&at, &enter, got.enter_normal) > -4;
        }
        if (got.hit && !got.ends_inside) {
            good = good && gap_leave > -4 && (double)gap_along(&at, &leave, got.exit_normal) > -4;
        }
        good = good && is_zero(got.enter_normal) == (got.starts_inside || !got.hit);
        good = good && is_zero(got.exit_normal) == (got.ends_inside || !got.hit);
        good = good && got.enter <= got.exit;
        if (!good)
            ck_abort_msg("hit %d from %.2f to %.2f, kind %d, seed %" PRIu64, got.hit, gap_enter,
                         gap_leave, _i, first);
        hits += got.hit;
        through += got.hit && !got.starts_inside && !got.ends_inside;
        /* The same decisions as two rays. */
        const pawl_cast_hit ray = pawl_ray_cast(&shape, pose, from, along);
        if (ray.inside != got.starts_inside || (ray.hit && ray.fraction != got.enter))
            ck_abort_msg("unlike the ray, kind %d, seed %" PRIu64, _i, first);
    }
    ck_assert_int_gt(hits, SEEDED_OFTEN(ROUNDS / 10));
    ck_assert_int_gt(through, SEEDED_OFTEN(ROUNDS / 20));
}
END_TEST

/* One in a hundred thousand brushes is found from either end by a different feature of a round
 * corner, of which the roundings differ. */
START_TEST(the_exit_is_never_before_the_entrance) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < SEEDED_ROUNDS(100000); n++) {
        const int32_t size = INT32_C(1) << seeded_between(&seed, 7, 24);
        const pawl_convex shape = seeded_convex(&seed, n % 2 ? 1 : 5, size);
        const pawli_frame frame = pawli_frame_of(seeded_pose(&seed, size));
        const pawl_pose pose = {frame.position, frame.rotation};
        for (int i = 0; i < 10; i++) {
            pawl_vec2 from, to;
            seeded_tangent(&seed, &shape, pose, &from, &to);
            const pawl_segment_clip got = pawli_clip_segment(&shape, &frame, from, to);
            if (got.exit < got.enter)
                ck_abort_msg("%" PRId32 " to %" PRId32 ", round %d", got.enter, got.exit, n);
        }
    }
}
END_TEST

START_TEST(a_clip_matches_the_worked_row) {
    pawl_convex shapes[3];
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &shapes[0]), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), M(1), &shapes[1]), PAWL_OK);
    ck_assert_int_eq(
        pawl_make_capsule(pawl_vec2_make(0, 0), pawl_vec2_make(M(2), 0), M(1), &shapes[2]),
        PAWL_OK);
    const pawl_rot left = {-PAWL_UNIT, 0}, right = {PAWL_UNIT, 0}, none = {0, 0};
    const struct {
        int shape;
        pawl_vec2 from, to;
        pawl_segment_clip want;
    } rows[] = {
        {0, {M(-2), 0}, {M(2), 0}, {1, 0, 0, PAWL_UNIT / 4, PAWL_UNIT / 4 * 3, left, right}},
        {0, {0, 0}, {M(2), 0}, {1, 1, 0, 0, PAWL_UNIT / 2, none, right}},
        {0, {M(-2), 0}, {0, 0}, {1, 0, 1, PAWL_UNIT / 2, PAWL_UNIT, left, none}},
        {0, {M(-0.5), 0}, {0, 0}, {1, 1, 1, 0, PAWL_UNIT, none, none}},
        {0, {0, 0}, {0, 0}, {1, 1, 1, 0, PAWL_UNIT, none, none}},
        {0, {M(-2), M(1) + 1}, {M(2), M(1) + 1}, {0, 0, 0, 0, 0, none, none}},
        {0, {M(-2), M(1)}, {M(2), M(1)}, {1, 0, 0, PAWL_UNIT / 4, PAWL_UNIT / 4 * 3, left, right}},
        {1, {M(-2), 0}, {M(2), 0}, {1, 0, 0, PAWL_UNIT / 4, PAWL_UNIT / 4 * 3, left, right}},
        {2, {M(-2), 0}, {M(6), 0}, {1, 0, 0, PAWL_UNIT / 8, PAWL_UNIT / 8 * 5, left, right}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const pawl_segment_clip got =
            pawl_clip_segment(&shapes[rows[i].shape], home, rows[i].from, rows[i].to);
        const pawl_segment_clip *want = &rows[i].want;
        ck_assert_msg(got.hit == want->hit && got.starts_inside == want->starts_inside &&
                          got.ends_inside == want->ends_inside,
                      "row %d: %d %d %d", (int)i, got.hit, got.starts_inside, got.ends_inside);
        ck_assert_int_eq(got.enter, want->enter);
        ck_assert_int_eq(got.exit, want->exit);
        ck_assert_mem_eq(&got.enter_normal, &want->enter_normal, sizeof none);
        ck_assert_mem_eq(&got.exit_normal, &want->exit_normal, sizeof none);
    }
}
END_TEST

START_TEST(misuse_gives_no_part) {
    pawl_convex box, bad;
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    const pawl_vec2 left = {-PAWL_COORD_MAX, 0}, right = {PAWL_COORD_MAX, 0}, zero = {0, 0};
    bad = box;
    bad.pad[0] = 1;
    ck_assert_int_eq(pawl_clip_segment(&box, home, left, zero).hit, true);
    const pawl_segment_clip got[] = {
        pawl_clip_segment(NULL, home, left, zero), pawl_clip_segment(&bad, home, left, zero),
        pawl_clip_segment(&box, (pawl_pose){{0, 0}, {0, 0}}, left, zero),
        pawl_clip_segment(&box, home, left, right), /* longer than a translation may be */
    };
    assert_zeros(got, sizeof got[0], sizeof got / sizeof got[0]);
}
END_TEST

Suite *suite_clip(void);

Suite *suite_clip(void) {
    Suite *const suite = suite_create("clip");
    TCase *const all = tcase_create("clip");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, ends_of_the_part_are_within_four_raw_units_of_the_surface, 0, KINDS);
    tcase_add_test(all, the_exit_is_never_before_the_entrance);
    tcase_add_test(all, a_clip_matches_the_worked_row);
    tcase_add_test(all, misuse_gives_no_part);
    suite_add_tcase(suite, all);
    return suite;
}
