/* test_soft_wake.c - a rigid body that a soft body wakes in the midst of a step, which does not
 * solve it: a bullet that arrives in the very step is stopped at it as at any other. */
#include "support/soft/soft.h"

#include "world/world.h"

#define STEPS_MAX 40

/* A box that sleeps, and a rope that comes down on it. */
static soft_scene *make_sleeper(pawl_body_id *sleeper) {
    pawl_world_def def = soft_world_def();
    def.gravity = VEC(0, 0);
    soft_scene *const scene = make_soft_scene(&def);
    *sleeper = add_unit_box(scene->world, 0, 0);
    ck_assert_int_eq(pawl_body_set_awake(scene->world, *sleeper, false), PAWL_OK);
    add_rope(scene, VEC(-0.25, 0.75), VEC(0.25, 0.75), 2, 1, 0.25);
    for (uint32_t i = 0; i < scene->parts.point_count; i++)
        scene->points[i].velocity = VEC(0, -1);
    add_soft(scene);
    return scene;
}

static int step_of_waking(void) {
    pawl_body_id sleeper;
    soft_scene *const scene = make_sleeper(&sleeper);
    int step = 0;
    while (step < STEPS_MAX && !pawl_body_is_awake(scene->world, sleeper)) {
        run(scene->world, 1);
        step++;
    }
    free_soft_scene(scene);
    return step;
}

static pawl_body_id shoot(pawl_world *world, double x) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id bullet;
    def.type = PAWL_DYNAMIC;
    def.bullet = true;
    def.position = VEC(x, 0);
    def.velocity = VEC(480, 0);
    ck_assert_int_eq(pawl_body_create(world, &def, &bullet), PAWL_OK);
    const pawl_convex ball = circle_convex(0, 0, 0.125);
    add_shape(world, bullet, &ball);
    return bullet;
}

/* Bullets come in the step of the waking, and in those around it. */
START_TEST(a_bullet_is_stopped_at_who_just_woke) {
    const int waking = step_of_waking();
    ck_assert_int_gt(waking, 3);
    ck_assert_int_lt(waking, STEPS_MAX);
    for (int when = waking - 2; when <= waking + 1; when++) {
        pawl_body_id sleeper;
        soft_scene *const scene = make_sleeper(&sleeper);
        run(scene->world, when - 1);
        ck_assert_int_eq(pawl_body_is_awake(scene->world, sleeper), when > waking);
        const pawl_body_id bullet = shoot(scene->world, -4);
        run(scene->world, 1);
        const pawl_vec2 at = pawl_body_get_position(scene->world, bullet);
        ck_assert_int_eq(pawl_body_is_awake(scene->world, sleeper), when >= waking);
        ck_assert_msg(at.x > FX(-1) && at.x < FX(-0.5), "step %d: the bullet is at %.3f", when,
                      units(at.x));
        assert_sound(scene->world);
        run(scene->world, 3);
        ck_assert_int_eq(pawl_body_is_awake(scene->world, sleeper), true);
        ck_assert_int_gt(pawl_body_get_velocity(scene->world, sleeper).x, 0);
        assert_sound(scene->world);
        free_soft_scene(scene);
    }
}
END_TEST

Suite *suite_soft_wake(void) {
    Suite *const suite = suite_create("soft_wake");
    TCase *const tests = tcase_create("soft_wake");
    tcase_add_test(tests, a_bullet_is_stopped_at_who_just_woke);
    suite_add_tcase(suite, tests);
    return suite;
}
