/* circle.h - internal: how much circles weigh. */
#ifndef PAWLI_CIRCLE_H
#define PAWLI_CIRCLE_H

#include "geom/moments.h"

void pawli_circle_sum_area(const pawl_convex *circle, pawli_area_sums *out);

#endif
