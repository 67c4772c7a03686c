/* polygon_sweep.c - two shapes of an arcade, one of them at least a polygon, still and swept.
 *
 * collide/difference.c makes their Minkowski difference b - a, exactly, and the outline then
 * answers as for collide.h.
 *
 * Ranges: half extents and polygons are at most 2^28 from their position, so a difference is less
 * than 2^30 wide; positions are 2^31 apart at most, moves with respect to each other 2^30 long. */
#include "arcade/polygon_sweep.h"

#include "arcade/circle_box.h"
#include "collide/outline.h"
#include "fx/int128.h"
#include "fx/isqrt.h"

#include <string.h>

#if PAWL_ARCADE_POLYGONS
/* The outline of a difference, and what it points at. */
typedef struct sweep_outline {
    pawli_difference difference;
    pawl_convex box;
} sweep_outline;

/* Where a polygon takes part. */
static const pawli_outline *make_sweep_outline(const pawli_arcade_pair *pair, sweep_outline *out) {
    const pawl_rot still = {PAWL_UNIT, 0};
    const pawli_frame frame_a = {{0, 0}, still, {0, 0}};
    const pawli_frame frame_b = {pair->offset, still, {0, 0}};
    pawli_difference_make(pawli_arcade_prototype_convex(pair->arcade, pair->b, &out->box), &frame_b,
                          pawli_arcade_prototype_convex(pair->arcade, pair->a, &out->box), &frame_a,
                          &out->difference);
    return &out->difference.outline;
}

static pawl_rot opposite_normal(pawl_rot normal) {
    const pawl_rot result = {-normal.c, -normal.s};
    return result;
}

/* The way out of the difference is that of a. */
static void leave_outline(const pawli_outline *outline, pawl_translation *out) {
    pawli_translation_leave(outline, out);
    out->normal = opposite_normal(out->normal);
    out->move = pawl_vec2_make(-out->move.x, -out->move.y);
}

bool pawli_polygon_sweep_overlap(const pawli_arcade_pair *pair, pawl_translation *out) {
    sweep_outline f;
    const pawli_outline *const outline = make_sweep_outline(pair, &f);
    if (!pawli_outline_contains(outline)) return false;
    leave_outline(outline, out);
    return true;
}

/* ---- with a radius --------------------------------------------------------------------------- */

/* An outline that is grown by a radius is left of its polygon's edges, moved outward, and of
 * circles around its corners: the path enters where it first enters one of these. Corners are exact
 * (circle_box.c). A moved edge is met when the height above the edge, in units of the edge's
 * length, has come down to radius * length, a root that is taken with so many bits that the
 * fraction is within a raw unit unless the whole movement comes nearer by less than 2^-6 of one. */

/* value * 2^bits, 0 <= bits < 128, where nothing is lost. */
static pawli_int128 int128_shift_up(pawli_int128 value, int bits) {
    if (bits >= 64) {
        value.high = value.low;
        value.low = 0;
        bits -= 64;
    }
    if (bits > 0) {
        value.high = value.high << bits | value.low >> (64 - bits);
        value.low <<= bits;
    }
    return value;
}

/* The root of 0 < value < 2^124, times 2^*shift, rounded down: below 2^63. 0 <= *shift <= 30.
 * Source: Zimmermann, Karatsuba Square Root (1999), with halves of 32 bits. */
static uint64_t root_of(pawli_int128 value, int *shift) {
    const int zeros = value.high != 0 ? pawli_int128_leading_zeros(value.high)
                                      : 64 + pawli_int128_leading_zeros(value.low);
    *shift = zeros / 2 - 1;
    value = int128_shift_up(value, 2 * *shift);
    const uint64_t upper = pawli_isqrt_floor(value.high), remainder = value.high - upper * upper;
    uint64_t root = (upper << 32) + (remainder << 32 | value.low >> 32) / (2 * upper);
    while (pawli_int128_compare(pawli_int128_multiply_unsigned(root, root), value) > 0)
        root--;
    if (*shift > 30) {
        root >>= *shift - 30;
        *shift = 30;
    }
    return root;
}

/* An edge of an outline, seen from the start of a path. */
typedef struct rim {
    int64_t x, y;   /* its first vertex */
    pawl_vec2 edge; /* from there to the next */
    pawl_vec2 move;
    pawl_fx radius;
} rim;

#define RIM_NEVER INT64_MAX

/* When the path comes down to the line of the moved edge, in 2^-30, rounded down. |x|, |y| <= 2^31
 * and |edge| <= 2^30: the height is below 2^62, and the numerator below 2^92. */
