/* test_arcade_step.c - bodies that move: exactly, in order, and never through anything. */
#include <inttypes.h>
#include <math.h>

#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

static const pawl_arcade_contact *contact_at(const pawl_arcade *arcade, int index) {
    ck_assert_uint_gt(pawl_arcade_get_contact_count(arcade), (unsigned)index);
    return pawl_arcade_get_contacts(arcade) + index;
}

START_TEST(slow_speeds_are_exact_in_the_long_run) {
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t kind = add_kind(arcade, immovable(circle_kind(0.5)));
    const pawl_arcade_id a = add_arcade_body(arcade, kind, VEC(0, 0), pawl_vec2_make(1, -7));
    const pawl_arcade_id b = add_arcade_body(arcade, kind, VEC(5, 5), VEC(1 / 3.0, -2.5));
    const pawl_vec2 from = pawl_arcade_get_position(arcade, b);
    const pawl_vec2 speed = pawl_arcade_get_velocity(arcade, b);
    for (int second = 1; second <= 60; second++) {
        step(arcade, 60);
        assert_vec(pawl_arcade_get_position(arcade, a), pawl_vec2_make(second, -7 * second));
        assert_vec(pawl_vec2_sub(pawl_arcade_get_position(arcade, b), from),
                   pawl_vec2_make((pawl_fx)(speed.x * second), (pawl_fx)(speed.y * second)));
    }
    ck_assert_uint_eq(pawl_arcade_get_tick(arcade), 3600);
    free(arcade);
}
END_TEST

/* A triangle whose upper side rises by `rise` over 16 units. */
static pawl_arcade *make_slope(double rise, double stick, pawl_arcade_prototype kind,
                               pawl_arcade_id *body) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *const arcade = make_arcade(&def);
    const pawl_vec2 points[] = {VEC(-8, -rise / 2), VEC(8, -rise / 2), VEC(8, rise / 2)};
    pawl_arcade_prototype slope = immovable(polygon_kind(arcade, points, 3, 0));
    slope.stick = FX(stick);
    slope.friction = kind.friction;
    kind.stick = FX(stick);
    const uint16_t ground = add_kind(arcade, slope), mover = add_kind(arcade, kind);
    add_arcade_body(arcade, ground, VEC(0.3, 0.7), VEC(0, 0));
    *body = add_arcade_body(arcade, mover,
                            VEC(1, 0.7 + rise / 16 + kind.half.y / 65536.0 + rise / 16), VEC(0, 0));
    return arcade;
}

/* sin(angle) of the slope against stick * rate / gravity. */
START_TEST(below_the_threshold_angle_a_body_moves_nothing_in_a_minute) {
    const double rise = 1 + _i / 2 * 1.5;
    const double sine = rise / sqrt(rise * rise + 256);
    const double threshold = 10 / 60.0 * sine * 1.05 + 0.01;
    pawl_arcade_id body;
    pawl_arcade_prototype kind = _i % 2 ? circle_kind(0.5) : box_kind(0.5, 0.75);
    if (_i % 4 == 3) kind.half.x = PAWL_FX(0, 1, 3);
    pawl_arcade *const arcade = make_slope(rise, threshold, kind, &body);
    step(arcade, 300);
    const pawl_vec2 rest = pawl_arcade_get_position(arcade, body);
    for (int i = 0; i < 3600; i++) {
        step(arcade, 1);
        assert_vec(pawl_arcade_get_position(arcade, body), rest);
        ck_assert_uint_gt(pawl_arcade_get_contact_count(arcade), 0);
    }
    ck_assert_int_gt(rest.y, FX(-2));
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

START_TEST(above_the_threshold_angle_it_slides_down) {
    const double rise = 2 + _i * 1.5;
    const double sine = rise / sqrt(rise * rise + 256);
    pawl_arcade_id body;
    pawl_arcade_prototype kind = _i % 2 ? circle_kind(0.5) : box_kind(0.5, 0.75);
    kind.friction = 0;
    pawl_arcade *const arcade = make_slope(rise, 10 / 60.0 * sine * 0.5, kind, &body);
    step(arcade, 30);
    const pawl_vec2 from = pawl_arcade_get_position(arcade, body);
    step(arcade, 60);
    const pawl_vec2 to = pawl_arcade_get_position(arcade, body);
    ck_assert_int_lt(to.x, from.x - FX(0.25));
    ck_assert_int_lt(to.y, from.y);
    free(arcade);
}
END_TEST

static pawl_arcade *make_pile(int count, bool upward, pawl_arcade_id *ids) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.edges[PAWL_ARCADE_BOTTOM] = PAWL_ARCADE_EDGE_BOUNCE;
    def.bounds.lower.y = 0;
    pawl_arcade *const arcade = make_arcade(&def);
    const uint16_t kind = add_kind(arcade, box_kind(0.5, 0.5));
    for (int i = 0; i < count; i++) {
        const int at = upward ? i : count - 1 - i;
        ids[at] = add_arcade_body(arcade, kind, VEC(at % 3 * 0.125, 0.5 + at), VEC(0, 0));
    }
    return arcade;
}

