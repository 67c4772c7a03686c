/* world_memory.h - internal: where everything in a world lies. */
#ifndef PAWLI_WORLD_MEMORY_H
#define PAWLI_WORLD_MEMORY_H

#include "world/world.h"

/* For a def: fills the capacities, offsets and sizes of *layout and returns PAWL_OK, or says what
 * is wrong with the def. */
pawl_status pawli_world_memory_layout(const pawl_world_def *def, pawl_world *layout);

#endif
