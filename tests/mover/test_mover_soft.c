/* test_mover_soft.c - movers on soft bodies: rope bridges that sag, blobs, pushes and weight. */
#include "support/soft/soft_kit.h"
#include "support/world/crowd.h"
#include "support/world/mover.h"

static kit parts;

/* A rope from (-5, 0) to (5, 0), pinned at both ends, of links longer than the way. */
static pawl_soft_id add_bridge(pawl_world *world, double link_length) {
    pawl_soft_id rope;
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(-5, 0), VEC(5, 0), 20, FX(4), FX(1), 0),
                     PAWL_OK);
    parts.points[0].mass = parts.points[20].mass = 0;
    for (int i = 0; i < 20; i++)
        parts.links[i].length = FX(link_length);
    parts.def.radius = FX(0.125);
    parts.def.damping = FX(1);
    rope = finish(&parts, world);
    return rope;
}

static player soft_player(double x, double y) {
    player p = player_at(x, y);
    p.def.filter.soft = true;
    return p;
}

static void step_and_play(pawl_world *world, player *p, double speed, double mass) {
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    play(world, p, speed, 0);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p->def, &p->mover, FX(mass)), PAWL_OK);
}

/* ---- bridges --------------------------------------------------------------------------------- */

/* Nothing else is there: what does not stand on the rope falls for ever. */
START_TEST(a_rope_carries_a_mover_that_asks_for_soft_bodies) {
    pawl_world *const world = make_soft_world();
    player sees = soft_player(0.5, 1.5), blind = player_at(0.5, 1.5);
    const pawl_soft_id rope = add_bridge(world, 0.5);
    for (int i = 0; i < 360; i++) {
        step_and_play(world, &sees, 0, 0);
        play(world, &blind, 0, 0);
    }
    ck_assert_int_eq(sees.mover.on_ground, 1);
    ck_assert_int_eq(pawl_soft_id_equal(sees.mover.ground_soft, rope), true);
    ck_assert_int_eq(pawl_shape_is_null(sees.mover.ground_shape), true);
    ck_assert_int_gt(sees.mover.position.y, 0);
    ck_assert_int_eq(blind.mover.on_ground, 0);
    ck_assert_int_lt(blind.mover.position.y, FX(-50));
    free(world);
}
END_TEST

/* From cliff to cliff over a bridge that hangs through by more than a unit, at a walk, with the
 * weight of up to four bridges. Where the rope is too steep it slides, which is in the air. */
