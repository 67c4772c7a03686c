/* soft_all.c - calls to all points of a soft body at once. */
#include "soft/soft.h"

#include "fx/fx_wide.h"

static pawl_status find(const pawl_world *world, pawl_soft_id id, uint16_t *slot) {
    if (world == NULL) return PAWL_ERR_NULL;
    *slot = pawli_find_soft(world, id);
    return *slot == PAWLI_NONE ? PAWL_ERR_STALE : PAWL_OK;
}

/* At most 2^16 points of 2^30 raw units. */
static int64_t mass_of(const pawli_soft_point *points, uint16_t count) {
    int64_t mass = 0;
    for (uint16_t i = 0; i < count; i++)
        mass += points[i].mass;
    return mass;
}

pawl_wide pawl_soft_mass(const pawl_world *world, pawl_soft_id id) {
    uint16_t slot;
    if (find(world, id, &slot) != PAWL_OK) return 0;
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    return mass_of(pawli_soft_points_const(world) + soft->first_point, soft->point_count);
}

static pawli_int128 plus(pawli_int128 sum, pawl_fx mass, int32_t moved) {
    return pawli_int128_add(sum, pawli_int128_make((int64_t)mass * moved));
}

/* A mean lies between the smallest and the largest movement, so it fits as they do. */
pawl_vec2 pawl_soft_velocity(const pawl_world *world, pawl_soft_id id) {
    uint16_t slot;
    if (find(world, id, &slot) != PAWL_OK) return pawl_vec2_make(0, 0);
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    const pawli_soft_point *points = pawli_soft_points_const(world) + soft->first_point;
    const int64_t mass = mass_of(points, soft->point_count);
    pawli_int128 x = pawli_int128_make(0), y = x;
    if (mass == 0) return pawl_vec2_make(0, 0);
    for (uint16_t i = 0; i < soft->point_count; i++) {
        x = plus(x, points[i].mass, points[i].moved_x);
        y = plus(y, points[i].mass, points[i].moved_y);
    }
    return pawl_vec2_make(
        pawli_soft_velocity_of(world, (int32_t)pawli_int128_divide_near(x, mass)),
        pawli_soft_velocity_of(world, (int32_t)pawli_int128_divide_near(y, mass)));
}

/* Moves all points that are not pinned by so much more in a sub-step, or by so much. */
static void move_all(pawl_world *world, uint16_t slot, bool more, int64_t x, int64_t y) {
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    pawli_soft_point *points = pawli_soft_points(world) + soft->first_point;
    for (uint16_t i = 0; i < soft->point_count; i++) {
        pawli_soft_point *point = &points[i];
        if (point->mass == 0) continue;
        const int64_t from_x = more ? point->moved_x : 0, from_y = more ? point->moved_y : 0;
        point->moved_x = pawli_limit_moved(world, from_x + x, &world->faults);
        point->moved_y = pawli_limit_moved(world, from_y + y, &world->faults);
    }
    pawli_wake_soft(world, slot);
}

static bool is_within(pawl_vec2 value, pawl_fx limit) {
    return value.x >= -limit && value.x <= limit && value.y >= -limit && value.y <= limit;
}

pawl_status pawl_soft_set_velocities(pawl_world *world, pawl_soft_id id, pawl_vec2 velocity) {
    uint16_t slot;
    const pawl_status status = find(world, id, &slot);
    if (status != PAWL_OK) return status;
    if (!is_within(velocity, PAWL_SPEED_MAX)) return PAWL_ERR_RANGE;
    move_all(world, slot, false, pawli_moved_of(world, velocity.x),
             pawli_moved_of(world, velocity.y));
    return PAWL_OK;
}

pawl_status pawl_soft_change_velocities(pawl_world *world, pawl_soft_id id, pawl_vec2 change) {
    uint16_t slot;
    const pawl_status status = find(world, id, &slot);
    if (status != PAWL_OK) return status;
    move_all(world, slot, true, pawli_moved_of(world, change.x), pawli_moved_of(world, change.y));
    return PAWL_OK;
}

/* impulse / mass in Q16.16, saturated with a fault: the product with 2^16 fits 128 bits. */
static int64_t per_mass(pawl_world *world, pawl_wide impulse, int64_t mass) {
    const int64_t change =
        pawli_int128_divide_near(pawli_int128_multiply(impulse, PAWL_FX_ONE), mass);
    return pawli_limited_force(world, change);
}

pawl_status pawl_soft_apply_impulse_to_all(pawl_world *world, pawl_soft_id id, pawl_wide2 impulse) {
    uint16_t slot;
    const pawl_status status = find(world, id, &slot);
    if (status != PAWL_OK) return status;
    const int64_t mass = pawl_soft_mass(world, id);
    if (mass == 0) return PAWL_OK;
    move_all(world, slot, true, pawli_moved_of(world, per_mass(world, impulse.x, mass)),
             pawli_moved_of(world, per_mass(world, impulse.y, mass)));
    return PAWL_OK;
}
