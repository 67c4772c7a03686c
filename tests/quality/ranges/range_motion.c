/* range_motion.c - speeds, accelerations, damping, springs and lengths that are what they should
 * be. */
#include <math.h>
#include <stdio.h>

#include "range.h"

static const double pi = 3.14159265358979323846;

/* A box of one unit without gravity. */
static trial_scene lone_box(void) {
    trial_scene scene = trial_scene_make(SCENE_M);
    scene.settings.gravity.y = 0;
    trial_add_box(&scene, ENGINE_DYNAMIC, 0.5, 0.5, 0, 0);
    return scene;
}

static body_motion run_for(const trial_scene *scene, int body, int steps, uint32_t *faults) {
    trial_run run = trial_start(&engine_pawl, scene);
    for (int i = 0; i < steps; i++)
        trial_step(&run);
    const body_motion end = trial_motion(&run, body);
    *faults = engine_pawl.faults(run.world);
    trial_end(&run);
    return end;
}

static range_outcome judge(double error, double most, uint32_t faults) {
    if (faults) return range_fails("fault: %s", pawl_fault_text(faults));
    if (error <= most) return range_works();
    if (isnan(error) || error > 10) return range_fails("nothing of it is left");
    return range_fails("%.2g %% off", 100 * error);
}

/* As stored. */
static range_outcome try_acceleration(double acceleration) {
    trial_scene scene = lone_box();
    scene.settings.gravity.x = trial_q(acceleration);
    /* It must not come to the edge of the world, nor exceed the limit of speeds. */
    const double way = sqrt(20000 / acceleration), fast = 8000 / acceleration;
    const int steps = (int)floor(60 * fmin(60, fmin(way, fast)));
    uint32_t faults;
    const body_motion end = run_for(&scene, 0, steps, &faults);
    const double wanted = scene.settings.gravity.x * steps / 60;
    trial_scene_free(&scene);
    return judge(fabs(end.velocity.x / wanted - 1), 0.01, faults);
}

/* How fast it decays, from 1 unit/s to a twentieth or for 10 minutes. */
static range_outcome try_damping(double damping) {
    trial_scene scene = lone_box();
    scene.bodies[0].linear_damping = trial_q(damping);
    scene.bodies[0].velocity.x = 1;
    const int steps = (int)fmin(36000, ceil(60 * 3 / damping));
    const double h = 1.0 / 240, d = scene.bodies[0].linear_damping;
    uint32_t faults;
    const body_motion end = run_for(&scene, 0, steps, &faults);
    trial_scene_free(&scene);
    /* v / (1 + d h) in each sub-step. */
    return judge(fabs(log(end.velocity.x) / (-4 * steps * log(1 + d * h)) - 1), 0.01, faults);
}

/* A spring of one unit that is pulled out by one more: where it is, critically damped, at
 * a quarter of its period and when it rests. */
static range_outcome try_spring(double hertz) {
    trial_scene scene = lone_box();
    scene.bodies[0].position.x = 2;
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0);
    engine_joint *const joint = trial_add_joint(&scene, ENGINE_DISTANCE, 1, 0, 0, 0);
    joint->point_b = scene.bodies[0].position;
    joint->target = 1;
    joint->spring = true;
    joint->hertz = trial_q(hertz);
    const double w = 2 * pi * joint->hertz;
    const int steps = (int)ceil(60 * 3 / hertz);
    double worst = 0;
    trial_run run = trial_start(&engine_pawl, &scene);
    for (int i = 1; i <= steps; i++) {
        trial_step(&run);
        const double t = i / 60.0, x = 1 + (1 + w * t) * exp(-w * t);
        worst = fmax(worst, fabs(trial_motion(&run, 0).position.x - x));
    }
    trial_end(&run);
    trial_scene_free(&scene);
    return worst <= 0.05 ? range_works() : range_fails("%.2g of the way off", worst);
}

/* How far it comes in a minute, or where the world ends. */
static range_outcome try_speed(double speed) {
    trial_scene scene = lone_box();
    scene.bodies[0].position.x = -16000;
    scene.bodies[0].velocity.x = trial_q(speed);
    const int steps = (int)fmin(3600, floor(60 * 30000 / speed));
    uint32_t faults;
    const body_motion end = run_for(&scene, 0, steps, &faults);
    const double way = scene.bodies[0].velocity.x * steps / 60;
    trial_scene_free(&scene);
    return judge(fabs((end.position.x + 16000) / way - 1), 0.01, faults);
}

/* How far it turns in ten seconds; by less than half a turn in a step. */
static range_outcome try_spin(double spin) {
    trial_scene scene = lone_box();
    scene.bodies[0].angular_velocity = trial_q(spin);
    const int steps = 600;
    uint32_t faults;
    const body_motion end = run_for(&scene, 0, steps, &faults);
    const double wanted = scene.bodies[0].angular_velocity * steps / 60;
    const double error = fabs(remainder(end.angle - wanted, 2 * pi));
    trial_scene_free(&scene);
    return judge(error / fmax(wanted, 0.1), 0.01, faults);
}

