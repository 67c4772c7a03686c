/* test_arcade_range.c - an arcade at the limits of all numbers: nothing overflows, which only the
 * sanitizers see (MODE=san), and what comes out is within its range. */
#include "support/arcade/arcade.h"
#include "support/base/seeded.h"

static void assert_bodies_in_range(const pawl_arcade *arcade) {
    pawl_arcade_id body = NO_BODY;
    while (!pawl_arcade_is_null(body = pawl_arcade_next_body(arcade, body))) {
        const pawl_vec2 position = pawl_arcade_get_position(arcade, body);
        const pawl_vec2 velocity = pawl_arcade_get_velocity(arcade, body);
        ck_assert_int_le(pawl_abs(position.x), PAWL_COORD_MAX);
        ck_assert_int_le(pawl_abs(position.y), PAWL_COORD_MAX);
        ck_assert_int_le(pawl_abs(velocity.x), PAWL_ARCADE_SPEED_MAX);
        ck_assert_int_le(pawl_abs(velocity.y), PAWL_ARCADE_SPEED_MAX);
    }
}

/* A step of a second in a gravity of 8192 * 127: a speed of 2^52, of which the air takes so much
 * that what is left is in range. */
START_TEST(air_takes_what_the_greatest_gravity_gives) {
    static const double drags[] = {1, 255, 0.99609375, 0.9921875};
    static const double left[] = {0, 0, 4064, 8128}; /* shares of 1 / 256, of 127 * 8192 */
    pawl_arcade_def def = pawl_arcade_def_default();
    def.rate_numerator = 1;
    def.gravity = VEC(8192, -8192);
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_prototype prototype = circle_kind(1);
    prototype.gravity_scale = FX(127);
    prototype.air_drag = FX(drags[_i]);
    const uint16_t kind = add_kind(arcade, prototype);
    const pawl_arcade_id body = add_arcade_body(arcade, kind, VEC(0, 0), VEC(0, 0));
    step(arcade, 1);
    assert_bodies_in_range(arcade);
    assert_vec(pawl_arcade_get_velocity(arcade, body), VEC(left[_i], -left[_i]));
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    free(arcade);
}
END_TEST

/* Bounds at one end of the world take in a body at the other, more than 2^31 raw units away. */
START_TEST(bounds_take_in_what_is_at_the_other_end) {
    const pawl_fx sign = _i % 2 == 0 ? 1 : -1, most = PAWL_COORD_MAX;
    pawl_arcade_def def = pawl_arcade_def_default();
    def.bounds.lower = sign > 0 ? VEC(-16000, -16000) : VEC(15000, 15000);
    def.bounds.upper = sign > 0 ? VEC(-15000, -15000) : VEC(16000, 16000);
    if (_i / 2 == 1) { /* no room within the world */
        def.bounds.lower.x = def.bounds.lower.y = sign > 0 ? -most : most - 2;
        def.bounds.upper.x = def.bounds.upper.y = sign > 0 ? 2 - most : most;
    }
    def.gravity = VEC(0, 0);
    for (int edge = 0; edge < 4; edge++)
        def.edges[edge] = edge % 2 == (sign > 0) ? PAWL_ARCADE_EDGE_BOUNCE : PAWL_ARCADE_EDGE_OPEN;
    pawl_arcade *const arcade = make_arcade(&def);
    const double half = (PAWL_EXTENT_MAX / 2) / 65536.0;
    const uint16_t kind = add_kind(arcade, _i / 4 == 0 ? circle_kind(half) : box_kind(half, half));
    const pawl_arcade_id body =
        add_arcade_body(arcade, kind, pawl_vec2_make(sign * most, sign * most), VEC(0, 0));
    step(arcade, 1);
    assert_bodies_in_range(arcade);
    const pawl_vec2 at = pawl_arcade_get_position(arcade, body);
    const pawl_fx edge = sign > 0 ? def.bounds.upper.x : def.bounds.lower.x;
    const int64_t inside = (int64_t)edge - sign * (int64_t)(PAWL_EXTENT_MAX / 2);
    const pawl_fx want = (pawl_fx)(inside > most ? most : inside < -most ? -most : inside);
    assert_vec(at, pawl_vec2_make(want, want));
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade) & PAWL_ARCADE_FAULT_POSITION,
                      want == inside ? 0 : PAWL_ARCADE_FAULT_POSITION);
    free(arcade);
}
END_TEST

/* ---- anything -------------------------------------------------------------------------------- */

/* Often a limit; else of any size. */
static pawl_fx any_size(uint64_t *seed, pawl_fx low, pawl_fx high) {
    const uint64_t how = seeded_next(seed) % 6;
    if (how == 0) return low;
    if (how == 1) return high;
    const pawl_fx size = (pawl_fx)pawl_abs(seeded_int32(seed));
    return pawl_clamp(seeded_next(seed) % 2 == 0 ? size : -size, low, high);
}

static pawl_vec2 any_vec(uint64_t *seed, pawl_fx most) {
    const pawl_fx x = any_size(seed, -most, most);
    return pawl_vec2_make(x, any_size(seed, -most, most));
}

