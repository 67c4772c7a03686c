/* trial_assembly.c - short rods and random assemblies of joints: no energy from nothing, no fault,
 * nothing torn that Box2D keeps together. */
#include <math.h>
#include <stdio.h>

#include "energy.h"
#include "trial.h"

/* What came of a number of scenes. */
typedef struct joint_totals {
    int count, gained, torn, faulted;
    double worst; /* excess of energy */
} joint_totals;

/* A joint is torn that is apart by a quarter of a box, in the last second. */
static const double torn_apart = 0.25;

/* What a scene that failed is made of. */
static void tell_scene(const trial_scene *scene, int index, double excess, double gap, int torn,
                       uint32_t faults) {
    static const char *const names[] = {"revolute", "prismatic", "distance", "weld",   "wheel",
                                        "follow",   "pulley",    "gear",     "ratchet"};
    printf("  #%d: %d bodies, g %g, gain %.3g, gap %.3g, %s;", index, scene->body_count,
           scene->settings.gravity.y, excess, gap, pawl_fault_text(faults));
    for (int i = 0; i < scene->joint_count; i++) {
        const engine_joint *const joint = &scene->joints[i];
        printf(" %s%d-%d %s%s%s", i == torn ? "*" : "", joint->a, joint->b, names[joint->type],
               joint->limit ? "+limit" : "", joint->spring ? "+spring" : "");
        if (joint->type == ENGINE_DISTANCE) printf(" %.3g", joint->target / scene->box);
    }
    printf("\n");
}

static void run_joints(trial_table *trials, const trial_scene *scene, int seconds,
                       joint_totals *totals) {
    energy_sums sums;
    trial_run run = trial_start(trials->engine, scene);
    energy_start(&sums, &run);
    const int steps = seconds * scene->settings.rate;
    double gap = 0;
    int torn = -1;
    for (int i = 0; i < steps; i++) {
        trial_step(&run);
        energy_note(&sums);
        for (int k = 0; k < scene->joint_count && i >= steps - scene->settings.rate; k++) {
            const double now = trial_joint_gap(&run, &scene->joints[k]) / scene->box;
            if (!(now <= gap)) torn = k;
            if (!(now <= gap)) gap = now;
        }
    }
    const double excess = energy_excess(&sums);
    const uint32_t faults = trials->engine->faults(run.world);
    if (trials->verbose && (!(excess <= 0) || !(gap <= torn_apart) || faults)) {
        tell_scene(scene, totals->count, excess, gap, torn, faults);
    }
    totals->count++;
    totals->gained += !(excess <= 0);
    totals->torn += !(gap <= torn_apart);
    totals->faulted += faults != 0;
    totals->worst = fmax(totals->worst, isnan(excess) ? INFINITY : excess);
    trial_end(&run);
}

/* The share of torn ones may be Box2D's, in scenes `like`: which ones these are is drawn afresh. */
static void state_totals(trial_table *trials, const char *name, const char *like, scene_scale scale,
                         const joint_totals *totals) {
    const double torn = trials_share_by_chance(trials_stored(like, scale, "torn"), totals->count);
    trials_share(trials, name, scale, "gain energy", totals->count, totals->gained, bar_most(0));
    trials_row(trials, name, scale, "largest gain", totals->count, totals->worst, NAN, bar_none());
    trials_share(trials, name, scale, "torn", totals->count, totals->torn, bar_most(torn));
    trials_share(trials, name, scale, "faults", totals->count, totals->faulted, bar_most(0));
}

/* Two bodies and one rod of length 0 to 0.1 at arms of up to 8: as a pendulum, or free. */
static trial_scene build_rod(trial_table *trials, scene_scale scale, bool pendulum) {
    trial_scene scene = trial_scene_make(scale);
    if (!pendulum) scene.settings.gravity = (scene_vector){0, 0};
    const double length = trials_between(trials, 0, 0.1), way = trials_between(trials, 0, 6.28);
    for (int i = 0; i < 2; i++) {
        const double arm = trials_below(trials, 3) ? trials_between(trials, 0, 8) : 0;
        const double side = trials_between(trials, 0, 6.28);
        const engine_body_type type = pendulum && i == 0 ? ENGINE_STATIC : ENGINE_DYNAMIC;
        engine_body *const body =
            trial_add_box(&scene, type, trials_between(trials, 0.1, 1),
                          trials_between(trials, 0.1, 1), arm * cos(side), arm * sin(side));
        body->group = -1;
        if (type == ENGINE_STATIC) continue;
        const double speed = trials_below(trials, 2) ? 2 : 0;
        trial_set_velocity(&scene, body, trials_between(trials, -speed, speed),
                           trials_between(trials, -speed, speed),
                           trials_between(trials, -2 * speed, 2 * speed));
    }
    engine_joint *const joint = trial_add_joint(&scene, ENGINE_DISTANCE, 0, 1, 0, 0);
    joint->point_b.x = trial_q(length * cos(way) * scene.box);
    joint->point_b.y = trial_q(length * sin(way) * scene.box);
    joint->target = trial_q(hypot(joint->point_b.x, joint->point_b.y));
    return scene;
}

