/* swept.c - what swept.h declares. */
#include "support/arcade/swept.h"

/* Height of the lowest vertex of `shape` beyond an edge, in units of the edge's length. */
static int64_t swept_lowest(const pawl_convex *shape, int64_t nx, int64_t ny, int sign) {
    int64_t lowest = INT64_MAX;
    for (int i = 0; i < shape->count; i++) {
        const int64_t height = sign * (nx * shape->vertices[i].x + ny * shape->vertices[i].y);
        if (height < lowest) lowest = height;
    }
    return lowest;
}

swept_axis swept_axis_of(const swept_pair *pair, int index) {
    const bool of_b = index < pair->b->count;
    const pawl_convex *const shape = of_b ? pair->b : pair->a;
    const int i = of_b ? index : index - pair->b->count;
    const pawl_vec2 from = shape->vertices[i], to = shape->vertices[(i + 1) % shape->count];
    const int sign = of_b ? 1 : -1;
    swept_axis axis;
    axis.nx = sign * ((int64_t)to.y - from.y);
    axis.ny = sign * ((int64_t)from.x - to.x);
    axis.height = (int128)axis.nx * pair->x + (int128)axis.ny * pair->y +
                  swept_lowest(pair->a, axis.nx, axis.ny, 1) +
                  swept_lowest(pair->b, axis.nx, axis.ny, -1);
    axis.rate = (int128)axis.nx * pair->mx + (int128)axis.ny * pair->my;
    return axis;
}

swept_span swept_polygons(const swept_pair *pair) {
    swept_span span = {{-1, 1}, {2, 1}, false, false, false, false};
    for (int i = 0; i < pair->b->count + pair->a->count; i++) {
        const swept_axis axis = swept_axis_of(pair, i);
        if (axis.height > 0) span.early = true;
        if (axis.height >= 0) span.grazing = true;
        if (axis.rate == 0) {
            if (axis.height > 0) span.apart = true;
            if (axis.height >= 0) span.touching = true;
            continue;
        }
        const swept_ratio at = {axis.rate < 0 ? axis.height : -axis.height,
                                axis.rate < 0 ? -axis.rate : axis.rate};
        if (axis.rate < 0 && swept_less(span.enter, at)) span.enter = at;
        if (axis.rate > 0 && swept_less(at, span.leave)) span.leave = at;
    }
    return span;
}

swept_point swept_point_of(const swept_pair *pair) {
    const bool is_a = pair->a->count == 1;
    const pawl_convex *const circle = is_a ? pair->a : pair->b;
    const int sign = is_a ? 1 : -1;
    swept_point point;
    point.shape = is_a ? pair->b : pair->a;
    point.sign = sign;
    point.x = sign * pair->x + circle->vertices[0].x;
    point.y = sign * pair->y + circle->vertices[0].y;
    point.mx = sign * pair->mx;
    point.my = sign * pair->my;
    point.radius = (int64_t)pair->a->radius + pair->b->radius;
    return point;
}

/* Compare |a| * |b| with |c| * |d|, below 2^100 each, exactly. */
static int swept_compare(uint128 a, uint128 b, uint128 c, uint128 d) {
    const uint128 mask = UINT64_MAX;
    uint128 high[2], low[2];
    const uint128 left[2] = {a, c}, right[2] = {b, d};
    for (int i = 0; i < 2; i++) {
        const uint128 a0 = left[i] & mask, a1 = left[i] >> 64;
        const uint128 b0 = right[i] & mask, b1 = right[i] >> 64;
        const uint128 middle = a1 * b0 + (a0 * b0 >> 64);
        const uint128 other = a0 * b1 + (middle & mask);
        low[i] = other << 64 | (a0 * b0 & mask);
        high[i] = a1 * b1 + (middle >> 64) + (other >> 64);
    }
    if (high[0] != high[1]) return high[0] < high[1] ? -1 : 1;
    return low[0] < low[1] ? -1 : low[0] > low[1];
}

static uint128 swept_size(int128 value) {
    return (uint128)(value < 0 ? -value : value);
}

