/* range_body.c - sizes, masses, heights, gravities and rates that stand. */
#include <math.h>
#include <stdio.h>

#include "range.h"

/* A stack of boxes of `size` units; 20 s. */
typedef struct stack_setting {
    double size, gravity, unit;
    int count, rate, substeps;
    double top_density; /* of the highest */
    double offset;      /* of every other box, boxes */
} stack_setting;

static const stack_setting usual = {1, 10, 1, 8, 60, 4, 1, 0};

/* Boxes must stand, and sink by at most `most` of their size altogether, without a fault. */
static range_outcome try_stack(stack_setting setting, double most) {
    trial_scene scene = trial_scene_make(SCENE_M);
    scene.settings.gravity.y = -setting.gravity;
    scene.settings.unit = setting.unit;
    scene.settings.rate = setting.rate;
    scene.settings.substeps = setting.substeps;
    scene.box = setting.size;
    const double wide = fmin(50, 4000 / setting.size);
    trial_add_box(&scene, ENGINE_STATIC, wide, 1, 0, -1);
    for (int i = 0; i < setting.count; i++)
        trial_add_box(&scene, ENGINE_DYNAMIC, 0.5, 0.5, i % 2 ? setting.offset : 0, 0.5 + i);
    scene.bodies[setting.count].density = setting.top_density;
    trial_run run = trial_start(&engine_pawl, &scene);
    for (int i = 0; i < 20 * setting.rate; i++)
        trial_step(&run);
    const double fell =
        scene.bodies[setting.count].position.y - trial_motion(&run, setting.count).position.y;
    const uint32_t faults = engine_pawl.faults(run.world);
    trial_end(&run);
    trial_scene_free(&scene);
    if (faults) return range_fails("fault: %s", pawl_fault_text(faults));
    if (fell / setting.size > 2) return range_fails("falls");
    if (fell / setting.size <= most) return range_works();
    return range_fails("sinks by %.2g of a box", fell / setting.size);
}

static range_outcome try_size(double size) {
    stack_setting setting = usual;
    setting.size = size;
    return try_stack(setting, 0.1);
}

/* Gravity and length unit grow with the size. */
static range_outcome try_scaled(double size) {
    stack_setting setting = usual;
    setting.size = setting.unit = size;
    setting.gravity = 10 * size;
    return try_stack(setting, 0.1);
}

static range_outcome try_gravity(double gravity) {
    stack_setting setting = usual;
    setting.gravity = gravity;
    return try_stack(setting, 0.1);
}

static range_outcome try_height(double count) {
    stack_setting setting = usual;
    setting.count = (int)(count + 0.5);
    setting.offset = 0.05;
    return try_stack(setting, INFINITY);
}

/* What stands on four boxes of mass 1. */
static range_outcome try_heavy(double ratio) {
    stack_setting setting = usual;
    setting.count = 5;
    setting.top_density = ratio;
    return try_stack(setting, 0.25);
}

static range_outcome try_rate(double rate) {
    stack_setting setting = usual;
    setting.count = 10;
    setting.rate = (int)(rate + 0.5);
    setting.offset = 0.05;
    return try_stack(setting, 0.2);
}

static range_outcome try_substeps(double substeps) {
    stack_setting setting = usual;
    setting.count = 10;
    setting.substeps = (int)(substeps + 0.5);
    setting.offset = 0.05;
    return try_stack(setting, 0.6);
}

/* A heap of 30 boxes and circles, each half as large up to as large as `size`. */
static range_outcome try_heap(double size) {
    trial_scene scene = trial_scene_make(SCENE_PG);
    scene.box = size;
    trial_add_box(&scene, ENGINE_STATIC, 4000 / size, 1, 0, -1);
    for (int i = 0; i < 30; i++) {
        const double half = 0.25 + 0.25 * (i * 7 % 10) / 10, x = (i * 13 % 7 - 3) * 0.4;
        if (i % 3) {
            trial_add_box(&scene, ENGINE_DYNAMIC, half, half * 0.6, x, 1 + 1.2 * i)->angle = i;
        } else {
            trial_add_circle(&scene, ENGINE_DYNAMIC, half, x, 1 + 1.2 * i);
        }
    }
    trial_run run = trial_start(&engine_pawl, &scene);
    for (int i = 0; i < 10 * 60; i++)
        trial_step(&run);
    const uint32_t faults = engine_pawl.faults(run.world);
    trial_end(&run);
    trial_scene_free(&scene);
    return faults ? range_fails("fault: %s", pawl_fault_text(faults)) : range_works();
}

/* A chain of ten links with a ball at its end. */
static range_outcome try_load(double ratio) {
    trial_scene scene = trial_scene_make(SCENE_M);
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0)->group = -1;
    for (int i = 1; i <= 11; i++) {
        engine_body *const body =
            i <= 10 ? trial_add_box(&scene, ENGINE_DYNAMIC, 0.25, 0.1, (i - 0.5) * 0.5, 0)
                    : trial_add_circle(&scene, ENGINE_DYNAMIC, 0.5, 5, 0);
        body->group = -1;
        if (i == 11) body->density = trial_q(ratio * 0.1 / 0.785);
        trial_add_joint(&scene, ENGINE_REVOLUTE, i - 1, i, (i - 1) * 0.5, 0);
    }
    double gap = 0;
    trial_run run = trial_start(&engine_pawl, &scene);
    for (int i = 0; i < 20 * 60; i++) {
        trial_step(&run);
        for (int k = 0; k < scene.joint_count; k++)
            gap = fmax(gap, trial_joint_gap(&run, &scene.joints[k]));
    }
    trial_end(&run);
    trial_scene_free(&scene);
    return gap <= 0.05 ? range_works() : range_fails("links part by %.2g of a link", gap / 0.5);
}

const range_row range_bodies[] = {
    {"size of a box, units", "stack of 8, g 10, L 1: sinks by at most 0.1 boxes", 1, 0.005, 2000,
     "", "largest tried", 1.25, try_size, false},
    {"size of a box, units", "the same with g = 10 and L = 1 sizes", 1, 0.0625, 800,
     "smallest length unit", "g is limited to 8192 units/s2", 1.25, try_scaled, false},
    {"size of bodies, units", "heap of 30, g 1000, L 100: no fault", 16, 1, 400, "smallest tried",
     "largest tried", 1.25, try_heap, false},
    {"gravity, units/s2", "stack of 8, boxes and L 1: sinks by at most 0.1 boxes", 10, 0.001, 8000,
     "smallest tried", "", 1.5, try_gravity, false},
    {"height, boxes", "stack with offsets of 0.05: stands", 8, 1, 200, "one box", "highest tried",
     1.25, try_height, true},
    {"mass on top", "on 4 boxes of mass 1: sinks by at most 0.25 boxes", 1, 0.001, 30000,
     "lightest tried", "heaviest tried", 1.5, try_heavy, false},
    {"mass at a chain", "10 links of mass 1: these part by at most 0.1 links", 1, 0.001, 3000,
     "lightest tried", "heaviest tried", 1.5, try_load, false},
    {"steps per second", "stack of 10, 4 sub-steps: sinks by at most 0.2 boxes", 60, 10, 960, "",
     "fastest tried", 1.25, try_rate, true},
    {"sub-steps", "stack of 10 at 60 steps per second: sinks by at most 0.6 boxes", 4, 1, 16,
     "fewest", "most", 2, try_substeps, true},
    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, NULL, false},
};
