/* test_one_way.c - platforms that bodies pass from below and land on from above. */
#include "support/world/fixture.h"

/* A platform at y = 0 (its top at 0.25), on a body turned by an angle. */
static pawl_body_id add_platform(pawl_world *world, pawl_body_type type, double x, double y,
                                 pawl_angle angle) {
    pawl_body_def def = pawl_body_def_default();
    def.type = type;
    def.position = VEC(x, y);
    def.angle = angle;
    pawl_body_id body = {0, 0};
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.one_way = true;
    const pawl_convex convex = box_convex(2, 0.25);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &convex, &shape), PAWL_OK);
    return body;
}

static double height(const pawl_world *world, pawl_body_id body) {
    return units(pawl_body_get_position(world, body).y);
}

/* A ball or a box, made before or after the platform. */
static pawl_body_id add_jumper(pawl_world *world, bool round, double x, double y) {
    if (!round) return add_unit_box(world, x, y);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    const pawl_convex circle = circle_convex(0, 0, 0.5);
    add_shape(world, body, &circle);
    return body;
}

/* A ball in space that begins at a place of a static platform. */
static pawl_world *make_meeting(double x, double y, pawl_body_id *ball) {
    pawl_world *const world = make_space();
    add_platform(world, PAWL_STATIC, 0, 0, 0);
    *ball = add_jumper(world, true, x, y);
    return world;
}

static void step_from(pawl_world *world, pawl_body_id body, double x, double y) {
    ck_assert_int_eq(pawl_body_set_pose(world, body, VEC(x, y), 0), PAWL_OK);
    run(world, 1);
}

/* From y = -2 with 9 units/s it would reach 2.05, as high as if nothing were there; then it falls
 * and lies at 0.75. */
START_TEST(it_is_passed_from_below_and_stood_on) {
    pawl_world *const world = make_default_world();
    const bool round = _i & 1, first = _i & 2;
    pawl_body_id jumper = {0, 0};
    if (first) jumper = add_jumper(world, round, 0, -2);
    add_platform(world, _i & 4 ? PAWL_KINEMATIC : PAWL_STATIC, 0, 0, 0);
    if (!first) jumper = add_jumper(world, round, 0, -2);
    ck_assert_int_eq(pawl_body_set_velocity(world, jumper, VEC(0, 9)), PAWL_OK);
    double highest = -2;
    uint32_t begins = 0, ends = 0;
    for (int i = 0; i < 300; i++) {
        run(world, 1);
        const double y = height(world, jumper);
        if (y > highest) highest = y;
        const pawl_events events = pawl_world_get_events(world);
        begins += events.begin_count;
        ends += events.end_count;
        if (begins == 0) {
            pawl_contact contact;
            uint32_t cursor = 0;
            ck_assert_int_eq(pawl_world_next_contact(world, &cursor, &contact), false);
        }
        assert_sound(world);
    }
    assert_near(highest, -2 + 9 * 9 / 20.0, 0.05, "highest y");
    assert_near(height(world, jumper), 0.75, 0.01, "y");
    ck_assert_uint_eq(begins - ends, 1);
    ck_assert_int_eq(pawl_body_is_awake(world, jumper), false);
    free(world);
}
END_TEST

/* Dropped from any height, it lands: however deep it is in the platform when they first meet. */
START_TEST(bodies_land_at_any_speed) {
    static const double drops[] = {0, 0.0078125, 0.125, 0.5, 1, 2.3, 4.7, 7.1, 9.6};
    pawl_world *const world = make_default_world();
    add_platform(world, PAWL_STATIC, 0, 0, 0);
    const pawl_body_id jumper = add_jumper(world, _i & 1, 0.5, 0.75 + drops[_i / 2]);
    run(world, 240);
    assert_near(height(world, jumper), 0.75, 0.01, "y");
    free(world);
}
END_TEST

