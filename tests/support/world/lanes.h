/* lanes.h - steps in the lanes that the environment names: PAWL_LANES=avx2, "best", or none where
 * it is not set. Every program of tests that steps worlds with it proves that lanes move no bit. */
#ifndef PAWL_TESTS_LANES_H
#define PAWL_TESTS_LANES_H

#include "pawl/pawl.h"

/* The lanes of that name, else `otherwise`. Ends the program for a name that is none, and for lanes
 * that this machine does not have. */
pawl_lanes lanes_wanted(pawl_lanes otherwise);

/* A step in them, with memory of its own, or without lanes when they are not asked for; and on
 * workers where the environment asks for these (threads.h). */
#if PAWL_WITH_LANES || PAWL_WITH_WORKERS
pawl_status lanes_step(pawl_world *world);
#else
static inline pawl_status lanes_step(pawl_world *world) {
    return pawl_world_step(world, NULL);
}
#endif

#endif
