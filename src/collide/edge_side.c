/* edge_side.c - from which side a shape meets an edge of a surface that has two.
 *
 * What counts is what of the shape is near: a plank that lies on a hill may have its middle behind
 * the line of an edge that its end rests on, and a corner that pokes through a joint may be all
 * that one of two edges sees of a box. So the shape is cut along the lines that halve the angles at
 * the joints, into what is nearest to this edge and to each of its neighbors, and the side is the
 * one on which most of these pieces is: of each the height of its middle across its edge, times its
 * width along it. Where all are empty, the middle of the shape decides: off a convex joint it is in
 * front of the surface when it is in front of one of the two edges, off a concave one when it is in
 * front of both.
 *
 * Overflow: numbers are raw units along and across the edge, cut off at 2^31; halved sums of unit
 * vectors are at most 1 in Q30, so that the two products of a distance stay below 2^62. Two points
 * of a shape are less than 2^31 apart. */
#include "collide/core.h"
#include "collide/edge.h"
#include "geom/direction.h"

/* A cut of a convex outline adds one point, but where rounding has bent an outline along a line, it
 * may go across that once for every two of its points: each cut makes at most half as many more. */
#define SIDE_POINTS (PAWL_POLYGON_MAX * 9 / 4)

/* Along and across the edge, whose front is where `height` is positive. */
typedef struct side_point {
    int64_t along, height;
} side_point;

/* What of a shape is nearer to the edge than to what has been cut off. */
typedef struct side_piece {
    int count;
    side_point points[SIDE_POINTS];
} side_piece;

/* A line through a point of the edge; what is cut off lies where its direction leads. */
typedef struct side_line {
    int64_t at;       /* along the edge */
    pawl_rot outward; /* along, across */
} side_line;

static int64_t side_limited(int64_t value) {
    const int64_t most = INT64_C(1) << 31;
    return value > most ? most : value < -most ? -most : value;
}

static pawl_rot side_unit(pawl_vec2 from, pawl_vec2 to) {
    return pawli_direction_find((int64_t)to.x - from.x, (int64_t)to.y - from.y).unit;
}

static pawl_rot side_right_of(pawl_rot along) {
    const pawl_rot right = {along.s, -along.c};
    return right;
}

static int64_t side_distance(const side_line *line, side_point point) {
    const int64_t along = side_limited(point.along - line->at);
    return pawli_near(along * line->outward.c + point.height * line->outward.s, 30);
}

/* Where the way from a point inside of a line to one outside of it meets it. */
static side_point side_crossing(side_point inside, int64_t depth, side_point outside,
                                int64_t beyond) {
    const int64_t whole = beyond - depth;
    side_point met = inside;
    met.along += (outside.along - inside.along) * -depth / whole;
    met.height += (outside.height - inside.height) * -depth / whole;
    return met;
}

/* Whether nothing was cut off. */
static bool side_cut(side_piece *piece, const side_line *line) {
    side_piece kept = {0};
    bool is_whole = true;
    for (int i = 0; i < piece->count; i++) {
        const side_point here = piece->points[i];
        const side_point next = piece->points[i + 1 < piece->count ? i + 1 : 0];
        const int64_t at_here = side_distance(line, here), at_next = side_distance(line, next);
        if (at_here <= 0) kept.points[kept.count++] = here;
        if (at_here > 0) is_whole = false;
        if (at_here <= 0 && at_next > 0)
            kept.points[kept.count++] = side_crossing(here, at_here, next, at_next);
        if (at_here > 0 && at_next <= 0)
            kept.points[kept.count++] = side_crossing(next, at_next, here, at_here);
    }
    *piece = kept;
    return is_whole;
}

/* The points of a shape; `middle` is the same point in its frame as `center` in that of the edge.
 */
static side_piece side_piece_of(const pawli_edge *edge, const pawli_edge_viewed *seen,
                                pawl_rot along) {
    const pawl_rot turn = seen->frame_shape->rotation, inverse = {turn.c, -turn.s};
    const pawl_rot across = side_right_of(along);
    const pawl_rot own_along = pawli_turn(inverse, pawli_turn(seen->frame_edge->rotation, along));
    const pawl_rot own_across = pawli_turn(inverse, pawli_turn(seen->frame_edge->rotation, across));
    const pawl_vec2 from = pawl_vec2_sub(seen->center, edge->begin);
    const int64_t base_along = pawli_near(pawli_project(along, from), 30);
    const int64_t base_height = pawli_near(pawli_project(across, from), 30);
    side_piece piece;
    piece.count = seen->shape->count;
    for (int i = 0; i < piece.count; i++) {
        const pawl_vec2 arm = pawl_vec2_sub(seen->shape->vertices[i], seen->middle);
        piece.points[i].along =
            side_limited(base_along + pawli_near(pawli_project(own_along, arm), 30));
        piece.points[i].height =
            side_limited(base_height + pawli_near(pawli_project(own_across, arm), 30));
    }
    return piece;
}

