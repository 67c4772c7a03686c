/* polygon.h - internal: any convex from its points and radius, by the maker of its kind. */
#ifndef PAWLI_GEOM_POLYGON_H
#define PAWLI_GEOM_POLYGON_H

#include "pawl/convex.h"

/* Errors as those of the maker, and PAWL_ERR_UNSUPPORTED for a circle in a program without.
 * `vertices` has room for PAWL_POLYGON_MAX. */
pawl_status pawli_polygon_make_convex(const pawl_vec2 *vertices, int32_t count, pawl_fx radius,
                                      pawl_convex *out);

/* pawl_make_circle, whose file takes the collision of circles into a program. Without that the call
 * above knows none. */
pawl_status pawli_polygon_make_circle(pawl_vec2 center, pawl_fx radius, pawl_convex *out);

/* PAWL_POLYGON_THIN when a convex counter-clockwise polygon of any number of points, with sides
 * below 2^30 on each axis, is thinner than PAWL_SIZE_MIN allows. *where: the edge across which it
 * is. */
pawl_polygon_fault pawli_polygon_check_width(const pawl_vec2 *points, int32_t count, pawl_fx radius,
                                             int32_t *where);

#endif
