/* mover_move.c - one move of a mover: ride, walk or fly, and find the ground. */
#include "mover/mover.h"

#include <string.h>

/* velocity / rate, rounded down, with the remainder kept for the next move; clamped to what one
 * step may be. All numbers are below 2^31: the total is below 2^62 + 2^31. */
static pawl_fx movement_of(const pawli_mover *mover, pawl_fx velocity, pawl_fx *remainder) {
    const int64_t rate = mover->rate_numerator;
    const int64_t total = (int64_t)velocity * mover->rate_denominator + *remainder;
    int64_t movement = total / rate;
    if (movement * rate > total) movement--;
    *remainder = (pawl_fx)(total - movement * rate);
    return pawl_clamp(pawl_saturate(movement), -PAWL_STEP_MAX, PAWL_STEP_MAX);
}

static pawl_status check_move(const pawli_mover *mover, const pawl_mover *state, pawl_vec2 velocity,
                              uint32_t flags) {
    if (state == NULL) return PAWL_ERR_NULL;
    if (flags & ~(uint32_t)PAWL_MOVER_DROP) return PAWL_ERR_ARGUMENT;
    if (!pawli_is_position(state->position)) return PAWL_ERR_RANGE;
    if (pawl_min(state->remainder.x, state->remainder.y) < 0 ||
        pawl_max(state->remainder.x, state->remainder.y) >= mover->rate_numerator) {
        return PAWL_ERR_RANGE;
    }
    if (pawl_max(pawl_abs(velocity.x), pawl_abs(velocity.y)) > PAWL_SPEED_MAX) {
        return PAWL_ERR_RANGE;
    }
    return PAWL_OK;
}

/* A jump takes the velocity of the ground along, except where it goes down. */
static pawl_vec2 taken_along(const pawli_mover *mover, pawl_vec2 ground_velocity) {
    const pawl_fx across = pawli_length_along(mover->right, ground_velocity);
    const pawl_fx upward = pawl_max(pawli_length_along(mover->up, ground_velocity), 0);
    return pawl_vec2_add(pawli_scale_direction(mover->right, across),
                         pawli_scale_direction(mover->up, upward));
}

/* From the ground to the air, and back. */
static pawl_vec2 adjust_velocity(const pawli_mover *mover, const pawl_mover *state, bool grounded,
                                 bool stands, pawl_vec2 velocity, pawl_vec2 ground_before) {
    if (grounded && !stands) {
        return pawl_vec2_add(velocity, taken_along(mover, ground_before));
    }
    if (!grounded && stands) {
        const pawl_vec2 relative = pawl_vec2_sub(velocity, state->ground_velocity);
        return pawli_across_up(mover, relative);
    }
    return velocity;
}

/* Ground that carries the mover, unless it goes up. */
static pawli_mover_ground find_carrying_ground(const pawli_mover *mover, pawli_mover_move *move,
                                               bool snap) {
    const pawli_mover_ground none = {false, {0, 0}, {0, 0}, 0, {0, 0}};
    if (pawli_length_along(mover->up, move->velocity) > 0) return none;
    return pawli_mover_ground_find(mover, &move->position, snap ? mover->def->snap_distance : 0);
}

static void move_once(const pawli_mover *mover, pawl_mover *state, pawl_vec2 velocity,
                      pawl_mover_report *report) {
    const pawl_vec2 ground_before = state->ground_velocity;
    const pawli_mover_ground none = {false, {0, 0}, {0, 0}, 0, {0, 0}};
    pawli_mover_move move = {mover, state->position, velocity, {0, 0}, false, report};
    pawli_mover_ground ground = none;
    bool left_out;

    move.movement = pawli_mover_ground_ride(mover, state);
    pawli_mover_slide(&move);
    pawli_mover_slide_recover(&move, &left_out);

    if (state->on_ground) ground = find_carrying_ground(mover, &move, true);
    if (state->on_ground && !ground.found) {
        move.velocity = pawl_vec2_add(velocity, taken_along(mover, ground_before));
    }
    const bool grounded = ground.found;
    if (grounded) move.velocity = pawli_across_up(mover, move.velocity);
    move.movement.x = movement_of(mover, move.velocity.x, &state->remainder.x);
    move.movement.y = movement_of(mover, move.velocity.y, &state->remainder.y);
    if (grounded) {
        pawli_mover_stride(&move, ground.normal);
    } else {
        pawli_mover_slide_fly(&move);
    }
    state->crushed = pawli_mover_slide_recover(&move, &left_out) ? 0 : 1;
    state->dropping = left_out ? 1 : 0;

    ground = find_carrying_ground(mover, &move, grounded || move.landed);
    state->position = move.position;
    pawli_mover_ground_stand_on(mover, &ground, state);
    /* Ground may turn or rise faster than any mover is told to go, and the next move wants what
     * this one leaves. */
    state->velocity = pawli_mover_limited(
        adjust_velocity(mover, state, grounded, ground.found, move.velocity, ground_before));
}

pawl_status pawli_mover_move_run(pawli_mover *mover, pawl_mover *state, pawl_vec2 velocity,
                                 uint32_t flags, pawl_mover_report *report) {
    const pawl_status status = check_move(mover, state, velocity, flags);
    if (status != PAWL_OK) return status;
    mover->drops = flags != 0 || state->dropping;
    if (report != NULL) memset(report, 0, sizeof *report);
    move_once(mover, state, velocity, report);
    return PAWL_OK;
}

pawl_status pawl_mover_move(const pawl_world *world, const pawl_mover_def *def, pawl_mover *state,
                            pawl_vec2 velocity, uint32_t flags, pawl_mover_report *report) {
    pawli_mover mover;
    const pawl_status status = pawli_mover_def_prepare(world, def, &mover);
    return status == PAWL_OK ? pawli_mover_move_run(&mover, state, velocity, flags, report)
                             : status;
}
