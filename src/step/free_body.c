/* free_body.c - bodies that nothing touches and nothing holds: all sub-steps at once.
 *
 * Their order does not matter, so each takes all its sub-steps together, in registers.
 * The bits are those of one sub-step after the other (step_5_solve.c): every sub-step rounds its
 * product of velocity and time, and only these are added here one by one. What is rounded to whole
 * units of movement keeps its rest, so that the sum of the roundings is the rounding of the sum.
 * For half units away from zero that holds but for a rest of just one half, which is left to the
 * long way, as is all that comes near a limit or is damped.
 *
 * Overflow: a velocity with its fraction is below 2^46, a push below 2^48 and there are at most 16,
 * so that their sum is below 2^53. A movement within the limit of a step is below 2^57 in the units
 * of the products, of which each is below 2^61. */
#include "fx/product.h"
#include "fx/range.h"
#include "step/step.h"

#if PAWLI_FREE_BODIES

#define ONE_UNIT (INT32_C(1) << 16) /* of a velocity or a movement, in units of its fraction */
#define HALF_UNIT (INT32_C(1) << 15)
#define TURN_TIE (INT32_C(1) << 25) /* the same of a turn, Q10.22 */
PAWL_STATIC_ASSERT((PAWL_SPEED_MAX & (PAWL_SPEED_MAX - 1)) == 0, "no power of two");

/* What is the same for all bodies. The speed limit is a power of two that does not lead farther in
 * a step than PAWLI_STEP_MOVE_MAX, even when each sub-step rounds up. */
typedef struct free_pace {
    int64_t substep; /* Q0.32 */
    int64_t limit;
    int substeps;
} free_pace;

/* A velocity, linear or of turning, with its fraction: Q16.32. What it has moved is the sum of
 * products with time. */
typedef struct free_axis {
    int64_t velocity, gain, way;
} free_axis;

PAWLI_INLINE int64_t whole_velocity(int64_t velocity) {
    return pawli_floor(velocity + HALF_UNIT, 16);
}

PAWLI_INLINE free_axis begin_axis(int32_t velocity, int16_t frac, int32_t push, unsigned fine) {
    const free_axis axis = {(int64_t)velocity * ONE_UNIT + frac,
                            fine ? push : (int64_t)push * ONE_UNIT, 0};
    return axis;
}

/* The movement of a sub-step, 2^-38 units. */
PAWLI_INLINE int64_t way_ahead(int64_t velocity, const free_pace *time) {
    return pawli_near(pawli_product_long((int32_t)whole_velocity(velocity), time->substep), 10);
}

PAWLI_INLINE void move_axis(free_axis *axis, const free_pace *time) {
    if (axis->gain == 0) {
        axis->way = time->substeps * way_ahead(axis->velocity, time);
        return;
    }
    for (int i = 0; i < time->substeps; i++) {
        axis->velocity += axis->gain;
        axis->way += way_ahead(axis->velocity, time);
    }
}

/* The turn of a sub-step, 2^-48 units. */
PAWLI_INLINE int64_t turn_ahead(int64_t spin, const free_pace *time) {
    const int64_t whole = whole_velocity(spin);
    return pawli_product_long((int32_t)whole, time->substep) +
           pawli_near(pawli_product_long((int32_t)(spin - whole * ONE_UNIT), time->substep), 16);
}

PAWLI_INLINE void turn_axis(free_axis *axis, const free_pace *time) {
    if (axis->gain == 0) {
        axis->way = time->substeps * turn_ahead(axis->velocity, time);
        return;
    }
    for (int i = 0; i < time->substeps; i++) {
        axis->velocity += axis->gain;
        axis->way += turn_ahead(axis->velocity, time);
    }
}

/* Below twice the limit, for velocities at both ends of the step that are within it, in any number
 * joined by `or`. Those between are between. */
PAWLI_INLINE uint64_t excess_of(int32_t velocity, const free_axis *axis, const free_pace *time) {
    const int64_t last = whole_velocity(axis->velocity + axis->gain * time->substeps);
    return (uint64_t)(velocity + time->limit) | (uint64_t)(last + time->limit);
}

