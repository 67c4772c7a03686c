/* test_soft_collide.c - soft bodies on, under and between other things: rest, friction, bounces,
 * both ways, filters, platforms. */
#include "support/soft/soft_kit.h"

/* ---- rest ------------------------------------------------------------------------------------ */

START_TEST(a_soft_square_on_a_floor_comes_to_rest_and_does_not_creep) {
    kit k;
    pawl_world *const world = make_soft_world();
    no_sleep(world);
    add_ground(world);
    begin_square(&k, VEC(0.25, 1));
    const pawl_soft_id soft = finish(&k, world);
    run(world, 1);
    ck_assert_int_eq(pawl_soft_is_point_touching(world, soft, 0), false); /* it falls */
    run(world, 599);
    ck_assert_int_eq(pawl_soft_is_point_touching(world, soft, 0), true);
    ck_assert_int_eq(pawl_soft_is_point_touching(world, soft, 1), true);
    ck_assert_int_eq(pawl_soft_is_point_touching(world, soft, 2), false); /* the upper ones */
    ck_assert_int_eq(pawl_soft_is_point_touching(world, soft, 3), false);
    ck_assert_int_eq(pawl_soft_is_point_touching(world, soft, 4), false); /* no such point */
    ck_assert_int_eq(pawl_soft_is_point_touching(NULL, soft, 0), false);
    pawl_vec2 before[4];
    for (uint32_t i = 0; i < 4; i++)
        before[i] = point_of(world, soft, i);
    ck_assert_int_le(abs(before[0].y - REACH), 1);
    run(world, 3600);
    for (uint32_t i = 0; i < 4; i++)
        assert_vec_eq(point_of(world, soft, i), before[i]);
    free(world);
}
END_TEST

static pawl_body_id add_slope(pawl_world *world, int degrees) {
    pawl_body_def def = pawl_body_def_default();
    def.angle = pawl_angle_from_degrees(FX(degrees));
    pawl_body_id slope;
    ck_assert_int_eq(pawl_body_create(world, &def, &slope), PAWL_OK);
    add_box(world, slope, 50, 1);
    return slope;
}

/* How far a soft square, put down on a slope, slides in a minute, in raw units. */
static int32_t slide_on(int degrees) {
    kit k;
    pawl_world *const world = make_soft_world();
    no_sleep(world);
    add_slope(world, degrees);
    begin_square(&k, VEC(0, 0));
    const pawl_rot r = pawl_rot_from_angle(pawl_angle_from_degrees(FX(degrees)));
    for (uint32_t i = 0; i < 4; i++)
        k.points[i].position = pawl_rotate(r, pawl_vec2_add(k.points[i].position, VEC(0, 1.55)));
    const pawl_soft_id soft = finish(&k, world);
    run(world, 300);
    const pawl_vec2 before = pawl_soft_get_center(world, soft);
    run(world, 3600);
    const pawl_vec2 after = pawl_soft_get_center(world, soft);
    free(world);
    return pawl_vec2_length(pawl_vec2_sub(after, before));
}

START_TEST(friction_holds_on_a_slope_below_its_angle) { /* 0.6: 31 degrees */
    ck_assert_int_le(slide_on(20), 2);
    ck_assert_int_le(slide_on(28), 2);
    ck_assert_int_gt(slide_on(35), FX(1));
}
END_TEST

START_TEST(a_box_lies_on_a_cloth_between_two_pins) {
    kit k;
    pawl_world *const world = make_soft_world();
    begin_soft(&k);
    const pawl_box box = {VEC(-3, -1), VEC(3, 0)};
    ck_assert_int_eq(
        pawl_soft_add_cloth(&k.parts, box, 20, 3, PAWL_FX_ONE, PAWL_FX_ONE, PAWL_FX_ONE), PAWL_OK);
    k.points[0].mass = k.points[20].mass = 0;
    const pawl_soft_id soft = finish(&k, world);
    const pawl_body_id body = add_unit_box(world, 0, 1);
    run(world, 600);
    const pawl_vec2 at = pawl_body_get_position(world, body);
    assert_near(units(at.y), 0.51, 0.03, "the height of the box");
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    ck_assert_int_eq(pawl_soft_is_awake(world, soft), false);
    run(world, 600);
    assert_vec_eq(pawl_body_get_position(world, body), at);
    free(world);
}
END_TEST

