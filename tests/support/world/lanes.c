/* lanes.c - lanes by their names. */
#include "support/world/lanes.h"

#include "support/world/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANE_MEMORY ((size_t)16 << 20)

pawl_lanes lanes_wanted(pawl_lanes otherwise) {
    const char *const name = getenv("PAWL_LANES");
    if (name == NULL || name[0] == 0) return otherwise;
    if (strcmp(name, "best") == 0) return pawl_lanes_best();
    for (int i = 0; i < PAWL_LANES_COUNT; i++) {
        if (strcmp(name, pawl_lanes_name((pawl_lanes)i)) != 0) continue;
        if (pawl_lanes_has((pawl_lanes)i)) return (pawl_lanes)i;
        fprintf(stderr, "PAWL_LANES=%s: this build or machine has none\n", name);
        exit(77);
    }
    fprintf(stderr, "PAWL_LANES=%s: unknown lanes\n", name);
    exit(2);
}

#if PAWL_WITH_LANES || PAWL_WITH_WORKERS
pawl_status lanes_step(pawl_world *world) {
    static void *memory;
    static size_t size;
    if (memory == NULL) {
        const pawl_world_def def = pawl_world_def_default();
        size = pawl_world_lanes_size(&def, pawl_lanes_best()) + LANE_MEMORY;
        memory = malloc(size);
    }
    const pawl_lanes lanes = lanes_wanted(PAWL_LANES_NONE);
    pawl_step_hooks hooks = {.lanes = lanes, .lane_memory = memory, .lane_memory_size = size};
    const bool has_workers = threads_are_wanted(&hooks);
    if (lanes == PAWL_LANES_NONE && !has_workers) return pawl_world_step(world, NULL);
    return pawl_world_step(world, &hooks);
}
#endif
