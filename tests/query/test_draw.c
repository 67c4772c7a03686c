/* test_draw.c - the primitives of a world against its bodies, and their order against a list. */
#include "support/world/recording.h"
#include "support/base/seeded.h"

#include "world/world.h"

static recording tape;

/* ---- primitives ---- */

/* A body at (1, 2) turned by a right angle: (x, y) comes to (1 - y, 2 + x). */
static pawl_body_id add_turned(pawl_world *world, const pawl_convex *convex) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = VEC(1, 2);
    def.angle = PAWL_TURN(1, 4);
    pawl_body_id body;
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    add_shape(world, body, convex);
    return body;
}

static const primitive *draw_only(const pawl_world *world, primitive_kind kind) {
    record(world, PAWL_LAYER_SHAPES, NULL, &tape);
    ck_assert_int_eq(tape.count, 1);
    ck_assert_int_eq(tape.list[0].kind, kind);
    return &tape.list[0];
}

START_TEST(polygon_comes_with_its_world_points_and_radius) {
    pawl_world *const world = make_space();
    const pawl_vec2 corners[3] = {VEC(0, 0), VEC(4, 0), VEC(0, 4)};
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_polygon(corners, 3, FX(0.25), &convex), PAWL_OK);
    const pawl_body_id body = add_turned(world, &convex);
    const primitive *const drawn = draw_only(world, POLYGON);
    const pawl_pose pose = pawl_body_get_pose(world, body);
    ck_assert_int_eq(drawn->count, 3);
    ck_assert_int_eq(drawn->radius, FX(0.25));
    for (int i = 0; i < 3; i++) {
        assert_vec_eq(drawn->points[i], pawl_pose_apply(pose, convex.vertices[i]));
    }
    assert_near(units(drawn->points[1].x), 1, 0.0001, "x of the turned corner");
    assert_near(units(drawn->points[1].y), 6, 0.0001, "y of the turned corner");
    ck_assert_uint_eq(drawn->item.role, PAWL_DRAW_DYNAMIC);
    ck_assert_int_eq(pawl_body_id_equal(drawn->item.body, body), 1);
    ck_assert_int_eq(pawl_shape_id_equal(drawn->item.shape, shape_of(world, body)), 1);
    ck_assert_uint_eq(drawn->item.part, 0);
    free(world);
}
END_TEST

START_TEST(circle_comes_with_its_centre_and_rotation) {
    pawl_world *const world = make_space();
    const pawl_convex convex = circle_convex(3, 0, 0.5);
    const pawl_body_id body = add_turned(world, &convex);
    const primitive *const drawn = draw_only(world, CIRCLE);
    assert_vec_eq(drawn->points[0], pawl_pose_apply(pawl_body_get_pose(world, body), VEC(3, 0)));
    assert_near(units(drawn->points[0].y), 5, 0.0001, "y of the turned centre");
    ck_assert_int_eq(drawn->radius, FX(0.5));
    ck_assert_int_eq(drawn->rotation.s, pawl_body_get_rotation(world, body).s);
    ck_assert_int_eq(drawn->rotation.c, pawl_body_get_rotation(world, body).c);
    free(world);
}
END_TEST

START_TEST(capsule_and_segment_come_with_their_ends) {
    pawl_world *const world = make_space();
    const double radius = _i == 0 ? 0.5 : 0;
    pawl_convex convex;
    if (_i == 0) {
        ck_assert_int_eq(pawl_make_capsule(VEC(-1, 0), VEC(1, 0), FX(0.5), &convex), PAWL_OK);
    } else {
        ck_assert_int_eq(pawl_make_segment(VEC(-1, 0), VEC(1, 0), &convex), PAWL_OK);
    }
    const pawl_body_id body = add_turned(world, &convex);
    const primitive *const drawn = draw_only(world, CAPSULE);
    const pawl_pose pose = pawl_body_get_pose(world, body);
    assert_vec_eq(drawn->points[0], pawl_pose_apply(pose, VEC(-1, 0)));
    assert_vec_eq(drawn->points[1], pawl_pose_apply(pose, VEC(1, 0)));
    ck_assert_int_eq(drawn->radius, FX(radius));
    free(world);
}
END_TEST

