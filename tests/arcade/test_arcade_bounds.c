/* test_arcade_bounds.c - the four edges, and bullets and lasers. */
#include <inttypes.h>

#include "support/arcade/arcade.h"
#include "support/base/seeded.h"
#include "support/shape/convex.h"

static pawl_arcade *make_room(uint8_t edge, uint32_t rate) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    def.rate_numerator = rate;
    def.bounds.lower = VEC(-8, -4);
    def.bounds.upper = VEC(8, 4);
    for (int i = 0; i < 4; i++)
        def.edges[i] = edge;
    return make_arcade(&def);
}

/* A circle, a box and a polygon, which reaches 1 left, 2 right, 0.5 down and 1 up. */
static uint16_t add_shape(pawl_arcade *arcade, int shape) {
    const pawl_vec2 points[] = {VEC(-1, 0), VEC(2, -0.5), VEC(0, 1)};
    if (shape == 0) return add_kind(arcade, elastic(circle_kind(1)));
    if (shape == 1) return add_kind(arcade, elastic(box_kind(1, 0.5)));
    return add_kind(arcade, elastic(polygon_kind(arcade, points, 3, 0)));
}

/* How far each shape reaches: left, right, down, up. */
static const double reaches[3][4] = {{1, 1, 1, 1}, {1, 1, 0.5, 0.5}, {1, 2, 0.5, 1}};

START_TEST(each_edge_bounces_each_shape_where_its_side_comes_to_it) {
    const int shape = _i / 4, edge = _i % 4;
    pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_BOUNCE, 64);
    const double sign = edge % 2 == 0 ? -1 : 1, away = edge < 2 ? 8 : 4;
    const double place = sign * (away - reaches[shape][edge] - 0.25), speed = sign * 64;
    const bool flat = edge >= 2;
    const pawl_arcade_id body =
        add_arcade_body(arcade, add_shape(arcade, shape), flat ? VEC(0.5, place) : VEC(place, 0.5),
                        flat ? VEC(1, speed) : VEC(speed, 1));
    step(arcade, 1);
    const pawl_vec2 end = pawl_arcade_get_position(arcade, body);
    const pawl_vec2 velocity = pawl_arcade_get_velocity(arcade, body);
    /* A quarter there, three quarters back. */
    const double want = place + sign * (0.25 - 0.75);
    ck_assert_int_eq(flat ? end.y : end.x, FX(want));
    ck_assert_int_eq(flat ? end.x : end.y, FX(0.5 + 1 / 64.0));
    assert_vec(velocity, flat ? VEC(1, -speed) : VEC(-speed, 1));
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 1);
    const pawl_arcade_contact *const contact = pawl_arcade_get_contacts(arcade);
    ck_assert_int_eq(contact->type, PAWL_ARCADE_CONTACT_EDGE);
    ck_assert_int_eq(contact->edge, edge);
    ck_assert_uint_eq(contact->b.index1, 0);
    ck_assert_int_eq(flat ? contact->point.y : contact->point.x, FX(sign * away));
    ck_assert_uint_eq(contact->time, (UINT32_C(1) << 31) / 64 / 4);
    free(arcade);
}
END_TEST

static void assert_within(const pawl_arcade *arcade, pawl_arcade_id body, int shape, int step) {
    const pawl_vec2 at = pawl_arcade_get_position(arcade, body);
    const double *const reach = reaches[shape];
    ck_assert_msg(at.x >= FX(-8 + reach[0]) && at.x <= FX(8 - reach[1]) &&
                      at.y >= FX(-4 + reach[2]) && at.y <= FX(4 - reach[3]),
                  "shape %d at (%ld, %ld), step %d", shape, (long)at.x, (long)at.y, step);
}

START_TEST(bodies_at_any_speed_stay_within_bouncing_edges) {
    uint64_t seed = first_seed(_i);
    pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_BOUNCE, 60);
    pawl_arcade_id ids[12];
    const uint16_t kinds[3] = {add_shape(arcade, 0), add_shape(arcade, 1), add_shape(arcade, 2)};
    for (int n = 0; n < 6; n++) {
        const pawl_vec2 speed = {seeded_int32(&seed) / 4, seeded_int32(&seed) / 4};
        ids[n] = add_arcade_body(arcade, kinds[n % 3], VEC(n % 3 * 5 - 5, n / 3 * 4 - 2), speed);
    }
    for (int i = 0; i < SEEDED_ROUNDS(600); i++) {
        step(arcade, 1);
        for (int n = 0; n < 6; n++)
            assert_within(arcade, ids[n], n % 3, i);
    }
    free(arcade);
}
END_TEST

