/* stage_clock.c - what looks at a step after each of its stages: the program's clock, whose ticks
 * go into its array, and the list of body events. No decision of the step and no byte of the world
 * depends on either. */
#include "base/optional.h"
#include "step/trace.h"

PAWLI_OPTIONAL(pawli_body_event_look);

static uint64_t read_ticks(const pawli_step *step) {
    uint64_t (*const read)(void *context) = step->hooks.clock;
    return read(step->hooks.context);
}

void pawli_stage_clock_start(pawli_step *step) {
    if (step->hooks.stage_ticks == NULL) step->hooks.clock = NULL;
    if (step->hooks.clock != NULL) step->clock_ticks = read_ticks(step);
    if (!PAWLI_ONE_COPY)
        step->is_watched = step->hooks.clock != NULL || step->hooks.body_events != NULL;
}

void pawli_stage_clock_read(pawli_step *step, pawl_stage stage) {
    if (step->hooks.body_events != NULL) pawli_body_event_look(step, stage);
    if (step->hooks.clock == NULL) return;
    const uint64_t now = read_ticks(step);
    step->hooks.stage_ticks[stage] += now - step->clock_ticks;
    step->clock_ticks = now;
}