START_TEST(a_mover_crosses_a_bridge_that_sags) {
    static const double masses[] = {0, 1, 4, 16};
    pawl_world *const world = make_soft_world();
    const pawl_soft_id rope = add_bridge(world, 0.53);
    add_block(world, -9, -3, -5, 0);
    add_block(world, 5, -3, 9, 0);
    player p = soft_player(-7, 1);
    for (int i = 0; i < 120; i++)
        step_and_play(world, &p, 0, 0);
    pawl_fx lowest = 0;
    int in_the_air = 0, on_rope = 0;
    for (int i = 0; i < 60 * 10; i++) {
        step_and_play(world, &p, 1.5, masses[_i]);
        if (p.mover.position.y < lowest) lowest = p.mover.position.y;
        in_the_air += !p.mover.on_ground;
        on_rope += pawl_soft_id_equal(p.mover.ground_soft, rope);
        ck_assert_int_eq(p.mover.crushed, 0);
    }
    ck_assert_msg(p.mover.position.x > FX(5.5), "it is at %f", units(p.mover.position.x));
    ck_assert_int_eq(p.mover.on_ground, 1);
    ck_assert_msg(lowest < FX(-0.4), "lowest at %f", units(lowest));
    ck_assert_msg(on_rope > 300, "%d steps on the rope", on_rope);
    ck_assert_msg(in_the_air < 150, "%d steps in the air", in_the_air);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

/* Points that are pinned stand like static bodies: a walk over them is the same, bit for bit. */
START_TEST(what_does_not_move_is_walked_on_as_static_capsules_are) {
    uint64_t seed = first_seed(_i);
    pawl_world *const soft = make_soft_world(), *const rigid = make_default_world();
    pawl_vec2 points[21];
    pawl_fx y = 0;
    for (int i = 0; i <= 20; i++) {
        points[i] = pawl_vec2_make(FX(0.5 * (i - 10)), y);
        y += seeded_between(&seed, FX(-0.45), FX(0.45));
    }
    begin_soft(&parts);
    for (uint16_t i = 0; i <= 20; i++) {
        parts.points[i].position = points[i];
        if (i == 20) break;
        parts.links[i] = (pawl_soft_link){
            .a = i, .b = (uint16_t)(i + 1), .flags = PAWL_LINK_SURFACE, .stiffness = FX(1)};
    }
    parts.parts.point_count = 21;
    parts.parts.link_count = 20;
    parts.def.radius = FX(0.125);
    finish(&parts, soft);
    for (int i = 0; i < 20; i++) {
        pawl_convex convex;
        ck_assert_int_eq(pawl_make_capsule(points[i], points[i + 1], FX(0.125), &convex), PAWL_OK);
        add_shape(rigid, add_body(rigid, PAWL_STATIC, 0, 0), &convex);
    }
    player a = soft_player(0, 3), b = player_at(0, 3);
    int grounded = 0;
    for (int i = 0; i < 600; i++) {
        const double speed = (i / 40 % 5 - 2) * 1.5, jump = i % 90 == 89 ? 4 : 0;
        ck_assert_int_eq(pawl_world_step(soft, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(rigid, NULL), PAWL_OK);
        play(soft, &a, speed, jump);
        play(rigid, &b, speed, jump);
        assert_vec_eq(a.mover.position, b.mover.position);
        assert_vec_eq(a.mover.velocity, b.mover.velocity);
        ck_assert_int_eq(a.mover.on_ground, b.mover.on_ground);
        ck_assert_int_eq(a.mover.ground_normal.c, b.mover.ground_normal.c);
        ck_assert_int_eq(a.mover.ground_normal.s, b.mover.ground_normal.s);
        ck_assert_uint_eq(a.report.hit_count, b.report.hit_count);
        if (a.mover.on_ground)
            ck_assert_uint_eq(a.mover.ground_part, b.mover.ground_shape.index1 - 1u);
        grounded += a.mover.on_ground;
    }
    ck_assert_msg(grounded > 100, "on the ground in %d steps", grounded);
    free(soft);
    free(rigid);
}
END_TEST

/* Pinned points are moved by hand: the place under the foot takes the mover along exactly. */
START_TEST(it_rides_on_the_place_where_it_stands) {
    pawl_world *const world = make_soft_world();
    player p = soft_player(0.25, 1);
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(-2, 0), VEC(2, 0), 4, FX(1), FX(1), 0),
                     PAWL_OK);
    for (int i = 0; i < 5; i++)
        parts.points[i].mass = 0;
    const pawl_soft_id rope = finish(&parts, world);
    let_fall(world, &p);
    const pawl_vec2 place = pawl_vec2_sub(p.mover.position, point_of(world, rope, 2));
    for (int i = 0; i < 60; i++) {
        for (uint32_t k = 0; k < 5; k++)
            pawl_soft_set_point_position(
                world, rope, k,
                pawl_vec2_add(point_of(world, rope, k), pawl_vec2_make(1700, i < 30 ? 900 : -900)));
        step_and_play(world, &p, 0, 0);
        assert_vec_eq(pawl_vec2_sub(p.mover.position, point_of(world, rope, 2)), place);
        ck_assert_int_eq(p.mover.on_ground, 1);
    }
    free(world);
}
END_TEST

