/* test_replay_joint_calls.c - every call that changes a joint is in the replay of its world. */
#include "support/replay/replay_target.h"

static void create_joint(target *t) {
    const pawl_joint_def def =
        pawl_joint_def_at(t->world, PAWL_JOINT_REVOLUTE, t->body, t->other, VEC(0, 2), 0);
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(t->world, &def, &joint), PAWL_OK);
}

static void destroy_joint(target *t) {
    pawl_joint_destroy(t->world, t->revolute);
}

static void set_limit(target *t) {
    ck_assert_int_eq(pawl_joint_set_limit(t->world, t->revolute, true, 0, FX(1)), PAWL_OK);
}

static void set_motor(target *t) {
    ck_assert_int_eq(pawl_joint_set_motor(t->world, t->revolute, true, FX(1), FX(5)), PAWL_OK);
}

static void set_spring(target *t) {
    ck_assert_int_eq(pawl_joint_set_spring(t->world, t->revolute, true, FX(3), FX(1)), PAWL_OK);
}

static void set_angular_spring(target *t) {
    ck_assert_int_eq(pawl_joint_set_angular_spring(t->world, t->weld, FX(3), FX(1)), PAWL_OK);
}

static void set_spring_max(target *t) {
    ck_assert_int_eq(pawl_joint_set_spring_max(t->world, t->motor, FX(9), FX(9)), PAWL_OK);
}

static void set_target(target *t) {
    ck_assert_int_eq(pawl_joint_set_target(t->world, t->revolute, FX(0.5)), PAWL_OK);
}

static void set_ratio(target *t) {
    ck_assert_int_eq(pawl_joint_set_ratio(t->world, t->pulley, FX(2)), PAWL_OK);
}

static void set_pulley_ground(target *t) {
    ck_assert_int_eq(pawl_joint_set_ground(t->world, t->pulley, VEC(-2, 9), VEC(2, 9)), PAWL_OK);
}

static void set_frame_a(target *t) {
    const pawl_joint_frame frame = {VEC(0.25, 0), 1000};
    ck_assert_int_eq(pawl_joint_set_frame_a(t->world, t->revolute, frame), PAWL_OK);
}

static void set_frame_b(target *t) {
    const pawl_joint_frame frame = {VEC(0.25, 0), 1000};
    ck_assert_int_eq(pawl_joint_set_frame_b(t->world, t->revolute, frame), PAWL_OK);
}

static void set_linear_velocity(target *t) {
    ck_assert_int_eq(pawl_joint_set_linear_velocity(t->world, t->motor, VEC(1, 0), FX(7)), PAWL_OK);
}

static void set_break(target *t) {
    ck_assert_int_eq(pawl_joint_set_break(t->world, t->revolute, FX(5000), 0), PAWL_OK);
}

static void break_at_once(target *t) {
    ck_assert_int_eq(pawl_joint_set_break(t->world, t->revolute, 1, 1), PAWL_OK);
}

static void report_load(target *t) {
    ck_assert_int_eq(pawl_joint_set_load_threshold(t->world, t->revolute, 1, 1), PAWL_OK);
}

static void tune_joint(target *t) {
    ck_assert_int_eq(pawl_joint_set_constraint_tuning(t->world, t->revolute, FX(8), FX(1)),
                     PAWL_OK);
}

static void collide_connected(target *t) {
    ck_assert_int_eq(pawl_joint_set_collide_connected(t->world, t->revolute, true), PAWL_OK);
}

static void set_joint_data(target *t) {
    ck_assert_int_eq(pawl_joint_set_user_data(t->world, t->revolute, 97), PAWL_OK);
}

static const target_call calls[] = {
    {"pawl_joint_create", create_joint},
    {"pawl_joint_destroy", destroy_joint},
    {"pawl_joint_set_limit", set_limit},
    {"pawl_joint_set_motor", set_motor},
    {"pawl_joint_set_spring", set_spring},
    {"pawl_joint_set_angular_spring", set_angular_spring},
    {"pawl_joint_set_spring_max", set_spring_max},
    {"pawl_joint_set_target", set_target},
    {"pawl_joint_set_ratio", set_ratio},
    {"pawl_joint_set_ground", set_pulley_ground},
    {"pawl_joint_set_frame_a", set_frame_a},
    {"pawl_joint_set_frame_b", set_frame_b},
    {"pawl_joint_set_linear_velocity", set_linear_velocity},
    {"pawl_joint_set_break", set_break},
    {"pawl_joint_set_break, at once", break_at_once},
    {"pawl_joint_set_load_threshold", report_load},
    {"pawl_joint_set_constraint_tuning", tune_joint},
    {"pawl_joint_set_collide_connected", collide_connected},
    {"pawl_joint_set_user_data", set_joint_data},
};
#define CALLS ((int)(sizeof calls / sizeof calls[0]))

START_TEST(a_call_between_two_steps_is_an_edit) {
    assert_call_is_an_edit(&calls[_i]);
}
END_TEST

START_TEST(a_call_before_the_first_or_after_the_last_step_counts) {
    assert_call_counts_at_the_ends(&calls[_i], true);
}
END_TEST

Suite *suite_replay_joint_calls(void);
Suite *suite_replay_joint_calls(void) {
    TCase *cases = tcase_create("replay_joint_calls");
    tcase_add_loop_test(cases, a_call_between_two_steps_is_an_edit, 0, CALLS);
    tcase_add_loop_test(cases, a_call_before_the_first_or_after_the_last_step_counts, 0, CALLS);
    Suite *suite = suite_create("replay_joint_calls");
    suite_add_tcase(suite, cases);
    return suite;
}
