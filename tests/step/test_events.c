/* test_events.c - begin, end and hit events: each once, in order, counted when there is no room. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"

static uint32_t name_of(pawl_shape_id shape) {
    return pawl_shape_id_store(shape);
}

static void assert_event(const pawl_touch_event *event, pawl_shape_id a, pawl_shape_id b) {
    ck_assert_uint_eq(name_of(event->shape_a), name_of(a));
    ck_assert_uint_eq(name_of(event->shape_b), name_of(b));
}

START_TEST(a_touch_begins_once_and_ends_once) {
    pawl_world *const world = make_default_world();
    const pawl_body_id box = add_unit_box(world, 0, 1.5), ground = add_ground(world);
    const pawl_shape_id a = shape_of(world, box), b = shape_of(world, ground);
    uint32_t begins = 0, ends = 0;
    for (int i = 0; i < 240; i++) {
        if (i == 150) ck_assert_int_eq(pawl_body_set_pose(world, box, VEC(0, 9), 0), PAWL_OK);
        run(world, 1);
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t k = 0; k < events.begin_count; k++)
            assert_event(&events.begins[k], a, b);
        for (uint32_t k = 0; k < events.end_count; k++)
            assert_event(&events.ends[k], a, b);
        begins += events.begin_count;
        ends += events.end_count;
        ck_assert_uint_eq(begins - ends, pawl_world_get_counters(world).touching > 0 ||
                                             (begins == 1 && i < 150 && i > 60));
        if (i == 149) ck_assert_uint_eq(begins, 1);
        if (i == 149) ck_assert_uint_eq(ends, 0);
        if (i == 150) ck_assert_uint_eq(events.end_count, 1);
    }
    ck_assert_uint_eq(ends, 1);
    free(world);
}
END_TEST

START_TEST(begins_come_in_contact_order) {
    pawl_world *const world = make_default_world();
    pawl_body_id box[8];
    for (int i = 0; i < 8; i++) /* from right to left, so that no order of places helps */
        box[i] = add_unit_box(world, -3 * i, 0.5);
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    run(world, 1);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.begin_count, 8);
    for (int i = 0; i < 8; i++)
        assert_event(&events.begins[i], shape_of(world, box[i]), ground);
    free(world);
}
END_TEST

/* One contact parts by moving far away, the older one by moving a little: in contact order. */
START_TEST(ends_come_in_contact_order) {
    pawl_world *const world = make_space();
    const pawl_body_id near = add_unit_box(world, 0, 0.5), far = add_unit_box(world, 5, 0.5);
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    run(world, 2);
    ck_assert_uint_eq(pawl_world_get_counters(world).touching, 2);
    ck_assert_int_eq(pawl_body_set_pose(world, far, VEC(5, 90), 0), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_pose(world, near, VEC(1, 0.53125), 0), PAWL_OK);
    run(world, 1);
    const pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.end_count, 2);
    assert_event(&events.ends[0], shape_of(world, near), ground);
    assert_event(&events.ends[1], shape_of(world, far), ground);
    free(world);
}
END_TEST

/* 0: the shape is destroyed, 1: its body, 2: disabled, 3: retyped, 4: filtered out. */
START_TEST(a_touch_ended_by_a_call_is_reported_by_the_next_step_once) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world), box = add_unit_box(world, 0, 0.5);
    const pawl_shape_id a = shape_of(world, ground), b = shape_of(world, box);
    const pawl_filter nobody = {0, 0, 0, 0};
    run(world, 2);
    if (_i == 0) ck_assert_int_eq(pawl_shape_destroy(world, b), PAWL_OK);
    if (_i == 1) ck_assert_int_eq(pawl_body_destroy(world, box), PAWL_OK);
    if (_i == 2) ck_assert_int_eq(pawl_body_set_enabled(world, box, false), PAWL_OK);
    if (_i == 3) ck_assert_int_eq(pawl_body_set_type(world, box, PAWL_STATIC), PAWL_OK);
    if (_i == 4) ck_assert_int_eq(pawl_shape_set_filter(world, b, nobody), PAWL_OK);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 1);
    assert_event(&pawl_world_get_events(world).ends[0], a, b);
    ck_assert_uint_eq(pawl_world_get_events(world).begin_count, 0);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 0);
    free(world);
}
END_TEST

