/* trial_stack.c - stacks of boxes, each shifted by a random way: statically stable by a wide
 * margin, and what an engine that loses its anchors lets fall. */
#include <math.h>

#include "trial.h"

typedef struct stack_result {
    bool fell;
    double sideways; /* of a box at the end, boxes; 0 where it fell */
    double fastest;  /* at the end, L per second; likewise */
} stack_result;

static trial_scene build_stack(trial_table *trials, scene_scale scale, int count, double offset) {
    trial_scene scene = trial_scene_make(scale);
    trial_add_box(&scene, ENGINE_STATIC, 50, 1, 0, -1);
    for (int i = 0; i < count; i++) {
        const double x = trials_between(trials, -offset, offset);
        trial_add_box(&scene, ENGINE_DYNAMIC, 0.5, 0.5, x, 0.5 + i);
    }
    return scene;
}

/* A stack has fallen when its top is lower by two boxes, or lies. */
static bool has_fallen(const trial_run *run) {
    const int top = run->scene->body_count - 1;
    const body_motion now = trial_motion(run, top);
    return now.position.y < run->scene->bodies[top].position.y - 2 * run->scene->box;
}

static stack_result run_stack(const trial_engine *engine, const trial_scene *scene,
                              double seconds) {
    stack_result result = {false, 0, 0};
    trial_run run = trial_start(engine, scene);
    const int steps = (int)(seconds * scene->settings.rate);
    for (int i = 0; i < steps && !result.fell; i++) {
        trial_step(&run);
        result.fell = has_fallen(&run);
    }
    for (int i = 1; i < scene->body_count && !result.fell; i++) {
        const double x = trial_motion(&run, i).position.x - scene->bodies[i].position.x;
        result.sideways = fmax(result.sideways, fabs(x) / scene->box);
    }
    if (!result.fell) result.fastest = trial_fastest(&run) / scene->settings.unit;
    trial_end(&run);
    return result;
}

typedef struct stack_plan {
    const char *name;
    int low, high; /* boxes */
    double offset; /* largest of it, boxes */
    int substeps;
    int sample, full; /* how many stacks */
    bool aim;
} stack_plan;

/* At scale PG, where the slop is half a unit, Box2D's stacks of this height fall as well: no more
 * than those. The twin looks for contacts among all pairs, so it takes part in full runs only. */
static void run_stacks(trial_table *trials, scene_scale scale, const stack_plan *plan) {
    const int count = trials_count(trials, plan->sample, plan->full);
    const bool with_twin = trials->full && trials->engine == &engine_pawl;
    int fell = 0, twin_fell = 0;
    trial_values sideways = {.count = 0}, fastest = {.count = 0};
    for (int i = 0; i < count; i++) {
        const int boxes = plan->low + trials_below(trials, plan->high - plan->low + 1);
        const double offset = plan->offset * trials_between(trials, 0.33, 1);
        trial_scene scene = build_stack(trials, scale, boxes, offset);
        scene.settings.substeps = plan->substeps;
        const stack_result result = run_stack(trials->engine, &scene, 60);
        if (with_twin) twin_fell += run_stack(&engine_twin, &scene, 60).fell;
        fell += result.fell;
        trial_values_add(&sideways, result.sideways);
        trial_values_add(&fastest, result.fastest);
        trial_scene_free(&scene);
    }
    trial_bar bar = plan->aim ? bar_aim(bar_most(0)) : bar_most(0);
    if (scale == SCENE_PG && !plan->aim) {
        bar.value = trials_share_by_chance(trials_stored(plan->name, scale, "fell"), count);
    }
    trials_row(trials, plan->name, scale, "fell", count, (double)fell / count,
               with_twin ? (double)twin_fell / count : NAN, bar);
    trials_row(trials, plan->name, scale, "sideways", count, trial_values_largest(&sideways), NAN,
               bar_none());
    trials_row(trials, plan->name, scale, "late speed", count, trial_values_largest(&fastest), NAN,
               bar_none());
}

void trial_stacks(trial_table *trials) {
    static const stack_plan plans[] = {
        {"stack", 12, 25, 0.12, 4, 144, 480, false},
        {"stack px", 12, 25, 0.12, 4, 72, 240, false},
        {"stack px", 12, 25, 0.12, 4, 36, 240, false},
        {"stack x1", 10, 10, 0.12, 1, 36, 240, false},
        {"stack 40", 40, 40, 0.12, 4, 4, 24, true},
    };
    run_stacks(trials, SCENE_M, &plans[0]);
    run_stacks(trials, SCENE_P, &plans[1]);
    run_stacks(trials, SCENE_PG, &plans[2]);
    for (int i = 3; i < 5; i++) {
        for (int scale = SCENE_M; scale <= SCENE_PG; scale++)
            run_stacks(trials, (scene_scale)scale, &plans[i]);
    }
}
