/* circle_box.h - internal: two circles, or boxes whose sides lie along the axes, or one of each. */
#ifndef PAWLI_CIRCLE_BOX_H
#define PAWLI_CIRCLE_BOX_H

#include "pawl/arcade.h"

/* Their Minkowski difference is a box, or a point, grown by a radius. */
typedef struct pawli_circle_box {
    pawl_vec2 offset; /* its center: b's minus a's */
    pawl_vec2 reach;  /* half extents of the box; 0 of two circles */
    pawl_fx radius;   /* sum of the radii; 0 of two boxes */
} pawli_circle_box;

/* Whether they touch or overlap, exactly; then the normal from a to b, and the depth and move of b
 * that part them, rounded outward. */
bool pawli_circle_box_overlap(const pawli_circle_box *round, pawl_translation *out);

/* The same with a moving; *out is zero on entry. Range: |move| <= 2^30 on each axis. */
void pawli_circle_box_meet(const pawli_circle_box *round, pawl_vec2 move, pawl_arcade_meeting *out);

/* The origin's way into the circle around a corner, outside of which it starts: what *out says, or
 * a hit, if that is earlier. Range: radius <= 2^29. */
void pawli_circle_box_meet_corner(int64_t x, int64_t y, pawl_vec2 move, pawl_fx radius,
                                  pawl_arcade_meeting *out);

#endif