/* While the ends of the last step can still be read. */
START_TEST(several_touches_ended_by_calls_are_reported_in_order) {
    pawl_world *const world = make_default_world();
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    pawl_body_id box[6];
    pawl_shape_id shape[6];
    for (int i = 0; i < 6; i++) {
        box[i] = add_unit_box(world, 3 * i, 0.5);
        shape[i] = shape_of(world, box[i]);
    }
    run(world, 2);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pawl_body_set_pose(world, box[i], VEC(3 * i, 50), 0), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 3);
    for (int i = 3; i < 6; i++)
        ck_assert_int_eq(pawl_body_destroy(world, box[i]), PAWL_OK);
    for (int i = 0; i < 3; i++)
        assert_event(&pawl_world_get_events(world).ends[i], ground, shape[i]);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 3);
    for (int i = 0; i < 3; i++)
        assert_event(&pawl_world_get_events(world).ends[i], ground, shape[3 + i]);
    free(world);
}
END_TEST

START_TEST(a_box_that_sleeps_goes_on_touching) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    run(world, 120);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    ck_assert_int_eq(pawl_body_set_awake(world, box, true), PAWL_OK);
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        ck_assert_uint_eq(pawl_world_get_events(world).begin_count, 0);
        ck_assert_uint_eq(pawl_world_get_events(world).end_count, 0);
    }
    free(world);
}
END_TEST

static void let_hits_be_reported(pawl_world *world, pawl_body_id body, double x, double y,
                                 double radius) {
    pawl_shape_def def = pawl_shape_def_default();
    const pawl_convex circle = circle_convex(x, y, radius);
    def.hit_events = true;
    pawl_shape_id shape;
    ck_assert_int_eq(pawl_shape_create(world, body, &def, &circle, &shape), PAWL_OK);
}

START_TEST(a_hit_has_the_speed_and_place_of_the_impact) {
    pawl_world *const world = make_default_world();
    const pawl_body_id ground = add_ground(world);
    const pawl_body_id ball = add_body(world, PAWL_DYNAMIC, 3, 5.5);
    let_hits_be_reported(world, ball, 0, 0, 0.5);
    int hits = 0;
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        const pawl_events events = pawl_world_get_events(world);
        if (events.hit_count == 0) continue;
        ck_assert_uint_eq(events.hit_count, 1);
        const pawl_hit_event *const hit = &events.hits[0];
        ck_assert_uint_eq(name_of(hit->shape_a), name_of(shape_of(world, ground)));
        ck_assert_uint_eq(name_of(hit->shape_b), name_of(shape_of(world, ball)));
        assert_near(units(hit->speed), 10, 0.25, "speed after a fall of 5");
        assert_near(units(hit->point.x), 3, 0.01, "x");
        assert_near(units(hit->point.y), 0, 0.1, "y");
        ck_assert_int_eq(hit->normal.c, 0);
        ck_assert_int_eq(hit->normal.s, PAWL_UNIT);
        hits++;
    }
    ck_assert_int_eq(hits, 1);
    free(world);
}
END_TEST

START_TEST(soft_landings_and_silent_shapes_report_no_hit) {
    pawl_world *const world = make_default_world();
    add_ground(world);
    let_hits_be_reported(world, add_body(world, PAWL_DYNAMIC, 0, 0.53125), 0, 0, 0.5);
    add_unit_box(world, 5, 5);
    for (int i = 0; i < 120; i++) {
        run(world, 1);
        ck_assert_uint_eq(pawl_world_get_events(world).hit_count, 0);
    }
    free(world);
}
END_TEST

START_TEST(events_that_do_not_fit_are_counted) {
    pawl_world_def def = pawl_world_def_default();
    def.event_capacity = 3;
    pawl_world *const world = make_world(&def);
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    pawl_body_id ball[8];
    for (int i = 0; i < 8; i++) {
        ball[i] = add_body(world, PAWL_DYNAMIC, 3 * i, 0.5);
        let_hits_be_reported(world, ball[i], 0, 0, 0.5);
        ck_assert_int_eq(pawl_body_set_velocity(world, ball[i], VEC(0, -5)), PAWL_OK);
    }
    run(world, 1);
    pawl_events events = pawl_world_get_events(world);
    ck_assert_uint_eq(events.begin_count, 3);
    ck_assert_uint_eq(events.hit_count, 3);
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 5 + 5);
    for (int i = 0; i < 3; i++) { /* the first of the order are kept */
        assert_event(&events.begins[i], ground, shape_of(world, ball[i]));
        ck_assert_uint_eq(name_of(events.hits[i].shape_b), name_of(shape_of(world, ball[i])));
    }
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 0);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(pawl_body_set_pose(world, ball[i], VEC(3 * i, 50), 0), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 3);
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 5);
    assert_sound(world);
    free(world);
}
END_TEST

