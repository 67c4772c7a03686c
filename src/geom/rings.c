/* rings.c - area of rings, and which points are inside.
 *
 * The area is the sum of the triangles that the edges span with the ring's first point. Inside or
 * outside is decided by the winding number: how many edges cross the ray to the right of the point
 * upward, less those that cross it downward (Sunday, Inclusion of a point in a polygon, 2001).
 *
 * Overflow: differences of points within PAWL_COORD_MAX fit 32 bits, and a cross product of two of
 * them 64; differences of others saturate, so that nothing is undefined for them. Areas are summed
 * modulo 2^64, which is exact when the result fits, whatever the parts were. */
#include "geom/fill.h"
#include "fx/range.h"

/* Modulo 2^64. */
static uint64_t area2(const pawl_vec2 *points, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 2; i < count; i++) {
        const pawl_vec2 before = pawl_vec2_sub(points[i - 1], points[0]);
        sum += (uint64_t)pawl_vec2_cross(before, pawl_vec2_sub(points[i], points[0]));
    }
    return sum;
}

int64_t pawl_ring_area2(const pawl_vec2 *points, uint32_t count) {
    return points == NULL ? 0 : (int64_t)area2(points, count);
}

static bool is_empty(const pawl_rings *rings) {
    return rings == NULL || rings->points == NULL || rings->ends == NULL;
}

int64_t pawl_rings_area2(const pawl_rings *rings) {
    if (is_empty(rings)) return 0;
    uint64_t sum = 0;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < rings->count; i++) {
        const uint32_t end = rings->ends[i];
        if (end > begin) sum += area2(rings->points + begin, end - begin);
        begin = end;
    }
    return (int64_t)sum;
}

static bool lies_between(pawl_fx value, pawl_fx a, pawl_fx b) {
    return a < b ? a <= value && value <= b : b <= value && value <= a;
}

/* What an edge adds to the winding number around the point; true when the point lies on it. */
static bool count_crossing(pawl_vec2 a, pawl_vec2 b, pawl_vec2 point, int64_t *winding) {
    if (!lies_between(point.y, a.y, b.y)) return false;
    const int64_t side = pawl_vec2_cross(pawl_vec2_sub(b, a), pawl_vec2_sub(point, a));
    if (side == 0 && lies_between(point.x, a.x, b.x)) return true;
    if (a.y <= point.y && point.y < b.y && side > 0) *winding += 1;
    if (b.y <= point.y && point.y < a.y && side < 0) *winding -= 1;
    return false;
}

pawl_side pawl_rings_locate(const pawl_rings *rings, pawl_fill fill, pawl_vec2 point) {
    if (is_empty(rings)) return PAWL_SIDE_OUTSIDE;
    if (!pawli_is_position(point)) return PAWL_SIDE_OUTSIDE;
    int64_t winding = 0;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < rings->count; i++) {
        const uint32_t end = rings->ends[i];
        for (uint32_t k = begin; k < end; k++) {
            const pawl_vec2 a = rings->points[k];
            const pawl_vec2 b = rings->points[k + 1 < end ? k + 1 : begin];
            if (count_crossing(a, b, point, &winding)) return PAWL_SIDE_BOUNDARY;
        }
        begin = end;
    }
    return pawli_fills(fill, winding) ? PAWL_SIDE_INSIDE : PAWL_SIDE_OUTSIDE;
}
