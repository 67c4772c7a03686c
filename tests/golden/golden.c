/* golden.c - the hashes of known scenes, to be the same on every target, compiler and option.
 *
 *   golden --list        the names of the scenes
 *   golden NAME          run one scene, print its golden text
 *   golden --check DIR   run all of them and compare with DIR/NAME.txt; exit status 1 when
 *                        anything differs
 *
 * Plain C on the library alone: no real numbers, no malloc. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "golden/scenes.h"
#include "pawl/pawl.h"
#include "scenes.inc"

#define SCENE_COUNT (sizeof scenes / sizeof scenes[0])
#define CHECKPOINT_STEPS 60
#define LINE_MAX_SIZE 128

static uint64_t memory[1 << 16]; /* 512 KiB; pile101 needs a fifth of it */

/* Where the lines of a run go: to standard output, or against the lines of a file. */
typedef struct output {
    const char *path; /* null: print */
    FILE *expected;
    int line;
    bool differs;
} output;

static void put_line(output *out, const char *format, ...) {
    char line[LINE_MAX_SIZE], expected[LINE_MAX_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);

    if (!out->path) {
        printf("%s\n", line);
        return;
    }
    if (out->differs) return;
    out->line++;
    if (!fgets(expected, sizeof expected, out->expected)) expected[0] = '\0';
    expected[strcspn(expected, "\r\n")] = '\0';
    if (strcmp(line, expected) == 0) return;
    out->differs = true;
    printf("%s:%d: differs\n  expected  %s\n  computed  %s\n", out->path, out->line, expected,
           line);
}

static pawl_status make_convex(const golden_shape *shape, pawl_convex *out) {
    const pawl_vec2 *const points = shape->vertices;
    if (shape->count == 1) return pawl_make_circle(points[0], shape->radius, out);
    if (shape->count == 2) return pawl_make_capsule(points[0], points[1], shape->radius, out);
    return pawl_make_polygon(points, shape->count, shape->radius, out);
}

static pawl_status add_body(pawl_world *world, const golden_scene *scene, const golden_body *body) {
    pawl_convex convex;
    pawl_status status = make_convex(&scene->shapes[body->shape], &convex);
    if (status != PAWL_OK) return status;

    pawl_body_def body_def = pawl_body_def_default();
    body_def.type = (pawl_body_type)body->type;
    body_def.position = body->position;
    body_def.angle = body->angle;
    body_def.velocity = body->velocity;
    body_def.angular_velocity = body->angular_velocity;
    pawl_body_id body_id;
    status = pawl_body_create(world, &body_def, &body_id);
    if (status != PAWL_OK) return status;

    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.density = body->density;
    shape_def.friction = body->friction;
    shape_def.restitution = body->restitution;
    pawl_shape_id shape_id;
    return pawl_shape_create(world, body_id, &shape_def, &convex, &shape_id);
}

static pawl_status make_world(const golden_scene *scene, pawl_world **out) {
    pawl_world_def def = pawl_world_def_default();
    const uint16_t spare = scene->calls ? 16 : 0;
    def.body_capacity = scene->body_count + spare;
    def.shape_capacity = scene->body_count + spare;
    def.contact_capacity = 8 * (uint32_t)scene->body_count;
    def.gravity = scene->gravity;
    def.length_unit = scene->length_unit;
    def.sleeping = scene->sleeping;
    pawl_status status = pawl_world_init(memory, sizeof memory, &def, out);
    for (uint16_t i = 0; status == PAWL_OK && i < scene->body_count; i++)
        status = add_body(*out, scene, &scene->bodies[i]);
    return status;
}

static void put_checkpoint(output *out, const pawl_world *world) {
    put_line(out, "tick=%" PRIu64 " motion=%08" PRIx32 " state=%08" PRIx32, pawl_world_tick(world),
             pawl_world_motion_hash(world), pawl_world_hash(world));
}

static bool run_scene(const golden_scene *scene, output *out) {
    pawl_world *world = NULL;
    pawl_status status = make_world(scene, &world);
    put_line(out, "# build/golden %s", scene->name);
    put_line(out, "# %d bodies, %d steps of 1/60 s, sleeping %s, simulation version %d",
             (int)scene->body_count, (int)scene->steps, scene->sleeping ? "on" : "off",
             PAWL_SIMULATION_VERSION);
    if (status == PAWL_OK) put_checkpoint(out, world);
    pawl_random random = pawl_random_make(1, 1);
    uint32_t answers = 0;
    for (int step = 1; status == PAWL_OK && step <= scene->steps; step++) {
        status = pawl_world_step(world, NULL);
        if (scene->calls) {
            answers = 31 * answers + (uint32_t)golden_call(world, step, &random);
        }
        if (step % CHECKPOINT_STEPS == 0) put_checkpoint(out, world);
    }
    if (status != PAWL_OK) {
        fprintf(stderr, "golden: %s: %s\n", scene->name, pawl_status_text(status));
        return false;
    }
    put_line(out, "faults=%" PRIu32 " answers=%08" PRIx32, pawl_world_faults(world), answers);
    return true;
}

static bool check_scene(const golden_scene *scene, const char *folder) {
    char path[512], rest[LINE_MAX_SIZE];
    snprintf(path, sizeof path, "%s/%s.txt", folder, scene->name);
    output out = {path, fopen(path, "r"), 0, false};
    if (!out.expected) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    bool same = run_scene(scene, &out) && !out.differs;
    if (same && fgets(rest, sizeof rest, out.expected)) {
        printf("%s:%d: the golden goes on, the run does not\n", path, out.line + 1);
        same = false;
    }
    fclose(out.expected);
    return same;
}

static int check_all(const char *folder) {
    int passed = 0, failed = 0;
    for (size_t i = 0; i < SCENE_COUNT; i++) {
        if (check_scene(&scenes[i], folder)) {
            passed++;
        } else {
            failed++;
        }
    }
    printf("goldens: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t i = 0; i < SCENE_COUNT; i++)
            printf("%s\n", scenes[i].name);
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "--check") == 0) return check_all(argv[2]);
    for (size_t i = 0; argc == 2 && i < SCENE_COUNT; i++) {
        output out = {NULL, NULL, 0, false};
        if (strcmp(argv[1], scenes[i].name) == 0) return run_scene(&scenes[i], &out) ? 0 : 1;
    }
    fprintf(stderr, "usage: golden --list | NAME | --check DIR\n");
    return 2;
}
