/* level_random.h - random levels from a seed: stars, convex polygons, frames with a hole, thin
 * walls, in as much room as they need to overlap now and then. */
#ifndef LEVEL_RANDOM_H
#define LEVEL_RANDOM_H

#include "pawl/level.h"

typedef struct level_random_options {
    uint32_t polygon_count;
    uint32_t region_count; /* 1: all of them are ground; else about a third are not */
    uint32_t player_count; /* 1, or 3 to 8 corners of a regular polygon, or 2: a segment */
    pawl_fx player_radius;
    pawl_fx room;    /* side of the square for each polygon */
    pawl_fx grain;   /* coordinates are multiples of it; small: few lie in line */
    pawl_vec2 shift; /* of everything */
} level_random_options;

/* 60 polygons, about 470 edges, one region, an octagon of half a unit. */
level_random_options level_random_default(void);

typedef struct level_random {
    pawl_level_def def; /* points to what follows */
    pawl_level_polygon *polygons;
    pawl_region *regions;
    pawl_vec2 *points;
    uint32_t *ends;
    pawl_vec2 *player;
    uint32_t edge_count;
} level_random;

/* Out of the heap; level_random_free gives it back. */
level_random level_random_make(uint64_t seed, const level_random_options *options);
void level_random_free(level_random *level);

/* A block and its level, out of the heap: free(block). Stops the program when it fails. */
typedef struct level_built {
    uint8_t *block;
    uint32_t size;
    pawl_level level;
    pawl_level_report report;
} level_built;
level_built level_build_now(const pawl_level_def *def);

#endif
