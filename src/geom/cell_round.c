/* cell_round.c - the corners of a cell in raw units.
 *
 * A corner inside the part is rounded to the nearest raw unit on each axis, by floor(x + 1/2). It
 * is the same for all cells that meet there, because it depends on nothing but where it is.
 *
 * A corner on an edge of a part, between the points P and Q next to it on that line, is rounded
 * to one of the at most four raw points around it, so by less than a unit on each axis: the nearest
 * one that lies on the proper side of the edge. On the outline this is the inside. On a seam
 * between two parts it is the side of the part that goes straight on at P or Q (whose corner there
 * would become reflex otherwise), or any side if none does. Both parts come to the same answer. One
 * of the four always lies on a given side, because the corner, on the line, is in their hull. Where
 * both parts go straight on there may be none on the line; then the nearest is taken, and the cell
 * will not pass the check that follows (piece.h).
 *
 * Overflow: see cell.c. Numerators c x are below 2^94, quotients are coordinates. */
#include "geom/cell.h"

#include "base/assert.h"
#include "fx/int128.h"
#include "geom/predicate.h"

/* A corner that lies on an edge of its part. */
typedef struct edge_point {
    pawl_vec2 begin, end;    /* corners of the part */
    pawli_half across;       /* a border through the point that is not the edge */
    pawl_vec2 before, after; /* next points of any part on the edge */
} edge_point;

/* One axis of an exact point: raw units below and above it, and the nearest. */
typedef struct rounded_axis {
    pawl_fx low, high, near;
} rounded_axis;

static rounded_axis round_axis(pawl_fx origin, pawli_int128 numerator, int64_t denominator) {
    const int64_t floor = pawli_int128_divide_floor(numerator, denominator);
    const uint64_t whole = (uint64_t)denominator;
    const uint64_t remainder =
        numerator.low - (uint64_t)floor * whole; /* < whole: the low limb is it */
    rounded_axis axis;
    axis.low = (pawl_fx)(origin + floor);
    axis.high = remainder > 0 ? axis.low + 1 : axis.low;
    axis.near = remainder >= whole - remainder ? axis.high : axis.low;
    return axis;
}

static pawli_int128 difference(int64_t a, int64_t b, int64_t c, int64_t d) {
    return pawli_int128_subtract(pawli_int128_multiply(a, b), pawli_int128_multiply(c, d));
}

/* By how much a point is inside a half-plane, times the length of its normal. */
static int64_t depth_of(pawli_half half, pawl_vec2 origin, pawl_vec2 point) {
    const pawl_vec2 from = pawl_vec2_sub(point, origin);
    return half.c - (half.x * from.x + half.y * from.y);
}

static pawl_vec2 end_of_edge(const pawli_cell *cell, uint32_t border) {
    uint32_t index = border;
    do {
        index = index + 1 < cell->point_count ? index + 1 : 0;
    } while (!pawli_cell_is_corner(cell->points, cell->point_count, index));
    return cell->points[index];
}

static uint32_t total_of(const pawl_rings *parts) {
    return parts->ends[parts->count - 1];
}

/* Whether a point lies on the edge between two others, ends among it. */
static bool is_inside_edge(pawl_vec2 begin, pawl_vec2 end, pawl_vec2 point) {
    if (pawli_orient(begin, end, point) != 0) return false;
    return pawl_vec2_dot(pawl_vec2_sub(point, begin), pawl_vec2_sub(point, end)) <= 0;
}

/* The points before and after it. False when it is itself a point of some part: *same. */
static bool find_neighbors(const pawli_cell *cell, edge_point *at, pawl_vec2 *same) {
    const pawl_rings *const parts = cell->pattern->parts;
    const pawl_vec2 origin = pawli_cell_origin(cell);
    int64_t first = depth_of(at->across, origin, at->begin);
    int64_t last = depth_of(at->across, origin, at->end);
    at->before = at->begin;
    at->after = at->end;
    for (uint32_t i = 0; i < total_of(parts); i++) {
        const pawl_vec2 point = parts->points[i];
        if (!is_inside_edge(at->begin, at->end, point)) continue;
        const int64_t depth = depth_of(at->across, origin, point);
        if (depth == 0) {
            *same = point;
            return false;
        }
        if ((depth < 0) == (first < 0) && pawli_magnitude(depth) < pawli_magnitude(first)) {
            first = depth;
            at->before = point;
        }
        if ((depth < 0) == (last < 0) && pawli_magnitude(depth) < pawli_magnitude(last)) {
            last = depth;
            at->after = point;
        }
    }
    return true;
}

static bool has_corner(const pawl_vec2 *points, uint32_t count, pawl_vec2 point) {
    for (uint32_t i = 0; i < count; i++) {
        if (pawli_is_same_point(points[i], point)) return pawli_cell_is_corner(points, count, i);
    }
    return false;
}

/* Whether an edge of a part runs the other way through the same point. */
static bool runs_back(const pawl_vec2 *points, uint32_t count, const edge_point *at) {
    const pawl_vec2 along = pawl_vec2_sub(at->after, at->before);
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 begin = points[i], end = points[i + 1 < count ? i + 1 : 0];
        if (is_inside_edge(begin, end, at->before) && is_inside_edge(begin, end, at->after) &&
            pawl_vec2_dot(along, pawl_vec2_sub(end, begin)) < 0)
            return true;
    }
    return false;
}