/* The line that halves the angle to a neighbor; without one, straight across. `sign`: 1 at the end,
 * -1 at the beginning. */
static side_line side_line_at(int64_t at, pawl_rot along, pawl_rot neighbor, int sign) {
    const int64_t c = pawli_near(pawli_rot_dot(along, neighbor), 30);
    const int64_t s = pawli_near(pawli_rot_dot(side_right_of(along), neighbor), 30);
    const side_line line = {at, {(int32_t)(sign * (PAWL_UNIT + c) / 2), (int32_t)(sign * s / 2)}};
    return line;
}

/* Off a joint, by the middle alone. */
static bool side_past_joint(const pawli_edge *edge, pawl_vec2 center) {
    const bool own = pawli_edge_faces(edge->begin, edge->end, center);
    const bool past = pawli_edge_dot(edge->end, center, edge->begin) < 0;
    const bool before = pawli_edge_dot(edge->begin, center, edge->end) < 0;
    if (past && edge->has_after) {
        const bool other = pawli_edge_faces(edge->end, edge->after, center);
        const bool convex = pawli_edge_corner(edge->begin, edge->end, edge->after) > 0;
        return convex ? own || other : own && other;
    }
    if (before && edge->has_before) {
        const bool other = pawli_edge_faces(edge->before, edge->begin, center);
        const bool convex = pawli_edge_corner(edge->before, edge->begin, edge->end) > 0;
        return convex ? own || other : own && other;
    }
    return own;
}

/* Where the points of a piece are, from the lowest to the highest. */
typedef struct side_extent {
    int64_t left, right, low, high;
} side_extent;

static side_extent side_extent_of(const side_piece *piece) {
    const side_point first = piece->points[0];
    side_extent extent = {first.along, first.along, first.height, first.height};
    for (int i = 1; i < piece->count; i++) {
        const side_point point = piece->points[i];
        if (point.along < extent.left) extent.left = point.along;
        if (point.along > extent.right) extent.right = point.along;
        if (point.height < extent.low) extent.low = point.height;
        if (point.height > extent.high) extent.high = point.height;
    }
    return extent;
}

/* How much of a shape is in front of an edge and nearest to it, less what is behind: by height and
 * width. `is_whole`: nothing was cut off, so that this alone decides. */
static int64_t side_weight(const pawli_edge *edge, const pawli_edge_viewed *seen, bool *is_whole) {
    const pawli_direction own = pawli_direction_find((int64_t)edge->end.x - edge->begin.x,
                                                     (int64_t)edge->end.y - edge->begin.y);
    const pawl_rot before = edge->has_before ? side_unit(edge->before, edge->begin) : own.unit;
    const pawl_rot after = edge->has_after ? side_unit(edge->end, edge->after) : own.unit;
    const side_line at_begin = side_line_at(0, own.unit, before, -1);
    const side_line at_end = side_line_at(own.length, own.unit, after, 1);
    side_piece piece = side_piece_of(edge, seen, own.unit);
    const bool is_left = side_cut(&piece, &at_begin), is_right = side_cut(&piece, &at_end);
    *is_whole = is_left && is_right;
    if (piece.count == 0) return 0;
    const side_extent extent = side_extent_of(&piece);
    return pawli_near(extent.low + extent.high, 4) *
           (pawli_near(extent.right - extent.left, 4) + 1);
}

bool pawli_edge_side_is_front(const pawli_edge *edge, const pawli_edge_viewed *seen) {
    const pawli_edge before = {
        .begin = edge->before, .end = edge->begin, .after = edge->end, .has_after = true};
    const pawli_edge after = {
        .begin = edge->end, .end = edge->after, .before = edge->begin, .has_before = true};
    bool is_whole;
    int64_t weight = side_weight(edge, seen, &is_whole);
    if (is_whole) return weight >= 0;
    if (edge->has_before) weight += side_weight(&before, seen, &is_whole);
    if (edge->has_after) weight += side_weight(&after, seen, &is_whole);
    return weight == 0 ? side_past_joint(edge, seen->center) : weight > 0;
}