/* Too many for the room, which two walls come through: others push them to its edges. */
START_TEST(crowds_that_walls_press_stay_within_bouncing_edges) {
    uint64_t seed = seeded_fresh("pressed crowds");
    for (int round = 0; round < SEEDED_ROUNDS(60); round++) {
        pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_BOUNCE, 60);
        pawl_arcade_id ids[20];
        const int count = 2 + (int)(seeded_next(&seed) % 19);
        const uint16_t kinds[3] = {add_shape(arcade, 0), add_shape(arcade, 1),
                                   add_shape(arcade, 2)};
        const uint16_t wall = add_kind(arcade, immovable(box_kind(2, 1)));
        for (int n = 0; n < 2; n++) {
            const pawl_vec2 speed = {seeded_between(&seed, FX(-9), FX(9)),
                                     seeded_between(&seed, FX(-9), FX(9))};
            add_arcade_body(arcade, wall, VEC(n * 4 - 2, 0), speed);
        }
        for (int n = 0; n < count; n++) {
            const pawl_vec2 place = {seeded_between(&seed, FX(-9), FX(9)),
                                     seeded_between(&seed, FX(-5), FX(5))};
            const pawl_vec2 speed = {seeded_int32(&seed) / 64, seeded_int32(&seed) / 64};
            ids[n] = add_arcade_body(arcade, kinds[n % 3], place, speed);
        }
        for (int i = 0; i < 60; i++) {
            step(arcade, 1);
            for (int n = 0; n < count; n++)
                assert_within(arcade, ids[n], n % 3, i);
        }
        free(arcade);
    }
}
END_TEST

START_TEST(between_a_wall_and_an_edge_too_near_is_a_fault) {
    const double sign = _i % 2 == 0 ? -1 : 1, away = _i < 2 ? 8 : 4, half = _i < 2 ? 1 : 0.5;
    pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_BOUNCE, 60);
    const uint16_t box = add_shape(arcade, 1);
    const uint16_t wall = add_kind(arcade, immovable(box_kind(1, 1)));
    const double place = sign * (away - half), behind = sign * (away - 2 * half - 0.75);
    add_arcade_body(arcade, wall, _i < 2 ? VEC(behind, 0) : VEC(0, behind), VEC(0, 0));
    const pawl_vec2 want = _i < 2 ? VEC(place, 0) : VEC(0, place);
    const pawl_arcade_id body = add_arcade_body(arcade, box, want, VEC(0, 0));
    for (int i = 0; i < 3; i++) {
        pawl_arcade_clear_faults(arcade);
        step(arcade, 1);
        assert_vec(pawl_arcade_get_position(arcade, body), want);
        ck_assert_uint_eq(pawl_arcade_get_faults(arcade), PAWL_ARCADE_FAULT_OVERLAP);
    }
    free(arcade);
}
END_TEST

START_TEST(what_a_body_at_an_edge_does_not_move_the_other_one_does) {
    pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_BOUNCE, 60);
    const uint16_t box = add_shape(arcade, 1);
    const bool older = _i % 2 == 0;
    const double sign = _i < 2 ? -1 : 1;
    const pawl_vec2 at_edge = VEC(sign * 7, 0), near = VEC(sign * 5.5, 0);
    const pawl_arcade_id a = add_arcade_body(arcade, box, older ? at_edge : near, VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, box, older ? near : at_edge, VEC(0, 0));
    step(arcade, 1);
    assert_vec(pawl_arcade_get_position(arcade, older ? a : b), at_edge);
    assert_vec(pawl_arcade_get_position(arcade, older ? b : a), VEC(sign * 5, 0));
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 1);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

