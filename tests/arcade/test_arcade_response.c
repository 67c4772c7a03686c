/* test_arcade_response.c - what impacts, springs, gravity and drag do to velocities, against exact
 * fractions. */
#include <inttypes.h>

#include "arcade/arcade.h"
#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

/* 2^-32 units/s. */
static pawli_arcade_speed speed_of(const pawl_arcade *arcade, pawl_arcade_id id) {
    return pawli_arcade_speed_of(pawli_arcade_bodies(arcade) + pawli_arcade_body_slot(arcade, id));
}

/* |got - n / d| <= half, in exact arithmetic. */
static bool is_near(int64_t got, int128 n, int128 d) {
    const int128 off = 2 * ((int128)got * d - n);
    return off <= d && off >= -d;
}

static bool is_within_one(int64_t got, int128 n, int128 d) {
    const int128 off = (int128)got * d - n;
    return off <= d && off >= -d;
}

START_TEST(a_share_is_the_exact_fraction_rounded_to_nearest) {
    uint64_t seed = first_seed(_i);
    for (int n = 0; n < SEEDED_ROUNDS(50000); n++) {
        const int64_t value = seeded_int64(&seed) / 2;
        const uint32_t a = (uint32_t)(seeded_next(&seed) >> (33 + seeded_next(&seed) % 31));
        const uint32_t b = (uint32_t)(seeded_next(&seed) >> (33 + seeded_next(&seed) % 31));
        if (a + b == 0) continue;
        const int64_t got = pawli_arcade_speed_share(value, a, a + b);
        ck_assert_msg(is_near(got, (int128)value * a, (int128)a + b),
                      "%" PRId64 " * %" PRIu32 " / %" PRIu32, value, a, a + b);
    }
}
END_TEST

/* Two boxes on a line: v1' = v1 - (1 + e) w1 / (w1 + w2) (v1 - v2). */
START_TEST(an_impact_exchanges_velocities_by_inverse_mass_exactly) {
    uint64_t seed = first_seed(_i);
    int met = 0;
    for (int n = 0; n < SEEDED_ROUNDS(3000); n++) {
        pawl_arcade *const arcade = make_still_arcade();
        pawl_arcade_prototype kind = elastic(box_kind(0.5, 0.5));
        kind.elasticity = (pawl_fx)(seeded_next(&seed) % 32769 * 2);
        kind.inverse_mass = (pawl_fx)(seeded_next(&seed) >> (33 + seeded_next(&seed) % 30));
        const int128 w1 = kind.inverse_mass;
        const uint16_t first = add_kind(arcade, kind);
        kind.inverse_mass = (pawl_fx)(seeded_next(&seed) >> (33 + seeded_next(&seed) % 30));
        const int128 w2 = kind.inverse_mass;
        const uint16_t second = add_kind(arcade, kind);
        const pawl_fx v1 = (pawl_fx)(seeded_next(&seed) % FX(2000));
        const pawl_fx v2 = -(pawl_fx)(seeded_next(&seed) % FX(2000));
        const pawl_arcade_id a = add_arcade_body(arcade, first, VEC(0, 0), pawl_vec2_make(v1, 0));
        const pawl_arcade_id b = add_arcade_body(arcade, second, VEC(1, 0), pawl_vec2_make(v2, 0));
        step(arcade, 1);
        if (w1 + w2 > 0 && v1 > v2) {
            const int128 one = 32768, e = kind.elasticity / 2, whole = (w1 + w2) * one;
            const int128 between = ((int128)v1 - v2) * 65536 * (one + e);
            const int64_t got1 = speed_of(arcade, a).x, got2 = speed_of(arcade, b).x;
            /* The product with e is rounded once before: a bit more than half a unit in all. */
            const int128 n1 = (int128)v1 * 65536 * whole - between * w1;
            const int128 n2 = (int128)v2 * 65536 * whole + between * w2;
            ck_assert_msg(is_within_one(got1, n1, whole), "round %d of %d: first", n, _i);
            ck_assert_msg(is_within_one(got2, n2, whole), "round %d of %d: second", n, _i);
            ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 1);
            const pawl_arcade_contact *const contact = pawl_arcade_get_contacts(arcade);
            ck_assert_int_eq(contact->speed, v1 - v2);
            const int128 impulse = pawl_arcade_get_contact_impulse(arcade, contact);
            const int128 change = contact->change;
            ck_assert_msg(impulse * (w1 + w2) <= change * 65536 &&
                              (impulse + 1) * (w1 + w2) > change * 65536,
                          "round %d of %d: impulse", n, _i);
            met++;
        }
        free(arcade);
    }
    ck_assert_int_gt(met, SEEDED_OFTEN(1000));
}
END_TEST

