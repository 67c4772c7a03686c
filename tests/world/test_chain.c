/* test_chain.c - chains as ground: sliding, rolling, falling, and what the world knows of them. */
#include "support/world/ground.h"
#include "support/base/seeded.h"
#include "world/shape_piece.h"

/* The height of the ground at x. */
static double ground_at(double x, double length) {
    const double at = JOINTS / 2 - x / length;
    const int i = (int)floor(at);
    const double left = units(points[i + 1].y), right = units(points[i].y);
    return right + (left - right) * (at - i);
}

/* Bits of a case: kind of slider (0 .. 2), direction, one-sided, length of the segments (0 .. 2).
 */
typedef struct drag_case {
    int kind;
    double speed, length;
    bool one_sided;
} drag_case;
#define DRAG_CASES (SLIDERS * 2 * 2 * 3)

static drag_case case_of(int index) {
    static const double lengths[] = {0.25, 1, 2.3125};
    const drag_case made = {index % SLIDERS, index / SLIDERS % 2 ? 5 : -5,
                            lengths[index / (SLIDERS * 4)], index / (SLIDERS * 2) % 2};
    return made;
}

/* A thousand joints from end to end, a third of them where they lie far apart. */
static double start_of(const drag_case *c) {
    return (c->speed > 0 ? -1 : 1) * (c->length > 2 ? 170 : 500) * c->length;
}

static void drag_flat(int index, double scale) {
    const drag_case c = case_of(index);
    const double flat[] = {0}, length = c.length * scale;
    lay_ground(length, flat, 1);
    pawl_world *const world = make_scaled_world(scale);
    pawl_chain chain = chain_of(points, JOINTS + 1);
    chain.one_sided = c.one_sided;
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    const double start = start_of(&c) * scale;
    const double rest = slider_rest(c.kind, scale);
    const pawl_body_id body = add_slider(world, c.kind, scale, start, rest);
    run(world, 60);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(c.speed * scale, 0)), PAWL_OK);
    const drag worst = drag_over(world, body, c.speed * scale, -start, 40000);
    ck_assert_msg(worst.speed_error < 0.001, "case %d: speed off by %g", index, worst.speed_error);
    ck_assert_msg(c.kind == 2 || worst.angle < 0.1, "case %d: turned by %g", index, worst.angle);
    ck_assert_msg(worst.lowest > rest - 0.01 * scale, "case %d: sank to %g", index, worst.lowest);
    ck_assert_msg(worst.highest < rest + 0.01 * scale, "case %d: rose to %g", index, worst.highest);
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}

START_TEST(nothing_is_felt_of_a_thousand_flat_joints) {
    drag_flat(_i, 1);
}
END_TEST

START_TEST(nothing_is_felt_of_them_at_the_scale_of_pixels) {
    drag_flat(_i % (SLIDERS * 4), 16); /* only the shortest segments fit the world */
}
END_TEST

/* At a joint that bends by 5 degrees upwards sin^2(5 degrees) = 0.76 % of the speed goes into the
 * ground, and a slope of 2.5 degrees adds 0.25 % per step; a catch would take all of it. */
START_TEST(joints_that_bend_by_five_degrees_are_ridden_smoothly) {
    const drag_case c = case_of(_i);
    const double zigzag[] = {-2.5, 2.5};
    lay_ground(c.length, zigzag, 2);
    pawl_world *const world = make_scaled_world(1);
    pawl_chain chain = chain_of(points, JOINTS + 1);
    chain.one_sided = c.one_sided;
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    const double start = start_of(&c), speed = 0.6 * c.speed;
    const double rest = slider_rest(c.kind, 1);
    const pawl_body_id body =
        add_slider(world, c.kind, 1, start, rest + ground_at(start, c.length) + 0.05);
    run(world, 60);
    for (double x = start; speed > 0 ? x < -start : x > -start;) {
        const pawl_fx vy = pawl_body_get_velocity(world, body).y;
        ck_assert_int_eq(pawl_body_set_velocity(world, body, pawl_vec2_make(FX(speed), vy)), 0);
        run(world, 1);
        const double lost = 1 - units(pawl_body_get_velocity(world, body).x) / speed;
        const double turn = (double)(int32_t)pawl_body_get_angle(world, body) * 360 / 4294967296.0;
        x = units(pawl_body_get_position(world, body).x);
        const double above =
            units(pawl_body_get_position(world, body).y) - rest - ground_at(x, c.length);
        ck_assert_msg(fabs(lost) < 0.015, "case %d at %g: lost %g of the speed", _i, x, lost);
        ck_assert_msg(c.kind == 2 || fabs(turn) < 3, "case %d at %g: turned %g", _i, x, turn);
        ck_assert_msg(above > -0.01 && above < 0.05, "case %d at %g: %g above", _i, x, above);
    }
    free(world);
}
END_TEST