START_TEST(a_pile_stays_where_it_is_in_either_order_of_creation) {
    pawl_arcade_id ids[16];
    pawl_arcade *const arcade = make_pile(16, _i == 0, ids);
    for (int i = 0; i < 600; i++) {
        step(arcade, 1);
        for (int n = 0; n < 16; n++) {
            assert_vec(pawl_arcade_get_position(arcade, ids[n]), VEC(n % 3 * 0.125, 0.5 + n));
        }
    }
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 16);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

/* Whichever is older, and whatever gravity makes of the slide. */
START_TEST(a_box_slides_over_the_joints_of_a_row_of_boxes) {
    const pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_prototype kind = box_kind(0.5, 0.5);
    kind.friction = 0;
    kind.stick = 0;
    const uint16_t slider = add_kind(arcade, kind), tile = add_kind(arcade, immovable(kind));
    const pawl_vec2 start = VEC(-19.5 + _i / 2 * 0.25, 1);
    pawl_arcade_id body = NO_BODY;
    if (_i % 2 == 0) body = add_arcade_body(arcade, slider, start, VEC(7.5, 0));
    for (int i = 0; i < 40; i++)
        add_arcade_body(arcade, tile, VEC(i - 20, 0), VEC(0, 0));
    if (_i % 2 == 1) body = add_arcade_body(arcade, slider, start, VEC(7.5, 0));
    for (int i = 0; i < 240; i++) {
        step(arcade, 1);
        ck_assert_int_eq(pawl_arcade_get_position(arcade, body).y, FX(1));
        ck_assert_int_eq(pawl_arcade_get_velocity(arcade, body).x, FX(7.5));
    }
    ck_assert_int_eq(pawl_arcade_get_position(arcade, body).x, start.x + FX(30));
    free(arcade);
}
END_TEST

START_TEST(nothing_passes_a_thin_wall_at_any_speed) {
    uint64_t seed = first_seed(_i);
    int bounced = 0;
    for (int n = 0; n < SEEDED_ROUNDS(600); n++) {
        pawl_arcade *const arcade = make_still_arcade();
        pawl_arcade_prototype kind = _i % 2 ? circle_kind(0.0625) : box_kind(0.0625, 0.25);
        kind.elasticity = (pawl_fx)(seeded_next(&seed) % 65537);
        const uint16_t ball = add_kind(arcade, kind);
        const uint16_t wall = add_kind(arcade, immovable(box_kind(1 / 1024.0, 300)));
        add_arcade_body(arcade, wall, VEC(0, 0), VEC(0, 0));
        const pawl_fx away = (pawl_fx)(FX(0.0625) + 64 + (pawl_fx)(seeded_next(&seed) % FX(20)));
        const pawl_arcade_id body = add_arcade_body(
            arcade, ball, pawl_vec2_make(-away, (pawl_fx)(seeded_next(&seed) % FX(5))),
            pawl_vec2_make(PAWL_ARCADE_SPEED_MAX - (pawl_fx)(seeded_next(&seed) % FX(8000)),
                           seeded_int32(&seed) % PAWL_FX(4096, 0, 1)));
        for (int i = 0; i < 4; i++) {
            step(arcade, 1);
            const pawl_fx x = pawl_arcade_get_position(arcade, body).x;
            ck_assert_msg(x <= -FX(0.0625) - 64 + 1, "at %ld, round %d of %d", (long)x, n, _i);
            bounced += pawl_arcade_get_contact_count(arcade);
        }
        free(arcade);
    }
    ck_assert_int_gt(bounced, SEEDED_OFTEN(300));
}
END_TEST