START_TEST(a_body_that_starts_outside_is_put_inside) {
    pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_BOUNCE, 60);
    const uint16_t ball = add_shape(arcade, 0);
    const uint16_t wall = add_kind(arcade, immovable(circle_kind(1)));
    const pawl_arcade_id a = add_arcade_body(arcade, ball, VEC(-20, 10), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, wall, VEC(20, -10), VEC(0, 0));
    step(arcade, 1);
    assert_vec(pawl_arcade_get_position(arcade, a), VEC(-7, 3));
    assert_vec(pawl_arcade_get_position(arcade, b), VEC(20, -10));
    free(arcade);
}
END_TEST

START_TEST(a_body_whose_centre_leaves_comes_back_at_the_other_side) {
    const struct {
        pawl_vec2 from, velocity, to;
    } rows[] = {
        {VEC(7.5, 0), VEC(60, 0), VEC(-7.5, 0)},       {VEC(-7.5, 1), VEC(-60, 0), VEC(7.5, 1)},
        {VEC(0, 3.5), VEC(0, 60), VEC(0, -3.5)},       {VEC(0, -3.5), VEC(3, -60), VEC(0.05, 3.5)},
        {VEC(7.5, 3.5), VEC(60, 60), VEC(-7.5, -3.5)}, {VEC(7, 0), VEC(60, 0), VEC(8, 0)},
        {VEC(0, 0), VEC(6000, 0), VEC(4, 0)},
    };
    pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_WRAP, 60);
    const pawl_arcade_id body =
        add_arcade_body(arcade, add_shape(arcade, 0), rows[_i].from, rows[_i].velocity);
    step(arcade, 1);
    const pawl_vec2 at = pawl_arcade_get_position(arcade, body);
    ck_assert_int_le(abs(at.x - rows[_i].to.x), 1);
    ck_assert_int_le(abs(at.y - rows[_i].to.y), 1);
    assert_vec(pawl_arcade_get_velocity(arcade, body), rows[_i].velocity);
    free(arcade);
}
END_TEST

START_TEST(a_reporting_edge_tells_once_that_a_body_passes) {
    pawl_arcade *const arcade = make_room(PAWL_ARCADE_EDGE_REPORT, 64);
    const pawl_arcade_id body =
        add_arcade_body(arcade, add_shape(arcade, 0), VEC(6, 0), VEC(32, 0));
    int reports = 0;
    for (int i = 0; i < 20; i++) {
        step(arcade, 1);
        for (int n = 0; n < pawl_arcade_get_contact_count(arcade); n++) {
            const pawl_arcade_contact *const contact = pawl_arcade_get_contacts(arcade) + n;
            ck_assert_int_eq(contact->edge, PAWL_ARCADE_RIGHT);
            ck_assert_int_eq(contact->speed, FX(32));
            ck_assert_int_eq(contact->change, 0);
            reports++;
        }
    }
    ck_assert_int_eq(reports, 1);
    assert_vec(pawl_arcade_get_position(arcade, body), VEC(16, 0));
    free(arcade);
}
END_TEST

/* ---- rays ----------------------------------------------------------------------------------- */

