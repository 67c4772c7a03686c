/* level_room.c - what level_room.h declares. */
#include "support/level/level_room.h"

void make_room(room *to) {
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
    to->regions[1].type = PAWL_REGION_ONE_WAY;
    to->regions[1].friction = 5;
    to->def = pawl_level_def_default();
    to->def.polygons = to->polygons;
    to->def.polygon_count = 2;
    to->def.regions = to->regions;
    to->def.region_count = 2;
    to->def.walker_points = to->player;
    to->def.walker_point_count = 4;
}
