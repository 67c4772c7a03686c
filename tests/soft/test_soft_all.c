/* test_soft_all.c - calls to all points of a soft body at once, against those to one point and
 * against exact sums. */
#include "support/base/seeded.h"
#include "support/soft/soft.h"
#include "soft/soft.h"
#include "world/world.h"

#define POINTS 24

/* Loose points of any mass and velocity, some of them pinned; sub-steps of any number. */
static pawl_soft_id add_cloud(soft_scene *scene, uint64_t *seed, bool all_pinned) {
    for (uint32_t i = 0; i < POINTS; i++) {
        pawl_soft_point *point = &scene->points[i];
        point->position = VEC(i, 0);
        point->velocity = pawl_vec2_make(seeded_int32(seed) / 64, seeded_int32(seed) / 64);
        point->mass = all_pinned || seeded_next(seed) % 5 == 0
                          ? 0
                          : PAWL_POINT_MASS_MIN + (pawl_fx)(seeded_next(seed) % FX(200));
    }
    scene->parts.point_count = POINTS;
    return add_soft(scene);
}

static soft_scene *make_cloud(uint64_t seed, bool all_pinned, pawl_soft_id *soft) {
    pawl_world_def def = soft_world_def();
    def.soft_substeps = (uint8_t)(1 + seed % PAWL_SOFT_SUBSTEPS_MAX);
    soft_scene *const scene = make_soft_scene(&def);
    *soft = add_cloud(scene, &seed, all_pinned);
    return scene;
}

static const pawli_soft_point *point_of(const soft_scene *scene, uint32_t i) {
    return &pawli_soft_points_const(scene->world)[i];
}

START_TEST(one_velocity_for_all_is_that_of_each) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        pawl_soft_id soft, same;
        const uint64_t start = seeded_next(&seed);
        const pawl_vec2 velocity = {seeded_int32(&seed) / 4, seeded_int32(&seed) / 4};
        soft_scene *const all = make_cloud(start, false, &soft);
        soft_scene *const each = make_cloud(start, false, &same);
        /* Asleep they have no velocity, awake they have one that goes. */
        if (round % 2 == 0) ck_assert_int_eq(pawl_soft_set_awake(all->world, soft, false), PAWL_OK);
        ck_assert_int_eq(pawl_soft_set_velocity(all->world, soft, velocity), PAWL_OK);
        for (uint32_t i = 0; i < POINTS; i++)
            ck_assert_int_eq(pawl_soft_set_point_velocity(each->world, same, i, velocity), PAWL_OK);
        ck_assert_int_eq(pawl_soft_is_awake(all->world, soft), true);
        ck_assert_uint_eq(pawl_world_hash(all->world), pawl_world_hash(each->world));
        free_soft_scene(all);
        free_soft_scene(each);
    }
}
END_TEST

/* How far the points move more in a sub-step: the same for all that are not pinned. */
static void assert_moved(const soft_scene *scene, const pawli_soft_point *before, int64_t x,
                         int64_t y) {
    uint32_t free_points = 0;
    for (uint32_t i = 0; i < POINTS; i++) {
        const pawli_soft_point *const now = point_of(scene, i);
        const bool pinned = now->mass == 0;
        ck_assert_int_eq(now->moved_x - (int64_t)before[i].moved_x, pinned ? 0 : x);
        ck_assert_int_eq(now->moved_y - (int64_t)before[i].moved_y, pinned ? 0 : y);
        free_points += pinned ? 0u : 1u;
    }
    ck_assert_uint_gt(free_points, 1);
}

START_TEST(one_change_for_all_keeps_their_differences) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(200); round++) {
        pawl_soft_id soft;
        pawli_soft_point before[POINTS];
        soft_scene *const scene = make_cloud(seeded_next(&seed), false, &soft);
        const pawl_vec2 change = {seeded_int32(&seed) / 64, seeded_int32(&seed) / 64};
        const bool asleep = round % 2 == 0; /* then they have no velocity */
        if (asleep) ck_assert_int_eq(pawl_soft_set_awake(scene->world, soft, false), PAWL_OK);
        memcpy(before, point_of(scene, 0), sizeof before);
        ck_assert_int_eq(pawl_soft_change_velocity(scene->world, soft, change), PAWL_OK);
        ck_assert_int_eq(pawl_soft_is_awake(scene->world, soft), true);
        assert_moved(scene, before, pawli_soft_point_moved_of(scene->world, change.x),
                     pawli_soft_point_moved_of(scene->world, change.y));
        ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
        free_soft_scene(scene);
    }
}
END_TEST

