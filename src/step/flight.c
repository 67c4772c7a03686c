/* flight.c - the way of a body through a step, as sweeps see it, and how it is cut short. */
#include "step/flight.h"

#include "fx/range.h"
#include "geom/bounds.h"

/* How far an axis really moves, in raw units: as phase 9 will round it. */
static pawl_fx rounded_move(pawl_fx position, int8_t frac, int32_t move) {
    const int64_t target = position + pawli_near((int64_t)move + frac, 6);
    if (target > PAWL_COORD_MAX) return PAWL_COORD_MAX - position;
    if (target < -PAWL_COORD_MAX) return -PAWL_COORD_MAX - position;
    return (pawl_fx)(target - position);
}

/* A turn without its whole turns, and at most half a turn: farther cannot be told from a turn the
 * other way. The sign stays. */
static int32_t turn_left(int64_t angle) {
    const uint32_t wrapped = (uint32_t)(angle < 0 ? 0u - (uint64_t)angle : (uint64_t)angle);
    const int32_t turn = wrapped > INT32_MAX ? INT32_MAX : (int32_t)wrapped;
    return angle < 0 ? -turn : turn;
}

/* The way of a body through this step. */
pawli_flight pawli_flight_of(const pawli_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    pawli_flight flight = {NULL, {body->center, body->position, {0, 0}, body->angle, 0}};
    const uint16_t index = pawli_solver_of(step, slot);
    if (index == 0) return flight;
    const pawli_solver_body *solved = &step->solver[index];
    flight.sweep.move.x = rounded_move(body->position.x, body->frac_x, solved->move_x);
    flight.sweep.move.y = rounded_move(body->position.y, body->frac_y, solved->move_y);
    flight.sweep.turn = turn_left(pawli_body_spin_turns(body, solved->turn));
    return flight;
}

/* k * turn, Q10.22, of a turn in 2^-32 turns, |turn| <= 2^31: to radians in Q30, times k. */
static int64_t way_of_turn(const pawli_body *body, int32_t turn) {
    if (body->per_gyration == 0) return 0;
    const pawli_scaled per_gyration = {body->per_gyration, body->per_gyration_exponent};
    const pawli_scaled gyration = pawli_scaled_reciprocal(per_gyration);
    return pawli_scaled_apply(gyration, pawli_near(turn * PAWLI_TWO_PI_Q28, 30), -8);
}

/* A fast body turns by at most half a turn in a step, besides whole turns, so that it arrives where
 * its flight does. Its spin stays what it is. */
void pawli_flight_limit_turn(const pawli_step *step, pawli_solver_body *solved) {
    const pawli_body *body = &step->bodies[solved->body];
    const int64_t angle = pawli_body_spin_turns(body, solved->turn);
    const int32_t left = turn_left(angle);
    if (angle == left || body->type != PAWL_DYNAMIC) return;
    /* Beyond half a turn k is below 163, so that half a turn fits. */
    solved->turn = pawl_saturate(way_of_turn(body, left));
}

/* a * (1 - t) + b * t for |a|, |b| < 2^31. */
static int32_t way_between(int64_t a, int64_t b, pawl_fraction t) {
    return pawli_near32(a * (PAWL_UNIT - t) + b * t, 30);
}

/* Leave a body only a fraction of its movement. */
void pawli_flight_shorten(const pawli_step *step, uint16_t slot, pawl_fraction fraction) {
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, slot)];
    PAWL_ASSERT(pawli_solver_of(step, slot) > 0);
    PAWL_ASSERT(fraction >= 0 && fraction <= PAWL_UNIT);
    if (fraction == PAWL_UNIT) return;
    solved->move_x = way_between(0, solved->move_x, fraction);
    solved->move_y = way_between(0, solved->move_y, fraction);
    solved->turn = way_between(0, solved->turn, fraction);
}

/* A bound of how far any point of a body comes, in raw units: 7 is more than 2 pi. */
int64_t pawli_flight_reach(const pawli_body *body, const pawli_flight *flight) {
    const int64_t turn = pawli_magnitude32(flight->sweep.turn);
    const int64_t arc = turn == 0 ? 0 : (pawli_floor(body->extent * turn, 32) + 1) * 7;
    return (int64_t)pawli_magnitude32(flight->sweep.move.x) +
           pawli_magnitude32(flight->sweep.move.y) + arc;
}

pawl_box pawli_flight_grow(pawl_box box, int64_t margin) {
    box.lower.x = pawl_saturate(box.lower.x - margin);
    box.lower.y = pawl_saturate(box.lower.y - margin);
    box.upper.x = pawl_saturate(box.upper.x + margin);
    box.upper.y = pawl_saturate(box.upper.y + margin);
    return box;
}

/* A turn the shorter way round. */
static int32_t shorter_turn(int64_t turn) {
    const uint32_t wrapped = (uint32_t)(uint64_t)turn;
    return wrapped <= INT32_MAX ? (int32_t)wrapped : -(int32_t)(UINT32_MAX - wrapped) - 1;
}

static int32_t limit_move(int64_t move) {
    if (move > PAWLI_STEP_MOVE_MAX) return PAWLI_STEP_MOVE_MAX;
    return move < -PAWLI_STEP_MOVE_MAX ? -PAWLI_STEP_MOVE_MAX : (int32_t)move;
}