/* Two blocks and a wall: Galperin, Playing Pool with pi (2003). */
START_TEST(two_blocks_and_a_wall_count_the_digits_of_pi) {
    const struct {
        pawl_fx ratio;
        uint32_t impacts;
    } rows[] = {{1, 3}, {100, 31}, {10000, 314}, {1000000, 3141}};
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    def.impact_limit = UINT16_MAX;
    def.contact_capacity = 0;
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_prototype kind = immovable(elastic(box_kind(0.5, 0.5)));
    const uint16_t wall = add_kind(arcade, kind);
    kind.inverse_mass = rows[_i].ratio;
    const uint16_t small = add_kind(arcade, kind);
    kind.inverse_mass = 1;
    const uint16_t large = add_kind(arcade, kind);
    add_arcade_body(arcade, wall, VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id light = add_arcade_body(arcade, small, VEC(20, 0), VEC(0, 0));
    const pawl_arcade_id heavy = add_arcade_body(arcade, large, VEC(120, 0), VEC(-1, 0));
    uint32_t impacts = 0;
    for (int i = 0; i < 60 * 250; i++) {
        step(arcade, 1);
        impacts += pawl_arcade_get_dropped_count(arcade);
    }
    ck_assert_uint_eq(impacts, rows[_i].impacts);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    const pawli_arcade_speed v1 = speed_of(arcade, light), v2 = speed_of(arcade, heavy);
    ck_assert_msg(v2.x >= v1.x && v1.x >= 0, "they would meet again");
    free(arcade);
}
END_TEST

START_TEST(friction_takes_its_part_of_the_sideways_velocity) {
    pawl_arcade *const arcade = make_still_arcade();
    pawl_arcade_prototype kind = elastic(circle_kind(0.5));
    kind.elasticity = FX(0.5);
    kind.friction = FX(0.25);
    const uint16_t ball = add_kind(arcade, kind);
    kind = immovable(elastic(box_kind(10, 0.5)));
    kind.elasticity = FX(0.25);
    kind.friction = FX(0.125);
    const uint16_t floor = add_kind(arcade, kind);
    add_arcade_body(arcade, floor, VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id body = add_arcade_body(arcade, ball, VEC(0, 1), VEC(8, -4));
    step(arcade, 1);
    assert_vec(pawl_arcade_get_velocity(arcade, body), VEC(6, 2)); /* the larger of both */
    ck_assert_int_eq(pawl_arcade_get_contacts(arcade)->speed, FX(4));
    ck_assert_int_eq(pawl_arcade_get_contacts(arcade)->change, FX(6));
    free(arcade);
}
END_TEST

START_TEST(below_the_threshold_the_sideways_velocity_sticks_and_nothing_bounces) {
    const struct {
        double x, y, stick;
        pawl_vec2 want;
    } rows[] = {
        {0.75, -3, 1, VEC(0, 3)},     /* sideways below, approach above */
        {1.5, -3, 1, VEC(0.5, 3)},    /* above it loses the threshold */
        {5, -0.75, 1, VEC(4, 0)},     /* approach below */
        {-5, -1, 1, VEC(-4, 1)},      /* at the threshold it bounces */
        {-0.75, -0.75, 1, VEC(0, 0)}, /* both */
        {0.75, -0.75, 0, VEC(0.75, 0.75)},
    };
    pawl_arcade *const arcade = make_still_arcade();
    pawl_arcade_prototype kind = elastic(circle_kind(0.5));
    const uint16_t ball = add_kind(arcade, kind);
    kind = immovable(elastic(box_kind(10, 0.5)));
    kind.stick = FX(rows[_i].stick);
    const uint16_t floor = add_kind(arcade, kind);
    const pawl_arcade_id body =
        add_arcade_body(arcade, ball, VEC(0, 1), VEC(rows[_i].x, rows[_i].y));
    add_arcade_body(arcade, floor, VEC(0, 0), VEC(0, 0));
    step(arcade, 1);
    assert_vec(pawl_arcade_get_velocity(arcade, body), rows[_i].want);
    free(arcade);
}
END_TEST

START_TEST(gravity_and_drag_follow_their_formulas) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(3, -10);
    def.rate_numerator = 64;
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_prototype kind = circle_kind(1);
    const uint16_t plain = add_kind(arcade, kind);
    kind.gravity_scale = -FX(0.5);
    const uint16_t balloon = add_kind(arcade, kind);
    kind.gravity_scale = 0;
    kind.air_drag = FX(16);
    const uint16_t feather = add_kind(arcade, kind);
    kind.air_drag = FX(255);
    const uint16_t stuck = add_kind(arcade, kind);
    const uint16_t wall = add_kind(arcade, immovable(kind));
    const pawl_arcade_id a = add_arcade_body(arcade, plain, VEC(-50, 0), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, balloon, VEC(-20, 0), VEC(0, 0));
    const pawl_arcade_id c = add_arcade_body(arcade, feather, VEC(10, 0), VEC(-1, 2));
    const pawl_arcade_id d = add_arcade_body(arcade, stuck, VEC(40, 0), VEC(5, 5));
    const pawl_arcade_id e = add_arcade_body(arcade, wall, VEC(70, 0), VEC(5, 5));
    step(arcade, 1);
    assert_vec(pawl_arcade_get_velocity(arcade, a), VEC(3 / 64.0, -10 / 64.0));
    assert_vec(pawl_arcade_get_velocity(arcade, b), VEC(-1.5 / 64, 5 / 64.0));
    assert_vec(pawl_arcade_get_velocity(arcade, c), VEC(-0.75, 1.5));
    assert_vec(pawl_arcade_get_velocity(arcade, d), VEC(0, 0));
    assert_vec(pawl_arcade_get_velocity(arcade, e), VEC(5, 5));
    assert_vec(pawl_arcade_get_position(arcade, e), VEC(70 + 5 / 64.0, 5 / 64.0));
    step(arcade, 63);
    assert_vec(pawl_arcade_get_velocity(arcade, a), VEC(3, -10));
    free(arcade);
}
END_TEST

START_TEST(springs_press_bodies_apart_by_their_depth) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    def.rate_numerator = 64;
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_prototype kind = circle_kind(1);
    kind.response = PAWL_ARCADE_SPRING;
    kind.spring = FX(256);
    kind.elasticity = FX(0.5);
    const uint16_t light = add_kind(arcade, kind);
    kind.inverse_mass = FX(0.25);
    const uint16_t heavy = add_kind(arcade, kind);
    const pawl_arcade_id a = add_arcade_body(arcade, light, VEC(0, 0), VEC(0, 0));
    const pawl_arcade_id b = add_arcade_body(arcade, heavy, VEC(1.5, 0), VEC(0, 0));
    step(arcade, 1);
    /* 256 * 0.5 / 64 = 2, shared 4 : 1. */
    ck_assert_int_le(abs(pawl_arcade_get_velocity(arcade, a).x + (pawl_fx)(1.6 * 65536)), 1);
    ck_assert_int_le(abs(pawl_arcade_get_velocity(arcade, b).x - (pawl_fx)(0.4 * 65536)), 1);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 1);
    ck_assert_int_eq(pawl_arcade_get_contacts(arcade)->type, PAWL_ARCADE_CONTACT_SPRING);
    ck_assert_int_eq(pawl_arcade_get_contacts(arcade)->change, FX(2));
    const pawl_fx depth = FX(0.5) - (pawl_arcade_get_position(arcade, b).x - FX(1.5)) +
                          pawl_arcade_get_position(arcade, a).x;
    step(arcade, 1);
    /* On their way out half as much. */
    const pawl_fx want = depth * 2, got = pawl_arcade_get_contacts(arcade)->change;
    ck_assert_msg(abs(got - want) <= 2, "%ld instead of %ld", (long)got, (long)want);
    step(arcade, 64);
    ck_assert_uint_eq(pawl_arcade_get_contact_count(arcade), 0);
    ck_assert_int_gt(pawl_arcade_get_position(arcade, b).x,
                     pawl_arcade_get_position(arcade, a).x + FX(2));
    free(arcade);
}
END_TEST

