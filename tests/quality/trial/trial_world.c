/* trial_world.c - faults of large bodies, and what must not matter: where a scene is, and what else
 * there is in the world. */
#include <math.h>
#include <string.h>

#include "trial.h"

/* Planks that tip over, 60 to 320 x 16 units, and heaps of bodies of 60 to 120 units, under the
 * gravity of platformers. */
static trial_scene build_large(trial_table *trials, bool plank) {
    trial_scene scene = trial_scene_make(SCENE_PG);
    scene.box = 1;
    trial_add_box(&scene, ENGINE_STATIC, 3000, 50, 0, -50);
    if (plank) {
        const double length = trials_between(trials, 60, 320);
        trial_add_box(&scene, ENGINE_DYNAMIC, length / 2, 8, 0, length * 0.6)->angle =
            trials_between(trials, 0.3, 1.3);
        return scene;
    }
    for (int i = 0; i < 30; i++) {
        const double size = trials_between(trials, 30, 60), x = trials_between(trials, -150, 150);
        engine_body *const body =
            trials_below(trials, 3)
                ? trial_add_box(&scene, ENGINE_DYNAMIC, size, size * trials_between(trials, 0.3, 1),
                                x, 100 + 140.0 * i)
                : trial_add_circle(&scene, ENGINE_DYNAMIC, size, x, 100 + 140.0 * i);
        body->angle = trials_between(trials, -3, 3);
    }
    return scene;
}

void trial_large(trial_table *trials) {
    static const char *const names[] = {"heap large", "plank"};
    for (int plank = 0; plank < 2; plank++) {
        const int count = trials_count(trials, plank ? 60 : 12, plank ? 400 : 80);
        int faulted = 0, eight = 0;
        for (int i = 0; i < count; i++) {
            trial_scene scene = build_large(trials, plank == 1);
            for (int substeps = 4; substeps <= 8; substeps += 4) {
                scene.settings.substeps = substeps;
                trial_run run = trial_start(trials->engine, &scene);
                for (int step = 0; step < 600; step++)
                    trial_step(&run);
                const bool fault = trials->engine->faults(run.world) != 0;
                *(substeps == 4 ? &faulted : &eight) += fault;
                trial_end(&run);
            }
            trial_scene_free(&scene);
        }
        trials_share(trials, names[plank], SCENE_PG, "faults", count, faulted, bar_most(0));
        trials_share(trials, names[plank], SCENE_PG, "faults, 8 sub", count, eight, bar_most(0));
    }
}

/* A small world of everything, about (0, 0), which nothing leaves: a heap, a chain, a bullet. */
static trial_scene build_mixed(trial_table *trials, scene_scale scale) {
    trial_scene scene = trial_scene_make(scale);
    trial_add_box(&scene, ENGINE_STATIC, 12, 1, 0, -1);
    trial_add_box(&scene, ENGINE_STATIC, 1, 20, -11, 20);
    trial_add_box(&scene, ENGINE_STATIC, 1, 20, 11, 20);
    for (int i = 0; i < 24; i++) {
        const double size = trials_between(trials, 0.2, 0.5), x = trials_between(trials, -3, 3);
        engine_body *const body =
            trials_below(trials, 3)
                ? trial_add_box(&scene, ENGINE_DYNAMIC, size, size, x, 1 + i * 0.7)
                : trial_add_circle(&scene, ENGINE_DYNAMIC, size, x, 1 + i * 0.7);
        body->restitution = trial_q(trials_between(trials, 0, 0.5));
    }
    const int hook = scene.body_count;
    trial_add_box(&scene, ENGINE_STATIC, 0.2, 0.2, -4, 6);
    for (int i = 1; i <= 8; i++) {
        trial_add_box(&scene, ENGINE_DYNAMIC, 0.25, 0.1, -4 + (i - 0.5) * 0.5, 6);
        trial_add_joint(&scene, ENGINE_REVOLUTE, hook + i - 1, hook + i, -4 + (i - 1) * 0.5, 6);
    }
    engine_body *const bullet = trial_add_circle(&scene, ENGINE_DYNAMIC, 0.1, 8, 1);
    bullet->bullet = true;
    trial_set_velocity(&scene, bullet, -trials_between(trials, 20, 60), 0, 0);
    return scene;
}

