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

/* Characters run and jump; how many of them stand, climb or swim. */
static uint32_t drive_characters(pawl_world *world, uint32_t step) {
    const pawl_character_input input = {step % 96 < 64 ? PAWL_FX_ONE : -PAWL_FX_ONE, 0,
                                        step % 48 < 12 ? PAWL_CHARACTER_JUMP : 0};
    uint32_t count = 0;
    pawl_character_id at = {0, 0};
    while ((at = pawl_world_next_character(world, at)).index1 != 0) {
        count += pawl_character_get_state(world, at).mode != PAWL_CHARACTER_FALLS ? 1 : 0;
        (void)pawl_character_set_input(world, at, &input);
    }
    return count;
}

static void count(void *context, pawl_world *world, uint32_t step) {
    seen *const sum = context;
    const pawl_counters counters = pawl_world_get_counters(world);
    uint32_t softs = 0; /* awake: their links pull, as joints do */
    pawl_soft_id soft = {0, 0};
    while ((soft = pawl_world_next_soft(world, soft)).index1 != 0)
        softs += pawl_soft_is_awake(world, soft) ? 1 : 0;
    const uint32_t characters = drive_characters(world, step);
    sum->awake += counters.awake + softs + characters;
    sum->touching += counters.touching + counters.solved_joints + softs + characters;
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
