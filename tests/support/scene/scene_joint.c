/* scene_joint.c - bodies that hang on revolute joints. */
#include "support/scene/scene.h"

/* Planks between two walls: `number` of them, and one joint more. */
void scene_bridge(scene_def *scene, double number) {
    const int count = (int)number;
    const double left = -0.5 * count;
    scene->duration = 60;
    scene_add_box(scene, false, 0.5, 0.125, left - 0.5, 20);
    for (int i = 0; i < count; i++) {
        scene_add_box(scene, true, 0.5, 0.125, left + 0.5 + i, 20)->density = 20;
        scene_add_joint(scene, i, i + 1, left + i, 20);
    }
    scene_add_box(scene, false, 0.5, 0.125, left + count + 0.5, 20);
    scene_add_joint(scene, count, count + 1, left + count, 20);
}

/* Links in a row that start level and whip. */
void scene_chain(scene_def *scene, double number) {
    scene->duration = 60;
    scene_add_box(scene, false, 0.5, 0.5, 0, 20);
    for (int i = 0; i < (int)number; i++) {
        scene_add_box(scene, true, 0.5, 0.125, i + 0.5, 20)->density = 2;
        scene_add_joint(scene, i, i + 1, i, 20);
    }
}

/* A ball of 503 times the mass of a link on a chain of 20. */
void scene_weighted_chain(scene_def *scene, double number) {
    (void)number;
    scene->duration = 60;
    scene_add_box(scene, false, 0.5, 0.5, 0, 20);
    for (int i = 0; i < 20; i++) {
        scene_add_box(scene, true, 0.125, 0.5, 0, 19.5 - i)->density = 2;
        scene_add_joint(scene, i, i + 1, 0, 20 - i);
    }
    scene_body *const ball = scene_add_circle(scene, true, 2, 0, -2);
    ball->density = 20;
    scene_set_velocity(scene, ball, 1, 0);
    scene_add_joint(scene, 20, 21, 0, 0);
}