/* Links of an outline let out what is inside, and carry what comes from above. */
START_TEST(a_blob_carries_a_mover_and_lets_one_out) {
    pawl_world *const world = make_soft_world();
    begin_blob(&parts, VEC(0, 0), 3, 24);
    for (uint32_t i = 0; i < 24; i++)
        parts.points[i].mass = 0;
    const pawl_soft_id blob = finish(&parts, world);
    player on = soft_player(0, 5), in = soft_player(0, 0);
    for (int i = 0; i < 120; i++) {
        step_and_play(world, &on, 0, 0);
        play(world, &in, 0, 0);
    }
    ck_assert_int_eq(on.mover.on_ground, 1);
    ck_assert_int_eq(pawl_soft_id_equal(on.mover.ground_soft, blob), true);
    ck_assert_int_lt(in.mover.position.y, FX(-10));
    ck_assert_int_eq(in.mover.crushed, 0);
    free(world);
}
END_TEST

/* ---- pushes and weight ----------------------------------------------------------------------- */

START_TEST(a_hanging_rope_is_a_wall_to_a_mover_that_does_not_push) {
    double way[2];
    for (int pushes = 0; pushes < 2; pushes++) {
        pawl_world *const world = make_soft_world();
        player p = soft_player(-2, 1);
        add_block(world, -9, -1, 9, 0);
        begin_soft(&parts);
        ck_assert_int_eq(
            pawl_soft_add_rope(&parts.parts, VEC(0, 4), VEC(0, 0.5), 7, FX(1), FX(1), 0), PAWL_OK);
        parts.points[0].mass = 0;
        finish(&parts, world);
        p.def.push = pushes ? FX(2) : 0;
        for (int i = 0; i < 120; i++) {
            step_and_play(world, &p, 2, 0);
            ck_assert_int_eq(pawl_mover_push(world, &p.def, &p.report), PAWL_OK);
        }
        way[pushes] = units(p.mover.position.x);
        free(world);
    }
    ck_assert_msg(way[0] < -0.2, "without a push it gets to %f", way[0]);
    ck_assert_msg(way[1] > way[0] + 0.5, "with a push it gets to %f", way[1]);
}
END_TEST

/* Two points of mass 2 and 6 in space get mass * gravity / 60 together. */
START_TEST(weight_is_shared_by_the_ends_of_a_link) {
    pawl_world_def def = make_def();
    pawl_world *const world = make_world(&def);
    player p = soft_player(1, 1);
    pawl_soft_point left, right;
    begin_soft(&parts);
    parts.points[0] = (pawl_soft_point){VEC(0, 0), {0, 0}, FX(2)};
    parts.points[1] = (pawl_soft_point){VEC(4, 0), {0, 0}, FX(6)};
    parts.links[0] = (pawl_soft_link){.b = 1, .flags = PAWL_LINK_SURFACE, .stiffness = FX(1)};
    parts.parts.point_count = 2;
    parts.parts.link_count = 1;
    parts.def.radius = FX(0.25);
    const pawl_soft_id rope = finish(&parts, world);
    p.mover.position.y = p.def.half_height + p.def.radius + p.def.skin + FX(0.25);
    play(world, &p, 0, 0);
    play(world, &p, 0, 0);
    ck_assert_int_eq(p.mover.on_ground, 1);
    const uint32_t before = pawl_world_hash(world);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, 0), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, FX(24)), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_point(world, rope, 0, &left), PAWL_OK);
    ck_assert_int_eq(pawl_soft_get_point(world, rope, 1, &right), PAWL_OK);
    /* 24 * 10 / 60 = 4; three quarters of that on the nearer point: 3 / 2 and 1 / 6 units/s */
    assert_near(units(left.velocity.y), -1.5, 0.0005, "the nearer point");
    assert_near(units(right.velocity.y), -1.0 / 6, 0.0005, "the other point");
    ck_assert_int_eq(left.velocity.x, 0);
    free(world);
}
END_TEST

