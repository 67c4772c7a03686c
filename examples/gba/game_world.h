/* game_world.h - what the game's world has room for. Its size in bytes follows: game_sizes.c. */
#ifndef GAME_WORLD_H
#define GAME_WORLD_H

#include <pawl/pawl.h>

#define GAME_SHEEP 12 /* at most */
#define GAME_WALLS 24 /* rectangles of a level, at most */

/* Steps per second: 16777216 / 280896 cycles, the console's refresh, as an exact fraction. */
#define GAME_RATE 262144
#define GAME_RATE_DIVISOR 4389

/* Seen from above: there is no gravity. */
static inline pawl_world_def game_world_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 2 + GAME_SHEEP; /* all walls are one body; the dog */
    def.shape_capacity = GAME_WALLS + 1 + GAME_SHEEP;
    def.geometry_capacity = GAME_WALLS + 2;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.contact_capacity = 36;
    def.gravity = pawl_vec2_make(0, 0);
    def.length_unit = PAWL_FX_ONE;
    def.rate_numerator = GAME_RATE;
    def.rate_denominator = GAME_RATE_DIVISOR;
    def.substeps = 2;
    return def;
}

#endif
