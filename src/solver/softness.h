/* softness.h - internal: soft constraints of contacts and joints. */
#ifndef PAWLI_SOFTNESS_H
#define PAWLI_SOFTNESS_H

#include "world/world.h"

/* A soft constraint (Catto, "Solver2D", 2024): a spring of given frequency and damping ratio as
 * three numbers. */
typedef struct pawli_softness {
    int32_t bias_rate;     /* 1/s, Q16.16 */
    int32_t mass_scale;    /* Q2.30; mass_scale + impulse_scale == 1 exactly */
    int32_t impulse_scale; /* Q2.30 */
    int32_t push_limit;    /* push speed / mass_scale, Q16.16 */
} pawli_softness;

/* Of a contact; `stiffness` is 1 between moving bodies, 2 against static ones. */
pawli_softness pawli_softness_of_contact(const pawl_world *world, uint32_t stiffness);
/* Of a spring or a rigid joint; `substep` is h in Q0.32 seconds. */
pawli_softness pawli_softness_of_joint(pawl_fx hertz, pawl_fx damping_ratio, uint32_t substep);

#endif
