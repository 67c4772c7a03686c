/* trial_weak.c - small accelerations, weak damping, weak springs and slow movement, which an engine
 * that rounds velocities loses. Theory is that of the values as stored in Q16.16. */
#include <math.h>

#include "trial.h"

#define LINEAR 0
#define ANGULAR 1

/* A lone box without gravity, of the length unit of the scale. */
static trial_scene build_lone(scene_scale scale, double x) {
    trial_scene scene = trial_scene_make(scale);
    scene.settings.gravity = (scene_vector){0, 0};
    trial_add_box(&scene, ENGINE_DYNAMIC, 0.5, 0.5, 0, 0);
    scene.bodies[0].position.x = trial_q(x);
    return scene;
}

static body_motion run_for(const trial_engine *engine, const trial_scene *scene, int body,
                           double seconds) {
    trial_run run = trial_start(engine, scene);
    const int steps = (int)(seconds * scene->settings.rate + 0.5);
    for (int i = 0; i < steps; i++)
        trial_step(&run);
    const body_motion end = trial_motion(&run, body);
    trial_end(&run);
    return end;
}

/* The error of the speed after a minute, as a share, in a random direction. */
static double accelerate(trial_table *trials, scene_scale scale, double acceleration) {
    trial_scene scene = build_lone(scale, 0);
    const double angle = trials_between(trials, 0, 6.2831853);
    scene_vector *const g = &scene.settings.gravity;
    *g = (scene_vector){trial_q(acceleration * cos(angle)), trial_q(acceleration * sin(angle))};
    const double seconds = 60;
    const body_motion end = run_for(trials->engine, &scene, 0, seconds);
    const double off = hypot(end.velocity.x - g->x * seconds, end.velocity.y - g->y * seconds);
    const double error = off / (hypot(g->x, g->y) * seconds);
    trial_scene_free(&scene);
    return error;
}

/* The error of the rate at which a velocity of one unit per second or radian per second decays. */
static double damp(trial_table *trials, scene_scale scale, double damping, int which) {
    trial_scene scene = build_lone(scale, 0);
    engine_body *const body = &scene.bodies[0];
    body->linear_damping = body->angular_damping = trial_q(damping);
    body->velocity.x = which == LINEAR ? 1 : 0;
    body->angular_velocity = which == ANGULAR ? 1 : 0;
    const double seconds = fmin(600, floor(3 / damping) + 1);
    const body_motion end = run_for(trials->engine, &scene, 0, seconds);
    const double left = which == LINEAR ? end.velocity.x : end.angular_velocity;
    const double error = fabs(left / exp(-trial_q(damping) * seconds) - 1);
    trial_scene_free(&scene);
    return error;
}

/* A critically damped spring of one box is pulled out by one more: x = (1 + w t) exp(-w t). The
 * largest error of x on the way, and where it rests, as a share of a box. */
static double spring(trial_table *trials, scene_scale scale, double hertz) {
    trial_scene scene = build_lone(scale, 0);
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, -2, 0);
    engine_joint *const joint = trial_add_joint(&scene, ENGINE_DISTANCE, 1, 0, 0, 0);
    joint->point_a = scene.bodies[1].position;
    joint->target = trial_q(scene.box);
    joint->spring = true;
    joint->hertz = trial_q(hertz);
    const double w = 6.283185307179586 * joint->hertz;
    double worst = 0;
    trial_run run = trial_start(trials->engine, &scene);
    const int steps = (int)(2 / hertz * scene.settings.rate);
    for (int i = 1; i <= steps; i++) {
        trial_step(&run);
        const double t = (double)i / scene.settings.rate;
        const double wanted = (1 + w * t) * exp(-w * t) - 1;
        const double now = trial_motion(&run, 0).position.x / scene.box;
        worst = fmax(worst, fabs(now - wanted));
    }
    trial_end(&run);
    trial_scene_free(&scene);
    return worst;
}

/* The error of the way after a minute near the edge of the world, as a share. */
static double creep(trial_table *trials, scene_scale scale, double speed) {
    trial_scene scene = build_lone(scale, 16000);
    scene.bodies[0].velocity = (scene_vector){trial_q(speed), -trial_q(speed)};
    const double way = scene.bodies[0].velocity.x * 60;
    const body_motion end = run_for(trials->engine, &scene, 0, 60);
    const double error =
        hypot(end.position.x - scene.bodies[0].position.x - way, end.position.y + way) / way /
        1.41421356;
    trial_scene_free(&scene);
    return error;
}

/* A motor that turns a disc against nothing. */
static double motor(trial_table *trials, scene_scale scale, double acceleration) {
    trial_scene scene = build_lone(scale, 0);
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0);
    engine_joint *const joint = trial_add_joint(&scene, ENGINE_REVOLUTE, 1, 0, 0, 0);
    const double inertia = trial_mass_of(&scene.bodies[0]).inertia;
    joint->motor = true;
    joint->motor_speed = 100;
    joint->motor_max = trial_q(acceleration * inertia);
    const double wanted = joint->motor_max / inertia * 60;
    const body_motion end = run_for(trials->engine, &scene, 0, 60);
    const double error = fabs(end.angular_velocity / wanted - 1);
    trial_scene_free(&scene);
    return error;
}

/* The values of the acceptance table, then some in between. */
void trial_weak(trial_table *trials) {
    static const double accelerations[] = {0.0005, 0.002, 0.01};
    static const double dampings[] = {0.001, 0.01};
    const int more = trials_count(trials, 6, 40);
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const scene_scale scale = (scene_scale)at;
        double a = 0, d[2] = {0, 0}, s = 0, c = 0, m = 0;
        for (int i = 0; i < 3 + more; i++) {
            const double drawn = trials_log_between(trials, 0.0005, 1);
            a = fmax(a, accelerate(trials, scale, i < 3 ? accelerations[i] : drawn));
        }
        for (int i = 0; i < 2 + more; i++) {
            const double drawn = trials_log_between(trials, 0.001, 0.3);
            for (int which = LINEAR; which <= ANGULAR; which++)
                d[which] = fmax(d[which], damp(trials, scale, i < 2 ? dampings[i] : drawn, which));
        }
        for (int i = 0; i < 1 + more; i++) {
            s = fmax(s, spring(trials, scale, i ? trials_log_between(trials, 0.02, 0.5) : 0.02));
            c = fmax(c, creep(trials, scale, i ? trials_log_between(trials, 0.001, 0.1) : 0.001));
            m = fmax(m, motor(trials, scale, i ? trials_log_between(trials, 0.004, 1) : 0.0004));
        }
        const trial_bar percent = bar_most(0.01);
        trials_row(trials, "weak", scale, "acceleration", 3 + more, a, NAN, percent);
        trials_row(trials, "weak", scale, "damping", 2 + more, d[LINEAR], NAN, percent);
        trials_row(trials, "weak", scale, "spin damping", 2 + more, d[ANGULAR], NAN, percent);
        trials_row(trials, "weak", scale, "spring", 1 + more, s, NAN, percent);
        trials_row(trials, "weak", scale, "speed far out", 1 + more, c, NAN, percent);
        trials_row(trials, "weak", scale, "motor", 1 + more, m, NAN, percent);
    }
}
