/* test_stabilize.c - what swings slowly among bodies at rest comes to rest, and nothing else does:
 * not what a motor, a spring, a force, a belt, a lift or a rope moves. */
#include "support/base/seeded.h"
#include "support/joint/joint_fixture.h"

#define BOXES 4
#define HALF 0.3 /* of the arm's length */

typedef enum arm_case {
    ARM_PLAIN,
    ARM_AWAKE,      /* may not sleep */
    ARM_FREE,       /* no gravity */
    ARM_WEIGHTLESS, /* the arm has no weight */
    ARM_MOTOR,      /* slow: 0.3 radians/s */
    ARM_SPRING,     /* weak, and without damping */
    ARM_PUSHED,     /* by a force of a thousandth of its weight, in each step */
    ARM_FIELD,      /* a wind that is hardly felt */
    ARM_LIFT,       /* the ground rises slowly */
    ARM_BELT,       /* the ground is a slow belt */
    ARM_ROPE,       /* a soft rope hangs on it */
    ARM_CASES,
    ARM_FAST /* it turns over and over */
} arm_case;

/* Boxes that rest on the ground, one upon the other, and an arm that hangs from the top one. */
typedef struct tower {
    pawl_world *world;
    pawl_body_id box[BOXES], arm;
    arm_case what;
} tower;

static void add_floor(pawl_world *world, arm_case what) {
    const pawl_body_id floor =
        what == ARM_LIFT ? add_body(world, PAWL_KINEMATIC, 0, -1) : add_ground(world);
    if (what == ARM_LIFT) {
        add_box(world, floor, 10, 1);
        ck_assert_int_eq(pawl_body_set_velocity(world, floor, VEC(0, 0.03125)), PAWL_OK);
    }
    if (what == ARM_BELT) {
        const pawl_shape_id shape = shape_of(world, floor);
        ck_assert_int_eq(pawl_shape_set_tangent_speed(world, shape, FX(0.03125)), PAWL_OK);
    }
}

/* A light rope of two links, whose first point the end of the arm holds. */
static void hang_rope(const tower *t) {
    pawl_soft_point points[3];
    pawl_soft_link links[8];
    pawl_soft_parts parts = {.points = points, .point_capacity = 3, .links = links};
    parts.link_capacity = 8;
    const pawl_vec2 end = pawl_body_get_position(t->world, t->arm);
    ck_assert_int_eq(pawl_soft_add_rope(&parts, end, VEC(units(end.x), units(end.y) - 0.5), 2,
                                        FX(0.0625), PAWL_FX_ONE, 0),
                     PAWL_OK);
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.point_count = parts.point_count;
    def.links = links;
    def.link_count = parts.link_count;
    pawl_soft_id rope;
    uint32_t link;
    ck_assert_int_eq(pawl_soft_create(t->world, &def, &rope), PAWL_OK);
    ck_assert_int_eq(pawl_soft_attach(t->world, rope, 0, t->arm, VEC(0, 0), &link), PAWL_OK);
}

static void hang_arm(tower *t, double angle) {
    const double x = 1, y = BOXES - 0.5;
    pawl_body_def body = pawl_body_def_default();
    body.type = PAWL_DYNAMIC;
    body.position = VEC(x + HALF * sin(angle), y - HALF * cos(angle));
    body.angle = pawl_angle_from_radians(FX(angle));
    body.can_sleep = t->what != ARM_AWAKE;
    if (t->what == ARM_WEIGHTLESS) body.gravity_scale = 0;
    if (t->what == ARM_FREE || t->what == ARM_WEIGHTLESS) body.angular_velocity = FX(0.5);
    if (t->what == ARM_FAST) {
        body.angular_velocity = FX(14);
        body.velocity = VEC(14 * HALF, 0);
    }
    ck_assert_int_eq(pawl_body_create(t->world, &body, &t->arm), PAWL_OK);
    add_box(t->world, t->arm, 0.02, HALF);
    pawl_joint_def joint = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
    joint.body_a = t->box[BOXES - 1];
    joint.body_b = t->arm;
    joint.frame_a.anchor = VEC(x, 0);
    joint.frame_b.anchor = VEC(0, HALF);
    if (t->what == ARM_MOTOR) set_motor(&joint, 0.3, 100);
    if (t->what == ARM_SPRING) set_spring(&joint, 0.25, 0);
    add_joint(t->world, &joint);
}

