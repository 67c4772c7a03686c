/* path_level.h - small levels for tests of paths: a grid of squares, shaken and cut in two, whose
 * triangles are free, ground, door, one-way or area at random; and what may be entered, said again
 * without the code under test. */
#ifndef PATH_LEVEL_H
#define PATH_LEVEL_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/level/level_parts.h"
#include "pawl/level.h"
#include "support/base/seeded.h"

enum {
    KIND_FREE,
    KIND_GROUND,
    KIND_DOOR,
    KIND_ONE_WAY,
    KIND_AREA,
    KIND_COUNT
};

typedef struct {
    uint32_t width, height; /* squares */
    int32_t spacing;
    int32_t shake;              /* how far vertices move, below spacing / 4 */
    uint32_t share[KIND_COUNT]; /* of 100, for each kind but free */
    bool by_square;             /* both halves alike */
    pawl_vec2 origin;
} PathPlan;

typedef struct {
    pawl_vec2 *vertices;
    pawl_level_triangle *triangles; /* cell: its kind */
    uint32_t vertex_count, triangle_count;
    void *block;
    uint32_t size;
    pawl_level level;
} PathLevel;

static inline uint32_t path_pick(uint64_t *seed, uint32_t below) {
    return (uint32_t)((seeded_next(seed) >> 33) % below);
}

/* Cell k holds region k - 1 alone. */
PathLevel path_level_make(const PathPlan *plan, uint64_t *seed);

void path_level_free(PathLevel *level);

static inline int128 path_orient(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
}

static inline pawl_vec2 path_corner(const PathLevel *level, uint32_t t, uint32_t i) {
    return level->vertices[level->triangles[t].vertices[i % 3]];
}

bool path_holds(const PathLevel *level, uint32_t t, pawl_vec2 point);

/* Walls of this level: ground, and doors while they are closed. */
bool path_is_wall(const PathLevel *level, bool doors_open, uint32_t t);

/* Whether one may go from t across its edge i. One-way regions let through upwards: what stops is a
 * face that looks up, a wall on the right of an edge that runs to the left. */
bool path_may_cross(const PathLevel *level, bool doors_open, uint32_t t, uint32_t i);

#endif
