/* hull.c - convex hull of any points, in place.
 *
 * Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions" (1979). The
 * line from the lowest to the highest point splits the others into a right chain, going up, and
 * a left chain, coming down. Sorting by (chain, order along it) puts all points into one
 * counter-clockwise round, so that one scan over the array builds the hull in its front part.
 *
 * The sort is a heap sort of our own: qsort may differ between libraries. Equal keys are equal
 * points, so its instability is invisible. Overflow: coordinates are within PAWL_COORD_MAX, so
 * differences fit 32 bits, and a cross product of two of them 63. */
#include "geom/predicate.h"
#include "pawl/shape.h"

#define HULL_POINTS_MAX 65535

/* Lower, then farther left. */
static bool is_below(pawl_vec2 a, pawl_vec2 b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* The lowest and the highest point of all. */
typedef struct hull_axis {
    pawl_vec2 bottom, top;
} hull_axis;

static hull_axis find_axis(const pawl_vec2 *points, int32_t count) {
    hull_axis ends = {points[0], points[0]};
    for (int32_t i = 1; i < count; i++) {
        if (is_below(points[i], ends.bottom)) ends.bottom = points[i];
        if (is_below(ends.top, points[i])) ends.top = points[i];
    }
    return ends;
}

/* Whether a comes before b on the round. Points on the axis itself belong to the right chain. */
static bool hull_precedes(const hull_axis *ends, pawl_vec2 a, pawl_vec2 b) {
    const bool a_left = pawli_orient(ends->bottom, ends->top, a) > 0;
    const bool b_left = pawli_orient(ends->bottom, ends->top, b) > 0;
    if (a_left != b_left) return b_left;
    return a_left ? is_below(b, a) : is_below(a, b);
}

/* Williams, Heapsort (1964): let the point at `index` sink until both children come before it. */
static void sift_down(const hull_axis *ends, pawl_vec2 *points, int32_t index, int32_t count) {
    const pawl_vec2 moved = points[index];
    for (int32_t child = 2 * index + 1; child < count; child = 2 * index + 1) {
        if (child + 1 < count && hull_precedes(ends, points[child], points[child + 1])) child++;
        if (!hull_precedes(ends, moved, points[child])) break;
        points[index] = points[child];
        index = child;
    }
    points[index] = moved;
}

static void sort_round(const hull_axis *ends, pawl_vec2 *points, int32_t count) {
    for (int32_t i = count / 2 - 1; i >= 0; i--)
        sift_down(ends, points, i, count);
    for (int32_t last = count - 1; last > 0; last--) {
        const pawl_vec2 largest = points[0];
        points[0] = points[last];
        points[last] = largest;
        sift_down(ends, points, 0, last);
    }
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
        if (points[i].x > PAWL_COORD_MAX || points[i].x < -PAWL_COORD_MAX) return PAWL_ERR_RANGE;
        if (points[i].y > PAWL_COORD_MAX || points[i].y < -PAWL_COORD_MAX) return PAWL_ERR_RANGE;
    }
    if (hull != points) {
        for (int32_t i = 0; i < count; i++)
            hull[i] = points[i];
    }
    const hull_axis ends = find_axis(hull, count);
    sort_round(&ends, hull, count);
    return scan_round(hull, count);
}
