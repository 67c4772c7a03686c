/* validate_joint.c - the invariants of joints: values, and the lists of bodies. */
#include "world/validate.h"

#include "world/world.h"

static bool joint_value_is_within(pawl_fx value, pawl_fx least, pawl_fx most) {
    return value >= least && value <= most;
}

static bool vector_is_within(pawl_vec2 v, pawl_fx most) {
    return joint_value_is_within(v.x, -most, most) && joint_value_is_within(v.y, -most, most);
}

/* What lies in the place of something else. A pulley's tuning is in fields of its range. */
static const char *check_joint_apart(const pawli_joint *joint) {
    if ((joint->flags & PAWLI_JOINT_RANGED) && !pawli_joint_has_line(joint->type))
        return "joint spring range";
    if (!(joint->flags & PAWLI_JOINT_TUNED)) return NULL;
    const bool is_pulley = joint->type == PAWLI_JOINT_TYPE_PULLEY;
    const pawl_fx hertz = is_pulley ? joint->angular_hertz : joint->place.x;
    const pawl_fx damping_ratio = is_pulley ? joint->angular_damping_ratio : joint->place.y;
    const bool is_tuned = pawli_joint_is_rigid(joint->type) &&
                          joint_value_is_within(hertz, 1, PAWL_HERTZ_MAX) &&
                          joint_value_is_within(damping_ratio, 0, PAWL_HERTZ_MAX);
    return is_tuned ? NULL : "joint tuning";
}

/* The ranges of pawl_joint_def that depend on the type; others are in the field table. */
static const char *check_joint_values(const pawli_joint *joint) {
    const bool hangs = joint->type == PAWLI_JOINT_TYPE_PULLEY;
    const bool is_length = hangs || joint->type == PAWLI_JOINT_TYPE_DISTANCE;
    if (!vector_is_within(joint->place, hangs ? PAWL_COORD_MAX : PAWL_SPEED_MAX)) {
        return "joint place";
    }
    if (joint->lower > joint->upper) return "joint limit";
    if (joint->type == PAWLI_JOINT_TYPE_DISTANCE && joint->lower < 0) return "joint length limit";
    if (is_length && joint->target < 0) return "joint target";
    const bool needs_ratio = joint->type == PAWLI_JOINT_TYPE_GEAR;
    const bool needs_positive = hangs || joint->type == PAWLI_JOINT_TYPE_RATCHET;
    if ((needs_ratio && joint->ratio == 0) || (needs_positive && joint->ratio <= 0)) {
        return "joint ratio";
    }
    return check_joint_apart(joint);
}

const char *pawli_validate_joint_find_defect(const pawl_world *world, uint32_t slot) {
    const pawli_joint *joint = &pawli_joints_const(world)[slot];
    const pawli_body *bodies = pawli_bodies_const(world);
    const uint16_t a = joint->body_a, b = joint->body_b;
    const unsigned known = PAWLI_JOINT_LIVE | PAWLI_JOINT_COLLIDE | PAWLI_JOINT_LIMIT |
                           PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING | PAWLI_JOINT_REPORTS |
                           PAWLI_JOINT_RANGED | PAWLI_JOINT_TUNED;
    if (joint->flags & ~known) return "joint flags";
    if (joint->type < PAWLI_JOINT_TYPE_FIRST || joint->type > PAWLI_JOINT_TYPE_LAST)
        return "joint type";
    if (a >= world->body_pool.used || b >= world->body_pool.used || a == b) return "joint bodies";
    if (!(bodies[a].flags & bodies[b].flags & PAWLI_BODY_LIVE)) return "joint of the dead";
    return check_joint_values(joint);
}

/* The lists of bodies: youngest first, every joint on two of them. */
const char *pawli_validate_joint_find_link_defect(const pawl_world *world) {
    const pawli_joint *joints = pawli_joints_const(world);
    const pawli_body *bodies = pawli_bodies_const(world);
    uint32_t seen = 0;
    for (uint16_t body = world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        uint32_t serial = UINT32_MAX;
        uint16_t at = pawli_first_joint_of(world, body);
        for (; at != PAWLI_NONE; at = pawli_joint_list_after(&joints[at], body)) {
            if (at >= world->joint_pool.used) return "joint of a body";
            if (!(joints[at].flags & PAWLI_JOINT_LIVE)) return "dead joint on a body";
            if (joints[at].body_a != body && joints[at].body_b != body) return "joint of others";
            if (joints[at].serial >= serial) return "joints of a body";
            serial = joints[at].serial;
            seen++;
        }
    }
    return seen == 2u * world->joint_pool.live ? NULL : "joints of bodies";
}
