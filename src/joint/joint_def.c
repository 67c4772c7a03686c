/* joint_def.c - defs: their defaults, defs for bodies as they stand, and what makes one valid. */
#include "base/check.h"
#include "joint/joint_def.h"

#include <string.h>

#define JOINT_COOKIE UINT32_C(0x70617734)

pawl_joint_def pawl_joint_def_default(pawl_joint_type type) {
    pawl_joint_def def;
    memset(&def, 0, sizeof def);
    def.cookie = JOINT_COOKIE;
    def.type = type;
    def.ratio = PAWL_FX_ONE;
    def.damping_ratio = PAWL_FX_ONE;
    def.angular_damping_ratio = PAWL_FX_ONE;
    return def;
}

/* A point of the world, as pawl_pose_unapply, but by the shortest way. */
static pawl_vec2 anchor_at(const pawl_world *world, pawl_body_id body, pawl_vec2 point) {
    const pawl_pose pose = pawl_body_get_pose(world, body);
    return pawl_unrotate(pose.rotation, pawl_world_way(world, pose.position, point));
}

PAWLI_RARE pawl_joint_def pawl_joint_def_at(const pawl_world *world, pawl_joint_type type,
                                            pawl_body_id a, pawl_body_id b, pawl_vec2 point,
                                            pawl_angle axis) {
    pawl_joint_def def = pawl_joint_def_default(type);
    def.body_a = a;
    def.body_b = b;
    def.frame_a.anchor = anchor_at(world, a, point);
    def.frame_b.anchor = anchor_at(world, b, point);
    def.frame_a.angle = axis - pawl_body_get_angle(world, a);
    def.frame_b.angle = axis - pawl_body_get_angle(world, b);
    return def;
}

PAWLI_RARE pawl_joint_def pawl_joint_def_between(const pawl_world *world, pawl_joint_type type,
                                                 pawl_body_id a, pawl_body_id b, pawl_vec2 point_a,
                                                 pawl_vec2 point_b) {
    pawl_joint_def def = pawl_joint_def_default(type);
    def.body_a = a;
    def.body_b = b;
    def.frame_a.anchor = anchor_at(world, a, point_a);
    def.frame_b.anchor = anchor_at(world, b, point_b);
    def.target = pawl_vec2_length(pawl_world_way(world, point_a, point_b));
    return def;
}

static bool fx_is_within(pawl_fx value, pawl_fx least, pawl_fx most) {
    return value >= least && value <= most;
}

static bool vec_is_within(pawl_vec2 v, pawl_fx most) {
    return fx_is_within(v.x, -most, most) && fx_is_within(v.y, -most, most);
}

static bool hertz_is_valid(pawl_fx value) {
    return fx_is_within(value, 0, PAWL_HERTZ_MAX);
}

static bool lower_is_valid(const pawl_joint_def *def) {
    return def->lower != INT32_MIN && (def->type != PAWL_JOINT_DISTANCE || def->lower >= 0);
}

static bool target_is_valid(const pawl_joint_def *def) {
    const bool is_length = def->type == PAWL_JOINT_DISTANCE || def->type == PAWL_JOINT_PULLEY;
    return def->target != INT32_MIN && (!is_length || def->target >= 0);
}

static bool frame_is_valid(pawl_joint_frame frame) {
    return vec_is_within(frame.anchor, PAWL_EXTENT_MAX);
}

static bool ratio_is_valid(const pawl_joint_def *def) {
    if (def->ratio == INT32_MIN) return false;
    if (def->type == PAWL_JOINT_PULLEY || def->type == PAWL_JOINT_RATCHET) return def->ratio > 0;
    return def->type != PAWL_JOINT_GEAR || def->ratio != 0;
}

PAWLI_FOLD pawl_status check_joint_members(const pawl_joint_def *def, const char **field) {
    PAWLI_CHECK(field, hertz_is_valid(def->angular_hertz), ERR_RANGE, "angular_hertz");
    PAWLI_CHECK(field, hertz_is_valid(def->angular_damping_ratio), ERR_RANGE,
                "angular_damping_ratio");
    PAWLI_CHECK(field, vec_is_within(def->linear_velocity, PAWL_SPEED_MAX), ERR_RANGE,
                "linear_velocity");
    PAWLI_CHECK(field, def->force_max >= 0, ERR_RANGE, "force_max");
    PAWLI_CHECK(field, def->spring_force_max >= 0, ERR_RANGE, "spring_force_max");
    PAWLI_CHECK(field, def->spring_torque_max >= 0, ERR_RANGE, "spring_torque_max");
    PAWLI_CHECK(field, vec_is_within(def->ground_a, PAWL_COORD_MAX), ERR_RANGE, "ground_a");
    PAWLI_CHECK(field, vec_is_within(def->ground_b, PAWL_COORD_MAX), ERR_RANGE, "ground_b");
    PAWLI_CHECK(field, def->break_force >= 0, ERR_RANGE, "break_force");
    PAWLI_CHECK(field, def->break_torque >= 0, ERR_RANGE, "break_torque");
    PAWLI_CHECK(field, hertz_is_valid(def->constraint_hertz), ERR_RANGE, "constraint_hertz");
    PAWLI_CHECK(field, hertz_is_valid(def->constraint_damping_ratio), ERR_RANGE,
                "constraint_damping_ratio");
    PAWLI_CHECK(field, def->spring_force_lower <= 0 && def->spring_force_lower >= -PAWL_WIDE_MAX,
                ERR_RANGE, "spring_force_lower");
    PAWLI_CHECK(field, def->spring_force_upper >= 0, ERR_RANGE, "spring_force_upper");
    return PAWL_OK;
}

PAWLI_FOLD pawl_status check_joint_def(const pawl_joint_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == JOINT_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field,
                (int)def->type >= PAWL_JOINT_REVOLUTE && (int)def->type <= PAWL_JOINT_RATCHET,
                ERR_ARGUMENT, "type");
    PAWLI_CHECK(field, frame_is_valid(def->frame_a), ERR_RANGE, "frame_a.anchor");
    PAWLI_CHECK(field, frame_is_valid(def->frame_b), ERR_RANGE, "frame_b.anchor");
    PAWLI_CHECK(field, lower_is_valid(def), ERR_RANGE, "lower");
    PAWLI_CHECK(field, def->lower <= def->upper, ERR_RANGE, "upper");
    PAWLI_CHECK(field, target_is_valid(def), ERR_RANGE, "target");
    PAWLI_CHECK(field, def->motor_speed != INT32_MIN, ERR_RANGE, "motor_speed");
    PAWLI_CHECK(field, def->motor_max >= 0, ERR_RANGE, "motor_max");
    PAWLI_CHECK(field, hertz_is_valid(def->hertz), ERR_RANGE, "hertz");
    PAWLI_CHECK(field, hertz_is_valid(def->damping_ratio), ERR_RANGE, "damping_ratio");
    PAWLI_CHECK(field, ratio_is_valid(def), ERR_RANGE, "ratio");
    return check_joint_members(def, field);
}

PAWLI_RARE pawl_status pawli_joint_def_check(const pawl_joint_def *def) {
    return PAWLI_CHECK_ONLY(check_joint_def, pawl_joint_def_check, def);
}

PAWLI_RARE pawl_status pawl_joint_def_check(const pawl_joint_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_joint_def, def, field);
}