void trial_rods(trial_table *trials) {
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        for (int pendulum = 0; pendulum < 2; pendulum++) {
            joint_totals totals = {0};
            const int count = trials_count(trials, 60, 500);
            for (int i = 0; i < count; i++) {
                trial_scene scene = build_rod(trials, (scene_scale)at, pendulum == 1);
                run_joints(trials, &scene, 60, &totals);
                trial_scene_free(&scene);
            }
            const char *const name = pendulum ? "rod swings" : "rod free";
            state_totals(trials, name, name, (scene_scale)at, &totals);
        }
    }
}

static void draw_body(trial_table *trials, trial_scene *scene, bool moving, double x, double y) {
    engine_body *body;
    const double size = trials_log_between(trials, 0.15, 1);
    switch (trials_below(trials, 4)) {
    case 0:
        body = trial_add_circle(scene, ENGINE_DYNAMIC, size, x, y);
        break;
    case 1:
        body = trial_add_capsule(scene, ENGINE_DYNAMIC, size, size / 3, x, y);
        break;
    default:
        body =
            trial_add_box(scene, ENGINE_DYNAMIC, size, size * trials_between(trials, 0.2, 1), x, y);
    }
    body->density = trial_q(trials_log_between(trials, 0.5, 2));
    body->group = -1;
    if (!moving) return;
    trial_set_velocity(scene, body, trials_between(trials, -3, 3), trials_between(trials, -3, 3),
                       trials_between(trials, -5, 5));
}

/* Limits that hold at the start. What slides always has one, or it would leave. */
static void draw_limits(trial_table *trials, engine_joint *joint, bool slides, double reach) {
    joint->limit = slides || trials_below(trials, 3) == 0;
    joint->lower = -trial_q(trials_between(trials, 0, reach));
    joint->upper = trial_q(trials_between(trials, 0, reach));
    joint->hertz = trial_q(trials_log_between(trials, 0.5, 8));
    joint->damping = trial_q(trials_between(trials, 0.1, 2));
}

/* A rod, one in three of them of at most 0.1; a rope, which may be slack; a spring from center to
 * center. */
static void draw_distance(trial_table *trials, const trial_scene *scene, engine_joint *joint) {
    const bool short_one = trials_below(trials, 3) == 0;
    const double length =
        short_one ? trials_between(trials, 0, 0.1) : trials_between(trials, 0.1, 3);
    const double way = trials_between(trials, 0, 6.28);
    if (joint->spring) {
        joint->point_a = scene->bodies[joint->a].position;
        joint->point_b = scene->bodies[joint->b].position;
        joint->limit = false;
    } else {
        joint->point_b.x += trial_q(length * cos(way) * scene->box);
        joint->point_b.y += trial_q(length * sin(way) * scene->box);
        joint->limit = joint->limit && !short_one;
    }
    joint->target =
        trial_q(hypot(joint->point_b.x - joint->point_a.x, joint->point_b.y - joint->point_a.y));
    joint->lower = 0;
    joint->upper = joint->target;
    if (joint->limit) {
        joint->spring = true;
        joint->hertz = 0;
    }
}

static void hang_pulley(const trial_scene *scene, engine_joint *joint) {
    const double up = 4 * scene->box;
    joint->point_a = scene->bodies[joint->a].position;
    joint->point_b = scene->bodies[joint->b].position;
    joint->ground_a = (scene_vector){joint->point_a.x, joint->point_a.y + up};
    joint->ground_b = (scene_vector){joint->point_b.x, joint->point_b.y + up};
    joint->target = 2 * up;
}

