/* mover.h - levels and scripted players for the tests of movers. */
#ifndef PAWL_TESTS_MOVER_H
#define PAWL_TESTS_MOVER_H

#include "support/world/fixture.h"

#define SKIN PAWL_FX(0, 1, 64)

/* A player: a mover under gravity that is told which way to go. */
typedef struct player {
    pawl_mover_def def;
    pawl_mover mover;
    pawl_mover_report report;
} player;

player player_at(double x, double y);

/* The height of the foot above y = 0, without the skin. */
static inline double foot_of(const player *p) {
    return units(p->mover.position.y - p->def.half_height - p->def.radius - p->def.skin);
}

/* One move at a speed to the right and, unless 0, a jump. */
void play_flags(const pawl_world *world, player *p, double speed, double jump, uint32_t flags);

static inline void play(const pawl_world *world, player *p, double speed, double jump) {
    play_flags(world, p, speed, jump, 0);
}

void play_for(const pawl_world *world, player *p, double speed, int moves);

/* Stands where it has fallen. */
void let_fall(const pawl_world *world, player *p);

/* Static geometry: a box by its edges, and a polygon of three or four corners. */
pawl_shape_id add_block(pawl_world *world, double left, double bottom, double right, double top);

pawl_shape_id add_corners(pawl_world *world, const double (*corners)[2], int count);

/* A slope that rises to the right from (x, 0): a triangle of some length. */
void add_slope(pawl_world *world, double x, double degrees, double length);

/* User data of platforms that a player may drop through: while it does, they are not there. */
#define DROPPABLE 1

/* Nothing is deeper in the player than 2 raw units. */
void assert_clear(const pawl_world *world, const player *p, const char *what);

#endif
