/* stage_clock.h - internal: what the stages of a step take, by the clock of the program. */
#ifndef PAWLI_STAGE_CLOCK_H
#define PAWLI_STAGE_CLOCK_H

#include "step/step.h"

/* At the beginning of the step, and after a stage; where there is a clock. */
void pawli_stage_clock_start(pawli_step *step);
void pawli_stage_clock_read(pawli_step *step, pawl_stage stage);

static inline void pawli_stage_clock(pawli_step *step, pawl_stage stage) {
    if (PAWL_WITH_HOOKS && step->hooks.clock != NULL) pawli_stage_clock_read(step, stage);
}

#endif
