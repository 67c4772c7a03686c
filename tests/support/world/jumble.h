/* jumble.h - worlds that nobody has thought of: up to some hundred bodies of any type and shape in
 * a few heaps, and what is done to them between steps. All is drawn from a seed, alike for each
 * world that is made of it.
 *
 * Nothing here asserts: what has no room is left out. */
#ifndef PAWL_TESTS_JUMBLE_H
#define PAWL_TESTS_JUMBLE_H

#include "pawl/pawl.h"

typedef struct jumble {
    uint64_t seed;
    uint32_t bodies; /* at the start */
    bool bounces, joins, breaks, asks, locks;
    pawl_vec2 ground[16]; /* of the chain, which worlds refer to */
} jumble;

/* Draws what kind of world it is. */
pawl_world_def jumble_draw(jumble *of, uint64_t seed);

/* What is there at the start. */
void jumble_fill(const jumble *of, pawl_world *world);

/* Before a step, counted from 0: the same for the same step. */
void jumble_call(const jumble *of, pawl_world *world, uint32_t step);

#endif
