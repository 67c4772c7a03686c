/* game_world.h - what the game's world has room for. Its size in bytes follows: game_sizes.c. */
#ifndef GAME_WORLD_H
#define GAME_WORLD_H

#include <pawl/pawl.h>

#define GAME_BLOCKS 4 /* static boxes of the ground */
#define GAME_BOXES 6
#define GAME_STONES 3

static inline pawl_world_def game_world_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 2 + GAME_BOXES + GAME_STONES;
    def.shape_capacity = GAME_BLOCKS + 1 + GAME_BOXES + GAME_STONES;
    def.geometry_capacity = GAME_BLOCKS + 3;
    def.event_capacity = 1;
    def.joint_capacity = 0;
    def.contact_capacity = 24;
    def.gravity = pawl_vec2_make(0, -PAWL_FX(20, 0, 1));
    def.length_unit = PAWL_FX_ONE;
    def.rate_numerator = 262144; /* 16777216 / 280896 cycles */
    def.rate_denominator = 4389;
    def.substeps = 2;
    return def;
}

#endif
