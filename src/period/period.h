/* period.h - internal: what keeps a world that goes round in order; referred to weakly. */
#ifndef PAWLI_PERIOD_H
#define PAWLI_PERIOD_H

#include "world/world.h"

/* A body that has left the world comes back on the other side, its boxes with it. */
void pawli_period_settle(pawl_world *world, uint16_t body);

static inline bool pawli_period_is_inside(const pawl_world *world, pawl_vec2 place) {
    const pawl_vec2 in = pawli_way_in(world, place);
    return in.x == place.x && in.y == place.y;
}

/* Whether a convex may belong to a body of a type: it reaches an eighth of a period from the origin
 * of the body at most, or a quarter if that is static. So two of them can meet in no more than one
 * of their images. */
bool pawli_period_fits(const pawl_world *world, uint8_t body_type, const pawl_convex *convex);
#define pawli_period_has_room(world, body_type, convex) \
    (!pawli_way_goes_round(world) || pawli_period_fits((world), (body_type), (convex)))
bool pawli_period_fits_center(const pawl_world *world, pawl_vec2 center); /* of mass */
bool pawli_period_fits_all(const pawl_world *world, uint16_t body, uint8_t body_type);

/* The first thing that is wrong with a world that goes round; null: nothing is. */
const char *pawli_period_find_defect(const pawl_world *world);

#endif
