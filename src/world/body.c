/* body.c - create, destroy, place and configure bodies. */
#include "base/check.h"
#include "base/optional.h"
#include "period/period.h"
#include "world/world.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_period_fits_all);

#define BODY_COOKIE UINT32_C(0x70617732)

/* Highest gravity scale and damping rate that a def may ask for. */
#define BODY_SCALE_MAX PAWL_FX(1024, 0, 1)

pawl_body_def pawl_body_def_default(void) {
    pawl_body_def def;
    memset(&def, 0, sizeof def);
    def.cookie = BODY_COOKIE;
    def.type = PAWL_STATIC;
    def.gravity_scale = PAWL_FX_ONE;
    def.awake = true;
    def.can_sleep = true;
    def.enabled = true;
    return def;
}

static pawli_slots body_slots(pawl_world *world) {
    const pawli_slots slots = {pawli_bodies(world), sizeof(pawli_body),
                               (uint16_t)offsetof(pawli_body, next)};
    return slots;
}

static bool body_position_is_valid(pawl_vec2 position) {
    return position.x >= -PAWL_COORD_MAX && position.x <= PAWL_COORD_MAX &&
           position.y >= -PAWL_COORD_MAX && position.y <= PAWL_COORD_MAX;
}

static bool body_velocity_is_valid(pawl_vec2 velocity) {
    return velocity.x >= -PAWL_SPEED_MAX && velocity.x <= PAWL_SPEED_MAX &&
           velocity.y >= -PAWL_SPEED_MAX && velocity.y <= PAWL_SPEED_MAX;
}

static bool type_is_valid(pawl_body_type type) {
    return type == PAWL_STATIC || type == PAWL_KINEMATIC || type == PAWL_DYNAMIC;
}

static bool body_damping_is_valid(pawl_fx damping) {
    return damping >= 0 && damping <= BODY_SCALE_MAX;
}

/* The nearest one that has a code. */
static uint32_t sleep_code_of(pawl_fx threshold) {
    uint32_t exponent = 0;
    int64_t value = threshold;
    if (threshold == 0) return 0;
    for (; value >= 16; value = pawli_near(threshold, (int)exponent))
        exponent++;
    if (exponent == 0 && value < 9) value = 9;
    return exponent * 8u + (uint32_t)value - 8u;
}

static void set_damping(pawli_body *body, pawl_fx linear, pawl_fx angular, uint32_t sleep_code) {
    body->linear_damping = linear | (pawl_fx)((sleep_code & 15u) << PAWLI_DAMPING_BITS);
    body->angular_damping = angular | (pawl_fx)(sleep_code >> 4 << PAWLI_DAMPING_BITS);
}

static bool gravity_scale_is_valid(pawl_fx scale) {
    return scale >= -BODY_SCALE_MAX && scale <= BODY_SCALE_MAX;
}

PAWLI_FOLD pawl_status check_body_def(const pawl_body_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == BODY_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, type_is_valid(def->type), ERR_ARGUMENT, "type");
    PAWLI_CHECK(field, PAWL_WITH_CONTINUOUS || !def->bullet, ERR_UNSUPPORTED, "bullet");
    PAWLI_CHECK(field, PAWL_WITH_JOINTS || !def->lock_x, ERR_UNSUPPORTED, "lock_x");
    PAWLI_CHECK(field, PAWL_WITH_JOINTS || !def->lock_y, ERR_UNSUPPORTED, "lock_y");
    PAWLI_CHECK(field, body_position_is_valid(def->position), ERR_RANGE, "position");
    PAWLI_CHECK(field, body_velocity_is_valid(def->velocity), ERR_RANGE, "velocity");
    PAWLI_CHECK(field, gravity_scale_is_valid(def->gravity_scale), ERR_RANGE, "gravity_scale");
    PAWLI_CHECK(field, body_damping_is_valid(def->linear_damping), ERR_RANGE, "linear_damping");
    PAWLI_CHECK(field, body_damping_is_valid(def->angular_damping), ERR_RANGE, "angular_damping");
    PAWLI_CHECK(field, pawli_world_is_threshold(def->sleep_threshold), ERR_RANGE,
                "sleep_threshold");
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawli_body_check_def(const pawl_body_def *def) {
    return PAWLI_CHECK_ONLY(check_body_def, pawl_body_def_check, def);
}

