/* test_free_body.c - a body that nothing touches goes through all sub-steps at once, and ends with
 * the bits that one sub-step after the other gives, written here once more. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"
#include "world/world.h"

#include "fx/round.h"

#define FLYERS 12
#define SPACE_BETWEEN 1100 /* twice PAWL_STEP_MAX, and room */
#define WAY_LIMIT ((int64_t)511 * (INT32_C(1) << 22))
#define HALF (INT32_C(1) << 15)

/* A velocity with its fraction, what pushes it, and what it moves. */
typedef struct course {
    int64_t velocity, frac, push, way, rest;
    bool fine;
} course;

static void push_course(course *at, uint32_t *faults) {
    if (at->fine) {
        const int64_t sum = at->push + at->frac, whole = pawli_floor(sum + HALF, 16);
        at->frac = sum - whole * 65536;
        at->velocity += whole;
    } else {
        at->velocity += at->push;
    }
    if (at->velocity <= PAWL_SPEED_MAX && at->velocity >= -PAWL_SPEED_MAX) return;
    if (at->push == 0) return;
    *faults |= PAWL_FAULT_SPEED;
    at->velocity = at->velocity < 0 ? -PAWL_SPEED_MAX : PAWL_SPEED_MAX;
}

static void go_on(course *at, int64_t moved, uint32_t *faults) {
    at->way += moved;
    if (at->way <= WAY_LIMIT && at->way >= -WAY_LIMIT) return;
    *faults |= PAWL_FAULT_TRANSLATION;
    at->way = at->way < 0 ? -WAY_LIMIT : WAY_LIMIT;
}

static void move_course(course *at, int64_t h, uint32_t *faults) {
    const int64_t exact = pawli_near(at->velocity * h, 10) + at->rest;
    const int64_t moved = pawli_floor(exact + HALF, 16);
    at->rest = exact - moved * 65536;
    go_on(at, moved, faults);
}

static void turn_course(course *at, int64_t h, uint32_t *faults) {
    const int64_t exact = at->velocity * h + pawli_near(at->frac * h, 16) + at->rest;
    const int64_t turned = pawli_near(exact, 26);
    at->rest = exact - turned * (INT64_C(1) << 26);
    go_on(at, turned, faults);
}

static course begin_course(pawl_fx velocity, int16_t frac, int64_t acceleration, int64_t h,
                           int64_t rest) {
    course at = {velocity, frac, 0, 0, rest, false};
    const int64_t gain = pawl_saturate(acceleration) * h, exact = pawli_near(gain, 16);
    at.fine = exact <= PAWL_FX_MAX && exact >= -PAWL_FX_MAX;
    at.push = at.fine ? exact : pawli_near(gain, 32);
    return at;
}

/* Phase 9, for one axis of a position. */
static void arrive(pawl_fx *position, int8_t *frac, int8_t *move_frac, const course *at) {
    const int64_t sum = at->way + *frac, whole = pawli_near(sum, 6), rest = pawli_near(at->rest, 8);
    *position = (pawl_fx)(*position + whole);
    *frac = (int8_t)(sum - whole * 64);
    *move_frac = (int8_t)(rest > INT8_MAX ? INT8_MAX : rest);
}

/* Where a body should be after a step. A fast one that turns far is left with half a turn or less
 * (src/step/flight.c), which is another matter. */
typedef struct arrival {
    pawli_body body;
    bool turns_far;
} arrival;

static arrival expected(const pawl_world *world, const pawli_body *before, uint32_t *faults) {
    const int64_t h = pawli_world_substep(world, world->substeps).seconds;
    pawli_body body = *before;
    course x =
        begin_course(body.velocity.x, body.velocity_frac_x,
                     (int64_t)world->gravity.x + body.acceleration.x, h, body.move_frac_x * 256);
    course y =
        begin_course(body.velocity.y, body.velocity_frac_y,
                     (int64_t)world->gravity.y + body.acceleration.y, h, body.move_frac_y * 256);
    course spin =
        begin_course(body.spin, body.spin_frac, body.spin_acceleration, h, body.turn_frac * 2048);
    for (int i = 0; i < world->substeps; i++) {
        push_course(&x, faults), push_course(&y, faults), push_course(&spin, faults);
        move_course(&x, h, faults), move_course(&y, h, faults), turn_course(&spin, h, faults);
    }
    body.velocity = pawl_vec2_make((pawl_fx)x.velocity, (pawl_fx)y.velocity);
    body.velocity_frac_x = (int16_t)x.frac;
    body.velocity_frac_y = (int16_t)y.frac;
    body.spin = (int32_t)spin.velocity;
    body.spin_frac = (int16_t)spin.frac;
    body.turn_frac = (int16_t)pawli_near(spin.rest, 11);
    const int64_t turns = pawli_body_spin_turns(&body, (int32_t)spin.way);
    body.angle += (pawl_angle)(uint64_t)turns;
    arrive(&body.position.x, &body.frac_x, &body.move_frac_x, &x);
    arrive(&body.position.y, &body.frac_y, &body.move_frac_y, &y);
    const arrival at = {body, turns > INT32_MAX || turns < -INT32_MAX};
    return at;
}

