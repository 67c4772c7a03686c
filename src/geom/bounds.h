/* bounds.h - boxes around points and boxes. */
#ifndef PAWLI_BOUNDS_H
#define PAWLI_BOUNDS_H

#include "pawl/vec.h"

static inline void pawli_bounds_add(pawl_box *box, pawl_vec2 point) {
    box->lower = pawl_vec2_make(pawl_min(box->lower.x, point.x), pawl_min(box->lower.y, point.y));
    box->upper = pawl_vec2_make(pawl_max(box->upper.x, point.x), pawl_max(box->upper.y, point.y));
}

/* Of at least one point. */
static inline pawl_box pawli_bounds_of(const pawl_vec2 *points, uint32_t count) {
    pawl_box box = {points[0], points[0]};
    for (uint32_t i = 1; i < count; i++)
        pawli_bounds_add(&box, points[i]);
    return box;
}

/* The box around two. */
static inline pawl_box pawli_bounds_join(pawl_box a, pawl_box b) {
    a.lower = pawl_vec2_make(pawl_min(a.lower.x, b.lower.x), pawl_min(a.lower.y, b.lower.y));
    a.upper = pawl_vec2_make(pawl_max(a.upper.x, b.upper.x), pawl_max(a.upper.y, b.upper.y));
    return a;
}

#endif