int swept_reach(const swept_point *p, int64_t part) {
    const pawl_convex *const shape = p->shape;
    const int128 x = p->x * SWEPT_ONE + (int128)p->mx * part;
    const int128 y = p->y * SWEPT_ONE + (int128)p->my * part;
    int best = 1;
    bool inside = shape->count > 2;
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 a = shape->vertices[i], b = shape->vertices[(i + 1) % shape->count];
        const int128 px = x - a.x * SWEPT_ONE, py = y - a.y * SWEPT_ONE;
        const uint128 square = (uint128)(px * px) + (uint128)(py * py);
        const uint128 limit = (uint128)(p->radius * p->radius * SWEPT_ONE * SWEPT_ONE);
        const int corner = square < limit ? -1 : square > limit;
        if (corner < best) best = corner;
        if (shape->count == 1) continue;
        const int64_t ex = (int64_t)b.x - a.x, ey = (int64_t)b.y - a.y;
        const int128 height = ey * px - ex * py, along = ex * px + ey * py;
        const int64_t length = ex * ex + ey * ey;
        if (height >= 0) inside = false;
        if (height < 0 && shape->count > 2) continue;
        if (along <= 0 || along >= length * SWEPT_ONE) continue;
        /* |height| against radius * sqrt(length) * 2^30 */
        const int edge = swept_compare(swept_size(height), swept_size(height),
                                       (uint128)(p->radius * p->radius * SWEPT_ONE * SWEPT_ONE),
                                       (uint128)length);
        if (edge < best) best = edge;
    }
    return inside ? -1 : best;
}

int swept_reach_between(const swept_point *p, int64_t from, int64_t to) {
    const pawl_convex *const shape = p->shape;
    const int first = swept_reach(p, from), last = swept_reach(p, to);
    int best = first < last ? first : last;
    const int128 square = (int128)p->mx * p->mx + (int128)p->my * p->my;
    for (int i = 0; i < shape->count && best >= 0; i++) {
        const pawl_vec2 a = shape->vertices[i], b = shape->vertices[(i + 1) % shape->count];
        const int64_t ax = a.x - p->x, ay = a.y - p->y, bx = b.x - p->x, by = b.y - p->y;
        const int128 side = (int128)p->mx * ay - (int128)p->my * ax;
        const int128 along = (int128)p->mx * ax + (int128)p->my * ay;
        if (along * SWEPT_ONE >= from * square && along * SWEPT_ONE <= to * square) {
            const int corner = swept_compare(swept_size(side), swept_size(side),
                                             (uint128)(p->radius * p->radius), (uint128)square);
            if (corner < best) best = corner;
        }
        const int128 next = (int128)p->mx * by - (int128)p->my * bx;
        if (shape->count == 1 || (side > 0) == (next > 0) || side == 0 || next == 0) continue;
        /* The way's line crosses the edge at a + (b - a) * side / (side - next): its part is */
        const int128 ex = bx - ax, ey = by - ay;
        int128 n = ey * ax - ex * ay, m = ey * p->mx - ex * p->my;
        if (m < 0) n = -n, m = -m;
        if (n * SWEPT_ONE >= from * m && n * SWEPT_ONE <= to * m) best = -1;
    }
    return best;
}

long double swept_gap(const swept_point *p, long double t, long double *nx, long double *ny) {
    const pawl_convex *const shape = p->shape;
    const long double x = p->x + t * p->mx, y = p->y + t * p->my;
    long double least = HUGE_VALL, deepest = -HUGE_VALL;
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 a = shape->vertices[i], b = shape->vertices[(i + 1) % shape->count];
        const long double ex = (long double)b.x - a.x, ey = (long double)b.y - a.y;
        const long double length = ex * ex + ey * ey;
        long double s = length > 0 ? ((x - a.x) * ex + (y - a.y) * ey) / length : 0;
        s = s < 0 ? 0 : s > 1 ? 1 : s;
        const long double dx = x - a.x - s * ex, dy = y - a.y - s * ey;
        const long double distance = hypotl(dx, dy);
        if (length > 0) {
            const long double height = ((x - a.x) * ey - (y - a.y) * ex) / sqrtl(length);
            if (height > deepest) deepest = height;
        }
        if (distance >= least) continue;
        least = distance;
        *nx = distance > 0 ? dx / distance : 0;
        *ny = distance > 0 ? dy / distance : 0;
    }
    if (shape->count > 2 && deepest < 0) return deepest - p->radius;
    return least - p->radius;
}

long double swept_gap_along(const swept_point *p, pawl_fraction fraction, pawl_rot normal) {
    const long double t = fraction / (long double)PAWL_UNIT;
    const long double c = -p->sign * (normal.c / (long double)PAWL_UNIT);
    const long double s = -p->sign * (normal.s / (long double)PAWL_UNIT);
    long double farthest = -HUGE_VALL;
    for (int i = 0; i < p->shape->count; i++)
        farthest = fmaxl(farthest, c * p->shape->vertices[i].x + s * p->shape->vertices[i].y);
    return c * (p->x + t * p->mx) + s * (p->y + t * p->my) - farthest - p->radius;
}