START_TEST(blobs_lie_on_each_other) {
    kit k;
    pawl_world *const world = make_soft_world();
    add_ground(world);
    pawl_soft_id softs[4];
    const pawl_body_id left = add_body(world, PAWL_STATIC, -1.1, 3);
    const pawl_body_id right = add_body(world, PAWL_STATIC, 1.1, 3);
    add_box(world, left, 0.5, 4);
    add_box(world, right, 0.5, 4);
    for (int i = 0; i < 4; i++) {
        begin_blob(&k, VEC(0, 0.7 + 1.2 * i), 0.5, 12);
        softs[i] = finish(&k, world);
    }
    for (int step = 0; step < 600; step++)
        run(world, 1);
    for (int i = 0; i < 4; i++) {
        const pawl_vec2 c = pawl_soft_get_center(world, softs[i]);
        assert_near(units(c.y), 0.5 + i * 0.98, 0.2, "the height of a blob");
        const double area = (double)pawl_soft_get_area2(world, softs[i]) /
                            (double)pawl_soft_get_target_area2(world, softs[i]);
        ck_assert_msg(area > 0.8 && area < 1.05, "blob %d has %.3f of its area", i, area);
    }
    free(world);
}
END_TEST

/* ---- impacts --------------------------------------------------------------------------------- */

static void add_momentum(const pawl_world *world, pawl_soft_id soft, double *x, double *y) {
    for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++) {
        pawl_soft_point at;
        ck_assert_int_eq(pawl_soft_get_point(world, soft, i, &at), PAWL_OK);
        *x += units(at.mass) * units(at.velocity.x);
        *y += units(at.mass) * units(at.velocity.y);
    }
}

/* Velocities of points are seen to within half a fine unit per sub-step, which is 0.00006 units/s,
 * and each of some hundred pushes rounds as much. */
START_TEST(what_a_soft_body_loses_a_rigid_one_gains) {
    static const double speeds[] = {2, 20, 80};
    kit k;
    pawl_world_def def = make_def();
    def.gravity = VEC(0, 0);
    pawl_world *const world = make_world(&def);
    const pawl_body_id body = add_unit_box(world, 0, 0);
    begin_blob(&k, VEC(-2, 0.3), 0.5, 16);
    k.def.damping = 0;
    for (uint32_t i = 0; i < 16; i++)
        k.points[i].velocity = VEC(speeds[_i], 0);
    const pawl_soft_id soft = finish(&k, world);
    double x = 0, y = 0, least = speeds[_i];
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        x = units(pawl_body_get_velocity(world, body).x);
        y = units(pawl_body_get_velocity(world, body).y);
        if (speeds[_i] - x < least) least = speeds[_i] - x;
        add_momentum(world, soft, &x, &y);
    }
    assert_near(x, speeds[_i], 0.005, "momentum along");
    assert_near(y, 0, 0.005, "momentum across");
    ck_assert_msg(least < speeds[_i] * 0.8, "nothing was hit");
    free(world);
}
END_TEST

START_TEST(a_blob_hits_a_blob_and_momentum_stays) {
    kit k;
    pawl_world_def def = make_def();
    def.gravity = VEC(0, 0);
    pawl_world *const world = make_world(&def);
    begin_blob(&k, VEC(-2, 0.2), 0.5, 16);
    k.def.damping = 0;
    for (uint32_t i = 0; i < 16; i++) {
        k.points[i].velocity = VEC(4, 0);
        k.points[i].mass *= 3;
    }
    const pawl_soft_id a = finish(&k, world);
    begin_blob(&k, VEC(0, 0), 0.5, 12);
    k.def.damping = 0;
    const pawl_soft_id b = finish(&k, world);
    run(world, 120);
    double x = 0, y = 0, own_x = 0, own_y = 0;
    add_momentum(world, b, &own_x, &own_y);
    add_momentum(world, a, &x, &y);
    assert_near(x + own_x, 12, 0.01, "momentum along");
    assert_near(y + own_y, 0, 0.01, "momentum across");
    ck_assert_msg(own_x > 2, "the second has only %.3f", own_x);
    free(world);
}
END_TEST

