/* scene_rest.c - scenes that should come to rest and stay as they are. Coordinates in boxes. */
#include "support/scene/scene.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

void scene_stack(scene_def *scene, double number) {
    const int count = (int)number;
    scene->duration = count >= 20 ? 60 : 30;
    scene_add_ground(scene);
    for (int i = 0; i < count; i++)
        scene_add_box(scene, true, 0.5, 0.5, 0, 0.5 + i);
}

void scene_stackoff(scene_def *scene, double number) {
    const int count = (int)number;
    scene->duration = count == 20 ? 60 : 30;
    scene_add_ground(scene);
    for (int i = 0; i < count; i++) {
        const double side = i % 2 ? 0.03 : -0.03;
        scene_add_box(scene, true, 0.5, 0.5, side + 0.011, 0.5 + 1.02 * i);
    }
}

void scene_pyramid(scene_def *scene, double number) {
    const int rows = (int)number;
    scene->duration = 60;
    scene_add_ground(scene);
    for (int i = 0; i < rows; i++) {
        for (int j = i; j < rows; j++) {
            const double x = (0.5 * i + (j - i)) * 1.1 - 0.55 * rows + 0.013;
            scene_add_box(scene, true, 0.5, 0.5, x, 0.5 + i);
        }
    }
}

void scene_circles(scene_def *scene, double number) {
    scene->duration = 20;
    scene_add_ground(scene);
    for (int i = 0; i < (int)number; i++)
        scene_add_circle(scene, true, 0.5, 0, 0.5 + i);
}

void scene_circle_pile(scene_def *scene, double number) {
    (void)number;
    scene_add_ground(scene);
    scene_add_box(scene, false, 0.5, 6, -6, 5);
    scene_add_box(scene, false, 0.5, 6, 6, 5);
    for (int i = 0; i < 60; i++) {
        const int row = i / 10;
        scene_add_circle(scene, true, 0.45, -4.5 + i % 10 + 0.02 * row, 0.6 + 1.05 * row);
    }
}

static void add_card(scene_def *scene, double x, double y, double degrees) {
    scene_body *const card = scene_add_box(scene, true, 0.001, 0.2, x, y);
    card->angle = degrees * pi / 180;
    card->friction = 0.7;
}

/* Five storeys of leaning pairs with a flat card over each gap. */
void scene_cards(scene_def *scene, double number) {
    (void)number;
    scene->duration = 20;
    scene_add_ground(scene)->friction = 0.7;
    double y = 0.18, left = 0;
    for (int pairs = 5; pairs > 0; pairs--) {
        double x = left;
        for (int i = 0; i < pairs; i++) {
            if (i != pairs - 1) add_card(scene, x + 0.25, y + 0.185, 90);
            add_card(scene, x, y, -25);
            x += 0.175;
            add_card(scene, x, y, 25);
            x += 0.175;
        }
        y += 0.37;
        left += 0.175;
    }
}

void scene_table(scene_def *scene, double number) {
    (void)number;
    scene_add_ground(scene);
    for (int storey = 0; storey < 6; storey++) {
        const double y = 1.1 * storey;
        scene_add_box(scene, true, 0.05, 0.5, -0.9, y + 0.5);
        scene_add_box(scene, true, 0.05, 0.5, 0.9, y + 0.5);
        scene_add_box(scene, true, 1.0, 0.05, 0, y + 1.05);
    }
}

/* The big box has 16 times the area of a small one: density ratio/16 makes it weigh `ratio`. */
void scene_heavy(scene_def *scene, double ratio) {
    scene_add_ground(scene);
    for (int layer = 0; layer < 3; layer++) {
        scene_add_box(scene, true, 0.25, 0.25, -0.5, 0.25 + 0.5 * layer);
        scene_add_box(scene, true, 0.25, 0.25, 0.5, 0.25 + 0.5 * layer);
    }
    scene_add_box(scene, true, 1, 1, 0, 2.5)->density = ratio / 16;
}

void scene_heavy_top(scene_def *scene, double number) {
    (void)number;
    scene_add_ground(scene);
    for (int i = 0; i < 5; i++)
        scene_add_box(scene, true, 0.5, 0.5, 0, 0.5 + i);
    scene_add_box(scene, true, 0.5, 0.5, 0, 5.5)->density = 100;
}

/* A block of the arch from its four corners: the origin is the centroid, rounded like any
 * position, and the vertices are relative to it. */
static void add_block(scene_def *scene, const scene_vector *corners) {
    double area = 0, x = 0, y = 0;
    for (int i = 0; i < 4; i++) {
        const scene_vector a = corners[i], b = corners[(i + 1) % 4];
        const double cross = a.x * b.y - a.y * b.x;
        area += cross / 2;
        x += (a.x + b.x) * cross / 6;
        y += (a.y + b.y) * cross / 6;
    }
    scene_body *const block = scene_add_polygon(scene, true, corners, 4, x / area, y / area);
    for (int i = 0; i < 4; i++) {
        block->vertices[i].x -= block->position.x;
        block->vertices[i].y -= block->position.y;
    }
}

void scene_arch(scene_def *scene, double number) {
    static const scene_vector inner[9] = {{16, 0},
                                          {14.93803712795643, 5.133601056842984},
                                          {13.79871746027416, 10.24928069555078},
                                          {12.56252963284711, 15.34107019122473},
                                          {11.20040987372525, 20.39856541571217},
                                          {9.66521217819836, 25.40369899225096},
                                          {7.87179930638133, 30.3179337000085},
                                          {5.635199558196225, 35.03820717801641},
                                          {2.405937953536585, 39.09554102558315}};
    static const scene_vector outer[9] = {{24, 0},
                                          {22.33619528222415, 6.02299846205841},
                                          {20.54936888969905, 12.00964361211476},
                                          {18.60854610798073, 17.9470321677465},
                                          {16.46769273811807, 23.81367936585418},
                                          {14.05325025774858, 29.57079353071012},
                                          {11.23551045834022, 35.13775818285372},
                                          {7.752568160730571, 40.30450679009583},
                                          {3.016931552701656, 44.28891593799322}};
    scene_vector p[2][9], q[2][9]; /* in boxes; 0 is the right half, 1 the left */
    (void)number;
    for (int k = 0; k < 9; k++) {
        p[0][k] = (scene_vector){0.25 * inner[k].x, 0.25 * inner[k].y};
        q[0][k] = (scene_vector){0.25 * outer[k].x, 0.25 * outer[k].y};
        p[1][k] = (scene_vector){-p[0][k].x, p[0][k].y};
        q[1][k] = (scene_vector){-q[0][k].x, q[0][k].y};
    }
    scene_add_ground(scene);
    for (int i = 0; i < 8; i++) {
        add_block(scene, (scene_vector[]){p[0][i], q[0][i], q[0][i + 1], p[0][i + 1]});
    }
    for (int i = 0; i < 8; i++) {
        add_block(scene, (scene_vector[]){q[1][i], p[1][i], p[1][i + 1], q[1][i + 1]});
    }
    add_block(scene, (scene_vector[]){p[0][8], q[0][8], q[1][8], p[1][8]});
    for (int i = 0; i < 4; i++)
        scene_add_box(scene, true, 2, 0.5, 0, 0.5 + q[0][8].y + i);
}