static tower make_tower(arm_case what, bool sleeping, double angle) {
    tower t = {.what = what};
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, what == ARM_FREE ? 0 : -10);
    def.length_unit = FX(1);
    def.sleeping = sleeping;
    def.soft_capacity = 1;
    def.soft_point_capacity = 8;
    def.soft_link_capacity = 8;
    t.world = make_world(&def);
    add_floor(t.world, what);
    for (int i = 0; i < BOXES; i++)
        t.box[i] = add_brick(t.world, 0, 0.5 + i, 0.5, 0.5, what == ARM_FAST ? 64 : 1);
    hang_arm(&t, angle);
    if (what == ARM_ROPE) hang_rope(&t);
    return t;
}

static void run_tower(const tower *t) {
    if (t->what == ARM_PUSHED) {
        const pawl_wide2 force = {WIDE(0.024 * 0.01), 0};
        ck_assert_int_eq(pawl_body_apply_force_to_center(t->world, t->arm, force), PAWL_OK);
    }
    if (t->what == ARM_FIELD) {
        pawl_wind_def wind = pawl_wind_def_default();
        wind.velocity = VEC(2, 0);
        wind.drag = FX(0.0009765625);
        ck_assert_int_eq(pawl_shape_apply_wind(t->world, shape_of(t->world, t->arm), &wind),
                         PAWL_OK);
    }
    run(t->world, 1);
}

static double speed_of_arm(const tower *t) {
    const pawl_vec2 v = pawl_body_get_velocity(t->world, t->arm);
    return hypot(units(v.x), units(v.y)) +
           fabs(units(pawl_body_get_angular_velocity(t->world, t->arm))) * HALF;
}

/* As fast as it may be at the lowest point: less than 0.6 of L per second. */
static double draw_angle(uint64_t *seed) {
    return floor((0.2 + seeded_within(seed, 0.05)) * 1024) / 1024;
}

START_TEST(an_arm_that_hangs_from_what_rests_falls_asleep_where_it_would_hang) {
    uint64_t seed = seeded_fresh("stabilize");
    for (int pass = 0; pass < SEEDED_PASSES(1, 5); pass++) {
        const double angle = draw_angle(&seed);
        const tower t = make_tower(ARM_PLAIN, true, angle);
        const tower awake = make_tower(ARM_PLAIN, false, angle);
        int slept = 0;
        double fastest = 0;
        for (int i = 1; i <= 20 * STEPS_PER_SECOND; i++) {
            run_tower(&t);
            run_tower(&awake);
            if (i > 19 * STEPS_PER_SECOND) fastest = fmax(fastest, speed_of_arm(&awake));
            if (slept == 0 && !pawl_body_is_awake(t.world, t.arm)) slept = i;
        }
        ck_assert_msg(slept > 2 * STEPS_PER_SECOND, "it sleeps after %d steps", slept);
        ck_assert_msg(fastest > 0.2, "without sleep it moves with %f after 20 s", fastest);
        for (int i = 0; i < BOXES; i++)
            ck_assert_int_eq(pawl_body_is_awake(t.world, t.box[i]), false);
        const double stopped = (int32_t)pawl_body_get_angle(t.world, t.arm) / 683565275.6;
        ck_assert_msg(fabs(stopped) < 0.05, "it stops at %f radians", stopped);
        assert_sound(t.world);
        free(t.world);
        free(awake.world);
    }
}
END_TEST

/* It dies away: the largest speed of each second is hardly less than that of the one before, by no
 * more than a hundredth of gravity, as spin and movement, and what the moments of the steps make.
 */