/* One point falls on a floor: how high it comes again, of its height. */
static double bounce_of(double restitution) {
    kit k;
    pawl_world *const world = make_soft_world();
    add_ground(world);
    begin_soft(&k);
    k.points[0].position = VEC(0, 2);
    k.points[0].mass = PAWL_FX_ONE;
    k.parts.point_count = 1;
    k.def.restitution = FX(restitution);
    const pawl_soft_id soft = finish(&k, world);
    run(world, 40);
    pawl_fx highest = 0;
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        highest = pawl_max(highest, point_of(world, soft, 0).y);
    }
    free(world);
    return units(highest) / 2;
}

START_TEST(points_bounce_as_high_as_restitution_says) {
    assert_near(bounce_of(1), 1, 0.05, "height of a bounce with restitution 1");
    assert_near(bounce_of(0.5), 0.25, 0.03, "with 1/2");
    assert_near(bounce_of(0), 0.01, 0.001, "with none");
}
END_TEST

/* ---- who meets whom -------------------------------------------------------------------------- */

static pawl_fx height_after_fall(pawl_world *world, const pawl_filter *filter) {
    kit k;
    begin_square(&k, VEC(0, 1.2));
    if (filter != NULL) k.def.filter = *filter;
    const pawl_soft_id soft = finish(&k, world);
    run(world, 120);
    return pawl_soft_get_box(world, soft).lower.y;
}

START_TEST(filters_let_through) {
    pawl_world *const world = make_soft_world();
    add_ground(world);
    const pawl_filter blind = {1, 0, 0, 0}, group = {1, 0, -3, 0};
    ck_assert_int_gt(height_after_fall(world, NULL), 0);
    ck_assert_int_lt(height_after_fall(world, &blind), -FX(1));
    ck_assert_int_lt(height_after_fall(world, &group), -FX(1));
    free(world);
}
END_TEST

START_TEST(sensors_stop_nothing) {
    pawl_world *const world = make_soft_world();
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, -1);
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = true;
    const pawl_convex convex = box_convex(10, 1);
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    ck_assert_int_lt(height_after_fall(world, NULL), -FX(1));
    free(world);
}
END_TEST

/* A row of one-way tiles: from below through, from above not. */
START_TEST(one_way_tiles_are_passed_from_below) {
    static uint8_t cells[40];
    kit k;
    memset(cells, PAWL_TILE_ONE_WAY, sizeof cells);
    pawl_world *const world = make_soft_world();
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_tile_map map = {cells, 40, 1, PAWL_FX_ONE, VEC(-20, -1)};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create_tiles(world, body, &def, &map, &shape), PAWL_OK);
    begin_square(&k, VEC(0, -2));
    k.def.damping = 0;
    for (uint32_t i = 0; i < 4; i++)
        k.points[i].velocity = VEC(0, 9);
    const pawl_soft_id soft = finish(&k, world);
    pawl_fx highest = -FX(9);
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        highest = pawl_max(highest, pawl_soft_get_box(world, soft).lower.y);
    }
    assert_near(units(highest), -2.5 + 4.05, 0.2, "how high it flew");
    assert_near(units(pawl_soft_get_box(world, soft).lower.y), 0.02, 0.005, "where it landed");
    free(world);
}
END_TEST

START_TEST(a_lift_carries_a_soft_square) {
    kit k;
    pawl_world *const world = make_soft_world();
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, -1);
    add_box(world, lift, 3, 1);
    begin_square(&k, VEC(0, 0.55));
    const pawl_soft_id soft = finish(&k, world);
    run(world, 300); /* asleep by now */
    ck_assert_int_eq(pawl_soft_is_awake(world, soft), false);
    ck_assert_int_eq(pawl_body_set_velocity(world, lift, VEC(1, 2)), PAWL_OK);
    run(world, 120);
    const pawl_box box = pawl_soft_get_box(world, soft);
    const pawl_vec2 at = pawl_body_get_position(world, lift);
    assert_near(units(box.lower.y - at.y), 1.02, 0.01, "height over the lift");
    assert_near(units(box.lower.x - at.x), -0.5, 0.1, "place on the lift");
    free(world);
}
END_TEST