PAWLI_RARE pawl_status pawl_body_def_check(const pawl_body_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_body_def, def, field);
}

PAWL_STATIC_ASSERT(offsetof(pawli_body, previous) == offsetof(pawli_body, next) + 2,
                   "pool.c finds previous behind next");

static pawli_live_list live_bodies(pawl_world *world) {
    const pawli_live_list list = {&world->first_body, &world->last_body};
    return list;
}

/* Appends it to the list of live bodies, which is in creation order. */
static void link_body(pawl_world *world, uint16_t slot) {
    pawli_pool_append(live_bodies(world), body_slots(world), slot);
}

static uint8_t body_flags(const pawl_body_def *def) {
    uint8_t flags = PAWLI_BODY_LIVE;
    if (def->enabled) flags |= PAWLI_BODY_ENABLED;
    if (def->can_sleep) flags |= PAWLI_BODY_CAN_SLEEP;
    if (def->fixed_rotation) flags |= PAWLI_BODY_FIXED_ROTATION;
    if (def->bullet) flags |= PAWLI_BODY_BULLET;
    if (def->lock_x) flags |= PAWLI_BODY_LOCK_X;
    if (def->lock_y) flags |= PAWLI_BODY_LOCK_Y;
    if (def->type != PAWL_STATIC && def->enabled && def->awake) flags |= PAWLI_BODY_AWAKE;
    return flags;
}

bool pawli_body_has_room(const pawl_world *world) {
    return world->body_pool.live < world->body_pool.capacity &&
           world->body_pool.next_serial < UINT32_MAX;
}

pawl_body_id pawli_body_add(pawl_world *world, const pawl_body_def *def) {
    const uint16_t slot = pawli_pool_take(&world->body_pool, body_slots(world));
    pawli_body *body = &pawli_bodies(world)[slot];
    const uint16_t generation = pawli_next_generation(body->generation);
    memset(body, 0, sizeof *body);
    body->generation = generation;
    body->serial = world->body_pool.next_serial++;
    body->type = (uint8_t)def->type;
    body->flags = body_flags(def);
    body->position = pawli_way_in(world, def->position);
    body->angle = def->angle;
    body->rotation = pawl_rot_from_angle(def->angle);
    body->gravity_scale = def->gravity_scale;
    set_damping(body, def->linear_damping, def->angular_damping,
                sleep_code_of(def->sleep_threshold));
    body->user_data = def->user_data;
    body->first_shape = PAWLI_NONE;
    if (pawli_has_joint_room(world)) pawli_body_joints(world)[slot] = PAWLI_NONE;
    body->island = body->flags & PAWLI_BODY_AWAKE ? PAWLI_NONE : slot;
    if (body->flags & PAWLI_BODY_AWAKE) pawli_mark_awake(world, slot);
    link_body(world, slot);
    pawli_body_mass_update(world, slot);
    if (def->type != PAWL_STATIC && def->awake) {
        body->velocity = def->velocity;
        pawli_body_motion_hold(body);
        if (!pawli_body_spin_set_angular_velocity(body, def->angular_velocity)) {
            world->faults |= PAWL_FAULT_SPEED;
        }
    }
    return pawli_pool_body_id(world, slot);
}

