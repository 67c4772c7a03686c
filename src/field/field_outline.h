/* field_outline.h - internal: a shape as a polygon that can be cut by an area and measured. */
#ifndef PAWLI_FIELD_OUTLINE_H
#define PAWLI_FIELD_OUTLINE_H

#include "collide/collide.h"
#include "field/area.h"

/* The vertices of a shape, those of its rounding, and one more for each side of an area. */
#define PAWLI_ROUND_SIDES 32
#define PAWLI_FIELD_OUTLINE_MAX (PAWL_POLYGON_MAX + PAWLI_ROUND_SIDES + PAWL_POLYGON_MAX)

/* Counter-clockwise, relative to the position of the frame it was made in, Q16.16. */
typedef struct pawli_field_outline {
    pawl_vec2 points[PAWLI_FIELD_OUTLINE_MAX];
    int count; /* 0: nothing */
} pawli_field_outline;

void pawli_field_outline_make(const pawl_convex *convex, const pawli_frame *frame,
                              pawli_field_outline *out);
/* Leave only what is in an area, of which `origin` is the position of the frame. */
void pawli_field_outline_clip(pawli_field_outline *outline, const pawl_area *area,
                              pawl_vec2 origin);
/* Twice the area, >= 0, Q32.32; the centroid, nearest, where there is any area. */
int64_t pawli_field_outline_measure(const pawli_field_outline *outline, pawl_vec2 *centroid);

#endif
