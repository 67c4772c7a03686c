/* test_query_soft_touch.c - which soft bodies touch which shapes: against a plain search over all
 * pairs, and as begins and ends in a world that moves. */
#include "support/shape/convex.h"
#include "support/soft/soft_kit.h"
#include "support/world/crowd.h"

#define PAIRS_MAX 200

static kit parts;

/* ---- a plain search -------------------------------------------------------------------------- */

static bool has_surface(const pawl_world *world, pawl_soft_id soft, uint32_t number,
                        pawl_soft_link *link) {
    ck_assert_int_eq(pawl_soft_get_link(world, soft, number, link), PAWL_OK);
    return link->type == PAWL_LINK_DISTANCE && (link->flags & PAWL_LINK_SURFACE) &&
           !(link->flags & PAWL_LINK_TORN);
}

static bool is_near(pawl_vec2 a, pawl_vec2 b, pawl_fx radius, const pawl_convex *shape,
                    pawl_pose pose, bool sensor, pawl_fx margin) {
    const pawl_pose at = {a, {PAWL_UNIT, 0}};
    pawl_convex own;
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    const pawl_status made = along.x == 0 && along.y == 0
                                 ? pawl_make_circle(VEC(0, 0), radius, &own)
                                 : pawl_make_capsule(VEC(0, 0), along, radius, &own);
    ck_assert_int_eq(made, PAWL_OK);
    if (sensor) return pawl_overlap(shape, pose, &own, at);
    return pawl_closest(shape, pose, &own, at).distance <= margin;
}

static bool expect_touch(const pawl_world *world, pawl_soft_id soft, pawl_shape_id shape) {
    const pawl_filter of_soft = pawl_soft_get_filter(world, soft);
    const pawl_filter of_shape = pawl_shape_get_filter(world, shape);
    const pawl_pose pose = pawl_body_get_pose(world, pawl_shape_get_body(world, shape));
    const pawl_fx margin = FX(0.02);
    const bool sensor = pawl_shape_is_sensor(world, shape);
    const pawl_fx radius = pawl_soft_get_radius(world, soft);
    bool covered[400] = {false};
    pawl_convex convex;
    if (of_soft.group != 0 && of_soft.group == of_shape.group) {
        if (of_soft.group < 0) return false;
    } else if (!(of_soft.mask & of_shape.category) || !(of_shape.mask & of_soft.category)) {
        return false;
    }
    ck_assert_int_eq(pawl_shape_get_convex(world, shape, &convex), PAWL_OK);
    for (uint32_t i = 0; i < pawl_soft_get_link_count(world, soft); i++) {
        pawl_soft_link link;
        if (!has_surface(world, soft, i, &link)) continue;
        covered[link.a] = covered[link.b] = true;
        if (is_near(point_of(world, soft, link.a), point_of(world, soft, link.b), radius, &convex,
                    pose, sensor, margin))
            return true;
    }
    for (uint32_t i = 0; i < pawl_soft_get_point_count(world, soft); i++) {
        const pawl_vec2 at = point_of(world, soft, i);
        if (!covered[i] && is_near(at, at, radius, &convex, pose, sensor, margin)) return true;
    }
    return false;
}

/* Ropes and cloths, which have no area, in the air. */
static void add_softs(pawl_world *world, uint64_t *seed) {
    for (int i = 0; i < 6; i++) {
        const pawl_vec2 at = seeded_point(seed, FX(4));
        const pawl_box box = {at, pawl_vec2_add(at, VEC(2, 1.5))};
        begin_soft(&parts);
        if (i % 2) {
            ck_assert_int_eq(pawl_soft_add_cloth(&parts.parts, box, 4, 3, FX(1), FX(1), FX(0.1)),
                             PAWL_OK);
        } else {
            ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, at, box.upper, 8, FX(1), FX(1), 0),
                             PAWL_OK);
        }
        parts.def.radius = FX(0.1);
        parts.def.filter.category = 1u << crowd_pick(seed, 3);
        if (crowd_pick(seed, 3) == 0) parts.def.filter.group = (int16_t)(crowd_pick(seed, 3) - 1);
        finish(&parts, world);
    }
}

