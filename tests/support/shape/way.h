/* way.h - how deep a straight way leads into a shape, in long double, for the tests of casts. */
#ifndef TEST_WAY_H
#define TEST_WAY_H

#include <string.h>

#include "support/shape/convex.h"

/* `moving` after a share t of a translation. */
placed moved(const placed *moving, pawl_vec2 translation, long double t);

/* Signed distance of two placed shapes, radii included. */
static inline long double gap_of(const placed *fixed, const placed *moving) {
    return core_separation(fixed, moving) - fixed->radius - moving->radius;
}

/* The smallest gap on the way from 0 to t. A gap along a straight way is a convex function, so
 * a golden section finds it. */
long double least_gap(const placed *fixed, const placed *moving, pawl_vec2 translation,
                      long double t);

/* Whether a hit is that of a cast that lies elsewhere by `shift`. */
bool is_shifted_hit(const pawl_cast_hit *got, const pawl_cast_hit *want, pawl_vec2 shift);

/* How far `moving` lies beyond `fixed` along a direction: at least their gap when it is the
 * normal of a touch. */
long double gap_along(const placed *fixed, const placed *moving, pawl_rot normal);

#endif
