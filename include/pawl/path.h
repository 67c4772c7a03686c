/* path.h - questions to a level: line of sight, nearest free point, shortest paths.
 *
 * All of them see the level as a walker does: inflated by the walker's shape. */
#ifndef PAWL_PATH_H
#define PAWL_PATH_H

#include "pawl/walker.h"

/* Whether a straight walk from a place to a point meets no wall. */
PAWL_API bool pawl_level_sees(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                              pawl_vec2 to);

/* The free place nearest to a point: the point itself where it is free, else the nearest grid point
 * of a free triangle next to the nearest point of a wall's outline, ties by the lower edge; at most
 * two raw units farther than exact. For spawning, and for a walker shut in by a door. Errors: NULL,
 * RANGE (outside the bounds), CAPACITY (nothing is free). Cost: O(triangles) for a point in a
 * wall. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_find_nearest_free(const pawl_level *level,
                                                                  const pawl_gates *gates,
                                                                  pawl_vec2 point, pawl_place *out);

/* Memory for pawl_level_find_path in this level: 33 bytes for each triangle, and 24. */
PAWL_API size_t pawl_path_size(const pawl_level *level);

/* The same for pawl_level_find_shortest_path: 108 bytes for each triangle, and one for each vertex.
 */
PAWL_API size_t pawl_shortest_path_size(const pawl_level *level);

typedef struct pawl_path {
    pawl_vec2 *points; /* the corners, from start to end; room is given by the caller */
    uint32_t capacity;
    uint32_t count;
    int64_t length;    /* sum of the lengths of its legs, Q48.16, each rounded to nearest */
    uint32_t expanded; /* triangles that were looked at */
} pawl_path;

/* A path from one place to another: the straight line where it can be walked, else one through free
 * triangles, pulled tight. A* over the triangles (Hart, Nilsson and Raphael 1968), ties broken by
 * index, then the funnel algorithm (Lee and Preparata 1984), both in exact integers but for the
 * lengths. Shortest within the triangles it goes through, which are not always those of the
 * shortest path of all: in levels of up to 100,000 triangles it was 0.01 to 0.9 % longer in the
 * mean, and 8 % at worst. Each leg can be walked, and the path turns at each corner. One point when
 * start and end are the same. Where there is no way, `count` is 0, and the answer PAWL_OK.
 *
 * A path is found wherever there is one, but for this: where regions let through one way, or one
 * starts in a wall, a leg may run exactly along the rim of a region and be walked on its other
 * side. Then count is 0, too, which is rare (7 of 5752 paths in tests made for it), and
 * pawl_level_find_shortest_path finds another way.
 *
 * `memory`: pawl_path_size bytes, aligned like uint64_t, used only during the call.
 * Errors leave `path` alone, but not the points in its room: NULL, RANGE (a place that is none of
 * this level), MEMORY, CAPACITY (more corners than there is room for; `count` is their number).
 * Cost: O(n log n) of the triangles looked at. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_find_path(const pawl_level *level,
                                                          const pawl_gates *gates, pawl_place from,
                                                          pawl_place to, void *memory, size_t size,
                                                          pawl_path *path);

/* The shortest path of all, with the same answers: no path that can be walked is shorter by more
 * than two raw units for each leg, which is what rounding the lengths can do. It looks for a path
 * as above, then for all shorter ones over the corners that see each other; memory and time are
 * several times as large. */
PAWL_API PAWL_MUST_CHECK pawl_status pawl_level_find_shortest_path(const pawl_level *level,
                                                                   const pawl_gates *gates,
                                                                   pawl_place from, pawl_place to,
                                                                   void *memory, size_t size,
                                                                   pawl_path *path);

#endif