static void add_shapes(pawl_world *world, uint64_t *seed) {
    for (int i = 0; i < 40; i++) {
        pawl_body_def body = pawl_body_def_default();
        pawl_shape_def def = pawl_shape_def_default();
        const pawl_convex convex = seeded_convex(seed, crowd_pick(seed, KINDS), FX(1));
        pawl_body_id id;
        pawl_shape_id shape;
        body.type = crowd_pick(seed, 2) ? PAWL_STATIC : PAWL_KINEMATIC;
        body.position = seeded_point(seed, FX(5));
        body.velocity = body.type == PAWL_STATIC ? VEC(0, 0) : seeded_point(seed, FX(3));
        def.sensor = crowd_pick(seed, 3) == 0;
        def.filter.category = 1u << crowd_pick(seed, 3);
        def.filter.mask = crowd_pick(seed, 3) == 0 ? 3u : UINT32_MAX;
        def.filter.group = (int16_t)(crowd_pick(seed, 3) - 1);
        ck_assert_int_eq(pawl_body_create(world, &body, &id), PAWL_OK);
        ck_assert_int_eq(pawl_shape_create(world, id, &def, &convex, &shape), PAWL_OK);
    }
}

static const pawl_soft_touch *find_pair(const pawl_soft_touches *list, pawl_soft_id soft,
                                        pawl_shape_id shape) {
    for (uint32_t i = 0; i < list->count; i++) {
        const pawl_soft_touch *pair = &list->pairs[i];
        if (pawl_soft_id_equal(pair->soft, soft) && pawl_shape_id_equal(pair->shape, shape))
            return pair;
    }
    return NULL;
}

static void update(const pawl_world *world, pawl_soft_touches *list) {
    ck_assert_int_eq(pawl_world_update_soft_touches(world, list), PAWL_OK);
}

START_TEST(touches_are_what_a_plain_search_finds) {
    uint64_t seed = first_seed(_i);
    static pawl_soft_touch pairs[PAIRS_MAX];
    pawl_soft_touches list = {pairs, PAIRS_MAX, 0, 0};
    pawl_world *const world = make_soft_world();
    static bool before[64][256];
    uint32_t counts[4] = {0};
    memset(before, 0, sizeof before);
    add_softs(world, &seed);
    add_shapes(world, &seed);
    for (int step = 0; step < 60; step++) {
        uint32_t known = 0;
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        update(world, &list);
        ck_assert_uint_eq(list.missed, 0);
        for (pawl_soft_id soft = pawl_world_next_soft(world, NO_SOFT); soft.index1 != 0;
             soft = pawl_world_next_soft(world, soft)) {
            for (pawl_body_id body = pawl_world_next_body(world, NO_BODY); body.index1 != 0;
                 body = pawl_world_next_body(world, body)) {
                const pawl_shape_id shape = shape_of(world, body);
                const bool is = expect_touch(world, soft, shape);
                bool *was = &before[soft.index1][shape.index1];
                const pawl_soft_touch *pair = find_pair(&list, soft, shape);
                const uint32_t want = is     ? *was ? PAWL_SOFT_TOUCH_STAYS : PAWL_SOFT_TOUCH_BEGINS
                                      : *was ? PAWL_SOFT_TOUCH_ENDS
                                             : 0;
                ck_assert_msg((pair == NULL ? 0 : pair->state) == want,
                              "step %d, soft body %u, shape %u, pass %d: %u", step, soft.index1,
                              shape.index1, _i, want);
                if (pair != NULL) {
                    ck_assert_int_eq(pair->sensor, pawl_shape_is_sensor(world, shape));
                    known++;
                }
                *was = is;
                counts[want]++;
            }
        }
        ck_assert_uint_eq(known, list.count);
        for (uint32_t i = 1; i < list.count; i++) {
            const bool after =
                pairs[i - 1].soft_serial < pairs[i].soft_serial ||
                (pairs[i - 1].soft_serial == pairs[i].soft_serial &&
                 crowd_serial(world, pairs[i - 1].shape) < crowd_serial(world, pairs[i].shape));
            ck_assert_int_eq(after, true);
        }
    }
    for (int i = 1; i < 4; i++)
        ck_assert_msg(counts[i] > 3, "%u touches of state %d", counts[i], i);
    free(world);
}
END_TEST

