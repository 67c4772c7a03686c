/* test_joint_weak.c - weak springs come to rest where theory says and on the way that it says; weak
 * motors reach their speed. Theory is that of the values as stored. */
#include "support/base/seeded.h"
#include "support/joint/joint_fixture.h"

#define WEAK_HERTZ .02
#define TWO_PI 6.283185307179586

/* Which bodies a spring pulls: B against a static A, two alike, or a heavy A. */
typedef struct pair {
    bool moves;
    double density_a;
} pair;

static const pair pairs[] = {{false, 0}, {true, 1}, {true, 7}};
#define PAIRS 3

static joint_rig make_pair(const pair *of, double x) {
    if (!of->moves) {
        joint_rig rig = make_held_rig(0);
        rig.b = add_brick(rig.world, x, 0, 1, 1, 1);
        return rig;
    }
    joint_rig rig = make_rig(0);
    rig.a = add_brick(rig.world, 0, 0, 1, 1, of->density_a);
    rig.b = add_brick(rig.world, x, 0, 1, 1, 1);
    return rig;
}

/* Critically damped and let go: the share of the stretch that is left after a time. */
static double left_after(double hertz, double seconds) {
    const double omega = TWO_PI * hertz;
    return (1 + omega * seconds) * exp(-omega * seconds);
}

static double stretch_of(const joint_rig *rig, double rest) {
    const double a = units(pawl_body_get_position(rig->world, rig->a).x);
    return units(pawl_body_get_position(rig->world, rig->b).x) - a - rest;
}

static double turn_of(const joint_rig *rig) {
    const int32_t turned = (int32_t)(pawl_body_get_angle(rig->world, rig->b) -
                                     pawl_body_get_angle(rig->world, rig->a));
    return turned / 4294967296.0 * TWO_PI;
}

/* After 10 seconds within 1 % of theory, after three minutes within 1 % of the stretch at rest. */
static void follow_spring(joint_rig *rig, double hertz, double rest, bool turns) {
    const double start = turns ? turn_of(rig) : stretch_of(rig, rest);
    run(rig->world, 600);
    const double left = turns ? turn_of(rig) : stretch_of(rig, rest);
    assert_near(left / start, left_after(hertz, 10), .01, "a weak spring, on its way");
    run(rig->world, 170 * 60);
    assert_near((turns ? turn_of(rig) : stretch_of(rig, rest)) / start, 0, .01,
                "a weak spring at rest");
    ck_assert_uint_eq(pawl_world_get_faults(rig->world), 0);
    free(rig->world);
}

START_TEST(a_weak_spring_between_anchors_pulls_all_the_way) {
    for (int far = 0; far < 2; far++) {
        joint_rig rig = make_pair(&pairs[_i], far ? 5.5 : 6);
        pawl_joint_def def = pawl_joint_def_between(rig.world, PAWL_JOINT_DISTANCE, rig.a, rig.b,
                                                    VEC(0, 0), VEC(far ? 5.5 : 6, 0));
        def.target = FX(5);
        set_spring(&def, WEAK_HERTZ, 1);
        add_joint(rig.world, &def);
        follow_spring(&rig, units(FX(WEAK_HERTZ)), 5, false);
    }
}
END_TEST

START_TEST(a_weak_slider_pulls_all_the_way) {
    const pawl_joint_type types[] = {PAWL_JOINT_PRISMATIC, PAWL_JOINT_WHEEL};
    for (int i = 0; i < 2; i++) {
        joint_rig rig = make_pair(&pairs[_i], 3);
        pawl_joint_def def =
            pawl_joint_def_at(rig.world, types[i], rig.a, rig.b, VEC(0, 0), PAWL_TURN(0, 1));
        def.frame_b.anchor = VEC(0, 0);
        def.target = FX(2);
        set_spring(&def, WEAK_HERTZ, 1);
        add_joint(rig.world, &def);
        follow_spring(&rig, units(FX(WEAK_HERTZ)), 2, false);
    }
}
END_TEST

START_TEST(a_weak_spring_of_an_angle_turns_all_the_way) {
    const pawl_joint_type types[] = {PAWL_JOINT_REVOLUTE, PAWL_JOINT_MOTOR};
    for (int i = 0; i < 2; i++) {
        joint_rig rig = make_pair(&pairs[_i], 0);
        ck_assert_int_eq(
            pawl_body_set_pose(rig.world, rig.b, VEC(0, 0), pawl_angle_from_turns(1, 8)), PAWL_OK);
        pawl_joint_def def = pawl_joint_def_default(types[i]);
        def.body_a = rig.a;
        def.body_b = rig.b;
        set_spring(&def, WEAK_HERTZ, 1);
        def.angular_hertz = FX(WEAK_HERTZ);
        def.spring_torque_max = WIDE(1000);
        add_joint(rig.world, &def);
        follow_spring(&rig, units(FX(WEAK_HERTZ)), 0, true);
    }
}
END_TEST

