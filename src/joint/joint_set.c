/* joint_set.c - change the parameters of a joint. A change wakes its bodies.
 *
 * A change is made to the def of the joint, so that what makes a def valid also says what may be
 * changed to. */
#include "joint/joint.h"

#include "joint/joint_def.h"

#include <string.h>

#define ROW_FLAGS (PAWLI_JOINT_LIMIT | PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING | PAWLI_JOINT_RANGED)

/* A change under way. After an error the def is that of no joint, and is not looked at. */
typedef struct joint_edit {
    pawl_world *world;
    pawli_joint *joint;
    pawl_joint_def def;
    pawl_status status;
    bool moves_teeth; /* of a ratchet */
} joint_edit;

static joint_edit begin_edit(pawl_world *world, pawl_joint_id id) {
    joint_edit edit;
    memset(&edit, 0, sizeof edit);
    edit.status = world != NULL && pawli_is_locked(world)
                      ? PAWL_ERR_LOCKED
                      : pawl_joint_get_def(world, id, &edit.def);
    if (edit.status != PAWL_OK) return edit;
    edit.world = world;
    edit.joint = &pawli_joints(world)[pawli_pool_find_joint(world, id)];
    return edit;
}

/* For parameters that only one type has a place for. */
static joint_edit begin_edit_of_type(pawl_world *world, pawl_joint_id id, pawl_joint_type type) {
    joint_edit edit = begin_edit(world, id);
    if (edit.status == PAWL_OK && edit.def.type != type) edit.status = PAWL_ERR_ARGUMENT;
    return edit;
}

/* A row that comes or goes takes the impulses of the last step with it: nothing would correct
 * them. */
static pawl_status finish_edit(const joint_edit *edit) {
    if (edit->status != PAWL_OK) return edit->status;
    const pawl_status status = pawli_joint_def_check(&edit->def);
    if (status != PAWL_OK) return status;
    pawli_joint *joint = edit->joint;
    const unsigned before = joint->flags;
    const bool was_point = pawli_joint_is_point(joint);
    pawli_joint_fill(joint, &edit->def);
    if (((before ^ joint->flags) & ROW_FLAGS) || was_point != pawli_joint_is_point(joint))
        memset(joint->impulses, 0, sizeof joint->impulses);
    if (edit->moves_teeth && joint->type == PAWL_JOINT_RATCHET) {
        const pawli_body *bodies = pawli_bodies(edit->world);
        joint->teeth = pawli_ratchet_tooth(joint, &bodies[joint->body_a], &bodies[joint->body_b]);
    }
    pawli_wake(edit->world, joint->body_a);
    pawli_wake(edit->world, joint->body_b);
    return PAWL_OK;
}

