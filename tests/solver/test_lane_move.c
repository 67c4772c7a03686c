/* test_lane_move.c - bodies that move in lanes beside the formula in numbers
 * that are wide enough for anything: every bit must be the same, and bodies that lanes leave to the
 * serial code must be as they were. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "pawl/pawl.h"
#include "solver/lane_schedule.h"
#include "support/base/seeded.h"
#include "support/solver/lane_plain.h"

#define BODIES 40
#define TRIALS SEEDED_ROUNDS(4000)

typedef struct crowd {
    pawli_solver_body bodies[BODIES];
} crowd;

/* x / 2^shift, to the nearest, halves away from zero. */
static int128 nearest(int128 x, int shift) {
    const int128 half = (int128)1 << (shift - 1);
    return x < 0 ? -((half - x) >> shift) : (x + half) >> shift;
}

/* From -2^15 to 2^15 - 1: what is left of whole numbers, halves up. */
static int128 take_whole(int128 *rest) {
    const int128 whole = (*rest + (1 << 15)) >> 16;
    *rest -= whole * (1 << 16);
    return whole;
}

static void expect_axis(int32_t velocity, uint32_t substep, bool held, int32_t *move,
                        int16_t *fraction) {
    const int128 way = (int128)velocity * substep;
    if (held && velocity >= -PAWLI_CREEP_SPEED && velocity < PAWLI_CREEP_SPEED) {
        *move += (int32_t)nearest(way, 26);
        return;
    }
    int128 rest = nearest(way, 10) + *fraction;
    *move += (int32_t)take_whole(&rest);
    *fraction = (int16_t)rest;
}

static void expect_turn(pawli_solver_body *body, uint32_t substep) {
    const int128 exact = (int128)body->spin * substep +
                         nearest((int128)body->spin_frac * substep, 16) + body->turn_frac;
    const int128 turned = nearest(exact, 26);
    body->turn += (int32_t)turned;
    body->turn_frac = (int32_t)(exact - turned * ((int128)1 << 26));
}

static void expect_movement(pawli_solver_body *body, uint32_t substep) {
    const bool held = (body->flags & PAWLI_HELD) != 0;
    if (body->flags & PAWLI_MOVED_FREELY) return;
    expect_axis(body->velocity.x, substep, held, &body->move_x, &body->move_frac_x);
    expect_axis(body->velocity.y, substep, held, &body->move_y, &body->move_frac_y);
    expect_turn(body, substep);
}

/* Of any size below 2^bits, small ones as often as large ones. */
static int32_t any_number(uint64_t *seed, int bits) {
    const int size = (int)(seeded_next(seed) % (uint64_t)(bits + 1));
    const int64_t most = INT64_C(1) << size;
    return (int32_t)((int64_t)(seeded_next(seed) % (uint64_t)(2 * most)) - most);
}

static void draw_body(uint64_t *seed, int far, pawli_solver_body *body) {
    uint8_t *bytes = (uint8_t *)body;
    for (size_t i = 0; i < sizeof *body; i++) /* what is not looked at is anything */
        bytes[i] = (uint8_t)(seeded_next(seed) >> 40);
    body->velocity = pawl_vec2_make(any_number(seed, 29), any_number(seed, 29));
    body->spin = any_number(seed, 29);
    body->spin_frac = (int16_t)any_number(seed, 15);
    body->turn_frac = any_number(seed, 26);
    body->move_x = any_number(seed, far);
    body->move_y = any_number(seed, far);
    body->turn = any_number(seed, far);
    body->flags &= PAWLI_HELD | PAWLI_MOVED_FREELY | PAWLI_FINE_X;
    if (seeded_next(seed) % 4 != 0) body->flags &= (uint8_t)~PAWLI_MOVED_FREELY;
}

static void draw_crowd(uint64_t *seed, crowd *drawn) {
    const int far = seeded_next(seed) % 4 == 0 ? 30 : 27;
    for (int i = 0; i < BODIES; i++)
        draw_body(seed, far, &drawn->bodies[i]);
}

