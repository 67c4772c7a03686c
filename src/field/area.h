/* area.h - internal: areas as boxes and as half-planes. All of them take valid areas. */
#ifndef PAWLI_AREA_H
#define PAWLI_AREA_H

#include "pawl/field.h"
#include "world/world.h"

/* What lies on the left of a directed line, or on it. */
typedef struct pawli_half_plane {
    pawl_vec2 from, along;
} pawli_half_plane;

int pawli_area_sides(const pawl_area *area);
/* Relative to an origin; positions beyond the reach of Q16.16 saturate. */
pawli_half_plane pawli_area_side(const pawl_area *area, int side, pawl_vec2 origin);
/* In a world that goes round, the image of a place that is nearest to the middle of a polygon; what
 * is below a level knows no images. */
pawl_vec2 pawli_area_image(const pawl_world *world, const pawl_area *area, pawl_vec2 place);
bool pawli_area_holds_in(const pawl_world *world, const pawl_area *area, pawl_vec2 place);
pawl_box pawli_area_bounds(const pawl_area *area);

/* Positive inside, Q32.32 times the length of `along`. The parts of `along` are below 2^30 (area.c)
 * and the differences below 2^31, so it fits. */
static inline int64_t pawli_side_of(const pawli_half_plane *plane, pawl_vec2 point) {
    return pawl_vec2_cross(plane->along, pawl_vec2_sub(point, plane->from));
}

#endif