pawl_status pawl_joint_set_limit(pawl_world *world, pawl_joint_id id, bool enabled, pawl_fx lower,
                                 pawl_fx upper) {
    joint_edit edit = begin_edit(world, id);
    edit.def.limit = enabled;
    edit.def.lower = lower;
    edit.def.upper = upper;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_motor(pawl_world *world, pawl_joint_id id, bool enabled, pawl_fx speed,
                                 pawl_wide max) {
    joint_edit edit = begin_edit(world, id);
    edit.def.motor = enabled;
    edit.def.motor_speed = speed;
    edit.def.motor_max = max;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_spring(pawl_world *world, pawl_joint_id id, bool enabled, pawl_fx hertz,
                                  pawl_fx damping_ratio) {
    joint_edit edit = begin_edit(world, id);
    edit.def.spring = enabled;
    edit.def.hertz = hertz;
    edit.def.damping_ratio = damping_ratio;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_angular_spring(pawl_world *world, pawl_joint_id id, pawl_fx hertz,
                                          pawl_fx damping_ratio) {
    joint_edit edit = begin_edit(world, id);
    edit.def.angular_hertz = hertz;
    edit.def.angular_damping_ratio = damping_ratio;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_spring_max(pawl_world *world, pawl_joint_id id, pawl_wide force,
                                      pawl_wide torque) {
    joint_edit edit = begin_edit(world, id);
    edit.def.spring_force_max = force;
    edit.def.spring_torque_max = torque;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_target(pawl_world *world, pawl_joint_id id, pawl_fx target) {
    joint_edit edit = begin_edit(world, id);
    edit.def.target = target;
    edit.moves_teeth = true;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_ratio(pawl_world *world, pawl_joint_id id, pawl_fx ratio) {
    joint_edit edit = begin_edit(world, id);
    edit.def.ratio = ratio;
    edit.moves_teeth = true;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_frame_a(pawl_world *world, pawl_joint_id id, pawl_joint_frame frame) {
    joint_edit edit = begin_edit(world, id);
    edit.def.frame_a = frame;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_frame_b(pawl_world *world, pawl_joint_id id, pawl_joint_frame frame) {
    joint_edit edit = begin_edit(world, id);
    edit.def.frame_b = frame;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_ground(pawl_world *world, pawl_joint_id id, pawl_vec2 ground_a,
                                  pawl_vec2 ground_b) {
    joint_edit edit = begin_edit_of_type(world, id, PAWL_JOINT_PULLEY);
    edit.def.ground_a = ground_a;
    edit.def.ground_b = ground_b;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_linear_velocity(pawl_world *world, pawl_joint_id id, pawl_vec2 velocity,
                                           pawl_wide force_max) {
    joint_edit edit = begin_edit_of_type(world, id, PAWL_JOINT_MOTOR);
    edit.def.linear_velocity = velocity;
    edit.def.force_max = force_max;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_break(pawl_world *world, pawl_joint_id id, pawl_wide force,
                                 pawl_wide torque) {
    joint_edit edit = begin_edit(world, id);
    edit.def.break_force = force;
    edit.def.break_torque = torque;
    edit.def.load_events = false;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_load_threshold(pawl_world *world, pawl_joint_id id, pawl_wide force,
                                          pawl_wide torque) {
    joint_edit edit = begin_edit(world, id);
    edit.def.break_force = force;
    edit.def.break_torque = torque;
    edit.def.load_events = true;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_constraint_tuning(pawl_world *world, pawl_joint_id id, pawl_fx hertz,
                                             pawl_fx damping_ratio) {
    joint_edit edit = begin_edit(world, id);
    if (edit.status == PAWL_OK && !pawli_joint_is_rigid((int)edit.def.type))
        edit.status = PAWL_ERR_ARGUMENT;
    edit.def.constraint_hertz = hertz;
    edit.def.constraint_damping_ratio = damping_ratio;
    return finish_edit(&edit);
}

pawl_status pawl_joint_set_spring_range(pawl_world *world, pawl_joint_id id, pawl_wide lower,
                                        pawl_wide upper) {
    joint_edit edit = begin_edit(world, id);
    if (edit.status == PAWL_OK && !pawli_joint_has_line((int)edit.def.type))
        edit.status = PAWL_ERR_ARGUMENT;
    edit.def.spring_force_lower = lower;
    edit.def.spring_force_upper = upper;
    return finish_edit(&edit);
}

/* The pairs of the two bodies are let go, or looked for again by the next step. */
pawl_status pawl_joint_set_collide_connected(pawl_world *world, pawl_joint_id id, bool collide) {
    joint_edit edit = begin_edit(world, id);
    const bool before = edit.def.collide_connected;
    edit.def.collide_connected = collide;
    const pawl_status status = finish_edit(&edit);
    if (status != PAWL_OK || collide == before) return status;
    if (collide) {
        pawli_joint_find_pairs_again(world, edit.joint->body_a);
        pawli_joint_find_pairs_again(world, edit.joint->body_b);
    } else {
        pawli_contact_drop_between(world, edit.joint->body_a, edit.joint->body_b);
    }
    return PAWL_OK;
}

pawl_status pawl_joint_set_user_data(pawl_world *world, pawl_joint_id id, uint32_t data) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_joint(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_joints(world)[slot].user_data = data;
    return PAWL_OK;
}
