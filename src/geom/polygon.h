/* polygon.h - internal: how thin a polygon may be. */
#ifndef PAWLI_GEOM_POLYGON_H
#define PAWLI_GEOM_POLYGON_H

#include "pawl/convex.h"

/* PAWL_POLYGON_THIN when a convex counter-clockwise polygon of any number of points, with sides
 * below 2^30 on each axis, is thinner than PAWL_SIZE_MIN allows. *where: the edge across which it
 * is. */
pawl_polygon_fault pawli_polygon_check_width(const pawl_vec2 *points, int32_t count, pawl_fx radius,
                                             int32_t *where);

#endif