START_TEST(it_swings_out_within_seconds_and_not_at_once) {
    uint64_t seed = seeded_fresh("stabilize");
    const tower t = make_tower(ARM_PLAIN, true, draw_angle(&seed));
    double before = 0;
    for (int second = 0; pawl_body_is_awake(t.world, t.arm); second++) {
        double fastest = 0;
        for (int i = 0; i < STEPS_PER_SECOND; i++) {
            run_tower(&t);
            fastest = fmax(fastest, speed_of_arm(&t));
        }
        if (second > 0 && pawl_body_is_awake(t.world, t.arm))
            ck_assert_msg(fastest > before - 0.25, "second %d: from %f to %f", second, before,
                          fastest);
        before = fastest;
        ck_assert_int_lt(second, 20);
    }
    free(t.world);
}
END_TEST

static void assert_moves_alike(const tower *a, const tower *b, int steps) {
    for (int i = 0; i < steps; i++) {
        run_tower(a);
        run_tower(b);
        assert_vec_eq(pawl_body_get_center(a->world, a->arm),
                      pawl_body_get_center(b->world, b->arm));
        ck_assert_uint_eq(pawl_body_get_angle(a->world, a->arm),
                          pawl_body_get_angle(b->world, b->arm));
    }
}

/* Bit for bit as in a world that never sleeps, for ten seconds. */
START_TEST(what_is_meant_to_move_is_not_slowed) {
    uint64_t seed = seeded_fresh("stabilize");
    const double angle = draw_angle(&seed);
    const tower a = make_tower((arm_case)_i, true, angle);
    const tower b = make_tower((arm_case)_i, false, angle);
    assert_moves_alike(&a, &b, 10 * STEPS_PER_SECOND);
    ck_assert_msg(speed_of_arm(&a) > 0.01 && pawl_body_is_awake(a.world, a.arm), "it moves with %f",
                  speed_of_arm(&a));
    if (_i == ARM_MOTOR)
        assert_near(units(pawl_body_get_angular_velocity(a.world, a.arm)), 0.3, 0.003, "spin");
    free(a.world);
    free(b.world);
}
END_TEST

/* The tower below it shakes a little, and that may be slowed. */
START_TEST(what_is_fast_is_not_slowed) {
    const tower a = make_tower(ARM_FAST, true, 0), b = make_tower(ARM_FAST, false, 0);
    double turned[2] = {0, 0};
    for (int i = 0; i < 5 * STEPS_PER_SECOND; i++) {
        run_tower(&a);
        run_tower(&b);
        turned[0] += units(pawl_body_get_angular_velocity(a.world, a.arm)) / STEPS_PER_SECOND;
        turned[1] += units(pawl_body_get_angular_velocity(b.world, b.arm)) / STEPS_PER_SECOND;
    }
    ck_assert_msg(turned[1] > 30, "it turns by %f", turned[1]);
    assert_near(turned[0], turned[1], 0.01 * turned[1], "turned");
    free(a.world);
    free(b.world);
}
END_TEST

