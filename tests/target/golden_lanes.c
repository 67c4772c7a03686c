/* golden_lanes.c - steps of goldens in the lanes that the compiler may assume, for targets without
 * an environment that says which. */
#include "support/world/lanes.h"

#define LANE_MEMORY ((size_t)8 << 20)

pawl_status lanes_step(pawl_world *world) {
    static uint64_t memory[LANE_MEMORY / sizeof(uint64_t)];
    const pawl_step_hooks hooks = {
        .lanes = PAWL_LANES_DEFAULT, .lane_memory = memory, .lane_memory_size = sizeof memory};
    return pawl_world_step(world, &hooks);
}
