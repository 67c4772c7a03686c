/* test_sensor.c - sensors: who is in them, begins and ends, and that nobody else notices them. */
#include "support/world/fixture.h"

static uint32_t name_of(pawl_shape_id shape) {
    return pawl_shape_id_store(shape);
}

static pawl_shape_id add_sensor(pawl_world *world, pawl_body_id body, double half_width,
                                double half_height) {
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex convex = box_convex(half_width, half_height);
    def.sensor = true;
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &convex, &shape), PAWL_OK);
    return shape;
}

static void assert_event(const pawl_sensor_event *event, pawl_shape_id sensor,
                         pawl_shape_id visitor) {
    ck_assert_uint_eq(name_of(event->sensor), name_of(sensor));
    ck_assert_uint_eq(name_of(event->visitor), name_of(visitor));
}

static uint32_t count_visitors(const pawl_world *world, pawl_shape_id sensor) {
    uint32_t cursor = 0, count = 0;
    pawl_shape_id visitor;
    while (pawl_shape_next_visitor(world, sensor, &cursor, &visitor))
        count++;
    return count;
}

/* A sensor on a static body at the origin, 4 by 4, made before or after a ball that flies through
 * it from the left. */
START_TEST(a_visitor_comes_and_goes_once) {
    pawl_world *const world = make_space();
    pawl_body_id ball = {0, 0};
    if (_i == 0) ball = add_unit_box(world, -5, 0);
    const pawl_shape_id sensor = add_sensor(world, add_body(world, PAWL_STATIC, 0, 0), 2, 2);
    if (_i == 1) ball = add_unit_box(world, -5, 0);
    const pawl_shape_id visitor = shape_of(world, ball);
    ck_assert_int_eq(pawl_body_set_velocity(world, ball, VEC(3, 0)), PAWL_OK);
    uint32_t begins = 0, ends = 0;
    for (int i = 0; i < 240; i++) {
        /* Overlap is decided where the bodies stood before the step moved them. */
        const double x = units(pawl_body_get_position(world, ball).x);
        run(world, 1);
        const pawl_events events = pawl_world_get_events(world);
        begins += events.sensor_begin_count;
        ends += events.sensor_end_count;
        for (uint32_t k = 0; k < events.sensor_begin_count; k++)
            assert_event(&events.sensor_begins[k], sensor, visitor);
        for (uint32_t k = 0; k < events.sensor_end_count; k++)
            assert_event(&events.sensor_ends[k], sensor, visitor);
        const bool inside = x >= -2.5 && x <= 2.5;
        ck_assert_uint_eq(begins - ends, inside);
        ck_assert_uint_eq(count_visitors(world, sensor), inside);
        ck_assert_uint_eq(events.begin_count + events.end_count, 0);
        ck_assert_uint_eq(pawl_world_get_counters(world).touching, 0);
        assert_sound(world);
    }
    ck_assert_uint_eq(begins, 1);
    ck_assert_uint_eq(ends, 1);
    assert_vec_eq(pawl_body_get_velocity(world, ball), VEC(3, 0));
    free(world);
}
END_TEST

/* Exact: a pile falls through many sensors, and in each step the visitors are those that the
 * distance query finds at the poses before the step. */
