/* step_7_soft.c - soft bodies go along with what the solver has found for rigid ones, and push
 * them. */
#include "base/optional.h"
#include "soft/soft_solve.h"
#include "step/step.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_soft_solve);

void pawli_soft_phase(pawli_step *step) {
    /* Where all is linked, the call below must not be there without soft bodies. */
    if (!PAWL_WITH_SOFT || step->world->first_soft == PAWLI_NONE) return;
    pawli_soft_step soft;
    memset(&soft, 0, sizeof soft);
    soft.world = step->world;
    soft.solver = step->solver;
    soft.solver_index = step->solver_index;
    soft.solver_count = step->solver_count;
    soft.hooks = &step->hooks;
    pawli_soft_solve(&soft, step->soft_scratch);
    step->faults |= soft.faults;
}
