/* goldens.c - the scenes of the goldens (tests/golden) that fit into the memory of this machine. */
#include "conform/conform.h"

#include "golden/run.h"
#include "golden/scenes.inc"
#include "pawl/config.h"

#define SCENES ((int)(sizeof scenes / sizeof scenes[0]))

/* A build that leaves something out would end some of them early. */
static bool find(int index, size_t size, golden_scene *out) {
    if (PAWL_CONFIG_ID != PAWL_CONFIG_ID_FULL) return false;
    for (int i = 0; i < SCENES; i++) {
        GOLDEN_READ(out, &scenes[i]);
        if (golden_world_size(out) <= size && index-- == 0) return true;
    }
    return false;
}

int conform_golden_count(size_t size) {
    golden_scene scene;
    int count = 0;
    while (count < SCENES && find(count, size, &scene))
        count++;
    return count;
}

const char *conform_golden_name(int index, size_t size) {
    golden_scene scene;
    return find(index, size, &scene) ? scene.name : "";
}

static void note_checkpoint(void *context, uint32_t tick, uint32_t motion, uint32_t state) {
    (void)context, (void)tick, (void)state; /* the state is that of the step */
    conform_note("the motion hash", motion);
}

static void note_end(void *context, uint32_t faults, uint32_t answers) {
    (void)context;
    conform_note("the faults of the world", faults);
    conform_note("what the calls between steps answered", answers);
}

void conform_golden_run(int index, void *memory, size_t size) {
    const golden_sink sink = {NULL, note_checkpoint, note_end, NULL};
    golden_scene scene;
    if (!find(index, size, &scene)) return;
    const pawl_status status = golden_run(&scene, scene.steps, memory, size, &sink);
    conform_note("the status of the scene", status);
}