/* Also corner first and spinning, when the corner is faster than the centre. */
START_TEST(a_spinning_box_lands) {
    pawl_world *const world = make_default_world();
    add_platform(world, PAWL_STATIC, 0, 0, 0);
    const pawl_body_id box = add_unit_box(world, 0, 1.75 + _i / 8.0);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, box, FX(_i - 6.0)), PAWL_OK);
    run(world, 300);
    assert_near(height(world, box), 0.75, 0.01, "y");
    free(world);
}
END_TEST

/* Thrown from the side, below the top: neither stopped nor lifted. */
START_TEST(it_is_passed_from_the_side) {
    pawl_world *const world = make_space();
    add_platform(world, PAWL_STATIC, 0, 0, 0);
    const pawl_body_id jumper = add_jumper(world, _i & 1, -5, _i & 2 ? 0.5 : 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, jumper, VEC(4, 0)), PAWL_OK);
    run(world, 150);
    assert_vec_eq(pawl_body_get_velocity(world, jumper), VEC(4, 0));
    assert_near(units(pawl_body_get_position(world, jumper).x), 5, 0.01, "x");
    free(world);
}
END_TEST

/* A jump that does not get out falls back. Its highest foot is from below the top to above it. */
START_TEST(a_jump_too_short_falls_back) {
    pawl_world *const world = make_default_world();
    add_platform(world, PAWL_STATIC, 0, 0, 0);
    const double foot = -0.25 + _i * 0.0625; /* of the top, which is 0.25 */
    const double speed = 8, start = foot + 0.5 + 0.25 - speed * speed / 20;
    const pawl_body_id jumper = add_jumper(world, true, 0, start);
    ck_assert_int_eq(pawl_body_set_velocity(world, jumper, VEC(0, speed)), PAWL_OK);
    run(world, 180);
    if (foot < -0.04) {
        ck_assert_int_lt(pawl_body_get_position(world, jumper).y, FX(-3));
    } else if (foot > 0.04) {
        assert_near(height(world, jumper), 0.75, 0.01, "y");
    }
    free(world);
}
END_TEST

/* Two platforms side by side are one floor. */
START_TEST(a_body_walks_from_one_platform_to_the_next) {
    pawl_world *const world = make_default_world();
    for (int i = -2; i <= 2; i++)
        add_platform(world, PAWL_STATIC, 4 * i, 0, 0);
    const pawl_body_id jumper = add_jumper(world, _i & 1, -7, 0.75);
    for (int i = 0; i < 240; i++) {
        ck_assert_int_eq(
            pawl_body_set_velocity(
                world, jumper,
                VEC(_i & 2 ? 3.5 : 1.75, units(pawl_body_get_velocity(world, jumper).y))),
            PAWL_OK);
        run(world, 1);
        assert_near(height(world, jumper), 0.75, 0.03, "y");
    }
    ck_assert_int_gt(pawl_body_get_position(world, jumper).x, FX(-1));
    free(world);
}
END_TEST

/* Up turns with the body. A platform that faces left stops what comes from the left. */
START_TEST(up_is_that_of_the_platform) {
    pawl_world *const world = make_space();
    add_platform(world, PAWL_STATIC, 0, 0, UINT32_C(1) << 30);
    const pawl_body_id left = add_jumper(world, true, -3, 0),
                       right = add_jumper(world, true, 3, 1.5);
    ck_assert_int_eq(pawl_body_set_velocity(world, left, VEC(4, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, right, VEC(-4, 0)), PAWL_OK);
    run(world, 120);
    ck_assert_int_lt(pawl_body_get_position(world, left).x, FX(-0.7));
    assert_near(units(pawl_body_get_position(world, right).x), -5, 0.01, "x");
    free(world);
}
END_TEST

START_TEST(a_lift_carries_and_can_be_jumped_onto_from_below) {
    pawl_world *const world = make_default_world();
    const pawl_body_id lift = add_platform(world, PAWL_KINEMATIC, 0, 0, 0);
    const pawl_body_id rider = add_jumper(world, false, 0, 0.75);
    const pawl_body_id jumper = add_jumper(world, false, 1.25, -1.5);
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(0, 1)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, jumper, VEC(0, 12)), PAWL_OK);
    run(world, 240);
    assert_near(height(world, rider), height(world, lift) + 0.75, 0.01, "rider");
    assert_near(height(world, jumper), height(world, lift) + 0.75, 0.01, "jumper");
    free(world);
}
END_TEST

