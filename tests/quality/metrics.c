/* metrics.c - figures of a run, from the motion of the bodies after each step. */
#include "metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double two_pi = 6.283185307179586476925;
static const double steps_per_second = 60;

static body_motion *copy_motion(const body_motion *from, int count) {
    body_motion *const copy = malloc((size_t)count * sizeof *copy);
    if (!copy) {
        fprintf(stderr, "metrics: out of memory\n");
        exit(2);
    }
    memcpy(copy, from, (size_t)count * sizeof *copy);
    return copy;
}

/* Kinetic and potential energy. Mass and inertia are per unit of density: m v2/2 + I w2/2 + m g y.
 */
static double find_energy(const scene_def *scene, const body_motion *now) {
    double sum = 0;
    for (int i = 0; i < scene->body_count; i++) {
        const scene_body *const body = &scene->bodies[i];
        if (!body->dynamic) continue;
        double area = two_pi / 2 * body->radius * body->radius;
        double moment = area * body->radius * body->radius / 2;
        for (int j = 0; j < body->vertex_count && body->vertex_count >= 3; j++) {
            const scene_vector v = body->vertices[j];
            const scene_vector w = body->vertices[(j + 1) % body->vertex_count];
            const double cross = v.x * w.y - v.y * w.x;
            area += cross / 2;
            moment += cross *
                      (v.x * v.x + v.y * v.y + v.x * w.x + v.y * w.y + w.x * w.x + w.y * w.y) / 12;
        }
        const scene_vector velocity = now[i].velocity;
        const double w = now[i].angular_velocity;
        sum +=
            body->density *
            (area * (velocity.x * velocity.x + velocity.y * velocity.y) / 2 + moment * w * w / 2 -
             area * (scene->gravity.x * now[i].position.x + scene->gravity.y * now[i].position.y));
    }
    return sum;
}

void metrics_start(scene_metrics *metrics, const scene_def *scene, const body_motion *start) {
    memset(metrics, 0, sizeof *metrics);
    metrics->scene = scene;
    metrics->first = copy_motion(start, scene->body_count);
    metrics->previous = copy_motion(start, scene->body_count);
    metrics->energy_start = find_energy(scene, start);
    metrics->quiet = INFINITY;
    metrics->toppled = INFINITY;
    for (int i = 0; i < METRICS_APEX_MAX; i++)
        metrics->apexes[i] = INFINITY;
}

/* The larger of what the velocities say and what the step did, so that a body that is pushed
 * back and forth inside a step does not pass for slow. */
static double find_speed(const scene_body *body, const body_motion *before,
                         const body_motion *now) {
    const double extent = scene_extent(body);
    const double said =
        hypot(now->velocity.x, now->velocity.y) + fabs(now->angular_velocity) * extent;
    const double moved =
        hypot(now->position.x - before->position.x, now->position.y - before->position.y);
    const double turned = fabs(remainder(now->angle - before->angle, two_pi)) * extent;
    return fmax(said, 0.5 * (moved + turned) * steps_per_second);
}

/* Time of the first half second without a fast body. Thirty terms of 1/60 fall short of 0.5 in
 * binary, and the reference figures were counted so: it takes 31 steps. */
static void note_calm(scene_metrics *metrics, bool calm) {
    metrics->calm_steps = calm ? metrics->calm_steps + 1 : 0;
    if (isinf(metrics->quiet) && metrics->calm_steps == 31) {
        metrics->quiet = metrics->step / steps_per_second;
    }
}

static void note_apex(scene_metrics *metrics, double y_before, double y_now) {
    const double rise = y_now - y_before;
    if (rise < 0 && metrics->rise > 0 && metrics->apex_count < METRICS_APEX_MAX) {
        metrics->apexes[metrics->apex_count++] = y_before / metrics->scene->box;
    }
    metrics->rise = rise;
}

static bool is_tipped(const scene_body *body, const body_motion *now) {
    return body->dynamic && body->vertex_count >= 3 &&
           fabs(remainder(now->angle, two_pi)) > two_pi / 8;
}

/* Where a point of a body that was at `point` at the start is now. */
static scene_vector carry(const body_motion *first, const body_motion *now, scene_vector point) {
    const double c = cos(now->angle - first->angle), s = sin(now->angle - first->angle);
    const double x = point.x - first->position.x, y = point.y - first->position.y;
    return (scene_vector){now->position.x + c * x - s * y, now->position.y + s * x + c * y};
}

