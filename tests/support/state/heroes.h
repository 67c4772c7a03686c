/* heroes.h - a world in which every field of a character matters: stairs, a slope with a step at
 * its end, a lift that rises and sinks, a ladder, water, crates, a platform. Nothing here asserts.
 */
#ifndef PAWL_TESTS_HEROES_H
#define PAWL_TESTS_HEROES_H

#include "pawl/pawl.h"

pawl_world_def heroes_def(void);
/* False when something does not fit. */
bool heroes_make(pawl_world *world);
/* What they are told before a step; a lift is turned back. */
void heroes_call(void *nothing, pawl_world *world, uint32_t step);

#endif