/* ---- worked rows ----------------------------------------------------------------------------- */

/* A rope falls through a zone: it comes, it is there, it goes; nothing is in its way. */
START_TEST(a_rope_comes_into_a_sensor_and_leaves_it) {
    static pawl_soft_touch pairs[4];
    pawl_soft_touches list = {pairs, 4, 0, 0};
    pawl_world *const world = make_soft_world();
    const pawl_body_id zone = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_id sensor = add_box(world, zone, 2, 1);
    uint32_t begins = 0, stays = 0, ends = 0;
    ck_assert_int_eq(pawl_shape_set_sensor(world, sensor, true), PAWL_OK);
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(-1, 3), VEC(1, 3), 4, FX(1), FX(1), 0),
                     PAWL_OK);
    const pawl_soft_id rope = finish(&parts, world);
    for (int i = 0; i < 120; i++) {
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        update(world, &list);
        ck_assert_uint_le(list.count, 1);
        if (list.count == 0) continue;
        ck_assert_int_eq(pawl_soft_id_equal(pairs[0].soft, rope), true);
        ck_assert_int_eq(pawl_shape_id_equal(pairs[0].shape, sensor), true);
        ck_assert_int_eq(pairs[0].sensor, 1);
        begins += pairs[0].state == PAWL_SOFT_TOUCH_BEGINS;
        stays += pairs[0].state == PAWL_SOFT_TOUCH_STAYS;
        ends += pairs[0].state == PAWL_SOFT_TOUCH_ENDS;
    }
    ck_assert_uint_eq(begins, 1);
    ck_assert_uint_gt(stays, 10);
    ck_assert_uint_eq(ends, 1);
    ck_assert_uint_eq(list.count, 0);
    free(world);
}
END_TEST

/* What lies on a floor touches it, asleep as well; a wall beside it does not. */
START_TEST(what_rests_touches) {
    static pawl_soft_touch pairs[4];
    pawl_soft_touches list = {pairs, 4, 0, 0};
    pawl_world *const world = make_soft_world();
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    add_box(world, add_body(world, PAWL_STATIC, 4, 1), 1, 1);
    begin_square(&parts, VEC(0, 0.6));
    const pawl_soft_id square = finish(&parts, world);
    for (int i = 0; i < 600; i++) {
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        update(world, &list);
    }
    ck_assert_int_eq(pawl_soft_is_awake(world, square), false);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_int_eq(pawl_shape_id_equal(pairs[0].shape, ground), true);
    ck_assert_int_eq(pairs[0].state, PAWL_SOFT_TOUCH_STAYS);
    free(world);
}
END_TEST

/* A sensor in the middle of a blob is touched by its area, a solid shape is not. */
START_TEST(an_area_is_felt_by_sensors_only) {
    static pawl_soft_touch pairs[4];
    pawl_soft_touches list = {pairs, 4, 0, 0};
    pawl_world *const world = make_soft_world();
    const pawl_shape_id shape = add_box(world, add_body(world, PAWL_STATIC, 0, 0), 0.25, 0.25);
    begin_blob(&parts, VEC(0, 0), 2, 16);
    finish(&parts, world);
    update(world, &list);
    ck_assert_uint_eq(list.count, 0);
    ck_assert_int_eq(pawl_shape_set_sensor(world, shape, true), PAWL_OK);
    update(world, &list);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_uint_eq(pairs[0].soft_part, PAWL_SOFT_PART_AREA);
    free(world);
}
END_TEST

