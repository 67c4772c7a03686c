/* engine_twin.c - the double-precision twin as an engine of the trials. It is made with its first
 * step, when all bodies and joints are known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "quality/twin.h"

typedef struct twin_run {
    scene_def scene;
    twin_options options;
    twin_world *twin;
} twin_run;

static void *make(const engine_settings *settings) {
    twin_run *const run = calloc(1, sizeof *run);
    if (run) {
        run->scene.bodies = calloc((size_t)settings->body_count, sizeof *run->scene.bodies);
        run->scene.joints = calloc((size_t)settings->joint_count + 1, sizeof *run->scene.joints);
    }
    if (!run || !run->scene.bodies || !run->scene.joints) {
        fprintf(stderr, "trials: no memory\n");
        exit(2);
    }
    run->scene.gravity = settings->gravity;
    run->scene.unit = settings->unit;
    run->options.substeps = settings->substeps;
    run->options.rate = settings->rate;
    return run;
}

static void discard(void *world) {
    twin_run *const run = world;
    twin_free(run->twin);
    free(run->scene.bodies);
    free(run->scene.joints);
    free(run);
}

static void add_body(void *world, const engine_body *body) {
    twin_run *const run = world;
    scene_body *const made = &run->scene.bodies[run->scene.body_count++];
    made->dynamic = body->type == ENGINE_DYNAMIC;
    made->position = body->position;
    made->angle = body->angle;
    made->velocity = body->velocity;
    made->angular_velocity = body->angular_velocity;
    made->density = body->density;
    made->friction = body->friction;
    made->restitution = body->restitution;
    memcpy(made->vertices, body->vertices, sizeof made->vertices);
    made->vertex_count = body->vertex_count;
    made->radius = body->radius;
}

static void add_joint(void *world, const engine_joint *joint) {
    twin_run *const run = world;
    if (joint->type != ENGINE_REVOLUTE) {
        fprintf(stderr, "trials: the twin has revolute joints only\n");
        exit(2);
    }
    run->scene.joints[run->scene.joint_count++] = (scene_joint){joint->a, joint->b, joint->point_a};
}

static void step(void *world) {
    twin_run *const run = world;
    if (!run->twin) run->twin = twin_make(&run->scene, run->options);
    twin_step(run->twin);
}

static body_motion motion(const void *world, int body) {
    const twin_run *const run = world;
    const scene_body *const at = &run->scene.bodies[body];
    if (run->twin) return twin_motion(run->twin, body);
    return (body_motion){at->position, at->angle, at->velocity, at->angular_velocity};
}

static bool is_awake(const void *world, int body) {
    (void)world;
    (void)body;
    return true;
}

static uint32_t faults(const void *world) {
    (void)world;
    return 0;
}

const trial_engine engine_twin = {"twin", make,     discard, add_body, add_joint, step,
                                  motion, is_awake, faults,  false,    false};
