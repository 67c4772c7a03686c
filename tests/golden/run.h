/* run.h - one golden scene from its first step to its last, on any machine. */
#ifndef PAWL_GOLDEN_RUN_H
#define PAWL_GOLDEN_RUN_H

#include "golden/scenes.h"

#define GOLDEN_CHECKPOINT_STEPS 60

/* Who is told what a run computes. */
typedef struct golden_sink {
    void *context;
    /* Before the first step, and after every GOLDEN_CHECKPOINT_STEPS steps. */
    void (*checkpoint)(void *context, uint32_t tick, uint32_t motion, uint32_t state);
    /* After the last step of the scene; `answers` sums up what golden_call returned. */
    void (*end)(void *context, uint32_t faults, uint32_t answers);
    /* Makes a step in place of pawl_world_step; null: that. */
    pawl_status (*step)(void *context, pawl_world *world);
} golden_sink;

/* Bytes that the world of a scene needs. */
size_t golden_world_size(const golden_scene *scene);

/* Run at most `steps_max` steps of a scene in a world in `memory`. PAWL_ERR_UNSUPPORTED: up to the
 * last checkpoint the scene is what it should be, but it goes on with something that this build
 * leaves out (pawl/config.h). */
pawl_status golden_run(const golden_scene *scene, int steps_max, void *memory, size_t size,
                       const golden_sink *sink);

#endif
