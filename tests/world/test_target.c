/* test_target.c - bodies that are sent somewhere are there after one step, as exactly as the header
 * says, and errors do not add up. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "world/world.h"

static const pawli_body *slot_of_body(const pawl_world *world, pawl_body_id body) {
    return &pawli_bodies_const(world)[body.index1 - 1];
}

/* 1 / radius of gyration. */
static double per_gyration(const pawl_world *world, pawl_body_id body) {
    const pawli_body *at = slot_of_body(world, body);
    double value = at->per_gyration;
    for (int i = 0; i < -at->per_gyration_exponent; i++)
        value /= 2;
    return value;
}

static uint32_t draw(uint64_t *seed, uint32_t below) {
    return (uint32_t)((seeded_next(seed) >> 32) * below >> 32);
}

/* Any size from one raw unit up to `most`, of either sign. */
static int32_t any_size(uint64_t *seed, int32_t most) {
    const uint32_t bits = draw(seed, 32);
    const uint32_t size = (uint32_t)(seeded_next(seed) >> 32) >> bits;
    const int32_t within = (int32_t)(size % ((uint32_t)most + 1u));
    return draw(seed, 2) ? within : -within;
}

static pawl_world *make_paced_world(uint64_t *seed, bool sleeping) {
    static const uint32_t rates[][2] = {
        {60, 1}, {1, 1}, {1000, 1}, {30, 1}, {50, 1}, {16777216, 280896}, {7, 3}, {144, 1}};
    pawl_world_def def = pawl_world_def_default();
    const uint32_t rate = draw(seed, 8);
    def.body_capacity = def.shape_capacity = 4;
    def.gravity = VEC(0, 0);
    def.rate_numerator = rates[rate][0];
    def.rate_denominator = rates[rate][1];
    def.substeps = (uint8_t)(1 + draw(seed, 16));
    def.sleeping = sleeping;
    return make_world(&def);
}

static pawl_body_id add_mover(pawl_world *world, pawl_body_type type, uint64_t *seed) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    def.type = type;
    def.position = pawl_vec2_make(any_size(seed, FX(9000)), any_size(seed, FX(9000)));
    def.angle = (pawl_angle)(seeded_next(seed) >> 32);
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    if (draw(seed, 4) == 0) return body; /* without a shape k is 1 */
    const double size = 0.0078125 * (1 << draw(seed, 14));
    add_box(world, body, size, size / (1 + draw(seed, 4)));
    return body;
}

/* Half of 2^-22 units along a circle of radius k, in 2^-32 turns, and the rounding of angles. */
static double angle_error_max(const pawl_world *world, pawl_body_id body) {
    return 82 * per_gyration(world, body) + 1;
}

typedef struct worst {
    double share; /* of what the header allows, of an angle */
    int arrivals, refused;
} worst;

static void send_once(pawl_world *world, pawl_body_id body, uint64_t *seed, worst *all) {
    const pawl_vec2 from = pawl_body_get_position(world, body);
    const pawl_angle angle = pawl_body_get_angle(world, body) +
                             (draw(seed, 3) ? (uint32_t)any_size(seed, INT32_MAX) : 0);
    const pawl_vec2 to = pawl_vec2_make(from.x + any_size(seed, FX(600)),
                                        draw(seed, 4) ? from.y + any_size(seed, FX(600)) : from.y);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_status status = pawl_body_set_target(world, body, to, angle);
    if (status != PAWL_OK) {
        ck_assert_int_eq(status, PAWL_ERR_RANGE);
        ck_assert_uint_eq(pawl_world_hash(world), hash);
        all->refused++;
        return;
    }
    run(world, 1);
    assert_vec_eq(pawl_body_get_position(world, body), to);
    const int32_t off = (int32_t)(pawl_body_get_angle(world, body) - angle);
    const double share = (off < 0 ? -(double)off : off) / angle_error_max(world, body);
    ck_assert_msg(share <= 1, "angle off by %d, allowed %.1f", (int)off,
                  angle_error_max(world, body));
    if (share > all->share) all->share = share;
    all->arrivals++;
}

/* Over rates, sub-steps, distances, angles and sizes; twenty times with one body, so that errors
 * would add up. */
