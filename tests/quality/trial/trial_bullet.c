/* trial_bullet.c - bullets at plates and crates that spin and move: none passes, and none waits in
 * the air before what it will hit. */
#include <math.h>

#include "trial.h"

typedef struct shot_result {
    bool passed, hit;
    int waited; /* most steps in a row without a way, at full speed */
} shot_result;

/* A target at the origin, and a bullet that flies at where the middle of it will be. Half of the
 * targets are plates, half crates; a third of them moves, a third spins, a third does both. */
static trial_scene build_shot(trial_table *trials, scene_scale scale) {
    trial_scene scene = trial_scene_make(scale);
    scene.settings.gravity = (scene_vector){0, 0};
    const bool plate = trials_below(trials, 2) == 0;
    const int motion = trials_below(trials, 3);
    const double spin = motion > 0 ? trials_between(trials, -10, 10) : 0;
    const double move = motion != 1 ? trials_between(trials, -10, 10) : 0;
    engine_body *const target =
        trial_add_box(&scene, ENGINE_DYNAMIC, plate ? 0.02 : trials_between(trials, 0.5, 2),
                      plate ? trials_between(trials, 3, 15) : trials_between(trials, 0.5, 2), 0, 0);
    target->angle = plate ? trials_between(trials, -0.7, 0.7) : trials_between(trials, -3, 3);
    trial_set_velocity(&scene, target, move, trials_between(trials, -1, 1) * move, spin);
    /* From 3 to 25 away: a bullet that would overlap the target at the start says nothing. */
    const double speed = trials_log_between(trials, 100, scale == SCENE_M ? 5000 : 500);
    const double way = trials_between(trials, 3, 25), y = trials_between(trials, -0.4, 0.4);
    const double time = way / speed, size = scene.box;
    const double tx = target->velocity.x / size * time, ty = target->velocity.y / size * time;
    engine_body *const bullet = trial_add_circle(&scene, ENGINE_DYNAMIC, 0.1, tx - way - 3, ty + y);
    bullet->bullet = true;
    bullet->density = 0.1;
    trial_set_velocity(&scene, bullet, speed, 0, 0);
    return scene;
}

/* The bullet as seen from the target. */
static scene_vector seen_from(const trial_run *run) {
    const body_motion target = trial_motion(run, 0), bullet = trial_motion(run, 1);
    const double x = bullet.position.x - target.position.x;
    const double y = bullet.position.y - target.position.y;
    const double c = cos(target.angle), s = sin(target.angle);
    return (scene_vector){c * x + s * y, c * y - s * x};
}

/* Whether the way from `a` to `b` goes through the core of the target: for a crate the inner half
 * of it, for a plate what is from side to side. Slabs. */
static bool goes_through(const trial_scene *scene, scene_vector a, scene_vector b) {
    const double half[2] = {scene->bodies[0].vertices[2].x / 2, scene->bodies[0].vertices[2].y / 2};
    const double from[2] = {a.x, a.y}, way[2] = {b.x - a.x, b.y - a.y};
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 2; axis++) {
        if (way[axis] == 0) {
            if (fabs(from[axis]) > half[axis]) return false;
            continue;
        }
        const double t = (-half[axis] - from[axis]) / way[axis];
        const double u = (half[axis] - from[axis]) / way[axis];
        enter = fmax(enter, fmin(t, u));
        leave = fmin(leave, fmax(t, u));
    }
    return enter <= leave;
}

static shot_result shoot(const trial_engine *engine, const trial_scene *scene) {
    shot_result result = {false, false, 0};
    trial_run run = trial_start(engine, scene);
    const double speed = scene->bodies[1].velocity.x, whole = speed / scene->settings.rate;
    scene_vector seen = seen_from(&run);
    double x = scene->bodies[1].position.x;
    int waits = 0;
    for (int i = 0; i < 90 && !result.hit; i++) {
        trial_step(&run);
        const body_motion now = trial_motion(&run, 1);
        const scene_vector next = seen_from(&run);
        if (goes_through(scene, seen, next)) result.passed = true;
        result.hit = now.velocity.x != speed || now.velocity.y != 0;
        waits = !result.hit && now.position.x - x < whole / 2 ? waits + 1 : 0;
        result.waited = waits > result.waited ? waits : result.waited;
        x = now.position.x;
        seen = next;
        if (x > 60 * scene->box) break;
    }
    trial_end(&run);
    return result;
}

void trial_bullets(trial_table *trials) {
    const int count = trials_count(trials, 2000, 20000);
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        int passed = 0, waited = 0, hit = 0;
        for (int i = 0; i < count; i++) {
            trial_scene scene = build_shot(trials, (scene_scale)at);
            const shot_result result = shoot(trials->engine, &scene);
            passed += result.passed;
            hit += result.hit;
            waited += result.waited > 2;
            trial_scene_free(&scene);
        }
        trials_share(trials, "bullets", (scene_scale)at, "passed", count, passed, bar_most(0));
        trials_share(trials, "bullets", (scene_scale)at, "waited", count, waited, bar_most(0));
        /* Most find their target, or the rows above say nothing. */
        trials_share(trials, "bullets", (scene_scale)at, "hit", count, hit, bar_least(0.6));
    }
}
