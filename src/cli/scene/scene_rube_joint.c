/* scene_rube_joint.c - the joints of R.U.B.E. exports. Anchors are in the frames of their bodies;
 * angles are radians. What Box2D 2 calls rope, friction and motor joint are settings of pawl's
 * distance and motor joints. */
#include <string.h>

#include "cli/scene/scene_plan.h"

#define FX_ANY (-PAWL_FX_MAX), PAWL_FX_MAX

static void read_axis(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    pawl_vec2 axis = {PAWL_FX_ONE, 0};
    pawli_read_rube_vec2(plan, value, "localAxisA", &axis);
    const pawl_angle angle = pawl_atan2(axis.y, axis.x);
    def->frame_a.angle += angle;
    def->frame_b.angle += angle;
}

static void read_limit(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    pawli_read_bool(plan, value, "enableLimit", &def->limit);
    pawli_read_fx(plan, value, "lowerLimit", FX_ANY, &def->lower);
    pawli_read_fx(plan, value, "upperLimit", FX_ANY, &def->upper);
    if (def->lower > def->upper) pawli_plan_fail(plan, value->line, "lowerLimit above upperLimit");
}

static void read_motor(pawli_plan *plan, const pawli_json *value, const char *max,
                       pawl_joint_def *def) {
    pawli_read_bool(plan, value, "enableMotor", &def->motor);
    pawli_read_fx(plan, value, "motorSpeed", FX_ANY, &def->motor_speed);
    pawli_read_load(plan, value, max, PAWLI_LOAD_MAX, &def->motor_max);
}

static void read_spring(pawli_plan *plan, const pawli_json *value, const char *frequency,
                        const char *damping, pawl_fx *hertz, pawl_fx *damping_ratio) {
    *damping_ratio = 0;
    pawli_read_fx(plan, value, frequency, 0, PAWL_HERTZ_MAX, hertz);
    pawli_read_fx(plan, value, damping, 0, PAWL_HERTZ_MAX, damping_ratio);
}

static void read_distance(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    pawli_read_fx(plan, value, "length", 0, PAWL_FX_MAX, &def->target);
    read_spring(plan, value, "frequency", "dampingRatio", &def->hertz, &def->damping_ratio);
    def->spring = def->hertz > 0;
}

static void read_rope(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    def->limit = true;
    pawli_read_fx(plan, value, "maxLength", 0, PAWL_FX_MAX, &def->upper);
}

static void read_wheel(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    read_axis(plan, value, def);
    read_motor(plan, value, "maxMotorTorque", def);
    read_spring(plan, value, "springFrequency", "springDampingRatio", &def->hertz,
                &def->damping_ratio);
    def->spring = def->hertz > 0;
}

/* Box2D 2 bends a soft weld at its angle only. */
static void read_weld(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    read_spring(plan, value, "frequency", "dampingRatio", &def->angular_hertz,
                &def->angular_damping_ratio);
    def->spring = def->angular_hertz > 0;
}

static void read_friction(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    def->motor = true;
    pawli_read_load(plan, value, "maxForce", PAWLI_LOAD_MAX, &def->force_max);
    pawli_read_load(plan, value, "maxTorque", PAWLI_LOAD_MAX, &def->motor_max);
}

/* B's origin follows a point of A, which old exports call anchorA. The correction factor is the
 * share of the error removed per step: a critically damped spring of the same rate, factor * steps
 * per second = 2 pi hertz. */
static void read_follower(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    pawl_fx factor = PAWL_FX(0, 3, 10);
    pawli_read_rube_vec2(plan, value, "linearOffset", &def->frame_a.anchor);
    def->frame_b.anchor = pawl_vec2_make(0, 0);
    pawli_read_load(plan, value, "maxForce", PAWLI_LOAD_MAX, &def->spring_force_max);
    pawli_read_load(plan, value, "maxTorque", PAWLI_LOAD_MAX, &def->spring_torque_max);
    pawli_read_fx(plan, value, "correctionFactor", 0, PAWL_FX_ONE, &factor);
    const pawl_fx rate = pawl_muldiv((pawl_fx)(plan->world.rate_numerator & 0x7FFFFFFF), 65536,
                                     (pawl_fx)(plan->world.rate_denominator & 0x7FFFFFFF));
    def->spring = true;
    def->hertz = pawl_div(pawl_mul(factor, rate), PAWL_FX(6, 283185, 1000000));
    def->angular_hertz = def->hertz;
}

static void read_pulley(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    pawl_fx length_a = 0, length_b = 0;
    pawli_read_rube_vec2(plan, value, "groundAnchorA", &def->ground_a);
    pawli_read_rube_vec2(plan, value, "groundAnchorB", &def->ground_b);
    pawli_read_fx(plan, value, "ratio", 1, PAWL_FX_MAX, &def->ratio);
    pawli_read_fx(plan, value, "lengthA", 0, PAWL_FX_MAX, &length_a);
    pawli_read_fx(plan, value, "lengthB", 0, PAWL_FX_MAX, &length_b);
    def->target = pawl_add(length_a, pawl_mul(def->ratio, length_b));
}

static void read_revolute(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    read_limit(plan, value, def);
    read_motor(plan, value, "maxMotorTorque", def);
}

static void read_prismatic(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def) {
    read_axis(plan, value, def);
    read_limit(plan, value, def);
    read_motor(plan, value, "maxMotorForce", def);
}

typedef struct rube_type {
    const char *name;
    pawl_joint_type type;
    void (*read)(pawli_plan *plan, const pawli_json *value, pawl_joint_def *def);
} rube_type;