START_TEST(a_kinematic_body_is_where_it_was_sent) {
    uint64_t seed = seeded_fresh("targets of kinematic bodies") | 1u;
    worst all = {0};
    for (int i = 0; i < SEEDED_ROUNDS(4000); i++) {
        pawl_world *const world = make_paced_world(&seed, draw(&seed, 2));
        const pawl_body_id body = add_mover(world, PAWL_KINEMATIC, &seed);
        for (int k = 0; k < 20; k++)
            send_once(world, body, &seed, &all);
        ck_assert_uint_eq(pawl_world_get_faults(world), 0);
        free(world);
    }
    ck_assert_int_gt(all.arrivals, 100);
    ck_assert_int_gt(all.refused, SEEDED_OFTEN(100));
    if (SEEDED_SHARE == 1) ck_assert_msg(all.share > 0.9, "the bound is not met by far");
}
END_TEST

/* Around a circle in steps that no velocity meets exactly, for an hour. */
START_TEST(a_path_of_an_hour_does_not_drift) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_KINEMATIC, 0, 0);
    add_box(world, body, 1, 0.25);
    for (uint32_t tick = 1; tick <= (uint32_t)SEEDED_ROUNDS(216000); tick++) {
        const pawl_angle angle = tick * UINT32_C(7158279) + tick / 7;
        const pawl_rot rot = pawl_rot_from_angle(angle);
        const pawl_vec2 to = pawl_rotate(rot, VEC(7, 0));
        ck_assert_int_eq(pawl_body_set_target(world, body, to, angle), PAWL_OK);
        run(world, 1);
        assert_vec_eq(pawl_body_get_position(world, body), to);
        const int32_t off = (int32_t)(pawl_body_get_angle(world, body) - angle);
        ck_assert_int_le(off < 0 ? -off : off, (int)angle_error_max(world, body));
    }
    free(world);
}
END_TEST

/* Its center of mass goes straight, which is where the origin is at the end. */
START_TEST(a_dynamic_body_arrives_when_nothing_else_acts) {
    uint64_t seed = seeded_fresh("targets of dynamic bodies") | 1u;
    int arrivals = 0;
    for (int i = 0; i < SEEDED_ROUNDS(2000); i++) {
        pawl_world *const world = make_paced_world(&seed, false);
        const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 3, 4);
        const pawl_convex off_center = circle_convex(0.75, 0.25, 0.5);
        add_box(world, body, 1, 0.25);
        add_shape(world, body, &off_center);
        for (int k = 0; k < 10; k++) {
            const pawl_vec2 to = pawl_vec2_make(any_size(&seed, FX(50)), any_size(&seed, FX(50)));
            const pawl_angle angle = (pawl_angle)(seeded_next(&seed) >> 32);
            if (pawl_body_set_target(world, body, to, angle) != PAWL_OK) continue;
            run(world, 1);
            const pawl_vec2 at = pawl_body_get_position(world, body);
            ck_assert_int_le(pawl_abs(at.x - to.x), 2);
            ck_assert_int_le(pawl_abs(at.y - to.y), 2);
            const int32_t off = (int32_t)(pawl_body_get_angle(world, body) - angle);
            ck_assert_int_le(off < 0 ? -off : off, (int)angle_error_max(world, body));
            arrivals++;
        }
        free(world);
    }
    ck_assert_int_gt(arrivals, 50);
}
END_TEST

START_TEST(a_lift_carries_what_stands_on_it_where_a_teleport_does_not) {
    pawl_world *const world = make_default_world();
    const pawl_body_id lift = add_body(world, PAWL_KINEMATIC, 0, 0);
    add_box(world, lift, 2, 0.5);
    const pawl_body_id box = add_unit_box(world, 0, 1);
    run(world, 30);
    for (int i = 1; i <= 120; i++) {
        ck_assert_int_eq(pawl_body_set_target(world, lift, VEC(0.03125 * i, 0.015625 * i), 0),
                         PAWL_OK);
        run(world, 1);
    }
    const pawl_vec2 at = pawl_body_get_position(world, box); /* it slid while it caught up */
    assert_near(units(at.x), 0.03125 * 120, 0.25, "x");
    assert_near(units(at.y), 1 + 0.015625 * 120, 0.05, "y");
    free(world);
}
END_TEST