START_TEST(visitors_are_those_at_distance_zero) {
    const uint32_t seed = 7000u + (uint32_t)_i;
    pawl_world *const world = make_default_world();
    pawl_random random = pawl_random_make(seed, 1);
    pawl_shape_id sensors[6], shapes[24];
    add_ground(world);
    for (int i = 0; i < 24; i++) {
        if (i % 4 == 0) {
            const pawl_body_type type = i % 8 == 0 ? PAWL_STATIC : PAWL_KINEMATIC;
            const pawl_body_id home = add_body(world, type, i - 12, 1);
            sensors[i / 4] = add_sensor(world, home, 1.25, 0.75);
            ck_assert_int_eq(
                pawl_body_set_pose(world, home, VEC(i - 12, 1), pawl_random_next(&random)), 0);
            if (type == PAWL_KINEMATIC) {
                ck_assert_int_eq(pawl_body_set_angular_velocity(world, home, FX(0.5)), PAWL_OK);
            }
        }
        const double x = units(pawl_random_between(&random, FX(-12), FX(12)));
        const pawl_body_id body = add_unit_box(world, x, 1 + 0.5 * i);
        const pawl_convex convex = circle_convex(0, 0, 0.5);
        if (i % 3 == 0) add_shape(world, body, &convex);
        shapes[i] = shape_of(world, body);
    }
    uint32_t seen = 0;
    for (int step = 0; step < 300; step++) {
        bool want[6][24];
        for (int s = 0; s < 6; s++) {
            for (int i = 0; i < 24; i++) {
                pawl_convex a, b;
                ck_assert_int_eq(pawl_shape_get_convex(world, sensors[s], &a), PAWL_OK);
                ck_assert_int_eq(pawl_shape_get_convex(world, shapes[i], &b), PAWL_OK);
                const pawl_pose pose_a =
                    pawl_body_get_pose(world, pawl_shape_get_body(world, sensors[s]));
                const pawl_pose pose_b =
                    pawl_body_get_pose(world, pawl_shape_get_body(world, shapes[i]));
                want[s][i] = pawl_closest(&a, pose_a, &b, pose_b).distance == 0;
            }
        }
        run(world, 1);
        for (int s = 0; s < 6; s++) {
            uint32_t cursor = 0;
            pawl_shape_id visitor;
            while (pawl_shape_next_visitor(world, sensors[s], &cursor, &visitor)) {
                for (int i = 0; i < 24; i++) {
                    if (name_of(shapes[i]) != name_of(visitor)) continue;
                    ck_assert_msg(want[s][i], "seed %u step %d: sensor %d, shape %d is outside",
                                  seed, step, s, i);
                    want[s][i] = false;
                    seen++;
                }
            }
            for (int i = 0; i < 24; i++)
                ck_assert_msg(!want[s][i], "seed %u step %d: sensor %d misses shape %d", seed, step,
                              s, i);
        }
    }
    ck_assert_uint_ge(seen, 300);
    free(world);
}
END_TEST

/* Boxes fall and settle, with a sensor over everything or without: every body moves alike. */
START_TEST(a_sensor_changes_no_motion_and_lets_sleep) {
    pawl_vec2 places[2][5];
    for (int with = 0; with < 2; with++) {
        pawl_world *const world = make_default_world();
        add_ground(world);
        pawl_body_id boxes[5];
        for (int i = 0; i < 5; i++)
            boxes[i] = add_unit_box(world, 0.25 * i, 0.75 + 1.25 * i);
        pawl_shape_id sensor = {0, 0};
        if (with) sensor = add_sensor(world, add_body(world, PAWL_STATIC, 0, 3), 9, 4);
        run(world, 600);
        for (int i = 0; i < 5; i++) {
            places[with][i] = pawl_body_get_position(world, boxes[i]);
            ck_assert_int_eq(pawl_body_is_awake(world, boxes[i]), false);
        }
        if (with) ck_assert_uint_eq(count_visitors(world, sensor), 5);
        free(world);
    }
    for (int i = 0; i < 5; i++)
        assert_vec_eq(places[0][i], places[1][i]);
}
END_TEST

/* A sensor that is carried, or put, over a sleeper sees it and lets it sleep. 0: kinematic and
 * moving, 1: teleported, static, 2: teleported, dynamic. */
START_TEST(a_sensor_sees_sleepers_without_waking_them) {
    static const pawl_body_type types[] = {PAWL_KINEMATIC, PAWL_STATIC, PAWL_DYNAMIC};
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    const pawl_body_id home = add_body(world, types[_i], -8, 5);
    ck_assert_int_eq(pawl_body_set_gravity_scale(world, home, 0), PAWL_OK);
    const pawl_shape_id sensor = add_sensor(world, home, 1, 1);
    run(world, 120);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    ck_assert_int_eq(pawl_body_set_pose(world, home, VEC(_i == 0 ? -4 : 0.5, 1.5), 0), PAWL_OK);
    if (_i == 0) ck_assert_int_eq(pawl_body_set_velocity(world, home, VEC(4, 0)), PAWL_OK);
    uint32_t begins = 0, ends = 0;
    for (int i = 0; i < 120; i++) {
        if (i == 60 && _i > 0) {
            ck_assert_int_eq(pawl_body_set_pose(world, home, VEC(9, 5), 0), PAWL_OK);
        }
        run(world, 1);
        begins += pawl_world_get_events(world).sensor_begin_count;
        ends += pawl_world_get_events(world).sensor_end_count;
        ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    }
    ck_assert_uint_eq(begins, 1);
    ck_assert_uint_eq(ends, 1);
    ck_assert_uint_eq(count_visitors(world, sensor), 0);
    free(world);
}
END_TEST

