/* circle.c - circles, and how much they weigh. Apart from the others: this takes the collision of
 * circles into a program, which one without them does not have (base/optional.h).
 *
 * Overflow: a scaled radius is below 2^29, its square below 2^58, the doubled area below 2^61 and
 * twelve times the inertia below 2^121. */
#include "geom/circle.h"

#include "base/optional.h"
#include "fx/product.h"
#include "fx/range.h"
#include "geom/predicate.h"

#include <string.h>

PAWLI_MARK(pawli_circle_mark);
PAWLI_PULLS(pulls_circles, pawli_collide_round_mark);

pawl_status pawl_make_circle(pawl_vec2 center, pawl_fx radius, pawl_convex *out) {
    if (out == NULL) return PAWL_ERR_NULL;
    if (!pawli_in_range(radius, PAWL_SIZE_MIN, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    if (!pawli_is_disc_in_range(center, radius)) return PAWL_ERR_RANGE;
    memset(out, 0, sizeof *out);
    out->vertices[0] = center;
    out->radius = radius;
    out->count = 1;
    return PAWL_OK;
}

/* 12 I = 6 A r^2. */
void pawli_circle_sum_area(const pawl_convex *circle, pawli_area_sums *out) {
    out->up = pawli_moments_scale(circle->radius);
    const int32_t radius = circle->radius * (INT32_C(1) << out->up);
    const uint64_t disc = pawli_moments_doubled_disc(radius);
    const uint64_t squared = (uint64_t)pawli_product(radius, radius);
    out->doubled_area = (int64_t)disc;
    out->twelvefold_inertia = pawli_int128_multiply_unsigned(disc, 3 * squared);
    out->center = circle->vertices[0];
}
