/* edge_side.c - from which side a shape meets an edge of a surface that has two.
 *
 * What counts is what of the shape is near: a plank that lies on a hill may have its middle behind
 * the line of an edge that its end rests on, and a corner that pokes through a joint may be all
 * that one of two edges sees of a box. Most shapes are on one side of an edge and its neighbors
 * with all their points but for a little, and that is quickly seen. Any other is cut along the
 * lines that halve the angles at the joints, into what is nearest to this edge and to each of its
 * neighbors, and the side is the one on which most of these pieces is: of each the height of its
 * middle across its edge, times its width along it. Where all are empty, the middle of the shape
 * decides.
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

/* The points of a shape in the frame of the edge. */
typedef struct side_outline {
    int count;
    pawl_vec2 points[PAWL_POLYGON_MAX];
} side_outline;

static side_outline side_outline_of(const pawli_edge_viewed *seen) {
    const pawl_rot turn = seen->frame_edge->rotation, inverse = {turn.c, -turn.s};
    const pawl_rot between = pawli_turn(inverse, seen->frame_shape->rotation);
    side_outline outline;
    outline.count = seen->shape->count;
    for (int i = 0; i < outline.count; i++) {
        const pawl_vec2 arm = pawl_vec2_sub(seen->shape->vertices[i], seen->middle);
        outline.points[i] = pawl_vec2_add(seen->center, pawl_rotate(between, arm));
    }
    return outline;
}

static side_piece side_piece_of(const pawli_edge *edge, const side_outline *outline,
                                pawl_rot along) {
    const pawl_rot across = side_right_of(along);
    side_piece piece;
    piece.count = outline->count;
    for (int i = 0; i < piece.count; i++) {
        const pawl_vec2 from = pawl_vec2_sub(outline->points[i], edge->begin);
        piece.points[i].along = side_limited(pawli_near(pawli_project(along, from), 30));
        piece.points[i].height = side_limited(pawli_near(pawli_project(across, from), 30));
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
static int64_t side_weight(const pawli_edge *edge, const side_outline *outline, bool *is_whole) {
    const pawli_direction own = pawli_direction_find((int64_t)edge->end.x - edge->begin.x,
                                                     (int64_t)edge->end.y - edge->begin.y);
    const pawl_rot before = edge->has_before ? side_unit(edge->before, edge->begin) : own.unit;
    const pawl_rot after = edge->has_after ? side_unit(edge->end, edge->after) : own.unit;
    const side_line at_begin = side_line_at(0, own.unit, before, -1);
    const side_line at_end = side_line_at(own.length, own.unit, after, 1);
    side_piece piece = side_piece_of(edge, outline, own.unit);
    const bool is_left = side_cut(&piece, &at_begin), is_right = side_cut(&piece, &at_end);
    *is_whole = is_left && is_right;
    if (piece.count == 0) return 0;
    const side_extent extent = side_extent_of(&piece);
    return pawli_near(extent.low + extent.high, 4) *
           (pawli_near(extent.right - extent.left, 4) + 1);
}

/* An edge or a neighbor of it. */
typedef struct side_plane {
    pawl_vec2 from, to;
    int64_t slack; /* how far behind it a point may be, times its length */
    bool is_hill;  /* the joint between is convex */
} side_plane;

/* The edge, its neighbors, and how many these are. */
typedef struct side_planes {
    int count;
    side_plane all[3];
} side_planes;

static side_planes side_planes_of(const pawli_edge *edge) {
    side_planes planes = {.count = 1, .all = {{edge->begin, edge->end, 0, false}}};
    if (edge->has_before) {
        const side_plane plane = {edge->before, edge->begin, 0,
                                  pawli_edge_corner(edge->before, edge->begin, edge->end) > 0};
        planes.all[planes.count++] = plane;
    }
    if (edge->has_after) {
        const side_plane plane = {edge->end, edge->after, 0,
                                  pawli_edge_corner(edge->begin, edge->end, edge->after) > 0};
        planes.all[planes.count++] = plane;
    }
    return planes;
}

static bool side_plane_faces(const side_plane *plane, pawl_vec2 point) {
    return pawli_edge_corner(plane->from, plane->to, point) <= plane->slack;
}

/* In front of a hill is what is in front of one of its sides, in front of a valley what is in front
 * of both. */
static bool side_faces(const side_planes *planes, pawl_vec2 point) {
    bool is_front = side_plane_faces(&planes->all[0], point);
    for (int i = 1; i < planes->count; i++) {
        const side_plane *plane = &planes->all[i];
        if (plane->is_hill) is_front = is_front || side_plane_faces(plane, point);
    }
    for (int i = 1; i < planes->count; i++) {
        const side_plane *plane = &planes->all[i];
        if (!plane->is_hill) is_front = is_front && side_plane_faces(plane, point);
    }
    return is_front;
}

/* Whether all of a shape is in front: its middle, and no point is farther behind than a quarter of
 * what the middle is in front. */
static bool side_is_clear(const pawli_edge *edge, const side_outline *outline, pawl_vec2 center) {
    side_planes planes = side_planes_of(edge);
    if (!side_faces(&planes, center)) return false;
    for (int i = 0; i < planes.count; i++) {
        side_plane *plane = &planes.all[i];
        plane->slack = -pawli_edge_corner(plane->from, plane->to, center) / 4;
    }
    for (int i = 0; i < outline->count; i++)
        if (!side_faces(&planes, outline->points[i])) return false;
    return true;
}

bool pawli_edge_side_is_front(const pawli_edge *edge, const pawli_edge_viewed *seen) {
    const side_outline outline = side_outline_of(seen);
    const pawli_edge from_behind = {.begin = edge->end,
                                    .end = edge->begin,
                                    .before = edge->after,
                                    .after = edge->before,
                                    .has_before = edge->has_after,
                                    .has_after = edge->has_before};
    if (side_is_clear(edge, &outline, seen->center)) return true;
    if (side_is_clear(&from_behind, &outline, seen->center)) return false;
    const pawli_edge before = {
        .begin = edge->before, .end = edge->begin, .after = edge->end, .has_after = true};
    const pawli_edge after = {
        .begin = edge->end, .end = edge->after, .before = edge->begin, .has_before = true};
    bool is_whole;
    int64_t weight = side_weight(edge, &outline, &is_whole);
    if (is_whole) return weight >= 0;
    if (edge->has_before) weight += side_weight(&before, &outline, &is_whole);
    if (edge->has_after) weight += side_weight(&after, &outline, &is_whole);
    if (weight != 0) return weight > 0;
    const side_planes planes = side_planes_of(edge);
    return side_faces(&planes, seen->center);
}