pawl_status pawl_body_create(pawl_world *world, const pawl_body_def *def, pawl_body_id *out) {
    if (world == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawli_body_check_def(def);
    if (status != PAWL_OK) return status;
    if (!pawli_body_has_room(world)) return PAWL_ERR_CAPACITY;
    *out = pawli_body_add(world, def);
    return PAWL_OK;
}

pawl_status pawl_body_destroy(pawl_world *world, pawl_body_id id) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_wake_touching(world, slot);
    pawli_wake(world, slot);
    pawli_contact_drop_of_body(world, slot);
    if (PAWL_WITH_JOINTS) pawli_joint_list_remove_of_body(world, slot);
    if (PAWL_WITH_SOFT) pawli_soft_list_detach(world, slot);
#if PAWL_WITH_CHARACTERS
    const uint16_t character = pawli_pool_character_of(world, slot);
    if (character != PAWLI_NONE) pawli_pool_give_character(world, character);
#endif
    pawli_body *body = &pawli_bodies(world)[slot];
    while (body->first_shape != PAWLI_NONE)
        pawli_shape_remove(world, body->first_shape);
    pawli_pool_unlink(live_bodies(world), body_slots(world), slot);
    body->flags = 0;
    pawli_pool_give(&world->body_pool, body_slots(world), slot);
    return PAWL_OK;
}

bool pawl_body_is_valid(const pawl_world *world, pawl_body_id id) {
    return pawli_pool_find_body(world, id) != PAWLI_NONE;
}

static const pawli_body *find_body(const pawl_world *world, pawl_body_id id) {
    const uint16_t slot = pawli_pool_find_body(world, id);
    return slot == PAWLI_NONE ? NULL : &pawli_bodies_const(world)[slot];
}

pawl_vec2 pawl_body_get_position(const pawl_world *world, pawl_body_id id) {
    return pawl_body_get_pose(world, id).position;
}

pawl_angle pawl_body_get_angle(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? body->angle : 0;
}

pawl_rot pawl_body_get_rotation(const pawl_world *world, pawl_body_id id) {
    return pawl_body_get_pose(world, id).rotation;
}

static pawl_pose body_pose(const pawli_body *body) {
    pawl_pose pose;
    pose.rotation = body->rotation;
    pose.position = pawl_vec2_sub(body->position, pawl_rotate(body->rotation, body->center));
    return pose;
}

pawl_pose pawl_body_get_pose(const pawl_world *world, pawl_body_id id) {
    const pawl_pose none = {{0, 0}, {0, 0}};
    const pawli_body *body = find_body(world, id);
    return body ? body_pose(body) : none;
}

uint32_t pawl_world_get_poses(const pawl_world *world, const pawl_body_id *bodies, uint32_t count,
                              pawl_pose *poses) {
    const pawl_pose none = {{0, 0}, {0, 0}};
    uint32_t stale = 0;
    if (world == NULL || bodies == NULL || poses == NULL) return count;
    for (uint32_t i = 0; i < count; i++) {
        const pawli_body *body = find_body(world, bodies[i]);
        poses[i] = body ? body_pose(body) : none;
        if (body == NULL) stale++;
    }
    return stale;
}

uint32_t pawl_world_get_all_poses(const pawl_world *world, pawl_body_id *bodies, pawl_pose *poses,
                                  uint32_t capacity) {
    if (world == NULL) return 0;
    uint16_t at = world->first_body;
    for (uint32_t i = 0; i < capacity && at != PAWLI_NONE; i++) {
        const pawli_body *body = &pawli_bodies_const(world)[at];
        if (bodies != NULL) bodies[i] = pawli_pool_body_id(world, at);
        if (poses != NULL) poses[i] = body_pose(body);
        at = body->next;
    }
    return world->body_pool.live;
}

pawl_vec2 pawl_body_get_center(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? body->position : pawl_vec2_make(0, 0);
}

pawl_status pawl_body_set_pose(pawl_world *world, pawl_body_id id, pawl_vec2 position,
                               pawl_angle angle) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_body *body = &pawli_bodies(world)[slot];
    const pawl_rot rotation = pawl_rot_from_angle(angle);
    const pawl_vec2 center = pawl_vec2_add(position, pawl_rotate(rotation, body->center));
    if (!body_position_is_valid(position) || !body_position_is_valid(center)) return PAWL_ERR_RANGE;
    pawli_wake_touching(world, slot);
    pawli_wake(world, slot);
    body->angle = angle;
    body->rotation = rotation;
    body->position = pawli_way_in(world, center);
    body->frac_x = body->frac_y = 0;
    body->move_frac_x = body->move_frac_y = 0;
    pawli_shape_refresh_boxes(world, slot);
    pawli_wake_around(world, slot);
    return PAWL_OK;
}

