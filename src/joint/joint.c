/* joint.c - joints come and go; where they are and what they hold. */
#include "joint/joint.h"

#include "base/optional.h"
#include "joint/joint_def.h"

#include <string.h>

PAWLI_PULLS(pulls_joints, pawli_joint_rows_mark);

const pawli_joint_methods *pawli_joint_methods_of(uint8_t type) {
    switch (type) {
    case PAWL_JOINT_REVOLUTE:
        return &pawli_revolute;
    case PAWL_JOINT_PRISMATIC:
        return &pawli_prismatic;
    case PAWL_JOINT_DISTANCE:
        return &pawli_distance;
    case PAWL_JOINT_WELD:
        return &pawli_weld;
    case PAWL_JOINT_WHEEL:
        return &pawli_wheel;
    case PAWL_JOINT_MOTOR:
        return &pawli_motor;
    case PAWL_JOINT_PULLEY:
        return &pawli_pulley;
    case PAWL_JOINT_GEAR:
        return &pawli_gear;
    case PAWL_JOINT_RATCHET:
        return &pawli_ratchet;
    default:
        return NULL;
    }
}

void pawli_joint_count_turns(pawli_joint *joint, const pawli_body *a, const pawli_body *b) {
    if (joint->type == PAWL_JOINT_GEAR) pawli_gear_remember(joint, pawli_gear_turned_a(joint, a));
    joint->turned = pawli_joint_turned(joint, a, b);
}

/* Count from the directions as they are, each within half a turn. */
static void begin_turns(pawli_joint *joint, const pawli_body *a, const pawli_body *b) {
    const pawl_angle from = pawli_frame_direction(joint->frame_a, a);
    const pawl_angle to = pawli_frame_direction(joint->frame_b, b);
    joint->turned = (int32_t)(to - from);
    if (joint->type == PAWL_JOINT_GEAR) {
        joint->turned = (int64_t)(int32_t)to - (int32_t)from;
        pawli_gear_remember(joint, (int32_t)from);
    }
    if (joint->type == PAWL_JOINT_RATCHET) joint->teeth = pawli_ratchet_tooth(joint, a, b);
}

void pawli_joint_find_pairs_again(pawl_world *world, uint16_t body) {
    const pawli_shape *shapes = pawli_shapes(world);
    for (uint16_t at = pawli_bodies(world)[body].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        pawli_mark_moved(world, at);
    }
}

static uint8_t joint_flags(const pawl_joint_def *def) {
    unsigned flags = PAWLI_JOINT_LIVE;
    if (def->collide_connected) flags |= PAWLI_JOINT_COLLIDE;
    if (def->limit) flags |= PAWLI_JOINT_LIMIT;
    if (def->motor) flags |= PAWLI_JOINT_MOTOR;
    if (def->spring) flags |= PAWLI_JOINT_SPRING;
    if (def->load_events) flags |= PAWLI_JOINT_REPORTS;
    if (pawli_joint_is_rigid((int)def->type) && def->constraint_hertz != 0)
        flags |= PAWLI_JOINT_TUNED;
    if (pawli_joint_has_line((int)def->type) &&
        (def->spring_force_lower != 0 || def->spring_force_upper != 0))
        flags |= PAWLI_JOINT_RANGED;
    return (uint8_t)flags;
}

/* What lies in the place of something that the type does not have. */
static void fill_apart(pawli_joint *joint, const pawl_joint_def *def) {
    const bool hangs = def->type == PAWL_JOINT_PULLEY;
    if ((joint->flags & PAWLI_JOINT_TUNED) && hangs) {
        joint->angular_hertz = def->constraint_hertz;
        joint->angular_damping_ratio = def->constraint_damping_ratio;
    } else if (joint->flags & PAWLI_JOINT_TUNED) {
        joint->place = pawl_vec2_make(def->constraint_hertz, def->constraint_damping_ratio);
    }
    if (joint->flags & PAWLI_JOINT_RANGED) {
        joint->spring_force_max = def->spring_force_upper;
        joint->spring_torque_max = -def->spring_force_lower;
    }
}

