/* walk_fuzz.h - random walks in any level, each compared with a plain search over all walls. */
#ifndef WALK_FUZZ_H
#define WALK_FUZZ_H

#include "pawl/level.h"

/* What became of the ticks. A test looks at these too: one that met nothing has tested nothing. */
typedef struct walk_fuzz_totals {
    uint64_t levels, full;       /* levels; those where no free place was found */
    uint64_t ticks, contacts;    /* steps; walls met by them */
    uint64_t corners, held;      /* of the walls: met at a corner; leaving no way on */
    uint64_t still;              /* steps that did not move */
    uint64_t compared, touching; /* walks equal to the search; those that touch a wall's end */
    uint64_t stopped, triangles; /* of the compared: by a wall; triangles of all walks */
    uint64_t trap_tries;         /* steps tried after those that did not move */
} walk_fuzz_totals;

/* `ticks` steps from random free places. Null, or what is wrong; the seed then names the case.
 * Every `stride`-th walk is compared with the search, which looks at all walls. */
const char *walk_fuzz(const pawl_level *level, const pawl_gates *gates, uint64_t seed,
                      uint32_t ticks, uint32_t stride, walk_fuzz_totals *totals);

/* The same in a grid, and in a level that was built: polygons of all kinds, inflated by a player.
 * Both are chosen by the seed. */
const char *walk_fuzz_grid(uint64_t seed, uint32_t ticks, uint32_t stride,
                           walk_fuzz_totals *totals);
const char *walk_fuzz_built(uint64_t seed, uint32_t ticks, uint32_t stride,
                            walk_fuzz_totals *totals);

/* Whether `ticks` or more were enough of everything. */
bool walk_fuzz_has_met_all(const walk_fuzz_totals *totals);

#endif