/* Who meets whom: types of the two bodies. Two static ones never, any other pair does. */
START_TEST(a_sensor_sees_static_shapes_when_it_is_not_static_itself) {
    for (int a = PAWL_STATIC; a <= PAWL_DYNAMIC; a++) {
        for (int b = PAWL_STATIC; b <= PAWL_DYNAMIC; b++) {
            pawl_world *const world = make_space();
            const pawl_body_id body = add_body(world, (pawl_body_type)a, 0, 0);
            const pawl_shape_id sensor = add_sensor(world, body, 1, 1);
            const pawl_body_id other = add_body(world, (pawl_body_type)b, 0.5, 0);
            add_box(world, other, 0.5, 0.5);
            run(world, 1);
            ck_assert_uint_eq(count_visitors(world, sensor), a != PAWL_STATIC || b != PAWL_STATIC);
            free(world);
        }
    }
}
END_TEST

/* 0: two sensors, 1: shapes of one body, 2: the mask of the sensor, 3: a negative group. */
START_TEST(a_sensor_does_not_see_what_it_should_not) {
    pawl_world *const world = make_space();
    const pawl_body_id home = add_body(world, PAWL_DYNAMIC, 0, 0);
    const pawl_shape_id sensor = add_sensor(world, home, 1, 1);
    const pawl_filter filters[] = {{2, UINT32_MAX, 0, 0}, {1, UINT32_MAX, -3, 0}};
    const pawl_filter own = {1, 1, -3, 0};
    ck_assert_int_eq(pawl_shape_set_filter(world, sensor, own), PAWL_OK);
    const pawl_body_id other = add_body(world, PAWL_DYNAMIC, 0, 0);
    if (_i == 0) add_sensor(world, other, 1, 1);
    if (_i == 1) add_box(world, home, 0.5, 0.5);
    if (_i >= 2) {
        const pawl_shape_id shape = add_box(world, other, 0.5, 0.5);
        ck_assert_int_eq(pawl_shape_set_filter(world, shape, filters[_i - 2]), PAWL_OK);
    }
    run(world, 2);
    ck_assert_uint_eq(count_visitors(world, sensor), 0);
    ck_assert_uint_eq(pawl_world_get_events(world).sensor_begin_count, 0);
    free(world);
}
END_TEST

/* 0: the visitor's shape is destroyed, 1: its body, 2: the sensor, 3: disabled, 4: filtered out,
 * 5: retyped, 6: teleported. The next step reports the end, once. */
START_TEST(an_overlap_ended_by_a_call_is_reported_by_the_next_step_once) {
    pawl_world *const world = make_space();
    const pawl_body_id home = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_id sensor = add_sensor(world, home, 2, 2);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    const pawl_shape_id visitor = shape_of(world, box);
    const pawl_filter nobody = {0, 0, 0, 0};
    run(world, 2);
    ck_assert_uint_eq(count_visitors(world, sensor), 1);
    if (_i == 0) ck_assert_int_eq(pawl_shape_destroy(world, visitor), PAWL_OK);
    if (_i == 1) ck_assert_int_eq(pawl_body_destroy(world, box), PAWL_OK);
    if (_i == 2) ck_assert_int_eq(pawl_shape_destroy(world, sensor), PAWL_OK);
    if (_i == 3) ck_assert_int_eq(pawl_body_set_enabled(world, box, false), PAWL_OK);
    if (_i == 4) ck_assert_int_eq(pawl_shape_set_filter(world, visitor, nobody), PAWL_OK);
    if (_i == 5) ck_assert_int_eq(pawl_body_set_type(world, box, PAWL_STATIC), PAWL_OK);
    if (_i == 6) ck_assert_int_eq(pawl_body_set_pose(world, box, VEC(9, 0), 0), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_events(world).sensor_end_count, 0);
    ck_assert_uint_eq(count_visitors(world, sensor), _i == 6);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).sensor_end_count, 1);
    assert_event(&pawl_world_get_events(world).sensor_ends[0], sensor, visitor);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 0);
    ck_assert_uint_eq(count_visitors(world, sensor), 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).sensor_end_count, 0);
    free(world);
}
END_TEST