static const rube_type rube_types[] = {
    {"revolute", PAWL_JOINT_REVOLUTE, read_revolute},
    {"prismatic", PAWL_JOINT_PRISMATIC, read_prismatic},
    {"distance", PAWL_JOINT_DISTANCE, read_distance},
    {"rope", PAWL_JOINT_DISTANCE, read_rope},
    {"wheel", PAWL_JOINT_WHEEL, read_wheel},
    {"weld", PAWL_JOINT_WELD, read_weld},
    {"friction", PAWL_JOINT_MOTOR, read_friction},
    {"motor", PAWL_JOINT_MOTOR, read_follower},
    {"pulley", PAWL_JOINT_PULLEY, read_pulley},
};

static const rube_type *find_type(const char *name) {
    for (size_t i = 0; i < sizeof rube_types / sizeof rube_types[0]; i++) {
        if (strcmp(name, rube_types[i].name) == 0) return &rube_types[i];
    }
    return NULL;
}

/* Bodies are numbered from 0 in the order of the file. */
static pawli_plan_body *read_body(pawli_plan *plan, const pawli_json *value, const char *key) {
    int64_t index = -1;
    if (pawli_json_find(value, key) == NULL) {
        pawli_plan_fail(plan, value->line, "\"%s\" is missing", key);
        return NULL;
    }
    pawli_read_int(plan, value, key, 0, (int64_t)plan->body_count - 1, &index);
    for (pawli_plan_body *body = plan->first; body != NULL; body = body->next) {
        if (index-- == 0) return body;
    }
    return NULL;
}

/* ---- gears ---- */

/* Joints are numbered like bodies; a hinge of a dynamic body on one that is not, or null. */
static const pawli_plan_joint *find_hinge(pawli_plan *plan, const pawli_json *value,
                                          const char *key) {
    int64_t index = -1;
    pawli_read_int(plan, value, key, 0, PAWL_CAPACITY_MAX, &index);
    for (const pawli_plan_joint *joint = plan->first_joint; joint != NULL; joint = joint->next) {
        if ((int64_t)joint->index != index) continue;
        const bool is_hinge = joint->def.type == PAWL_JOINT_REVOLUTE &&
                              joint->a->def.type != PAWL_DYNAMIC &&
                              joint->b->def.type == PAWL_DYNAMIC;
        return is_hinge ? joint : NULL;
    }
    return NULL;
}

/* Box2D holds angle 1 + ratio * angle 2 of two joints, pawl ratio * angle B - angle A of two
 * bodies: as they stand, which is 0 for frames of the same direction. */
static void read_gear(pawli_plan *plan, const pawli_json *value, pawli_plan_joint *joint) {
    const pawli_plan_joint *first = find_hinge(plan, value, "joint1");
    const pawli_plan_joint *second = find_hinge(plan, value, "joint2");
    pawl_fx ratio = PAWL_FX_ONE;
    pawli_read_fx(plan, value, "ratio", FX_ANY, &ratio);
    if (first == NULL || second == NULL || first->b == second->b || ratio == 0) {
        pawli_plan_note(plan, value->line, "left out: a gear of other joints than two hinges");
        return;
    }
    joint->a = first->b;
    joint->b = second->b;
    joint->def = pawl_joint_def_default(PAWL_JOINT_GEAR);
    joint->def.ratio = -ratio;
    joint->how = PAWLI_JOINT_AT;
    if (!plan->failed) pawli_plan_add_joint(plan, joint);
}

static void read_joint(pawli_plan *plan, const pawli_json *value, uint32_t index) {
    pawli_plan_joint joint = {.line = value->line, .index = index, .how = PAWLI_JOINT_FRAMES};
    const char *type = "";
    pawl_fx reference = 0;
    plan->where[0] = 0;
    pawli_plan_at(plan, "joint", index, NULL);
    if (!pawli_value_type(plan, value, "joint", PAWLI_JSON_OBJECT)) return;
    pawli_read_text(plan, value, "name", &joint.name);
    pawli_plan_at(plan, "joint", index, joint.name);
    pawli_read_text(plan, value, "type", &type);
    if (strcmp(type, "gear") == 0) {
        read_gear(plan, value, &joint);
        return;
    }
    const rube_type *kind = find_type(type);
    if (kind == NULL) {
        pawli_plan_note(plan, value->line, "left out: joints of type \"%.40s\"", type);
        return;
    }
    joint.a = read_body(plan, value, "bodyA");
    joint.b = read_body(plan, value, "bodyB");
    if (plan->failed) return;
    if (joint.a->def.type != PAWL_DYNAMIC && joint.b->def.type != PAWL_DYNAMIC) {
        pawli_plan_note(plan, value->line, "left out: neither body is dynamic");
        return;
    }
    joint.def = pawl_joint_def_default(kind->type);
    pawli_read_rube_vec2(plan, value, "anchorA", &joint.def.frame_a.anchor);
    pawli_read_rube_vec2(plan, value, "anchorB", &joint.def.frame_b.anchor);
    pawli_read_fx(plan, value, "refAngle", FX_ANY, &reference);
    joint.def.frame_b.angle = 0u - pawl_angle_from_radians(reference);
    pawli_read_bool(plan, value, "collideConnected", &joint.def.collide_connected);
    kind->read(plan, value, &joint.def);
    if (!plan->failed) pawli_plan_add_joint(plan, &joint);
}

void pawli_read_rube_joints(pawli_plan *plan, const pawli_json *root) {
    const pawli_json *joints = pawli_read_member(plan, root, "joint", PAWLI_JSON_ARRAY, false);
    const pawli_json *value = joints == NULL ? NULL : joints->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next)
        read_joint(plan, value, i);
    plan->where[0] = 0;
}