/* On which sides of the edge the rounded point may lie. */
static void find_rounded_sides(const pawli_cell *cell, const edge_point *at, bool *left,
                               bool *right) {
    const pawl_rings *const parts = cell->pattern->parts;
    *left = *right = true;
    for (uint32_t i = 0; i < parts->count; i++) {
        uint32_t count;
        const pawl_vec2 *const points = pawli_cell_part(parts, i, &count);
        if (i == cell->part || !runs_back(points, count, at)) continue;
        if (!pawli_is_same_point(at->before, at->begin) || !pawli_is_same_point(at->after, at->end))
            *right = false;
        if (!has_corner(points, count, at->before) || !has_corner(points, count, at->after))
            *left = false;
        return;
    }
    *right = false; /* the outline */
}

static pawl_vec2 choose_side(const pawli_cell *cell, const edge_point *at, rounded_axis x,
                             rounded_axis y) {
    const pawl_fx other_x = x.near == x.low ? x.high : x.low;
    const pawl_fx other_y = y.near == y.low ? y.high : y.low;
    const pawl_vec2 around[4] = {
        {x.near, y.near}, {x.near, other_y}, {other_x, y.near}, {other_x, other_y}};
    bool left, right;
    find_rounded_sides(cell, at, &left, &right);
    for (int i = 0; i < 4; i++) {
        const int64_t side = pawli_orient(at->begin, at->end, around[i]);
        if ((side <= 0 || left) && (side >= 0 || right)) return around[i];
    }
    return around[0];
}

/* The edge of the part through the crossing of two borders; false when it is inside. */
static bool find_edge_at_crossing(const pawli_cell *cell, const uint32_t borders[2],
                                  const pawli_half halves[2], edge_point *at) {
    for (int i = 0; i < 2; i++) {
        if (borders[i] >= cell->point_count) continue;
        at->begin = cell->points[borders[i]];
        at->end = end_of_edge(cell, borders[i]);
        at->across = halves[1 - i];
        return true;
    }
    for (uint32_t i = 0; i < cell->point_count; i++) {
        if (!pawli_cell_is_corner(cell->points, cell->point_count, i)) continue;
        const pawli_half edge = pawli_cell_half(cell, i);
        if (pawli_cell_half_sign(halves[0], halves[1], edge) != 0) continue;
        at->begin = cell->points[i];
        at->end = end_of_edge(cell, i);
        at->across = halves[pawli_cell_half_turn(halves[0], edge) != 0 ? 0 : 1];
        return true;
    }
    return false;
}

static pawl_vec2 round_crossing(const pawli_cell *cell, uint32_t first, uint32_t second) {
    const uint32_t borders[2] = {first, second};
    const pawli_half halves[2] = {pawli_cell_half(cell, first), pawli_cell_half(cell, second)};
    const pawli_half *const one = &halves[0], *const two = &halves[1];
    const pawl_vec2 origin = pawli_cell_origin(cell);
    const int64_t turn = pawli_cell_half_turn(*one, *two);
    PAWL_ASSERT(turn > 0);
    edge_point at = {.begin = {0, 0}};
    pawl_vec2 same;
    const bool is_on_edge = find_edge_at_crossing(cell, borders, halves, &at);
    if (is_on_edge && !find_neighbors(cell, &at, &same)) return same;
    const rounded_axis x = round_axis(origin.x, difference(one->c, two->y, two->c, one->y), turn);
    const rounded_axis y = round_axis(origin.y, difference(one->x, two->c, two->x, one->c), turn);
    return is_on_edge ? choose_side(cell, &at, x, y) : pawl_vec2_make(x.near, y.near);
}

/* Points of any part on an edge of the part, strictly inside both neighboring borders, in the
 * order of the edge. */
static uint32_t add_points_on(const pawli_cell *cell, uint32_t index, pawl_vec2 *ring,
                              uint32_t room) {
    const pawl_rings *const parts = cell->pattern->parts;
    const pawl_vec2 origin = pawli_cell_origin(cell);
    const uint32_t border = cell->borders[index];
    const pawl_vec2 begin = cell->points[border], end = end_of_edge(cell, border);
    const pawl_vec2 along = pawl_vec2_sub(end, begin);
    const pawli_half previous =
        pawli_cell_half(cell, cell->borders[index > 0 ? index - 1 : cell->count - 1]);
    const pawli_half next =
        pawli_cell_half(cell, cell->borders[index + 1 < cell->count ? index + 1 : 0]);
    uint32_t added = 0;
    int64_t reached = 0;
    while (added < room) {
        int64_t nearest = INT64_MAX;
        for (uint32_t i = 0; i < total_of(parts); i++) {
            const pawl_vec2 point = parts->points[i];
            if (!is_inside_edge(begin, end, point)) continue;
            if (depth_of(previous, origin, point) <= 0 || depth_of(next, origin, point) <= 0)
                continue;
            const int64_t place = pawl_vec2_dot(along, pawl_vec2_sub(point, begin));
            if (place <= reached || place >= nearest) continue;
            nearest = place;
            ring[added] = point;
        }
        if (nearest == INT64_MAX) break;
        reached = nearest;
        added++;
    }
    return added;
}

uint32_t pawli_cell_round(const pawli_cell *cell, pawl_vec2 *ring) {
    const pawl_rings *const parts = cell->pattern->parts;
    const uint32_t room = pawli_cell_room(total_of(parts), cell->pattern->site_count);
    const bool is_alone = total_of(parts) == cell->point_count;
    uint32_t count = 0;
    for (uint32_t i = 0; i < cell->count; i++) {
        const uint32_t border = cell->borders[i];
        const uint32_t next = cell->borders[i + 1 < cell->count ? i + 1 : 0];
        if (border < cell->point_count && !is_alone)
            count += add_points_on(cell, i, ring + count, room - count - (cell->count - i));
        ring[count++] = round_crossing(cell, border, next);
    }
    return count;
}