/* The bound of soft.h. With n sub-steps a second a momentum is mass * moved * n / 2^22; all of it
 * is multiplied by 2^22 here. */
static void assert_momentum(const soft_scene *scene, const pawli_soft_point *before,
                            pawl_wide2 impulse, int64_t mass, int64_t substeps) {
    int128 x = 0, y = 0;
    for (uint32_t i = 0; i < POINTS; i++) {
        x += (int128)before[i].mass * (point_of(scene, i)->moved_x - (int64_t)before[i].moved_x);
        y += (int128)before[i].mass * (point_of(scene, i)->moved_y - (int64_t)before[i].moved_y);
    }
    const int128 off_x = x * substeps - ((int128)impulse.x * (INT64_C(1) << 22));
    const int128 off_y = y * substeps - ((int128)impulse.y * (INT64_C(1) << 22));
    const int128 most = (int128)mass * ((INT64_C(1) << 5) + (substeps + 1) / 2);
    ck_assert_msg(off_x <= most && off_x >= -most && off_y <= most && off_y >= -most,
                  "momentum is off by more than the header says");
}

START_TEST(an_impulse_on_all_is_the_momentum_that_they_get) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(2000); round++) {
        pawl_soft_id soft;
        pawli_soft_point before[POINTS];
        const uint64_t start = seeded_next(&seed);
        soft_scene *const scene = make_cloud(start, false, &soft);
        const pawl_wide2 impulse = {(pawl_wide)seeded_int32(&seed) * 16,
                                    (pawl_wide)seeded_int32(&seed) * 16};
        int64_t mass = 0;
        memcpy(before, point_of(scene, 0), sizeof before);
        for (uint32_t i = 0; i < POINTS; i++)
            mass += before[i].mass;
        ck_assert_int_eq(pawl_soft_get_mass(scene->world, soft), mass);
        ck_assert_int_eq(pawl_soft_apply_impulse(scene->world, soft, impulse), PAWL_OK);
        ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
        assert_momentum(scene, before, impulse, mass,
                        60 * (int64_t)(1 + start % PAWL_SOFT_SUBSTEPS_MAX));
        uint32_t first = 0; /* that is not pinned */
        while (before[first].mass == 0)
            first++;
        assert_moved(scene, before,
                     point_of(scene, first)->moved_x - (int64_t)before[first].moved_x,
                     point_of(scene, first)->moved_y - (int64_t)before[first].moved_y);
        free_soft_scene(scene);
    }
}
END_TEST

START_TEST(the_velocity_of_the_whole_is_the_mean) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(500); round++) {
        pawl_soft_id soft;
        soft_scene *const scene = make_cloud(seeded_next(&seed), false, &soft);
        int128 x = 0, y = 0, mass = 0;
        for (uint32_t i = 0; i < POINTS; i++) {
            x += (int128)point_of(scene, i)->mass * point_of(scene, i)->moved_x;
            y += (int128)point_of(scene, i)->mass * point_of(scene, i)->moved_y;
            mass += point_of(scene, i)->mass;
        }
        const int128 half_x = x < 0 ? -mass : mass, half_y = y < 0 ? -mass : mass;
        const pawl_vec2 velocity = pawl_soft_get_velocity(scene->world, soft);
        ck_assert_int_eq(velocity.x, pawli_soft_point_velocity_of(
                                         scene->world, (int32_t)((2 * x + half_x) / (2 * mass))));
        ck_assert_int_eq(velocity.y, pawli_soft_point_velocity_of(
                                         scene->world, (int32_t)((2 * y + half_y) / (2 * mass))));
        free_soft_scene(scene);
    }
}
END_TEST

