/* no_soft.h - internal: what soft bodies do to a world, in a build without them. */
#ifndef PAWLI_WORLD_NO_SOFT_H
#define PAWLI_WORLD_NO_SOFT_H

#include "world/world.h"

static inline void pawli_soft_list_wake_all(pawl_world *world) {
    (void)world;
}

static inline void pawli_soft_list_detach(pawl_world *world, uint16_t body) {
    (void)world, (void)body;
}

static inline uint32_t pawli_soft_scratch_size(const pawl_world *world) {
    (void)world;
    return 0;
}

#endif