/* A ball in a vertical circle of 64 segments: pushed hard it goes round and round. */
START_TEST(a_ball_rolls_through_the_inside_of_a_loop) {
    pawl_vec2 ring[64];
    for (int i = 0; i < 64; i++) /* clockwise: the front is inside */
        ring[i] = VEC(floor(-5 * sin(i * M_PI / 32) * 65536) / 65536,
                      floor(-5 * cos(i * M_PI / 32) * 65536) / 65536);
    pawl_world *const world = make_default_world();
    pawl_chain chain = chain_of(ring, 64);
    chain.loop = true;
    chain.one_sided = _i == 0;
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    add_chain(world, ground, &chain);
    const pawl_body_id ball = add_slider(world, 2, 1, 0, -4.48);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(25, 0)), PAWL_OK);
    double turned = 0, before = -M_PI / 2;
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        const pawl_vec2 p = pawl_body_get_position(world, ball),
                        v = pawl_body_get_velocity(world, ball);
        const double angle = atan2(units(p.y), units(p.x));
        const double radius = hypot(units(p.x), units(p.y));
        const double energy =
            0.5 * (units(v.x) * units(v.x) + units(v.y) * units(v.y)) + 10 * (units(p.y) + 4.5);
        turned += remainder(angle - before, 2 * M_PI);
        before = angle;
        ck_assert_msg(radius > 4.3 && radius < 4.6, "step %d: radius %g", i, radius);
        /* Each joint bends by 5.6 degrees and takes sin^2 of that from the energy: 1 %. */
        const double joints = turned / (2 * M_PI) * 64;
        const double least = 312.5 * pow(0.99, joints + 1);
        ck_assert_msg(energy > least - 5, "step %d, %g joints: energy %g", i, joints, energy);
    }
    ck_assert_msg(turned > 2 * M_PI, "only %g radians", turned);
    free(world);
}
END_TEST

START_TEST(a_one_sided_chain_lets_through_from_the_back) {
    const pawl_vec2 floor_points[] = {VEC(5, 0), VEC(1, 0), VEC(-2, 0), VEC(-5, 0)};
    pawl_world *const world = make_space();
    pawl_chain chain = chain_of(floor_points, 4);
    chain.one_sided = true;
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    const pawl_body_id up = add_slider(world, _i, 1, 0, -2);
    const pawl_body_id down = add_slider(world, _i, 1, 3, 2);
    ck_assert_int_eq(pawl_body_set_velocity(world, up, VEC(0, 4)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, down, VEC(0, -4)), PAWL_OK);
    run(world, 24); /* as long as it takes the centre to the line: to -0.4 */
    assert_vec_eq(pawl_body_get_velocity(world, up), VEC(0, 4));
    run(world, 60);
    assert_near(units(pawl_body_get_velocity(world, down).y), 0, 0.01, "stopped from the front");
    ck_assert_int_gt(pawl_body_get_position(world, up).y, FX(1));
    free(world);
}
END_TEST

START_TEST(slopes_are_climbed_and_slid_down) {
    const double slopes[] = {20}; /* up to the left */
    lay_ground(1, slopes, 1);
    pawl_world *const world = make_default_world();
    const pawl_chain chain = chain_of(points, 80);
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    const double x = 520, rest = slider_rest(_i, 1) / cos(20 * M_PI / 180);
    const pawl_body_id body = add_slider(world, _i, 1, x, ground_at(x, 1) + rest);
    ck_assert_int_eq(pawl_body_set_pose(world, body, pawl_body_get_position(world, body),
                                        pawl_angle_from_degrees(FX(-20))),
                     PAWL_OK);
    const double c = cos(20 * M_PI / 180), s = sin(20 * M_PI / 180);
    ck_assert_int_eq(
        pawl_body_set_velocity(world, body,
                               VEC(floor(-9 * c * 65536) / 65536, floor(9 * s * 65536) / 65536)),
        PAWL_OK);
    for (int i = 1; i <= 300; i++) {
        run(world, 1);
        const pawl_vec2 v = pawl_body_get_velocity(world, body),
                        p = pawl_body_get_position(world, body);
        if (units(p.x) > 545) break;
        const double up_slope = -units(v.x) * c + units(v.y) * s;
        assert_near(up_slope, 9 - 10 * s * i / 60, 0.05, "speed along the slope");
    }
    ck_assert_int_gt(pawl_body_get_velocity(world, body).x, 0);
    free(world);
}
END_TEST

