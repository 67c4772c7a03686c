/* scene_bench.c - the scenes that pawl and other engines were timed on.
 *
 * Their coordinates were computed in binary32, so they are here: the sums in
 * tests/whole/test_scene.c tell whether a rebuild is the same scene. */
#include "support/scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void add_bench_ground(scene_def *scene, double half_width) {
    scene_add_box(scene, false, half_width, 1, 0, -1);
}

void scene_bench_pyramid(scene_def *scene, double number) {
    const int rows = (int)number;
    scene->duration = 5;
    add_bench_ground(scene, 100);
    for (int i = 0; i < rows; i++) {
        for (int j = i; j < rows; j++) {
            const double x = 0.5625 * i + 1.125 * (j - i) - 0.5625 * rows;
            scene_add_box(scene, true, 0.5, 0.5, x, 0.5 + i);
        }
    }
}

/* Circles in columns, each joined to the one above and the one to the left. */
void scene_bench_grid(scene_def *scene, double number) {
    const int size = (int)number;
    scene->duration = 5;
    for (int k = 0; k < size; k++) {
        for (int i = 0; i < size; i++) {
            const int index = k * size + i;
            const bool held = i == 0 && k >= size / 2 - 3 && k <= size / 2 + 3;
            const bool left_held = i == 0 && k - 1 >= size / 2 - 3 && k - 1 <= size / 2 + 3;
            scene_add_circle(scene, !held, 0.4, k, -i)->passes_through = true;
            if (i > 0) scene_add_joint(scene, index - 1, index, k, -i + 0.5);
            if (k > 0 && !(held && left_held)) {
                scene_add_joint(scene, index - size, index, k - 0.5, -i);
            }
        }
    }
}

/* Planks that pass through everything; both ends hang on a body without shape. */
void scene_bench_bridge(scene_def *scene, double number) {
    const int count = (int)number;
    scene->duration = 5;
    scene_add_shapeless(scene, false, 0, 0);
    for (int i = 0; i < count; i++) {
        scene_body *const plank = scene_add_box(scene, true, 0.5, 0.125, i + 0.5 - 0.5 * count, 0);
        plank->density = 20;
        plank->passes_through = true;
        scene_add_joint(scene, i, i + 1, i - 0.5 * count, 0);
    }
    scene_add_joint(scene, count, 0, 0.5 * count, 0);
}

static float draw(uint32_t *state, float low, float high) {
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return low + (high - low) * ((float)(*state >> 8) * 0x1p-24f);
}

static scene_body *add_mixed(scene_def *scene, int i, double x, double y) {
    static const double h = 0.4330127018922193; /* sin(60 degrees) / 2 */
    static const scene_vector hexagon[6] = {{0.5, 0},  {0.25, h},   {-0.25, h},
                                            {-0.5, 0}, {-0.25, -h}, {0.25, -h}};
    switch (i % 3) {
    case 0:
        return scene_add_circle(scene, true, 0.45, x, y);
    case 1:
        return scene_add_box(scene, true, 0.42, 0.42, x, y);
    default:
        return scene_add_polygon(scene, true, hexagon, 6, x, y);
    }
}

void scene_bench_pile(scene_def *scene, double number) {
    const int count = (int)number;
    int side = 1;
    while (side * side < count)
        side++;
    const float half_width = 0.5f * (float)(side + 1);
    const int columns = (int)(2 * half_width / 1.15f);
    uint32_t state = 12345;
    scene->duration = 10;
    add_bench_ground(scene, half_width + 2);
    scene_add_box(scene, false, 1, 102, -half_width - 1, 100);
    scene_add_box(scene, false, 1, 102, half_width + 1, 100);
    for (int i = 0; i < count; i++) {
        const int column = i % columns, row = i / columns;
        const float x = -half_width + 0.6f + 1.15f * (float)column + draw(&state, -0.05f, 0.05f) +
                        (row % 2 ? 0.05f : -0.02f);
        const float y = 1.0f + 1.15f * (float)row + draw(&state, -0.05f, 0.05f);
        add_mixed(scene, i, x, y)->angle = draw(&state, -0.5f, 0.5f);
    }
}