START_TEST(ends_by_calls_that_do_not_fit_are_counted_by_the_next_step) {
    pawl_world_def def = pawl_world_def_default();
    def.event_capacity = 3;
    pawl_world *const world = make_world(&def);
    add_ground(world);
    pawl_body_id box[8];
    for (int i = 0; i < 8; i++)
        box[i] = add_unit_box(world, 3 * i, 0.5);
    run(world, 2);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(pawl_body_destroy(world, box[i]), PAWL_OK);
    run(world, 1);
    ck_assert_uint_eq(pawl_world_get_events(world).end_count, 3);
    ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 5);
    free(world);
}
END_TEST

START_TEST(touching_contacts_can_be_walked) {
    pawl_world *const world = make_default_world();
    const pawl_shape_id ground = shape_of(world, add_ground(world));
    pawl_body_id box[4];
    for (int i = 0; i < 4; i++)
        box[i] = add_unit_box(world, 3 * i, 0.5);
    add_unit_box(world, 50, 20);
    run(world, 30);
    uint32_t cursor = 0;
    pawl_contact contact;
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(pawl_world_next_contact(world, &cursor, &contact), true);
        ck_assert_uint_eq(name_of(contact.shape_a), name_of(ground));
        ck_assert_uint_eq(name_of(contact.shape_b), name_of(shape_of(world, box[i])));
        ck_assert_int_eq(contact.count, 2);
        ck_assert_int_eq(contact.normal.s, PAWL_UNIT);
        double push = 0;
        for (int k = 0; k < 2; k++) {
            push += (double)contact.impulses[k] / 65536;
            assert_near(units(contact.points[k].y), 0, 0.01, "y");
            assert_near(units(contact.points[k].x), 3 * i, 0.51, "x");
            assert_near(units(contact.separations[k]), 0, 0.01, "separation");
        }
        assert_near(push, 1 * 10 / 240.0, 0.002, "weight times the sub-step");
    }
    ck_assert_int_eq(pawl_world_next_contact(world, &cursor, &contact), false);
    ck_assert_int_eq(pawl_world_next_contact(world, &cursor, &contact), false);
    cursor = UINT32_MAX;
    ck_assert_int_eq(pawl_world_next_contact(world, &cursor, &contact), false);
    free(world);
}
END_TEST

/* ---- what touches, kept from events alone ---------------------------------------------------- */
#define CROWD 24
#define TOUCHES 400

typedef struct touches {
    uint64_t pair[TOUCHES];
    int count;
} touches;

static uint64_t pair_of(pawl_shape_id a, pawl_shape_id b) {
    return (uint64_t)name_of(a) << 32 | name_of(b);
}

static int find_pair(const touches *list, uint64_t pair) {
    int at = 0;
    while (at < list->count && list->pair[at] != pair)
        at++;
    return at;
}

static void follow_events(touches *list, const pawl_events *events, int step) {
    for (uint32_t i = 0; i < events->end_count; i++) {
        const int at = find_pair(list, pair_of(events->ends[i].shape_a, events->ends[i].shape_b));
        ck_assert_msg(at < list->count, "step %d: end %u of what did not touch", step, i);
        list->pair[at] = list->pair[--list->count];
    }
    for (uint32_t i = 0; i < events->begin_count; i++) {
        const uint64_t pair = pair_of(events->begins[i].shape_a, events->begins[i].shape_b);
        ck_assert_msg(find_pair(list, pair) == list->count, "step %d: begin %u again", step, i);
        ck_assert_int_lt(list->count, TOUCHES);
        list->pair[list->count++] = pair;
    }
}

/* The walk over contacts finds the same pairs, and the begins and hits in their order. */
static void compare_with_walk(const touches *list, const pawl_world *world, int step) {
    const pawl_events events = pawl_world_get_events(world);
    pawl_contact contact;
    uint32_t cursor = 0, begins = 0, hits = 0;
    int count = 0;
    for (; pawl_world_next_contact(world, &cursor, &contact); count++) {
        const uint64_t pair = pair_of(contact.shape_a, contact.shape_b);
        ck_assert_msg(find_pair(list, pair) < list->count, "step %d: a touch unheard of", step);
        const pawl_touch_event *const begin = &events.begins[begins];
        const pawl_hit_event *const hit = &events.hits[hits];
        if (begins < events.begin_count && pair_of(begin->shape_a, begin->shape_b) == pair)
            begins++;
        if (hits < events.hit_count && pair_of(hit->shape_a, hit->shape_b) == pair) hits++;
    }
    ck_assert_msg(count == list->count, "step %d: %d touch, %d by events", step, count,
                  list->count);
    ck_assert_msg(begins == events.begin_count, "step %d: begins out of order", step);
    ck_assert_msg(hits == events.hit_count, "step %d: hits out of order", step);
}

