/* level_parts.h - levels by hand: arrays to fill, neighbours found, bytes written. */
#ifndef LEVEL_PARTS_H
#define LEVEL_PARTS_H

#include "level/level_format.h"

/* A level as plain arrays. Nothing is checked when they are written: pawl_level_open does. */
typedef struct level_parts {
    const pawl_vec2 *vertices;
    const pawl_level_triangle *triangles; /* counter-clockwise; see pawl_level_get_triangle */
    const uint16_t *cell_ends; /* of each cell, where its members end; the first is 0: no members */
    const uint16_t *members;   /* regions, ascending within a cell; cells ascend by them */
    const pawl_region *regions;
    const pawl_vec2 *player;   /* convex, counter-clockwise from the lowest, then leftmost point */
    pawl_box bounds;           /* the triangles fill it exactly */
    pawli_level_counts counts; /* members: the last of cell_ends */
} level_parts;

/* Writes a block, its checksum included; `size` gets its length. CAPACITY: `out` is too small;
 * RANGE: the counts do not go into a block, or into a narrow one. */
pawl_status level_write(const level_parts *parts, void *out, uint32_t out_size, uint32_t *size);

/* Fills in the neighbours of all triangles: quadratic, for small ones. */
void level_link(pawl_level_triangle *triangles, uint32_t count);

/* Puts the checksum of a level right after its bytes were changed. */
void level_seal(uint8_t *bytes, uint32_t size);

/* A level of ten triangles around and in a square, with a wall and an area that overlaps it:
 *
 *     3-----------2    cell 0: nothing, 1: region 0, 2: regions 0 and 2, 3: region 2
 *     |  7-----6  |
 *     |  |     |  |    0 .. 3: (-8, -8) to (8, 8); 4 .. 7: (-3, -2) to (3, 2) raw units
 *     |  4-----5  |
 *     0-----------1
 *
 * Returns its size. `bytes` has LEVEL_SQUARE_SIZE. */
#define LEVEL_SQUARE_SIZE 640
uint32_t level_square(bool is_wide, void *bytes);

/* What level_square writes. The arrays live as long as the program. */
level_parts level_square_parts(bool is_wide);

/* The regions that hold a triangle, a bit each; there are at most 32. */
uint32_t level_regions_of(const pawl_level *level, uint32_t triangle);

/* Looks at all triangles and points, slowly: why it is no tiling of its bounds, or null. Bounds and
 * cells are small enough to try every point of a grid twice as fine. */
const char *level_find_defect(const pawl_level *level);

#endif
