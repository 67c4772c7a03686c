/* everything.h - a world with at least one of everything in it, and calls that keep it busy.
 *
 * What a step is driven with depends only on the state of the world, the seed and the number of the
 * step: two equal worlds are driven alike. Nothing here asserts. */
#ifndef PAWL_TESTS_EVERYTHING_H
#define PAWL_TESTS_EVERYTHING_H

#include "pawl/pawl.h"

#define EVERYTHING_POINTS 8
#define EVERYTHING_CELLS (24 * 4)

/* The data of the terrain, for pawl_shape_bind. */
extern const pawl_vec2 everything_points[EVERYTHING_POINTS];
extern const uint8_t everything_cells[EVERYTHING_CELLS];

/* Tiles, chains, sensors, one-way platforms, joints of all types, bullets, sleepers, bodies that
 * are disabled; dynamic bodies of every shape; soft bodies of all builders, pinned, attached and
 * torn links. Default capacities are 64 bodies, 96 shapes, 40 joints, and few events, so that some
 * are dropped. */
pawl_world_def everything_def(void);
/* False when something does not fit. */
bool everything_make(pawl_world *world);

/* Removes what has been thrown far away, as soft bodies are by a body that was put elsewhere: it
 * would meet the edge of the world sooner in one that is shifted. */
void everything_tidy(pawl_world *world);

/* Between two steps: tidies; bodies, shapes and joints come and go, are pushed, moved, switched off
 * and on, change type. */
void everything_drive(pawl_world *world, uint64_t seed, uint32_t step);

/* Every terrain whose data is not there gets it; false when that fails. */
bool everything_bind(pawl_world *world);

/* Drive and step so many times, from step `from` on. */
bool everything_run(pawl_world *world, uint64_t seed, uint32_t from, uint32_t count);

#endif