START_TEST(pose_hook_moves_shapes_and_centres) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 1, 2);
    const pawl_vec2 corner = pawl_pose_apply(pawl_body_get_pose(world, body), VEC(-0.5, -0.5));
    pawl_draw_hooks hooks = recorder(&tape, PAWL_LAYER_SHAPES | PAWL_LAYER_CENTERS);
    tape.shift = VEC(10, 20);
    hooks.pose = shifted;
    ck_assert_int_eq(pawl_world_draw(world, &hooks), PAWL_OK);
    ck_assert_int_eq(tape.count, 2);
    assert_vec_eq(tape.list[0].points[0], pawl_vec2_add(corner, tape.shift));
    ck_assert_uint_eq(tape.list[1].item.role, PAWL_DRAW_CENTER);
    assert_vec_eq(tape.list[1].points[0], VEC(11, 22));
    free(world);
}
END_TEST

/* ---- roles and islands ---- */

START_TEST(role_tells_type_and_sleep) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id mover = add_body(world, PAWL_KINEMATIC, 50, 5);
    add_box(world, mover, 1, 1);
    ck_assert_int_eq(pawl_body_set_velocity(world, mover, VEC(0.5, 0)), PAWL_OK);
    add_unit_box(world, 0, 0.5);
    run(world, 200);
    add_unit_box(world, 20, 3);
    record(world, PAWL_LAYER_SHAPES, NULL, &tape);
    const pawl_draw_role want[4] = {PAWL_DRAW_STATIC, PAWL_DRAW_KINEMATIC, PAWL_DRAW_ASLEEP,
                                    PAWL_DRAW_DYNAMIC};
    ck_assert_int_eq(tape.count, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_uint_eq(tape.list[i].item.role, want[i]);
    }
    free(world);
}
END_TEST

START_TEST(sensors_have_a_role_of_their_own) {
    pawl_world *const world = make_default_world();
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = true;
    pawl_convex convex;
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_make_box(FX(1), FX(1), &convex), PAWL_OK);
    const pawl_body_id body = add_unit_box(world, 0, 3);
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    record(world, PAWL_LAYER_SHAPES, NULL, &tape);
    ck_assert_int_eq(tape.count, 2);
    ck_assert_uint_eq(tape.list[0].item.role, PAWL_DRAW_DYNAMIC);
    ck_assert_uint_eq(tape.list[1].item.role, PAWL_DRAW_SENSOR);
    free(world);
}
END_TEST

START_TEST(sleepers_share_the_number_of_their_island) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    for (int i = 0; i < 4; i++) { /* two stacks of two: 0 and 2, 1 and 3 */
        add_unit_box(world, i % 2 * 10, 0.5 + i / 2);
    }
    add_box(world, add_body(world, PAWL_STATIC, 1.515625, 0.5), 1, 0.5);
    run(world, 2);
    record(world, PAWL_LAYER_ISLANDS, NULL, &tape);
    ck_assert_int_eq(tape.count, 2); /* neither the ground nor the step joins anyone */
    for (int i = 0; i < 2; i++) {
        ck_assert_uint_eq(tape.list[i].item.role, PAWL_DRAW_ISLAND);
        ck_assert_uint_eq(tape.list[i].item.island, 0);
        ck_assert_int_eq(tape.list[i].points[0].x, FX(10 * i));
        ck_assert_int_eq(tape.list[i].points[1].x, FX(10 * i));
    }
    record(world, PAWL_LAYER_CENTERS, NULL, &tape);
    ck_assert_int_eq(tape.count, 4); /* static bodies have none */
    run(world, 200);
    record(world, PAWL_LAYER_SHAPES, NULL, &tape);
    ck_assert_int_eq(tape.count, 6);
    const primitive *const boxes = &tape.list[2];
    ck_assert_uint_eq(tape.list[0].item.island, 0);
    ck_assert_uint_ne(boxes[0].item.island, 0);
    ck_assert_uint_ne(boxes[0].item.island, boxes[1].item.island);
    ck_assert_uint_eq(boxes[0].item.island, boxes[2].item.island);
    ck_assert_uint_eq(boxes[1].item.island, boxes[3].item.island);
    free(world);
}
END_TEST