START_TEST(what_lies_across_joints_sleeps_and_stays_asleep) {
    const double flat[] = {0};
    lay_ground(0.375, flat, 1);
    pawl_world *const world = make_default_world();
    const pawl_chain chain = chain_of(points, JOINTS + 1);
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    pawl_body_id bodies[4];
    for (int i = 0; i < 4; i++)
        bodies[i] = add_slider(world, i % 2, 1, 2.3 * i, 1 + 0.5 * i);
    run(world, 240);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pawl_body_is_awake(world, bodies[i]), false);
    const uint32_t motion = pawl_world_motion_hash(world);
    run(world, 100);
    ck_assert_uint_eq(pawl_world_motion_hash(world), motion);
    assert_sound(world);
    free(world);
}
END_TEST

/* Random hills; whatever falls on them stays above them. At both ends they rise so high that
 * nothing which has fallen from less gets over them, at any scale. */
static void drop_on_hills(uint64_t seed, double scale) {
    pawl_vec2 hills[41];
    const uint64_t first = seed;
    for (int i = 0; i < 41; i++)
        hills[i] = VEC((20 - i) * scale,
                       ((double)(seeded_next(&seed) % 65536) / 32768 + (i % 40 ? 0 : 30)) * scale);
    pawl_world *const world = make_scaled_world(scale);
    pawl_chain chain = chain_of(hills, 41);
    chain.one_sided = seeded_next(&seed) % 2 != 0;
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    pawl_body_id bodies[24];
    for (int i = 0; i < 24; i++)
        bodies[i] = add_slider(world, i % SLIDERS, scale, (i % 8 * 3 - 10.5) * scale,
                               (5 + i / 8 * 2) * scale);
    run(world, 600);
    for (int i = 0; i < 24; i++) {
        const pawl_vec2 p = pawl_body_get_position(world, bodies[i]);
        const double at = 20 - units(p.x) / scale;
        const int k = (int)floor(at);
        ck_assert_msg(k >= 0 && k < 40, "seed %llx: body %d left at x = %g",
                      (unsigned long long)first, i, units(p.x));
        const double right = units(hills[k].y), left = units(hills[k + 1].y);
        ck_assert_msg(units(p.y) > right + (left - right) * (at - k), "seed %llx: body %d fell",
                      (unsigned long long)first, i);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    assert_sound(world);
    free(world);
}

START_TEST(nothing_falls_through_random_hills) {
    for (uint64_t i = 0; i < 4; i++)
        drop_on_hills(seeded_base + 100 * (uint64_t)_i + i, _i % 2 ? 16 : 1);
}
END_TEST

/* A drum that turns with a box in it: its parts pass by while its box stays where it is. In each
 * step the contacts are those with the parts that are near. */
START_TEST(a_turning_drum_carries_what_is_in_it) {
    pawl_vec2 ring[60];
    for (int i = 0; i < 60; i++)
        ring[i] = VEC(floor(-4 * sin(i * M_PI / 30) * 65536) / 65536,
                      floor(-4 * cos(i * M_PI / 30) * 65536) / 65536);
    pawl_world *const world = make_default_world();
    const pawl_body_id drum = add_body(world, PAWL_KINEMATIC, 0, 0);
    pawl_chain chain = chain_of(ring, 60);
    chain.loop = true;
    add_chain(world, drum, &chain);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, drum, FX(1)), PAWL_OK);
    const pawl_body_id box = add_unit_box(world, 0.25, -2);
    for (int i = 0; i < 6000; i++) {
        uint32_t part, count = 0;
        pawli_surface_query walk =
            pawli_surface_begin(&pawli_geometries(world)[0], pawli_surface_reach(world, 0, 1));
        uint32_t parts[60];
        while (pawli_surface_next(&walk, &part))
            parts[count++] = part;
        run(world, 1);
        ck_assert_uint_eq(world->contact_count, count);
        for (uint32_t k = 0; k < count; k++)
            ck_assert_uint_eq(pawli_edge_of(world, k), parts[k]);
        const pawl_vec2 p = pawl_body_get_position(world, box);
        ck_assert_msg(hypot(units(p.x), units(p.y)) < 3.8, "step %d: at %g, %g", i, units(p.x),
                      units(p.y));
    }
    ck_assert_uint_eq(pawl_world_get_faults(world), 0);
    free(world);
}
END_TEST

static pawl_box box_of(pawl_vec2 a, pawl_vec2 b) {
    const pawl_box box = {{pawl_min(a.x, b.x), pawl_min(a.y, b.y)},
                          {pawl_max(a.x, b.x), pawl_max(a.y, b.y)}};
    return box;
}

