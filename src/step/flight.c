/* flight.c - the way of a body through a step, as sweeps see it, and how it is cut short. */
#include "step/flight.h"

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

/* A fast body turns by at most half a turn in a step, besides whole turns, so that it arrives where
 * its flight does. Its spin stays what it is. */
void pawli_flight_limit_turn(const pawli_step *step, pawli_solver_body *solved) {
    const pawli_body *body = &step->bodies[solved->body];
    const int64_t angle = pawli_body_spin_turns(body, solved->turn);
    const int32_t left = turn_left(angle);
    if (angle == left || body->type != PAWL_DYNAMIC) return;
    /* k * angle: 2^-32 turns to radians in Q30, times k, to Q22. Beyond half a turn k is below 163,
     * so that half a turn fits. */
    const pawli_scaled gyration = pawli_scaled_reciprocal(pawli_body_per_gyration(body));
    solved->turn =
        pawl_saturate(pawli_scaled_apply(gyration, pawli_near(left * INT64_C(1686629713), 30), -8));
}

/* a * (1 - t) + b * t for |a|, |b| < 2^31. */
int32_t pawli_flight_between(int64_t a, int64_t b, pawl_fraction t) {
    return pawli_near32(a * (PAWL_UNIT - t) + b * t, 30);
}

/* Leave a body only a fraction of its movement. */
void pawli_flight_shorten(const pawli_step *step, uint16_t slot, pawl_fraction fraction) {
    pawli_solver_body *solved = &step->solver[pawli_solver_of(step, slot)];
    PAWL_ASSERT(pawli_solver_of(step, slot) > 0);
    PAWL_ASSERT(fraction >= 0 && fraction <= PAWL_UNIT);
    if (fraction == PAWL_UNIT) return;
    solved->move_x = pawli_flight_between(0, solved->move_x, fraction);
    solved->move_y = pawli_flight_between(0, solved->move_y, fraction);
    solved->turn = pawli_flight_between(0, solved->turn, fraction);
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
