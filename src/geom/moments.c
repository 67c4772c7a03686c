/* moments.c - area, centroid, second moment and inner radius of any convex, by what its kind has.
 *
 * As in convex.c, a program that makes no circles or polygons has no sums for them either. */
#include "geom/moments.h"

#include "base/optional.h"
#include "geom/circle.h"
#include "geom/rectangle.h"

PAWLI_OPTIONAL(pawli_circle_sum_area);
PAWLI_OPTIONAL(pawli_moments_outline_sum_area);
PAWLI_OPTIONAL(pawli_moments_outline_inner_radius);

void pawli_moments_sum_area(const pawl_convex *shape, pawli_area_sums *out) {
    pawl_convex box;
    if (shape->count == 1) {
        pawli_circle_sum_area(shape, out);
    } else if (pawli_rectangle_find(shape->vertices, shape->count, shape->radius, &box)) {
        pawli_rectangle_sum_area(&box, out);
    } else {
        pawli_moments_outline_sum_area(shape, out);
    }
}

/* k^2 = I / A = (12 I) / (6 * 2 A). */
void pawli_moments_find(const pawl_convex *shape, pawli_moments *out) {
    pawli_area_sums sums;
    pawli_moments_sum_area(shape, &sums);
    const int unit = -2 * (16 + sums.up); /* exponent of one square unit of length */
    const int drop = 64 - pawli_int128_leading_zeros(sums.twelvefold_inertia.high);
    const uint64_t inertia = pawli_int128_shift_near(sums.twelvefold_inertia, drop);
    const uint64_t doubled_area = (uint64_t)sums.doubled_area;
    out->center = sums.center;
    out->area = pawli_scaled_make(doubled_area, unit - 1);
    out->gyration_squared = pawli_scaled_divide(
        pawli_scaled_make(inertia, drop + 2 * unit),
        pawli_scaled_multiply(pawli_scaled_make(doubled_area, unit), pawli_scaled_make(6, 0)));
}

pawl_fx pawli_moments_inner_radius(const pawl_convex *shape) {
    pawl_convex box;
    if (shape->count < 3) return shape->radius;
    if (pawli_rectangle_find(shape->vertices, shape->count, shape->radius, &box))
        return pawl_min(box.vertices[2].x, box.vertices[2].y);
    return pawli_moments_outline_inner_radius(shape);
}
