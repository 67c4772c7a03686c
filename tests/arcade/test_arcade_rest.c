/* test_arcade_rest.c - what holds and what slides on slopes, stacks, and how often blocks bounce
 * that lose nothing. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "pawl/arcade.h"
#include "support/shape/convex.h"

#define SECOND 60
#define MINUTE (SEEDED_SHARE > 1 ? 2 * SECOND : 60 * SECOND) /* shorter where it is slow */
#define SLOPES 4

static uint64_t memory[4096];

/* Right angles, so that the sine of the slope is rise / length. */
static const struct slope {
    int32_t run, rise, length;
} slopes[SLOPES] = {{4, 3, 5}, {12, 5, 13}, {24, 7, 25}, {3, 4, 5}};

static uint16_t add_kind(pawl_arcade *arcade, const pawl_arcade_prototype *kind) {
    uint16_t made = 0;
    ck_assert_int_eq(pawl_arcade_add_prototype(arcade, kind, &made), PAWL_OK);
    return made;
}

static pawl_arcade_id add_body(pawl_arcade *arcade, uint16_t kind, pawl_fx x, pawl_fx y) {
    pawl_arcade_id body = {0, 0};
    const pawl_vec2 still = {0, 0};
    ck_assert_int_eq(pawl_arcade_create(arcade, kind, pawl_vec2_make(x, y), still, 0, &body),
                     PAWL_OK);
    return body;
}

static pawl_arcade *make_arcade(pawl_fx gravity) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *arcade = NULL;
    def.gravity = pawl_vec2_make(0, -gravity);
    ck_assert_int_eq(pawl_arcade_init(memory, sizeof memory, &def, &arcade), PAWL_OK);
    return arcade;
}

static void run(pawl_arcade *arcade, int steps) {
    for (int i = 0; i < steps; i++)
        ck_assert_int_eq(pawl_arcade_step(arcade), PAWL_OK);
}

/* A body of one of three shapes just above the middle of a slope that rises to the right. */
static pawl_arcade_id put_on_slope(pawl_arcade *arcade, const struct slope *slope, int shape,
                                   const pawl_arcade_prototype *kind) {
    pawl_arcade_prototype ground = pawl_arcade_prototype_default(), own = *kind;
    pawl_convex polygon;
    const pawl_fx width = slope->run * PAWL_FX_ONE, height = slope->rise * PAWL_FX_ONE;
    const pawl_vec2 wedge[3] = {{-width, -height}, {width, -height}, {width, height}};
    const pawl_vec2 tile[4] = {{-24576, -20000}, {24576, -20000}, {24576, 20000}, {-24576, 20000}};
    ck_assert_int_eq(pawl_make_polygon(wedge, 3, 0, &polygon), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &polygon, &ground.polygon), PAWL_OK);
    ground.shape = PAWL_ARCADE_POLYGON;
    ground.inverse_mass = ground.stick = ground.friction = 0;
    ground.elasticity = 0;
    add_body(arcade, add_kind(arcade, &ground), 0, 0);
    own.shape = (uint8_t)shape;
    own.half = pawl_vec2_make(24576, 20000);
    if (shape == PAWL_ARCADE_POLYGON) {
        ck_assert_int_eq(pawl_make_polygon(tile, 4, 0, &polygon), PAWL_OK);
        ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &polygon, &own.polygon), PAWL_OK);
    }
    return add_body(arcade, add_kind(arcade, &own), 0, PAWL_FX(1, 1, 4));
}

/* stick, in 1/256: sin < stick * rate / gravity holds. */
static int32_t least_stick(const struct slope *slope, int32_t gravity) {
    return slope->rise * gravity * 256 / (slope->length * SECOND) + 1;
}

#define SLOPE_CASES (SLOPES * 3)

