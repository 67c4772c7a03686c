/* trace.h - internal: telling the caller, in builds with PAWL_TRACE, what each stage of a step has
 * produced. Elsewhere there is no code for it. */
#ifndef PAWLI_TRACE_H
#define PAWLI_TRACE_H

#include "step/step.h"

#if PAWL_TRACE
void pawli_trace(const pawli_step *step, pawl_stage stage, uint32_t round);
#else
#define pawli_trace(step, stage, round) ((void)0)
#endif

#endif
