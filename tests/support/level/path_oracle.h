/* path_oracle.h - what can be reached, and how far it is at least: a flood over the triangles, and
 * Dijkstra's algorithm over all places at corners, each with walks to all vertices. */
#ifndef PATH_ORACLE_H
#define PATH_ORACLE_H

#include "fx/isqrt.h"
#include "support/level/path_level.h"

#define ORACLE_FINE 1024 /* lengths in parts of a raw unit */
#define ORACLE_FAR INT64_MAX

bool oracle_reaches(const PathLevel *level, bool doors_open, uint32_t from, pawl_vec2 goal);

bool oracle_walk(const PathLevel *level, const pawl_gates *gates, pawl_place from, pawl_vec2 to,
                 uint32_t *triangle);

typedef struct {
    const PathLevel *level;
    const pawl_gates *gates;
    bool doors_open;
    int64_t *length; /* to vertex v in fan t: [v * triangles + t] */
    bool *done;
    int64_t best; /* to the goal */
} Oracle;

/* The length of the shortest path whose legs can be walked, in 1 / ORACLE_FINE of a raw unit, or
 * ORACLE_FAR. */
int64_t oracle_shortest(const PathLevel *level, const pawl_gates *gates, bool doors_open,
                        pawl_place from, pawl_vec2 goal);

#endif