START_TEST(a_weak_mouse_pulls_all_the_way) {
    joint_rig rig = make_pair(&pairs[_i], 1);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_MOTOR);
    def.body_a = rig.a;
    def.body_b = rig.b;
    set_spring(&def, WEAK_HERTZ, 1);
    def.spring_force_max = WIDE(1000);
    add_joint(rig.world, &def);
    follow_spring(&rig, units(FX(WEAK_HERTZ)), 0, false);
}
END_TEST

/* An acceleration of .0004 or .004, for a minute. */
static const double drives[] = {.0004, .004};

static double inverse_of(const pawl_world *world, pawl_body_id body, bool turning) {
    const pawl_mass mass = pawl_body_get_mass(world, body);
    const double of = (double)(turning ? mass.inertia : mass.mass) / 65536;
    return of > 0 ? 1 / of : 0;
}

static double relative_speed(const joint_rig *rig, bool turning) {
    if (turning)
        return units(pawl_body_get_angular_velocity(rig->world, rig->b)) -
               units(pawl_body_get_angular_velocity(rig->world, rig->a));
    return units(pawl_body_get_velocity(rig->world, rig->b).x) -
           units(pawl_body_get_velocity(rig->world, rig->a).x);
}

static void follow_motor(joint_rig *rig, pawl_wide most, bool turning) {
    run(rig->world, 3600);
    const double inverse =
        inverse_of(rig->world, rig->a, turning) + inverse_of(rig->world, rig->b, turning);
    const double want = (double)most / 65536 * inverse * 60;
    ck_assert_msg(fabs(relative_speed(rig, turning) - want) <= .01 * want, "%.6f, should be %.6f",
                  relative_speed(rig, turning), want);
    free(rig->world);
}

START_TEST(a_weak_motor_turns) {
    const pawl_joint_type types[] = {PAWL_JOINT_REVOLUTE, PAWL_JOINT_WHEEL, PAWL_JOINT_MOTOR};
    for (int i = 0; i < 6; i++) {
        joint_rig rig = make_pair(&pairs[_i], 0);
        pawl_joint_def def = pawl_joint_def_default(types[i / 2]);
        def.body_a = rig.a;
        def.body_b = rig.b;
        def.motor = true;
        def.motor_speed = FX(100);
        def.motor_max = FX(drives[i % 2] * 8 / 3);
        add_joint(rig.world, &def);
        follow_motor(&rig, def.motor_max, true);
    }
}
END_TEST

START_TEST(a_weak_motor_pushes) {
    const pawl_joint_type types[] = {PAWL_JOINT_PRISMATIC, PAWL_JOINT_DISTANCE, PAWL_JOINT_MOTOR};
    for (int i = 0; i < 6; i++) {
        joint_rig rig = make_pair(&pairs[_i], 4);
        pawl_joint_def def = pawl_joint_def_default(types[i / 2]);
        def.body_a = rig.a;
        def.body_b = rig.b;
        def.motor = true;
        def.motor_speed = FX(100);
        def.linear_velocity = VEC(100, 0);
        def.force_max = FX(drives[i % 2] * 4);
        def.motor_max = def.type == PAWL_JOINT_MOTOR ? 0 : def.force_max;
        add_joint(rig.world, &def);
        follow_motor(&rig, FX(drives[i % 2] * 4), false);
    }
}
END_TEST

Suite *suite_joint_weak(void);
Suite *suite_joint_weak(void) {
    Suite *suite = suite_create("joint_weak");
    TCase *weak = tcase_create("weak drives");
    tcase_set_timeout(weak, 120);
    tcase_add_loop_test(weak, a_weak_spring_between_anchors_pulls_all_the_way, 0,
                        SEEDED_PASSES(2, PAIRS));
    tcase_add_loop_test(weak, a_weak_slider_pulls_all_the_way, 0, SEEDED_PASSES(2, PAIRS));
    tcase_add_loop_test(weak, a_weak_spring_of_an_angle_turns_all_the_way, 0,
                        SEEDED_PASSES(2, PAIRS));
    tcase_add_loop_test(weak, a_weak_mouse_pulls_all_the_way, 0, SEEDED_PASSES(2, PAIRS));
    tcase_add_loop_test(weak, a_weak_motor_turns, 0, SEEDED_PASSES(2, PAIRS));
    tcase_add_loop_test(weak, a_weak_motor_pushes, 0, SEEDED_PASSES(2, PAIRS));
    suite_add_tcase(suite, weak);
    return suite;
}
