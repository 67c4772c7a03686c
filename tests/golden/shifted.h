/* shifted.h - steps of a golden in a world that is shifted now and then, by any offset. */
#ifndef PAWL_GOLDEN_SHIFTED_H
#define PAWL_GOLDEN_SHIFTED_H

#include "pawl/pawl.h"

/* Begin a run. `returns`: something is done at places between its steps, which must be those that
 * it knows: the world is shifted back behind each step. */
void golden_shifted_begin(uint64_t seed, bool returns);

/* A step, with a shift before it at the first one and at one of eight on the average; behind it, at
 * one of two of those that are looked at, the world is shifted back. */
pawl_status golden_shifted_step(void *context, pawl_world *world);

/* How often the worlds of all runs so far have been shifted away. */
uint32_t golden_shifted_count(void);

#endif
