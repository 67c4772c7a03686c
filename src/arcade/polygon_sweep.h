/* polygon_sweep.h - internal: two shapes, one of them at least a polygon. */
#ifndef PAWLI_POLYGON_SWEEP_H
#define PAWLI_POLYGON_SWEEP_H

#include "arcade/arcade.h"

/* As pawli_arcade_shape_overlap and pawli_arcade_shape_meet; *out is zero on entry of the second.
 */
bool pawli_polygon_sweep_overlap(const pawli_arcade_pair *pair, pawl_translation *out);
void pawli_polygon_sweep_meet(const pawli_arcade_pair *pair, pawl_vec2 move,
                              pawl_arcade_meeting *out);

#endif
