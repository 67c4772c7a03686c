/* periodic.h - goldens in worlds that go round. */
#ifndef PAWL_GOLDEN_PERIODIC_H
#define PAWL_GOLDEN_PERIODIC_H

#include "golden/run.h"

/* Runs of all scenes so far. */
typedef struct golden_periodic_count {
    uint32_t scenes, steps, shifts,
        crossings; /* crossings: bodies that came in on the other side */
} golden_periodic_count;

/* A scene as it is, in a world that goes round, and in one that is shifted on its way by any
 * offset, so that it lies across the seams: all bodies must be in the same places, modulo the
 * periods and the shift, and go on alike, after each step; and so must the whole states of the two
 * that go round. False: they do not, which was said. */
bool golden_periodic_check(const golden_scene *scene, uint64_t seed, void *memory, size_t size);

golden_periodic_count golden_periodic_counted(void);

#endif
