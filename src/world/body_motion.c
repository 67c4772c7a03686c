/* body_motion.c - velocities, forces, impulses, locked axes and waking by hand.
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

static int64_t spin_of_push(const pawl_world *world, const pawli_body *body, pawl_vec2 change,
                            pawl_vec2 point) {
    return pawli_body_motion_spin_change(body, change, pawli_way_to(world, body->position, point));
}

/* torque / (m k), which is a change of u. */
static int64_t spin_of_torque(const pawli_body *body, pawl_wide torque) {
    const pawli_scaled inverse = pawli_scaled_reciprocal(pawli_body_mass(body));
    const pawli_scaled factor = pawli_scaled_multiply(inverse, pawli_body_per_gyration(body));
    return pawli_scaled_apply(factor, torque, 0);
}

void pawli_body_motion_hold(pawli_body *body) {
    const unsigned locks = pawli_body_locks(body);
    if (locks & PAWLI_BODY_LOCK_X) {
        body->velocity.x = body->acceleration.x = 0;
        body->velocity_frac_x = 0;
    }
    if (locks & PAWLI_BODY_LOCK_Y) {
        body->velocity.y = body->acceleration.y = 0;
        body->velocity_frac_y = 0;
    }
}

static void change_velocity(pawl_world *world, pawli_body *body, pawl_vec2 change) {
    body->velocity.x = limited_speed(world, (int64_t)body->velocity.x + change.x);
    body->velocity.y = limited_speed(world, (int64_t)body->velocity.y + change.y);
    pawli_body_motion_hold(body);
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
    pawli_body_motion_hold(body);
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
    const pawl_vec2 arm = pawli_way_to(world, body->position, point);
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
    pawli_body_motion_hold(body);
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

/* A step as its sub-steps see it. */
typedef struct step_time {
    uint32_t substep; /* h, Q0.32 */
    int64_t count, all;
} step_time;

/* numerator / denominator, rounded half away from zero; their sum fits. */
static int64_t divided_near(int64_t numerator, int64_t denominator) {
    const int64_t half = denominator / 2;
    return (numerator < 0 ? numerator - half : numerator + half) / denominator;
}

/* Where a coordinate is after a step at a velocity, as step_5_solve.c moves kinematic bodies and
 * step_9_finish.c stores it: each sub-step moves by near(v h, 10) in 2^-38 units, and remainders
 * are carried, so that only the sum is rounded to 2^-22. */
static int64_t arrival(const pawli_body *body, bool is_x, int64_t velocity, const step_time *time) {
    const int64_t way = time->count * pawli_near(velocity * time->substep, 10) +
                        (is_x ? body->move_frac_x : body->move_frac_y) * 256;
    const int64_t moved = pawli_floor(way + (INT32_C(1) << 15), 16);
    return (is_x ? body->position.x : body->position.y) +
           pawli_near(moved + (is_x ? body->frac_x : body->frac_y), 6);
}

/* The velocity of an axis that leads to a coordinate, to the raw unit. The way, at most 2^25 raw
 * units and what remainders are, is below 2^48 in 2^-38 units. Half a raw unit of velocity moves by
 * less than half a raw unit in a step, so that the nearest velocity or one beside it arrives. */
static int64_t velocity_to(const pawli_body *body, bool is_x, pawl_fx target,
                           const step_time *time) {
    const int64_t raw = (int64_t)target - (is_x ? body->position.x : body->position.y);
    const int64_t left = (is_x ? body->frac_x : body->frac_y) * INT64_C(65536) +
                         (is_x ? body->move_frac_x : body->move_frac_y) * 256;
    if (raw == 0) return 0; /* what is there stays */
    if (raw > PAWL_STEP_MAX || raw < -PAWL_STEP_MAX) return INT64_MAX;
    int64_t velocity = divided_near((raw * (INT32_C(1) << 22) - left) * 1024, time->all);
    const int64_t at = arrival(body, is_x, velocity, time);
    velocity += at < target ? 1 : at > target ? -1 : 0;
    PAWL_ASSERT(arrival(body, is_x, velocity, time) == target);
    return velocity;
}

/* The spin, Q32.32, of a turn in a step, Q10.22, where nothing is left of an earlier one: a
 * sub-step turns by less than 2^16 of 2^26 parts more or less than asked for. */
static int64_t spin_of_turn(int64_t turn, const step_time *time) {
    const int64_t way = turn * (INT32_C(1) << 26); /* 2^-48 units, below 2^57 */
    const int64_t whole = way / time->all;
    return whole * 65536 + divided_near((way - whole * time->all) * 65536, time->all);
}

static bool is_slow(int64_t velocity) {
    return velocity <= PAWL_SPEED_MAX && velocity >= -PAWL_SPEED_MAX;
}

/* A way that is too far needs a speed beyond all limits. */
pawl_status pawl_body_set_target(pawl_world *world, pawl_body_id id, pawl_vec2 position,
                                 pawl_angle angle) {
    pawl_status status;
    pawli_body *body = find_moving(world, id, &status);
    if (status != PAWL_OK) return status;
    if (!pawli_vec_in_range(position, PAWL_COORD_MAX)) return PAWL_ERR_RANGE;
    if (body == NULL) return PAWL_OK;
    const pawli_substep pace = pawli_world_substep(world, world->substeps);
    const step_time time = {pace.seconds, world->substeps, (int64_t)pace.seconds * world->substeps};
    if (!pawli_body_turns(body)) angle = body->angle;
    const pawl_vec2 center = pawli_way_image(
        world, body->position,
        pawl_vec2_add(position, pawl_rotate(pawl_rot_from_angle(angle), body->center)));
    const int64_t turn = pawli_body_spin_turn(body, (int32_t)(angle - body->angle));
    if (!pawli_vec_in_range(center, PAWL_COORD_MAX) || turn > PAWLI_STEP_MOVE_MAX ||
        turn < -PAWLI_STEP_MOVE_MAX)
        return PAWL_ERR_RANGE;
    const int64_t x = velocity_to(body, true, center.x, &time);
    const int64_t y = velocity_to(body, false, center.y, &time);
    const int64_t spin = spin_of_turn(turn, &time);
    if (!is_slow(x) || !is_slow(y) || !is_slow(pawli_near(spin, 16))) return PAWL_ERR_RANGE;
    const pawl_vec2 before = body->velocity;
    body->velocity = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
    body->velocity_frac_x = body->velocity_frac_y = 0;
    pawli_body_motion_hold(body);
    const pawl_vec2 after = body->velocity;
    const bool stays = (after.x | after.y | spin | before.x | before.y | body->spin) == 0;
    body->turn_frac = 0;
    (void)pawli_body_spin_set(body, spin);
    if (!stays) wake_body(world, body);
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
    pawli_body_motion_add_acceleration(world, body, change,
                                       spin_of_push(world, body, change, point));
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

pawl_status pawl_body_clear_forces(pawl_world *world, pawl_body_id id) {
    pawl_status status;
    pawli_body *body = find_moving(world, id, &status);
    if (body == NULL) return status;
    body->acceleration = pawl_vec2_make(0, 0);
    body->spin_acceleration = 0;
    return PAWL_OK;
}

pawl_status pawl_body_apply_impulse(pawl_world *world, pawl_body_id id, pawl_wide2 impulse,
                                    pawl_vec2 point) {
    pawl_status status;
    pawli_body *body = find_pushed(world, id, &status);
    if (body == NULL) return status;
    const pawl_vec2 change = vector_per_mass(world, body, impulse);
    change_velocity(world, body, change);
    change_spin(world, body, spin_of_push(world, body, change, point));
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
    change_spin(world, body, spin_of_push(world, body, change, point));
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

/* ---- locked axes ---------------------------------------------------------------------------- */

static bool has_body_flag(const pawl_world *world, pawl_body_id id, uint8_t flag) {
    const uint16_t slot = pawli_pool_find_body(world, id);
    return slot != PAWLI_NONE && (pawli_bodies_const(world)[slot].flags & flag) != 0;
}

/* What moves it along a new lock ends; the place stays. */
static pawl_status set_lock(pawl_world *world, pawl_body_id id, uint8_t lock, bool locked) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!PAWL_WITH_JOINTS && locked) return PAWL_ERR_UNSUPPORTED;
    pawli_body *body = &pawli_bodies(world)[slot];
    if (((body->flags & lock) != 0) == locked) return PAWL_OK;
    body->flags = (uint8_t)(body->flags ^ lock);
    pawli_body_motion_hold(body);
    pawli_wake(world, slot);
    return PAWL_OK;
}

bool pawl_body_has_lock_x(const pawl_world *world, pawl_body_id id) {
    return has_body_flag(world, id, PAWLI_BODY_LOCK_X);
}

pawl_status pawl_body_set_lock_x(pawl_world *world, pawl_body_id id, bool locked) {
    return set_lock(world, id, PAWLI_BODY_LOCK_X, locked);
}

bool pawl_body_has_lock_y(const pawl_world *world, pawl_body_id id) {
    return has_body_flag(world, id, PAWLI_BODY_LOCK_Y);
}

pawl_status pawl_body_set_lock_y(pawl_world *world, pawl_body_id id, bool locked) {
    return set_lock(world, id, PAWLI_BODY_LOCK_Y, locked);
}
