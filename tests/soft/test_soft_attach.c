/* test_soft_attach.c - points held by rigid bodies: both feel the pull; who wakes whom. */
#include "support/base/seeded.h"
#include "support/soft/soft.h"

static soft_scene *make_scene(bool gravity) {
    pawl_world_def def = soft_world_def();
    if (!gravity) def.gravity = VEC(0, 0);
    return make_soft_scene(&def);
}

static void attach(soft_scene *scene, pawl_soft_id soft, uint32_t point, pawl_body_id body,
                   pawl_vec2 anchor) {
    uint32_t link;
    ck_assert_int_eq(pawl_soft_attach(scene->world, soft, point, body, anchor, &link), PAWL_OK);
}

typedef struct momentum {
    double x, y, turn;
} momentum;

static momentum soft_momentum(const pawl_world *world, pawl_soft_id soft) {
    momentum sum = {0, 0, 0};
    for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++) {
        const pawl_soft_point point = soft_point(world, soft, i);
        const double x = units(point.velocity.x) * units(point.mass);
        const double y = units(point.velocity.y) * units(point.mass);
        sum.x += x;
        sum.y += y;
        sum.turn += units(point.position.x) * y - units(point.position.y) * x;
    }
    return sum;
}

static momentum add_momentum(momentum sum, const pawl_world *world, pawl_body_id body) {
    const pawl_mass mass = pawl_body_get_mass(world, body);
    const pawl_vec2 v = pawl_body_get_velocity(world, body),
                    at = pawl_body_get_position(world, body);
    const double m = (double)mass.mass / 65536;
    sum.x += m * units(v.x);
    sum.y += m * units(v.y);
    sum.turn += m * (units(at.x) * units(v.y) - units(at.y) * units(v.x)) +
                (double)mass.inertia / 65536 * units(pawl_body_get_angular_velocity(world, body));
    return sum;
}

/* A rope between two boxes that spin and fly apart. Positions of points are rounded to 2^-22 per
 * sub-step, which is a random walk of velocities in steps of 2^-13; what a body turns loses a
 * little, as all rotation does in Verlet integration. */