/* ---- movers in a container ------------------------------------------------------------------ */

#define MOVERS 50
#define KICK_PERIOD 30 /* steps */

static void add_container(scene_def *scene) {
    scene->sleeping = true;
    scene->duration = 12.5;
    add_bench_ground(scene, 22);
    scene_add_box(scene, false, 1, 20, -21, 20);
    scene_add_box(scene, false, 1, 20, 21, 20);
    scene_add_box(scene, false, 22, 1, 0, 41);
}

static void add_movers(scene_def *scene) {
    scene->first_mover = scene->body_count;
    scene->mover_count = MOVERS;
    for (int i = 0; i < MOVERS; i++)
        add_mixed(scene, i, -18 + 4 * (i % 10), 3 + 4 * (i / 10));
}

bool scene_kicks(const scene_def *scene, int step, scene_kick *out) {
    if (scene->mover_count == 0 || step % KICK_PERIOD != 0) return false;
    uint32_t state = 99 + (uint32_t)step;
    for (int i = 0; i < scene->mover_count; i++) {
        out[i].angular_velocity = draw(&state, -3, 3);
        out[i].velocity.y = draw(&state, -3.5f, 8.5f);
        out[i].velocity.x = draw(&state, -6, 6);
    }
    return true;
}

/* The movers do not reach the boxes, which fall asleep. */
void scene_bench_sleepers(scene_def *scene, double number) {
    const int count = (int)number;
    add_container(scene);
    scene_add_box(scene, false, count + 1, 1, count + 25, -1);
    for (int i = 0; i < count; i++)
        scene_add_box(scene, true, 0.5, 0.5, 25 + 2 * i, 0.5);
    add_movers(scene);
}

/* 64 of the static boxes stand among the movers. */
void scene_bench_statics(scene_def *scene, double number) {
    uint32_t state = 777;
    add_container(scene);
    for (int i = 0; i < (int)number; i++) {
        draw(&state, -20, 20);
        draw(&state, 0, 40);
        float x, y;
        if (i < 64) {
            x = -19 + 4.9f * (float)(i % 8) + draw(&state, 0, 1);
            y = 1 + 4.8f * (float)(i / 8);
        } else {
            x = 30 + draw(&state, 0, 200);
            y = draw(&state, 0, 200);
        }
        scene_add_box(scene, false, 0.5, 0.2, x, y)->angle = draw(&state, 0, 3);
    }
    add_movers(scene);
}

/* ---- rays ----------------------------------------------------------------------------------- */

#define RAYS 1000
#define RAY_LENGTH 50

static void add_rays(scene_def *scene) {
    uint32_t state = 31337;
    scene->ray_count = RAYS;
    scene->rays = calloc(RAYS, sizeof *scene->rays);
    if (!scene->rays) {
        fprintf(stderr, "scene: out of memory\n");
        exit(2);
    }
    for (int i = 0; i < RAYS; i++) {
        scene_ray *const ray = &scene->rays[i];
        ray->from.x = draw(&state, -100, 100);
        ray->from.y = draw(&state, -100, 100);
        const float angle = draw(&state, 0, 6.2831853f);
        ray->translation.x = RAY_LENGTH * cos(angle);
        ray->translation.y = RAY_LENGTH * sin(angle);
    }
}

void scene_bench_rays(scene_def *scene, double number) {
    uint32_t state = 4242;
    scene->duration = 1;
    scene->gravity.y = 0;
    for (int i = 0; i < (int)number; i++) {
        const float angle = draw(&state, 0, 3);
        const float y = draw(&state, -100, 100);
        const float x = draw(&state, -100, 100);
        const float first = draw(&state, 0.3f, 1.5f);
        scene_body *const body =
            i % 2 == 0 ? scene_add_circle(scene, false, first, x, y)
                       : scene_add_box(scene, false, draw(&state, 0.3f, 1.5f), first, x, y);
        body->angle = angle;
    }
    add_rays(scene);
}
