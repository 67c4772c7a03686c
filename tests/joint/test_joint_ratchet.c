/* test_joint_ratchet.c - turning one way. */
#include "support/joint/joint_fixture.h"

typedef struct ratchet {
    pawl_world *world;
    pawl_world_def def;
    pawl_body_id wheel;
    pawl_joint_id axle, joint;
} ratchet;

/* A wheel on an axle with teeth 1/4 rad apart. */
static ratchet make_ratchet(double phase) {
    ratchet r;
    r.def = awake_def(10);
    r.world = make_world(&r.def);
    const pawl_body_id ground = add_body(r.world, PAWL_STATIC, 0, 0);
    const pawl_convex round = circle_convex(0, 0, 1);
    r.wheel = add_body(r.world, PAWL_DYNAMIC, 0, 0);
    add_shape(r.world, r.wheel, &round);
    const pawl_joint_def axle =
        pawl_joint_def_at(r.world, PAWL_JOINT_REVOLUTE, ground, r.wheel, VEC(0, 0), 0);
    r.axle = add_joint(r.world, &axle);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_RATCHET);
    def.body_a = ground;
    def.body_b = r.wheel;
    def.ratio = FX(0.25);
    def.target = FX(phase);
    r.joint = add_joint(r.world, &def);
    return r;
}

static void turn(ratchet *r, double torque, int steps) {
    for (int i = 0; i < steps; i++) {
        ck_assert_int_eq(pawl_body_apply_torque(r->world, r->wheel, WIDE(torque)), PAWL_OK);
        run(r->world, 1);
    }
}

START_TEST(a_ratchet_turns_forward_and_holds_backward) {
    ratchet r = make_ratchet(0);
    turn(&r, -5, 120);
    assert_near(units(pawl_joint_get_angle(r.world, r.axle)), 0, 0.005, "held at the start");
    assert_near((double)pawl_joint_get_reaction_torque(r.world, r.joint) / 65536, 5, 0.05,
                "the torque");
    turn(&r, 5, 60);
    const double reached = units(pawl_joint_get_angle(r.world, r.axle));
    ck_assert_msg(reached > 1.25, "turned forward by %.4f only", reached);
    turn(&r, -20, 240);
    const double now = units(pawl_joint_get_angle(r.world, r.axle));
    ck_assert_msg(now > reached - 0.26, "fell from %.4f to %.4f", reached, now);
    assert_near(remainder(now, 0.25), 0, 0.005, "off the tooth");
    ck_assert_uint_eq(pawl_world_get_faults(r.world), 0);
    free(r.world);
}
END_TEST

START_TEST(teeth_start_at_the_target) {
    ratchet r = make_ratchet(-0.125);
    turn(&r, -5, 120);
    assert_near(units(pawl_joint_get_angle(r.world, r.axle)), -0.125, 0.005, "the tooth below");
    free(r.world);
}
END_TEST

START_TEST(a_ratchet_counts_over_many_turns) {
    ratchet r = make_ratchet(0);
    ck_assert_int_eq(pawl_body_set_angular_velocity(r.world, r.wheel, FX(20)), PAWL_OK);
    run(r.world, 300);
    const double reached = units(pawl_joint_get_angle(r.world, r.axle));
    ck_assert_msg(reached > 90, "turned by %.3f rad only", reached);
    turn(&r, -100, 120);
    const double now = units(pawl_joint_get_angle(r.world, r.axle));
    ck_assert_msg(now > reached && now < reached + 10, "came from %.3f back to %.3f", reached, now);
    assert_near(remainder(now, 0.25), 0, 0.01, "off the tooth");
    free(r.world);
}
END_TEST

START_TEST(a_ratchet_is_like_its_twin) {
    ratchet r = make_ratchet(0);
    ck_assert_int_eq(pawl_body_set_angular_velocity(r.world, r.wheel, FX(0.5)), PAWL_OK);
    follow_twin(r.world, &r.def, 300, 0.001, 0.002);
    ck_assert_int_eq(pawl_body_set_angular_velocity(r.world, r.wheel, FX(-0.5)), PAWL_OK);
    follow_twin(r.world, &r.def, 300, 0.001, 0.005);
    free(r.world);
}
END_TEST

START_TEST(a_new_target_does_not_wind_the_ratchet) {
    ratchet r = make_ratchet(0);
    ck_assert_int_eq(pawl_joint_set_target(r.world, r.joint, FX(50)), PAWL_OK);
    run(r.world, 60);
    assert_near(units(pawl_joint_get_angle(r.world, r.axle)), 0, 0.001, "the angle");
    ck_assert_int_eq(pawl_joint_set_target(r.world, r.joint, FX(-50)), PAWL_OK);
    run(r.world, 60);
    assert_near(units(pawl_joint_get_angle(r.world, r.axle)), 0, 0.001, "the angle");
    free(r.world);
}
END_TEST

Suite *suite_joint_ratchet(void) {
    Suite *const suite = suite_create("joint_ratchet");
    TCase *const tcase = tcase_create("joint_ratchet");
    tcase_add_test(tcase, a_ratchet_turns_forward_and_holds_backward);
    tcase_add_test(tcase, teeth_start_at_the_target);
    tcase_add_test(tcase, a_ratchet_counts_over_many_turns);
    tcase_add_test(tcase, a_ratchet_is_like_its_twin);
    tcase_add_test(tcase, a_new_target_does_not_wind_the_ratchet);
    suite_add_tcase(suite, tcase);
    return suite;
}
