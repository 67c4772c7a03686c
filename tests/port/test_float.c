/* test_float.c - port/host/pawl_float.h: what is drawn is what is simulated. */
#include <math.h>

#include "support/world/fixture.h"

#include "../port/host/pawl_float.h"

START_TEST(floats_come_back_as_the_number_they_were) {
    uint64_t state = 88172645463325252u + (uint64_t)_i;
    for (int i = 0; i < 10000; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        const pawl_fx value = (pawl_fx)(state >> 41) - (INT32_C(1) << 22); /* 23 bits: exact */
        ck_assert_int_eq(pawl_float_to_fx(pawl_fx_to_float(value)), value);
    }
}
END_TEST

START_TEST(floats_out_of_range_saturate_and_nan_is_nothing) {
    ck_assert_int_eq(pawl_float_to_fx(1e30f), PAWL_FX_MAX);
    ck_assert_int_eq(pawl_float_to_fx(-1e30f), -PAWL_FX_MAX);
    ck_assert_int_eq(pawl_float_to_fx(NAN), 0);
    ck_assert_int_eq(pawl_float_to_fx(-0.5f / 65536.0f), -1); /* ties go away from zero */
}
END_TEST

START_TEST(between_two_poses_turns_the_shorter_way) {
    const pawl_float_pose before = {0, 0, 3.0f}, now = {2, 4, -3.0f};
    const pawl_float_pose middle = pawl_float_between(before, now, 0.5f);
    assert_near(middle.x, 1, 1e-6, "x");
    assert_near(middle.y, 2, 1e-6, "y");
    assert_near(fabs(middle.angle), 3.14159265, 1e-5, "angle");
}
END_TEST

START_TEST(the_pose_of_a_body_is_its_position_and_angle) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 1.5, -2.25);
    const pawl_vec2 at = pawl_body_get_position(world, body);
    ck_assert_int_eq(pawl_body_set_pose(world, body, at, PAWL_TURN(3, 4)), PAWL_OK);
    const pawl_float_pose pose = pawl_body_float_pose(world, body);
    assert_near(pose.x, 1.5, 0, "x");
    assert_near(pose.y, -2.25, 0, "y");
    assert_near(pose.angle, -1.57079633, 1e-6, "angle");
    assert_near(pawl_wide_to_double(PAWL_WIDE(100000, 1, 2)), 100000.5, 0, "wide");
    free(world);
}
END_TEST

Suite *suite_float(void);
Suite *suite_float(void) {
    Suite *const suite = suite_create("float");
    TCase *const tcase = tcase_create("drawing");
    tcase_add_loop_test(tcase, floats_come_back_as_the_number_they_were, 0, 4);
    tcase_add_test(tcase, floats_out_of_range_saturate_and_nan_is_nothing);
    tcase_add_test(tcase, between_two_poses_turns_the_shorter_way);
    tcase_add_test(tcase, the_pose_of_a_body_is_its_position_and_angle);
    suite_add_tcase(suite, tcase);
    return suite;
}