static void disturb_crowd(pawl_world *world, pawl_body_id *body, uint64_t *seed) {
    pawl_body_id *const one = &body[seeded_next(seed) % CROWD];
    const double x = (double)(seeded_next(seed) % 128) / 16 - 4;
    const double y = (double)(seeded_next(seed) % 128) / 16;
    switch (seeded_next(seed) % 8) {
    case 0:
        if (pawl_body_is_valid(world, *one)) {
            ck_assert_int_eq(pawl_body_destroy(world, *one), PAWL_OK);
            break;
        }
        *one = add_body(world, PAWL_DYNAMIC, x, y);
        let_hits_be_reported(world, *one, 0, 0, 0.5);
        add_box(world, *one, 0.75, 0.25);
        break;
    case 1:
        pawl_body_set_pose(world, *one, VEC(x, y), (pawl_angle)seeded_next(seed));
        break;
    case 2:
        pawl_body_set_enabled(world, *one, seeded_next(seed) % 3 != 0);
        break;
    case 3:
        pawl_body_set_type(world, *one, seeded_next(seed) % 4 ? PAWL_DYNAMIC : PAWL_KINEMATIC);
        break;
    case 4:
        pawl_body_set_awake(world, *one, seeded_next(seed) % 2);
        break;
    case 5:
        pawl_shape_destroy(world, shape_of(world, *one));
        break;
    default:
        pawl_body_set_velocity(world, *one, VEC(x, y));
        break;
    }
}

START_TEST(events_tell_exactly_what_touches) {
    pawl_world_def def = pawl_world_def_default();
    def.contact_capacity = _i % 2 ? 12 : 1000; /* also when contacts are dropped */
    def.body_capacity = CROWD + 4;
    pawl_world *const world = make_world(&def);
    pawl_body_id body[CROWD] = {{0, 0}};
    touches list = {{0}, 0};
    uint64_t seed = seeded_base + (uint64_t)_i;
    add_ground(world);
    for (int step = 0; step < 2000; step++) {
        for (uint64_t calls = seeded_next(&seed) % 3; calls > 0; calls--)
            disturb_crowd(world, body, &seed);
        run(world, 1);
        ck_assert_uint_eq(pawl_world_get_counters(world).dropped_events, 0);
        const pawl_events events = pawl_world_get_events(world);
        follow_events(&list, &events, step);
        compare_with_walk(&list, world, step);
    }
    ck_assert_uint_eq(pawl_world_get_faults(world) & PAWL_FAULT_CONTACTS_FULL,
                      _i % 2 ? PAWL_FAULT_CONTACTS_FULL : 0);
    free(world);
}
END_TEST

Suite *suite_events(void) {
    Suite *const suite = suite_create("events");
    TCase *const tcase = tcase_create("events");
    tcase_add_test(tcase, a_touch_begins_once_and_ends_once);
    tcase_add_test(tcase, begins_come_in_contact_order);
    tcase_add_test(tcase, ends_come_in_contact_order);
    tcase_add_loop_test(tcase, a_touch_ended_by_a_call_is_reported_by_the_next_step_once, 0, 5);
    tcase_add_test(tcase, several_touches_ended_by_calls_are_reported_in_order);
    tcase_add_test(tcase, a_box_that_sleeps_goes_on_touching);
    tcase_add_test(tcase, a_hit_has_the_speed_and_place_of_the_impact);
    tcase_add_test(tcase, soft_landings_and_silent_shapes_report_no_hit);
    tcase_add_test(tcase, events_that_do_not_fit_are_counted);
    tcase_add_test(tcase, ends_by_calls_that_do_not_fit_are_counted_by_the_next_step);
    tcase_add_test(tcase, touching_contacts_can_be_walked);
    tcase_add_loop_test(tcase, events_tell_exactly_what_touches, 0, 6);
    suite_add_tcase(suite, tcase);
    return suite;
}
