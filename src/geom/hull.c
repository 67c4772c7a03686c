/* hull.c - convex hull of any points, in place.
 *
 * Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979). The
 * line from the lowest to the highest point splits the others into a right chain, going up, and
 * a left chain, coming down. Sorting by (chain, order along it) puts all points into one
 * counter-clockwise round, so that one scan over the array builds the hull in its front part.
 *
 * Equal keys are equal points, so it does not matter that the sort is not stable. Overflow:
 * coordinates are within PAWL_COORD_MAX, so differences fit 32 bits, and a cross product of two of
 * them 63. */
#include "geom/predicate.h"
#include "pawl/convex.h"
#include "base/sort.h"
#include "fx/range.h"

#define HULL_POINTS_MAX 65535

/* The lowest and the highest point of all. */
typedef struct hull_axis {
    pawl_vec2 bottom, top;
} hull_axis;

static hull_axis find_axis(const pawl_vec2 *points, int32_t count) {
    hull_axis ends = {points[0], points[0]};
    for (int32_t i = 1; i < count; i++) {
        if (pawli_is_lower(points[i], ends.bottom)) ends.bottom = points[i];
        if (pawli_is_lower(ends.top, points[i])) ends.top = points[i];
    }
    return ends;
}

/* Whether a comes before b on the round. Points on the axis itself belong to the right chain. */
static bool hull_precedes(const void *context, const void *first, const void *second) {
    const hull_axis *const ends = context;
    const pawl_vec2 a = *(const pawl_vec2 *)first, b = *(const pawl_vec2 *)second;
    const bool a_left = pawli_orient(ends->bottom, ends->top, a) > 0;
    const bool b_left = pawli_orient(ends->bottom, ends->top, b) > 0;
    if (a_left != b_left) return b_left;
    return a_left ? pawli_is_lower(b, a) : pawli_is_lower(a, b);
}

/* How many of the first `count` hull points stay when `next` follows: each one that is not
 * a strict left turn goes. The first point, an extreme one, always stays. */
static int32_t drop_turns(const pawl_vec2 *hull, int32_t count, pawl_vec2 next) {
    while (count >= 2 && pawli_orient(hull[count - 2], hull[count - 1], next) <= 0)
        count--;
    return count;
}

/* The hull never grows past the point being read, so it may overwrite the array. */
static int32_t scan_round(pawl_vec2 *points, int32_t count) {
    int32_t kept = 1;
    for (int32_t i = 1; i < count; i++) {
        if (pawli_is_same_point(points[i], points[kept - 1])) continue;
        kept = drop_turns(points, kept, points[i]);
        points[kept++] = points[i];
    }
    return kept < 3 ? kept : drop_turns(points, kept, points[0]);
}

int32_t pawl_hull(const pawl_vec2 *points, int32_t count, pawl_vec2 *hull) {
    if (points == NULL || hull == NULL) return PAWL_ERR_NULL;
    if (count <= 0) return PAWL_ERR_ARGUMENT;
    if (count > HULL_POINTS_MAX) return PAWL_ERR_RANGE;
    for (int32_t i = 0; i < count; i++) {
        if (!pawli_is_position(points[i])) return PAWL_ERR_RANGE;
    }
    if (hull != points) {
        for (int32_t i = 0; i < count; i++)
            hull[i] = points[i];
    }
    const hull_axis ends = find_axis(hull, count);
    pawli_sort(hull, (uint32_t)count, sizeof *hull, hull_precedes, &ends);
    return scan_round(hull, count);
}
