/* soak_snapshot.c - all of what tests/state/test_cold_restore.c and tests/state/test_sync.c see a
 * part of.
 *
 * The heap is brought back at every moment, before and after the calls of each of 600 steps, from
 * snapshots and from saves, and played for 600 steps; every hash is compared after each step, every
 * byte after each tenth. Every scene is taken back by every distance after each of 300 steps, saved
 * before and after the calls. */
#include <stdio.h>
#include <stdlib.h>

#include "support/state/pileup.h"
#include "support/state/rewind.h"
#include "support/scene/scene_pawl.h"

#define STEPS 600
#define SYNC_STEPS 300

static int told(const char *what, const char *defect) {
    if (defect == NULL) return 0;
    printf("soak_snapshot: %s: %s\n", what, defect);
    return 1;
}

static pawl_world *make_heap(void) {
    const pawl_world_def def = pileup_def();
    const size_t size = pawl_world_size(&def);
    pawl_world *world = NULL;
    void *const memory = malloc(size);
    if (memory == NULL || pileup_make(memory, size, &def, &world) != PAWL_OK) exit(2);
    return world;
}

static int restore_the_heap(int *cases) {
    static const rewind_script script = {NULL, pileup_call, pileup_bind};
    const pawl_world_def def = pileup_def();
    rewind_record record;
    int failed = 0;
    pawl_world *const world = make_heap();
    rewind_record_make(world, &def, &script, 2 * STEPS, NULL, NULL, &record);
    for (uint32_t moment = 0; moment < 2 * STEPS; moment++) {
        for (int how = REWIND_DECODE; how <= REWIND_RESTORE; how++) {
            const rewind_cold_plan plan = {(rewind_how)how, moment, STEPS, 1, 10};
            failed += told("heap", rewind_cold(&record, &plan));
            ++*cases;
        }
    }
    rewind_record_free(&record);
    free(world);
    return failed;
}

static int sync_the_heap(const rewind_sync_plan *plan) {
    static const rewind_script script = {NULL, pileup_call, NULL};
    pawl_world *const world = make_heap();
    const int failed = told("heap", rewind_sync(world, &script, plan));
    free(world);
    return failed;
}

static int sync_scene(const char *name, const rewind_sync_plan *plan) {
    static const rewind_script script = {NULL, NULL, NULL};
    scene_def scene;
    scene_world made;
    if (!scene_build(name, SCENE_M, &scene)) exit(2);
    const pawl_world_def def = scene_world_def(&scene);
    if (!scene_world_make(&scene, &def, &made)) exit(2);
    const int failed = told(name, rewind_sync(made.world, &script, plan));
    scene_world_free(&made);
    scene_free(&scene);
    return failed;
}

int main(void) {
    int cases = 0, failed = restore_the_heap(&cases);
    for (uint32_t distance = 1; distance <= REWIND_DISTANCE_MAX; distance++) {
        for (int after = 0; after <= 1; after++) {
            const rewind_sync_plan plan = {SYNC_STEPS, distance, after == 1};
            failed += sync_the_heap(&plan);
            cases++;
        }
        const rewind_sync_plan plan = {SYNC_STEPS, distance, false};
        for (int i = 0; scene_names[i]; i++, cases++)
            failed += sync_scene(scene_names[i], &plan);
    }
    printf("soak_snapshot: %d cases, %d failed\n", cases, failed);
    return failed != 0;
}
