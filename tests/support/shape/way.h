/* way.h - how deep a straight way leads into a shape, in long double, for the tests of casts. */
#ifndef TEST_WAY_H
#define TEST_WAY_H

#include <string.h>

#include "support/shape/convex.h"

/* `moving` after a share t of a translation. */
static inline placed moved(const placed *moving, pawl_vec2 translation, long double t) {
    placed out = *moving;
    for (int i = 0; i < out.count; i++) {
        out.vertices[i].x += t * translation.x;
        out.vertices[i].y += t * translation.y;
    }
    return out;
}

/* Signed distance of two placed shapes, radii included. */
static inline long double gap_of(const placed *fixed, const placed *moving) {
    return core_separation(fixed, moving) - fixed->radius - moving->radius;
}

/* The smallest gap on the way from 0 to t. A gap along a straight way is a convex function, so
 * a golden section finds it. */
static inline long double least_gap(const placed *fixed, const placed *moving,
                                    pawl_vec2 translation, long double t) {
    long double low = 0, high = t, best = HUGE_VALL;
    for (int i = 0; i < 48; i++) {
        const long double third = (high - low) / 3;
        const placed a = moved(moving, translation, low + third);
        const placed b = moved(moving, translation, high - third);
        const long double gap_a = gap_of(fixed, &a), gap_b = gap_of(fixed, &b);
        best = fminl(best, fminl(gap_a, gap_b));
        if (gap_a < gap_b) {
            high -= third;
        } else {
            low += third;
        }
    }
    const placed end = moved(moving, translation, t);
    return fminl(best, fminl(gap_of(fixed, moving), gap_of(fixed, &end)));
}

/* Whether a hit is that of a cast that lies elsewhere by `shift`. */
static inline bool is_shifted_hit(const pawl_cast_hit *got, const pawl_cast_hit *want,
                                  pawl_vec2 shift) {
    const pawl_vec2 point = want->hit ? pawl_vec2_add(want->point, shift) : want->point;
    return got->hit == want->hit && got->inside == want->inside &&
           got->fraction == want->fraction && memcmp(&got->point, &point, sizeof point) == 0 &&
           memcmp(&got->normal, &want->normal, sizeof got->normal) == 0;
}

/* How far `moving` lies beyond `fixed` along a direction: at least their gap when it is the
 * normal of a touch. */
static inline long double gap_along(const placed *fixed, const placed *moving, pawl_rot normal) {
    const long double c = normal.c / (long double)PAWL_UNIT, s = normal.s / (long double)PAWL_UNIT;
    long double lowest = HUGE_VALL, highest = -HUGE_VALL;
    for (int i = 0; i < fixed->count; i++)
        highest = fmaxl(highest, c * fixed->vertices[i].x + s * fixed->vertices[i].y);
    for (int i = 0; i < moving->count; i++)
        lowest = fminl(lowest, c * moving->vertices[i].x + s * moving->vertices[i].y);
    return lowest - highest - fixed->radius - moving->radius;
}

#endif
