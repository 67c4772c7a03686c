/* minkowski.c - the sum of two convex polygons.
 *
 * Source: de Berg et al., Computational Geometry (2008), 13.3: the edges of the sum are those of
 * both polygons in the order of their directions, parallel ones joined. From the lowest, then
 * leftmost point on, directions go once around from 0 up to a full turn, so one merge does it.
 *
 * Overflow: points lie within PAWL_COORD_MAX, so edges fit 32 bits, and cross products of two of
 * them 64. Sums of points are checked before any is formed. */
#include "pawl/ring.h"
#include "fx/range.h"
#include "geom/bounds.h"
#include "geom/predicate.h"

/* A polygon on its way around. */
typedef struct contour {
    const pawl_vec2 *points;
    int32_t count;
    int32_t first; /* lowest, then leftmost */
    int32_t at;    /* current point */
    int32_t left;  /* edges still to go */
    pawl_box box;
} contour;

static pawl_vec2 contour_point(const contour *side, int32_t steps) {
    const int64_t index = (int64_t)side->at + steps;
    return side->points[index < side->count ? index : index - side->count];
}

/* The edge from the current point to the next. */
static pawl_vec2 contour_edge(const contour *side) {
    return pawl_vec2_sub(contour_point(side, 1), contour_point(side, 0));
}

static void advance_contour(contour *side) {
    side->at = side->at + 1 < side->count ? side->at + 1 : 0;
    side->left--;
}

/* Whether a direction lies in the second half of a turn: [180, 360) degrees. */
static bool turns_late(pawl_vec2 direction) {
    return direction.y < 0 || (direction.y == 0 && direction.x < 0);
}

/* Negative when direction a comes before b in a turn that begins at 0 degrees, 0 when they are the
 * same. */
static int compare_directions(pawl_vec2 a, pawl_vec2 b) {
    if (turns_late(a) != turns_late(b)) return turns_late(a) ? 1 : -1;
    const int64_t turn = pawl_vec2_cross(a, b);
    return turn > 0 ? -1 : turn < 0 ? 1 : 0;
}

/* Finds first point and box; false when a point is out of range. */
static bool survey(contour *side) {
    side->box.lower = side->box.upper = side->points[0];
    for (int32_t i = 0; i < side->count; i++) {
        const pawl_vec2 point = side->points[i], low = side->points[side->first];
        if (!pawli_is_position(point)) return false;
        if (pawli_is_lower(point, low)) side->first = i;
        pawli_bounds_add(&side->box, point);
    }
    side->at = side->first;
    side->left = side->count > 1 ? side->count : 0;
    return true;
}

/* Whether the directions of the edges rise strictly, from the first point on: then they go around
 * once, and the polygon is convex. Two points are there and back. */
static bool contour_is_convex(contour side) {
    if (side.count == 1) return true;
    pawl_vec2 before = contour_edge(&side);
    if (before.x == 0 && before.y == 0) return false;
    for (advance_contour(&side); side.left > 0; advance_contour(&side)) {
        const pawl_vec2 edge = contour_edge(&side);
        if (edge.x == 0 && edge.y == 0) return false;
        if (compare_directions(before, edge) >= 0) return false;
        before = edge;
    }
    return true;
}

static bool sum_in_range(const contour *a, const contour *b) {
    return (int64_t)a->box.lower.x + b->box.lower.x >= -PAWL_COORD_MAX &&
           (int64_t)a->box.lower.y + b->box.lower.y >= -PAWL_COORD_MAX &&
           (int64_t)a->box.upper.x + b->box.upper.x <= PAWL_COORD_MAX &&
           (int64_t)a->box.upper.y + b->box.upper.y <= PAWL_COORD_MAX;
}

static int32_t merge_contours(contour *a, contour *b, pawl_vec2 *out) {
    int32_t count = 0;
    do {
        out[count++] = pawl_vec2_add(contour_point(a, 0), contour_point(b, 0));
        const int order = a->left == 0   ? 1
                          : b->left == 0 ? -1
                                         : compare_directions(contour_edge(a), contour_edge(b));
        if (order <= 0 && a->left > 0) advance_contour(a);
        if (order >= 0 && b->left > 0) advance_contour(b);
    } while (a->left > 0 || b->left > 0);
    return count;
}

int32_t pawl_minkowski_sum(const pawl_vec2 *a, int32_t count_a, const pawl_vec2 *b, int32_t count_b,
                           pawl_vec2 *out) {
    if (a == NULL || b == NULL || out == NULL) return PAWL_ERR_NULL;
    if (count_a < 1 || count_b < 1) return PAWL_ERR_ARGUMENT;
    if ((int64_t)count_a + count_b > INT32_MAX) return PAWL_ERR_RANGE;
    contour of_a = {.points = a, .count = count_a}, of_b = {.points = b, .count = count_b};
    if (!survey(&of_a) || !survey(&of_b)) return PAWL_ERR_RANGE;
    if (!contour_is_convex(of_a) || !contour_is_convex(of_b)) return PAWL_ERR_GEOMETRY;
    if (!sum_in_range(&of_a, &of_b)) return PAWL_ERR_RANGE;
    return merge_contours(&of_a, &of_b, out);
}
