/* traced.h - internal: a step that is watched stage by stage, in any build. */
#ifndef PAWLI_TRACED_H
#define PAWLI_TRACED_H

#include "step/step.h"

/* Told after each stage. The step is between two states: nothing may be changed. */
typedef void (*pawli_traced_watch)(void *context, const pawli_step *step, pawl_stage stage,
                                   uint32_t round);

/* As pawl_world_step, but that `trace` of the hooks is not told. */
pawl_status pawli_traced_step(pawl_world *world, const pawl_step_hooks *hooks,
                              pawli_traced_watch watch, void *context);

#endif
