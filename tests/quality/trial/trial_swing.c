/* trial_swing.c - a free pendulum on one revolute joint neither gains nor loses. */
#include <math.h>
#include <stdio.h>

#include "trial.h"

typedef struct swing_plan {
    double amplitude; /* radians */
    double length;    /* boxes */
    int rate, substeps;
    int seconds;
} swing_plan;

/* Shares of the amplitude at the start. */
typedef struct swing_result {
    double peak; /* the largest angle of the run */
    double last; /* of the last ten seconds */
} swing_result;

static trial_scene build_swing(scene_scale scale, const swing_plan *plan) {
    trial_scene scene = trial_scene_make(scale);
    scene.settings.rate = plan->rate;
    scene.settings.substeps = plan->substeps;
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0);
    trial_add_box(&scene, ENGINE_DYNAMIC, 0.3, 0.3, plan->length * sin(plan->amplitude),
                  -plan->length * cos(plan->amplitude));
    trial_add_joint(&scene, ENGINE_REVOLUTE, 0, 1, 0, 0);
    return scene;
}

static double angle_of(scene_vector at) {
    return fabs(atan2(at.x, -at.y));
}

static swing_result run_swing(const trial_engine *engine, const trial_scene *scene, int seconds) {
    const int rate = scene->settings.rate;
    const double start = angle_of(scene->bodies[1].position);
    swing_result result = {0, 0};
    trial_run run = trial_start(engine, scene);
    for (int i = 0; i < seconds * rate; i++) {
        trial_step(&run);
        const double angle = angle_of(trial_motion(&run, 1).position) / start;
        result.peak = fmax(result.peak, angle);
        if (i >= (seconds - 10) * rate) result.last = fmax(result.last, angle);
    }
    trial_end(&run);
    return result;
}

/* A position is known to half a raw unit on each axis, and its velocity is that of half a sub-step
 * earlier: a pendulum let go at rest has, in its middle, the velocity of a share (w h)^2 / 8 more
 * amplitude. */
static double not_above_start(const trial_scene *scene) {
    const scene_vector at = scene->bodies[1].position;
    const double length = hypot(at.x, at.y), raw = 1.0 / 65536 / length / angle_of(at);
    const double h = 1.0 / (scene->settings.rate * scene->settings.substeps);
    return 1 + raw - scene->settings.gravity.y / length * h * h / 8;
}

/* The pendulums of the acceptance table: at most half a percent below Box2D. With 16 sub-steps they
 * keep 99.8 %; at scale PG, where they swing 2.5 times as fast, the twin does not: there it is an
 * aim. */
static void run_fixed(trial_table *trials, scene_scale scale, swing_plan plan) {
    char name[24], last[24];
    trial_scene scene = build_swing(scale, &plan);
    const swing_result result = run_swing(trials->engine, &scene, plan.seconds);
    const bool with_twin = trials->engine == &engine_pawl && !trials->store;
    swing_result twin = {NAN, NAN};
    if (with_twin) twin = run_swing(&engine_twin, &scene, plan.seconds);
    snprintf(name, sizeof name, "swing %.4g", plan.amplitude);
    snprintf(last, sizeof last, "%dx%d %d min", plan.rate, plan.substeps, plan.seconds / 60);
    const double box2d = trials_stored(name, scale, last) - 0.005;
    const bool fine = plan.substeps == 16, fast = scale == SCENE_PG;
    const double least = fine && !fast ? fmax(box2d, 0.998) : box2d;
    trials_row(trials, name, scale, last, 1, result.last, twin.last, bar_least(least));
    if (fine && fast) {
        snprintf(last, sizeof last, "%dx%d aim", plan.rate, plan.substeps);
        trials_row(trials, name, scale, last, 1, result.last, twin.last, bar_aim(bar_least(0.998)));
    }
    snprintf(last, sizeof last, "%dx%d peak", plan.rate, plan.substeps);
    trials_row(trials, name, scale, last, 1, result.peak, twin.peak,
               bar_most(not_above_start(&scene)));
    trial_scene_free(&scene);
}

/* Any other: at most half a percent below the twin, which has the same rate and sub-steps. */
static void run_drawn(trial_table *trials, scene_scale scale) {
    static const int rates[][2] = {{60, 2}, {60, 4}, {60, 16}, {120, 1}};
    const int count = trials_count(trials, 6, 40);
    double above = -1, below = -1;
    for (int i = 0; i < count; i++) {
        const int *const rate = rates[trials_below(trials, 4)];
        const swing_plan plan = {trials_log_between(trials, 0.03, 2.2),
                                 trials_between(trials, 0.8, 8), rate[0], rate[1], 120};
        trial_scene scene = build_swing(scale, &plan);
        const swing_result result = run_swing(trials->engine, &scene, plan.seconds);
        const swing_result twin = run_swing(&engine_twin, &scene, plan.seconds);
        above = fmax(above, result.peak - not_above_start(&scene));
        below = fmax(below, twin.last - result.last);
        trial_scene_free(&scene);
    }
    trials_row(trials, "swing drawn", scale, "above start", count, above, NAN, bar_most(0));
    trials_row(trials, "swing drawn", scale, "below twin", count, below, NAN, bar_most(0.005));
}

/* An hour each in full runs; in a sample five minutes, and an hour where the gain was found. */
void trial_pendulums(trial_table *trials) {
    static const double amplitudes[] = {0.05, 0.2, 1.5};
    static const int rates[][2] = {{60, 2}, {60, 4}, {60, 16}, {120, 1}};
    for (int scale = SCENE_M; scale <= SCENE_PG; scale++) {
        for (int a = 0; a < 3; a++) {
            for (int r = 0; r < 4; r++) {
                swing_plan plan = {amplitudes[a], 3, rates[r][0], rates[r][1], 300};
                const bool hour = a == 1 && r == 1 && scale == SCENE_M;
                if (a < 2 && (trials->full || hour)) plan.seconds = 3600;
                run_fixed(trials, (scene_scale)scale, plan);
            }
        }
        if (!trials->store) run_drawn(trials, (scene_scale)scale);
    }
}
