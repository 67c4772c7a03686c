/* engine_pawl.c - pawl as an engine of the trials, through its public interface. */
#include <stdio.h>
#include <stdlib.h>

#include "engine.h"
#include "support/world/energy_watch.h"

typedef struct pawl_run {
    pawl_world *world;
    pawl_body_id *bodies;
    int body_count;
    energy_watch *watch; /* in builds that validate, else null */
} pawl_run;

static void demand(pawl_status status, const char *what) {
    if (status == PAWL_OK) return;
    fprintf(stderr, "trials: %s: %s\n", what, pawl_status_text(status));
    exit(2);
}

static void *claim(size_t count, size_t size) {
    void *const memory = calloc(count, size);
    if (!memory) demand(PAWL_ERR_MEMORY, "no memory");
    return memory;
}

static pawl_vec2 fixed(scene_vector v) {
    return pawl_vec2_make(scene_fx(v.x), scene_fx(v.y));
}

static pawl_wide fixed_wide(double value) {
    return (pawl_wide)(value * 65536);
}

static double real(pawl_fx value) {
    return value / 65536.0;
}

static void *make(const engine_settings *settings) {
    pawl_run *const run = claim(1, sizeof *run);
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = (uint16_t)settings->body_count;
    def.joint_capacity = (uint16_t)settings->joint_count;
    def.contact_capacity = 16 * (uint32_t)settings->body_count;
    def.gravity = fixed(settings->gravity);
    def.length_unit = scene_fx(settings->unit);
    def.rate_numerator = (uint32_t)settings->rate;
    def.substeps = (uint8_t)settings->substeps;
    def.sleeping = settings->sleeping;
    const size_t size = pawl_world_size(&def);
    void *const memory = claim(1, size);
    demand(pawl_world_init(memory, size, &def, &run->world), "world");
    run->bodies = claim((size_t)settings->body_count, sizeof *run->bodies);
#if PAWL_VALIDATE
    run->watch = energy_watch_make(run->world, settings->rate);
#endif
    return run;
}

static void discard(void *world) {
    pawl_run *const run = world;
    energy_watch_free(run->watch);
    free(run->world);
    free(run->bodies);
    free(run);
}

static pawl_status make_convex(const engine_body *body, pawl_convex *out) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    for (int i = 0; i < body->vertex_count; i++)
        points[i] = fixed(body->vertices[i]);
    const pawl_fx radius = scene_fx(body->radius);
    if (body->vertex_count == 1) return pawl_make_circle(points[0], radius, out);
    if (body->vertex_count == 2) return pawl_make_capsule(points[0], points[1], radius, out);
    return pawl_make_polygon(points, body->vertex_count, radius, out);
}

static void add_body(void *world, const engine_body *body) {
    static const pawl_body_type types[] = {PAWL_STATIC, PAWL_KINEMATIC, PAWL_DYNAMIC};
    pawl_run *const run = world;
    pawl_body_def def = pawl_body_def_default();
    def.type = types[body->type];
    def.position = fixed(body->position);
    def.angle = scene_angle(body->angle);
    def.linear_damping = scene_fx(body->linear_damping);
    def.angular_damping = scene_fx(body->angular_damping);
    def.bullet = body->bullet;
    pawl_body_id *const id = &run->bodies[run->body_count++];
    demand(pawl_body_create(run->world, &def, id), "body");
    if (body->vertex_count > 0) {
        pawl_convex convex;
        pawl_shape_id shape;
        pawl_shape_def shape_def = pawl_shape_def_default();
        shape_def.density = scene_fx(body->density);
        shape_def.friction = scene_fx(body->friction);
        shape_def.restitution = scene_fx(body->restitution);
        shape_def.filter.group = (int16_t)body->group;
        demand(make_convex(body, &convex), "convex");
        demand(pawl_shape_create(run->world, *id, &shape_def, &convex, &shape), "shape");
    }
    demand(pawl_body_set_velocity(run->world, *id, fixed(body->velocity)), "velocity");
    demand(pawl_body_set_angular_velocity(run->world, *id, scene_fx(body->angular_velocity)),
           "spin");
}