/* The weight of a tower presses the lowest box deeper than it might land. */
START_TEST(what_stands_stays_whatever_its_load) {
    pawl_world *const world = make_default_world();
    add_platform(world, PAWL_STATIC, 0, 0, 0);
    pawl_body_id boxes[12];
    for (int i = 0; i < 12; i++)
        boxes[i] = add_unit_box(world, 0, 0.75 + i);
    run(world, 600);
    for (int i = 0; i < 12; i++)
        assert_near(height(world, boxes[i]), 0.75 + i, 0.1, "y");
    free(world);
}
END_TEST

/* Asleep or awake; it falls through both platforms of the seam and lands on the ground below. */
START_TEST(a_body_drops_through_on_demand) {
    pawl_world *const world = make_default_world();
    pawl_body_id ground = add_body(world, PAWL_STATIC, 0, -6);
    add_box(world, ground, 50, 1);
    add_platform(world, PAWL_STATIC, -2, 0, 0);
    add_platform(world, PAWL_STATIC, 2, 0, 0);
    const pawl_body_id jumper = add_jumper(world, _i & 1, _i & 1 ? 1 : 0, 0.75);
    const pawl_body_id other = add_jumper(world, false, 3, 0.75);
    run(world, _i & 2 ? 120 : 20);
    ck_assert_int_eq(pawl_body_is_awake(world, jumper), !(_i & 2));
    ck_assert_int_eq(pawl_body_drop_through(world, jumper), PAWL_OK);
    assert_sound(world);
    uint32_t ends = 0;
    for (int i = 0; i < 180; i++) {
        run(world, 1);
        ends += pawl_world_get_events(world).end_count;
        assert_sound(world);
    }
    ck_assert_uint_eq(ends, _i & 1 ? 1 : 2);
    assert_near(height(world, jumper), -4.5, 0.01, "y");
    assert_near(height(world, other), 0.75, 0.01, "y of the other");
    /* The platforms are as solid for it as before. */
    ck_assert_int_eq(pawl_body_set_pose(world, jumper, VEC(1, 2), 0), PAWL_OK);
    run(world, 120);
    assert_near(height(world, jumper), 0.75, 0.01, "y at last");
    free(world);
}
END_TEST

/* A foot that feels the ground is a visit of the platform for as long as it is there. */
START_TEST(a_drop_ends_no_visit_of_a_sensor) {
    pawl_world *const world = make_default_world();
    add_platform(world, PAWL_STATIC, 0, 0, 0);
    const pawl_body_id jumper = add_jumper(world, _i != 0, 0, 0.75);
    const pawl_convex box = box_convex(0.25, 0.6);
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = true;
    pawl_shape_id foot;
    ck_assert_int_eq(pawl_shape_create(world, jumper, &def, &box, &foot), PAWL_OK);
    uint32_t begins = 0, ends = 0, touch_ends = 0;
    for (int i = 0; i < 120; i++) {
        if (i == 30) ck_assert_int_eq(pawl_body_drop_through(world, jumper), PAWL_OK);
        run(world, 1);
        const pawl_events events = pawl_world_get_events(world);
        uint32_t cursor = 0;
        pawl_shape_id visitor;
        begins += events.sensor_begin_count;
        ends += events.sensor_end_count;
        touch_ends += events.end_count;
        ck_assert_int_eq(pawl_shape_next_visitor(world, foot, &cursor, &visitor), begins > ends);
    }
    ck_assert_uint_eq(begins, 1);
    ck_assert_uint_eq(ends, 1);
    ck_assert_uint_eq(touch_ends, 1);
    free(world);
}
END_TEST

