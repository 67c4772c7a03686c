/* arcades.h - scenes of the arcade layer, made of integers, and one golden run through each. */
#ifndef PAWL_GOLDEN_ARCADES_H
#define PAWL_GOLDEN_ARCADES_H

#include "pawl/arcade.h"
#include "pawl/fx.h"

/* Bodies that come and go. */
typedef struct golden_crowd {
    pawl_arcade *arcade;
    pawl_random random;
    uint16_t kinds[8];
    uint16_t kind_count;
    uint16_t count;  /* bodies to have at the most */
    pawl_vec2 reach; /* where they appear: that far from (0, 0) */
    pawl_fx speed;
} golden_crowd;

typedef struct golden_arcade {
    const char *name;
    void (*define)(pawl_arcade_def *def);
    pawl_status (*fill)(golden_crowd *crowd);
    uint16_t steps;
} golden_arcade;

#define GOLDEN_ARCADE_COUNT 4
const golden_arcade *golden_arcade_at(int index);

/* Who is told what a run computes. */
typedef struct golden_arcade_sink {
    void *context;
    /* After every 60 steps; contacts since the last time. */
    void (*checkpoint)(void *context, uint32_t tick, uint32_t bodies, uint32_t contacts,
                       uint32_t answers, uint32_t state);
    /* A snapshot of the end. */
    void (*end)(void *context, uint32_t faults, uint32_t bytes, uint32_t hash);
} golden_arcade_sink;

/* PAWL_ERR_MEMORY: too little for the scene. PAWL_ERR_UNSUPPORTED, before anything was told: it has
 * polygons, which this build leaves out. */
pawl_status golden_arcade_run(const golden_arcade *scene, void *memory, size_t size,
                              const golden_arcade_sink *sink);

#endif
