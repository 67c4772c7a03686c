/* soft_speed.c - velocities of points and how far they go in a sub-step.
 *
 * moved = velocity * h * 2^6, with h = denominator / (numerator * soft_substeps). Both numbers of
 * the rate are below 2^32 and soft_substeps is at most 2^5, so each product with a 64-bit number
 * fits 128 bits. */
#include "soft/soft.h"

#include "fx/fx_wide.h"

static int64_t times_64(const pawl_world *world) {
    return (int64_t)world->rate_denominator * 64;
}

static int64_t substeps_of(const pawl_world *world) {
    return (int64_t)world->rate_numerator * world->soft_substeps;
}

int64_t pawli_moved_of(const pawl_world *world, int64_t velocity) {
    return pawli_int128_divide_near(pawli_int128_multiply(velocity, times_64(world)),
                                    substeps_of(world));
}

pawl_fx pawli_soft_velocity_of(const pawl_world *world, int32_t moved) {
    const int64_t velocity =
        pawli_int128_divide_near(pawli_int128_multiply(moved, substeps_of(world)), times_64(world));
    if (velocity > PAWL_SPEED_MAX) return PAWL_SPEED_MAX;
    return velocity < -PAWL_SPEED_MAX ? -PAWL_SPEED_MAX : (pawl_fx)velocity;
}

/* PAWL_STEP_MAX of a step, in a sub-step: below 2^31. */
static int64_t step_limit(const pawl_world *world) {
    return (int64_t)PAWL_STEP_MAX * 64 / world->soft_substeps;
}

int32_t pawli_moved_max(const pawl_world *world) {
    const int64_t speed = pawli_moved_of(world, PAWL_SPEED_MAX), step = step_limit(world);
    return (int32_t)(speed < step ? speed : step);
}

int32_t pawli_limit_moved(const pawl_world *world, int64_t moved, uint32_t *faults) {
    const int64_t speed = pawli_moved_of(world, PAWL_SPEED_MAX), step = step_limit(world);
    const int64_t limit = speed < step ? speed : step;
    if (moved >= -limit && moved <= limit) return (int32_t)moved;
    *faults |= moved > speed || moved < -speed ? PAWL_FAULT_SPEED : PAWL_FAULT_TRANSLATION;
    return (int32_t)(moved < 0 ? -limit : limit);
}
