/* grid_level.h - levels without a builder: a grid of points, two triangles in each square.
 *
 * Points inside the grid may be moved about, by at most a seventh of the pitch, so that every
 * triangle keeps its orientation; without that all squares are cocircular and all edges parallel to
 * the axes or diagonal. */
#ifndef GRID_LEVEL_H
#define GRID_LEVEL_H

#include "pawl/level.h"

/* The regions of a grid. */
enum {
    GRID_GROUND = 0,
    GRID_DOOR,    /* a wall */
    GRID_ONE_WAY, /* upwards */
    GRID_AREA,
    GRID_DOOR_2,
    GRID_REGIONS
};

typedef struct grid_plan {
    uint64_t seed; /* any but 0 */
    uint32_t columns, rows;
    pawl_vec2 origin; /* lower left corner */
    pawl_fx pitch;
    pawl_fx jitter;  /* at most pitch / 7 */
    unsigned solid;  /* percent of the squares that are ground */
    unsigned others; /* percent that are in other regions, or in several */
    bool is_wide;
    /* Null, or instead of chance: a letter for each square, row by row from the top. '#' is ground,
     * 'D' and 'E' are the doors, '=' is one-way, 'a' the area; '/' and '\' are slopes of ground,
     * 'z' is ground in the upper left half, 's' in the upper right one; anything else is free. */
    const char *map;
    pawl_fx friction; /* of the ground */
} grid_plan;

typedef struct grid_level {
    pawl_level level;
    void *bytes; /* on the heap */
    uint32_t size;
} grid_level;

/* False without memory, or when pawl_level_open refuses what was made, which is a mistake here. */
bool grid_level_make(const grid_plan *plan, grid_level *grid);
void grid_level_free(grid_level *grid);

/* A map of letters, as above. */
grid_plan grid_plan_of_map(uint32_t columns, uint32_t rows, pawl_fx pitch, const char *map);

/* By a seed: of all sizes, with and without jitter and regions, also at the ends of the range. */
grid_plan grid_plan_any(uint64_t seed);

#endif