START_TEST(a_laser_meets_everything_nearest_first) {
    pawl_arcade *const arcade = make_still_arcade();
    const pawl_vec2 points[] = {VEC(-1, -1), VEC(1, -1), VEC(0, 1)};
    pawl_arcade_prototype kind = box_kind(1, 1);
    kind.category = 2;
    const uint16_t box = add_kind(arcade, kind), ball = add_kind(arcade, circle_kind(1));
    const uint16_t wedge = add_kind(arcade, polygon_kind(arcade, points, 3, 0));
    const pawl_arcade_id c = add_arcade_body(arcade, box, VEC(16, 0), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, ball, VEC(8, 0), VEC(0, 0));
    const pawl_arcade_id a = add_arcade_body(arcade, wedge, VEC(4, 0), VEC(0, 0));
    const pawl_arcade_id d = add_arcade_body(arcade, box, VEC(16, 0.5), VEC(0, 0));
    const pawl_arcade_id e =
        add_arcade_body(arcade, ball, VEC(0, 0), VEC(0, 0)); /* it starts inside */
    add_arcade_body(arcade, ball, VEC(8, 5), VEC(0, 0));
    pawl_arcade_ray_hit hits[8];
    ck_assert_int_eq(pawl_arcade_ray(arcade, VEC(0, 0), VEC(16, 0), 0xFFFF, hits, 8), 5);
    const pawl_arcade_id want[] = {e, a, b, c, d};
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(pawl_arcade_id_equal(hits[i].body, want[i]), true);
    }
    ck_assert_int_eq(hits[0].enter, 0);
    ck_assert_int_eq(hits[0].enter_normal.c, 0);
    ck_assert_int_eq(hits[0].exit_normal.c, PAWL_UNIT);
    ck_assert_int_eq(hits[0].exit, PAWL_UNIT / 16);
    assert_vec(hits[0].exit_point, VEC(1, 0));
    assert_vec(hits[1].enter_point, VEC(3.5, 0));
    assert_vec(hits[1].exit_point, VEC(4.5, 0));
    ck_assert_int_lt(hits[1].enter_normal.c, 0);
    ck_assert_int_eq(hits[2].enter, PAWL_UNIT / 16 * 7);
    ck_assert_int_eq(hits[2].exit, PAWL_UNIT / 16 * 9);
    ck_assert_int_eq(hits[3].exit, PAWL_UNIT);
    ck_assert_int_eq(hits[3].exit_normal.c, 0);
    /* Masks, and room for fewer than there are. */
    ck_assert_int_eq(pawl_arcade_ray(arcade, VEC(0, 0), VEC(16, 0), 2, hits, 8), 2);
    ck_assert_int_eq(pawl_arcade_id_equal(hits[0].body, c), true);
    ck_assert_int_eq(pawl_arcade_id_equal(hits[1].body, d), true);
    for (uint16_t room = 1; room < 5; room++) {
        memset(hits, 0xA5, sizeof hits);
        ck_assert_int_eq(pawl_arcade_ray(arcade, VEC(0, 0), VEC(16, 0), 0xFFFF, hits, room), 5);
        for (int i = 0; i < room; i++) {
            ck_assert_int_eq(pawl_arcade_id_equal(hits[i].body, want[i]), true);
        }
        ck_assert_uint_eq(hits[room].body.index1, 0xA5A5);
    }
    ck_assert_int_eq(pawl_arcade_ray(arcade, VEC(0, 0), VEC(16, 0), 0xFFFF, NULL, 0), 5);
    ck_assert_int_eq(pawl_arcade_ray(arcade, VEC(0, 20), VEC(16, 20), 0xFFFF, hits, 8), 0);
    ck_assert_int_eq(pawl_arcade_ray(arcade, VEC(0, 0), VEC(16, 0), 0xFFFF, NULL, 1),
                     PAWL_ERR_NULL);
    const pawl_vec2 far = {-PAWL_COORD_MAX, 0}, farther = {PAWL_COORD_MAX, 0};
    ck_assert_int_eq(pawl_arcade_ray(arcade, far, farther, 1, hits, 8), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_arcade_ray(arcade, pawl_vec2_make(INT32_MIN, 0), VEC(0, 0), 1, hits, 8),
                     PAWL_ERR_RANGE);
    free(arcade);
}
END_TEST

Suite *suite_arcade_bounds(void);

Suite *suite_arcade_bounds(void) {
    Suite *const suite = suite_create("arcade_bounds");
    TCase *const all = tcase_create("arcade_bounds");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, each_edge_bounces_each_shape_where_its_side_comes_to_it, 0, 12);
    tcase_add_loop_test(all, bodies_at_any_speed_stay_within_bouncing_edges, 0, 4);
    tcase_add_test(all, crowds_that_walls_press_stay_within_bouncing_edges);
    tcase_add_loop_test(all, between_a_wall_and_an_edge_too_near_is_a_fault, 0, 4);
    tcase_add_loop_test(all, what_a_body_at_an_edge_does_not_move_the_other_one_does, 0, 4);
    tcase_add_test(all, a_body_that_starts_outside_is_put_inside);
    tcase_add_loop_test(all, a_body_whose_centre_leaves_comes_back_at_the_other_side, 0, 7);
    tcase_add_test(all, a_reporting_edge_tells_once_that_a_body_passes);
    tcase_add_test(all, a_laser_meets_everything_nearest_first);
    suite_add_tcase(suite, all);
    return suite;
}
