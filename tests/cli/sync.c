/* sync.c - scene files under rollback: after each step 1 to 15 steps are taken back, by turns, and
 * played again.
 *
 *     sync STEPS FILE...
 *
 * Every scene must have been awake and touched something. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/scene/scene_load.h"
#include "support/state/rewind.h"

typedef struct seen {
    uint64_t awake, touching;
} seen;

static void count(void *context, pawl_world *world, uint32_t step) {
    seen *const sum = context;
    const pawl_counters counters = pawl_world_get_counters(world);
    uint32_t softs = 0; /* awake: their links pull, as joints do */
    pawl_soft_id soft = {0, 0};
    (void)step;
    while ((soft = pawl_world_next_soft(world, soft)).index1 != 0)
        softs += pawl_soft_is_awake(world, soft) ? 1 : 0;
    sum->awake += counters.awake + softs;
    sum->touching += counters.touching + counters.solved_joints + softs;
}

static bool check(const char *path, uint32_t steps) {
    cli_scene scene;
    if (!cli_scene_load(path, NULL, &scene)) {
        printf("sync: %s: cannot be loaded\n", path);
        return false;
    }
    seen sum = {0, 0};
    const rewind_script script = {&sum, count, NULL};
    const rewind_sync_plan plan = {steps, 0, false};
    const char *defect = rewind_sync(scene.world, &script, &plan);
    if (defect == NULL && (sum.awake < steps || sum.touching < steps)) defect = "nothing happened";
    if (defect != NULL) printf("sync: %s: %s\n", path, defect);
    cli_scene_load_free(&scene);
    return defect == NULL;
}

int main(int argc, char **argv) {
    const unsigned long steps = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (steps < REWIND_DISTANCE_MAX) {
        fprintf(stderr, "usage: sync STEPS FILE...\n");
        return 2;
    }
    int failed = 0;
    for (int i = 2; i < argc; i++)
        failed += !check(argv[i], (uint32_t)steps);
    printf("sync: %d passed, %d failed\n", argc - 2 - failed, failed);
    return failed != 0;
}
