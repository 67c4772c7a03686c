/* softs.h - a scene of soft bodies, made of integers, and one golden run through it. */
#ifndef PAWL_GOLDEN_SOFTS_H
#define PAWL_GOLDEN_SOFTS_H

#include "pawl/pawl.h"

#define GOLDEN_SOFT_STEPS 360

/* Who is told what a run computes. */
typedef struct golden_soft_sink {
    void *context;
    /* After every 60 steps. */
    void (*checkpoint)(void *context, uint32_t tick, uint32_t motion, uint32_t state);
    /* Faults, and how many links tore in the whole run. */
    void (*end)(void *context, uint32_t faults, uint32_t tears);
    /* Makes a step in place of lanes_step; null: that. */
    pawl_status (*step)(void *context, pawl_world *world);
} golden_soft_sink;

/* PAWL_ERR_MEMORY: too little for the scene. PAWL_ERR_UNSUPPORTED, before anything was told: this
 * build leaves soft bodies out. */
pawl_status golden_soft_run(void *memory, size_t size, const golden_soft_sink *sink);

#endif
