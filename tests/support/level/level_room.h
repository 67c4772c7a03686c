/* level_room.h - a level small enough to work by hand: a box and a thin wall. */
#ifndef LEVEL_ROOM_H
#define LEVEL_ROOM_H

#include <string.h>

#include "pawl/level.h"

typedef struct room {
    pawl_vec2 points[6];
    uint32_t ends[2];
    pawl_level_polygon polygons[2];
    pawl_vec2 player[4];
    pawl_region regions[2];
    pawl_level_def def;
} room;

/* A box of 20 by 10 as ground, a wall of two points as region 1; a player 4 wide, 2 high, about its
 * feet. */
static inline void make_room(room *to) {
    memset(to, 0, sizeof *to);
    const pawl_vec2 points[6] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}, {40, 0}, {40, 10}};
    const pawl_vec2 player[4] = {{-2, 0}, {2, 0}, {2, 2}, {-2, 2}};
    memcpy(to->points, points, sizeof points);
    memcpy(to->player, player, sizeof player);
    to->ends[0] = 4, to->ends[1] = 2;
    for (int i = 0; i < 2; i++) {
        to->polygons[i].rings.points = to->points + 4 * i;
        to->polygons[i].rings.ends = &to->ends[i];
        to->polygons[i].rings.count = 1;
        to->polygons[i].region = (uint16_t)i;
    }
    to->regions[1].kind = PAWL_REGION_ONE_WAY;
    to->regions[1].friction = 5;
    to->def = pawl_level_def_default();
    to->def.polygons = to->polygons;
    to->def.polygon_count = 2;
    to->def.regions = to->regions;
    to->def.region_count = 2;
    to->def.player = to->player;
    to->def.player_count = 4;
}

#endif
