/* body_motion.c - velocities, forces, impulses and waking by hand.
 *
 * Everything that pushes is turned into a change of velocity at once: dv = J / m for the center
 * and du = (r x dv) / k for the turning, so that torques never meet an inertia. */
#include "world/world.h"
#include "fx/range.h"

static pawli_body *find_moving(pawl_world *world, pawl_body_id id, pawl_status *status) {
    *status = world == NULL ? PAWL_ERR_NULL : pawli_is_locked(world) ? PAWL_ERR_LOCKED : PAWL_OK;
    if (*status != PAWL_OK) return NULL;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) {
        *status = PAWL_ERR_STALE;
        return NULL;
    }
    pawli_body *body = &pawli_bodies(world)[slot];
    return body->type == PAWL_STATIC ? NULL : body;
}

static void wake_body(pawl_world *world, const pawli_body *body) {
    pawli_wake(world, (uint16_t)(body - pawli_bodies(world)));
}

/* A component of velocity within the speed limit; beyond it a fault. */
static pawl_fx limited_speed(pawl_world *world, int64_t velocity) {
    if (velocity > PAWL_SPEED_MAX || velocity < -PAWL_SPEED_MAX) {
        world->faults |= PAWL_FAULT_SPEED;
        return velocity < 0 ? -PAWL_SPEED_MAX : PAWL_SPEED_MAX;
    }
    return (pawl_fx)velocity;
}

pawl_fx pawli_body_motion_limit_force(pawl_world *world, int64_t acceleration) {
    if (acceleration > PAWL_FX_MAX || acceleration < -PAWL_FX_MAX) {
        world->faults |= PAWL_FAULT_FORCE_RANGE;
        return acceleration < 0 ? -PAWL_FX_MAX : PAWL_FX_MAX;
    }
    return (pawl_fx)acceleration;
}

/* push / mass in Q16.16, saturated with a fault. */
static pawl_fx push_per_mass(pawl_world *world, const pawli_body *body, pawl_wide push) {
    const pawli_scaled inverse = pawli_scaled_reciprocal(pawli_body_mass(body));
    return pawli_body_motion_limit_force(world, pawli_scaled_apply(inverse, push, 0));
}

static pawl_vec2 vector_per_mass(pawl_world *world, const pawli_body *body, pawl_wide2 push) {
    return pawl_vec2_make(push_per_mass(world, body, push.x), push_per_mass(world, body, push.y));
}

/* (r x dv) / k in Q16.16, before saturation: arms and changes are 32-bit, so the cross product
 * fits int64; pawli_scaled_apply saturates what does not. */
int64_t pawli_body_motion_spin_change(const pawli_body *body, pawl_vec2 change, pawl_vec2 arm) {
    return pawli_scaled_apply(pawli_body_per_gyration(body), pawl_vec2_cross(arm, change), -16);
}

static int64_t spin_of_push(const pawli_body *body, pawl_vec2 change, pawl_vec2 point) {
    return pawli_body_motion_spin_change(body, change, pawl_vec2_sub(point, body->position));
}

/* torque / (m k), which is a change of u. */
static int64_t spin_of_torque(const pawli_body *body, pawl_wide torque) {
    const pawli_scaled inverse = pawli_scaled_reciprocal(pawli_body_mass(body));
    const pawli_scaled factor = pawli_scaled_multiply(inverse, pawli_body_per_gyration(body));
    return pawli_scaled_apply(factor, torque, 0);
}

static void change_velocity(pawl_world *world, pawli_body *body, pawl_vec2 change) {
    body->velocity.x = limited_speed(world, (int64_t)body->velocity.x + change.x);
    body->velocity.y = limited_speed(world, (int64_t)body->velocity.y + change.y);
}

static void change_spin(pawl_world *world, pawli_body *body, int64_t change) {
    const int64_t within = change > PAWL_FX_MAX    ? PAWL_FX_MAX
                           : change < -PAWL_FX_MAX ? -PAWL_FX_MAX
                                                   : change;
    body->spin = limited_speed(world, body->spin + within);
}

void pawli_body_motion_add_velocity(pawl_world *world, pawli_body *body, pawl_vec2 change,
                                    int64_t turn) {
    change_velocity(world, body, change);
    change_spin(world, body, turn);
}

void pawli_body_motion_add_acceleration(pawl_world *world, pawli_body *body, pawl_vec2 change,
                                        int64_t turn) {
    body->acceleration.x =
        pawli_body_motion_limit_force(world, (int64_t)body->acceleration.x + change.x);
    body->acceleration.y =
        pawli_body_motion_limit_force(world, (int64_t)body->acceleration.y + change.y);
    body->spin_acceleration = pawli_body_motion_limit_force(
        world, (int64_t)body->spin_acceleration + pawli_body_motion_limit_force(world, turn));
}

pawl_vec2 pawl_body_get_velocity(const pawl_world *world, pawl_body_id id) {
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return pawl_vec2_make(0, 0);
    return pawli_bodies_const(world)[slot].velocity;
}