/* Sent to where it is, a body stops, falls asleep, and is not woken again. */
START_TEST(who_stays_where_it_is_may_sleep) {
    pawl_world *const world = make_default_world();
    const pawl_body_id body = add_body(world, PAWL_KINEMATIC, 0, 0);
    add_box(world, body, 1, 1);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(0.5, 0), 0x01000000), PAWL_OK);
    run(world, 1);
    const pawl_angle angle = pawl_body_get_angle(world, body);
    for (int i = 0; i < 60; i++) {
        ck_assert_int_eq(pawl_body_set_target(world, body, VEC(0.5, 0), angle), PAWL_OK);
        run(world, 1);
        assert_vec_eq(pawl_body_get_position(world, body), VEC(0.5, 0));
        ck_assert_uint_eq(pawl_body_get_angle(world, body), angle);
    }
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(0.5, 0), angle + 1024), PAWL_OK);
    ck_assert_int_eq(pawl_body_is_awake(world, body), true);
    free(world);
}
END_TEST

START_TEST(half_a_turn_goes_backwards_and_more_the_other_way) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_body(world, PAWL_KINEMATIC, 0, 0);
    add_box(world, body, 1, 1);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(0, 0), 0x80000000), PAWL_OK);
    ck_assert_int_lt(pawl_body_get_angular_velocity(world, body), 0);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(0, 0), 0x7FFFFFFF), PAWL_OK);
    ck_assert_int_gt(pawl_body_get_angular_velocity(world, body), 0);
    free(world);
}
END_TEST

START_TEST(what_is_too_far_or_too_fast_changes_nothing) {
    pawl_world *const world = make_space();
    const pawl_body_id ground = add_ground(world), body = add_body(world, PAWL_KINEMATIC, 0, 0);
    const pawl_body_id wheel = add_body(world, PAWL_KINEMATIC, 0, 0);
    add_box(world, wheel, 8000, 100);
    const uint32_t hash = pawl_world_hash(world);
    const pawl_vec2 beyond = pawl_vec2_make(PAWL_COORD_MAX + 1, 0);
    ck_assert_int_eq(pawl_body_set_target(world, body, beyond, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_body_set_target(world, ground, beyond, 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(136.75, 0), 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(0, -136.75), 0), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_body_set_target(world, wheel, VEC(0, 0), 0x40000000), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_body_set_target(world, ground, VEC(9, 9), 0), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), hash);
    ck_assert_int_eq(pawl_body_set_target(world, body, VEC(136.5, 0), 0), PAWL_OK);
    run(world, 1);
    assert_vec_eq(pawl_body_get_position(world, body), VEC(136.5, 0));
    free(world);
}
END_TEST

/* As if there had been none. */
START_TEST(forces_are_taken_back) {
    pawl_world *const world = make_space();
    const pawl_body_id body = add_unit_box(world, 0, 0), other = add_unit_box(world, 5, 0);
    ck_assert_int_eq(pawl_body_apply_force(world, body, (pawl_wide2){FX(9), FX(2)}, VEC(0, 1)),
                     PAWL_OK);
    ck_assert_int_eq(pawl_body_apply_torque(world, body, FX(3)), PAWL_OK);
    ck_assert_int_eq(pawl_body_clear_forces(world, body), PAWL_OK);
    run(world, 5);
    ck_assert_int_eq(pawl_body_get_velocity(world, body).x, 0);
    ck_assert_int_eq(pawl_body_get_angular_velocity(world, body), 0);
    pawl_body_destroy(world, other);
    ck_assert_int_eq(pawl_body_clear_forces(world, other), PAWL_ERR_STALE);
    ck_assert_int_eq(pawl_body_clear_forces(NULL, body), PAWL_ERR_NULL);
    free(world);
}
END_TEST

Suite *suite_target(void) {
    Suite *const suite = suite_create("target");
    TCase *const tcase = tcase_create("target");
    tcase_add_test(tcase, a_kinematic_body_is_where_it_was_sent);
    tcase_add_test(tcase, a_path_of_an_hour_does_not_drift);
    tcase_add_test(tcase, a_dynamic_body_arrives_when_nothing_else_acts);
    tcase_add_test(tcase, a_lift_carries_what_stands_on_it_where_a_teleport_does_not);
    tcase_add_test(tcase, who_stays_where_it_is_may_sleep);
    tcase_add_test(tcase, half_a_turn_goes_backwards_and_more_the_other_way);
    tcase_add_test(tcase, what_is_too_far_or_too_fast_changes_nothing);
    tcase_add_test(tcase, forces_are_taken_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
