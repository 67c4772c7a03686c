/* way.c - places and ways of a world that may go round, for the program. */
#include "period/way.h"

#include "pawl/world.h"
#include "world/world.h"

pawl_vec2 pawl_world_get_periods(const pawl_world *world) {
    if (world == NULL || !PAWL_WITH_PERIODS) return pawl_vec2_make(0, 0);
    return pawl_vec2_make(pawli_way_period(world->wrap.x), pawli_way_period(world->wrap.y));
}

pawl_vec2 pawl_world_wrap(const pawl_world *world, pawl_vec2 place) {
    return world == NULL ? place : pawli_way_in(world, place);
}

pawl_vec2 pawl_world_way(const pawl_world *world, pawl_vec2 from, pawl_vec2 to) {
    return world == NULL ? pawl_vec2_sub(to, from) : pawli_way_to(world, from, to);
}