/* Store a velocity and its fraction. */
PAWLI_INLINE int16_t finish_axis(const free_axis *axis, int32_t *velocity) {
    const int64_t whole = whole_velocity(axis->velocity);
    *velocity = (int32_t)whole;
    return (int16_t)(axis->velocity - whole * ONE_UNIT);
}

/* False, and nothing is done, where the long way is needed. */
static bool move_free_body(pawli_solver_body *body, const free_pace *time) {
    const unsigned flags = body->flags;
    free_axis x =
        begin_axis(body->velocity.x, body->velocity_frac_x, body->push.x, flags & PAWLI_FINE_X);
    free_axis y =
        begin_axis(body->velocity.y, body->velocity_frac_y, body->push.y, flags & PAWLI_FINE_Y);
    free_axis spin =
        begin_axis(body->spin, body->spin_frac, body->push_spin, flags & PAWLI_FINE_SPIN);
    const uint64_t excess = excess_of(body->velocity.x, &x, time) |
                            excess_of(body->velocity.y, &y, time) |
                            excess_of(body->spin, &spin, time);
    if (excess >= 2 * (uint64_t)time->limit) return false;
    turn_axis(&spin, time);
    const int64_t exact_turn = spin.way + body->turn_frac;
    const int64_t turn = pawli_near(exact_turn, 26);
    const int64_t turn_frac = exact_turn - turn * (INT64_C(1) << 26);
    if (turn_frac == TURN_TIE || turn_frac == -TURN_TIE) return false;
    move_axis(&x, time);
    move_axis(&y, time);
    const int64_t exact_x = x.way + body->move_frac_x, exact_y = y.way + body->move_frac_y;
    const int64_t moved_x = pawli_floor(exact_x + HALF_UNIT, 16);
    const int64_t moved_y = pawli_floor(exact_y + HALF_UNIT, 16);
    body->velocity_frac_x = finish_axis(&x, &body->velocity.x);
    body->velocity_frac_y = finish_axis(&y, &body->velocity.y);
    body->spin_frac = finish_axis(&spin, &body->spin);
    body->move_frac_x = (int16_t)(exact_x - moved_x * ONE_UNIT);
    body->move_frac_y = (int16_t)(exact_y - moved_y * ONE_UNIT);
    body->move_x = (int32_t)moved_x;
    body->move_y = (int32_t)moved_y;
    body->turn = (int32_t)turn;
    body->turn_frac = (int32_t)turn_frac;
    return true;
}

/* What moves at the limit moves no farther than PAWLI_STEP_MOVE_MAX, but for roundings: 2^31 *
 * 2^26. A step takes at most a second, 2^32 and roundings. */
static int64_t limit_of(const free_pace *time) {
    const int64_t most =
        (PAWLI_STEP_MOVE_MAX - 64) * (INT64_C(1) << 26) / (time->substep * time->substeps + 1);
    int64_t limit = PAWL_SPEED_MAX;
    while (limit > most)
        limit /= 2;
    return limit;
}

/* Contacts mark what they hold, and joints are listed by body. */
static bool is_free(const pawli_step *step, const pawli_solver_body *body) {
    if (body->flags & PAWLI_HELD) return false;
    if ((body->keep_linear & body->keep_angular) != PAWLI_KEEP_ALL) return false;
    if (step->bodies[body->body].type != PAWL_DYNAMIC) return false;
    return step->body_joints == NULL || step->body_joints[body->body] == PAWLI_NONE;
}

/* From the last one on, so that each of them can name the one that comes behind all that follow it
 * and have moved as well. */
void pawli_free_body_move_all(pawli_step *step) {
    free_pace time = {step->substep, 0, step->world->substeps};
    time.limit = limit_of(&time);
    uint32_t next = step->solver_count;
    step->free_count = 0;
    for (uint32_t i = step->solver_count - 1; i > 0; i--) {
        pawli_solver_body *const body = &step->solver[i];
        PAWL_ASSERT(body->move_x == 0 && body->move_y == 0 && body->turn == 0);
        if (is_free(step, body) && move_free_body(body, &time)) {
            body->flags |= PAWLI_MOVED_FREELY;
            body->next_left = (uint16_t)next;
            step->free_count++;
        } else {
            next = i;
        }
    }
}
#endif