pawl_body_type pawl_body_get_type(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? (pawl_body_type)body->type : PAWL_STATIC;
}

/* Contacts start afresh: which pairs collide, and how, depends on the type. */
pawl_status pawl_body_set_type(pawl_world *world, pawl_body_id id, pawl_body_type type) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!type_is_valid(type)) return PAWL_ERR_ARGUMENT;
    pawli_body *body = &pawli_bodies(world)[slot];
    if (body->type == (uint8_t)type) return PAWL_OK;
    if (type == PAWL_DYNAMIC && pawli_geometry_is_terrain_on(world, slot)) return PAWL_ERR_ARGUMENT;
    if (pawli_way_goes_round(world) && !pawli_period_fits_all(world, slot, (uint8_t)type))
        return PAWL_ERR_RANGE;
    pawli_wake_touching(world, slot);
    pawli_wake(world, slot);
    pawli_contact_drop_of_body(world, slot);
    body->type = (uint8_t)type;
    body->acceleration = pawl_vec2_make(0, 0);
    body->spin_acceleration = 0;
    if (type == PAWL_STATIC) {
        body->velocity = pawl_vec2_make(0, 0);
        body->spin = 0;
        body->velocity_frac_x = body->velocity_frac_y = body->spin_frac = 0;
        body->flags = (uint8_t)(body->flags & ~PAWLI_BODY_AWAKE);
        body->island = slot;
    } else if (body->flags & PAWLI_BODY_ENABLED) {
        pawli_mark_awake(world, slot);
        body->island = PAWLI_NONE;
    }
    pawli_body_motion_hold(body);
    pawli_body_mass_update(world, slot);
    pawli_shape_refresh_boxes(world, slot);
    pawli_wake_around(world, slot);
    return PAWL_OK;
}

bool pawl_body_is_enabled(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body && (body->flags & PAWLI_BODY_ENABLED);
}

pawl_status pawl_body_set_enabled(pawl_world *world, pawl_body_id id, bool enabled) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_body *body = &pawli_bodies(world)[slot];
    if (((body->flags & PAWLI_BODY_ENABLED) != 0) == enabled) return PAWL_OK;
    pawli_wake_touching(world, slot);
    pawli_wake(world, slot);
    if (enabled) {
        body->flags |= PAWLI_BODY_ENABLED;
        pawli_shape_enter_tree(world, slot);
        pawli_wake(world, slot);
        pawli_wake_around(world, slot);
    } else {
        pawli_contact_drop_of_body(world, slot);
        pawli_shape_leave_tree(world, slot);
        body->flags = (uint8_t)(body->flags & ~(PAWLI_BODY_ENABLED | PAWLI_BODY_AWAKE));
        body->island = slot;
        body->acceleration = pawl_vec2_make(0, 0);
        body->spin_acceleration = 0;
    }
    return PAWL_OK;
}

bool pawl_body_has_fixed_rotation(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body && (body->flags & PAWLI_BODY_FIXED_ROTATION);
}

pawl_status pawl_body_set_fixed_rotation(pawl_world *world, pawl_body_id id, bool fixed) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_body *body = &pawli_bodies(world)[slot];
    if (((body->flags & PAWLI_BODY_FIXED_ROTATION) != 0) == fixed) return PAWL_OK;
    body->flags = (uint8_t)(body->flags ^ PAWLI_BODY_FIXED_ROTATION);
    if (!pawli_body_turns(body)) {
        body->spin = body->spin_frac = 0;
        body->spin_acceleration = 0;
    }
    pawli_wake(world, slot);
    return PAWL_OK;
}

bool pawl_body_get_can_sleep(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body && (body->flags & PAWLI_BODY_CAN_SLEEP);
}