/* ---- contacts ---- */

START_TEST(contacts_are_those_of_the_world) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    add_unit_box(world, 0, 0.5);
    add_unit_box(world, 0, 1.5);
    run(world, 20);
    record(world, PAWL_LAYER_CONTACTS | PAWL_LAYER_NORMALS | PAWL_LAYER_IMPULSES, NULL, &tape);
    uint32_t cursor = 0;
    pawl_contact contact;
    const primitive *drawn = tape.list;
    while (pawl_world_next_contact(world, &cursor, &contact)) {
        for (int i = 0; i < contact.count; i++, drawn += 3) {
            ck_assert_int_le(drawn + 3 - tape.list, tape.count);
            ck_assert_uint_eq(drawn[0].item.role, PAWL_DRAW_NORMAL);
            ck_assert_uint_eq(drawn[1].item.role, PAWL_DRAW_CONTACT);
            ck_assert_uint_eq(drawn[2].item.role, PAWL_DRAW_IMPULSE);
            for (int j = 0; j < 3; j++) {
                assert_vec_eq(drawn[j].points[0], contact.points[i]);
                ck_assert_int_eq(pawl_shape_id_equal(drawn[j].item.shape, contact.shape_a), 1);
            }
            ck_assert_int_eq(drawn[2].value, contact.impulses[i]);
            ck_assert_msg(drawn[2].value > 0, "impulse %lld", (long long)drawn[2].value);
            assert_near(units(drawn[0].points[1].y - drawn[0].points[0].y), 0.25, 0.001, "normal");
        }
    }
    ck_assert_int_eq(drawn - tape.list, tape.count);
    ck_assert_int_eq(tape.count, 12);
    free(world);
}
END_TEST

/* ---- joints ---- */

static pawl_joint_id add_joint(pawl_world *world, const pawl_joint_def *def) {
    pawl_joint_id joint;
    ck_assert_int_eq(pawl_joint_create(world, def, &joint), PAWL_OK);
    return joint;
}

static void assert_line(const primitive *drawn, pawl_joint_id joint, pawl_vec2 a, pawl_vec2 b) {
    ck_assert_int_eq(drawn->kind, LINE);
    ck_assert_uint_eq(drawn->item.role, PAWL_DRAW_JOINT);
    ck_assert_uint_eq(pawl_joint_id_store(drawn->item.joint), pawl_joint_id_store(joint));
    assert_vec_eq(drawn->points[0], a);
    assert_vec_eq(drawn->points[1], b);
}

static void assert_anchor(const primitive *drawn, pawl_vec2 anchor) {
    ck_assert_int_eq(drawn->kind, POINT);
    ck_assert_uint_eq(drawn->item.role, PAWL_DRAW_JOINT);
    assert_vec_eq(drawn->points[0], anchor);
}

START_TEST(joint_runs_from_centre_to_centre_by_its_anchors) {
    pawl_world *const world = make_space();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 8, 0);
    const pawl_joint_def def =
        pawl_joint_def_between(world, PAWL_JOINT_DISTANCE, a, b, VEC(0.5, 0.25), VEC(7.5, 0));
    const pawl_joint_id joint = add_joint(world, &def);
    record(world, PAWL_LAYER_JOINTS, NULL, &tape);
    ck_assert_int_eq(tape.count, 5);
    assert_line(&tape.list[0], joint, VEC(0, 0), VEC(0.5, 0.25));
    assert_anchor(&tape.list[1], VEC(0.5, 0.25));
    assert_line(&tape.list[2], joint, VEC(0.5, 0.25), VEC(7.5, 0));
    assert_line(&tape.list[3], joint, VEC(8, 0), VEC(7.5, 0));
    assert_anchor(&tape.list[4], VEC(7.5, 0));
    ck_assert_int_eq(pawl_body_id_equal(tape.list[3].item.body, a), 1);

    const pawl_box between = {VEC(3, 0), VEC(4, 1)}, above = {VEC(3, 1), VEC(4, 2)};
    record(world, PAWL_LAYER_JOINTS, &between, &tape);
    ck_assert_int_eq(tape.count, 5);
    record(world, PAWL_LAYER_JOINTS, &above, &tape);
    ck_assert_int_eq(tape.count, 0);

    pawl_draw_hooks hooks = recorder(&tape, PAWL_LAYER_JOINTS);
    tape.shift = VEC(1, 2);
    hooks.pose = shifted;
    ck_assert_int_eq(pawl_world_draw(world, &hooks), PAWL_OK);
    assert_line(&tape.list[0], joint, VEC(1, 2), VEC(1.5, 2.25));
    assert_line(&tape.list[3], joint, VEC(9, 2), VEC(8.5, 2));

    for (int i = 0; i < 2; i++) {
        const pawl_body_id off = i == 0 ? a : b;
        ck_assert_int_eq(pawl_body_set_enabled(world, off, false), PAWL_OK);
        record(world, PAWL_LAYER_JOINTS, NULL, &tape);
        ck_assert_int_eq(tape.count, 0);
        ck_assert_int_eq(pawl_body_set_enabled(world, off, true), PAWL_OK);
    }
    free(world);
}
END_TEST