/* Also when the body was let pass already. */
START_TEST(dropping_through_is_state) {
    uint32_t hashes[2];
    for (int i = 0; i < 2; i++) {
        pawl_body_id jumper;
        pawl_world *const world = make_meeting(0, _i == 0 ? 0.75 : 0.25, &jumper);
        run(world, 2);
        ck_assert_uint_eq(pawl_world_get_counters(world).touching, _i == 0);
        if (i == 1) ck_assert_int_eq(pawl_body_drop_through(world, jumper), PAWL_OK);
        hashes[i] = pawl_world_hash(world);
        free(world);
    }
    ck_assert_uint_ne(hashes[0], hashes[1]);
}
END_TEST

/* It ends when the body has left the platform, even if their boxes have overlapped all the time:
 * here beside the corner at (2, 0.25). */
START_TEST(a_drop_ends_when_the_body_is_clear) {
    pawl_body_id jumper;
    pawl_world *const world = make_meeting(2, 0.75, &jumper);
    run(world, 1);
    ck_assert_int_eq(pawl_body_drop_through(world, jumper), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 0);
    step_from(world, jumper, 2.45, 0.7);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).lost_pairs, 0);
    step_from(world, jumper, 2, 0.75);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 1);
    free(world);
}
END_TEST

/* Just out of reach (0.02), and landing in the next step. */
START_TEST(platforms_out_of_reach_are_not_dropped_through) {
    pawl_body_id jumper;
    pawl_world *const world = make_meeting(0, 0.78125, &jumper);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).contacts, 1);
    ck_assert_int_eq(pawl_body_set_velocity(world, jumper, VEC(0, -3)), PAWL_OK);
    ck_assert_int_eq(pawl_body_drop_through(world, jumper), PAWL_OK);
    run(world, 30);
    assert_near(height(world, jumper), 0.75, 0.02, "y");
    free(world);
}
END_TEST

/* A body inside that is pushed down hard has not come from above. */
START_TEST(what_is_inside_does_not_land_by_being_pushed_down) {
    pawl_body_id jumper;
    pawl_world *const world = make_meeting(0, 0.5, &jumper);
    run(world, 2);
    ck_assert_int_eq(pawl_body_set_velocity(world, jumper, VEC(0, -20)), PAWL_OK);
    run(world, 30);
    assert_near(height(world, jumper), -9.5, 0.01, "y");
    free(world);
}
END_TEST

/* A body in the platform by 0.03 is let pass; moved up by 0.025, which is too little to make other
 * manifolds anew, it stands. */
START_TEST(who_is_let_pass_is_looked_at_in_each_step) {
    pawl_body_id jumper;
    pawl_world *const world = make_meeting(0, 0.72, &jumper);
    run(world, 2);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 0);
    step_from(world, jumper, 0, 0.745);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 1);
    free(world);
}
END_TEST

/* The centre of a bar stands still; its tip comes down on the platform at 21 units/s. Upright and
 * with everything turned by a quarter. */
START_TEST(a_bar_that_only_turns_lands_with_its_tip) {
    pawl_world *const world = make_space();
    const bool turned = _i & 1;
    add_platform(world, PAWL_STATIC, 0, 0, turned ? UINT32_C(1) << 30 : 0);
    const double x = -3, y = 0.55 + _i / 2 * 0.04;
    const pawl_body_id bar = add_body(world, PAWL_DYNAMIC, turned ? -y : x, turned ? x : y);
    add_box(world, bar, turned ? 0.0625 : 1.8, turned ? 1.8 : 0.0625);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, bar, FX(-12)), PAWL_OK);
    run(world, 8);
    const pawl_vec2 v = pawl_body_get_velocity(world, bar);
    ck_assert_int_gt(turned ? -v.x : v.y, FX(1));
    free(world);
}
END_TEST

/* So fast that it crosses the platform within one step: up, sideways and out of it it is not
 * slowed, down it lands. */
