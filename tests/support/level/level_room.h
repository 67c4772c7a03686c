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
void make_room(room *to);

#endif
