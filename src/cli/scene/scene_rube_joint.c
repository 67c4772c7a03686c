/* scene_rube_joint.c - the joints of R.U.B.E. exports. Anchors are in the frames of their bodies;
 * angles are radians. What Box2D 2 calls rope, friction and motor joint are settings of pawl's
 * distance and motor joints. */
#include <string.h>

#include "cli/scene/scene_readers.h"

#define FX_ANY (-PAWL_FX_MAX), PAWL_FX_MAX

static void read_axis(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    pawl_vec2 axis = {PAWL_FX_ONE, 0};
    cli_scene_rube_value_vec2(plan, value, "localAxisA", &axis);
    const pawl_angle angle = pawl_atan2(axis.y, axis.x);
    def->frame_a.angle += angle;
    def->frame_b.angle += angle;
}

static void read_limit(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    cli_scene_plan_read_bool(plan, value, "enableLimit", &def->limit);
    cli_scene_plan_read_fx(plan, value, "lowerLimit", FX_ANY, &def->lower);
    cli_scene_plan_read_fx(plan, value, "upperLimit", FX_ANY, &def->upper);
    if (def->lower > def->upper)
        cli_scene_plan_fail(plan, value->line, "lowerLimit above upperLimit");
}

static void read_motor(cli_plan *plan, const cli_json *value, const char *max,
                       pawl_joint_def *def) {
    cli_scene_plan_read_bool(plan, value, "enableMotor", &def->motor);
    cli_scene_plan_read_fx(plan, value, "motorSpeed", FX_ANY, &def->motor_speed);
    cli_scene_plan_read_load(plan, value, max, CLI_LOAD_MAX, &def->motor_max);
}

static void read_spring(cli_plan *plan, const cli_json *value, const char *frequency,
                        const char *damping, pawl_fx *hertz, pawl_fx *damping_ratio) {
    *damping_ratio = 0;
    cli_scene_plan_read_fx(plan, value, frequency, 0, PAWL_HERTZ_MAX, hertz);
    cli_scene_plan_read_fx(plan, value, damping, 0, PAWL_HERTZ_MAX, damping_ratio);
}

static void read_distance(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    cli_scene_plan_read_fx(plan, value, "length", 0, PAWL_FX_MAX, &def->target);
    read_spring(plan, value, "frequency", "dampingRatio", &def->hertz, &def->damping_ratio);
    def->spring = def->hertz > 0;
}

static void read_rope(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    def->limit = true;
    cli_scene_plan_read_fx(plan, value, "maxLength", 0, PAWL_FX_MAX, &def->upper);
}

static void read_wheel(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    read_axis(plan, value, def);
    read_motor(plan, value, "maxMotorTorque", def);
    read_spring(plan, value, "springFrequency", "springDampingRatio", &def->hertz,
                &def->damping_ratio);
    def->spring = def->hertz > 0;
}

/* Box2D 2 bends a soft weld at its angle only. */
static void read_weld(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    read_spring(plan, value, "frequency", "dampingRatio", &def->angular_hertz,
                &def->angular_damping_ratio);
    def->spring = def->angular_hertz > 0;
}

static void read_friction(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    def->motor = true;
    cli_scene_plan_read_load(plan, value, "maxForce", CLI_LOAD_MAX, &def->force_max);
    cli_scene_plan_read_load(plan, value, "maxTorque", CLI_LOAD_MAX, &def->motor_max);
}

/* B's origin follows a point of A, which old exports call anchorA. The correction factor is the
 * share of the error removed per step: a critically damped spring of the same rate, factor * steps
 * per second = 2 pi hertz. */
static void read_follower(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    pawl_fx factor = PAWL_FX(0, 3, 10);
    cli_scene_rube_value_vec2(plan, value, "linearOffset", &def->frame_a.anchor);
    def->frame_b.anchor = pawl_vec2_make(0, 0);
    cli_scene_plan_read_load(plan, value, "maxForce", CLI_LOAD_MAX, &def->spring_force_max);
    cli_scene_plan_read_load(plan, value, "maxTorque", CLI_LOAD_MAX, &def->spring_torque_max);
    cli_scene_plan_read_fx(plan, value, "correctionFactor", 0, PAWL_FX_ONE, &factor);
    const pawl_fx rate = pawl_muldiv((pawl_fx)(plan->world.rate_numerator & 0x7FFFFFFF), 65536,
                                     (pawl_fx)(plan->world.rate_denominator & 0x7FFFFFFF));
    def->spring = true;
    def->hertz = pawl_div(pawl_mul(factor, rate), PAWL_FX(6, 283185, 1000000));
    def->angular_hertz = def->hertz;
}

static void read_pulley(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    pawl_fx length_a = 0, length_b = 0;
    cli_scene_rube_value_vec2(plan, value, "groundAnchorA", &def->ground_a);
    cli_scene_rube_value_vec2(plan, value, "groundAnchorB", &def->ground_b);
    cli_scene_plan_read_fx(plan, value, "ratio", 1, PAWL_FX_MAX, &def->ratio);
    cli_scene_plan_read_fx(plan, value, "lengthA", 0, PAWL_FX_MAX, &length_a);
    cli_scene_plan_read_fx(plan, value, "lengthB", 0, PAWL_FX_MAX, &length_b);
    def->target = pawl_add(length_a, pawl_mul(def->ratio, length_b));
}