START_TEST(at_the_limit_of_impacts_a_body_stands_still_and_nothing_passes) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    def.impact_limit = 5;
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_prototype kind = elastic(circle_kind(0.5));
    const uint16_t ball = add_kind(arcade, kind);
    const uint16_t wall = add_kind(arcade, immovable(elastic(box_kind(0.5, 5))));
    add_arcade_body(arcade, wall, VEC(-2, 0), VEC(0, 0));
    add_arcade_body(arcade, wall, VEC(2, 0), VEC(0, 0));
    const pawl_arcade_id body = add_arcade_body(arcade, ball, VEC(0, 0), VEC(8000, 0));
    for (int i = 0; i < 10; i++) {
        step(arcade, 1);
        ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 5);
        const pawl_vec2 place = pawl_arcade_get_position(arcade, body);
        ck_assert_int_le(abs(place.x), FX(1));
        ck_assert_int_eq(abs(pawl_arcade_get_velocity(arcade, body).x), FX(8000));
        ck_assert_uint_eq(pawl_arcade_get_faults(arcade), PAWL_ARCADE_FAULT_IMPACTS);
    }
    free(arcade);
}
END_TEST

START_TEST(overlaps_are_pushed_out_shared_by_inverse_mass) {
    pawl_arcade *const arcade = make_still_arcade();
    pawl_arcade_prototype kind = box_kind(1, 1);
    const uint16_t light = add_kind(arcade, kind);
    kind.inverse_mass = FX(0.25);
    const uint16_t heavy = add_kind(arcade, kind);
    const uint16_t wall = add_kind(arcade, immovable(kind));
    const pawl_arcade_id a = add_arcade_body(arcade, light, VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, heavy, VEC(1.5, 0.25), VEC(0, 0));
    const pawl_arcade_id c = add_arcade_body(arcade, wall, VEC(20, 0), VEC(0, 0));
    const pawl_arcade_id d = add_arcade_body(arcade, light, VEC(20.25, 1.5), VEC(0, 0));
    const pawl_arcade_id e = add_arcade_body(arcade, wall, VEC(40, 0), VEC(0, 0));
    const pawl_arcade_id f = add_arcade_body(arcade, wall, VEC(40, 0), VEC(0, 0));
    step(arcade, 1);
    const pawl_vec2 at_a = pawl_arcade_get_position(arcade, a);
    ck_assert_int_le(abs(at_a.x - (pawl_fx)(-0.4 * 65536)), 1);
    ck_assert_int_eq(at_a.y, 0);
    assert_vec(pawl_vec2_sub(pawl_arcade_get_position(arcade, b), at_a), VEC(2, 0.25));
    assert_vec(pawl_arcade_get_position(arcade, c), VEC(20, 0));
    assert_vec(pawl_arcade_get_position(arcade, d), VEC(20.25, 2));
    assert_vec(pawl_arcade_get_position(arcade, e), VEC(40, 0));
    assert_vec(pawl_arcade_get_position(arcade, f), VEC(40, 0));
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 2);
    ck_assert_int_eq(contact_at(arcade, 0)->type, PAWL_ARCADE_CONTACT_PUSH);
    assert_vec(pawl_arcade_get_velocity(arcade, d), VEC(0, 0));
    step(arcade, 1);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 0);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

