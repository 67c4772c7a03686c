/* crossing.h - where two segments cross, to the nearest raw unit. */
#ifndef PAWLI_CROSSING_H
#define PAWLI_CROSSING_H

#include "pawl/vec.h"

/* Whether the segments ab and cd cross properly: in one point, which is inside both. Ends that
 * touch and segments in line do not cross. `out` gets the point, each axis rounded by
 * floor(x + 1/2) from its exact value, so it is the same whichever of the eight orders of ends and
 * segments is given, and shifts with them. It lies within the boxes of both segments. Untouched
 * when they do not cross. |coordinate| <= PAWL_COORD_MAX. */
bool pawli_crossing(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d, pawl_vec2 *out);

#endif
