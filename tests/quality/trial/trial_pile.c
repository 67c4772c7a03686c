/* trial_pile.c - random piles of 500, and ragdolls on stairs: both come to rest. */
#include <math.h>

#include "trial.h"

/* ---- piles ---- */

static void draw_piece(trial_table *trials, trial_scene *scene, double x, double y) {
    engine_body *body;
    const double size = trials_between(trials, 0.25, 0.6);
    switch (trials_below(trials, 5)) {
    case 0:
        body = trial_add_circle(scene, ENGINE_DYNAMIC, size, x, y);
        break;
    case 1:
        body = trial_add_capsule(scene, ENGINE_DYNAMIC, size * 0.6, size * 0.5, x, y);
        break;
    case 2:
        body = trial_add_polygon(scene, ENGINE_DYNAMIC, 3 + trials_below(trials, 4), size, x, y);
        break;
    default:
        body =
            trial_add_box(scene, ENGINE_DYNAMIC, size, size * trials_between(trials, 0.4, 1), x, y);
    }
    body->angle = trials_between(trials, -3, 3);
}

/* Pieces in loose rows that fall between two walls, 28 boxes apart. */
static trial_scene build_pile(trial_table *trials, scene_scale scale, int pieces) {
    trial_scene scene = trial_scene_make(scale);
    trial_add_box(&scene, ENGINE_STATIC, 20, 1, 0, -1);
    trial_add_box(&scene, ENGINE_STATIC, 1, 60, -15, 60);
    trial_add_box(&scene, ENGINE_STATIC, 1, 60, 15, 60);
    for (int i = 0; i < pieces; i++) {
        const double x = (i % 20 - 9.5) * 1.35 + trials_between(trials, -0.05, 0.05);
        draw_piece(trials, &scene, x, 1 + (i / 20) * 1.35);
    }
    return scene;
}

/* When everything has been slow for half a second; infinity: not within the time. */
static double find_quiet(const trial_engine *engine, const trial_scene *scene, double seconds,
                         uint32_t *faults) {
    const int steps = (int)(seconds * scene->settings.rate);
    double quiet = INFINITY;
    int calm = 0;
    trial_run run = trial_start(engine, scene);
    for (int i = 1; i <= steps && isinf(quiet); i++) {
        trial_step(&run);
        calm = trial_fastest(&run) < 0.05 * scene->settings.unit ? calm + 1 : 0;
        if (calm > scene->settings.rate / 2) quiet = (double)i / scene->settings.rate;
    }
    *faults |= engine->faults(run.world);
    trial_end(&run);
    return quiet;
}

/* Ten piles are few for a median: a sample may exceed Box2D's by a quarter. */
void trial_piles(trial_table *trials) {
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const scene_scale scale = (scene_scale)at;
        const int count = trials_count(trials, 10, 40);
        trial_values quiet = {.count = 0};
        int faulted = 0;
        for (int i = 0; i < count; i++) {
            uint32_t faults = 0;
            trial_scene scene = build_pile(trials, scale, 500);
            trial_values_add(&quiet, find_quiet(trials->engine, &scene, 60, &faults));
            faulted += faults != 0;
            trial_scene_free(&scene);
        }
        const double median = trials_stored("pile 500", scale, "quiet median");
        const double worst = trials_stored("pile 500", scale, "quiet worst");
        trials_row(trials, "pile 500", scale, "quiet median", count, trial_values_median(&quiet),
                   NAN, bar_most((trials->full ? 1 : 1.25) * median));
        trials_row(trials, "pile 500", scale, "quiet worst", count, trial_values_largest(&quiet),
                   NAN, bar_most(1.5 * worst));
        trials_share(trials, "pile 500", scale, "faults", count, faulted, bar_most(0));
    }
}

/* ---- ragdolls ---- */

typedef struct limb {
    int parent;          /* limb, -1: none */
    double x, y;         /* of its center from that of the hips, boxes */
    double half, radius; /* a capsule that stands */
    double joint_y;      /* where it hangs on its parent */
    double lower, upper; /* radians */
} limb;