/* Spread over the bits; now and then nothing, or the limit. */
static int32_t any_value(uint64_t *seed, int32_t most) {
    const uint64_t drawn = seeded_next(seed);
    if (drawn % 8 == 0) return 0;
    if (drawn % 32 == 1) return drawn >> 63 ? most : -most;
    const int32_t value = (int32_t)((drawn >> 32) % (uint32_t)most) >> (drawn >> 8) % 31;
    return drawn >> 63 ? value : -value;
}

static void set_going(pawli_body *body, uint64_t *seed) {
    body->velocity.x = any_value(seed, PAWL_SPEED_MAX);
    body->velocity.y = any_value(seed, PAWL_SPEED_MAX);
    body->spin = any_value(seed, PAWL_SPEED_MAX);
    body->velocity_frac_x = (int16_t)any_value(seed, INT16_MAX);
    body->velocity_frac_y = (int16_t)any_value(seed, INT16_MAX);
    body->spin_frac = (int16_t)any_value(seed, INT16_MAX);
    body->turn_frac = (int16_t)any_value(seed, 1 << 14);
    body->move_frac_x = (int8_t)any_value(seed, INT8_MAX);
    body->move_frac_y = (int8_t)any_value(seed, INT8_MAX);
    body->frac_x = (int8_t)any_value(seed, 32);
    body->frac_y = (int8_t)any_value(seed, 32);
    if (seeded_next(seed) % 2) body->acceleration.x = any_value(seed, PAWL_FX_MAX);
    if (seeded_next(seed) % 2) body->acceleration.y = any_value(seed, PAWL_FX_MAX);
    if (seeded_next(seed) % 2) body->spin_acceleration = any_value(seed, PAWL_FX_MAX);
}

static void assert_body(const pawli_body *got, const arrival *at, int round) {
    const pawli_body *const want = &at->body;
#define SAME(field)                                                                             \
    ck_assert_msg(got->field == want->field, "round %d, %s: %ld, should be %ld", round, #field, \
                  (long)got->field, (long)want->field)
    SAME(velocity.x), SAME(velocity.y), SAME(spin);
    SAME(velocity_frac_x), SAME(velocity_frac_y), SAME(spin_frac);
    SAME(turn_frac);
    if (!at->turns_far) SAME(angle);
    SAME(position.x), SAME(position.y), SAME(frac_x), SAME(frac_y);
    SAME(move_frac_x), SAME(move_frac_y);
#undef SAME
}

static pawl_world *make_sky(uint64_t *seed) {
    static const uint32_t rates[] = {60, 1, 17, 240, 1000};
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = FLYERS;
    def.rate_numerator = rates[seeded_next(seed) % 5];
    def.substeps = (uint8_t)(seeded_next(seed) % 16 + 1);
    def.gravity = pawl_vec2_make(seeded_next(seed) % 2 ? any_value(seed, FX(100)) : 0,
                                 any_value(seed, FX(100)));
    def.sleeping = false;
    return make_world(&def);
}

START_TEST(a_free_body_moves_as_one_sub_step_after_the_other_does) {
    uint64_t seed = first_seed(_i);
    for (int round = 0; round < SEEDED_ROUNDS(300); round++) {
        pawl_world *const world = make_sky(&seed);
        arrival want[FLYERS];
        uint32_t faults = 0;
        for (int i = 0; i < FLYERS; i++) {
            const pawl_convex circle = circle_convex(0, 0, 0.25 * (i + 1));
            const pawl_body_id id = add_body(world, PAWL_DYNAMIC, SPACE_BETWEEN * (i - 6), 0);
            add_shape(world, id, &circle);
            pawli_body *const body = &pawli_bodies(world)[pawli_pool_find_body(world, id)];
            set_going(body, &seed);
            want[i] = expected(world, body, &faults);
        }
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        for (uint16_t i = 0; i < FLYERS; i++)
            assert_body(&pawli_bodies(world)[i], &want[i], round);
        ck_assert_uint_eq(world->faults, faults);
        free(world);
    }
}
END_TEST

/* Turns that end on just one half of a unit, where rounding asks from which side they came. */
START_TEST(a_turn_that_ends_on_a_half_is_rounded_as_ever) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 2;
    def.gravity = pawl_vec2_make(0, 0);
    def.rate_numerator = 1;
    def.substeps = 4; /* a quarter of a second: 2^30 */
    def.sleeping = false;
    const pawl_convex circle = circle_convex(0, 0, 1);
    for (int frac = -2; frac <= 2; frac++) {
        pawl_world *const world = make_world(&def);
        const pawl_body_id id = add_body(world, PAWL_DYNAMIC, 0, 0);
        add_shape(world, id, &circle);
        pawli_body *const body = &pawli_bodies(world)[pawli_pool_find_body(world, id)];
        body->turn_frac = (int16_t)(frac * (1 << 13)); /* halves of 2^26, by 2^11 */
        body->spin_frac = (int16_t)(_i * 256);         /* 2^22 and so on in each sub-step */
        uint32_t faults = 0;
        const arrival want = expected(world, body, &faults);
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        assert_body(body, &want, frac);
        free(world);
    }
}
END_TEST

Suite *suite_free_body(void);
Suite *suite_free_body(void) {
    Suite *const suite = suite_create("free_body");
    TCase *const cases = tcase_create("sub-steps");
    tcase_add_loop_test(cases, a_free_body_moves_as_one_sub_step_after_the_other_does, 0, 8);
    tcase_add_loop_test(cases, a_turn_that_ends_on_a_half_is_rounded_as_ever, -16, 17);
    suite_add_tcase(suite, cases);
    return suite;
}