static void read_apart(const pawli_joint *joint, pawl_joint_def *out) {
    const pawl_joint_def none = pawl_joint_def_default(out->type);
    if (joint->flags & PAWLI_JOINT_TUNED) {
        out->constraint_hertz = pawli_joint_tuning(joint).x;
        out->constraint_damping_ratio = pawli_joint_tuning(joint).y;
        if (joint->type == PAWL_JOINT_PULLEY) {
            out->angular_hertz = none.angular_hertz;
            out->angular_damping_ratio = none.angular_damping_ratio;
        } else {
            out->linear_velocity = none.linear_velocity;
        }
    }
    if (joint->flags & PAWLI_JOINT_RANGED) {
        out->spring_force_upper = joint->spring_force_max;
        out->spring_force_lower = -joint->spring_torque_max;
        out->spring_force_max = out->spring_torque_max = 0;
    }
}

void pawli_joint_fill(pawli_joint *joint, const pawl_joint_def *def) {
    joint->type = (uint8_t)def->type;
    joint->flags = joint_flags(def);
    joint->frame_a = def->frame_a;
    joint->frame_b = def->frame_b;
    joint->lower = def->lower;
    joint->upper = def->upper;
    joint->target = def->target;
    joint->motor_speed = def->motor_speed;
    joint->motor_max = def->motor_max;
    joint->hertz = def->hertz;
    joint->damping_ratio = def->damping_ratio;
    joint->angular_hertz = def->angular_hertz;
    joint->angular_damping_ratio = def->angular_damping_ratio;
    joint->ratio = def->ratio;
    joint->force_max = def->force_max;
    joint->spring_force_max = def->spring_force_max;
    joint->spring_torque_max = def->spring_torque_max;
    joint->break_force = def->break_force;
    joint->break_torque = def->break_torque;
    joint->user_data = def->user_data;
    const bool hangs = def->type == PAWL_JOINT_PULLEY;
    joint->place = hangs ? def->ground_a : def->linear_velocity;
    if (hangs) joint->place_b = def->ground_b;
    fill_apart(joint, def);
}