START_TEST(the_fastest_bodies_are_clamped_with_a_fault) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = pawl_vec2_make(PAWL_ARCADE_SPEED_MAX, -PAWL_ARCADE_SPEED_MAX);
    def.rate_numerator = 1;
    pawl_arcade *const arcade = make_arcade(&def);
    const uint16_t kind = add_kind(arcade, circle_kind(1));
    const pawl_arcade_id body = add_arcade_body(arcade, kind, VEC(0, 0), VEC(0, 0));
    step(arcade, 1);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    step(arcade, 1);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade) & PAWL_ARCADE_FAULT_SPEED,
                      PAWL_ARCADE_FAULT_SPEED);
    assert_vec(pawl_arcade_get_velocity(arcade, body), VEC(8192, -8192));
    step(arcade, 1);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade) & PAWL_ARCADE_FAULT_POSITION,
                      PAWL_ARCADE_FAULT_POSITION);
    assert_vec(pawl_arcade_get_position(arcade, body),
               pawl_vec2_make(PAWL_COORD_MAX, -PAWL_COORD_MAX));
    pawl_arcade_clear_faults(arcade);
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

Suite *suite_arcade_response(void);

Suite *suite_arcade_response(void) {
    Suite *const suite = suite_create("arcade_response");
    TCase *const all = tcase_create("arcade_response");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, a_share_is_the_exact_fraction_rounded_to_nearest, 0, 2);
    tcase_add_loop_test(all, an_impact_exchanges_velocities_by_inverse_mass_exactly, 0, 2);
    tcase_add_loop_test(all, two_blocks_and_a_wall_count_the_digits_of_pi, 0, 4);
    tcase_add_test(all, friction_takes_its_part_of_the_sideways_velocity);
    tcase_add_loop_test(all, below_the_threshold_the_sideways_velocity_sticks_and_nothing_bounces,
                        0, 6);
    tcase_add_test(all, gravity_and_drag_follow_their_formulas);
    tcase_add_test(all, springs_press_bodies_apart_by_their_depth);
    tcase_add_test(all, the_fastest_bodies_are_clamped_with_a_fault);
    suite_add_tcase(suite, all);
    return suite;
}