pawli_carry pawli_flight_carry(const pawli_step *step, uint16_t slot, uint16_t carrier,
                               pawl_fraction fraction) {
    const pawl_sweep own = pawli_flight_of(step, slot).sweep;
    const pawl_sweep path = pawli_flight_of(step, carrier).sweep;
    const pawl_vec2 move = pawl_vec2_sub(own.move, path.move);
    pawli_carry carry = {fraction, pawli_way(step->world, path.from, own.from), 0};
    carry.arm.x = pawl_add(carry.arm.x, way_between(0, move.x, fraction));
    carry.arm.y = pawl_add(carry.arm.y, way_between(0, move.y, fraction));
    carry.turn = way_between(path.turn, 0, fraction);
    return carry;
}

bool pawli_flight_follow(const pawli_step *step, uint16_t slot, uint16_t carrier,
                         const pawli_carry *carry) {
    const pawli_body *body = &step->bodies[slot];
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, slot)];
    const pawli_solver_body *taken = &step->solver[pawli_solver_of(step, carrier)];
    const int32_t own_turn =
        way_between(0, pawli_flight_of(step, slot).sweep.turn, carry->fraction);
    solved->move_x = way_between(taken->move_x, solved->move_x, carry->fraction);
    solved->move_y = way_between(taken->move_y, solved->move_y, carry->fraction);
    solved->turn = way_between(0, solved->turn, carry->fraction);
    if (carry->turn == 0) return true;
    const pawl_vec2 arm = pawl_rotate(pawl_rot_from_angle((pawl_angle)carry->turn), carry->arm);
    const int64_t x = solved->move_x + ((int64_t)arm.x - carry->arm.x) * 64;
    const int64_t y = solved->move_y + ((int64_t)arm.y - carry->arm.y) * 64;
    const int64_t turn = pawli_body_turns(body)
                             ? way_of_turn(body, shorter_turn((int64_t)own_turn + carry->turn))
                             : solved->turn;
    solved->move_x = limit_move(x);
    solved->move_y = limit_move(y);
    solved->turn = limit_move(turn);
    return x == solved->move_x && y == solved->move_y && turn == solved->turn;
}

/* How far a body comes in this step if nothing pushes it: at most 2^29 times 2^8. */
static int64_t free_movement_of(const pawli_step *step, pawl_fx velocity) {
    return pawli_floor((int64_t)velocity * step->substep, 32) * step->world->substeps;
}

static bool is_within(int64_t value, int64_t limit) {
    return (uint64_t)(value + limit) <= 2 * (uint64_t)limit;
}

/* What a way of at most `left` to `above` takes up, raw units. Nearly every one lies so far from
 * the end of the world that nothing is out of range, which is one question for all four sides. */
PAWLI_INLINE pawl_box box_of_way(int64_t left, int64_t below, int64_t right, int64_t above) {
    const int64_t most = PAWL_FX_MAX;
    pawl_box box;
    if (PAWLI_LARGE_CODE &&
        PAWLI_USUALLY(((left + most) | (below + most) | (most - right) | (most - above)) >= 0)) {
        box.lower = pawl_vec2_make((pawl_fx)left, (pawl_fx)below);
        box.upper = pawl_vec2_make((pawl_fx)right, (pawl_fx)above);
    } else { /* small code has this alone */
        box.lower = pawl_vec2_make(pawl_saturate(left), pawl_saturate(below));
        box.upper = pawl_vec2_make(pawl_saturate(right), pawl_saturate(above));
    }
    return box;
}

/* Until phase 9 neither position nor velocity of a body changes. The margin leaves room for what
 * gravity adds. Whether the way or the fat box reaches farther is as likely as not: no branches. */
pawl_box pawli_flight_surroundings(const pawli_step *step, uint16_t slot) {
    const pawli_shape *shape = &step->shapes[slot];
    const pawli_body *body = &step->bodies[shape->body];
    const pawl_fx margin = step->world->scales.fat_margin;
    const int64_t x = free_movement_of(step, body->velocity.x),
                  y = free_movement_of(step, body->velocity.y);
    if (is_within(x, margin) && is_within(y, margin)) return shape->fat_box;
    const int64_t reach = (int64_t)body->extent + margin;
    const pawl_vec2 at = body->position;
    const pawl_box way = box_of_way(at.x - reach + (x < 0 ? x : 0), at.y - reach + (y < 0 ? y : 0),
                                    at.x + reach + (x > 0 ? x : 0), at.y + reach + (y > 0 ? y : 0));
    return pawli_bounds_join(shape->fat_box, way);
}

#if PAWLI_TREE_GATHERS
uint16_t pawli_flight_batch_fill(const pawli_step *step, uint16_t first, uint16_t end,
                                 pawli_flight_batch *batch) {
    const uint32_t *const bits = pawli_moved_bits(step->world);
    pawl_box all = {{PAWL_FX_MAX, PAWL_FX_MAX}, {-PAWL_FX_MAX, -PAWL_FX_MAX}};
    uint16_t at = first;
    batch->count = 0;
    for (; at != PAWLI_NONE && batch->count < PAWLI_FLIGHT_BATCH;
         at = pawli_next_bit(bits, at + 1u, end)) {
        if (!pawli_flight_is_new(step, at)) continue;
        const pawl_box reach = pawli_flight_around(step, at);
        all = pawli_bounds_join(all, reach);
        batch->slots[batch->count] = at;
        batch->reaches[batch->count++] = reach;
    }
    batch->scope = pawli_tree_query_scope_of(step->world, all);
    return at;
}
#endif