START_TEST(fast_bodies_land_and_pass) {
    static const struct {
        double x, y, vx, vy;
        bool lands;
    } rows[] = {{0, 9, 0, -400, true},  {0.3, 2.2, 3, -150, true}, {0, -9, 0, 400, false},
                {-9, 0, 400, 0, false}, {0, 0.3, 0, -400, false},  {1, -1.7, 3, 150, false}};
    const double x = rows[_i / 4].x, y = rows[_i / 4].y;
    const double vx = rows[_i / 4].vx, vy = rows[_i / 4].vy;
    const bool first = _i & 1, turned = _i & 2; /* everything by a quarter */
    const pawl_angle angle = turned ? UINT32_C(1) << 30 : 0;
    pawl_vec2 places[2] = {{0, 0}, {0, 0}};
    for (int with = 0; with < 2; with++) {
        pawl_world *const world = make_space();
        if (with && first) add_platform(world, PAWL_STATIC, 0, 0, angle);
        const pawl_body_id jumper = add_jumper(world, true, turned ? -y : x, turned ? x : y);
        if (with && !first) add_platform(world, PAWL_STATIC, 0, 0, angle);
        run(world, 1);
        const pawl_vec2 velocity = turned ? VEC(-vy, vx) : VEC(vx, vy);
        ck_assert_int_eq(pawl_body_set_velocity(world, jumper, velocity), PAWL_OK);
        run(world, 10);
        places[with] = pawl_body_get_position(world, jumper);
        free(world);
    }
    if (rows[_i / 4].lands) {
        assert_near(units(turned ? -places[1].x : places[1].y), 0.75, 0.05, "height");
    } else {
        assert_vec_eq(places[1], places[0]);
    }
}
END_TEST

START_TEST(misuse_is_an_error) {
    pawl_world *const world = make_space();
    const pawl_body_id platform = add_platform(world, PAWL_STATIC, 0, 0, 0);
    ck_assert_int_eq(pawl_body_drop_through(NULL, platform), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_body_drop_through(world, NO_BODY), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_body_drop_through(world, platform), PAWL_OK);
    free(world);
}
END_TEST

Suite *suite_one_way(void) {
    Suite *const suite = suite_create("one_way");
    TCase *const tcase = tcase_create("one_way");
    tcase_add_loop_test(tcase, it_is_passed_from_below_and_stood_on, 0, 8);
    tcase_add_loop_test(tcase, bodies_land_at_any_speed, 0, 18);
    tcase_add_loop_test(tcase, a_spinning_box_lands, 0, 13);
    tcase_add_loop_test(tcase, it_is_passed_from_the_side, 0, 4);
    tcase_add_loop_test(tcase, a_jump_too_short_falls_back, 0, 9);
    tcase_add_loop_test(tcase, a_body_walks_from_one_platform_to_the_next, 0, 4);
    tcase_add_test(tcase, up_is_that_of_the_platform);
    tcase_add_test(tcase, a_lift_carries_and_can_be_jumped_onto_from_below);
    tcase_add_test(tcase, what_stands_stays_whatever_its_load);
    tcase_add_loop_test(tcase, a_body_drops_through_on_demand, 0, 4);
    tcase_add_loop_test(tcase, a_drop_ends_no_visit_of_a_sensor, 0, 2);
    tcase_add_loop_test(tcase, dropping_through_is_state, 0, 2);
    tcase_add_test(tcase, a_drop_ends_when_the_body_is_clear);
    tcase_add_test(tcase, platforms_out_of_reach_are_not_dropped_through);
    tcase_add_test(tcase, what_is_inside_does_not_land_by_being_pushed_down);
    tcase_add_test(tcase, who_is_let_pass_is_looked_at_in_each_step);
    tcase_add_loop_test(tcase, a_bar_that_only_turns_lands_with_its_tip, 0, 16);
    tcase_add_loop_test(tcase, fast_bodies_land_and_pass, 0, 24);
    tcase_add_test(tcase, misuse_is_an_error);
    suite_add_tcase(suite, tcase);
    return suite;
}
