/* checked_step.h - put before the programs of docs and examples by -include: a step that fails ends
 * the program, so that none of them can print results of a world that never moved. */
#ifndef PAWL_TESTS_CHECKED_STEP_H
#define PAWL_TESTS_CHECKED_STEP_H

#include <pawl/pawl.h>
#include <stdlib.h>

static inline pawl_status checked_step(pawl_world *world, const pawl_step_hooks *hooks) {
    const pawl_status status = pawl_world_step(world, hooks);
    if (status != PAWL_OK) abort();
    return status;
}
#define pawl_world_step checked_step

#endif