pawl_status pawl_body_set_can_sleep(pawl_world *world, pawl_body_id id, bool can_sleep) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_body *body = &pawli_bodies(world)[slot];
    body->flags = (uint8_t)(body->flags & ~PAWLI_BODY_CAN_SLEEP);
    if (can_sleep) {
        body->flags |= PAWLI_BODY_CAN_SLEEP;
    } else {
        pawli_wake(world, slot);
    }
    return PAWL_OK;
}

pawl_fx pawl_body_get_sleep_threshold(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? pawli_sleep_threshold(body) : 0;
}

pawl_status pawl_body_set_sleep_threshold(pawl_world *world, pawl_body_id id, pawl_fx speed) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!pawli_world_is_threshold(speed)) return PAWL_ERR_RANGE;
    pawli_body *body = &pawli_bodies(world)[slot];
    set_damping(body, pawli_damping_of(body->linear_damping),
                pawli_damping_of(body->angular_damping), sleep_code_of(speed));
    return PAWL_OK;
}

bool pawl_body_is_bullet(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body && (body->flags & PAWLI_BODY_BULLET);
}

pawl_status pawl_body_set_bullet(pawl_world *world, pawl_body_id id, bool bullet) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (bullet && !PAWL_WITH_CONTINUOUS) return PAWL_ERR_UNSUPPORTED;
    pawli_body *body = &pawli_bodies(world)[slot];
    body->flags = (uint8_t)(body->flags & ~PAWLI_BODY_BULLET);
    if (bullet) body->flags |= PAWLI_BODY_BULLET;
    return PAWL_OK;
}

pawl_fx pawl_body_get_gravity_scale(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? body->gravity_scale : 0;
}

pawl_status pawl_body_set_gravity_scale(pawl_world *world, pawl_body_id id, pawl_fx scale) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!gravity_scale_is_valid(scale)) return PAWL_ERR_RANGE;
    pawli_bodies(world)[slot].gravity_scale = scale;
    pawli_wake(world, slot);
    return PAWL_OK;
}

pawl_status pawl_body_set_damping(pawl_world *world, pawl_body_id id, pawl_fx linear,
                                  pawl_fx angular) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!body_damping_is_valid(linear) || !body_damping_is_valid(angular)) return PAWL_ERR_RANGE;
    pawli_body *body = &pawli_bodies(world)[slot];
    set_damping(body, linear, angular, pawli_sleep_code(body));
    return PAWL_OK;
}

pawl_fx pawl_body_get_linear_damping(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? pawli_damping_of(body->linear_damping) : 0;
}

pawl_fx pawl_body_get_angular_damping(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? pawli_damping_of(body->angular_damping) : 0;
}

uint32_t pawl_body_get_user_data(const pawl_world *world, pawl_body_id id) {
    const pawli_body *body = find_body(world, id);
    return body ? body->user_data : 0;
}

pawl_status pawl_body_set_user_data(pawl_world *world, pawl_body_id id, uint32_t data) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_bodies(world)[slot].user_data = data;
    return PAWL_OK;
}

pawl_body_id pawl_world_next_body(const pawl_world *world, pawl_body_id after) {
    const pawl_body_id none = {0, 0};
    if (world == NULL) return none;
    if (after.index1 == 0) return pawli_pool_body_id(world, world->first_body);
    const pawli_body *body = find_body(world, after);
    return body ? pawli_pool_body_id(world, body->next) : none;
}

pawl_shape_id pawl_body_next_shape(const pawl_world *world, pawl_body_id id, pawl_shape_id after) {
    const pawl_shape_id none = {0, 0};
    const pawli_body *body = find_body(world, id);
    if (body == NULL) return none;
    if (after.index1 == 0) return pawli_pool_shape_id(world, body->first_shape);
    const uint16_t slot = pawli_pool_find_shape(world, after);
    if (slot == PAWLI_NONE) return none;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    return shape->body + 1u == id.index1 ? pawli_pool_shape_id(world, shape->next) : none;
}