pawl_status pawl_joint_create(pawl_world *world, const pawl_joint_def *def, pawl_joint_id *out) {
    if (world == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_JOINTS) return PAWL_ERR_UNSUPPORTED;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawli_joint_def_check(def);
    if (status != PAWL_OK) return status;
    const uint16_t a = pawli_pool_find_body(world, def->body_a);
    const uint16_t b = pawli_pool_find_body(world, def->body_b);
    if (a == PAWLI_NONE || b == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_body *bodies = pawli_bodies(world);
    if (a == b) return PAWL_ERR_ARGUMENT;
    if (bodies[a].type != PAWL_DYNAMIC && bodies[b].type != PAWL_DYNAMIC) return PAWL_ERR_ARGUMENT;
    const uint16_t slot = pawli_joint_list_link(world, a, b);
    if (slot == PAWLI_NONE) return PAWL_ERR_CAPACITY;
    pawli_joint *joint = &pawli_joints(world)[slot];
    pawli_joint_fill(joint, def);
    begin_turns(joint, &bodies[a], &bodies[b]);
    if ((bodies[a].flags | bodies[b].flags) & PAWLI_BODY_AWAKE) {
        pawli_wake(world, a);
        pawli_wake(world, b);
    } else {
        pawli_wake_tie(world, a, b);
    }
    if (!def->collide_connected) pawli_contact_drop_between(world, a, b);
    *out = pawli_pool_joint_id(world, slot);
    return PAWL_OK;
}

void pawli_joint_remove(pawl_world *world, uint16_t slot) {
    const pawli_joint joint = pawli_joints(world)[slot];
    pawli_wake(world, joint.body_a);
    pawli_wake(world, joint.body_b);
    pawli_joint_list_unlink(world, slot);
    if (joint.flags & PAWLI_JOINT_COLLIDE) return;
    pawli_joint_find_pairs_again(world, joint.body_a);
    pawli_joint_find_pairs_again(world, joint.body_b);
}

pawl_status pawl_joint_destroy(pawl_world *world, pawl_joint_id id) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_joint(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_joint_remove(world, slot);
    return PAWL_OK;
}

bool pawl_joint_is_valid(const pawl_world *world, pawl_joint_id id) {
    return pawli_pool_find_joint(world, id) != PAWLI_NONE;
}

pawl_status pawl_joint_get_def(const pawl_world *world, pawl_joint_id id, pawl_joint_def *out) {
    if (world == NULL || out == NULL) return PAWL_ERR_NULL;
    const uint16_t slot = pawli_pool_find_joint(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_joint *joint = &pawli_joints_const(world)[slot];
    *out = pawl_joint_def_default((pawl_joint_type)joint->type);
    out->body_a = pawli_pool_body_id(world, joint->body_a);
    out->body_b = pawli_pool_body_id(world, joint->body_b);
    out->frame_a = joint->frame_a;
    out->frame_b = joint->frame_b;
    out->collide_connected = (joint->flags & PAWLI_JOINT_COLLIDE) != 0;
    out->limit = (joint->flags & PAWLI_JOINT_LIMIT) != 0;
    out->motor = (joint->flags & PAWLI_JOINT_MOTOR) != 0;
    out->spring = (joint->flags & PAWLI_JOINT_SPRING) != 0;
    out->lower = joint->lower;
    out->upper = joint->upper;
    out->target = joint->target;
    out->motor_speed = joint->motor_speed;
    out->motor_max = joint->motor_max;
    out->hertz = joint->hertz;
    out->damping_ratio = joint->damping_ratio;
    out->angular_hertz = joint->angular_hertz;
    out->angular_damping_ratio = joint->angular_damping_ratio;
    out->ratio = joint->ratio;
    out->force_max = joint->force_max;
    out->spring_force_max = joint->spring_force_max;
    out->spring_torque_max = joint->spring_torque_max;
    out->break_force = joint->break_force;
    out->break_torque = joint->break_torque;
    out->user_data = joint->user_data;
    if (joint->type == PAWL_JOINT_PULLEY) {
        out->ground_a = joint->place;
        out->ground_b = joint->place_b;
    } else {
        out->linear_velocity = joint->place;
    }
    out->load_events = (joint->flags & PAWLI_JOINT_REPORTS) != 0;
    read_apart(joint, out);
    return PAWL_OK;
}

pawl_joint_id pawl_world_next_joint(const pawl_world *world, pawl_joint_id after) {
    const pawl_joint_id none = {0, 0};
    if (world == NULL) return none;
    if (after.index1 == 0) return pawli_pool_joint_id(world, world->first_joint);
    const uint16_t slot = pawli_pool_find_joint(world, after);
    return slot == PAWLI_NONE ? none
                              : pawli_pool_joint_id(world, pawli_joints_const(world)[slot].next);
}

pawl_joint_id pawl_body_next_joint(const pawl_world *world, pawl_body_id body_id,
                                   pawl_joint_id after) {
    const pawl_joint_id none = {0, 0};
    const uint16_t body = pawli_pool_find_body(world, body_id);
    if (body == PAWLI_NONE) return none;
    if (after.index1 == 0) {
        return pawli_pool_joint_id(world, pawli_first_joint_of(world, body));
    }
    const uint16_t slot = pawli_pool_find_joint(world, after);
    if (slot == PAWLI_NONE) return none;
    const pawli_joint *joint = &pawli_joints_const(world)[slot];
    if (joint->body_a != body && joint->body_b != body) return none;
    return pawli_pool_joint_id(world, pawli_joint_list_after(joint, body));
}
