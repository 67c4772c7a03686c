/* memory.c - how many bytes a pawl world needs, and what for.
 *
 * A scene is run once with room to spare, which tells how many contacts it has at most, and then
 * measured in a world that has exactly the capacities it uses. One line of comma-separated values
 * per world goes to stdout; report.py turns them into a table. */
#include <stdio.h>
#include <stdlib.h>

#include "support/scene/scene_pawl.h"
#include "world/world.h"

/* The most contacts during a run, and distinct geometries at its end. */
typedef struct usage {
    uint32_t contacts, geometries;
} usage;

static usage run(const scene_def *scene, int steps) {
    pawl_world_def def = scene_world_def(scene);
    def.sleeping = 0;
    scene_world made;
    usage used = {0, 0};
    if (!scene_world_make(scene, &def, &made)) exit(2);
    for (int i = 0; i < steps; i++) {
        if (pawl_world_step(made.world, NULL) != PAWL_OK) exit(2);
        const pawl_counters counters = pawl_world_get_counters(made.world);
        if (counters.contacts > used.contacts) used.contacts = counters.contacts;
        used.geometries = counters.geometries;
    }
    scene_world_free(&made);
    return used;
}

static void print_world(const char *name, const pawl_world_def *def) {
    const uint32_t bodies = def->body_capacity, shapes = def->shape_capacity;
    printf("%s,%u,%u,%u,%u", name, (unsigned)bodies, (unsigned)shapes,
           (unsigned)def->geometry_capacity, (unsigned)def->contact_capacity);
    printf(",%zu,%zu,%zu,%zu,%zu", bodies * sizeof(pawli_body), shapes * sizeof(pawli_shape),
           def->geometry_capacity * sizeof(pawli_geometry), shapes * sizeof(pawli_node),
           def->contact_capacity * sizeof(pawli_contact));
    printf(",%u,%u\n", (unsigned)pawl_world_state_size(def),
           (unsigned)pawl_world_scratch_size(def));
}

static void measure_scene(const char *name, const scene_def *scene, int steps) {
    const usage used = run(scene, steps);
    pawl_world_def def = scene_world_def(scene);
    def.geometry_capacity = (uint16_t)used.geometries;
    def.contact_capacity = used.contacts;
    def.event_capacity = 1; /* events are output, not needed to go on */
    def.terrain = false;
    print_world(name, &def);
}

/* Boxes of four sizes instead of the mixed shapes of a pile. Where they lie as they fall, most of
 * them stand in columns and have few contacts; turned, and with little friction, they make a heap
 * with as many as a user's pile may have. */
static void make_boxes(scene_def *scene, bool heap) {
    static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < scene->body_count; i++) {
        scene_body *const body = &scene->bodies[i];
        if (!body->dynamic) continue;
        const double half = 0.42 + 0.01 * (i % 4);
        body->vertex_count = 4;
        body->radius = 0;
        if (heap) {
            body->angle = i * 37 % 64 * (1.5707963267948966 / 64);
            body->friction = 0.1;
        }
        for (int j = 0; j < 4; j++) {
            body->vertices[j].x = corners[j][0] * half;
            body->vertices[j].y = corners[j][1] * half;
        }
    }
}

/* What a microcontroller would set aside for sixteen boxes on a floor. */
static void measure_small_world(const char *name, uint32_t contacts) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 17;
    def.shape_capacity = 17;
    def.joint_capacity = 0;
    def.geometry_capacity = 2;
    def.event_capacity = 16;
    def.contact_capacity = contacts;
    def.terrain = false;
    print_world(name, &def);
}

int main(void) {
    static const struct {
        const char *name, *scene;
        bool boxes, heap;
        int steps;
    } worlds[] = {{"pyramid of 15", "S1-5", false, false, 301},
                  {"S1", "S1", false, false, 301},
                  {"S4", "S4", false, false, 601},
                  {"1000 boxes in columns", "S4", true, false, 601},
                  {"1000 boxes", "S4", true, true, 601}};
    for (size_t i = 0; i < sizeof worlds / sizeof worlds[0]; i++) {
        scene_def scene;
        if (!scene_build(worlds[i].scene, SCENE_M, &scene)) return 2;
        if (worlds[i].boxes) make_boxes(&scene, worlds[i].heap);
        measure_scene(worlds[i].name, &scene, worlds[i].steps);
        scene_free(&scene);
    }
    measure_small_world("16 boxes with 40 contacts", 40);
    measure_small_world("16 boxes with 48 contacts", 48);
    return 0;
}
