/* field_outline.c - the part of a shape that is in an area: its size and its centroid.
 *
 * A rounded shape is the Minkowski sum of its core and a disc. The disc becomes a regular polygon
 * of 32 sides with the same area, and the sum of two convex polygons is a merge of their edges
 * by direction (de Berg et al., Computational Geometry, 3rd ed., 13.3). The polygon stands upright
 * however the shape is turned, so that its corners do not turn a ball in level water. Clipping is
 * Sutherland and Hodgman's (Reentrant Polygon Clipping, CACM 17, 1974), one side of the area after
 * the other.
 *
 * Range: a shape reaches at most 2^30 raw units from the center of its body, and so does all that
 * is left of it; differences are below 2^31. Rotated vertices are rounded, so an outline may be
 * concave by a raw unit: nothing here relies on more than a closed polygon. */
#include "field/field_outline.h"

#include "base/assert.h"
#include "fx/int128.h"
#include "fx/round.h"

/* sqrt(pi / (16 sin(pi / 16))) in Q2.30: the circumradius of the polygon of 32 sides that has the
 * area of the unit disc. */
#define ROUND_RADIUS INT64_C(1077201507)

static int lowest_of(const pawl_vec2 *points, int count) {
    int lowest = 0;
    for (int i = 1; i < count; i++) {
        if (points[i].y < points[lowest].y) lowest = i;
    }
    return lowest;
}

/* Corner k of the polygon that stands for a disc; corner 0 is its lowest point. */
static pawl_vec2 disc_corner(int k, pawl_fx radius) {
    const pawl_fx reach = pawli_near32(radius * ROUND_RADIUS, 30);
    const pawl_angle angle = PAWL_TURN(3, 4) + (pawl_angle)k * PAWL_TURN(1, PAWLI_ROUND_SIDES);
    return pawl_rotate(pawl_rot_from_angle(angle), pawl_vec2_make(reach, 0));
}

/* Both polygons start at their lowest point and turn left, so their edges come in order of
 * direction and the next of the sum is the one that points farther to the right. */
static void add_rounding(const pawl_vec2 *core, int count, pawl_fx radius,
                         pawli_field_outline *out) {
    int i = lowest_of(core, count), k = 0, left = count == 1 ? 0 : count;
    pawl_vec2 corner = disc_corner(0, radius);
    out->count = 0;
    while (left > 0 || k < PAWLI_ROUND_SIDES) {
        PAWL_ASSERT(out->count < PAWL_POLYGON_MAX + PAWLI_ROUND_SIDES);
        out->points[out->count++] = pawl_vec2_add(core[i], corner);
        const int next = i + 1 < count ? i + 1 : 0;
        const pawl_vec2 next_corner = disc_corner(k + 1, radius);
        const int64_t turn =
            pawl_vec2_cross(pawl_vec2_sub(core[next], core[i]), pawl_vec2_sub(next_corner, corner));
        const bool take_core = left > 0 && (k == PAWLI_ROUND_SIDES || turn >= 0);
        const bool take_round = k < PAWLI_ROUND_SIDES && (left == 0 || turn <= 0);
        if (take_core) {
            i = next;
            left--;
        }
        if (take_round) {
            corner = next_corner;
            k++;
        }
    }
}

void pawli_field_outline_make(const pawl_convex *convex, const pawli_frame *frame,
                              pawli_field_outline *out) {
    PAWL_ASSERT(convex->count >= 1);
    PAWL_ASSERT(convex->count <= PAWL_POLYGON_MAX);
    pawl_vec2 core[PAWL_POLYGON_MAX];
    for (int i = 0; i < convex->count; i++) {
        core[i] = pawl_rotate(frame->rotation, pawl_vec2_sub(convex->vertices[i], frame->center));
    }
    if (convex->radius > 0) {
        add_rounding(core, convex->count, convex->radius, out);
        return;
    }
    out->count = convex->count;
    for (int i = 0; i < convex->count; i++)
        out->points[i] = core[i];
}

