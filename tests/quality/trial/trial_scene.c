/* trial_scene.c - collecting the bodies and joints of a trial, and running them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "trial.h"

static const double pi = 3.14159265358979323846;

double trial_q(double value) {
    return floor(value * 65536 + 0.5) / 65536;
}

trial_scene trial_scene_make(scene_scale scale) {
    static const double boxes[] = {1, 16, 16}, gravities[] = {10, 160, 1000},
                        units[] = {1, 16, 100};
    trial_scene made = {0};
    made.settings.gravity = (scene_vector){0, -gravities[scale]};
    made.settings.unit = units[scale];
    made.settings.rate = 60;
    made.settings.substeps = 4;
    made.box = boxes[scale];
    return made;
}

void trial_scene_free(trial_scene *scene) {
    free(scene->bodies);
    free(scene->joints);
    *scene = (trial_scene){0};
}

static void *grow(void *array, int count, int *capacity, size_t size) {
    if (count < *capacity) return array;
    *capacity = *capacity ? 2 * *capacity : 64;
    void *const grown = realloc(array, (size_t)*capacity * size);
    if (!grown) {
        fprintf(stderr, "trials: no memory\n");
        exit(2);
    }
    return grown;
}

static engine_body *add_body(trial_scene *scene, engine_body_type type, double x, double y) {
    scene->bodies =
        grow(scene->bodies, scene->body_count, &scene->body_capacity, sizeof *scene->bodies);
    engine_body *const made = &scene->bodies[scene->body_count++];
    *made = (engine_body){0};
    made->type = type;
    made->position = (scene_vector){trial_q(x * scene->box), trial_q(y * scene->box)};
    made->density = 1;
    made->friction = 0.6;
    return made;
}

engine_body *trial_add_box(trial_scene *scene, engine_body_type type, double half_width,
                           double half_height, double x, double y) {
    engine_body *const made = add_body(scene, type, x, y);
    const double w = trial_q(half_width * scene->box), h = trial_q(half_height * scene->box);
    made->vertices[0] = (scene_vector){-w, -h};
    made->vertices[1] = (scene_vector){w, -h};
    made->vertices[2] = (scene_vector){w, h};
    made->vertices[3] = (scene_vector){-w, h};
    made->vertex_count = 4;
    return made;
}

engine_body *trial_add_circle(trial_scene *scene, engine_body_type type, double radius, double x,
                              double y) {
    engine_body *const made = add_body(scene, type, x, y);
    made->vertex_count = 1;
    made->radius = trial_q(radius * scene->box);
    return made;
}

engine_body *trial_add_capsule(trial_scene *scene, engine_body_type type, double half_length,
                               double radius, double x, double y) {
    engine_body *const made = trial_add_circle(scene, type, radius, x, y);
    made->vertices[0].x = -trial_q(half_length * scene->box);
    made->vertices[1].x = -made->vertices[0].x;
    made->vertex_count = 2;
    return made;
}

engine_body *trial_add_polygon(trial_scene *scene, engine_body_type type, int corners,
                               double radius, double x, double y) {
    engine_body *const made = add_body(scene, type, x, y);
    for (int i = 0; i < corners; i++) {
        const double angle = 2 * pi * i / corners, r = radius * scene->box;
        made->vertices[i] = (scene_vector){trial_q(r * cos(angle)), trial_q(r * sin(angle))};
    }
    made->vertex_count = corners;
    return made;
}

void trial_set_velocity(const trial_scene *scene, engine_body *body, double x, double y,
                        double spin) {
    body->velocity = (scene_vector){trial_q(x * scene->box), trial_q(y * scene->box)};
    body->angular_velocity = trial_q(spin);
}

engine_joint *trial_add_joint(trial_scene *scene, engine_joint_type type, int a, int b, double x,
                              double y) {
    scene->joints =
        grow(scene->joints, scene->joint_count, &scene->joint_capacity, sizeof *scene->joints);
    engine_joint *const made = &scene->joints[scene->joint_count++];
    *made = (engine_joint){0};
    made->type = type;
    made->a = a;
    made->b = b;
    made->point_a = (scene_vector){trial_q(x * scene->box), trial_q(y * scene->box)};
    made->point_b = made->point_a;
    made->damping = made->ratio = 1;
    return made;
}

static double cross_of(scene_vector a, scene_vector b) {
    return a.x * b.y - a.y * b.x;
}

static double dot_of(scene_vector a, scene_vector b) {
    return a.x * b.x + a.y * b.y;
}

trial_mass trial_mass_of(const engine_body *body) {
    const double r = body->radius;
    double area = pi * r * r, moment = area * r * r / 2, extent = 0;
    if (body->vertex_count == 2) {
        const double half = hypot(body->vertices[0].x, body->vertices[0].y);
        const double to_cap = 4 * r / (3 * pi);
        moment += area * half * half + 2 * area * half * to_cap;
        area += 4 * half * r;
        moment += 4 * half * r * (4 * half * half + 4 * r * r) / 12;
    }
    for (int i = 0; i < body->vertex_count; i++) {
        const scene_vector v = body->vertices[i];
        extent = fmax(extent, hypot(v.x, v.y) + r);
        if (body->vertex_count < 3) continue;
        const scene_vector w = body->vertices[(i + 1) % body->vertex_count];
        area += cross_of(v, w) / 2;
        moment += cross_of(v, w) * (dot_of(v, v) + dot_of(v, w) + dot_of(w, w)) / 12;
    }
    return (trial_mass){body->density * area, body->density * moment, extent};
}

trial_run trial_start(const trial_engine *engine, const trial_scene *scene) {
    engine_settings settings = scene->settings;
    settings.body_count = scene->body_count;
    settings.joint_count = scene->joint_count;
    const trial_run run = {engine, engine->make(&settings), scene};
    for (int i = 0; i < scene->body_count; i++)
        engine->add_body(run.world, &scene->bodies[i]);
    for (int i = 0; i < scene->joint_count; i++)
        engine->add_joint(run.world, &scene->joints[i]);
    return run;
}

void trial_end(trial_run *run) {
    run->engine->discard(run->world);
    run->world = NULL;
}

void trial_step(trial_run *run) {
    run->engine->step(run->world);
}

body_motion trial_motion(const trial_run *run, int body) {
    return run->engine->motion(run->world, body);
}

double trial_fastest(const trial_run *run) {
    double fastest = 0;
    for (int i = 0; i < run->scene->body_count; i++) {
        const engine_body *const body = &run->scene->bodies[i];
        if (body->type != ENGINE_DYNAMIC) continue;
        const body_motion now = trial_motion(run, i);
        const double speed = hypot(now.velocity.x, now.velocity.y) +
                             fabs(now.angular_velocity) * trial_mass_of(body).extent;
        fastest = fmax(fastest, speed);
    }
    return fastest;
}

scene_vector trial_carried(const trial_run *run, int body, scene_vector point) {
    const engine_body *const from = &run->scene->bodies[body];
    const body_motion now = trial_motion(run, body);
    const double c = cos(now.angle - from->angle), s = sin(now.angle - from->angle);
    const double x = point.x - from->position.x, y = point.y - from->position.y;
    return (scene_vector){now.position.x + c * x - s * y, now.position.y + s * x + c * y};
}

/* How far a joint is from what it asks for; springs ask for nothing. */
double trial_joint_gap(const trial_run *run, const engine_joint *joint) {
    const scene_vector a = trial_carried(run, joint->a, joint->point_a);
    const scene_vector b = trial_carried(run, joint->b, joint->point_b);
    const double x = b.x - a.x, y = b.y - a.y, apart = hypot(x, y);
    const double axis =
        joint->axis + trial_motion(run, joint->a).angle - run->scene->bodies[joint->a].angle;
    switch (joint->type) {
    case ENGINE_REVOLUTE:
        return apart;
    case ENGINE_WELD:
        return joint->hertz > 0 ? 0 : apart;
    case ENGINE_DISTANCE:
        if (joint->limit) return fmax(0, fmax(apart - joint->upper, joint->lower - apart));
        return joint->spring ? 0 : fabs(apart - joint->target);
    case ENGINE_PRISMATIC:
    case ENGINE_WHEEL: {
        const double along = x * cos(axis) + y * sin(axis);
        const double beyond = fmax(0, fmax(along - joint->upper, joint->lower - along));
        return fmax(fabs(y * cos(axis) - x * sin(axis)), joint->limit ? beyond : 0);
    }
    default:
        return 0;
    }
}