/* Touches and overlaps that begin and end together, by calls and by the step, share two arrays
 * and do not get mixed up. */
START_TEST(touches_and_overlaps_are_kept_apart) {
    pawl_world *const world = make_default_world();
    pawl_body_id box[8];
    pawl_shape_id shape[8], sensor[8];
    for (int i = 0; i < 8; i++) {
        box[i] = add_unit_box(world, 3 * i, 0.5);
        shape[i] = shape_of(world, box[i]);
        sensor[i] = add_sensor(world, add_body(world, PAWL_STATIC, 3 * i, 0.5), 0.25, 0.25);
    }
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    run(world, 1);
    pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.begin_count, 8);
    ck_assert_uint_eq(events.sensor_begin_count, 8);
    for (int i = 0; i < 8; i++) {
        ck_assert_uint_eq(name_of(events.begins[i].shape_a), name_of(shape[i]));
        ck_assert_uint_eq(name_of(events.begins[i].shape_b), name_of(ground));
        assert_event(&events.sensor_begins[i], sensor[i], shape[i]);
    }
    for (int i = 7; i >= 4; i--) /* late ends: in the order of the calls */
        ck_assert_int_eq(pawl_body_destroy(world, box[i]), PAWL_OK);
    for (int i = 0; i < 4; i++) /* ends of the step: in contact order */
        ck_assert_int_eq(pawl_body_set_pose(world, box[i], VEC(3 * i, 90), 0), PAWL_OK);
    run(world, 1);
    events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.end_count, 8);
    ck_assert_uint_eq(events.sensor_end_count, 8);
    for (int i = 0; i < 8; i++) {
        const int which = i < 4 ? 7 - i : i - 4;
        ck_assert_uint_eq(name_of(events.ends[i].shape_a), name_of(shape[which]));
        ck_assert_uint_eq(name_of(events.ends[i].shape_b), name_of(ground));
        assert_event(&events.sensor_ends[i], sensor[which], shape[which]);
    }
    free(world);
}
END_TEST

/* Whether the sensor or the visitor was created first, the order is that of the contacts. Box a
 * is in the younger sensor, box b in the older one. */
START_TEST(overlaps_begin_in_contact_order) {
    pawl_world *const world = make_space();
    const pawl_body_id a = add_unit_box(world, 0, 0);
    const pawl_shape_id older = add_sensor(world, add_body(world, PAWL_STATIC, 5, 0), 1, 1);
    const pawl_shape_id younger = add_sensor(world, add_body(world, PAWL_STATIC, 0, 0), 1, 1);
    const pawl_body_id b = add_unit_box(world, 5, 0);
    run(world, 1);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.sensor_begin_count, 2);
    assert_event(&events.sensor_begins[0], younger, shape_of(world, a));
    assert_event(&events.sensor_begins[1], older, shape_of(world, b));
    free(world);
}
END_TEST

/* Overlaps ended by calls come before those that the step ends, whatever their order of creation
 * and however many touches have ended by calls. */
START_TEST(overlaps_ended_by_calls_come_first) {
    pawl_world *const world = make_space();
    const pawl_body_id a = add_unit_box(world, 0, 0), b = add_unit_box(world, 5, 0);
    const pawl_shape_id left = add_sensor(world, add_body(world, PAWL_STATIC, 0, 0), 1, 1);
    const pawl_shape_id right = add_sensor(world, add_body(world, PAWL_STATIC, 5, 0), 1, 1);
    const pawl_shape_id shape_a = shape_of(world, a), shape_b = shape_of(world, b);
    run(world, 1);
    ck_assert_int_eq(pawl_body_destroy(world, b), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_pose(world, a, VEC(0, 90), 0), PAWL_OK);
    run(world, 1);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.sensor_end_count, 2);
    assert_event(&events.sensor_ends[0], right, shape_b);
    assert_event(&events.sensor_ends[1], left, shape_a);
    free(world);
}
END_TEST

