/* test_energy_watch.c - the watch over the energy of islands sees what is given to them from
 * nothing, and nothing else. */
#include <check.h>
#include <stdlib.h>

#include "pawl/pawl.h"
#include "support/world/energy_watch.h"

#define RATE 60

typedef struct fixture {
    pawl_world *world;
    void *memory;
    energy_watch *watch;
    pawl_body_id ground;
} fixture;

static fixture set_up(void) {
    fixture made;
    pawl_world_def def = pawl_world_def_default();
    made.memory = malloc(pawl_world_size(&def));
    ck_assert_ptr_nonnull(made.memory);
    ck_assert_int_eq(pawl_world_init(made.memory, pawl_world_size(&def), &def, &made.world),
                     PAWL_OK);
    made.watch = energy_watch_make(made.world, RATE);
    return made;
}

static void tear_down(fixture *f) {
    energy_watch_free(f->watch);
    free(f->memory);
}

static pawl_body_id add_box(fixture *f, pawl_body_type type, pawl_fx half_width,
                            pawl_fx half_height, pawl_fx x, pawl_fx y, pawl_fx restitution) {
    pawl_body_def def = pawl_body_def_default();
    def.type = type;
    def.position = pawl_vec2_make(x, y);
    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.restitution = restitution;
    pawl_convex box;
    pawl_body_id body;
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_make_box(half_width, half_height, &box), PAWL_OK);
    ck_assert_int_eq(pawl_body_create(f->world, &def, &body), PAWL_OK);
    ck_assert_int_eq(pawl_shape_create(f->world, body, &shape_def, &box, &shape), PAWL_OK);
    return body;
}

static void add_ground(fixture *f) {
    f->ground = add_box(f, PAWL_STATIC, PAWL_UNITS(50), PAWL_FX_ONE, 0, -PAWL_FX_ONE, 0);
}

static pawl_body_id add_unit_box(fixture *f, pawl_fx x, pawl_fx y) {
    return add_box(f, PAWL_DYNAMIC, PAWL_FX(0, 1, 2), PAWL_FX(0, 1, 2), x, y, 0);
}

static void step(fixture *f, int count) {
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(energy_watch_step(f->watch, NULL), PAWL_OK);
}

static void assert_quiet(fixture *f, const char *scene) {
    const char *const alarm = energy_watch_alarm(f->watch);
    ck_assert_msg(!alarm, "%s: %s", scene, alarm ? alarm : "");
    ck_assert_msg(energy_watch_comparisons(f->watch) > 0, "%s: nothing was compared", scene);
    tear_down(f);
}

static void assert_alarm(fixture *f, const char *scene) {
    ck_assert_msg(energy_watch_alarm(f->watch) != NULL, "%s: no alarm", scene);
    tear_down(f);
}

/* As if the step had done it. */
static void push_secretly(fixture *f, pawl_body_id body, pawl_fx dx, pawl_fx dy) {
    const pawl_vec2 v = pawl_body_get_velocity(f->world, body);
    ck_assert_int_eq(pawl_body_set_velocity(f->world, body, pawl_vec2_make(v.x + dx, v.y + dy)),
                     PAWL_OK);
    energy_watch_overlook(f->watch);
}

START_TEST(a_body_that_gains_speed_from_nothing_is_named) {
    fixture f = set_up();
    const pawl_body_id body = add_unit_box(&f, 0, PAWL_UNITS(100));
    ck_assert_int_eq(pawl_body_set_gravity_scale(f.world, body, 0), PAWL_OK);
    for (int i = 0; i < 20; i++) {
        step(&f, 10);
        push_secretly(&f, body, PAWL_FX(0, 1, 20), 0);
    }
    assert_alarm(&f, "pushed aside");
}
END_TEST

