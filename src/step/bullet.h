/* bullet.h - internal: bullets are stopped by moving bodies, for phase 8. */
#ifndef PAWLI_BULLET_H
#define PAWLI_BULLET_H

#include "step/step.h"

/* Once static shapes have stopped what they stop. */
void pawli_bullet_stop_all(const pawli_step *step);

/* step_8_continuous.c: whether any point of a body may have moved by more than a quarter of its
 * inner radius. */
bool pawli_continuous_is_fast(const pawli_step *step, const pawli_solver_body *solved);

#endif