/* Usual sub-steps, and any that lanes know or nearly. */
static uint32_t draw_substep(uint64_t *seed) {
    static const uint32_t usual[] = {17895697, 8947849, 35791394, 1, (UINT32_C(1) << 26) - 1};
    const uint64_t which = seeded_next(seed) % 8;
    if (which < 5) return usual[which];
    return (uint32_t)(seeded_next(seed) % ((UINT64_C(1) << 26) + (which == 7 ? 1000000 : 0))) + 1;
}

/* Whether lanes may leave a body to the serial code: it comes near the limit of a step. */
static bool is_far(int32_t number) {
    return number >= (1 << 30) || number < -(1 << 30);
}

static bool goes_far(const pawli_solver_body *before, const pawli_solver_body *after) {
    return is_far(before->move_x) || is_far(after->move_x) || is_far(before->move_y) ||
           is_far(after->move_y) || is_far(before->turn) || is_far(after->turn);
}

/* Returns how many bodies were moved. */
static uint32_t compare(const crowd *before, const crowd *expected, const crowd *found,
                        const pawli_lane_kernels *kernels, uint32_t end) {
    ck_assert_uint_eq(end % kernels->width, 0);
    for (uint32_t i = 0; i < BODIES; i++) {
        const crowd *right = i < end ? expected : before;
        ck_assert_msg(memcmp(&right->bodies[i], &found->bodies[i], sizeof right->bodies[i]) == 0,
                      "%" PRIu32 " lanes: body %" PRIu32 ", of %" PRIu32 " moved", kernels->width,
                      i, end);
    }
    bool far = BODIES - end < kernels->width;
    for (uint32_t i = end; i < BODIES && i < end + kernels->width; i++)
        far = far || goes_far(&before->bodies[i], &expected->bodies[i]);
    ck_assert_msg(far, "%" PRIu32 " lanes: nothing goes far from body %" PRIu32 " on",
                  kernels->width, end);
    return end;
}

static void try_kernels(const pawli_lane_kernels *kernels, const char *name) {
    static crowd before, expected, found;
    uint64_t seed = seeded_fresh(name);
    uint32_t moved = 0;
    for (int i = 0; i < TRIALS; i++) {
        draw_crowd(&seed, &before);
        const uint32_t substep = draw_substep(&seed);
        expected = found = before;
        const uint32_t end = kernels->move(found.bodies, 0, BODIES, substep);
        if (substep >= UINT32_C(1) << 26) {
            ck_assert_uint_eq(end, 0);
            continue;
        }
        for (int k = 0; k < BODIES; k++)
            if (!is_far(before.bodies[k].move_x) && !is_far(before.bodies[k].move_y) &&
                !is_far(before.bodies[k].turn))
                expect_movement(&expected.bodies[k], substep);
        moved += compare(&before, &expected, &found, kernels, end);
    }
    ck_assert_uint_gt(moved, SEEDED_SHARE > 1 ? 0 : TRIALS);
}

START_TEST(bodies_in_lanes_move_as_the_formula_says) {
    const pawl_lanes lanes = (pawl_lanes)_i;
    if (lanes <= PAWL_LANES_NONE || !pawl_lanes_has(lanes)) return;
    try_kernels(pawli_lane_kernels_of(lanes), pawl_lanes_name(lanes));
}
END_TEST

START_TEST(bodies_in_lanes_of_plain_c_do_as_well) {
    try_kernels(lane_plain_kernels(_i), _i == 0 ? "two lanes of plain C" : "four lanes of plain C");
}
END_TEST

Suite *suite_lane_move(void) {
    Suite *suite = suite_create("lane_move");
    TCase *tcase = tcase_create("lane_move");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, bodies_in_lanes_move_as_the_formula_says, 0, PAWL_LANES_COUNT);
    tcase_add_loop_test(tcase, bodies_in_lanes_of_plain_c_do_as_well, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