static void read_revolute(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    read_limit(plan, value, def);
    read_motor(plan, value, "maxMotorTorque", def);
}

static void read_prismatic(cli_plan *plan, const cli_json *value, pawl_joint_def *def) {
    read_axis(plan, value, def);
    read_limit(plan, value, def);
    read_motor(plan, value, "maxMotorForce", def);
}

typedef struct rube_type {
    const char *name;
    pawl_joint_type type;
    void (*read)(cli_plan *plan, const cli_json *value, pawl_joint_def *def);
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
static cli_plan_body *read_body(cli_plan *plan, const cli_json *value, const char *key) {
    int64_t index = -1;
    if (cli_json_find(value, key) == NULL) {
        cli_scene_plan_fail(plan, value->line, "\"%s\" is missing", key);
        return NULL;
    }
    cli_scene_plan_read_int(plan, value, key, 0, (int64_t)plan->body_count - 1, &index);
    for (cli_plan_body *body = plan->first; body != NULL; body = body->next) {
        if (index-- == 0) return body;
    }
    return NULL;
}

/* ---- gears ---- */

/* Joints are numbered like bodies; a hinge of a dynamic body on one that is not, or null. */
static const cli_plan_joint *find_hinge(cli_plan *plan, const cli_json *value, const char *key) {
    int64_t index = -1;
    cli_scene_plan_read_int(plan, value, key, 0, PAWL_CAPACITY_MAX, &index);
    for (const cli_plan_joint *joint = plan->first_joint; joint != NULL; joint = joint->next) {
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
static void read_gear(cli_plan *plan, const cli_json *value, cli_plan_joint *joint) {
    const cli_plan_joint *first = find_hinge(plan, value, "joint1");
    const cli_plan_joint *second = find_hinge(plan, value, "joint2");
    pawl_fx ratio = PAWL_FX_ONE;
    cli_scene_plan_read_fx(plan, value, "ratio", FX_ANY, &ratio);
    if (first == NULL || second == NULL || first->b == second->b || ratio == 0) {
        cli_scene_plan_note(plan, value->line, "left out: a gear of other joints than two hinges");
        return;
    }
    joint->a = first->b;
    joint->b = second->b;
    joint->def = pawl_joint_def_default(PAWL_JOINT_GEAR);
    joint->def.ratio = -ratio;
    joint->how = CLI_JOINT_AT;
    if (!plan->failed) cli_scene_plan_add_joint(plan, joint);
}

static void read_joint(cli_plan *plan, const cli_json *value, uint32_t index) {
    cli_plan_joint joint = {.line = value->line, .index = index, .how = CLI_JOINT_FRAMES};
    const char *type = "";
    pawl_fx reference = 0;
    plan->where[0] = 0;
    cli_scene_plan_at(plan, "joint", index, NULL);
    if (!cli_scene_plan_value_type(plan, value, "joint", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &joint.name);
    cli_scene_plan_at(plan, "joint", index, joint.name);
    cli_scene_plan_read_text(plan, value, "type", &type);
    if (strcmp(type, "gear") == 0) {
        read_gear(plan, value, &joint);
        return;
    }
    const rube_type *known = find_type(type);
    if (known == NULL) {
        cli_scene_plan_note(plan, value->line, "left out: joints of type \"%.40s\"", type);
        return;
    }
    joint.a = read_body(plan, value, "bodyA");
    joint.b = read_body(plan, value, "bodyB");
    if (plan->failed) return;
    if (joint.a->def.type != PAWL_DYNAMIC && joint.b->def.type != PAWL_DYNAMIC) {
        cli_scene_plan_note(plan, value->line, "left out: neither body is dynamic");
        return;
    }
    joint.def = pawl_joint_def_default(known->type);
    cli_scene_rube_value_vec2(plan, value, "anchorA", &joint.def.frame_a.anchor);
    cli_scene_rube_value_vec2(plan, value, "anchorB", &joint.def.frame_b.anchor);
    cli_scene_plan_read_fx(plan, value, "refAngle", FX_ANY, &reference);
    joint.def.frame_b.angle = 0u - pawl_angle_from_radians(reference);
    cli_scene_plan_read_bool(plan, value, "collideConnected", &joint.def.collide_connected);
    known->read(plan, value, &joint.def);
    if (!plan->failed) cli_scene_plan_add_joint(plan, &joint);
}

void cli_scene_rube_joint_read(cli_plan *plan, const cli_json *root) {
    const cli_json *joints = cli_scene_plan_read_member(plan, root, "joint", CLI_JSON_ARRAY, false);
    const cli_json *value = joints == NULL ? NULL : joints->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next)
        read_joint(plan, value, i);
    plan->where[0] = 0;
}
