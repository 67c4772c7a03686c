/* shape_material.c - read and change what a shape is made of and what it meets. */
#include "world/world.h"
#include "fx/range.h"

static const pawli_shape *find_const_shape(const pawl_world *world, pawl_shape_id id) {
    const uint16_t slot = pawli_pool_find_shape(world, id);
    return slot == PAWLI_NONE ? NULL : &pawli_shapes_const(world)[slot];
}

static pawl_status find_shape_to_change(pawl_world *world, pawl_shape_id id, pawli_shape **out) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    *out = &pawli_shapes(world)[slot];
    return PAWL_OK;
}

/* The body and what rests against it: both may have to move now. */
static void wake_neighbors(pawl_world *world, const pawli_shape *shape) {
    pawli_wake_touching(world, shape->body);
    pawli_wake(world, shape->body);
}

pawl_fx pawl_shape_get_density(const pawl_world *world, pawl_shape_id id) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape ? shape->density : 0;
}

pawl_fx pawl_shape_get_friction(const pawl_world *world, pawl_shape_id id) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape ? shape->friction : 0;
}

pawl_fx pawl_shape_get_restitution(const pawl_world *world, pawl_shape_id id) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape ? shape->restitution : 0;
}

pawl_fx pawl_shape_get_tangent_speed(const pawl_world *world, pawl_shape_id id) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape ? shape->tangent_speed : 0;
}

pawl_fx pawl_shape_get_rolling_resistance(const pawl_world *world, pawl_shape_id id) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape ? shape->rolling_resistance * 2 : 0;
}

pawl_wide pawl_shape_get_break_impulse(const pawl_world *world, pawl_shape_id id) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape ? pawli_break_impulse(shape) : 0;
}

static bool has_flag(const pawl_world *world, pawl_shape_id id, uint8_t flag) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape && (shape->flags & flag);
}

bool pawl_shape_is_sensor(const pawl_world *world, pawl_shape_id id) {
    return has_flag(world, id, PAWLI_SHAPE_SENSOR);
}

bool pawl_shape_is_one_way(const pawl_world *world, pawl_shape_id id) {
    return has_flag(world, id, PAWLI_SHAPE_ONE_WAY);
}

bool pawl_shape_has_custom_filter(const pawl_world *world, pawl_shape_id id) {
    return has_flag(world, id, PAWLI_SHAPE_CUSTOM_FILTER);
}

bool pawl_shape_has_pre_solve(const pawl_world *world, pawl_shape_id id) {
    return has_flag(world, id, PAWLI_SHAPE_PRE_SOLVE);
}

bool pawl_shape_has_hit_events(const pawl_world *world, pawl_shape_id id) {
    return has_flag(world, id, PAWLI_SHAPE_HIT_EVENTS);
}

pawl_filter pawl_shape_get_filter(const pawl_world *world, pawl_shape_id id) {
    pawl_filter filter = {0, 0, 0, 0};
    const pawli_shape *shape = find_const_shape(world, id);
    if (shape == NULL) return filter;
    filter.category = shape->category;
    filter.mask = shape->mask;
    filter.group = shape->group;
    return filter;
}

uint32_t pawl_shape_get_user_data(const pawl_world *world, pawl_shape_id id) {
    const pawli_shape *shape = find_const_shape(world, id);
    return shape ? shape->user_data : 0;
}

pawl_status pawl_shape_set_density(pawl_world *world, pawl_shape_id id, pawl_fx density) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    if (density < 0) return PAWL_ERR_RANGE;
    shape->density = density;
    wake_neighbors(world, shape);
    pawli_body_mass_update(world, shape->body);
    return PAWL_OK;
}

pawl_status pawl_shape_set_friction(pawl_world *world, pawl_shape_id id, pawl_fx friction) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    if (friction < 0) return PAWL_ERR_RANGE;
    shape->friction = friction;
    wake_neighbors(world, shape);
    return PAWL_OK;
}

pawl_status pawl_shape_set_restitution(pawl_world *world, pawl_shape_id id, pawl_fx restitution) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    if (restitution < 0 || restitution > PAWL_FX_ONE) return PAWL_ERR_RANGE;
    if (!PAWL_WITH_RESTITUTION && restitution != 0) return PAWL_ERR_UNSUPPORTED;
    shape->restitution = restitution;
    return PAWL_OK;
}

pawl_status pawl_shape_set_tangent_speed(pawl_world *world, pawl_shape_id id, pawl_fx speed) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    if (!pawli_in_range(speed, -PAWL_SPEED_MAX, PAWL_SPEED_MAX)) return PAWL_ERR_RANGE;
    shape->tangent_speed = speed;
    wake_neighbors(world, shape);
    return PAWL_OK;
}

