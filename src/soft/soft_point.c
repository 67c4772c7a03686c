/* soft_point.c - points of a soft body, one at a time, and their velocities. */
#include "soft/soft.h"

#include "fx/int128.h"

/* ---- velocities and movements ---------------------------------------------------------------- */

/* moved = velocity * h * 2^6, with h = denominator / (numerator * soft_substeps). Both numbers of
 * the rate are below 2^32 and soft_substeps is at most 2^5, so each product with a 64-bit number
 * fits 128 bits. */
static int64_t moved_numerator(const pawl_world *world) {
    return (int64_t)world->rate_denominator * 64;
}

static int64_t moved_denominator(const pawl_world *world) {
    return (int64_t)world->rate_numerator * world->soft_substeps;
}

int64_t pawli_soft_point_moved_of(const pawl_world *world, int64_t velocity) {
    return pawli_int128_divide_near(pawli_int128_multiply(velocity, moved_numerator(world)),
                                    moved_denominator(world));
}

pawl_fx pawli_soft_point_velocity_of(const pawl_world *world, int32_t moved) {
    const int64_t velocity = pawli_int128_divide_near(
        pawli_int128_multiply(moved, moved_denominator(world)), moved_numerator(world));
    if (velocity > PAWL_SPEED_MAX) return PAWL_SPEED_MAX;
    return velocity < -PAWL_SPEED_MAX ? -PAWL_SPEED_MAX : (pawl_fx)velocity;
}

/* PAWL_STEP_MAX of a step, in a sub-step: below 2^31. */
static int64_t moved_step_limit(const pawl_world *world) {
    return (int64_t)PAWL_STEP_MAX * 64 / world->soft_substeps;
}

int32_t pawli_soft_point_limit_moved(const pawl_world *world, int64_t moved, uint32_t *faults) {
    const int64_t speed = pawli_soft_point_moved_of(world, PAWL_SPEED_MAX),
                  step = moved_step_limit(world);
    const int64_t limit = speed < step ? speed : step;
    if (moved >= -limit && moved <= limit) return (int32_t)moved;
    *faults |= moved > speed || moved < -speed ? PAWL_FAULT_SPEED : PAWL_FAULT_TRANSLATION;
    return (int32_t)(moved < 0 ? -limit : limit);
}

/* The product with 2^16 fits 128 bits. */
int64_t pawli_soft_point_impulse_per_mass(pawl_world *world, pawl_wide impulse, int64_t mass) {
    const int64_t change =
        pawli_int128_divide_near(pawli_int128_multiply(impulse, PAWL_FX_ONE), mass);
    return pawli_body_motion_limit_force(world, change);
}

/* ---- calls ----------------------------------------------------------------------------------- */

uint32_t pawl_soft_get_point_count(const pawl_world *world, pawl_soft_id id) {
    const uint16_t slot = pawli_pool_find_soft(world, id);
    return slot == PAWLI_NONE ? 0 : pawli_softs_const(world)[slot].point_count;
}

static pawl_status find_soft_point(const pawl_world *world, pawl_soft_id id, uint32_t point,
                                   uint16_t *slot, uint32_t *index) {
    if (world == NULL) return PAWL_ERR_NULL;
    *slot = pawli_pool_find_soft(world, id);
    if (*slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_soft *soft = &pawli_softs_const(world)[*slot];
    if (point >= soft->point_count) return PAWL_ERR_RANGE;
    *index = soft->first_point + point;
    return PAWL_OK;
}

pawl_status pawl_soft_get_point(const pawl_world *world, pawl_soft_id id, uint32_t number,
                                pawl_soft_point *out) {
    uint16_t slot;
    uint32_t index;
    if (out == NULL) return PAWL_ERR_NULL;
    const pawl_status status = find_soft_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    const pawli_soft_point *point = &pawli_soft_points_const(world)[index];
    out->position = point->position;
    out->velocity = pawl_vec2_make(pawli_soft_point_velocity_of(world, point->moved_x),
                                   pawli_soft_point_velocity_of(world, point->moved_y));
    out->mass = point->mass;
    return PAWL_OK;
}

bool pawl_soft_is_point_touching(const pawl_world *world, pawl_soft_id id, uint32_t number) {
    uint16_t slot;
    uint32_t index;
    if (find_soft_point(world, id, number, &slot, &index) != PAWL_OK) return false;
    return (pawli_soft_points_const(world)[index].flags & PAWLI_POINT_TOUCHING) != 0;
}

static pawl_status find_changed_point(const pawl_world *world, pawl_soft_id id, uint32_t number,
                                      uint16_t *slot, uint32_t *index) {
    if (world != NULL && pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    return find_soft_point(world, id, number, slot, index);
}

pawl_status pawl_soft_set_point_position(pawl_world *world, pawl_soft_id id, uint32_t number,
                                         pawl_vec2 position) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_changed_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    if (!pawli_soft_is_within(position, PAWL_COORD_MAX)) return PAWL_ERR_RANGE;
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    point->position = position;
    point->frac_x = point->frac_y = 0;
    pawli_soft_list_wake(world, slot);
    return PAWL_OK;
}

/* A pinned point has no velocity. */
pawl_status pawl_soft_set_point_velocity(pawl_world *world, pawl_soft_id id, uint32_t number,
                                         pawl_vec2 velocity) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_changed_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    if (!pawli_soft_is_within(velocity, PAWL_SPEED_MAX)) return PAWL_ERR_RANGE;
    pawli_soft_list_wake(world, slot);
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    if (point->mass == 0) return PAWL_OK;
    const int64_t x = pawli_soft_point_moved_of(world, velocity.x),
                  y = pawli_soft_point_moved_of(world, velocity.y);
    point->moved_x = pawli_soft_point_limit_moved(world, x, &world->faults);
    point->moved_y = pawli_soft_point_limit_moved(world, y, &world->faults);
    return PAWL_OK;
}

pawl_status pawl_soft_set_point_mass(pawl_world *world, pawl_soft_id id, uint32_t number,
                                     pawl_fx mass) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_changed_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    if (mass != 0 && (mass < PAWL_POINT_MASS_MIN || mass > PAWL_POINT_MASS_MAX))
        return PAWL_ERR_RANGE;
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    point->mass = mass;
    if (mass == 0) point->moved_x = point->moved_y = 0;
    pawli_soft_list_wake(world, slot);
    return PAWL_OK;
}

pawl_status pawl_soft_apply_point_impulse(pawl_world *world, pawl_soft_id id, uint32_t number,
                                          pawl_wide2 impulse) {
    uint16_t slot;
    uint32_t index;
    const pawl_status status = find_changed_point(world, id, number, &slot, &index);
    if (status != PAWL_OK) return status;
    pawli_soft_point *point = &pawli_soft_points(world)[index];
    if (point->mass == 0) return PAWL_OK;
    const int64_t x = pawli_soft_point_moved_of(
        world, pawli_soft_point_impulse_per_mass(world, impulse.x, point->mass));
    const int64_t y = pawli_soft_point_moved_of(
        world, pawli_soft_point_impulse_per_mass(world, impulse.y, point->mass));
    point->moved_x = pawli_soft_point_limit_moved(world, point->moved_x + x, &world->faults);
    point->moved_y = pawli_soft_point_limit_moved(world, point->moved_y + y, &world->faults);
    pawli_soft_list_wake(world, slot);
    return PAWL_OK;
}