START_TEST(a_pile_that_is_shaken_from_nothing_is_named) {
    fixture f = set_up();
    add_ground(&f);
    pawl_body_id top = PAWL_NULL_BODY;
    for (int i = 0; i < 5; i++)
        top = add_unit_box(&f, 0, PAWL_FX(0, 1, 2) + i * PAWL_FX_ONE);
    step(&f, 200);
    ck_assert_ptr_null(energy_watch_alarm(f.watch));
    ck_assert_int_eq(pawl_world_set_sleeping_enabled(f.world, false), PAWL_OK);
    energy_watch_overlook(f.watch);
    for (int i = 0; i < 60; i++) {
        step(&f, 3);
        push_secretly(&f, top, i % 2 ? PAWL_FX(0, 3, 10) : -PAWL_FX(0, 3, 10), PAWL_FX(0, 1, 2));
    }
    assert_alarm(&f, "shaken pile");
}
END_TEST

static pawl_body_id hang_pendulum(fixture *f) {
    f->ground = add_box(f, PAWL_STATIC, PAWL_FX(0, 1, 10), PAWL_FX(0, 1, 10), 0, 0, 0);
    const pawl_body_id bob = add_box(f, PAWL_DYNAMIC, PAWL_FX(0, 3, 10), PAWL_FX(0, 3, 10),
                                     PAWL_UNITS(2), -PAWL_UNITS(2), 0);
    const pawl_joint_def def =
        pawl_joint_def_at(f->world, PAWL_JOINT_REVOLUTE, f->ground, bob, pawl_vec2_make(0, 0), 0);
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(f->world, &def, &joint), PAWL_OK);
    return bob;
}

START_TEST(a_pendulum_that_is_driven_from_nothing_is_named) {
    fixture f = set_up();
    const pawl_body_id bob = hang_pendulum(&f);
    for (int i = 0; i < 30; i++) {
        step(&f, 10);
        const pawl_vec2 v = pawl_body_get_velocity(f.world, bob);
        push_secretly(&f, bob, v.x / 50, v.y / 50);
    }
    assert_alarm(&f, "driven pendulum");
}
END_TEST

START_TEST(a_pendulum_a_stack_and_a_fall_are_no_alarm) {
    fixture f = set_up();
    hang_pendulum(&f);
    step(&f, 600);
    assert_quiet(&f, "pendulum");
    f = set_up();
    add_ground(&f);
    for (int i = 0; i < 10; i++)
        add_unit_box(&f, i % 2 ? PAWL_FX(0, 1, 10) : 0, PAWL_FX(0, 1, 2) + i * PAWL_FX_ONE);
    step(&f, 600);
    assert_quiet(&f, "stack");
    f = set_up();
    add_ground(&f);
    for (int i = 0; i < 20; i++)
        add_unit_box(&f, i % 4 * PAWL_FX(0, 7, 10), PAWL_UNITS(3) + i * PAWL_FX(1, 1, 10));
    step(&f, 600);
    assert_quiet(&f, "heap");
}
END_TEST

START_TEST(pushing_an_overlap_apart_is_no_alarm) {
    fixture f = set_up();
    add_ground(&f);
    add_unit_box(&f, 0, PAWL_FX(0, 3, 10));
    add_unit_box(&f, 0, PAWL_FX(0, 9, 10));
    step(&f, 300);
    assert_quiet(&f, "overlap");
}
END_TEST

START_TEST(a_spring_that_is_let_go_is_no_alarm) {
    fixture f = set_up();
    f.ground = add_box(&f, PAWL_STATIC, PAWL_FX(0, 1, 10), PAWL_FX(0, 1, 10), 0, 0, 0);
    const pawl_body_id body = add_unit_box(&f, PAWL_UNITS(4), 0);
    ck_assert_int_eq(pawl_body_set_gravity_scale(f.world, body, 0), PAWL_OK);
    pawl_joint_def def =
        pawl_joint_def_between(f.world, PAWL_JOINT_DISTANCE, f.ground, body, pawl_vec2_make(0, 0),
                               pawl_vec2_make(PAWL_UNITS(4), 0));
    def.spring = true;
    def.hertz = PAWL_FX(0, 1, 2);
    def.damping_ratio = PAWL_FX(0, 1, 10);
    def.target = PAWL_FX_ONE;
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(f.world, &def, &joint), PAWL_OK);
    step(&f, 600);
    assert_quiet(&f, "spring");
}
END_TEST

