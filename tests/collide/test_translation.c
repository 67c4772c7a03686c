/* test_translation.c - ways out of overlaps: that they lead out, and that no other one is much
 * shorter. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "collide/core.h"
#include "support/shape/way.h"
#include "support/base/zeros.h"

#define ROUNDS SEEDED_ROUNDS(3000)

typedef struct trial {
    pawl_convex a, b;
    pawl_pose pose_a, pose_b;
    uint64_t seed;
} trial;

static trial random_trial(uint64_t *seed, int kinds) {
    trial t;
    t.seed = *seed;
    const int32_t size_a = INT32_C(1) << seeded_between(seed, 7, 24);
    const int32_t size_b = INT32_C(1) << seeded_between(seed, 7, 24);
    t.a = seeded_convex(seed, kinds / KINDS, size_a);
    t.b = seeded_convex(seed, kinds % KINDS, size_b);
    t.pose_a = seeded_pose(seed, PAWL_COORD_MAX / 2);
    t.pose_b = seeded_pose(seed, (size_a > size_b ? size_a : size_b) / 2 + 1);
    t.pose_b.position = pawl_vec2_add(t.pose_b.position, t.pose_a.position);
    if (seeded_next(seed) % 4 == 0) t.pose_b.rotation = t.pose_a.rotation;
    return t;
}

static pawl_translation way_out(const trial *t) {
    return pawl_minimum_translation(&t->a, t->pose_a, &t->b, t->pose_b);
}

START_TEST(the_move_leads_out_and_a_shorter_one_does_not) {
    uint64_t seed = first_seed(_i);
    int overlaps = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const trial t = random_trial(&seed, _i);
        const pawl_translation got = way_out(&t);
        if (got.overlap != pawl_overlap(&t.a, t.pose_a, &t.b, t.pose_b))
            ck_abort_msg("overlap %d, kinds %d, seed %" PRIu64, got.overlap, _i, t.seed);
        if (!got.overlap) continue;
        overlaps++;
        const placed a = place(&t.a, t.pose_a, t.pose_a.position);
        const placed b = place(&t.b, t.pose_b, t.pose_a.position);
        const placed out = moved(&b, got.move, 1);
        const double gap = (double)gap_of(&a, &out);
        const double along = (double)gap_along(&a, &out, got.normal);
        const double length = hypot(got.move.x, got.move.y);
        if (gap < -2 || gap > 8 || along < -2 || length < got.depth - 0.1 || length > got.depth + 2)
            ck_abort_msg("gap %.2f, along the normal %.2f, length %.2f of %" PRId32
                         ", kinds %d, seed %" PRIu64,
                         gap, along, length, got.depth, _i, t.seed);
        for (int i = 0; got.depth > 8 && i < 16; i++) {
            const pawl_rot any = pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32));
            const pawl_rot near = pawli_turn(
                got.normal, pawl_rot_from_angle((pawl_angle)seeded_between(&seed, -1000, 1000)));
            const pawl_vec2 end = pawli_step_half(pawl_vec2_make(0, 0), i % 2 ? any : near,
                                                  2 * ((int64_t)got.depth - 8));
            const placed inside = moved(&b, end, 1);
            if (gap_of(&a, &inside) > 0)
                ck_abort_msg("depth %" PRId32 ", but %" PRId32 ", %" PRId32
                             " leads out, kinds %d, seed %" PRIu64,
                             got.depth, end.x, end.y, _i, t.seed);
        }
    }
    ck_assert_int_gt(overlaps, SEEDED_OFTEN(ROUNDS / 60)); /* 115 of two segments */
}
END_TEST

START_TEST(shifting_both_poses_changes_no_bit) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        trial t = random_trial(&seed, _i);
        const pawl_translation want = way_out(&t);
        shift_alike(&seed, PAWL_COORD_MAX / 4, &t.pose_a.position, &t.pose_b.position);
        const pawl_translation got = way_out(&t);
        if (memcmp(&got.move, &want.move, sizeof got.move) != 0 || got.depth != want.depth ||
            memcmp(&got.normal, &want.normal, sizeof got.normal) != 0)
            ck_abort_msg("kinds %d, seed %" PRIu64, _i, t.seed);
    }
}
END_TEST

