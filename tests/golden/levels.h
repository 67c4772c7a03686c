/* levels.h - levels made of integers, and one golden run through each: the block, questions to it,
 * walks, paths, and the boolean operations of its polygons. On any machine, in the caller's memory.
 */
#ifndef PAWL_GOLDEN_LEVELS_H
#define PAWL_GOLDEN_LEVELS_H

#include "pawl/level.h"

/* A level in the making, in memory that is given out from its beginning. */
typedef struct golden_drawing {
    uint8_t *memory;
    size_t size, used;
    pawl_random random;
    pawl_level_def def;
    pawl_region regions[5];
    pawl_vec2 player[8];
    pawl_level_polygon *polygons; /* a ring each */
    pawl_vec2 *points;            /* of all polygons */
    uint32_t *ends;               /* of all rings, counted through */
    uint32_t *counts;             /* points of each ring */
    uint32_t polygon_count, point_count;
    uint32_t polygon_capacity, point_capacity;
} golden_drawing;

typedef struct golden_level {
    const char *name;
    void (*draw)(golden_drawing *on);
    uint16_t polygons, points; /* at most */
    uint16_t ticks;            /* of each walk */
    bool gravity;
} golden_level;

#define GOLDEN_LEVEL_COUNT 8
const golden_level *golden_level_at(int index);

/* PAWL_ERR_MEMORY: no room even for the polygons. */
pawl_status golden_level_draw(const golden_level *level, void *memory, size_t size,
                              golden_drawing *on);

/* Who is told what a run computes: how many of what, and a hash of them. */
typedef struct golden_level_sink {
    void *context;
    void (*put)(void *context, const char *what, const char *unit, uint32_t count, uint32_t hash);
} golden_level_sink;

/* PAWL_ERR_MEMORY, before anything was told: this machine has too little for the level. */
pawl_status golden_level_run(const golden_level *level, void *memory, size_t size,
                             const golden_level_sink *sink);

#endif