static void draw_joint(trial_table *trials, trial_scene *scene, engine_joint_type type, bool spring,
                       int a, int b, double x, double y) {
    engine_joint *const joint = trial_add_joint(scene, type, a, b, x, y);
    const bool slides = type == ENGINE_PRISMATIC || type == ENGINE_WHEEL;
    joint->spring = spring;
    draw_limits(trials, joint, slides, slides ? scene->box : 1.5);
    joint->axis = slides ? trials_between(trials, -3, 3) : 0;
    if (type == ENGINE_DISTANCE) draw_distance(trials, scene, joint);
    if (type == ENGINE_WELD && !spring) joint->hertz = 0;
    if (type == ENGINE_PULLEY) hang_pulley(scene, joint);
    if (type == ENGINE_RATCHET) joint->ratio = trial_q(0.2);
    if (type > ENGINE_FOLLOW) joint->limit = false;
}

/* Hang body i on `parent`. A spring of a given frequency is as stiff as what it moves is heavy: if
 * that turned with the bodies, it would take and give energy as no real spring does. So springs of
 * a place are where both bodies have their centers. */
static void draw_limb(trial_table *trials, trial_scene *scene, bool own_types, bool moving,
                      bool hangs, int parent, int i) {
    const double px = scene->bodies[parent].position.x / scene->box;
    const double py = scene->bodies[parent].position.y / scene->box;
    engine_joint_type type =
        (engine_joint_type)trials_below(trials, (own_types ? ENGINE_RATCHET : ENGINE_FOLLOW) + 1);
    if (parent == 0 && type == ENGINE_GEAR) type = ENGINE_REVOLUTE;
    const bool spring =
        type == ENGINE_FOLLOW || (type < ENGINE_FOLLOW && trials_below(trials, 3) == 0);
    const bool of_place = spring && (type == ENGINE_PRISMATIC || type == ENGINE_WHEEL ||
                                     type == ENGINE_WELD || type == ENGINE_FOLLOW);
    /* One in ten has long arms. */
    double reach = trials_below(trials, 10) ? 1.2 : 6;
    if (of_place) reach = 0;
    const double x = px + trials_between(trials, -reach, reach);
    const double y = py + trials_between(trials, -reach, reach);
    draw_body(trials, scene, moving, x, y);
    const double share = trials_between(trials, 0, 1);
    if (!hangs) return;
    /* Gears and ratchets hold no place: that is for a hinge. */
    if (type == ENGINE_GEAR || type == ENGINE_RATCHET) {
        draw_joint(trials, scene, ENGINE_REVOLUTE, false, parent, i, px, py);
        scene->joints[scene->joint_count - 1].limit = false;
    }
    draw_joint(trials, scene, type, spring, parent, i, px + share * (x - px),
               py + share * (y - py));
}

/* A tree of bodies from an anchor, or floating; one in five has a loop. */
static trial_scene draw_assembly(trial_table *trials, scene_scale scale, bool own_types) {
    trial_scene scene = trial_scene_make(scale);
    const bool anchored = trials_below(trials, 3) > 0, moving = trials_below(trials, 2) == 0;
    if (!anchored || trials_below(trials, 3) == 0) scene.settings.gravity = (scene_vector){0, 0};
    trial_add_circle(&scene, ENGINE_STATIC, 0.1, 0, 0)->group = -1;
    const int bodies = 2 + trials_below(trials, 7);
    for (int i = 1; i <= bodies; i++) {
        const int parent = i == 1 ? 0 : 1 + trials_below(trials, i - 1);
        draw_limb(trials, &scene, own_types, moving, i > 1 || anchored, parent, i);
    }
    if (bodies > 2 && trials_below(trials, 5) == 0) {
        const int a = 1 + trials_below(trials, bodies), b = 1 + a % bodies;
        const scene_vector p = scene.bodies[a].position;
        draw_joint(trials, &scene, trials_below(trials, 2) ? ENGINE_REVOLUTE : ENGINE_DISTANCE,
                   false, a, b, p.x / scene.box, p.y / scene.box);
    }
    return scene;
}

/* Those of the types that Box2D has as well, and those of all types. */
static void run_assemblies(trial_table *trials, scene_scale scale, bool own_types) {
    joint_totals totals = {0};
    const int sample = own_types ? 40 : 120, full = own_types ? 850 : 2500;
    const int count = trials_count(trials, sample, full);
    for (int i = 0; i < count; i++) {
        trial_scene scene = draw_assembly(trials, scale, own_types);
        run_joints(trials, &scene, 60, &totals);
        trial_scene_free(&scene);
    }
    state_totals(trials, own_types ? "joints all" : "joints", "joints", scale, &totals);
}

void trial_assemblies(trial_table *trials) {
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        run_assemblies(trials, (scene_scale)at, false);
        if (trials->engine->all_joints) run_assemblies(trials, (scene_scale)at, true);
    }
}
