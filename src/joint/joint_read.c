/* joint_read.c - where a joint is, and the load it carries. */
#include "fx/int128.h"
#include "joint/joint.h"

#define RADIANS_PER_TURN INT64_C(411775) /* 2 pi, Q16.16 */

/* A live joint with its bodies. */
typedef struct joint_ends {
    const pawl_world *world;
    const pawli_joint *joint;
    const pawli_body *a, *b;
} joint_ends;

static bool find_joint_ends(const pawl_world *world, pawl_joint_id id, joint_ends *out) {
    const uint16_t slot = pawli_pool_find_joint(world, id);
    if (slot == PAWLI_NONE) return false;
    out->world = world;
    out->joint = &pawli_joints_const(world)[slot];
    out->a = &pawli_bodies_const(world)[out->joint->body_a];
    out->b = &pawli_bodies_const(world)[out->joint->body_b];
    return true;
}

/* Turns and the fraction of a turn apart: the whole product could exceed 64 bits. */
pawl_fx pawl_joint_get_angle(const pawl_world *world, pawl_joint_id id) {
    joint_ends at;
    if (!find_joint_ends(world, id, &at)) return 0;
    const int64_t turned = pawli_joint_turned(at.joint, at.a, at.b);
    const int64_t turns = pawli_floor(turned, 32);
    if (turns > 6000 || turns < -6000) return turns < 0 ? -PAWL_FX_MAX : PAWL_FX_MAX;
    return pawl_saturate(pawli_near(turned * RADIANS_PER_TURN, 32));
}

static pawl_vec2 world_anchor(const pawli_body *body, pawl_joint_frame frame) {
    return pawl_rotate(body->rotation, pawl_vec2_sub(frame.anchor, body->center));
}

/* Anchor B minus anchor A, world axes. */
static pawl_vec2 world_anchor_gap(const joint_ends *at) {
    const pawl_vec2 centers = pawli_way(at->world, at->a->position, at->b->position);
    return pawl_vec2_sub(pawl_vec2_add(centers, world_anchor(at->b, at->joint->frame_b)),
                         world_anchor(at->a, at->joint->frame_a));
}

pawl_fx pawl_joint_get_translation(const pawl_world *world, pawl_joint_id id) {
    joint_ends at;
    if (!find_joint_ends(world, id, &at)) return 0;
    const pawl_rot axis = pawl_rot_from_angle(at.a->angle + at.joint->frame_a.angle);
    return pawl_unrotate(axis, world_anchor_gap(&at)).x;
}

pawl_fx pawl_joint_get_length(const pawl_world *world, pawl_joint_id id) {
    joint_ends at;
    return find_joint_ends(world, id, &at) ? pawl_vec2_length(world_anchor_gap(&at)) : 0;
}

/* A normalized impulse per sub-step as a force: divided by (1/mA + 1/mB) and by h. */
static pawl_wide impulse_to_force(const pawl_world *world, pawli_scaled lightness,
                                  int32_t impulse) {
    if (impulse == 0 || lightness.mantissa == 0) return 0;
    const uint64_t rate = (uint64_t)world->rate_numerator * world->substeps;
    const pawli_scaled frequency = pawli_scaled_divide(
        pawli_scaled_make(rate, 0), pawli_scaled_make(world->rate_denominator, 0));
    return pawli_scaled_apply(pawli_scaled_divide(frequency, lightness), impulse, 0);
}

static pawli_reaction joint_reaction(const joint_ends *at) {
    const pawli_reaction none = {{0, 0}, 0};
    const pawli_joint_methods *methods = pawli_joint_methods_of(at->joint->type);
    return methods == NULL ? none : methods->reaction(at->world, at->joint, at->a, at->b);
}

pawl_wide2 pawl_joint_get_reaction_force(const pawl_world *world, pawl_joint_id id) {
    pawl_wide2 force = {0, 0};
    joint_ends at;
    if (!find_joint_ends(world, id, &at)) return force;
    const pawli_reaction reaction = joint_reaction(&at);
    const pawli_scaled lightness = pawli_joint_prepare_inverse_mass(at.a, at.b);
    force.x = impulse_to_force(world, lightness, reaction.linear.x);
    force.y = impulse_to_force(world, lightness, reaction.linear.y);
    return force;
}

pawl_wide pawl_joint_get_reaction_torque(const pawl_world *world, pawl_joint_id id) {
    joint_ends at;
    if (!find_joint_ends(world, id, &at)) return 0;
    return impulse_to_force(world, pawli_angle_inverse_inertia(at.joint, at.a, at.b),
                            joint_reaction(&at).turning);
}

/* Whether the joint holds more than it can. */
bool pawli_joint_read_breaks(const pawl_world *world, const pawli_joint *joint) {
    if (joint->break_force == 0 && joint->break_torque == 0) return false;
    const pawl_joint_id id =
        pawli_pool_joint_id(world, (uint16_t)(joint - pawli_joints_const(world)));
    if (joint->break_force > 0) {
        const pawl_wide2 force = pawl_joint_get_reaction_force(world, id);
        const pawli_scaled x = pawli_scaled_make(pawli_magnitude(force.x), 0);
        const pawli_scaled y = pawli_scaled_make(pawli_magnitude(force.y), 0);
        const pawli_scaled most = pawli_scaled_make((uint64_t)joint->break_force, 0);
        const pawli_scaled squared =
            pawli_scaled_add(pawli_scaled_multiply(x, x), pawli_scaled_multiply(y, y));
        if (pawli_scaled_compare(squared, pawli_scaled_multiply(most, most)) > 0) return true;
    }
    if (joint->break_torque == 0) return false;
    const pawl_wide torque = pawl_joint_get_reaction_torque(world, id);
    return torque > joint->break_torque || torque < -joint->break_torque;
}