/* Room for two. A touch and an overlap end first; an older touch that parts later in the step
 * takes the place of the younger touch, not of the overlap. */
START_TEST(a_full_array_keeps_the_first_of_each_kind) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, 0);
    def.sleeping = 0;
    def.event_capacity = 2;
    pawl_world *const world = make_world(&def);
    const pawl_body_id near = add_unit_box(world, 0, 0.5), far = add_unit_box(world, 5, 0.5);
    add_ground(world);
    const pawl_shape_id sensor = add_sensor(world, add_body(world, PAWL_STATIC, 5, 0.5), 1, 0.25);
    run(world, 2);
    ck_assert_int_eq(pawl_body_set_pose(world, far, VEC(5, 90), 0), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_pose(world, near, VEC(1, 0.53125), 0), PAWL_OK);
    run(world, 1);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.end_count, 1);
    ck_assert_uint_eq(events.sensor_end_count, 1);
    ck_assert_uint_eq(name_of(events.ends[0].shape_a), name_of(shape_of(world, near)));
    assert_event(&events.sensor_ends[0], sensor, shape_of(world, far));
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 1);
    free(world);
}
END_TEST

/* Eight touches and eight overlaps begin, then end, by calls (1) or by the step (0), with room for
 * five: the rest is counted, and nothing is written outside the arrays. */
START_TEST(events_beyond_the_capacity_are_counted) {
    pawl_world_def def = pawl_world_def_default();
    def.event_capacity = 5;
    pawl_world *const world = make_world(&def);
    pawl_body_id box[8];
    for (int i = 0; i < 8; i++) {
        box[i] = add_unit_box(world, 3 * i, 0.5);
        add_sensor(world, add_body(world, PAWL_STATIC, 3 * i, 0.5), 0.25, 0.25);
    }
    add_ground(world);
    run(world, 1);
    pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.begin_count + events.sensor_begin_count, 5);
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 11);
    for (int i = 0; i < 8; i++) {
        if (_i == 1) ck_assert_int_eq(pawl_body_destroy(world, box[i]), PAWL_OK);
        if (_i == 0) ck_assert_int_eq(pawl_body_set_pose(world, box[i], VEC(3 * i, 90), 0), 0);
    }
    run(world, 1);
    events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.end_count + events.sensor_end_count, 5);
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 11);
    ck_assert_uint_gt(events.end_count, 0);
    free(world);
}
END_TEST

/* Neither a sensor on its way nor one on itself stops a body. */
START_TEST(fast_bodies_are_not_stopped) {
    pawl_world *const world = make_space();
    const pawl_body_id home = add_body(world, PAWL_STATIC, 0, 0);
    if (_i == 0) add_sensor(world, home, 1, 1);
    if (_i == 1) add_box(world, home, 1, 1);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, -9, 0);
    if (_i == 0) add_box(world, body, 0.25, 0.25);
    if (_i == 1) add_sensor(world, body, 0.25, 0.25);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(480, 0)), PAWL_OK);
    run(world, 4);
    assert_vec_eq(pawl_body_get_position(world, body), VEC(23, 0));
    free(world);
}
END_TEST

START_TEST(a_sensor_weighs_what_its_density_says) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0);
    const pawl_shape_id sensor = add_sensor(world, body, 1, 1);
    ck_assert_int_eq(pawl_body_get_mass(world, body).mass, PAWL_WIDE(5, 0, 1));
    ck_assert_int_eq(pawl_shape_set_density(world, sensor, 0), PAWL_OK);
    ck_assert_int_eq(pawl_body_get_mass(world, body).mass, PAWL_WIDE(1, 0, 1));
    ck_assert_int_eq(pawl_shape_is_sensor(world, sensor), true);
    ck_assert_int_eq(pawl_shape_is_sensor(world, shape_of(world, body)), false);
    free(world);
}
END_TEST