static void shift(trial_scene *scene, double x, double y) {
    for (int i = 0; i < scene->body_count; i++) {
        scene->bodies[i].position.x += x;
        scene->bodies[i].position.y += y;
    }
    for (int i = 0; i < scene->joint_count; i++) {
        scene_vector *const points[] = {&scene->joints[i].point_a, &scene->joints[i].point_b};
        for (int k = 0; k < 2; k++)
            *points[k] = (scene_vector){points[k]->x + x, points[k]->y + y};
    }
}

/* Appends `more`, after the bodies of `scene` or before them. */
static trial_scene join_scenes(const trial_scene *scene, const trial_scene *more) {
    trial_scene both = trial_scene_make(SCENE_M);
    both.settings = scene->settings;
    both.box = scene->box;
    const trial_scene *const parts[] = {scene, more};
    for (int part = 0; part < 2; part++) {
        const int first = both.body_count;
        for (int i = 0; i < parts[part]->body_count; i++)
            *trial_add_circle(&both, ENGINE_STATIC, 1, 0, 0) = parts[part]->bodies[i];
        for (int i = 0; i < parts[part]->joint_count; i++) {
            engine_joint *const joint = trial_add_joint(&both, ENGINE_REVOLUTE, 0, 0, 0, 0);
            *joint = parts[part]->joints[i];
            joint->a += first;
            joint->b += first;
        }
    }
    return both;
}

/* Whether `count` bodies, from `first` on in the second scene, do the same in both, moved by an
 * offset, after every second of six. */
static bool do_the_same(const trial_engine *engine, const trial_scene *one,
                        const trial_scene *other, int first, scene_vector offset) {
    bool same = true;
    trial_run a = trial_start(engine, one), b = trial_start(engine, other);
    for (int step = 1; step <= 6 * 60 && same; step++) {
        trial_step(&a);
        trial_step(&b);
        for (int i = 0; i < one->body_count && step % 60 == 0; i++) {
            body_motion x = trial_motion(&a, i);
            const body_motion y = trial_motion(&b, first + i);
            x.position.x += offset.x;
            x.position.y += offset.y;
            same = same && x.position.x == y.position.x && x.position.y == y.position.y &&
                   x.angle == y.angle && x.velocity.x == y.velocity.x &&
                   x.velocity.y == y.velocity.y && x.angular_velocity == y.angular_velocity;
        }
    }
    trial_end(&a);
    trial_end(&b);
    return same;
}

/* Anywhere in the world but near its edge. */
static scene_vector draw_place(trial_table *trials) {
    const double x = trials_between(trials, -15500, 15500);
    return (scene_vector){trial_q(x), trial_q(trials_between(trials, -15500, 15500))};
}

void trial_translation(trial_table *trials) {
    if (!trials->engine->exact) return;
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const int count = trials_count(trials, 12, 100);
        int differ = 0;
        for (int i = 0; i < count; i++) {
            trial_scene scene = build_mixed(trials, (scene_scale)at);
            trial_scene moved = join_scenes(&scene, &(trial_scene){0});
            const scene_vector offset = draw_place(trials);
            shift(&moved, offset.x, offset.y);
            differ += !do_the_same(trials->engine, &scene, &moved, 0, offset);
            trial_scene_free(&scene);
            trial_scene_free(&moved);
        }
        trials_share(trials, "translation", (scene_scale)at, "differ", count, differ, bar_most(0));
    }
}

/* The other scene lies far away, created before or after. */
void trial_isolation(trial_table *trials) {
    if (!trials->engine->exact) return;
    for (int at = SCENE_M; at <= SCENE_PG; at++) {
        const int count = trials_count(trials, 12, 100);
        int differ = 0;
        for (int i = 0; i < count; i++) {
            trial_scene scene = build_mixed(trials, (scene_scale)at);
            trial_scene other = build_mixed(trials, (scene_scale)at);
            shift(&other, trials_below(trials, 2) ? 3000 : -3000, draw_place(trials).y / 2);
            const bool before = trials_below(trials, 2) == 0;
            trial_scene both = before ? join_scenes(&other, &scene) : join_scenes(&scene, &other);
            differ += !do_the_same(trials->engine, &scene, &both, before ? other.body_count : 0,
                                   (scene_vector){0, 0});
            trial_scene_free(&scene);
            trial_scene_free(&other);
            trial_scene_free(&both);
        }
        trials_share(trials, "isolation", (scene_scale)at, "differ", count, differ, bar_most(0));
    }
}
