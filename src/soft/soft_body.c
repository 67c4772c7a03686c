/* soft_body.c - a soft body as a whole: its area, its box, its motion, its material. */
#include "soft/soft.h"

#include "fx/int128.h"
#include "fx/range.h"
#include "geom/bounds.h"

/* ---- area ------------------------------------------------------------------------------------ */

/* Seen from its first point every other one is less than 2^31 away on each axis, so each triangle
 * of the fan fits 64 bits; their sum may not when an outline runs around itself many times. */
static int64_t saturate_area(pawli_int128 value) {
    return pawli_int128_divide_near(value, 1);
}

static pawl_vec2 outline_vertex(const pawl_vec2 *first, size_t stride, uint32_t index) {
    return *(const pawl_vec2 *)(const void *)((const uint8_t *)first + stride * index);
}

int64_t pawli_soft_body_area2(const pawl_vec2 *first, size_t stride, uint32_t count) {
    if (count < 3) return 0;
    const pawl_vec2 origin = *first;
    pawli_int128 sum = pawli_int128_make(0);
    pawl_vec2 before = pawl_vec2_sub(outline_vertex(first, stride, 1), origin);
    for (uint32_t i = 2; i < count; i++) {
        const pawl_vec2 now = pawl_vec2_sub(outline_vertex(first, stride, i), origin);
        sum = pawli_int128_add(sum, pawli_int128_make(pawl_vec2_cross(before, now)));
        before = now;
    }
    return saturate_area(sum);
}

/* ---- getters --------------------------------------------------------------------------------- */

static const pawli_soft *find_soft_body(const pawl_world *world, pawl_soft_id id) {
    const uint16_t slot = pawli_pool_find_soft(world, id);
    return slot == PAWLI_NONE ? NULL : &pawli_softs_const(world)[slot];
}

static const pawli_soft_point *soft_points_of(const pawl_world *world, const pawli_soft *soft) {
    return pawli_soft_points_const(world) + soft->first_point;
}

int64_t pawl_soft_get_area2(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? pawli_soft_outline_area2(soft_points_of(world, soft), soft->outline_count) : 0;
}

int64_t pawl_soft_get_target_area2(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->target_area2 : 0;
}

pawl_box pawl_soft_get_box(const pawl_world *world, pawl_soft_id id) {
    pawl_box box = {{0, 0}, {0, 0}};
    const pawli_soft *soft = find_soft_body(world, id);
    if (soft == NULL) return box;
    const pawli_soft_point *points = soft_points_of(world, soft);
    box.lower = box.upper = points[0].position;
    for (uint16_t i = 1; i < soft->point_count; i++)
        pawli_bounds_add(&box, points[i].position);
    return box;
}

static pawli_int128 add_moment(pawli_int128 sum, pawl_fx mass, pawl_fx place) {
    return pawli_int128_add(sum, pawli_int128_make((int64_t)mass * place));
}

/* A mass and a position are 31 bits each and there are 2^16 points, so only sums of products need
 * 128 bits. */
pawl_vec2 pawl_soft_get_center(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    if (soft == NULL) return pawl_vec2_make(0, 0);
    const pawli_soft_point *points = soft_points_of(world, soft);
    pawli_int128 x = pawli_int128_make(0), y = x;
    int64_t total = 0;
    for (uint16_t i = 0; i < soft->point_count; i++)
        total += points[i].mass;
    const bool pinned = total == 0; /* all of them: then all have the same mass */
    for (uint16_t i = 0; i < soft->point_count; i++) {
        const pawl_fx mass = pinned ? 1 : points[i].mass;
        x = add_moment(x, mass, points[i].position.x);
        y = add_moment(y, mass, points[i].position.y);
    }
    if (pinned) total = soft->point_count;
    return pawl_vec2_make((pawl_fx)pawli_int128_divide_near(x, total),
                          (pawl_fx)pawli_int128_divide_near(y, total));
}

bool pawl_soft_is_awake(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft && (soft->flags & PAWLI_SOFT_AWAKE);
}

uint32_t pawl_soft_get_user_data(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->user_data : 0;
}

pawl_filter pawl_soft_get_filter(const pawl_world *world, pawl_soft_id id) {
    pawl_filter filter = {0, 0, 0, 0};
    const pawli_soft *soft = find_soft_body(world, id);
    if (soft == NULL) return filter;
    filter.category = soft->category;
    filter.mask = soft->mask;
    filter.group = soft->group;
    return filter;
}

uint32_t pawl_soft_get_outline_count(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->outline_count : 0;
}

pawl_fx pawl_soft_get_radius(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->radius : 0;
}

