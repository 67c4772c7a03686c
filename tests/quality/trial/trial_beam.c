/* trial_beam.c - stiffness: a welded cantilever, motors against limits, chains and bridges under
 * loads. What is drawn is the angle or the start, which must not matter: figures are the worst. */
#include <math.h>
#include <stdio.h>

#include "trial.h"

/* The largest gap of any joint, in boxes. */
static double largest_gap(const trial_run *run) {
    double gap = 0;
    for (int i = 0; i < run->scene->joint_count; i++)
        gap = fmax(gap, trial_joint_gap(run, &run->scene->joints[i]));
    return gap / run->scene->box;
}

/* Boxes welded end to end, sticking out of a wall; `lean` radians above the horizontal. */
static trial_scene build_cantilever(scene_scale scale, int count, double lean) {
    trial_scene scene = trial_scene_make(scale);
    const double c = cos(lean), s = sin(lean);
    for (int i = 0; i <= count; i++) {
        const engine_body_type type = i == 0 ? ENGINE_STATIC : ENGINE_DYNAMIC;
        engine_body *const body =
            trial_add_box(&scene, type, 0.5, 0.25, (i - 0.5) * c, (i - 0.5) * s);
        body->angle = lean;
        if (i > 0) trial_add_joint(&scene, ENGINE_WELD, i - 1, i, (i - 1) * c, (i - 1) * s);
    }
    return scene;
}

void trial_beams(trial_table *trials) {
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const scene_scale scale = (scene_scale)at;
        const int count = trials_count(trials, 12, 100);
        trial_values gaps = {.count = 0}, speeds = {.count = 0};
        for (int i = 0; i < count; i++) {
            trial_scene scene = build_cantilever(scale, 12, trials_between(trials, -0.05, 0.05));
            trial_run run = trial_start(trials->engine, &scene);
            double gap = 0;
            for (int step = 0; step < 20 * 60; step++) {
                trial_step(&run);
                gap = fmax(gap, largest_gap(&run));
            }
            trial_values_add(&gaps, gap);
            trial_values_add(&speeds, trial_fastest(&run) / scene.settings.unit);
            trial_end(&run);
            trial_scene_free(&scene);
        }
        trials_row(trials, "cantilever", scale, "gap median", count, trial_values_median(&gaps),
                   NAN, bar_most(1.2 * trials_stored("cantilever", scale, "gap median")));
        trials_row(trials, "cantilever", scale, "gap worst", count, trial_values_largest(&gaps),
                   NAN, bar_most(1.2 * trials_stored("cantilever", scale, "gap worst")));
        /* At 20 s; below 2^-9 L/s counts as none. */
        const double stored = trials_stored("cantilever", scale, "speed median");
        trials_row(trials, "cantilever", scale, "speed median", count, trial_values_median(&speeds),
                   NAN, bar_most(isnan(stored) ? NAN : fmax(stored, 1.0 / 512)));
        trials_row(trials, "cantilever", scale, "speed worst", count, trial_values_largest(&speeds),
                   NAN, bar_none());
    }
}

/* A bar of 2 x 0.4 on a revolute or prismatic joint whose motor presses it against its limit, and
 * gets it there from a random start. How far beyond it is, radians or boxes, in the last second. */
static double press_limit(trial_table *trials, scene_scale scale, engine_joint_type type,
                          double force) {
    trial_scene scene = trial_scene_make(scale);
    scene.settings.gravity = (scene_vector){0, 0};
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0);
    trial_add_box(&scene, ENGINE_DYNAMIC, 1, 0.2, type == ENGINE_REVOLUTE ? 1 : 0, 0);
    engine_joint *const joint = trial_add_joint(&scene, type, 0, 1, 0, 0);
    const double size = type == ENGINE_REVOLUTE ? 1 : scene.box;
    joint->limit = joint->motor = true;
    joint->upper = trial_q(size * trials_between(trials, 0.3, 1));
    joint->lower = -joint->upper;
    joint->motor_speed = trial_q(size * 5);
    joint->motor_max = force;
    trial_run run = trial_start(trials->engine, &scene);
    double beyond = 0;
    for (int i = 0; i < 5 * 60; i++) {
        trial_step(&run);
        const body_motion now = trial_motion(&run, 1);
        const double at =
            type == ENGINE_REVOLUTE ? remainder(now.angle, 6.283185307179586) : now.position.x;
        if (i >= 4 * 60) beyond = fmax(beyond, (at - joint->upper) / size);
    }
    trial_end(&run);
    trial_scene_free(&scene);
    return beyond;
}

/* Strengths are for a box of 1 unit; torques grow with the fourth power of the size, and forces
 * with the third, times gravity. */