pawl_status pawl_shape_set_rolling_resistance(pawl_world *world, pawl_shape_id id,
                                              pawl_fx resistance) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    if (resistance < 0 || resistance > PAWL_FX_ONE) return PAWL_ERR_RANGE;
    if (!PAWL_WITH_ROLLING && resistance != 0) return PAWL_ERR_UNSUPPORTED;
    shape->rolling_resistance = (uint16_t)pawli_near(resistance, 1);
    wake_neighbors(world, shape);
    return PAWL_OK;
}

pawl_status pawl_shape_set_break_impulse(pawl_world *world, pawl_shape_id id, pawl_wide impulse) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    if (!PAWL_WITH_FRACTURE && impulse != 0) return PAWL_ERR_UNSUPPORTED;
    if (!pawli_shape_can_bear(impulse)) return PAWL_ERR_RANGE;
    shape->break_impulse = pawli_shape_break_code(impulse);
    return PAWL_OK;
}

/* What a shape meets is about to change: its contacts end as what they were. */
static void end_contacts(pawl_world *world, const pawli_shape *shape) {
    wake_neighbors(world, shape);
    pawli_contact_drop_of_shape(world, (uint16_t)(shape - pawli_shapes(world)));
}

/* And has changed: the next step looks for pairs again. */
static void begin_contacts(pawl_world *world, const pawli_shape *shape) {
    pawli_mark_moved(world, (uint16_t)(shape - pawli_shapes(world)));
    pawli_wake_around(world, shape->body);
}

pawl_status pawl_shape_set_filter(pawl_world *world, pawl_shape_id id, pawl_filter filter) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    end_contacts(world, shape);
    shape->category = filter.category;
    shape->mask = filter.mask;
    shape->group = filter.group;
    begin_contacts(world, shape);
    return PAWL_OK;
}

/* Whether a flag, 0 where the build lacks what it stands for, is to be turned over in a shape. */
static bool turns_over(const pawli_shape *shape, uint8_t flag, bool on, pawl_status *status) {
    if (on && flag == 0) *status = PAWL_ERR_UNSUPPORTED;
    return *status == PAWL_OK && ((shape->flags & flag) != 0) != on;
}

/* One that decides what the shape meets. */
static pawl_status set_meeting_flag(pawl_world *world, pawl_shape_id id, uint8_t flag, bool on) {
    pawli_shape *shape = NULL;
    pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK || !turns_over(shape, flag, on, &status)) return status;
    end_contacts(world, shape);
    shape->flags ^= flag;
    begin_contacts(world, shape);
    return PAWL_OK;
}

pawl_status pawl_shape_set_sensor(pawl_world *world, pawl_shape_id id, bool sensor) {
    const pawli_shape *shape = find_const_shape(world, id);
    if (sensor && shape != NULL && !pawli_is_locked(world) &&
        !pawli_is_convex(&pawli_geometries_const(world)[shape->geometry])) {
        return PAWL_ERR_ARGUMENT;
    }
    return set_meeting_flag(world, id, PAWLI_SHAPE_SENSOR, sensor);
}

pawl_status pawl_shape_set_one_way(pawl_world *world, pawl_shape_id id, bool one_way) {
    return set_meeting_flag(world, id, PAWLI_SHAPE_ONE_WAY, one_way);
}

pawl_status pawl_shape_set_custom_filter(pawl_world *world, pawl_shape_id id, bool custom_filter) {
    return set_meeting_flag(world, id, PAWLI_SHAPE_CUSTOM_FILTER, custom_filter);
}

pawl_status pawl_shape_set_pre_solve(pawl_world *world, pawl_shape_id id, bool pre_solve) {
    pawli_shape *shape = NULL;
    pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK || !turns_over(shape, PAWLI_SHAPE_PRE_SOLVE, pre_solve, &status))
        return status;
    shape->flags ^= PAWLI_SHAPE_PRE_SOLVE;
    wake_neighbors(world, shape);
    if (pre_solve) return PAWL_OK;
    pawli_contact_drop_refused(world, (uint16_t)(shape - pawli_shapes(world)));
    begin_contacts(world, shape);
    return PAWL_OK;
}

pawl_status pawl_shape_set_hit_events(pawl_world *world, pawl_shape_id id, bool hit_events) {
    pawli_shape *shape = NULL;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    shape->flags = (uint8_t)(shape->flags & ~PAWLI_SHAPE_HIT_EVENTS);
    if (hit_events) shape->flags |= PAWLI_SHAPE_HIT_EVENTS;
    return PAWL_OK;
}

pawl_status pawl_shape_set_user_data(pawl_world *world, pawl_shape_id id, uint32_t data) {
    pawli_shape *shape;
    const pawl_status status = find_shape_to_change(world, id, &shape);
    if (status != PAWL_OK) return status;
    shape->user_data = data;
    return PAWL_OK;
}