START_TEST(free_bodies_on_a_rope_keep_their_momentum) {
    soft_scene *scene = make_scene(false);
    add_rope(scene, VEC(-2, 0), VEC(2, 0), 20, 1, 0.25);
    for (int i = 0; i <= 20; i++)
        scene->points[i].velocity = VEC(1, (i % 5) * 0.5 - 1);
    const pawl_soft_id rope = add_soft(scene);
    const pawl_body_id a = add_unit_box(scene->world, -2.5, 0.25);
    const pawl_body_id b = add_unit_box(scene->world, 2.5, -0.25);
    attach(scene, rope, 0, a, VEC(0.5, -0.25));
    attach(scene, rope, 20, b, VEC(-0.5, 0.25));
    ck_assert_int_eq(pawl_body_set_velocity(scene->world, a, VEC(0, 3)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(scene->world, b, VEC(2, -3)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(scene->world, b, FX(-3)), PAWL_OK);
    run(scene->world, 1);
    const momentum first = add_momentum(
        add_momentum(soft_momentum(scene->world, rope), scene->world, a), scene->world, b);
    assert_near(first.x, 3, 0.002, "momentum along x of the first step");
    run(scene->world, SEEDED_ROUNDS(300));
    const momentum last = add_momentum(
        add_momentum(soft_momentum(scene->world, rope), scene->world, a), scene->world, b);
    assert_near(last.x, first.x, 0.02, "momentum along x");
    assert_near(last.y, first.y, 0.02, "momentum along y");
    assert_near(last.turn, first.turn, 0.05 * fabs(first.turn), "angular momentum");
    free_soft_scene(scene);
}
END_TEST

/* The heavier the body, the less it moves: point and body share a gap by their masses. */
START_TEST(a_point_and_a_body_share_a_gap_by_masses) {
    for (int heavy = 0; heavy < 2; heavy++) {
        soft_scene *scene = make_scene(false);
        add_rope(scene, VEC(1, 0), VEC(2, 0), 1, 2, 0);
        scene->links[0].type = PAWL_LINK_DISTANCE;
        scene->links[0].stiffness = 0;
        const pawl_soft_id soft = add_soft(scene);
        const pawl_body_id box = add_body(scene->world, PAWL_DYNAMIC, 0, 0);
        const pawl_convex convex = box_convex(0.5, 0.5);
        pawl_shape_def def = pawl_shape_def_default();
        pawl_shape_id shape;
        def.density = heavy ? FX(99) : FX(1);
        ck_assert_int_eq(pawl_shape_create(scene->world, box, &def, &convex, &shape), PAWL_OK);
        attach(scene, soft, 0, box, VEC(0, 0));
        run(scene->world, 1);
        const momentum sum = add_momentum(soft_momentum(scene->world, soft), scene->world, box);
        assert_near(sum.x, 0, 0.1, "momentum");
        const double speed = units(pawl_body_get_velocity(scene->world, box).x);
        const double other = units(soft_point(scene->world, soft, 0).velocity.x);
        assert_near(other, speed, 0.5, "what is glued moves alike");
        ck_assert_msg(speed >= 0, "it moved away: %f", speed);
        free_soft_scene(scene);
    }
}
END_TEST

START_TEST(static_and_kinematic_bodies_hold_and_feel_nothing) {
    soft_scene *scene = make_scene(true);
    const pawl_body_id post = add_body(scene->world, PAWL_STATIC, 0, 5);
    const pawl_body_id crane = add_body(scene->world, PAWL_KINEMATIC, 4, 5);
    add_rope(scene, VEC(0, 5), VEC(4, 5), 10, 1, 0);
    scene->def.damping = FX(1);
    const pawl_soft_id rope = add_soft(scene);
    attach(scene, rope, 0, post, VEC(0, 0));
    attach(scene, rope, 10, crane, VEC(0, 0));
    ck_assert_int_eq(pawl_body_set_velocity(scene->world, crane, VEC(-1, 0)), PAWL_OK);
    for (int i = 0; i < 120; i++) {
        run(scene->world, 1);
        assert_vec_eq(soft_point(scene->world, rope, 0).position, VEC(0, 5));
        const pawl_vec2 held = soft_point(scene->world, rope, 10).position;
        const pawl_vec2 at = pawl_body_get_position(scene->world, crane);
        ck_assert_msg(pawl_abs(held.x - at.x) <= 1 && pawl_abs(held.y - at.y) <= 1, "step %d", i);
        assert_near(units(at.x), 4 - (i + 1) / 60.0, 0.001, "crane");
    }
    ck_assert_msg(soft_point(scene->world, rope, 5).position.y < FX(4), "it does not hang");
    ck_assert_int_eq(pawl_soft_is_awake(scene->world, rope), true);
    ck_assert_int_eq(pawl_body_set_velocity(scene->world, crane, VEC(0, 0)), PAWL_OK);
    ck_assert_msg(run_until_asleep(scene->world, rope, 3600) < 3600, "it never sleeps");
    /* A crane that moves wakes what it holds. */
    ck_assert_int_eq(pawl_body_set_velocity(scene->world, crane, VEC(0, 1)), PAWL_OK);
    run(scene->world, 1);
    ck_assert_int_eq(pawl_soft_is_awake(scene->world, rope), true);
    free_soft_scene(scene);
}
END_TEST

START_TEST(a_rope_and_its_weight_sleep_and_wake_together) {
    soft_scene *scene = make_scene(true);
    add_rope(scene, VEC(0, 0), VEC(0, -2), 10, 1, 0);
    scene->points[0].mass = 0;
    scene->def.damping = FX(1);
    const pawl_soft_id rope = add_soft(scene);
    const pawl_body_id box = add_unit_box(scene->world, 0, -2.5);
    attach(scene, rope, 10, box, VEC(0, 0.5));
    ck_assert_msg(run_until_asleep(scene->world, rope, 240) < 240, "it never sleeps");
    run(scene->world, 1);
    ck_assert_int_eq(pawl_body_is_awake(scene->world, box), false);
    ck_assert_int_eq(pawl_soft_is_awake(scene->world, rope), false);
    ck_assert_int_eq(pawl_body_set_velocity(scene->world, box, VEC(1, 0)), PAWL_OK);
    run(scene->world, 1);
    ck_assert_int_eq(pawl_soft_is_awake(scene->world, rope), true);
    ck_assert_msg(run_until_asleep(scene->world, rope, 36000) < 36000, "it never sleeps again");
    run(scene->world, 40);
    ck_assert_int_eq(pawl_body_is_awake(scene->world, box), false);
    ck_assert_int_eq(pawl_soft_set_point_velocity(scene->world, rope, 5, VEC(1, 0)), PAWL_OK);
    run(scene->world, 1);
    ck_assert_int_eq(pawl_body_is_awake(scene->world, box), true);
    free_soft_scene(scene);
}
END_TEST

static pawl_vec2 anchor_of(const pawl_world *world, pawl_body_id body, pawl_vec2 local) {
    const pawl_pose pose = {pawl_body_get_position(world, body),
                            pawl_rot_from_angle(pawl_body_get_angle(world, body))};
    return pawl_pose_apply(pose, local);
}

/* In the sub-steps a body goes the very way that the step then takes it. */
START_TEST(what_is_glued_to_a_falling_body_is_where_the_body_is) {
    soft_scene *scene = make_scene(true);
    add_rope(scene, VEC(0.5, 0), VEC(1, 0), 1, 0.01, 0);
    const pawl_soft_id rope = add_soft(scene);
    const pawl_body_id box = add_unit_box(scene->world, 0, 0);
    attach(scene, rope, 0, box, VEC(0.5, 0));
    for (int i = 0; i < 60; i++) {
        run(scene->world, 1);
        const pawl_vec2 held = soft_point(scene->world, rope, 0).position;
        const pawl_vec2 at = anchor_of(scene->world, box, VEC(0.5, 0));
        ck_assert_msg(pawl_abs(held.x - at.x) <= 2 && pawl_abs(held.y - at.y) <= 2,
                      "step %d: off by %d, %d", i, (int)(held.x - at.x), (int)(held.y - at.y));
    }
    ck_assert_msg(pawl_body_get_position(scene->world, box).y < FX(-4.5), "it does not fall");
    free_soft_scene(scene);
}
END_TEST

/* Two boxes glued to the same point turn around it. */
START_TEST(one_point_can_hold_two_bodies) {
    soft_scene *scene = make_scene(true);
    add_rope(scene, VEC(0, 0), VEC(0, -1), 5, 1, 0);
    scene->points[0].mass = 0;
    const pawl_soft_id rope = add_soft(scene);
    const pawl_body_id a = add_unit_box(scene->world, -0.75, -1);
    const pawl_body_id b = add_unit_box(scene->world, 0.75, -1);
    attach(scene, rope, 5, a, VEC(0.75, 0));
    attach(scene, rope, 5, b, VEC(-0.75, 0));
    for (int i = 0; i < SEEDED_ROUNDS(600); i++) {
        run(scene->world, 1);
        const pawl_vec2 held = soft_point(scene->world, rope, 5).position;
        const pawl_vec2 at_a = anchor_of(scene->world, a, VEC(0.75, 0));
        const pawl_vec2 at_b = anchor_of(scene->world, b, VEC(-0.75, 0));
        const double gap = fmax(hypot(units(at_a.x - held.x), units(at_a.y - held.y)),
                                hypot(units(at_b.x - held.x), units(at_b.y - held.y)));
        ck_assert_msg(gap < 0.05, "step %d: a gap of %.4f", i, gap);
    }
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
    free_soft_scene(scene);
}
END_TEST

/* The longest arm there is: 2900 units from the centre of mass, three times the radius of gyration.
 */
START_TEST(an_arm_can_be_as_long_as_bodies_reach) {
    pawl_world_def def = soft_world_def();
    def.gravity = VEC(0, 0);
    soft_scene *scene = make_soft_scene(&def);
    const pawl_body_id body = add_unit_box(scene->world, 0, 0);
    const pawl_mass mass = {FX(1), VEC(-1000, -1000), (pawl_wide)1000000 << 16};
    ck_assert_int_eq(pawl_body_set_mass(scene->world, body, mass), PAWL_OK);
    add_rope(scene, VEC(1000, 1000), VEC(1001, 1000), 1, 1, 0);
    const pawl_soft_id soft = add_soft(scene);
    uint32_t link;
    ck_assert_int_eq(pawl_soft_attach(scene->world, soft, 0, body, VEC(1000, 1000), &link),
                     PAWL_OK);
    ck_assert_int_eq(pawl_soft_set_point_velocity(scene->world, soft, 0, VEC(-1, 1)), PAWL_OK);
    run(scene->world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(scene->world), 0);
    ck_assert_int_gt(pawl_body_get_angular_velocity(scene->world, body), 0); /* to the left of it */
    free_soft_scene(scene);
}
END_TEST

Suite *suite_soft_attach(void);
Suite *suite_soft_attach(void) {
    TCase *tcase = tcase_create("soft_attach");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, free_bodies_on_a_rope_keep_their_momentum);
    tcase_add_test(tcase, a_point_and_a_body_share_a_gap_by_masses);
    tcase_add_test(tcase, static_and_kinematic_bodies_hold_and_feel_nothing);
    tcase_add_test(tcase, a_rope_and_its_weight_sleep_and_wake_together);
    tcase_add_test(tcase, what_is_glued_to_a_falling_body_is_where_the_body_is);
    tcase_add_test(tcase, one_point_can_hold_two_bodies);
    Suite *suite = suite_create("soft_attach");
    tcase_add_test(tcase, an_arm_can_be_as_long_as_bodies_reach);
    suite_add_tcase(suite, tcase);
    return suite;
}