void trial_limits(trial_table *trials) {
    static const double gravities[] = {1, 16, 100};
    const int count = trials_count(trials, 20, 200);
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const double box = at == SCENE_M ? 1 : 16;
        double angle = 0, way = 0, angle_less = 0;
        for (int i = 0; i < count; i++) {
            const double heavy = 1e5 * gravities[at];
            const double torque = heavy * box * box * box, force = heavy * box * box;
            angle = fmax(angle, press_limit(trials, (scene_scale)at, ENGINE_REVOLUTE, torque));
            angle_less =
                fmax(angle_less, press_limit(trials, (scene_scale)at, ENGINE_REVOLUTE,
                                             torque * trials_log_between(trials, 1e-3, 1)));
            way = fmax(way, press_limit(trials, (scene_scale)at, ENGINE_PRISMATIC, force));
        }
        const trial_bar bar = bar_most(0.01);
        trials_row(trials, "limit", (scene_scale)at, "angle, 1e5", count, angle, NAN, bar);
        trials_row(trials, "limit", (scene_scale)at, "angle, less", count, angle_less, NAN, bar);
        trials_row(trials, "limit", (scene_scale)at, "way, 1e5", count, way, NAN, bar);
    }
}

/* A chain of 50 links, 0.5 long, from a nail, drawn out to the side, with a ball of `ratio` times
 * a link's mass at its end. */
static trial_scene build_chain(scene_scale scale, double ratio, double lean) {
    trial_scene scene = trial_scene_make(scale);
    const double c = cos(lean), s = sin(lean);
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0);
    for (int i = 1; i <= 50; i++) {
        engine_body *const link = trial_add_box(&scene, ENGINE_DYNAMIC, 0.25, 0.1,
                                                (i - 0.5) * 0.5 * c, (i - 0.5) * 0.5 * s);
        link->angle = lean;
        link->group = -1;
        trial_add_joint(&scene, ENGINE_REVOLUTE, i - 1, i, (i - 1) * 0.5 * c, (i - 1) * 0.5 * s);
    }
    engine_body *const ball = trial_add_circle(&scene, ENGINE_DYNAMIC, 1, 25.0 * c, 25.0 * s);
    ball->density = trial_q(ratio * 0.1 / 3.14159265);
    ball->group = -1;
    trial_add_joint(&scene, ENGINE_REVOLUTE, 50, 51, 25.0 * c, 25.0 * s);
    return scene;
}

/* A bridge of 60 planks with a box of `ratio` times a plank's mass that falls on its middle. */
static trial_scene build_bridge(scene_scale scale, double ratio, double x) {
    trial_scene scene = trial_scene_make(scale);
    trial_add_box(&scene, ENGINE_STATIC, 0.5, 0.5, -30.5, 0);
    for (int i = 0; i < 60; i++) {
        trial_add_box(&scene, ENGINE_DYNAMIC, 0.5, 0.125, i - 29.5, 0);
        trial_add_joint(&scene, ENGINE_REVOLUTE, i, i + 1, i - 30.0, 0);
    }
    trial_add_box(&scene, ENGINE_STATIC, 0.5, 0.5, 30.5, 0);
    trial_add_joint(&scene, ENGINE_REVOLUTE, 60, 61, 30, 0);
    trial_add_box(&scene, ENGINE_DYNAMIC, 1, 1, x, 2)->density = ratio * 0.25 / 4;
    return scene;
}

static double load_gap(const trial_engine *engine, const trial_scene *scene, double *twin) {
    double gap = 0;
    trial_run run = trial_start(engine, scene);
    for (int i = 0; i < 20 * 60; i++) {
        trial_step(&run);
        gap = fmax(gap, largest_gap(&run));
    }
    trial_end(&run);
    if (twin) *twin = fmax(*twin, load_gap(&engine_twin, scene, NULL));
    return gap;
}

/* As Box2D at most, with a tenth more for what differs in order alone. */
static void state_loads(trial_table *trials, scene_scale scale, bool bridge, double ratio) {
    const int count = trials_count(trials, 2, 12);
    const bool with_twin = trials->engine == &engine_pawl;
    double gap = 0, twin = 0;
    char figure[24];
    for (int i = 0; i < count; i++) {
        const double start = trials_between(trials, -0.1, 0.1);
        trial_scene scene =
            bridge ? build_bridge(scale, ratio, start) : build_chain(scale, ratio, start);
        gap = fmax(gap, load_gap(trials->engine, &scene, with_twin ? &twin : NULL));
        trial_scene_free(&scene);
    }
    const char *const name = bridge ? "bridge 60" : "chain 50";
    snprintf(figure, sizeof figure, "gap, 1:%g", ratio);
    trials_row(trials, name, scale, figure, count, gap, with_twin ? twin : NAN,
               bar_most(1.1 * trials_stored(name, scale, figure)));
}

void trial_loads(trial_table *trials) {
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        state_loads(trials, (scene_scale)at, false, 20);
        state_loads(trials, (scene_scale)at, false, 200);
        state_loads(trials, (scene_scale)at, true, 100);
        state_loads(trials, (scene_scale)at, true, 300);
    }
}
