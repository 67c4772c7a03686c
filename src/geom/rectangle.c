/* rectangle.c - boxes around their own centers: what most programs have, and many nothing else.
 *
 * They are the one kind of convex that each program can make and weigh, so all of it is here, in a
 * closed form: the bits are those of polygon.c and moments_outline.c.
 *
 * Overflow: half extents are below 2^29 and so is the half diagonal, so 8wh < 2^60, 16wh < 2^61 and
 * ww + hh <= 2^58. */
#include "geom/rectangle.h"

#include "fx/product.h"
#include "fx/range.h"
#include "geom/predicate.h"

#include <string.h>

pawl_status pawl_make_box(pawl_fx half_width, pawl_fx half_height, pawl_convex *out) {
    const pawl_vec2 half = {half_width, half_height};
    if (out == NULL) return PAWL_ERR_NULL;
    if (!pawli_in_range(half_width, PAWL_SIZE_MIN, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    if (!pawli_in_range(half_height, PAWL_SIZE_MIN, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    if (!pawli_is_disc_in_range(half, 0)) return PAWL_ERR_RANGE;
    memset(out, 0, sizeof *out);
    out->vertices[0] = pawl_vec2_make(-half_width, -half_height);
    out->vertices[1] = pawl_vec2_make(half_width, -half_height);
    out->vertices[2] = half;
    out->vertices[3] = pawl_vec2_make(-half_width, half_height);
    out->normals[0].s = out->normals[3].c = -PAWL_UNIT;
    out->normals[1].c = out->normals[2].s = PAWL_UNIT;
    out->count = 4;
    return PAWL_OK;
}

bool pawli_rectangle_find(const pawl_vec2 *vertices, int32_t count, pawl_fx radius,
                          pawl_convex *out) {
    if (count != 4 || radius != 0) return false;
    if (pawl_make_box(vertices[2].x, vertices[2].y, out) != PAWL_OK) return false;
    for (int i = 0; i < 4; i++) {
        if (!pawli_is_same_point(vertices[i], out->vertices[i])) return false;
    }
    return true;
}

/* With half extents w and h: A = 4wh and I = A (ww + hh) / 3. */
void pawli_rectangle_sum_area(const pawl_convex *box, pawli_area_sums *out) {
    const pawl_vec2 half = box->vertices[2];
    const int64_t product = pawli_product(half.x, half.y);
    out->doubled_area = 8 * product;
    out->twelvefold_inertia = pawli_int128_multiply_unsigned((uint64_t)(16 * product),
                                                             (uint64_t)pawl_vec2_dot(half, half));
    out->center = pawl_vec2_make(0, 0);
    out->up = 0;
}
