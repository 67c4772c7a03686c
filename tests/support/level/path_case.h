/* path_case.h - a question for a path in a random level, and what every answer must be. */
#ifndef PATH_CASE_H
#define PATH_CASE_H

#include <inttypes.h>
#include <stdio.h>

#include "support/level/path_oracle.h"
#include "fx/isqrt.h"

#define POINTS 400

typedef struct {
    PathLevel made;
    pawl_gates gates;
    bool doors_open;
    pawl_place from, to;
    void *memory;
    size_t size;
    bool shortest; /* ask pawl_level_find_shortest_path */
    pawl_vec2 points[POINTS];
    pawl_path path;
} Case;

PathPlan walls_plan(uint64_t *seed);

Case make_case(const PathPlan *plan, bool free_only, uint64_t *seed);

void free_case(Case *at);

pawl_status find(Case *at);

/* From start to goal by legs that a walker can walk, turning at each corner; their length. */
void check_legs(const Case *at, uint64_t seed);

#endif
