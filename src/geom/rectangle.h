/* rectangle.h - internal: boxes around their own centers, as pawl_make_box makes them. */
#ifndef PAWLI_RECTANGLE_H
#define PAWLI_RECTANGLE_H

#include "geom/moments.h"

/* Whether the points are the vertices of one, in the order of pawl_make_box; *out is then the box,
 * and otherwise nothing. */
bool pawli_rectangle_find(const pawl_vec2 *vertices, int32_t count, pawl_fx radius,
                          pawl_convex *out);

void pawli_rectangle_sum_area(const pawl_convex *box, pawli_area_sums *out);

#endif