/* Hips, chest, head; arms and legs of two parts each. */
static const limb limbs[11] = {
    {-1, 0, 0, 0.06, 0.11, 0, 0, 0},           {0, 0, 0.35, 0.14, 0.12, 0.14, -0.4, 0.6},
    {1, 0, 0.75, 0.05, 0.13, 0.58, -0.4, 0.6}, {1, 0, 0.32, 0.12, 0.06, 0.48, -2, 2.5},
    {3, 0, 0.02, 0.11, 0.05, 0.16, -0.1, 2.2}, {1, 0, 0.32, 0.12, 0.06, 0.48, -2, 2.5},
    {5, 0, 0.02, 0.11, 0.05, 0.16, -0.1, 2.2}, {0, 0, -0.3, 0.15, 0.09, -0.08, -0.6, 2},
    {7, 0, -0.75, 0.17, 0.07, -0.52, -2, 0.1}, {0, 0, -0.3, 0.15, 0.09, -0.08, -0.6, 2},
    {9, 0, -0.75, 0.17, 0.07, -0.52, -2, 0.1},
};

/* One ragdoll, its limbs turned as a whole; they do not collide with each other. */
static void add_ragdoll(trial_table *trials, trial_scene *scene, int group, double x, double y) {
    const double lean = trials_between(trials, -3, 3), spin = trials_between(trials, -2, 2);
    const double push = trials_between(trials, -2, 2), c = cos(lean), s = sin(lean);
    const int first = scene->body_count;
    for (int i = 0; i < 11; i++) {
        const limb *const l = &limbs[i];
        engine_body *const body =
            trial_add_capsule(scene, ENGINE_DYNAMIC, l->half, l->radius, x + l->x * c - l->y * s,
                              y + l->x * s + l->y * c);
        body->angle = lean + 1.5707963267948966;
        body->group = -group;
        trial_set_velocity(scene, body, push, 0, spin);
        if (l->parent < 0) continue;
        engine_joint *const joint =
            trial_add_joint(scene, ENGINE_REVOLUTE, first + l->parent, first + i,
                            x - l->joint_y * s, y + l->joint_y * c);
        joint->limit = true;
        joint->lower = trial_q(l->lower);
        joint->upper = trial_q(l->upper);
    }
}

/* Ten of them above a flight of steep steps that ends at a wall, before which they heap up. */
static trial_scene build_stairs(trial_table *trials, scene_scale scale) {
    trial_scene scene = trial_scene_make(scale);
    scene.settings.sleeping = true;
    for (int i = 0; i < 12; i++)
        trial_add_box(&scene, ENGINE_STATIC, 0.25, 4, 0.5 * i - 2.75, 2 - 0.5 * i);
    trial_add_box(&scene, ENGINE_STATIC, 1, 30, -4, 10);
    trial_add_box(&scene, ENGINE_STATIC, 1, 30, 4, 10);
    for (int i = 0; i < 10; i++)
        add_ragdoll(trials, &scene, i + 1, trials_between(trials, -1.5, 1.5), 8 + 2.2 * i);
    return scene;
}

static bool all_sleep(const trial_run *run) {
    for (int i = 0; i < run->scene->body_count; i++) {
        const bool moves = run->scene->bodies[i].type == ENGINE_DYNAMIC;
        if (moves && run->engine->is_awake(run->world, i)) return false;
    }
    return true;
}

void trial_ragdolls(trial_table *trials) {
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const scene_scale scale = (scene_scale)at;
        const int count = trials_count(trials, 10, 60);
        int slept = 0;
        double gap = 0;
        for (int i = 0; i < count; i++) {
            trial_scene scene = build_stairs(trials, scale);
            trial_run run = trial_start(trials->engine, &scene);
            bool sleeping = false;
            for (int step = 0; step < 20 * 60 && !sleeping; step++) {
                trial_step(&run);
                sleeping = all_sleep(&run);
            }
            for (int k = 0; k < scene.joint_count; k++)
                gap = fmax(gap, trial_joint_gap(&run, &scene.joints[k]) / scene.box);
            slept += sleeping;
            trial_end(&run);
            trial_scene_free(&scene);
        }
        trials_share(trials, "ragdolls", scale, "sleep by 20 s", count, slept, bar_least(0.5));
        trials_share(trials, "ragdolls", scale, "aim", count, slept, bar_aim(bar_least(0.8)));
        trials_row(trials, "ragdolls", scale, "late gap", count, gap, NAN, bar_none());
    }
}
