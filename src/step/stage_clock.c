/* stage_clock.c - what the stages of a step take. The ticks go from the program's clock into its
 * array: no decision of the step and no byte of the world depends on them. */
#include "step/trace.h"

static uint64_t read_ticks(const pawli_step *step) {
    uint64_t (*const read)(void *context) = step->hooks.clock;
    return read(step->hooks.context);
}

void pawli_stage_clock_start(pawli_step *step) {
    if (step->hooks.stage_ticks == NULL) step->hooks.clock = NULL;
    if (step->hooks.clock != NULL) step->clock_ticks = read_ticks(step);
}

void pawli_stage_clock_read(pawli_step *step, pawl_stage stage) {
    const uint64_t now = read_ticks(step);
    step->hooks.stage_ticks[stage] += now - step->clock_ticks;
    step->clock_ticks = now;
}
