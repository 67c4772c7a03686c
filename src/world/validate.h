/* validate.h - internal: every invariant of a whole world in one place. */
#ifndef PAWLI_VALIDATE_H
#define PAWLI_VALIDATE_H

#include "pawl/world.h"

/* Null when the world is sound, else what is wrong with it. Slow; const; never crashes on any
 * content whose capacities and offsets are those of its def. */
const char *pawli_validate_find_defect(const pawl_world *world);

/* The same but for links that whoever loads a state makes by himself: of the tree, and of the
 * queues of free bodies and shapes. */
const char *pawli_validate_find_state_defect(const pawl_world *world);

/* Asserts that there is no defect. */
void pawli_validate_world(const pawl_world *world);

#endif