START_TEST(a_body_on_a_slope_below_the_threshold_does_not_move) {
    const struct slope *const slope = &slopes[_i / 3];
    const int32_t gravity = 10;
    pawl_arcade *const arcade = make_arcade(gravity * PAWL_FX_ONE);
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    kind.stick = least_stick(slope, gravity) * 256;
    kind.elasticity = 0;
    kind.friction = PAWL_FX_ONE; /* it comes to rest from a fall */
    const pawl_arcade_id body = put_on_slope(arcade, slope, _i % 3, &kind);
    run(arcade, 5 * SECOND);
    const pawl_vec2 want = pawl_arcade_get_position(arcade, body);
    ck_assert_int_gt(want.y, 0); /* still on the slope */
    ck_assert_int_gt(pawl_arcade_get_contact_count(arcade), 0);
    for (int step = 0; step < MINUTE; step++) {
        run(arcade, 1);
        const pawl_vec2 got = pawl_arcade_get_position(arcade, body);
        ck_assert_msg(got.x == want.x && got.y == want.y,
                      "moved by %" PRId32 ", %" PRId32 " raw units in step %d", got.x - want.x,
                      got.y - want.y, step);
    }
}
END_TEST

START_TEST(a_body_on_a_slope_above_the_threshold_slides) {
    const struct slope *const slope = &slopes[_i / 3];
    const int32_t gravity = 10;
    pawl_arcade *const arcade = make_arcade(gravity * PAWL_FX_ONE);
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    kind.stick = (least_stick(slope, gravity) - 2) * 256;
    kind.elasticity = 0;
    kind.friction = 0;
    const pawl_arcade_id body = put_on_slope(arcade, slope, _i % 3, &kind);
    const pawl_vec2 before = pawl_arcade_get_position(arcade, body);
    run(arcade, SECOND);
    const pawl_vec2 got = pawl_arcade_get_position(arcade, body);
    ck_assert_int_lt(got.x, before.x - PAWL_FX(0, 1, 2)); /* down, that is to the left */
    ck_assert_int_lt(got.y, before.y - PAWL_FX(0, 1, 8));
}
END_TEST

/* ---- crates -----------------------------------------------------------------------------------
 */

#define CRATES 10

/* A row of boxes as the ground, and crates on top, shifted to and fro. */
START_TEST(a_stack_of_crates_stands_for_a_minute) {
    pawl_arcade *const arcade = make_arcade(PAWL_FX(10, 0, 1));
    pawl_arcade_prototype crate = pawl_arcade_prototype_default(), ground = crate;
    pawl_arcade_id crates[CRATES];
    pawl_vec2 want[CRATES];
    crate.shape = ground.shape = PAWL_ARCADE_BOX;
    ground.inverse_mass = 0;
    crate.elasticity = _i % 2 ? PAWL_FX_ONE / 2 : 0;
    const uint16_t crate_kind = add_kind(arcade, &crate), ground_kind = add_kind(arcade, &ground);
    for (int i = -2; i <= 2; i++)
        add_body(arcade, ground_kind, i * PAWL_FX_ONE, -PAWL_FX_ONE / 2);
    for (int i = 0; i < CRATES; i++) /* dropped, or stacked already */
        crates[i] = add_body(arcade, crate_kind, (i % 3 - 1) * (PAWL_FX_ONE / 8),
                             i * (PAWL_FX_ONE + (_i / 2) * (PAWL_FX_ONE / 8)) + PAWL_FX_ONE / 2);
    run(arcade, 10 * SECOND);
    if (_i < 3) ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0); /* the default is enough */
    pawl_arcade_clear_faults(arcade); /* a heap that falls and bounces may exceed it */
    for (int i = 0; i < CRATES; i++) {
        want[i] = pawl_arcade_get_position(arcade, crates[i]);
        const pawl_fx height = i * PAWL_FX_ONE + PAWL_FX_ONE / 2;
        ck_assert_msg(pawl_abs(want[i].y - height) <= PAWL_ARCADE_SLOP * (i + 1),
                      "crate %d is %" PRId32 " raw units off its height", i, want[i].y - height);
    }
    run(arcade, MINUTE);
    for (int i = 0; i < CRATES; i++) {
        const pawl_vec2 got = pawl_arcade_get_position(arcade, crates[i]);
        ck_assert_msg(got.x == want[i].x && got.y == want[i].y,
                      "crate %d moved by %" PRId32 ", %" PRId32, i, got.x - want[i].x,
                      got.y - want[i].y);
    }
    ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
}
END_TEST