START_TEST(the_parts_found_are_those_whose_boxes_overlap) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    pawl_world *const world = make_default_world();
    const int32_t count = 30;
    for (int i = 0; i < count; i++)
        points[i] = pawl_vec2_make((pawl_fx)(seeded_next(&seed) % 1000000),
                                   (pawl_fx)(seeded_next(&seed) % 1000000));
    pawl_chain chain = chain_of(points, count);
    chain.loop = _i % 3 == 1;
    chain.ghost_ends = _i % 3 == 2;
    const pawl_shape_id shape = add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    const uint16_t slot = (uint16_t)(shape.index1 - 1u);
    const uint32_t first = chain.ghost_ends ? 1 : 0;
    const uint32_t end = (uint32_t)count - (chain.ghost_ends ? 2 : chain.loop ? 0 : 1);
    for (int n = 0; n < 500; n++) {
        const pawl_vec2 corner = pawl_vec2_make((pawl_fx)(seeded_next(&seed) % 1000000),
                                                (pawl_fx)(seeded_next(&seed) % 1000000));
        const pawl_fx size = (pawl_fx)(seeded_next(&seed) % 300000);
        const pawl_box box = {corner, pawl_vec2_make(corner.x + size, corner.y + size)};
        pawli_surface_query edges = pawli_surface_begin(terrain_geometry(world, shape), box);
        pawli_shape_piece_query pieces = pawli_shape_piece_begin(world, slot, box);
        for (uint32_t part = 0; part < (uint32_t)count; part++) {
            const pawl_vec2 a = points[part], b = points[(part + 1) % (uint32_t)count];
            const bool near = part >= first && part < end && pawl_box_overlaps(box_of(a, b), box);
            ck_assert_int_eq(pawli_surface_is_near(terrain_geometry(world, shape), part, box),
                             near);
            if (!near) continue;
            uint32_t found;
            pawli_shape_piece piece;
            ck_assert_int_eq(pawli_surface_next(&edges, &found), true);
            ck_assert_uint_eq(found, part);
            ck_assert_int_eq(pawli_shape_piece_next(&pieces, &piece), true);
            ck_assert_uint_eq(piece.part, part);
            assert_vec_eq(piece.convex->vertices[0], a);
            assert_vec_eq(piece.convex->vertices[1], b);
        }
        uint32_t found;
        pawli_shape_piece piece;
        ck_assert_int_eq(pawli_surface_next(&edges, &found), false);
        ck_assert_int_eq(pawli_shape_piece_next(&pieces, &piece), false);
    }
    free(world);
}
END_TEST

START_TEST(contacts_beyond_the_capacity_go_by_part) {
    pawl_world_def def = pawl_world_def_default();
    def.contact_capacity = 5;
    pawl_world *const world = make_world(&def);
    const double flat[] = {0};
    lay_ground(0.125, flat, 1);
    const pawl_chain chain = chain_of(points, JOINTS);
    add_chain(world, add_body(world, PAWL_STATIC, 0, 0), &chain);
    add_unit_box(world, 0, 0.5);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_faults(world), PAWL_FAULT_CONTACTS_FULL);
    ck_assert_uint_eq(world->contact_count, 5);
    const uint32_t leftmost = pawli_edge_of(world, 0);
    for (uint32_t i = 0; i < 5; i++)
        ck_assert_uint_eq(pawli_edge_of(world, i), leftmost + i);
    assert_sound(world);
    free(world);
}
END_TEST

Suite *suite_chain(void);
Suite *suite_chain(void) {
    Suite *const suite = suite_create("chain");
    TCase *const tests = tcase_create("chain");
    tcase_add_loop_test(tests, nothing_is_felt_of_a_thousand_flat_joints, 0,
                        SEEDED_PASSES(SLIDERS, DRAG_CASES));
    tcase_add_loop_test(tests, nothing_is_felt_of_them_at_the_scale_of_pixels, 0,
                        SEEDED_PASSES(SLIDERS, SLIDERS * 4));
    tcase_add_loop_test(tests, joints_that_bend_by_five_degrees_are_ridden_smoothly, 0,
                        SEEDED_PASSES(SLIDERS, DRAG_CASES));
    tcase_add_loop_test(tests, a_ball_rolls_through_the_inside_of_a_loop, 0, 2);
    tcase_add_loop_test(tests, a_one_sided_chain_lets_through_from_the_back, 0, SLIDERS);
    tcase_add_loop_test(tests, slopes_are_climbed_and_slid_down, 0, SLIDERS);
    tcase_add_test(tests, what_lies_across_joints_sleeps_and_stays_asleep);
    tcase_add_loop_test(tests, nothing_falls_through_random_hills, 0, 6);
    tcase_add_test(tests, a_turning_drum_carries_what_is_in_it);
    tcase_add_loop_test(tests, the_parts_found_are_those_whose_boxes_overlap, 0, 9);
    tcase_add_test(tests, contacts_beyond_the_capacity_go_by_part);
    suite_add_tcase(suite, tests);
    return suite;
}