pawl_fx pawl_soft_get_friction(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->friction : 0;
}

pawl_fx pawl_soft_get_restitution(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->restitution : 0;
}

pawl_fx pawl_soft_get_pressure(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? (pawl_fx)soft->pressure * 2 : 0;
}

pawl_fx pawl_soft_get_damping(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->damping : 0;
}

pawl_fx pawl_soft_get_gravity_scale(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->gravity_scale : 0;
}

int32_t pawl_soft_get_iterations(const pawl_world *world, pawl_soft_id id) {
    const pawli_soft *soft = find_soft_body(world, id);
    return soft ? soft->iterations : 0;
}

/* ---- setters --------------------------------------------------------------------------------- */

/* The soft body to be changed; null and the status if there is none. It wakes with the change.
 */
static pawli_soft *find_changed_soft(pawl_world *world, pawl_soft_id id, pawl_status *status) {
    *status = world == NULL ? PAWL_ERR_NULL : pawli_is_locked(world) ? PAWL_ERR_LOCKED : PAWL_OK;
    if (*status != PAWL_OK) return NULL;
    const uint16_t slot = pawli_pool_find_soft(world, id);
    if (slot == PAWLI_NONE) *status = PAWL_ERR_STALE;
    return slot == PAWLI_NONE ? NULL : &pawli_softs(world)[slot];
}

static pawl_status wake_changed_soft(pawl_world *world, const pawli_soft *soft) {
    pawli_soft_list_wake(world, (uint16_t)(soft - pawli_softs_const(world)));
    return PAWL_OK;
}

pawl_status pawl_soft_set_target_area2(pawl_world *world, pawl_soft_id id, int64_t area2) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft == NULL) return status;
    if (soft->outline_count == 0) return PAWL_ERR_ARGUMENT;
    if (area2 <= 0) return PAWL_ERR_RANGE;
    soft->target_area2 = area2;
    return wake_changed_soft(world, soft);
}

pawl_status pawl_soft_set_awake(pawl_world *world, pawl_soft_id id, bool awake) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft == NULL) return status;
    if (awake) return wake_changed_soft(world, soft);
    pawli_soft_list_put_to_sleep(world, (uint16_t)(soft - pawli_softs(world)));
    return PAWL_OK;
}

pawl_status pawl_soft_set_user_data(pawl_world *world, pawl_soft_id id, uint32_t data) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft != NULL) soft->user_data = data;
    return status;
}

pawl_status pawl_soft_set_filter(pawl_world *world, pawl_soft_id id, pawl_filter filter) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft == NULL) return status;
    soft->category = filter.category;
    soft->mask = filter.mask;
    soft->group = filter.group;
    return wake_changed_soft(world, soft);
}

pawl_status pawl_soft_set_pressure(pawl_world *world, pawl_soft_id id, pawl_fx pressure) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft == NULL) return status;
    if (pressure < 0 || pressure > PAWL_FX_ONE) return PAWL_ERR_RANGE;
    soft->pressure = (uint16_t)pawli_near(pressure, 1);
    return wake_changed_soft(world, soft);
}

pawl_status pawl_soft_set_damping(pawl_world *world, pawl_soft_id id, pawl_fx damping) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft == NULL) return status;
    if (damping < 0 || damping > PAWLI_SOFT_SCALE_MAX) return PAWL_ERR_RANGE;
    soft->damping = damping;
    return wake_changed_soft(world, soft);
}

pawl_status pawl_soft_set_gravity_scale(pawl_world *world, pawl_soft_id id, pawl_fx scale) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft == NULL) return status;
    if (!pawli_in_range(scale, -PAWLI_SOFT_SCALE_MAX, PAWLI_SOFT_SCALE_MAX)) return PAWL_ERR_RANGE;
    soft->gravity_scale = scale;
    return wake_changed_soft(world, soft);
}

pawl_status pawl_soft_set_iterations(pawl_world *world, pawl_soft_id id, int32_t iterations) {
    pawl_status status;
    pawli_soft *soft = find_changed_soft(world, id, &status);
    if (soft == NULL) return status;
    if (iterations < 1 || iterations > PAWL_SOFT_ITERATIONS_MAX) return PAWL_ERR_RANGE;
    soft->iterations = (uint8_t)iterations;
    return wake_changed_soft(world, soft);
}

/* ---- velocities of all points ---------------------------------------------------------------- */

static pawl_status find_soft_slot(const pawl_world *world, pawl_soft_id id, uint16_t *slot) {
    if (world == NULL) return PAWL_ERR_NULL;
    *slot = pawli_pool_find_soft(world, id);
    return *slot == PAWLI_NONE ? PAWL_ERR_STALE : PAWL_OK;
}