static void note_joints(scene_metrics *metrics, const body_motion *now) {
    const scene_def *const scene = metrics->scene;
    for (int i = 0; i < scene->joint_count; i++) {
        const scene_joint *const joint = &scene->joints[i];
        const body_motion *const first = metrics->first;
        const scene_vector on_a = carry(&first[joint->a], &now[joint->a], joint->point);
        const scene_vector on_b = carry(&first[joint->b], &now[joint->b], joint->point);
        metrics->joint = fmax(metrics->joint, hypot(on_b.x - on_a.x, on_b.y - on_a.y) / scene->box);
    }
}

void metrics_step(scene_metrics *metrics, const body_motion *now, double penetration) {
    const scene_def *const scene = metrics->scene;
    const int total = (int)(scene->duration * steps_per_second + 0.5);
    metrics->step++;
    double fastest = 0;
    int last_polygon = -1;
    for (int i = 0; i < scene->body_count; i++) {
        const scene_body *const body = &scene->bodies[i];
        if (!body->dynamic) continue;
        fastest = fmax(fastest, find_speed(body, &metrics->previous[i], &now[i]));
        if (body->vertex_count >= 3) last_polygon = i;
    }
    const double depth = penetration / (0.005 * scene->unit);
    metrics->pen = fmax(metrics->pen, depth);
    if (metrics->step > 3 * steps_per_second) metrics->late = fmax(metrics->late, depth);
    if (metrics->step > total - 5 * steps_per_second) {
        metrics->jitter = fmax(metrics->jitter, fastest / scene->unit);
    }
    note_joints(metrics, now);
    note_calm(metrics, fastest < 0.05 * scene->unit);
    const int last = scene->body_count - 1;
    note_apex(metrics, metrics->previous[last].position.y, now[last].position.y);
    if (isinf(metrics->toppled) && last_polygon >= 0 &&
        is_tipped(&scene->bodies[last_polygon], &now[last_polygon])) {
        metrics->toppled = metrics->step / steps_per_second;
    }
    memcpy(metrics->previous, now, (size_t)scene->body_count * sizeof *now);
}

/* Where a body would be that flies free for the whole run. */
static void note_free_flight(scene_metrics *metrics) {
    const scene_def *const scene = metrics->scene;
    const double time = metrics->step / steps_per_second;
    for (int i = 0; i < scene->body_count; i++) {
        const body_motion *const from = &metrics->first[i], *const to = &metrics->previous[i];
        const double x = from->position.x + from->velocity.x * time;
        const double y = from->position.y + from->velocity.y * time;
        const double angle = from->angle + from->angular_velocity * time;
        metrics->drift = fmax(metrics->drift, fabs(to->position.x - x));
        metrics->drift = fmax(metrics->drift, fabs(to->position.y - y));
        if (i < 3) metrics->turn[i] = fabs(remainder(to->angle - angle, two_pi));
    }
}

void metrics_finish(scene_metrics *metrics) {
    const scene_def *const scene = metrics->scene;
    for (int i = 0; i < scene->body_count; i++) {
        if (!scene->bodies[i].dynamic) continue;
        const body_motion *const from = &metrics->first[i], *const to = &metrics->previous[i];
        const double dx = fabs(to->position.x - from->position.x) / scene->box;
        const bool below = to->position.y < -scene->box;
        metrics->dx = fmax(metrics->dx, dx);
        metrics->sag = fmax(metrics->sag, (from->position.y - to->position.y) / scene->box);
        metrics->below += below;
        metrics->lost += below || fabs(to->position.x) > 12 * scene->box;
        metrics->tipped += is_tipped(&scene->bodies[i], to);
    }
    const double end = find_energy(scene, metrics->previous);
    metrics->energy = (end - metrics->energy_start) / fabs(metrics->energy_start);
    note_free_flight(metrics);
    free(metrics->first);
    free(metrics->previous);
    metrics->first = metrics->previous = NULL;
}

double metrics_figure(const scene_metrics *metrics, const char *name) {
    const struct {
        const char *name;
        double value;
    } figures[] = {
        {"sag", metrics->sag},         {"dx", metrics->dx},           {"pen", metrics->pen},
        {"late", metrics->late},       {"jitter", metrics->jitter},   {"quiet", metrics->quiet},
        {"energy", metrics->energy},   {"below", metrics->below},     {"lost", metrics->lost},
        {"joint", metrics->joint},     {"tipped", metrics->tipped},   {"toppled", metrics->toppled},
        {"drift", metrics->drift},     {"turn0", metrics->turn[0]},   {"turn1", metrics->turn[1]},
        {"turn2", metrics->turn[2]},   {"apex1", metrics->apexes[0]}, {"apex3", metrics->apexes[2]},
        {"apex5", metrics->apexes[4]},
    };
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        if (strcmp(figures[i].name, name) == 0) return figures[i].value;
    }
    return NAN;
}