pawl_fx pawl_body_get_angular_velocity(const pawl_world *world, pawl_body_id id) {
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return 0;
    return pawli_body_spin_angular_velocity(&pawli_bodies_const(world)[slot]);
}

/* v + w x r. */
pawl_vec2 pawl_body_get_velocity_at(const pawl_world *world, pawl_body_id id, pawl_vec2 point) {
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return pawl_vec2_make(0, 0);
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    const pawl_vec2 arm = pawl_vec2_sub(point, body->position);
    const pawl_fx w = pawli_body_spin_angular_velocity(body);
    return pawl_vec2_make(pawl_sub(body->velocity.x, pawl_mul(w, arm.y)),
                          pawl_add(body->velocity.y, pawl_mul(w, arm.x)));
}

pawl_status pawl_body_set_velocity(pawl_world *world, pawl_body_id id, pawl_vec2 velocity) {
    pawl_status status;
    pawli_body *body = find_moving(world, id, &status);
    if (status != PAWL_OK) return status;
    if (!pawli_vec_in_range(velocity, PAWL_SPEED_MAX)) return PAWL_ERR_RANGE;
    if (body == NULL) return PAWL_OK;
    body->velocity = velocity;
    body->velocity_frac_x = body->velocity_frac_y = 0;
    wake_body(world, body);
    return PAWL_OK;
}

pawl_status pawl_body_set_angular_velocity(pawl_world *world, pawl_body_id id,
                                           pawl_fx radians_per_second) {
    pawl_status status;
    pawli_body *body = find_moving(world, id, &status);
    if (body == NULL) return status;
    if (!pawli_body_spin_set_angular_velocity(body, radians_per_second))
        world->faults |= PAWL_FAULT_SPEED;
    wake_body(world, body);
    return PAWL_OK;
}

/* The dynamic body that a push acts on; null with PAWL_OK when a push means nothing to it. */
static pawli_body *find_pushed(pawl_world *world, pawl_body_id id, pawl_status *status) {
    pawli_body *body = find_moving(world, id, status);
    if (body == NULL || body->type != PAWL_DYNAMIC) return NULL;
    if (!(body->flags & PAWLI_BODY_ENABLED)) return NULL;
    wake_body(world, body);
    return body;
}

pawl_status pawl_body_apply_force(pawl_world *world, pawl_body_id id, pawl_wide2 force,
                                  pawl_vec2 point) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    const pawl_vec2 change = vector_per_mass(world, body, force);
    pawli_body_motion_add_acceleration(world, body, change, spin_of_push(body, change, point));
    return PAWL_OK;
}

pawl_status pawl_body_apply_force_to_center(pawl_world *world, pawl_body_id id, pawl_wide2 force) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    pawli_body_motion_add_acceleration(world, body, vector_per_mass(world, body, force), 0);
    return PAWL_OK;
}

pawl_status pawl_body_apply_torque(pawl_world *world, pawl_body_id id, pawl_wide torque) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    pawli_body_motion_add_acceleration(world, body, pawl_vec2_make(0, 0),
                                       spin_of_torque(body, torque));
    return PAWL_OK;
}

pawl_status pawl_body_apply_impulse(pawl_world *world, pawl_body_id id, pawl_wide2 impulse,
                                    pawl_vec2 point) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    const pawl_vec2 change = vector_per_mass(world, body, impulse);
    change_velocity(world, body, change);
    change_spin(world, body, spin_of_push(body, change, point));
    return PAWL_OK;
}

pawl_status pawl_body_apply_impulse_to_center(pawl_world *world, pawl_body_id id,
                                              pawl_wide2 impulse) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    change_velocity(world, body, vector_per_mass(world, body, impulse));
    return PAWL_OK;
}

pawl_status pawl_body_apply_angular_impulse(pawl_world *world, pawl_body_id id, pawl_wide impulse) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    change_spin(world, body, spin_of_torque(body, impulse));
    return PAWL_OK;
}

pawl_status pawl_body_change_velocity(pawl_world *world, pawl_body_id id, pawl_vec2 change,
                                      pawl_vec2 point) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    change_velocity(world, body, change);
    change_spin(world, body, spin_of_push(body, change, point));
    return PAWL_OK;
}

bool pawl_body_is_awake(const pawl_world *world, pawl_body_id id) {
    const uint16_t slot = pawli_pool_find_body(world, id);
    return slot != PAWLI_NONE && (pawli_bodies_const(world)[slot].flags & PAWLI_BODY_AWAKE);
}

pawl_status pawl_body_set_awake(pawl_world *world, pawl_body_id id, bool awake) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (awake) {
        pawli_wake(world, slot);
    } else if (pawli_bodies(world)[slot].flags & PAWLI_BODY_AWAKE) {
        pawli_mark_asleep(world, slot, slot);
    }
    return PAWL_OK;
}
