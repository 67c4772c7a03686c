/* soft_step.c - the part of a step that moves soft bodies. */
#include "soft/soft.h"

#if PAWL_WITH_SOFT

uint32_t pawli_soft_scratch_size(const pawl_world *world) {
    (void)world;
    return 0;
}

void pawli_soft_step(pawl_world *world, void *scratch) {
    (void)world, (void)scratch;
}

#endif