START_TEST(overlaps_are_state) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *const world = make_world(&def);
    const size_t size = pawl_world_size(&def);
    add_ground(world);
    add_sensor(world, add_body(world, PAWL_STATIC, 0, 2), 2, 0.5);
    add_unit_box(world, 0, 4);
    void *const saved = malloc(size);
    run(world, 40);
    memcpy(saved, world, size);
    uint32_t ends[2] = {0, 0}, hashes[2];
    for (int i = 0; i < 2; i++) {
        for (int step = 0; step < 60; step++) {
            run(world, 1);
            ends[i] += pawl_world_get_events(world).sensor_end_count;
        }
        hashes[i] = pawl_world_hash(world);
        memcpy(world, saved, size);
    }
    ck_assert_uint_eq(ends[0], 1);
    ck_assert_uint_eq(ends[1], 1);
    ck_assert_uint_eq(hashes[0], hashes[1]);
    free(saved);
    free(world);
}
END_TEST

START_TEST(misuse_finds_no_visitors) {
    pawl_world *const world = make_space();
    const pawl_shape_id sensor = add_sensor(world, add_body(world, PAWL_STATIC, 0, 0), 2, 2);
    const pawl_body_id box = add_unit_box(world, 0, 0);
    pawl_shape_id visitor = {7, 7};
    uint32_t cursor = 0;
    run(world, 1);
    ck_assert_int_eq(pawl_shape_next_visitor(NULL, sensor, &cursor, &visitor), false);
    ck_assert_int_eq(pawl_shape_next_visitor(world, sensor, NULL, &visitor), false);
    ck_assert_int_eq(pawl_shape_next_visitor(world, sensor, &cursor, NULL), false);
    ck_assert_int_eq(pawl_shape_next_visitor(world, NO_SHAPE, &cursor, &visitor), false);
    ck_assert_int_eq(pawl_shape_next_visitor(world, shape_of(world, box), &cursor, &visitor),
                     false);
    ck_assert_uint_eq(cursor, 0);
    cursor = UINT32_MAX;
    ck_assert_int_eq(pawl_shape_next_visitor(world, sensor, &cursor, &visitor), false);
    ck_assert_uint_eq(name_of(visitor), name_of((pawl_shape_id){7, 7}));
    ck_assert_int_eq(pawl_shape_is_sensor(NULL, sensor), false);
    free(world);
}
END_TEST

Suite *suite_sensor(void) {
    Suite *const suite = suite_create("sensor");
    TCase *const tcase = tcase_create("sensor");
    tcase_add_loop_test(tcase, a_visitor_comes_and_goes_once, 0, 2);
    tcase_add_loop_test(tcase, visitors_are_those_at_distance_zero, 0, 5);
    tcase_add_test(tcase, a_sensor_changes_no_motion_and_lets_sleep);
    tcase_add_loop_test(tcase, a_sensor_sees_sleepers_without_waking_them, 0, 3);
    tcase_add_test(tcase, a_sensor_sees_static_shapes_when_it_is_not_static_itself);
    tcase_add_loop_test(tcase, a_sensor_does_not_see_what_it_should_not, 0, 4);
    tcase_add_loop_test(tcase, an_overlap_ended_by_a_call_is_reported_by_the_next_step_once, 0, 7);
    tcase_add_test(tcase, touches_and_overlaps_are_kept_apart);
    tcase_add_test(tcase, overlaps_begin_in_contact_order);
    tcase_add_test(tcase, overlaps_ended_by_calls_come_first);
    tcase_add_test(tcase, a_full_array_keeps_the_first_of_each_kind);
    tcase_add_loop_test(tcase, events_beyond_the_capacity_are_counted, 0, 2);
    tcase_add_loop_test(tcase, fast_bodies_are_not_stopped, 0, 2);
    tcase_add_test(tcase, a_sensor_weighs_what_its_density_says);
    tcase_add_test(tcase, overlaps_are_state);
    tcase_add_test(tcase, misuse_finds_no_visitors);
    suite_add_tcase(suite, tcase);
    return suite;
}