START_TEST(a_body_that_hangs_on_a_rope_does_not_touch_it) {
    static pawl_soft_touch pairs[4];
    pawl_soft_touches list = {pairs, 4, 0, 0};
    pawl_world *const world = make_soft_world();
    const pawl_body_id crate = add_unit_box(world, 0, 0);
    uint32_t link;
    begin_soft(&parts);
    ck_assert_int_eq(pawl_soft_add_rope(&parts.parts, VEC(0, 3), VEC(0, 0.5), 5, FX(1), FX(1), 0),
                     PAWL_OK);
    const pawl_soft_id rope = finish(&parts, world);
    update(world, &list);
    ck_assert_uint_eq(list.count, 1);
    ck_assert_int_eq(pawl_soft_attach(world, rope, 5, crate, VEC(0, 0.5), &link), PAWL_OK);
    update(world, &list);
    ck_assert_int_eq(pairs[0].state, PAWL_SOFT_TOUCH_ENDS);
    pawl_soft_tear(world, rope, link);
    update(world, &list);
    ck_assert_int_eq(pairs[0].state, PAWL_SOFT_TOUCH_BEGINS);
    pawl_body_destroy(world, crate);
    update(world, &list);
    ck_assert_int_eq(pairs[0].state, PAWL_SOFT_TOUCH_ENDS);
    ck_assert_int_eq(pawl_body_id_equal(pawl_shape_get_body(world, pairs[0].shape), NO_BODY), true);
    free(world);
}
END_TEST

/* Eight squares lie on a floor: of what begins the oldest have the room, and stay in it. */
START_TEST(a_list_that_is_full_keeps_the_first_of_the_order) {
    static pawl_soft_touch pairs[9], all[9];
    pawl_soft_touches few = {pairs, 3, 0, 0}, many = {all, 9, 0, 0};
    pawl_world *const world = make_soft_world();
    pawl_soft_id softs[8];
    add_ground(world);
    for (int i = 0; i < 8; i++) {
        begin_square(&parts, VEC(2.0 * ((i * 5) % 8), 0.5));
        softs[i] = finish(&parts, world);
    }
    update(world, &many);
    ck_assert_uint_eq(many.count, 8);
    memset(pairs, 0x55, sizeof pairs);
    update(world, &few);
    ck_assert_uint_eq(few.count, 3);
    ck_assert_uint_eq(few.missed, 5);
    ck_assert_int_eq(memcmp(pairs, all, 3 * sizeof *pairs), 0);
    ck_assert_uint_eq(pairs[3].soft_part, UINT32_C(0x55555555));
    pawl_soft_destroy(world, softs[1]);
    update(world, &few); /* an end has its place until the next update */
    ck_assert_uint_eq(few.missed, 5);
    ck_assert_int_eq(pairs[1].state, PAWL_SOFT_TOUCH_ENDS);
    update(world, &few);
    ck_assert_uint_eq(few.missed, 4);
    ck_assert_int_eq(pawl_soft_id_equal(pairs[2].soft, softs[3]), true);
    ck_assert_int_eq(pairs[2].state, PAWL_SOFT_TOUCH_BEGINS);
    free(world);
}
END_TEST

START_TEST(wrong_lists_are_refused) {
    static pawl_soft_touch pairs[2];
    pawl_soft_touches list = {pairs, 2, 3, 0}, none = {NULL, 1, 0, 0}, empty = {NULL, 0, 0, 0};
    pawl_world *const world = make_soft_world();
    ck_assert_int_eq(pawl_world_update_soft_touches(NULL, &list), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_update_soft_touches(world, NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_update_soft_touches(world, &none), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_update_soft_touches(world, &list), PAWL_ERR_RANGE);
    ck_assert_uint_eq(list.count, 3);
    add_ground(world);
    begin_square(&parts, VEC(0, 0.5));
    finish(&parts, world);
    update(world, &empty);
    ck_assert_uint_eq(empty.count, 0);
    ck_assert_uint_eq(empty.missed, 1);
    free(world);
}
END_TEST

Suite *suite_query_soft_touch(void) {
    Suite *const suite = suite_create("query_soft_touch");
    TCase *const touch = tcase_create("touch");
    tcase_set_timeout(touch, 120);
    tcase_add_loop_test(touch, touches_are_what_a_plain_search_finds, 0, SEEDED_PASSES(2, 8));
    tcase_add_test(touch, a_rope_comes_into_a_sensor_and_leaves_it);
    tcase_add_test(touch, what_rests_touches);
    tcase_add_test(touch, an_area_is_felt_by_sensors_only);
    tcase_add_test(touch, a_body_that_hangs_on_a_rope_does_not_touch_it);
    tcase_add_test(touch, a_list_that_is_full_keeps_the_first_of_the_order);
    tcase_add_test(touch, wrong_lists_are_refused);
    suite_add_tcase(suite, touch);
    return suite;
}
