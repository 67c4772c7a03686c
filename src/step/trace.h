/* trace.h - internal: telling the caller of each stage of a step: its clock, its list of body
 * events, and, in builds with PAWL_TRACE, what the stage has produced. Elsewhere there is no code
 * for that. */
#ifndef PAWLI_TRACE_H
#define PAWLI_TRACE_H

#include "base/xxh32.h"
#include "step/step.h"

/* stage_clock.c: at the beginning of the step, and after a stage; where the step is watched. */
void pawli_stage_clock_start(pawli_step *step);
void pawli_stage_clock_read(pawli_step *step, pawl_stage stage);

/* With small code the function looks itself whether it is watched: it is called from many places.
 */
static inline void pawli_stage_clock(pawli_step *step, pawl_stage stage) {
    if (PAWL_WITH_HOOKS && (PAWLI_ONE_COPY || step->is_watched))
        pawli_stage_clock_read(step, stage);
}

#if PAWL_TRACE
void pawli_trace(pawli_step *step, pawl_stage stage, uint32_t round);
#else
#define pawli_trace(step, stage, round) pawli_stage_clock(step, stage)
#endif

/* The words of what a step has in its scratch memory, object by object. Serials name bodies and
 * joints, so that the words are the same on every machine. */
void pawli_trace_add_awake(const pawli_step *step, uint32_t index, pawli_xxh32 *hash);
void pawli_trace_add_solver_body(const pawli_step *step, uint32_t index, pawli_xxh32 *hash);
void pawli_trace_add_row(const pawli_step *step, uint32_t index, pawli_xxh32 *hash);
void pawli_trace_add_joint_row(const pawli_step *step, uint32_t index, pawli_xxh32 *hash);

#endif