/* At most 2^16 points of 2^30 raw units. */
static int64_t soft_mass_of(const pawli_soft_point *points, uint16_t count) {
    int64_t mass = 0;
    for (uint16_t i = 0; i < count; i++)
        mass += points[i].mass;
    return mass;
}

pawl_wide pawl_soft_get_mass(const pawl_world *world, pawl_soft_id id) {
    uint16_t slot;
    if (find_soft_slot(world, id, &slot) != PAWL_OK) return 0;
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    return soft_mass_of(pawli_soft_points_const(world) + soft->first_point, soft->point_count);
}

static pawli_int128 add_momentum(pawli_int128 sum, pawl_fx mass, int32_t moved) {
    return pawli_int128_add(sum, pawli_int128_make((int64_t)mass * moved));
}

/* A mean lies between the smallest and the largest movement, so it fits as they do. */
pawl_vec2 pawl_soft_get_velocity(const pawl_world *world, pawl_soft_id id) {
    uint16_t slot;
    if (find_soft_slot(world, id, &slot) != PAWL_OK) return pawl_vec2_make(0, 0);
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    const pawli_soft_point *points = pawli_soft_points_const(world) + soft->first_point;
    const int64_t mass = soft_mass_of(points, soft->point_count);
    pawli_int128 x = pawli_int128_make(0), y = x;
    if (mass == 0) return pawl_vec2_make(0, 0);
    for (uint16_t i = 0; i < soft->point_count; i++) {
        x = add_momentum(x, points[i].mass, points[i].moved_x);
        y = add_momentum(y, points[i].mass, points[i].moved_y);
    }
    return pawl_vec2_make(
        pawli_soft_point_velocity_of(world, (int32_t)pawli_int128_divide_near(x, mass)),
        pawli_soft_point_velocity_of(world, (int32_t)pawli_int128_divide_near(y, mass)));
}

/* Moves all points that are not pinned by so much more in a sub-step, or by so much. */
static void change_velocities(pawl_world *world, uint16_t slot, bool more, int64_t x, int64_t y) {
    const pawli_soft *soft = &pawli_softs_const(world)[slot];
    pawli_soft_point *points = pawli_soft_points(world) + soft->first_point;
    for (uint16_t i = 0; i < soft->point_count; i++) {
        pawli_soft_point *point = &points[i];
        if (point->mass == 0) continue;
        const int64_t from_x = more ? point->moved_x : 0, from_y = more ? point->moved_y : 0;
        point->moved_x = pawli_soft_point_limit_moved(world, from_x + x, &world->faults);
        point->moved_y = pawli_soft_point_limit_moved(world, from_y + y, &world->faults);
    }
    pawli_soft_list_wake(world, slot);
}

static pawl_status find_changed_slot(const pawl_world *world, pawl_soft_id id, uint16_t *slot) {
    if (world != NULL && pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    return find_soft_slot(world, id, slot);
}

pawl_status pawl_soft_set_velocity(pawl_world *world, pawl_soft_id id, pawl_vec2 velocity) {
    uint16_t slot;
    const pawl_status status = find_changed_slot(world, id, &slot);
    if (status != PAWL_OK) return status;
    if (!pawli_soft_is_within(velocity, PAWL_SPEED_MAX)) return PAWL_ERR_RANGE;
    change_velocities(world, slot, false, pawli_soft_point_moved_of(world, velocity.x),
                      pawli_soft_point_moved_of(world, velocity.y));
    return PAWL_OK;
}

pawl_status pawl_soft_change_velocity(pawl_world *world, pawl_soft_id id, pawl_vec2 change) {
    uint16_t slot;
    const pawl_status status = find_changed_slot(world, id, &slot);
    if (status != PAWL_OK) return status;
    change_velocities(world, slot, true, pawli_soft_point_moved_of(world, change.x),
                      pawli_soft_point_moved_of(world, change.y));
    return PAWL_OK;
}

pawl_status pawl_soft_apply_impulse(pawl_world *world, pawl_soft_id id, pawl_wide2 impulse) {
    uint16_t slot;
    const pawl_status status = find_changed_slot(world, id, &slot);
    if (status != PAWL_OK) return status;
    const int64_t mass = pawl_soft_get_mass(world, id);
    if (mass == 0) return PAWL_OK;
    change_velocities(
        world, slot, true,
        pawli_soft_point_moved_of(world, pawli_soft_point_impulse_per_mass(world, impulse.x, mass)),
        pawli_soft_point_moved_of(world,
                                  pawli_soft_point_impulse_per_mass(world, impulse.y, mass)));
    return PAWL_OK;
}