/* Balls of 0.2 units at a wall of 0.02. */
static range_outcome try_wall(double speed) {
    int passed = 0;
    for (int i = 0; i < 50; i++) {
        trial_scene scene = trial_scene_make(SCENE_M);
        scene.settings.gravity.y = 0;
        trial_add_box(&scene, ENGINE_STATIC, 0.01, 20, 0, 0);
        trial_add_circle(&scene, ENGINE_DYNAMIC, 0.1, -20 - i * 0.13, i * 0.1);
        trial_set_velocity(&scene, &scene.bodies[1], speed, 0, 0);
        uint32_t faults;
        const int steps = (int)(60 * 40 / speed) + 10;
        passed += run_for(&scene, 1, steps, &faults).position.x > 0;
        trial_scene_free(&scene);
    }
    return passed == 0 ? range_works() : range_fails("%d of 50 pass", passed);
}

/* A pendulum that is let go at 0.5 rad, for a minute: its last swing. */
static range_outcome try_pendulum(double length) {
    trial_scene scene = trial_scene_make(SCENE_M);
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0);
    trial_add_box(&scene, ENGINE_DYNAMIC, 0.3, 0.3, length * sin(0.5), -length * cos(0.5));
    trial_add_joint(&scene, ENGINE_REVOLUTE, 0, 1, 0, 0);
    const double period = 2 * pi * sqrt((length * length + 0.06) / length / 10);
    const int steps = (int)(60 * (60 + 2 * period));
    double last = 0;
    trial_run run = trial_start(&engine_pawl, &scene);
    for (int i = 0; i < steps; i++) {
        trial_step(&run);
        const scene_vector at = trial_motion(&run, 1).position;
        if (i >= steps - 60 * period) last = fmax(last, fabs(atan2(at.x, -at.y)));
    }
    trial_end(&run);
    trial_scene_free(&scene);
    return judge(fabs(last / 0.5 - 1), 0.02, 0);
}

/* A rod between the edges of two boxes that turn: how far from its length it is in 20 s. */
static range_outcome try_rod(double length) {
    trial_scene scene = trial_scene_make(SCENE_M);
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0)->group = -1;
    engine_body *const body = trial_add_box(&scene, ENGINE_DYNAMIC, 0.5, 0.5, length + 0.5, 0);
    body->group = -1;
    engine_joint *const joint = trial_add_joint(&scene, ENGINE_DISTANCE, 0, 1, 0, 0);
    joint->point_b.x = trial_q(length);
    joint->target = joint->point_b.x;
    double gap = 0;
    trial_run run = trial_start(&engine_pawl, &scene);
    for (int i = 0; i < 1200; i++) {
        trial_step(&run);
        gap = fmax(gap, trial_joint_gap(&run, joint));
    }
    const uint32_t faults = engine_pawl.faults(run.world);
    trial_end(&run);
    trial_scene_free(&scene);
    if (faults) return range_fails("fault: %s", pawl_fault_text(faults));
    return gap <= fmax(0.02, 0.02 * length) ? range_works() : range_fails("%.2g units off", gap);
}

/* A box that slides down a slope of friction it can hold, 20 s: creeps. */
static range_outcome try_place(double place) {
    trial_scene scene = trial_scene_make(SCENE_M);
    trial_add_box(&scene, ENGINE_STATIC, 50, 1, 0, -1);
    for (int i = 0; i < 8; i++)
        trial_add_box(&scene, ENGINE_DYNAMIC, 0.5, 0.5, 0.1 * (i % 2), 0.5 + i);
    for (int i = 0; i < scene.body_count; i++)
        scene.bodies[i].position.x += trial_q(place);
    uint32_t faults;
    const body_motion end = run_for(&scene, 8, 1200, &faults);
    const double off = fabs(end.position.x - scene.bodies[8].position.x);
    trial_scene_free(&scene);
    return faults      ? range_fails("fault: %s", pawl_fault_text(faults))
           : off < 0.1 ? range_works()
                       : range_fails("%.2g units aside", off);
}

const range_row range_motions[] = {
    {"acceleration, units/s2", "60 s: speed within 1 %", 1, 0.00003, 8000, "one raw unit, 2^-16",
     "the limit of gravity", 2, try_acceleration, false},
    {"linear damping, 1/s", "to a twentieth: rate within 1 %", 1, 0.00025, 100,
     "a decay in an hour, hardly to be measured", "largest tried", 2, try_damping, false},
    {"spring, oscillations per second", "critical: within 0.05 of the way", 1, 0.004, 100,
     "slowest tried", "", 2, try_spring, false},
    {"speed, units/s", "60 s: way within 1 %", 1, 0.00003, 8192, "one raw unit",
     "`PAWL_SPEED_MAX`; clamped, fault", 2, try_speed, false},
    {"speed, units/s", "at a static wall 0.02 thick: none of 50 passes", 10, 1, 8192,
     "slowest tried", "`PAWL_SPEED_MAX`", 2, try_wall, false},
    {"spin, rad/s", "10 s: angle within 1 %", 1, 0.00003, 8192, "one raw unit", "fastest tried", 2,
     try_spin, false},
    {"pendulum, units", "from 0.5 rad, 60 s: amplitude within 2 %", 2, 0.05, 4000, "shortest tried",
     "longest tried", 1.5, try_pendulum, false},
    {"length of a rod, units", "a box of 1 swings: within 0.02, or 2 %", 1, 0.0001, 4000,
     "a few raw units", "longest tried", 1.5, try_rod, false},
    {"distance from (0, 0), units", "stack of 8 stands as at (0, 0)", 1, 1, 16200, "",
     "`PAWL_COORD_MAX`; stopped, fault", 2, try_place, false},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, NULL, false},
};
