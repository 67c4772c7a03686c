/* way.c - what way.h declares. */
#include "support/shape/way.h"

placed moved(const placed *moving, pawl_vec2 translation, long double t) {
    placed out = *moving;
    for (int i = 0; i < out.count; i++) {
        out.vertices[i].x += t * translation.x;
        out.vertices[i].y += t * translation.y;
    }
    return out;
}

long double least_gap(const placed *fixed, const placed *moving, pawl_vec2 translation,
                      long double t) {
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

bool is_shifted_hit(const pawl_cast_hit *got, const pawl_cast_hit *want, pawl_vec2 shift) {
    const pawl_vec2 point = want->hit ? pawl_vec2_add(want->point, shift) : want->point;
    return got->hit == want->hit && got->inside == want->inside &&
           got->fraction == want->fraction && memcmp(&got->point, &point, sizeof point) == 0 &&
           memcmp(&got->normal, &want->normal, sizeof got->normal) == 0;
}

long double gap_along(const placed *fixed, const placed *moving, pawl_rot normal) {
    const long double c = normal.c / (long double)PAWL_UNIT, s = normal.s / (long double)PAWL_UNIT;
    long double lowest = HUGE_VALL, highest = -HUGE_VALL;
    for (int i = 0; i < fixed->count; i++)
        highest = fmaxl(highest, c * fixed->vertices[i].x + s * fixed->vertices[i].y);
    for (int i = 0; i < moving->count; i++)
        lowest = fminl(lowest, c * moving->vertices[i].x + s * moving->vertices[i].y);
    return lowest - highest - fixed->radius - moving->radius;
}