START_TEST(calls_motors_platforms_and_restitution_are_no_alarm) {
    fixture f = set_up();
    const pawl_body_id thrown = add_unit_box(&f, PAWL_UNITS(30), PAWL_UNITS(100));
    const pawl_body_id bob = hang_pendulum(&f);
    pawl_joint_id joint = pawl_world_next_joint(f.world, PAWL_NULL_JOINT);
    ck_assert_int_eq(
        pawl_joint_set_motor(f.world, joint, true, PAWL_UNITS(5), (pawl_wide)PAWL_UNITS(1000)),
        PAWL_OK);
    const pawl_body_id lift =
        add_box(&f, PAWL_KINEMATIC, PAWL_FX_ONE, PAWL_FX(0, 1, 4), -PAWL_UNITS(20), 0, 0);
    ck_assert_int_eq(pawl_body_set_velocity(f.world, lift, pawl_vec2_make(0, PAWL_UNITS(2))),
                     PAWL_OK);
    add_unit_box(&f, -PAWL_UNITS(20), PAWL_FX(0, 3, 4));
    add_box(&f, PAWL_STATIC, PAWL_UNITS(3), PAWL_FX_ONE, PAWL_UNITS(60), 0, PAWL_FX_ONE);
    add_box(&f, PAWL_DYNAMIC, PAWL_FX(0, 1, 2), PAWL_FX(0, 1, 2), PAWL_UNITS(60), PAWL_UNITS(5),
            PAWL_FX_ONE);
    for (int i = 0; i < 60; i++) {
        step(&f, 10);
        ck_assert_int_eq(pawl_body_change_velocity(f.world, thrown,
                                                   pawl_vec2_make(PAWL_FX(0, 1, 2), 0),
                                                   pawl_body_get_position(f.world, thrown)),
                         PAWL_OK);
    }
    (void)bob;
    const char *const alarm = energy_watch_alarm(f.watch);
    ck_assert_msg(!alarm, "%s", alarm ? alarm : "");
    tear_down(&f);
}
END_TEST

/* The watch looks on: a world steps with it as without. */
START_TEST(the_watch_changes_nothing) {
    fixture f = set_up(), g = set_up();
    hang_pendulum(&f);
    hang_pendulum(&g);
    for (int i = 0; i < 200; i++) {
        step(&f, 1);
        ck_assert_int_eq(pawl_world_step(g.world, NULL), PAWL_OK);
        ck_assert_uint_eq(pawl_world_hash(f.world), pawl_world_hash(g.world));
    }
    tear_down(&f);
    tear_down(&g);
}
END_TEST

Suite *suite_energy_watch(void);
Suite *suite_energy_watch(void) {
    Suite *const suite = suite_create("energy_watch");
    TCase *const tests = tcase_create("core");
    tcase_add_test(tests, a_body_that_gains_speed_from_nothing_is_named);
    tcase_add_test(tests, a_pile_that_is_shaken_from_nothing_is_named);
    tcase_add_test(tests, a_pendulum_that_is_driven_from_nothing_is_named);
    tcase_add_test(tests, a_pendulum_a_stack_and_a_fall_are_no_alarm);
    tcase_add_test(tests, pushing_an_overlap_apart_is_no_alarm);
    tcase_add_test(tests, a_spring_that_is_let_go_is_no_alarm);
    tcase_add_test(tests, calls_motors_platforms_and_restitution_are_no_alarm);
    tcase_add_test(tests, the_watch_changes_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