/* A pendulum is an island of its own. */
START_TEST(what_moves_alone_is_not_slowed) {
    pawl_world *worlds[2];
    pawl_body_id arms[2];
    for (int i = 0; i < 2; i++) {
        pawl_world_def def = pawl_world_def_default();
        def.sleeping = i == 0;
        worlds[i] = make_world(&def);
        const pawl_body_id held = add_body(worlds[i], PAWL_STATIC, 0, 5);
        arms[i] = add_body(worlds[i], PAWL_DYNAMIC, 0.6, 5);
        add_box(worlds[i], arms[i], 0.1, 0.1);
        pawl_joint_def joint = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
        joint.body_a = held;
        joint.body_b = arms[i];
        joint.frame_b.anchor = VEC(-0.6, 0);
        add_joint(worlds[i], &joint);
        for (int k = 0; k < 3; k++)
            add_unit_box(worlds[i], 5 + 2 * k, 0.5); /* others rest, elsewhere */
        add_ground(worlds[i]);
    }
    for (int i = 0; i < 20 * STEPS_PER_SECOND; i++) {
        run(worlds[0], 1);
        run(worlds[1], 1);
        assert_vec_eq(pawl_body_get_center(worlds[0], arms[0]),
                      pawl_body_get_center(worlds[1], arms[1]));
    }
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

/* A plank on a hinge with a box on either end: all of it moves. */
START_TEST(a_seesaw_in_balance_goes_on) {
    pawl_world *worlds[2];
    pawl_body_id planks[2];
    for (int i = 0; i < 2; i++) {
        pawl_world_def def = pawl_world_def_default();
        def.sleeping = i == 0;
        worlds[i] = make_world(&def);
        const pawl_body_id held = add_body(worlds[i], PAWL_STATIC, 0, 2);
        planks[i] = add_body(worlds[i], PAWL_DYNAMIC, 0, 2);
        add_box(worlds[i], planks[i], 4, 0.125);
        pawl_joint_def joint = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
        joint.body_a = held;
        joint.body_b = planks[i];
        add_joint(worlds[i], &joint);
        for (int k = -3; k <= 3; k++)
            add_unit_box(worlds[i], k, 2.625);
        run(worlds[i], STEPS_PER_SECOND / 3);
        ck_assert_int_eq(pawl_body_set_angular_velocity(worlds[i], planks[i], FX(0.0625)), PAWL_OK);
    }
    for (int i = 0; i < 3 * STEPS_PER_SECOND; i++) {
        run(worlds[0], 1);
        run(worlds[1], 1);
        ck_assert_uint_eq(pawl_body_get_angle(worlds[0], planks[0]),
                          pawl_body_get_angle(worlds[1], planks[1]));
    }
    free(worlds[0]);
    free(worlds[1]);
}
END_TEST

/* On a wedge that stands free, beside three boxes, all of which rest. A ball rolls down a slope s
 * with 2/3 g s, of which friction of a hundredth may take some: it gets to the end all the same. */
START_TEST(a_ball_creeps_down_a_gentle_slope_of_what_rests) {
    uint64_t seed = seeded_fresh("stabilize");
    const double slope = floor((0.035 + seeded_within(&seed, 0.01)) * 1024) / 1024;
    pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make_world(&def);
    add_ground(world);
    for (int i = 0; i < 3; i++)
        add_unit_box(world, -0.5 - i, 0.5);
    const pawl_vec2 corners[4] = {VEC(0, 0), VEC(8, 0), VEC(8, 0.5), VEC(0, 0.5 + 8 * slope)};
    pawl_convex wedge;
    ck_assert_int_eq(pawl_make_polygon(corners, 4, 0, &wedge), PAWL_OK);
    add_shape(world, add_body(world, PAWL_DYNAMIC, 0, 0), &wedge);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 0.5, 0.75 + 7.5 * slope);
    const pawl_convex circle = circle_convex(0, 0, 0.25);
    add_shape(world, ball, &circle);
    run(world, 3 * STEPS_PER_SECOND);
    const double ideal = 0.5 * 10 * slope * 2 / 3 * 9;
    const double rolled = units(pawl_body_get_position(world, ball).x) - 0.5;
    ck_assert_msg(rolled > 0.4 * ideal && rolled < 1.02 * ideal, "%f of %f at a slope of %f",
                  rolled, ideal, slope);
    free(world);
}
END_TEST

Suite *suite_stabilize(void) {
    Suite *const suite = suite_create("stabilize");
    TCase *const tests = tcase_create("stabilize");
    tcase_add_test(tests, an_arm_that_hangs_from_what_rests_falls_asleep_where_it_would_hang);
    tcase_add_test(tests, it_swings_out_within_seconds_and_not_at_once);
    tcase_add_loop_test(tests, what_is_meant_to_move_is_not_slowed, ARM_AWAKE, ARM_CASES);
    tcase_add_test(tests, what_is_fast_is_not_slowed);
    tcase_add_test(tests, what_moves_alone_is_not_slowed);
    tcase_add_test(tests, a_seesaw_in_balance_goes_on);
    tcase_add_test(tests, a_ball_creeps_down_a_gentle_slope_of_what_rests);
    suite_add_tcase(suite, tests);
    return suite;
}