START_TEST(a_way_out_matches_the_worked_row) {
    pawl_convex box, circle, capsule;
    const pawl_vec2 left = {M(-1), 0}, right = {M(1), 0};
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), M(1), &circle), PAWL_OK);
    ck_assert_int_eq(pawl_make_capsule(left, right, M(0.5), &capsule), PAWL_OK);
    const struct {
        const pawl_convex *a, *b;
        pawl_vec2 at, move;
    } rows[] = {
        {&box, &box, {M(1.5), M(0.25)}, {M(0.5), 0}},
        {&box, &box, {M(0.25), M(-1.5)}, {0, M(-0.5)}},
        {&box, &box, {M(2), 0}, {0, 0}},
        {&circle, &circle, {0, 0}, {0, M(2)}},
        {&circle, &circle, {M(-1), 0}, {M(-1), 0}},
        {&circle, &box, {M(1.75), M(0.5)}, {M(0.25), 0}},
        {&capsule, &circle, {M(0.25), M(1)}, {0, M(0.5)}},
        {&capsule, &circle, {M(2), 0}, {M(0.5), 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pawl_pose pose = home;
        pose.position = rows[i].at;
        const pawl_translation got = pawl_minimum_translation(rows[i].a, home, rows[i].b, pose);
        ck_assert_msg(got.overlap && got.move.x == rows[i].move.x && got.move.y == rows[i].move.y,
                      "row %d: %d, %d", (int)i, (int)got.move.x, (int)got.move.y);
    }
}
END_TEST

START_TEST(misuse_and_distance_give_zeros) {
    pawl_convex box;
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    const pawl_pose away = {{M(2) + 1, 0}, {PAWL_UNIT, 0}}, bad = {{0, 0}, {5, 5}};
    const pawl_pose far = {{INT32_MIN, INT32_MAX}, {PAWL_UNIT, 0}};
    const pawl_translation got[] = {
        pawl_minimum_translation(NULL, home, &box, home),
        pawl_minimum_translation(&box, home, NULL, home),
        pawl_minimum_translation(&box, bad, &box, home),
        pawl_minimum_translation(&box, home, &box, bad),
        pawl_minimum_translation(&box, home, &box, away),
        pawl_minimum_translation(&box, home, &box, far),
    };
    assert_zeros(got, sizeof got[0], sizeof got / sizeof got[0]);
}
END_TEST

START_TEST(extreme_shapes_are_defined) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < ROUNDS; n++) {
        trial t = random_trial(&seed, _i);
        t.a = seeded_convex(&seed, _i / KINDS, PAWL_EXTENT_MAX);
        t.b = seeded_convex(&seed, _i % KINDS, PAWL_EXTENT_MAX);
        t.pose_b.position = pawl_vec2_add(t.pose_a.position, seeded_point(&seed, PAWL_EXTENT_MAX));
        const pawl_translation got = way_out(&t);
        if (got.depth < 0) ck_abort_msg("depth %" PRId32, got.depth);
    }
}
END_TEST

Suite *suite_translation(void);

Suite *suite_translation(void) {
    Suite *const suite = suite_create("translation");
    TCase *const all = tcase_create("translation");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, the_move_leads_out_and_a_shorter_one_does_not, 0, PAIRS);
    tcase_add_loop_test(all, shifting_both_poses_changes_no_bit, 0, PAIRS);
    tcase_add_test(all, a_way_out_matches_the_worked_row);
    tcase_add_test(all, misuse_and_distance_give_zeros);
    tcase_add_loop_test(all, extreme_shapes_are_defined, 0, PAIRS);
    suite_add_tcase(suite, all);
    return suite;
}