/* ---- counting pi ------------------------------------------------------------------------------
 */

static const struct {
    int32_t ratio;
    uint32_t bounces;
} pi[] = {{1, 3}, {100, 31}, {10000, 314}, {1000000, 3141}};

static pawl_arcade_id add_block(pawl_arcade *arcade, pawl_fx inverse_mass, pawl_fx x,
                                pawl_fx speed) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    kind.shape = PAWL_ARCADE_BOX;
    kind.inverse_mass = inverse_mass;
    kind.elasticity = PAWL_FX_ONE;
    kind.friction = kind.stick = 0;
    const pawl_arcade_id body = add_body(arcade, add_kind(arcade, &kind), x, 0);
    ck_assert_int_eq(pawl_arcade_set_velocity(arcade, body, pawl_vec2_make(speed, 0)), PAWL_OK);
    return body;
}

static uint32_t count_bounces(int32_t ratio, pawl_fx speed) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *arcade = NULL;
    uint32_t bounces = 0;
    def.gravity = pawl_vec2_make(0, 0);
    def.impact_limit = 4096;
    def.bounds = (pawl_box){{0, -PAWL_FX_ONE}, {PAWL_FX(16000, 0, 1), PAWL_FX_ONE}};
    def.edges[PAWL_ARCADE_LEFT] = PAWL_ARCADE_EDGE_BOUNCE;
    ck_assert_int_eq(pawl_arcade_init(memory, sizeof memory, &def, &arcade), PAWL_OK);
    const pawl_arcade_id small = add_block(arcade, ratio, PAWL_FX(1000, 0, 1), 0);
    const pawl_arcade_id large = add_block(arcade, 1, PAWL_FX(1100, 0, 1), -speed);
    for (int step = 0; step < 400000; step++) {
        const pawl_fx slow = pawl_arcade_get_velocity(arcade, small).x;
        if (slow >= 0 && pawl_arcade_get_velocity(arcade, large).x >= slow) return bounces;
        run(arcade, 1);
        bounces += pawl_arcade_get_contact_count(arcade) + pawl_arcade_get_dropped_count(arcade);
        ck_assert_uint_eq(pawl_arcade_get_faults(arcade), 0);
    }
    return UINT32_MAX;
}

START_TEST(two_blocks_and_a_wall_count_the_digits_of_pi) {
    for (int32_t speed = SEEDED_SHARE > 1 ? 8 : 3; speed <= 8; speed++)
        ck_assert_msg(count_bounces(pi[_i].ratio, speed * PAWL_FX_ONE) == pi[_i].bounces,
                      "%" PRIu32 " bounces at speed %" PRId32,
                      count_bounces(pi[_i].ratio, speed * PAWL_FX_ONE), speed);
}
END_TEST

Suite *suite_arcade_rest(void);

Suite *suite_arcade_rest(void) {
    Suite *const suite = suite_create("arcade_rest");
    TCase *const all = tcase_create("arcade_rest");
    tcase_set_timeout(all, 60);
    tcase_add_loop_test(all, a_body_on_a_slope_below_the_threshold_does_not_move, 0, SLOPE_CASES);
    tcase_add_loop_test(all, a_body_on_a_slope_above_the_threshold_slides, 0, SLOPE_CASES);
    tcase_add_loop_test(all, a_stack_of_crates_stands_for_a_minute, 0, 4);
    tcase_add_loop_test(all, two_blocks_and_a_wall_count_the_digits_of_pi, 0, 4);
    suite_add_tcase(suite, all);
    return suite;
}