static pawl_joint_def define_joint(const pawl_run *run, const engine_joint *joint) {
    static const pawl_joint_type types[] = {
        PAWL_JOINT_REVOLUTE, PAWL_JOINT_PRISMATIC, PAWL_JOINT_DISTANCE,
        PAWL_JOINT_WELD,     PAWL_JOINT_WHEEL,     PAWL_JOINT_MOTOR,
        PAWL_JOINT_PULLEY,   PAWL_JOINT_GEAR,      PAWL_JOINT_RATCHET};
    const pawl_body_id a = run->bodies[joint->a], b = run->bodies[joint->b];
    const pawl_joint_type type = types[joint->type];
    if (joint->type == ENGINE_DISTANCE || joint->type == ENGINE_PULLEY) {
        return pawl_joint_def_between(run->world, type, a, b, fixed(joint->point_a),
                                      fixed(joint->point_b));
    }
    return pawl_joint_def_at(run->world, type, a, b, fixed(joint->point_a),
                             scene_angle(joint->axis));
}

static void add_joint(void *world, const engine_joint *joint) {
    pawl_run *const run = world;
    pawl_joint_def def = define_joint(run, joint);
    def.limit = joint->limit;
    def.spring = joint->spring;
    def.motor = joint->motor;
    def.lower = scene_fx(joint->lower);
    def.upper = scene_fx(joint->upper);
    def.motor_speed = scene_fx(joint->motor_speed);
    def.motor_max = fixed_wide(joint->motor_max);
    def.hertz = scene_fx(joint->hertz);
    def.damping_ratio = scene_fx(joint->damping);
    if (joint->type == ENGINE_DISTANCE) def.target = scene_fx(joint->target);
    if (joint->type == ENGINE_PULLEY) {
        def.ground_a = fixed(joint->ground_a);
        def.ground_b = fixed(joint->ground_b);
        def.target = scene_fx(joint->target);
    }
    if (joint->type >= ENGINE_PULLEY) def.ratio = scene_fx(joint->ratio);
    if (joint->type == ENGINE_WELD || joint->type == ENGINE_FOLLOW) {
        def.angular_hertz = def.hertz;
        def.angular_damping_ratio = def.damping_ratio;
        def.spring_force_max = def.spring_torque_max = INT64_C(1) << 50;
    }
    pawl_joint_id id;
    demand(pawl_joint_create(run->world, &def, &id), "joint");
}

static void step(void *world) {
    pawl_run *const run = world;
    demand(run->watch ? energy_watch_step(run->watch, NULL) : pawl_world_step(run->world, NULL),
           "step");
    if (run->watch && energy_watch_alarm(run->watch)) {
        fprintf(stderr, "trials: %s\n", energy_watch_alarm(run->watch));
        energy_watch_clear(run->watch);
    }
}

static body_motion motion(const void *world, int body) {
    const pawl_run *const run = world;
    const pawl_body_id id = run->bodies[body];
    const pawl_vec2 at = pawl_body_get_center(run->world, id);
    const pawl_vec2 v = pawl_body_get_velocity(run->world, id);
    const double turn = 6.283185307179586476925 / 4294967296.0;
    return (body_motion){{real(at.x), real(at.y)},
                         pawl_body_get_angle(run->world, id) * turn,
                         {real(v.x), real(v.y)},
                         real(pawl_body_get_angular_velocity(run->world, id))};
}

static bool is_awake(const void *world, int body) {
    const pawl_run *const run = world;
    return pawl_body_is_awake(run->world, run->bodies[body]);
}

static uint32_t faults(const void *world) {
    const pawl_run *const run = world;
    return pawl_world_get_faults(run->world);
}

const trial_engine engine_pawl = {"pawl", make,     discard, add_body, add_joint, step,
                                  motion, is_awake, faults,  true,     true};
