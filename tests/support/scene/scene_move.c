/* scene_move.c - scenes about motion: slopes, bounces, rotation, chains of impacts, piles. */
#include "support/scene/scene.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

void scene_ramp(scene_def *scene, double degrees) {
    const double angle = degrees * pi / 180;
    scene->duration = 20;
    scene_add_box(scene, false, 60, 0.5, 0, 0)->angle = angle;
    const double x = 20 * cos(angle) - sin(angle), y = 20 * sin(angle) + cos(angle);
    scene_add_box(scene, true, 0.5, 0.5, x, y)->angle = angle;
}

void scene_ball_drop(scene_def *scene, double restitution) {
    scene->duration = 20;
    scene_add_ground(scene)->restitution = restitution;
    scene_add_circle(scene, true, 0.5, 0, 5.5)->restitution = restitution;
}

void scene_box_drop(scene_def *scene, double restitution) {
    scene->duration = 20;
    scene_add_ground(scene)->restitution = restitution;
    scene_add_box(scene, true, 0.5, 0.5, 0, 5.5)->restitution = restitution;
}

void scene_spin(scene_def *scene, double number) {
    (void)number;
    scene->duration = 60;
    scene->gravity.y = 0;
    scene_body *body = scene_add_box(scene, true, 0.5, 0.25, 0, 0);
    body->angle = 0.3;
    body->angular_velocity = 5;
    body = scene_add_box(scene, true, 0.5, 0.25, 10, 0);
    body->angle = 0.3;
    body->angular_velocity = 0.01;
    body = scene_add_box(scene, true, 5, 2.5, 20, 0);
    body->angle = 0.3;
    body->angular_velocity = 40;
    scene_set_velocity(scene, body, 0.1, -0.1);
}

void scene_topspin(scene_def *scene, double number) {
    (void)number;
    scene->duration = 20;
    scene_add_ground(scene);
    scene_add_box(scene, true, 0.5, 0.5, 0, 0.5)->angular_velocity = 30;
    scene_set_velocity(scene, scene_add_circle(scene, true, 0.5, 5, 0.5), 3, 0);
}

/* Speeds 4^i raw units per second whatever the scale: can the smallest one move at all? */
void scene_slow(scene_def *scene, double number) {
    (void)number;
    scene->duration = 60;
    scene->gravity.y = 0;
    for (int i = 0; i < 8; i++) {
        scene_body *const body = scene_add_box(scene, true, 0.5, 0.5, 3 * i, 0);
        const double speed = ldexp(1, 2 * i - 16);
        body->velocity.x = i % 2 ? -speed : speed;
        body->velocity.y = speed;
    }
}

void scene_wall(scene_def *scene, double number) {
    scene_add_ground(scene);
    for (int row = 0; row < number; row++) {
        for (int i = 0; i < 5; i++)
            scene_add_box(scene, true, 0.5, 0.25, i + row % 2 * 0.5, 0.25 + 0.5 * row);
    }
}

void scene_big(scene_def *scene, double number) {
    (void)number;
    scene_add_ground(scene);
    for (int i = 0; i < 10; i++)
        scene_add_box(scene, true, 0.5, 0.5, 3, 0.5 + i);
}

void scene_domino(scene_def *scene, double number) {
    (void)number;
    scene->duration = 20;
    scene_add_ground(scene);
    for (int i = 0; i < 15; i++)
        scene_add_box(scene, true, 0.1, 0.75, -7 + 0.8 * i, 0.75);
    scene_body *const ball = scene_add_circle(scene, true, 0.25, -9, 1.3);
    ball->density = 4;
    scene_set_velocity(scene, ball, 5, 0);
}

/* A linear congruential generator (Numerical Recipes); the low byte is not used. */
static double draw(uint32_t *state) {
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (*state >> 8) / 16777216.0;
}

/* Seed 12345 is the in-sample pile, spaced so closely that it starts overlapped. */
void scene_pile(scene_def *scene, double seed) {
    uint32_t state = (uint32_t)seed;
    const bool in_sample = state == 12345;
    const double spacing = in_sample ? 0.9 : 1.3;
    scene->duration = in_sample ? 30 : 25;
    scene_add_ground(scene);
    scene_add_box(scene, false, 0.5, 10, -12, 10);
    scene_add_box(scene, false, 0.5, 10, 12, 10);
    for (int i = 0; i < 60; i++) {
        const double angle = 6.28 * draw(&state); /* drawn for circles too */
        const double x = 16 * (draw(&state) - 0.5);
        const double y = 3 + spacing * i;
        if (i % 3 == 2) {
            scene_add_circle(scene, true, 0.4, x, y);
        } else {
            scene_add_box(scene, true, 0.5, 0.3, x, y)->angle = angle;
        }
    }
}