START_TEST(weight_presses_on_a_dynamic_body_and_on_nothing_else) {
    pawl_world *const world = make_default_world();
    const pawl_body_id plank = add_body(world, PAWL_DYNAMIC, 0, -0.25);
    add_box(world, plank, 2, 0.25);
    player p = player_at(0, 0);
    p.mover.position.y = p.def.half_height + p.def.radius + p.def.skin;
    play(world, &p, 0, 0);
    play(world, &p, 0, 0);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, FX(12)), PAWL_OK);
    /* 12 * 10 / 60 on a mass of 2 */
    assert_near(units(pawl_body_get_velocity(world, plank).y), -1, 0.001, "the plank");
    const uint32_t before = pawl_world_hash(world);
    p.mover.on_ground = 0;
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, FX(12)), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    free(world);
}
END_TEST

/* However heavy, it is still after some seconds, and a bridge that it stands on does not throw it.
 */
START_TEST(a_weight_beyond_reason_stands_still) {
    static const double masses[] = {4, 70, 1000, 16384};
    pawl_world *const world = make_soft_world();
    player p = soft_player(0.25, 0.5);
    add_bridge(world, 0.55);
    for (int i = 0; i < 600; i++)
        step_and_play(world, &p, 0, masses[_i]);
    const pawl_vec2 place = p.mover.position;
    for (int i = 0; i < 120; i++) {
        step_and_play(world, &p, 0, masses[_i]);
        ck_assert_int_eq(p.mover.on_ground, 1);
        assert_near(units(p.mover.position.y), units(place.y), 0.03, "height");
    }
    ck_assert_int_lt(place.y, FX(-1));
    free(world);
}
END_TEST

START_TEST(wrong_weights_are_refused) {
    pawl_world *const world = make_soft_world();
    player p = soft_player(0, 1);
    const pawl_fx most = PAWL_POINT_MASS_MAX;
    pawl_mover_def wrong = p.def;
    wrong.cookie = 0;
    ck_assert_int_eq(pawl_mover_apply_weight(NULL, &p.def, &p.mover, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_apply_weight(world, NULL, &p.mover, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, NULL, 1), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &wrong, &p.mover, 1), PAWL_ERR_COOKIE);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, -1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, most + 1), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, most), PAWL_OK);
    p.mover.on_ground = 1; /* on a soft body that is gone, and on a part that is none */
    p.mover.ground_soft = (pawl_soft_id){3, 9};
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, most), PAWL_OK);
    p.mover.ground_soft = add_bridge(world, 0.5);
    p.mover.ground_part = UINT32_MAX;
    p.mover.ground_angle = UINT32_MAX;
    ck_assert_int_eq(pawl_mover_apply_weight(world, &p.def, &p.mover, most), PAWL_OK);
    play(world, &p, 0, 0);
    p.mover.on_ground = 1;
    p.mover.ground_part = 3;
    p.mover.ground_angle = UINT32_MAX;
    play(world, &p, 0, 0);
    free(world);
}
END_TEST

Suite *suite_mover_soft(void) {
    Suite *const suite = suite_create("mover_soft");
    TCase *const soft = tcase_create("soft");
    tcase_set_timeout(soft, 120);
    tcase_add_test(soft, a_rope_carries_a_mover_that_asks_for_soft_bodies);
    tcase_add_loop_test(soft, a_mover_crosses_a_bridge_that_sags, 0, 4);
    tcase_add_loop_test(soft, what_does_not_move_is_walked_on_as_static_capsules_are, 0, 20);
    tcase_add_test(soft, it_rides_on_the_place_where_it_stands);
    tcase_add_test(soft, a_blob_carries_a_mover_and_lets_one_out);
    tcase_add_test(soft, a_hanging_rope_is_a_wall_to_a_mover_that_does_not_push);
    tcase_add_test(soft, weight_is_shared_by_the_ends_of_a_link);
    tcase_add_test(soft, weight_presses_on_a_dynamic_body_and_on_nothing_else);
    tcase_add_loop_test(soft, a_weight_beyond_reason_stands_still, 0, 4);
    tcase_add_test(soft, wrong_weights_are_refused);
    suite_add_tcase(suite, soft);
    return suite;
}