START_TEST(what_is_too_fast_is_clamped_with_a_fault) {
    pawl_soft_id soft;
    soft_scene *const scene = make_cloud(3, false, &soft);
    const pawl_wide2 huge = {PAWL_WIDE_MAX, -PAWL_WIDE_MAX};
    uint32_t faults = 0;
    const int32_t most = pawli_soft_point_limit_moved(scene->world, INT64_MAX, &faults);
    ck_assert_int_eq(pawl_soft_apply_impulse(scene->world, soft, huge), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(scene->world),
                      PAWL_FAULT_SPEED | PAWL_FAULT_FORCE_RANGE);
    for (uint32_t i = 0; i < POINTS; i++) {
        const pawli_soft_point *const point = point_of(scene, i);
        ck_assert_int_eq(point->moved_x, point->mass == 0 ? 0 : most);
        ck_assert_int_eq(point->moved_y, point->mass == 0 ? 0 : -most);
    }
    free_soft_scene(scene);
    soft_scene *const other = make_cloud(3, false, &soft);
    const pawl_vec2 fast = {PAWL_FX_MAX, -PAWL_FX_MAX};
    ck_assert_int_eq(pawl_soft_change_velocity(other->world, soft, fast), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(other->world), PAWL_FAULT_SPEED);
    free_soft_scene(other);
}
END_TEST

START_TEST(pinned_points_stay) {
    pawl_soft_id soft;
    soft_scene *const scene = make_cloud(7, true, &soft);
    const pawl_wide2 impulse = {FX(5), FX(5)};
    pawl_world *const world = scene->world;
    ck_assert_int_eq(pawl_soft_get_mass(world, soft), 0);
    ck_assert_int_eq(pawl_soft_set_velocity(world, soft, VEC(1, 2)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_change_velocity(world, soft, VEC(1, 2)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_apply_impulse(world, soft, impulse), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    assert_vec_eq(pawl_soft_get_velocity(world, soft), VEC(0, 0));
    for (uint32_t i = 0; i < POINTS; i++)
        assert_vec_eq(soft_point(world, soft, i).velocity, VEC(0, 0));
    free_soft_scene(scene);
}
END_TEST

START_TEST(wrong_use_changes_nothing) {
    pawl_soft_id soft;
    soft_scene *const scene = make_cloud(11, false, &soft);
    pawl_world *const world = scene->world;
    const pawl_wide2 impulse = {FX(5), FX(5)};
    const uint32_t hash = pawl_world_hash(world);
    const pawl_vec2 fast[] = {{PAWL_SPEED_MAX + 1, 0}, {0, -PAWL_SPEED_MAX - 1}};
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pawl_soft_set_velocity(world, soft, fast[i]), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_soft_set_velocity(NULL, soft, VEC(1, 1)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_change_velocity(NULL, soft, VEC(1, 1)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_apply_impulse(NULL, soft, impulse), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_soft_get_mass(NULL, soft), 0);
    assert_vec_eq(pawl_soft_get_velocity(NULL, soft), VEC(0, 0));
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(pawl_soft_destroy(world, soft), PAWL_OK);
    ck_assert_int_eq(pawl_soft_set_velocity(world, soft, VEC(1, 1)), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_soft_change_velocity(world, soft, VEC(1, 1)), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_soft_apply_impulse(world, soft, impulse), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_soft_get_mass(world, soft), 0);
    assert_vec_eq(pawl_soft_get_velocity(world, soft), VEC(0, 0));
    free_soft_scene(scene);
}
END_TEST

Suite *suite_soft_all(void) {
    Suite *const suite = suite_create("soft_all");
    TCase *const tests = tcase_create("soft_all");
    tcase_add_loop_test(tests, one_velocity_for_all_is_that_of_each, 0, 2);
    tcase_add_loop_test(tests, one_change_for_all_keeps_their_differences, 0, 2);
    tcase_add_loop_test(tests, an_impulse_on_all_is_the_momentum_that_they_get, 0, 2);
    tcase_add_loop_test(tests, the_velocity_of_the_whole_is_the_mean, 0, 2);
    tcase_add_test(tests, what_is_too_fast_is_clamped_with_a_fault);
    tcase_add_test(tests, pinned_points_stay);
    tcase_add_test(tests, wrong_use_changes_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