START_TEST(pulley_shows_its_rope_and_a_filter_nothing) {
    pawl_world *const world = make_space();
    const pawl_body_id wall = add_ground(world), weight = add_unit_box(world, 4, 5);
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_PULLEY);
    def.body_a = wall;
    def.body_b = weight;
    def.ground_a = VEC(0, 9);
    def.ground_b = VEC(4, 9);
    def.target = FX(20);
    const pawl_joint_id joint = add_joint(world, &def);
    def = pawl_joint_def_default(PAWL_JOINT_FILTER);
    def.body_a = wall;
    def.body_b = weight;
    add_joint(world, &def);
    record(world, PAWL_LAYER_JOINTS, NULL, &tape);
    ck_assert_int_eq(tape.count, 6); /* the wall has no centre */
    assert_anchor(&tape.list[0], VEC(0, -1));
    assert_line(&tape.list[1], joint, VEC(0, -1), VEC(0, 9));
    assert_line(&tape.list[2], joint, VEC(0, 9), VEC(4, 9));
    assert_line(&tape.list[3], joint, VEC(4, 9), VEC(4, 5));
    assert_line(&tape.list[4], joint, VEC(4, 5), VEC(4, 5));
    assert_anchor(&tape.list[5], VEC(4, 5));
    free(world);
}
END_TEST

/* ---- order and clip ---- */

/* 150 bodies with up to two shapes, some moved, some destroyed and made again, some disabled: the
 * tree and the slots have a history. */
static pawl_world *make_crowd(uint64_t *seed) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, 0);
    def.contact_capacity = 8000;
    pawl_world *const world = make_world(&def);
    pawl_body_id bodies[150];
    for (int i = 0; i < 300; i++) {
        pawl_body_id *const body = &bodies[i % 150];
        if (i >= 150 && seeded_next(seed) % 2) continue;
        if (i >= 150) ck_assert_int_eq(pawl_body_destroy(world, *body), PAWL_OK);
        *body = add_body(world, (pawl_body_type)(seeded_next(seed) % 3),
                         (double)(seeded_next(seed) % 64), (double)(seeded_next(seed) % 64));
        add_box(world, *body, 0.5, 0.25);
        if (seeded_next(seed) % 3 == 0) add_box(world, *body, 2, 0.125);
        if (seeded_next(seed) % 8 == 0) pawl_body_set_enabled(world, *body, false);
        if (seeded_next(seed) % 8 == 0) pawl_body_set_pose(world, *body, VEC(1, 70), 0);
    }
    return world;
}

static int is_before(const pawl_world *world, uint16_t a, uint16_t b) {
    const pawli_shape *const shapes = pawli_shapes_const(world);
    const pawli_body *const bodies = pawli_bodies_const(world);
    const int type_a = bodies[shapes[a].body].type, type_b = bodies[shapes[b].body].type;
    return type_a != type_b ? type_a < type_b : shapes[a].serial < shapes[b].serial;
}