static pawl_arcade_def any_def(uint64_t *seed) {
    static const uint32_t rates[][2] = {{1, 1}, {1000, 1}, {60, 1}, {7, 5}};
    pawl_arcade_def def = pawl_arcade_def_default();
    const uint64_t rate = seeded_next(seed) % 4;
    def.rate_numerator = rates[rate][0];
    def.rate_denominator = rates[rate][1];
    def.gravity = any_vec(seed, PAWL_ARCADE_SPEED_MAX);
    def.bounds.lower = any_vec(seed, PAWL_COORD_MAX - 1);
    def.bounds.upper = pawl_vec2_make(any_size(seed, def.bounds.lower.x + 1, PAWL_COORD_MAX),
                                      any_size(seed, def.bounds.lower.y + 1, PAWL_COORD_MAX));
    for (int edge = 0; edge < 4; edge++) {
        static const uint8_t ways[] = {PAWL_ARCADE_EDGE_OPEN, PAWL_ARCADE_EDGE_BOUNCE,
                                       PAWL_ARCADE_EDGE_REPORT};
        def.edges[edge] = ways[seeded_next(seed) % 3];
    }
    if (seeded_next(seed) % 3 == 0) def.edges[0] = def.edges[1] = PAWL_ARCADE_EDGE_WRAP;
    if (seeded_next(seed) % 3 == 0) def.edges[2] = def.edges[3] = PAWL_ARCADE_EDGE_WRAP;
    return def;
}

static void add_any_prototype(pawl_arcade *arcade, uint64_t *seed) {
    pawl_arcade_prototype prototype = pawl_arcade_prototype_default();
    pawl_convex polygon;
    uint16_t kind;
    const pawl_fx most = PAWL_EXTENT_MAX / 2;
    prototype.shape = (uint8_t)(seeded_next(seed) % 3);
    prototype.response = (uint8_t)(seeded_next(seed) % 3);
    prototype.half =
        pawl_vec2_make(any_size(seed, PAWL_SIZE_MIN, most), any_size(seed, PAWL_SIZE_MIN, most));
    prototype.inverse_mass = any_size(seed, 0, PAWL_FX_MAX);
    prototype.elasticity = any_size(seed, 0, FX(1));
    prototype.friction = any_size(seed, 0, FX(1));
    prototype.stick = any_size(seed, 0, FX(255));
    prototype.air_drag = any_size(seed, 0, FX(255));
    prototype.gravity_scale = any_size(seed, -FX(127), FX(127));
    prototype.spring = any_size(seed, 0, FX(16383));
    if (prototype.shape == PAWL_ARCADE_POLYGON) {
        const pawl_fx radius = seeded_next(seed) % 2 == 0 ? 0 : any_size(seed, 0, FX(1000));
        pawl_vec2 corners[5];
        for (int i = 0; i < 5; i++)
            corners[i] = any_vec(seed, most - radius);
        if (pawl_make_polygon(corners, 5, radius, &polygon) != PAWL_OK ||
            pawl_arcade_add_polygon(arcade, &polygon, &prototype.polygon) != PAWL_OK)
            prototype.shape = PAWL_ARCADE_BOX;
    }
    ck_assert_int_eq(pawl_arcade_add_prototype(arcade, &prototype, &kind), PAWL_OK);
}

static void ask_anything(const pawl_arcade *arcade, const pawl_arcade_id *bodies, uint64_t *seed) {
    pawl_arcade_ray_hit hits[4];
    const pawl_arcade_id a = bodies[seeded_next(seed) % 12], b = bodies[seeded_next(seed) % 12];
    const pawl_fx most = INT32_C(1) << 29;
    const pawl_arcade_meeting met =
        pawl_arcade_meet(arcade, a, any_vec(seed, most), b, any_vec(seed, most));
    ck_assert_int_le(met.fraction, PAWL_UNIT);
    const pawl_vec2 from = any_vec(seed, PAWL_COORD_MAX);
    (void)!pawl_arcade_ray(arcade, from, any_vec(seed, PAWL_COORD_MAX), 0xFFFF, hits, 4);
    for (uint16_t i = 0; i < pawl_arcade_get_contact_count(arcade); i++)
        ck_assert_int_ge(
            pawl_arcade_get_contact_impulse(arcade, pawl_arcade_get_contacts(arcade) + i), 0);
}

START_TEST(anything_legal_stays_in_range) {
    uint64_t seed = first_seed(_i);
    const pawl_arcade_def def = any_def(&seed);
    pawl_arcade *const arcade = make_arcade(&def);
    pawl_arcade_id bodies[12];
    for (int i = 0; i < 6; i++)
        add_any_prototype(arcade, &seed);
    for (int i = 0; i < 12; i++) {
        bodies[i] =
            add_arcade_body(arcade, (uint16_t)(seeded_next(&seed) % 6),
                            any_vec(&seed, PAWL_COORD_MAX), any_vec(&seed, PAWL_ARCADE_SPEED_MAX));
    }
    for (int i = 0; i < 12; i++) {
        pawl_arcade_set_position(arcade, bodies[i], any_vec(&seed, PAWL_COORD_MAX));
        pawl_arcade_set_velocity(arcade, bodies[i], any_vec(&seed, PAWL_ARCADE_SPEED_MAX));
        step(arcade, 1);
        assert_bodies_in_range(arcade);
        ask_anything(arcade, bodies, &seed);
    }
    free(arcade);
}
END_TEST

Suite *suite_arcade_range(void) {
    Suite *suite = suite_create("arcade_range");
    TCase *tcase = tcase_create("arcade_range");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, air_takes_what_the_greatest_gravity_gives, 0, 4);
    tcase_add_loop_test(tcase, bounds_take_in_what_is_at_the_other_end, 0, 8);
    tcase_add_loop_test(tcase, anything_legal_stays_in_range, 0, SEEDED_PASSES(80, 800));
    suite_add_tcase(suite, tcase);
    return suite;
}