START_TEST(an_overlap_of_two_raw_units_is_left_and_three_are_pushed) {
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t box = add_kind(arcade, box_kind(0.5, 0.5));
    const uint16_t wall = add_kind(arcade, immovable(box_kind(0.5, 0.5)));
    const pawl_vec2 place = pawl_vec2_make(FX(1) - _i, 0);
    add_arcade_body(arcade, wall, VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id body = add_arcade_body(arcade, box, place, VEC(0, 0));
    step(arcade, 1);
    assert_vec(pawl_arcade_get_position(arcade, body), _i <= 2 ? place : VEC(1, 0));
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), _i <= 2 ? 0 : 1);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

START_TEST(a_squeezed_body_sets_a_fault) {
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t box = add_kind(arcade, box_kind(1, 1));
    const uint16_t wall = add_kind(arcade, immovable(box_kind(1, 10)));
    add_arcade_body(arcade, wall, VEC(-1.5, 0), VEC(0, 0));
    add_arcade_body(arcade, wall, VEC(1.5, 0), VEC(0, 0));
    add_arcade_body(arcade, box, VEC(0, 0), VEC(0, 0));
    step(arcade, 1);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), PAWL_ARCADE_FAULT_OVERLAP);
    free(arcade);
}
END_TEST

START_TEST(contacts_come_in_the_order_of_time_then_age) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    def.contact_capacity = (uint16_t)(_i == 0 ? 64 : 3);
    pawl_arcade *const arcade = make_arcade(&def);
    const uint16_t ball = add_kind(arcade, elastic(circle_kind(0.5)));
    const uint16_t wall = add_kind(arcade, immovable(elastic(box_kind(0.5, 0.5))));
    pawl_arcade_id balls[4], walls[4];
    for (int i = 3; i >= 0; i--)
        balls[i] = add_arcade_body(arcade, ball, VEC(-2, 3 * i), VEC(240, 0));
    for (int i = 0; i < 4; i++)
        walls[i] = add_arcade_body(arcade, wall, VEC(i < 2 ? 0 : 1, 3 * i), VEC(0, 0));
    step(arcade, 1);
    const int want[] = {1, 0, 3, 2}; /* nearer walls first, of two the older ball */
    const int kept = _i == 0 ? 4 : 3;
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), (unsigned)kept);
    ck_assert_uint_eq(pawl_arcade_get_dropped_count(arcade), (unsigned)(4 - kept));
    for (int i = 0; i < kept; i++) {
        const pawl_arcade_contact *const contact = contact_at(arcade, i);
        ck_assert_int_eq(pawl_arcade_id_equal(contact->a, balls[want[i]]), true);
        ck_assert_int_eq(pawl_arcade_id_equal(contact->b, walls[want[i]]), true);
        ck_assert_int_eq(contact->normal.c, PAWL_UNIT);
        ck_assert_int_eq(contact->normal.s, 0);
        assert_vec(contact->point, VEC(want[i] < 2 ? -0.5 : 0.5, 3 * want[i]));
        ck_assert_int_eq(contact->speed, FX(240));
        ck_assert_int_eq(contact->change, FX(480));
        /* 1 and 2 units at 240 units/s, 2^-31 s; rounding is downward. */
        const uint32_t time = (uint32_t)((UINT64_C(1) << 31) * (want[i] < 2 ? 1 : 2) / 240);
        ck_assert_uint_le(contact->time, time);
        ck_assert_uint_ge(contact->time, time - 8);
    }
    free(arcade);
}
END_TEST