/* What should be drawn, by looking at every slot: the next one after `last` each time. */
static uint16_t next_expected(const pawl_world *world, pawl_box clip, uint16_t last) {
    const pawli_shape *const shapes = pawli_shapes_const(world);
    uint16_t best = PAWLI_NONE;
    for (uint16_t i = 0; i < world->shape_pool.used; i++) {
        if (!(shapes[i].flags & PAWLI_SHAPE_LIVE)) continue;
        if (!(pawli_bodies_const(world)[shapes[i].body].flags & PAWLI_BODY_ENABLED)) continue;
        if (!pawl_box_overlaps(shapes[i].fat_box, clip)) continue;
        if (last != PAWLI_NONE && !is_before(world, last, i)) continue;
        if (best == PAWLI_NONE || is_before(world, i, best)) best = i;
    }
    return best;
}

static void assert_shapes(const pawl_world *world, pawl_box clip, const recording *drawn,
                          uint64_t seed) {
    uint16_t want = PAWLI_NONE;
    for (int i = 0; i < drawn->count; i++) {
        want = next_expected(world, clip, want);
        ck_assert_msg(
            pawl_shape_id_equal(drawn->list[i].item.shape, pawli_pool_shape_id(world, want)),
            "shape %d of the drawing is another, seed %llx", i, (unsigned long long)seed);
    }
    ck_assert_uint_eq(next_expected(world, clip, want), PAWLI_NONE);
}

START_TEST(shapes_come_by_type_and_creation_whatever_the_tree_looks_like) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    const uint64_t first_seed = seed;
    pawl_world *const world = make_crowd(&seed);
    const pawl_box everything = {VEC(-1000, -1000), VEC(1000, 1000)};
    record(world, PAWL_LAYER_SHAPES, NULL, &tape);
    ck_assert_int_gt(tape.count, 128); /* three batches */
    assert_shapes(world, everything, &tape, first_seed);
    for (int n = 0; n < 50; n++) {
        const double x = (double)(seeded_next(&seed) % 64), y = (double)(seeded_next(&seed) % 64);
        const pawl_box clip = {VEC(x, y), VEC(x + (double)(seeded_next(&seed) % 40), y + 12)};
        record(world, PAWL_LAYER_BOXES, &clip, &tape);
        assert_shapes(world, clip, &tape, first_seed);
        for (int i = 0; i < tape.count; i++) {
            const uint16_t shape = pawli_pool_find_shape(world, tape.list[i].item.shape);
            const pawl_box fat = pawli_shapes_const(world)[shape].fat_box;
            assert_vec_eq(tape.list[i].points[0], fat.lower);
            assert_vec_eq(tape.list[i].points[1], fat.upper);
        }
    }
    free(world);
}
END_TEST

START_TEST(clip_box_leaves_out_what_is_elsewhere) {
    pawl_world *const world = make_default_world();
    for (int i = 0; i < 2; i++) {
        const pawl_body_id ground = add_body(world, PAWL_STATIC, 20 * i, -1);
        add_box(world, ground, 5, 1);
        add_unit_box(world, 20 * i, 0.5);
        add_unit_box(world, 20 * i, 1.5);
    }
    run(world, 10);
    record(world, PAWL_LAYER_ALL, NULL, &tape);
    const int all = tape.count;
    const pawl_box clip = {VEC(14, -10), VEC(30, 10)};
    record(world, PAWL_LAYER_ALL, &clip, &tape);
    ck_assert_int_eq(2 * tape.count, all);
    for (int i = 0; i < tape.count; i++) {
        ck_assert_int_gt(tape.list[i].points[0].x, FX(14));
    }
    /* Neither centre is in it, but the line between them crosses it. */
    const pawl_box between = {VEC(-1, 0.8), VEC(1, 1.2)};
    record(world, PAWL_LAYER_ISLANDS, &between, &tape);
    ck_assert_int_eq(tape.count, 1);
    record(world, PAWL_LAYER_CENTERS, &between, &tape);
    ck_assert_int_eq(tape.count, 0);
    free(world);
}
END_TEST

START_TEST(drawing_changes_nothing) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_crowd(&seed);
    run(world, 3);
    const size_t size = world->state_size;
    void *const before = malloc(size);
    memcpy(before, world, size);
    record(world, PAWL_LAYER_ALL, NULL, &tape);
    ck_assert_int_eq(memcmp(before, world, size), 0);
    free(before);
    free(world);
}
END_TEST

