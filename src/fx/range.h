/* range.h - whether numbers lie within limits. */
#ifndef PAWLI_RANGE_H
#define PAWLI_RANGE_H

#include "pawl/vec.h"

/* How far a coordinate or an angle may go in a step: PAWL_STEP_MAX in Q10.22. */
#define PAWLI_STEP_MOVE_MAX ((int32_t)(PAWL_STEP_MAX >> 16) * (INT32_C(1) << 22))

static inline bool pawli_in_range(pawl_fx value, pawl_fx low, pawl_fx high) {
    return value >= low && value <= high;
}

/* Both axes within +-most. */
static inline bool pawli_vec_in_range(pawl_vec2 v, pawl_fx most) {
    return v.x >= -most && v.x <= most && v.y >= -most && v.y <= most;
}

/* Where a point of the world may be. */
static inline bool pawli_is_position(pawl_vec2 point) {
    return pawli_vec_in_range(point, PAWL_COORD_MAX);
}

#endif