START_TEST(bodies_that_only_report_are_passed_and_reported_once) {
    pawl_arcade *const arcade = make_still_arcade();
    const uint16_t ball = add_kind(arcade, circle_kind(0.5));
    pawl_arcade_prototype kind = immovable(box_kind(0.5, 5));
    kind.response = PAWL_ARCADE_SENSOR;
    const uint16_t gate = add_kind(arcade, kind);
    const pawl_arcade_id a = add_arcade_body(arcade, ball, VEC(-1.5, 0), VEC(30, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, gate, VEC(0, 0), VEC(0, 0));
    int entered = 0, overlapped = 0;
    for (int i = 0; i < 12; i++) {
        step(arcade, 1);
        ck_assert_uint_le(pawl_arcade_get_contact_count(arcade), 1);
        if (pawl_arcade_get_contact_count(arcade) == 0) continue;
        const pawl_arcade_contact *const contact = contact_at(arcade, 0);
        ck_assert_int_eq(contact->type, PAWL_ARCADE_CONTACT_SENSOR);
        ck_assert_int_eq(pawl_arcade_id_equal(contact->a, a), true);
        ck_assert_int_eq(pawl_arcade_id_equal(contact->b, b), true);
        if (contact->time > 0) entered++;
        if (contact->time == 0) overlapped++;
    }
    ck_assert_int_eq(entered, 1);
    ck_assert_int_eq(overlapped, 5);
    assert_vec(pawl_arcade_get_velocity(arcade, a), VEC(30, 0));
    assert_vec(pawl_arcade_get_position(arcade, a), VEC(4.5, 0));
    free(arcade);
}
END_TEST

START_TEST(masks_keep_bodies_apart_only_when_both_say_so) {
    pawl_arcade *const arcade = make_still_arcade();
    pawl_arcade_prototype kind = elastic(circle_kind(0.5));
    kind.category = 1;
    kind.mask = (uint16_t)(_i & 1 ? 2 : 4);
    const uint16_t first = add_kind(arcade, kind);
    kind.category = 2;
    kind.mask = (uint16_t)(_i & 2 ? 1 : 4);
    const uint16_t second = add_kind(arcade, kind);
    add_arcade_body(arcade, first, VEC(-1, 0), VEC(60, 0));
    add_arcade_body(arcade, second, VEC(1, 0), VEC(-60, 0));
    step(arcade, 1);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), _i == 3 ? 1 : 0);
    free(arcade);
}
END_TEST

START_TEST(a_wall_may_close_on_a_body_that_stands_still) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    def.impact_limit = 1;
    pawl_arcade *const arcade = make_arcade(&def);
    const uint16_t ball = add_kind(arcade, elastic(circle_kind(0.5)));
    const uint16_t wall = add_kind(arcade, immovable(elastic(box_kind(0.5, 5))));
    add_arcade_body(arcade, wall, VEC(-2, 0), VEC(60, 0));
    add_arcade_body(arcade, wall, VEC(2, 0), VEC(0, 0));
    const pawl_arcade_id body = add_arcade_body(arcade, ball, VEC(0.75, 0), VEC(60, 0));
    for (int i = 0; i < 3; i++) {
        step(arcade, 1);
        ck_assert_int_lt(pawl_arcade_get_position(arcade, body).x, FX(2));
    }
    ck_assert_uint_ne(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

Suite *suite_arcade_step(void);

Suite *suite_arcade_step(void) {
    Suite *const suite = suite_create("arcade_step");
    TCase *const all = tcase_create("arcade_step");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, slow_speeds_are_exact_in_the_long_run);
    tcase_add_loop_test(all, below_the_threshold_angle_a_body_moves_nothing_in_a_minute, 0, 16);
    tcase_add_loop_test(all, above_the_threshold_angle_it_slides_down, 0, 4);
    tcase_add_loop_test(all, a_pile_stays_where_it_is_in_either_order_of_creation, 0, 2);
    tcase_add_loop_test(all, a_box_slides_over_the_joints_of_a_row_of_boxes, 0, 4);
    tcase_add_loop_test(all, nothing_passes_a_thin_wall_at_any_speed, 0, 4);
    tcase_add_test(all, at_the_limit_of_impacts_a_body_stands_still_and_nothing_passes);
    tcase_add_test(all, overlaps_are_pushed_out_shared_by_inverse_mass);
    tcase_add_loop_test(all, an_overlap_of_two_raw_units_is_left_and_three_are_pushed, 0, 5);
    tcase_add_test(all, a_squeezed_body_sets_a_fault);
    tcase_add_loop_test(all, contacts_come_in_the_order_of_time_then_age, 0, 2);
    tcase_add_test(all, bodies_that_only_report_are_passed_and_reported_once);
    tcase_add_loop_test(all, masks_keep_bodies_apart_only_when_both_say_so, 0, 4);
    tcase_add_test(all, a_wall_may_close_on_a_body_that_stands_still);
    suite_add_tcase(suite, all);
    return suite;
}
