/* joint_set.c - change the parameters of a joint. Whoever changes one wakes its bodies. */
#include "joint/joint.h"

#include "joint/joint_def.h"

#include <string.h>

/* The joint of a live handle, its bodies awake; null otherwise. */
static pawli_joint *find_to_change(pawl_world *world, pawl_joint_id id) {
    const uint16_t slot = pawli_find_joint(world, id);
    return slot == PAWLI_NONE ? NULL : &pawli_joints(world)[slot];
}

static pawl_status why_not(const pawl_world *world) {
    return world == NULL ? PAWL_ERR_NULL : PAWL_ERR_STALE;
}

static pawl_status changed(pawl_world *world, const pawli_joint *joint) {
    pawli_wake(world, joint->body_a);
    pawli_wake(world, joint->body_b);
    return PAWL_OK;
}

/* A row that comes or goes takes the impulses of the last step with it: nobody would correct
 * them. */
static void set_flag(pawli_joint *joint, unsigned flag, bool on) {
    const uint8_t flags = (uint8_t)(on ? joint->flags | flag : joint->flags & ~flag);
    if (flags != joint->flags) memset(joint->impulses, 0, sizeof joint->impulses);
    joint->flags = flags;
}

pawl_status pawl_joint_set_limit(pawl_world *world, pawl_joint_id id, bool enabled, pawl_fx lower,
                                 pawl_fx upper) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (!pawli_limit_is_valid(joint->type, lower, upper)) return PAWL_ERR_RANGE;
    set_flag(joint, PAWLI_JOINT_LIMIT, enabled);
    joint->lower = lower;
    joint->upper = upper;
    return changed(world, joint);
}

pawl_status pawl_joint_set_motor(pawl_world *world, pawl_joint_id id, bool enabled, pawl_fx speed,
                                 pawl_wide max) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (speed == INT32_MIN || max < 0) return PAWL_ERR_RANGE;
    set_flag(joint, PAWLI_JOINT_MOTOR, enabled);
    joint->motor_speed = speed;
    joint->motor_max = max;
    return changed(world, joint);
}

pawl_status pawl_joint_set_spring(pawl_world *world, pawl_joint_id id, bool enabled, pawl_fx hertz,
                                  pawl_fx damping_ratio) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (!pawli_spring_is_valid(hertz, damping_ratio)) return PAWL_ERR_RANGE;
    set_flag(joint, PAWLI_JOINT_SPRING, enabled);
    joint->hertz = hertz;
    joint->damping_ratio = damping_ratio;
    return changed(world, joint);
}

pawl_status pawl_joint_set_angular_spring(pawl_world *world, pawl_joint_id id, pawl_fx hertz,
                                          pawl_fx damping_ratio) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (!pawli_spring_is_valid(hertz, damping_ratio)) return PAWL_ERR_RANGE;
    joint->angular_hertz = hertz;
    joint->angular_damping_ratio = damping_ratio;
    return changed(world, joint);
}

pawl_status pawl_joint_set_target(pawl_world *world, pawl_joint_id id, pawl_fx target) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (!pawli_target_is_valid(joint->type, target)) return PAWL_ERR_RANGE;
    joint->target = target;
    if (joint->type == PAWL_JOINT_RATCHET) {
        const pawli_body *bodies = pawli_bodies(world);
        joint->teeth = pawli_ratchet_tooth(joint, &bodies[joint->body_a], &bodies[joint->body_b]);
    }
    return changed(world, joint);
}

pawl_status pawl_joint_set_frame_a(pawl_world *world, pawl_joint_id id, pawl_joint_frame frame) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (!pawli_joint_frame_is_valid(frame)) return PAWL_ERR_RANGE;
    joint->frame_a = frame;
    return changed(world, joint);
}

pawl_status pawl_joint_set_frame_b(pawl_world *world, pawl_joint_id id, pawl_joint_frame frame) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (!pawli_joint_frame_is_valid(frame)) return PAWL_ERR_RANGE;
    joint->frame_b = frame;
    return changed(world, joint);
}

pawl_status pawl_joint_set_linear_velocity(pawl_world *world, pawl_joint_id id, pawl_vec2 velocity,
                                           pawl_wide force_max) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (joint->type != PAWL_JOINT_MOTOR) return PAWL_ERR_ARGUMENT;
    if (pawl_abs(velocity.x) > PAWL_SPEED_MAX || pawl_abs(velocity.y) > PAWL_SPEED_MAX ||
        force_max < 0) {
        return PAWL_ERR_RANGE;
    }
    joint->place = velocity;
    joint->force_max = force_max;
    return changed(world, joint);
}

pawl_status pawl_joint_set_break(pawl_world *world, pawl_joint_id id, pawl_wide force,
                                 pawl_wide torque) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    if (force < 0 || torque < 0) return PAWL_ERR_RANGE;
    joint->break_force = force;
    joint->break_torque = torque;
    return changed(world, joint);
}

pawl_status pawl_joint_set_user_data(pawl_world *world, pawl_joint_id id, uint32_t data) {
    pawli_joint *joint = find_to_change(world, id);
    if (joint == NULL) return why_not(world);
    joint->user_data = data;
    return PAWL_OK;
}