START_TEST(a_conveyor_carries_a_soft_square) {
    kit k;
    pawl_world *const world = make_soft_world();
    const pawl_body_id ground = add_ground(world);
    ck_assert_int_eq(pawl_shape_set_tangent_speed(world, shape_of(world, ground), FX(3)), PAWL_OK);
    begin_square(&k, VEC(0, 0.55));
    k.def.damping = 0;
    const pawl_soft_id soft = finish(&k, world);
    run(world, 120);
    const pawl_fx before = pawl_soft_get_center(world, soft).x;
    run(world, 60);
    assert_near(units(pawl_soft_get_center(world, soft).x - before), 3, 0.05, "way in a second");
    free(world);
}
END_TEST

START_TEST(a_falling_box_wakes_a_sleeping_blob) {
    kit k;
    pawl_world *const world = make_soft_world();
    add_ground(world);
    begin_square(&k, VEC(0, 0.55));
    const pawl_soft_id soft = finish(&k, world);
    run(world, 300);
    ck_assert_int_eq(pawl_soft_is_awake(world, soft), false);
    const pawl_body_id box = add_unit_box(world, 0, 4);
    for (int i = 0; i < 90; i++)
        run(world, 1);
    ck_assert_int_gt(pawl_body_get_position(world, box).y, FX(1.2));
    free(world);
}
END_TEST

/* A rope bent to a U whose arms fly at each other: how near its arms come. */
static pawl_fx gap_of(bool self_collide) {
    kit k;
    pawl_world_def def = make_def();
    def.gravity = VEC(0, 0);
    pawl_world *const world = make_world(&def);
    begin_soft(&k);
    ck_assert_int_eq(
        pawl_soft_add_rope(&k.parts, VEC(0, 0), VEC(0, 6), 11, PAWL_FX_ONE, PAWL_FX_ONE, 0),
        PAWL_OK);
    for (uint32_t i = 0; i < 12; i++) {
        const bool left = i < 6;
        k.points[i].position = VEC(left ? -0.3 : 0.3, left ? 3 - 0.5 * i : 0.5 * (i - 5.7));
        k.points[i].velocity = VEC(left ? 2 : -2, 0);
    }
    k.links[5].length = FX(0.6);
    k.def.radius = FX(0.05);
    k.def.self_collide = self_collide;
    const pawl_soft_id soft = finish(&k, world);
    pawl_fx least = FX(1);
    for (int i = 0; i < 30; i++) {
        run(world, 1);
        const pawl_fx gap = point_of(world, soft, 8).x - point_of(world, soft, 3).x;
        least = pawl_min(least, gap);
    }
    free(world);
    return least;
}

START_TEST(a_rope_does_not_pass_itself) {
    ck_assert_int_lt(gap_of(false), 0);
    ck_assert_int_gt(gap_of(true), FX(0.05)); /* two radii are 0.1 */
}
END_TEST

Suite *suite_soft_collide(void);
Suite *suite_soft_collide(void) {
    Suite *const suite = suite_create("soft_collide");
    TCase *const tcase = tcase_create("soft_collide");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, a_soft_square_on_a_floor_comes_to_rest_and_does_not_creep);
    tcase_add_test(tcase, friction_holds_on_a_slope_below_its_angle);
    tcase_add_test(tcase, a_box_lies_on_a_cloth_between_two_pins);
    tcase_add_test(tcase, blobs_lie_on_each_other);
    tcase_add_loop_test(tcase, what_a_soft_body_loses_a_rigid_one_gains, 0, 3);
    tcase_add_test(tcase, a_blob_hits_a_blob_and_momentum_stays);
    tcase_add_test(tcase, points_bounce_as_high_as_restitution_says);
    tcase_add_test(tcase, filters_let_through);
    tcase_add_test(tcase, sensors_stop_nothing);
    tcase_add_test(tcase, one_way_tiles_are_passed_from_below);
    tcase_add_test(tcase, a_lift_carries_a_soft_square);
    tcase_add_test(tcase, a_conveyor_carries_a_soft_square);
    tcase_add_test(tcase, a_falling_box_wakes_a_sleeping_blob);
    tcase_add_test(tcase, a_rope_does_not_pass_itself);
    suite_add_tcase(suite, tcase);
    return suite;
}
