/* mover_move.c - one move of a mover: ride, walk or fly, and find the ground. */
#include "mover/mover.h"

#include <string.h>

/* velocity / rate, rounded down, with the remainder kept for the next move; clamped to what one
 * step may be. All numbers are below 2^31. */
static pawl_fx movement_of(const pawli_mover *walker, pawl_fx velocity, pawl_fx *rest) {
    const int64_t rate = walker->rate_numerator;
    const int64_t total = (int64_t)velocity * walker->rate_denominator + *rest;
    int64_t movement = total / rate;
    if (movement * rate > total) movement--;
    *rest = (pawl_fx)(total - movement * rate);
    return pawl_clamp(pawl_saturate(movement), -PAWL_STEP_MAX, PAWL_STEP_MAX);
}

static pawl_status check_move(const pawli_mover *walker, const pawl_mover *mover,
                              pawl_vec2 velocity, uint32_t flags) {
    if (mover == NULL) return PAWL_ERR_NULL;
    if (flags & ~(uint32_t)PAWL_MOVER_DROP) return PAWL_ERR_ARGUMENT;
    if (!pawli_is_position(mover->position)) return PAWL_ERR_RANGE;
    if (pawl_min(mover->rest.x, mover->rest.y) < 0 ||
        pawl_max(mover->rest.x, mover->rest.y) >= walker->rate_numerator) {
        return PAWL_ERR_RANGE;
    }
    if (pawl_max(pawl_abs(velocity.x), pawl_abs(velocity.y)) > PAWL_SPEED_MAX) {
        return PAWL_ERR_RANGE;
    }
    return PAWL_OK;
}

/* Whoever jumps takes the ground's velocity along, except where it goes down. */
static pawl_vec2 taken_along(const pawli_mover *walker, pawl_vec2 ground_velocity) {
    const pawl_fx across = pawli_length_along(walker->right, ground_velocity);
    const pawl_fx upward = pawl_max(pawli_length_along(walker->up, ground_velocity), 0);
    return pawl_vec2_add(pawli_scale_direction(walker->right, across),
                         pawli_scale_direction(walker->up, upward));
}

/* From the ground to the air, and back. */
static pawl_vec2 adjust_velocity(const pawli_mover *walker, const pawl_mover *mover, bool walked,
                                 bool stands, pawl_vec2 velocity, pawl_vec2 ground_before) {
    if (walked && !stands) {
        return pawl_vec2_add(velocity, taken_along(walker, ground_before));
    }
    if (!walked && stands) {
        const pawl_vec2 relative = pawl_vec2_sub(velocity, mover->ground_velocity);
        return pawli_across_up(walker, relative);
    }
    return velocity;
}

/* Ground that carries the mover, unless it goes up. */
static pawli_mover_ground find_carrying_ground(const pawli_mover *walker, pawli_mover_move *journey,
                                               bool snap) {
    const pawli_mover_ground none = {false, {0, 0}, 0, {0, 0}};
    if (pawli_length_along(walker->up, journey->velocity) > 0) return none;
    return pawli_mover_ground_find(walker, &journey->position,
                                   snap ? walker->def->snap_distance : 0);
}

static void move_once(const pawli_mover *walker, pawl_mover *mover, pawl_vec2 velocity,
                      pawl_mover_report *report) {
    const pawl_vec2 ground_before = mover->ground_velocity;
    const pawli_mover_ground none = {false, {0, 0}, 0, {0, 0}};
    pawli_mover_move journey = {walker, mover->position, velocity, {0, 0}, false, report};
    pawli_mover_ground ground = none;
    bool left_out;

    journey.movement = pawli_mover_ground_ride(walker, mover);
    pawli_mover_slide(&journey);
    pawli_mover_slide_recover(&journey, &left_out);

    if (mover->on_ground) ground = find_carrying_ground(walker, &journey, true);
    if (mover->on_ground && !ground.found) {
        journey.velocity = pawl_vec2_add(velocity, taken_along(walker, ground_before));
    }
    const bool walks = ground.found;
    if (walks) journey.velocity = pawli_across_up(walker, journey.velocity);
    journey.movement.x = movement_of(walker, journey.velocity.x, &mover->rest.x);
    journey.movement.y = movement_of(walker, journey.velocity.y, &mover->rest.y);
    if (walks) {
        pawli_mover_walk(&journey, ground.normal);
    } else {
        pawli_mover_slide_fly(&journey);
    }
    mover->crushed = pawli_mover_slide_recover(&journey, &left_out) ? 0 : 1;
    mover->dropping = left_out ? 1 : 0;

    ground = find_carrying_ground(walker, &journey, walks || journey.landed);
    mover->position = journey.position;
    pawli_mover_ground_stand_on(walker, &ground, mover);
    mover->velocity =
        adjust_velocity(walker, mover, walks, ground.found, journey.velocity, ground_before);
}

pawl_status pawl_mover_move(const pawl_world *world, const pawl_mover_def *def, pawl_mover *mover,
                            pawl_vec2 velocity, uint32_t flags, pawl_mover_report *report) {
    pawli_mover walker;
    pawl_status status = pawli_mover_def_prepare(world, def, &walker);
    if (status == PAWL_OK) status = check_move(&walker, mover, velocity, flags);
    if (status != PAWL_OK) return status;
    walker.drops = flags != 0 || mover->dropping;
    if (report != NULL) memset(report, 0, sizeof *report);
    move_once(&walker, mover, velocity, report);
    return PAWL_OK;
}
