/* validate_joint.c - the invariants of joints: values, lists, and slots that are free. */
#include "world/validate_joint.h"

#include "world/world.h"

/* As in pawl/joint.h, which lies above this layer. */
#define HERTZ_MAX PAWL_FX(1000, 0, 1)
enum {
    TYPE_FIRST = 1,
    TYPE_DISTANCE = 3,
    TYPE_PULLEY = 8,
    TYPE_GEAR = 9,
    TYPE_RATCHET = 10,
    TYPE_LAST = 10
};

static bool is_within(pawl_fx value, pawl_fx least, pawl_fx most) {
    return value >= least && value <= most;
}

static bool vector_is_within(pawl_vec2 v, pawl_fx most) {
    return is_within(v.x, -most, most) && is_within(v.y, -most, most);
}

/* The ranges of pawl_joint_def: whoever sets a parameter has checked it. */
static const char *check_values(const pawli_joint *joint) {
    const bool hangs = joint->type == TYPE_PULLEY;
    const bool is_length = hangs || joint->type == TYPE_DISTANCE;
    if (!vector_is_within(joint->frame_a.anchor, PAWL_EXTENT_MAX)) return "joint anchor A";
    if (!vector_is_within(joint->frame_b.anchor, PAWL_EXTENT_MAX)) return "joint anchor B";
    if (!vector_is_within(joint->place, hangs ? PAWL_COORD_MAX : PAWL_SPEED_MAX)) {
        return "joint place";
    }
    if (joint->lower > joint->upper || joint->lower == INT32_MIN) return "joint limit";
    if (joint->type == TYPE_DISTANCE && joint->lower < 0) return "joint length limit";
    if (joint->target == INT32_MIN || (is_length && joint->target < 0)) return "joint target";
    if (joint->motor_speed == INT32_MIN || joint->motor_max < 0) return "joint motor";
    if (!is_within(joint->hertz, 0, HERTZ_MAX) || !is_within(joint->damping_ratio, 0, HERTZ_MAX) ||
        !is_within(joint->angular_hertz, 0, HERTZ_MAX) ||
        !is_within(joint->angular_damping_ratio, 0, HERTZ_MAX)) {
        return "joint spring";
    }
    if (joint->force_max < 0 || joint->spring_force_max < 0 || joint->spring_torque_max < 0) {
        return "joint force";
    }
    if (joint->break_force < 0 || joint->break_torque < 0) return "joint load";
    if (joint->ratio == INT32_MIN) return "joint ratio";
    const bool needs_ratio = joint->type == TYPE_GEAR;
    const bool needs_positive = hangs || joint->type == TYPE_RATCHET;
    if ((needs_ratio && joint->ratio == 0) || (needs_positive && joint->ratio <= 0)) {
        return "joint ratio";
    }
    return NULL;
}

static const char *check_joint(const pawl_world *world, const pawli_joint *joint) {
    const pawli_body *bodies = pawli_bodies_const(world);
    const uint16_t a = joint->body_a, b = joint->body_b;
    const unsigned known = PAWLI_JOINT_LIVE | PAWLI_JOINT_COLLIDE | PAWLI_JOINT_LIMIT |
                           PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING;
    if (joint->flags & ~known) return "joint flags";
    if (joint->type < TYPE_FIRST || joint->type > TYPE_LAST) return "joint type";
    if (joint->generation == 0) return "joint generation";
    if (a >= world->body_pool.used || b >= world->body_pool.used || a == b) return "joint bodies";
    if (!(bodies[a].flags & bodies[b].flags & PAWLI_BODY_LIVE)) return "joint of the dead";
    return check_values(joint);
}

/* The list of live joints: links both ways, ascending serials, every live slot on it once. */
static const char *check_list(const pawl_world *world) {
    const pawli_joint *joints = pawli_joints_const(world);
    uint16_t previous = PAWLI_NONE;
    uint32_t seen = 0, serial = 0;
    for (uint16_t at = world->first_joint; at != PAWLI_NONE; at = joints[at].next) {
        if (at >= world->joint_pool.used || ++seen > world->joint_pool.live) return "joint list";
        if (!(joints[at].flags & PAWLI_JOINT_LIVE)) return "dead joint on the list";
        if (joints[at].previous != previous) return "joint list back link";
        if (joints[at].serial <= serial) return "joint serials";
        const char *defect = check_joint(world, &joints[at]);
        if (defect != NULL) return defect;
        serial = joints[at].serial;
        previous = at;
    }
    if (previous != world->last_joint) return "last joint";
    return seen == world->joint_pool.live ? NULL : "live joints";
}

/* The lists of bodies: youngest first, every joint on two of them. */
static const char *check_bodies(const pawl_world *world) {
    const pawli_joint *joints = pawli_joints_const(world);
    const pawli_body *bodies = pawli_bodies_const(world);
    uint32_t seen = 0;
    for (uint16_t body = world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        uint32_t serial = UINT32_MAX;
        uint16_t at = bodies[body].first_joint;
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

/* All slots that have been used and are not live wait in the queue. */
static const char *check_free(const pawl_world *world) {
    const pawli_joint *joints = pawli_joints_const(world);
    const uint32_t expected = (uint32_t)world->joint_pool.used - world->joint_pool.live;
    uint16_t at = world->joint_pool.free_first, last = PAWLI_NONE;
    uint32_t seen = 0;
    for (; at != PAWLI_NONE; at = joints[at].next) {
        if (at >= world->joint_pool.used || ++seen > expected) return "free joints";
        if (joints[at].flags != 0) return "live joint in the queue";
        last = at;
    }
    if (expected > 0 && last != world->joint_pool.free_last) return "last free joint";
    return seen == expected ? NULL : "lost joints";
}

const char *pawli_validate_joint_find_defect(const pawl_world *world) {
    const char *defect = check_list(world);
    if (defect == NULL) defect = check_bodies(world);
    if (defect == NULL) defect = check_free(world);
    return defect;
}
