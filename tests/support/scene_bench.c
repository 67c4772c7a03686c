/* scene_bench.c - the scenes that pawl and other engines were timed on.
 *
 * Their coordinates were computed in binary32, so they are here: the sums in tests/test_scene.c
 * tell whether a rebuild is the same scene. */
#include "scene.h"

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