static int64_t meet_line(const rim *r) {
    const int64_t height = r->edge.x * r->y - r->edge.y * r->x;
    const int64_t closer = pawl_vec2_cross(r->edge, r->move);
    if (closer <= 0 || height <= 0) return RIM_NEVER;
    int shift;
    const pawli_int128 width = {
        0, root_of(pawli_int128_multiply_unsigned((uint64_t)((int64_t)r->radius * r->radius),
                                                  (uint64_t)pawl_vec2_dot(r->edge, r->edge)),
                   &shift)};
    const pawli_int128 gap =
        pawli_int128_subtract(pawli_int128_multiply(height, INT64_C(1) << shift), width);
    if (pawli_int128_sign(gap) < 0) return RIM_NEVER;
    return pawli_int128_divide_floor(int128_shift_up(gap, 30 - shift), closer);
}

/* Whether it does so between the ends of the edge: after one unit of the fraction more, where it
 * has come down for certain, the path is beyond neither. When it passes an end within that unit,
 * the circle there knows better. Coming from outside it is beneath the moved edge as soon as it is
 * beside it, so it has met the circle at this fraction or meets the edge; going out it has met the
 * circle within the unit if it came down in time, and may miss it if not. */
static bool is_between_ends(const rim *r, int64_t fraction) {
    const int64_t rate = pawl_vec2_dot(r->edge, r->move);
    const int64_t begin = r->edge.x * r->x + r->edge.y * r->y;
    const int64_t after = fraction < PAWL_UNIT ? fraction + 1 : PAWL_UNIT;
    const pawli_int128 place = pawli_int128_subtract(pawli_int128_multiply(rate, after),
                                                     pawli_int128_multiply(begin, PAWL_UNIT));
    const pawli_int128 length = pawli_int128_multiply(pawl_vec2_dot(r->edge, r->edge), PAWL_UNIT);
    return pawli_int128_sign(place) >= 0 && pawli_int128_compare(place, length) <= 0;
}

/* Whether the end of the path lies in or on the outline. */
static bool ends_inside(const pawli_outline *outline, pawl_vec2 move) {
    pawli_outline end = *outline;
    end.x -= move.x;
    end.y -= move.y;
    return pawli_outline_contains(&end);
}

/* Over the corner at the beginning of an edge. Of several that are met within one unit of the
 * fraction it is the one whose direction is between its own edges, where no other stands out. */
static void enter_corner(const pawli_outline *outline, int32_t index, const rim *r,
                         pawl_arcade_meeting *out) {
    pawl_arcade_meeting met;
    met.hit = false;
    pawli_circle_box_meet_corner(r->x, r->y, r->move, r->radius, &met);
    if (!met.hit || (out->hit && met.fraction > out->fraction)) return;
    const pawl_rot outward = opposite_normal(met.normal);
    const pawl_rot within = pawli_outline_between_edges(outline, index, outward);
    const bool is_own = within.c == outward.c && within.s == outward.s;
    if (out->hit && met.fraction == out->fraction && !is_own) return;
    out->hit = true;
    out->fraction = met.fraction;
    out->normal = opposite_normal(within);
}

static void enter_grown(const pawli_outline *outline, pawl_vec2 move, pawl_arcade_meeting *out) {
    const int32_t count = outline->count;
    for (int32_t i = 0; i < count; i++) {
        const pawl_vec2 from = outline->vertices[i];
        const pawl_vec2 to = outline->vertices[i + 1 < count ? i + 1 : 0];
        const rim r = {from.x + outline->x, from.y + outline->y, pawl_vec2_sub(to, from), move,
                       outline->radius};
        const int64_t time = meet_line(&r);
        enter_corner(outline, i, &r, out);
        if (time > PAWL_UNIT || !is_between_ends(&r, time)) continue;
        if (time == PAWL_UNIT && !ends_inside(outline, move)) continue;
        if (out->hit && time > out->fraction) continue;
        out->hit = true;
        out->fraction = (pawl_fraction)time;
        out->normal = opposite_normal(outline->normals[i]);
    }
}

/* ---- both -------------------------------------------------------------------------------------
 */

static void enter_sharp(const pawli_outline *outline, pawl_vec2 move, pawl_arcade_meeting *out) {
    pawli_entry entry;
    pawli_outline_enter(outline, move, &entry);
    if (!entry.hit || !pawli_outline_crosses(outline, move)) return;
    out->hit = true;
    out->fraction = entry.fraction;
    out->normal = opposite_normal(entry.normal);
}

void pawli_polygon_sweep_meet(const pawli_arcade_pair *pair, pawl_vec2 move,
                              pawl_arcade_meeting *out) {
    sweep_outline f;
    const pawli_outline *const outline = make_sweep_outline(pair, &f);
    if (pawli_outline_contains(outline)) {
        pawl_translation out_of;
        leave_outline(outline, &out_of);
        out->touching = true;
        out->normal = out_of.normal;
        out->hit = (move.x != 0 || move.y != 0) && pawli_outline_continues(outline, move);
    } else if (outline->radius > 0) {
        enter_grown(outline, move, out);
    } else {
        enter_sharp(outline, move, out);
    }
}

#endif