START_TEST(callbacks_that_are_null_leave_their_primitives_out) {
    uint64_t seed = seeded_base;
    pawl_world *const world = make_crowd(&seed);
    const pawl_convex circle = circle_convex(0, 0, 1);
    pawl_convex segment;
    ck_assert_int_eq(pawl_make_segment(VEC(-1, 0), VEC(1, 0), &segment), PAWL_OK);
    add_shape(world, add_body(world, PAWL_DYNAMIC, 0, 0), &circle);
    add_shape(world, add_body(world, PAWL_DYNAMIC, 0, 0), &segment);
    run(world, 3);
    const pawl_draw_hooks none = {.layers = PAWL_LAYER_ALL};
    ck_assert_int_eq(pawl_world_draw(world, &none), PAWL_OK);
    record(world, 0, NULL, &tape);
    ck_assert_int_eq(tape.count, 0);
    free(world);
}
END_TEST

START_TEST(misuse_is_refused) {
    pawl_world *const world = make_space();
    pawl_draw_hooks hooks = recorder(&tape, PAWL_LAYER_ALL);
    ck_assert_int_eq(pawl_world_draw(NULL, &hooks), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_draw(world, NULL), PAWL_ERR_NULL);
    hooks.layers = PAWL_LAYER_ALL + 1;
    ck_assert_int_eq(pawl_world_draw(world, &hooks), PAWL_ERR_ARGUMENT);
    free(world);
}
END_TEST

static void take_stage(void *context, pawl_stage stage, uint64_t ticks, uint64_t sum) {
    uint32_t *const count = context;
    ck_assert_int_eq(stage, (int)*count);
    ck_assert_uint_eq(ticks, 10u + *count);
    ck_assert_uint_eq(sum, 10u * PAWL_STAGE_COUNT + PAWL_STAGE_COUNT * (PAWL_STAGE_COUNT - 1) / 2);
    ++*count;
}

START_TEST(stages_come_with_their_ticks) {
    pawl_world *const world = make_space();
    uint64_t ticks[PAWL_STAGE_COUNT];
    uint32_t count = 0;
    pawl_draw_hooks hooks = {.layers = PAWL_LAYER_ALL, .context = &count, .stage = take_stage};
    for (uint64_t i = 0; i < PAWL_STAGE_COUNT; i++)
        ticks[i] = 10 + i;
    ck_assert_int_eq(pawl_world_draw(world, &hooks), PAWL_OK);
    ck_assert_uint_eq(count, 0);
    hooks.stage_ticks = ticks;
    ck_assert_int_eq(pawl_world_draw(world, &hooks), PAWL_OK);
    ck_assert_uint_eq(count, PAWL_STAGE_COUNT);
    free(world);
}
END_TEST

Suite *suite_draw(void) {
    Suite *const suite = suite_create("draw");
    TCase *const tests = tcase_create("draw");
    tcase_add_test(tests, polygon_comes_with_its_world_points_and_radius);
    tcase_add_test(tests, circle_comes_with_its_centre_and_rotation);
    tcase_add_loop_test(tests, capsule_and_segment_come_with_their_ends, 0, 2);
    tcase_add_test(tests, pose_hook_moves_shapes_and_centres);
    tcase_add_test(tests, role_tells_type_and_sleep);
    tcase_add_test(tests, sensors_have_a_role_of_their_own);
    tcase_add_test(tests, sleepers_share_the_number_of_their_island);
    tcase_add_test(tests, contacts_are_those_of_the_world);
    tcase_add_test(tests, joint_runs_from_centre_to_centre_by_its_anchors);
    tcase_add_test(tests, pulley_shows_its_rope_and_a_filter_nothing);
    tcase_add_loop_test(tests, shapes_come_by_type_and_creation_whatever_the_tree_looks_like, 0,
                        10);
    tcase_add_test(tests, clip_box_leaves_out_what_is_elsewhere);
    tcase_add_test(tests, drawing_changes_nothing);
    tcase_add_test(tests, callbacks_that_are_null_leave_their_primitives_out);
    tcase_add_test(tests, misuse_is_refused);
    tcase_add_test(tests, stages_come_with_their_ticks);
    suite_add_tcase(suite, tests);
    return suite;
}