/* Where a line from p, inside at a height of `high` > 0, to q, outside at -`low` < 0, crosses the
 * side. Heights are below 2^63, so their sum fits; of its 64 bits the upper 33 are kept, and the
 * fraction is good to 2^-29: two raw units on the longest line, nothing on a common one. */
static pawl_vec2 cut_between(pawl_vec2 p, uint64_t high, pawl_vec2 q, uint64_t low) {
    uint64_t sum = high + low;
    const int shift = 31 - pawli_int128_leading_zeros(sum);
    if (shift > 0) {
        sum >>= shift;
        high >>= shift;
    }
    const int64_t fraction = (int64_t)((high << 30) / sum); /* Q2.30, at most 1 */
    const pawl_vec2 line = pawl_vec2_sub(q, p);
    return pawl_vec2_make(pawl_add(p.x, pawli_near32(line.x * fraction, 30)),
                          pawl_add(p.y, pawli_near32(line.y * fraction, 30)));
}

/* Only an outline that is concave by rounding crosses a side more than twice; what it would add
 * beyond the room that there is cannot be told from its neighbors. */
static void append_point(pawli_field_outline *outline, pawl_vec2 point) {
    if (outline->count < PAWLI_FIELD_OUTLINE_MAX) outline->points[outline->count++] = point;
}

static void clip_by(pawli_field_outline *outline, const pawli_half_plane *side) {
    const pawli_field_outline whole = *outline;
    outline->count = 0;
    for (int i = 0; i < whole.count; i++) {
        const pawl_vec2 p = whole.points[i];
        const pawl_vec2 q = whole.points[i + 1 < whole.count ? i + 1 : 0];
        const int64_t at_p = pawli_side_of(side, p), at_q = pawli_side_of(side, q);
        if (at_p >= 0) append_point(outline, p);
        /* Always from the inside, so that a line is cut at the same point from both ends. */
        if (at_p > 0 && at_q < 0) {
            append_point(outline, cut_between(p, pawli_magnitude(at_p), q, pawli_magnitude(at_q)));
        }
        if (at_p < 0 && at_q > 0) {
            append_point(outline, cut_between(q, pawli_magnitude(at_q), p, pawli_magnitude(at_p)));
        }
    }
}

void pawli_field_outline_clip(pawli_field_outline *outline, const pawl_area *area,
                              pawl_vec2 origin) {
    for (int i = 0; i < pawli_area_sides(area) && outline->count > 0; i++) {
        const pawli_half_plane side = pawli_area_side(area, i, origin);
        clip_by(outline, &side);
    }
}

/* As in geom/moments.c: 2 A = sum c and 6 A x = sum (v.x + w.x) c with c = cross(v, w), relative to
 * the first point. The triangles lie side by side, so their sum is below 2^61; three times that is
 * below 2^63. */
int64_t pawli_field_outline_measure(const pawli_field_outline *outline, pawl_vec2 *centroid) {
    const pawl_vec2 first = outline->points[0];
    pawli_int128 x = {0, 0}, y = {0, 0};
    int64_t doubled = 0;
    for (int i = 1; i + 1 < outline->count; i++) {
        const pawl_vec2 v = pawl_vec2_sub(outline->points[i], first);
        const pawl_vec2 w = pawl_vec2_sub(outline->points[i + 1], first);
        const int64_t cross = pawl_vec2_cross(v, w);
        doubled += cross;
        x = pawli_int128_add(x, pawli_int128_multiply(cross, (int64_t)v.x + w.x));
        y = pawli_int128_add(y, pawli_int128_multiply(cross, (int64_t)v.y + w.y));
    }
    if (doubled <= 0) return 0;
    const pawl_fx dx = pawl_saturate(pawli_int128_divide_near(x, 3 * doubled));
    const pawl_fx dy = pawl_saturate(pawli_int128_divide_near(y, 3 * doubled));
    *centroid = pawl_vec2_add(first, pawl_vec2_make(dx, dy));
    return doubled;
}
