/* soft_collide.c - what points and links of soft bodies run into. */
#include "soft/solve.h"

uint32_t pawli_soft_candidates_size(const pawl_world *world) {
    (void)world;
    return 0;
}

void pawli_soft_wake_near(pawli_soft_step *step) {
    (void)step;
}

void pawli_soft_find_candidates(pawli_soft_step *step) {
    (void)step;
}

void pawli_soft_collide(pawli_soft_step *step, int32_t substep) {
    (void)step, (void)substep;
}
