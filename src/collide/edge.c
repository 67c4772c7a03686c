/* edge.c - a convex shape against one edge of a surface, with no catching at the joints.
 *
 * A floor made of segments has joints at which nothing is: a box that slides over one must not feel
 * the end of the next segment. Each edge knows its neighbors, and admits a normal only if it is
 * one that the whole surface could give. Source of the idea: Catto, chain shapes with ghost
 * vertices in Box2D; the rules here are our own. With "left" and "right" as seen along the surface,
 * whose front is on the right:
 *   - A joint is convex when the surface turns left there. Normals between those of its two edges
 *     belong to the joint; contacts at the joint itself are made by the edge that ends there.
 *   - A flat or concave joint has no normals of its own. One that leans towards it is replaced by
 *     the normal of the edge.
 *   - A normal that leans beyond the neighbor's at a convex joint is neither's. Of the two edges
 *     the one that the shape is less deep in makes the contact, with its own normal, if it has any:
 * a corner that pokes through a flat joint is held, a box beside a step is not lifted onto it.
 *   - A free end stops things like the end of any segment.
 * For a circle the closest point decides all of this, in exact integers: the vertex of a joint is
 * closest exactly where the center is past the first edge and not yet along the second.
 *
 * Overflow: vertices are below 2^29 and differences saturate at 2^31, so cross and dot products
 * are below 2^63. */
#include "collide/edge.h"

#include "base/assert.h"
#include "base/optional.h"
#include "collide/core.h"
#include "geom/direction.h"

#include <string.h>

PAWLI_MARK(pawli_edge_mark); /* for the mark of terrain */

/* A normal that leans less than this (Q2.30; 0.0035 degrees) does not lean. */
#define UPRIGHT (PAWL_UNIT / 16384)

/* How far a normal may lean beyond the neighbor's and still be admitted; 0.2 degrees. Two edges
 * then both admit it, which does no harm; that neither does must not happen. */
#define BEYOND (PAWL_UNIT / 256)

/* Rounding of a contact point and its distance to a joint, raw units, with room to spare. */
#define AT_JOINT 16

/* An edge seen from its front: from behind, everything runs the other way. */
typedef struct facing_edge {
    pawl_vec2 begin, end, before, after;
    bool has_before, has_after;
    int face; /* of the segment: 0 front, 1 back */
} facing_edge;

/* One side of a pair, seen from the edge. */
typedef struct edge_view {
    const pawli_edge *whole;
    pawli_edge_viewed shape;
    facing_edge edge;    /* once there is a contact to judge */
    pawl_convex segment; /* of the edge */
    pawli_pair pair;     /* the segment is A */
} edge_view;

/* The mean of the vertices, which lies in every convex shape. */
static pawl_vec2 middle_of_shape(const pawl_convex *shape) {
    int64_t x = 0, y = 0;
    for (int i = 0; i < shape->count; i++) {
        x += shape->vertices[i].x;
        y += shape->vertices[i].y;
    }
    return pawl_vec2_make((pawl_fx)(x / shape->count), (pawl_fx)(y / shape->count));
}

/* The middle of the shape in the frame of the edge, as collide_round.c sees the center of a circle.
 * False when it is too far away to touch anything. */
static bool see_middle(pawli_edge_viewed *seen) {
    const pawli_frame *viewer = seen->frame_edge, *frame = seen->frame_shape;
    const pawl_vec2 arm = pawl_rotate(frame->rotation, pawl_vec2_sub(seen->middle, frame->center));
    const pawli_way_seen way = {(int64_t)frame->position.x - viewer->position.x + arm.x,
                                (int64_t)frame->position.y - viewer->position.y + arm.y};
    return pawli_see_from(viewer, way, &seen->center);
}

/* Whether the joint at the end is convex and the point lies off it, past this edge. */
static bool is_off_the_end(const pawli_edge *edge, pawl_vec2 point) {
    return edge->has_after && pawli_edge_corner(edge->begin, edge->end, edge->after) > 0 &&
           pawli_edge_dot(edge->end, point, edge->begin) < 0 &&
           pawli_edge_faces(edge->end, edge->after, point);
}

/* Off a sharp convex joint the center may be behind this edge and yet in front of the surface. */
static bool is_stopped(const pawli_edge *edge, pawl_vec2 center) {
    return !edge->one_sided || pawli_edge_faces(edge->begin, edge->end, center) ||
           is_off_the_end(edge, center);
}

static facing_edge face_towards(const pawli_edge *edge, const pawli_edge_viewed *shape) {
    const bool front = edge->one_sided || pawli_edge_side_is_front(edge, shape);
    facing_edge seen;
    seen.begin = front ? edge->begin : edge->end;
    seen.end = front ? edge->end : edge->begin;
    seen.before = front ? edge->before : edge->after;
    seen.after = front ? edge->after : edge->before;
    seen.has_before = front ? edge->has_before : edge->has_after;
    seen.has_after = front ? edge->has_after : edge->has_before;
    seen.face = front ? 0 : 1;
    return seen;
}

/* Whether the edge before makes contacts at the joint: if it faces the shape as this one does. */
static bool is_seen_by_before(const edge_view *view) {
    const facing_edge *edge = &view->edge;
    if (view->whole->one_sided)
        return pawli_edge_faces(edge->before, edge->begin, view->shape.center);
    const pawli_edge before = {
        .begin = edge->before, .end = edge->begin, .after = edge->end, .has_after = true};
    return pawli_edge_side_is_front(&before, &view->shape);
}

/* No contact, and nothing known about the distance: looked at again in the next step. */
static void reject(pawl_manifold *out) {
    memset(out, 0, sizeof *out);
}

static void collide_edge_circle(const pawli_edge *edge, const edge_view *view, pawl_manifold *out) {
    const pawl_vec2 center = view->shape.center;
    pawli_collide_pair(&view->pair, out);
    if (out->count == 0) return;
    const bool before = pawli_edge_dot(edge->begin, center, edge->end) < 0;
    const bool past = pawli_edge_dot(edge->end, center, edge->begin) < 0;
    if (before && edge->has_before) reject(out);
    if (past && edge->has_after && pawli_edge_dot(edge->end, center, edge->after) > 0) reject(out);
}

/* What to do with a normal. */
typedef enum verdict {
    KEEP,
    KEEP_BUT_BEGIN,
    REPLACE,
    LEAVE_TO_BEFORE,
    LEAVE_TO_AFTER
} verdict;

/* The normal of a neighbor, on its right. */
static pawl_rot normal_of_edge(pawl_vec2 begin, pawl_vec2 end) {
    const pawli_direction along =
        pawli_direction_find((int64_t)end.x - begin.x, (int64_t)end.y - begin.y);
    const pawl_rot normal = {along.unit.s, -along.unit.c};
    return normal;
}

/* a x b in Q2.30. */
static int32_t cross_of(pawl_rot a, pawl_rot b) {
    return pawli_near32((int64_t)a.c * b.s - (int64_t)a.s * b.c, 30);
}

/* How far the shape reaches below a plane through a joint, Q46, negative below. The normal is seen
 * from the shape, where no vertex has to be moved; all is below 2^62. */
static int64_t depth_along(const edge_view *view, pawl_vec2 joint, pawl_rot normal) {
    const pawl_convex *shape = view->pair.shapes[1];
    const pawl_rot turn = view->pair.frames[1]->rotation, inverse = {turn.c, -turn.s};
    const pawl_rot local = pawli_turn(inverse, pawli_turn(view->pair.frames[0]->rotation, normal));
    const pawl_vec2 middle = view->shape.middle;
    int64_t lowest = INT64_MAX;
    for (int i = 0; i < shape->count; i++) {
        const int64_t height = pawli_project(local, pawl_vec2_sub(shape->vertices[i], middle));
        if (height < lowest) lowest = height;
    }
    return lowest - shape->radius * (int64_t)PAWL_UNIT +
           pawli_project(normal, pawl_vec2_sub(view->shape.center, joint));
}

/* Whether the shape is no deeper in this edge than in a neighbor. Both edges of a joint ask this
 * with the same numbers. */
static bool is_shallower(const edge_view *view, pawl_vec2 joint, pawl_rot other) {
    const pawl_rot own = normal_of_edge(view->edge.begin, view->edge.end);
    return depth_along(view, joint, own) >= depth_along(view, joint, other);
}

static verdict judge_at_begin(const edge_view *view, pawl_rot normal) {
    const facing_edge *edge = &view->edge;
    if (!edge->has_before) return KEEP;
    if (pawli_edge_corner(edge->before, edge->begin, edge->end) <= 0) return REPLACE;
    const pawl_rot other = normal_of_edge(edge->before, edge->begin);
    if (cross_of(other, normal) < -BEYOND)
        return is_shallower(view, edge->begin, other) ? REPLACE : LEAVE_TO_BEFORE;
    return is_seen_by_before(view) ? KEEP_BUT_BEGIN : KEEP;
}

static verdict judge_at_end(const edge_view *view, pawl_rot normal) {
    const facing_edge *edge = &view->edge;
    if (!edge->has_after) return KEEP;
    if (pawli_edge_corner(edge->begin, edge->end, edge->after) <= 0) return REPLACE;
    const pawl_rot other = normal_of_edge(edge->end, edge->after);
    if (cross_of(normal, other) < -BEYOND)
        return is_shallower(view, edge->end, other) ? REPLACE : LEAVE_TO_AFTER;
    return KEEP;
}

/* `normal` in the frame of the edge. */
static verdict judge(const edge_view *view, pawl_rot normal) {
    const pawl_rot own = view->segment.normals[view->edge.face];
    const int32_t lean = cross_of(own, normal); /* towards the end when positive */
    const int64_t facing = (int64_t)own.c * normal.c + (int64_t)own.s * normal.s;
    if (pawl_abs(lean) > UPRIGHT) {
        return lean < 0 ? judge_at_begin(view, normal) : judge_at_end(view, normal);
    }
    return facing > 0 ? KEEP : REPLACE;
}

/* Whether a point lies at `begin`, where the edge before makes its contacts. */
static bool is_at_begin(const edge_view *view, const pawl_contact_point *point) {
    const pawli_frame *frame = view->pair.frames[0];
    const pawl_rot own = view->segment.normals[view->edge.face];
    const pawl_rot along = {-own.s, own.c};
    const pawl_vec2 local =
        pawl_vec2_add(pawl_unrotate(frame->rotation, point->offset), frame->center);
    const pawl_vec2 from_begin = pawl_vec2_sub(local, view->edge.begin);
    return pawli_near(pawli_project(along, from_begin), 30) <=
           pawl_abs(point->separation) + (int64_t)AT_JOINT;
}

/* What is left must be within the margin to be a contact of its own. */
static void drop_points_at_begin(const edge_view *view, pawl_manifold *out) {
    uint8_t kept = 0;
    pawl_fx closest = PAWL_FX_MAX;
    for (int i = 0; i < out->count; i++) {
        if (is_at_begin(view, &out->points[i])) continue;
        closest = pawl_min(closest, out->points[i].separation);
        out->points[kept++] = out->points[i];
    }
    if (closest > view->pair.margin) {
        reject(out);
        return;
    }
    if (kept < out->count) memset(&out->points[kept], 0, sizeof out->points[kept]);
    out->count = kept;
    out->separation = closest;
}

/* Whether a neighbor makes the contact that this edge leaves to it. It does not where the shape has
 * a corner behind it and does not touch it, nor where its normal leans beyond this edge's and it is
 * the deeper one. */
static bool neighbor_holds(const edge_view *view, bool is_after) {
    const facing_edge *edge = &view->edge;
    const pawl_vec2 joint = is_after ? edge->end : edge->begin;
    const pawl_vec2 from = is_after ? joint : edge->before, to = is_after ? edge->after : joint;
    pawl_convex segment;
    pawl_manifold touch;
    pawli_pair pair = view->pair;
    if (pawl_make_segment(from, to, &segment) != PAWL_OK) return false;
    pair.shapes[0] = &segment;
    pawli_collide_pair(&pair, &touch);
    if (touch.count == 0) return false;
    const pawl_rot turn = view->pair.frames[0]->rotation, inverse = {turn.c, -turn.s};
    const pawl_rot normal = pawli_turn(inverse, touch.normal);
    const pawl_rot own = normal_of_edge(edge->begin, edge->end);
    const int32_t lean = is_after ? cross_of(own, normal) : cross_of(normal, own);
    return lean >= -BEYOND || !is_shallower(view, joint, normal_of_edge(from, to));
}

static void collide_edge_polygon(edge_view *view, pawl_manifold *out) {
    pawli_collide_pair(&view->pair, out);
    if (out->count == 0) return;
    view->edge = face_towards(view->whole, &view->shape);
    const pawl_manifold whole = *out;
    const pawl_rot turn = view->pair.frames[0]->rotation;
    const pawl_rot inverse = {turn.c, -turn.s};
    const verdict found = judge(view, pawli_turn(inverse, out->normal));
    switch (found) {
    case KEEP:
        return;
    case KEEP_BUT_BEGIN:
        drop_points_at_begin(view, out);
        if (out->count == 0 && !neighbor_holds(view, false)) *out = whole;
        return;
    case LEAVE_TO_BEFORE:
    case LEAVE_TO_AFTER:
        reject(out);
        if (neighbor_holds(view, found == LEAVE_TO_AFTER)) return;
        break;
    default:
        reject(out);
    }
    pawli_collide_polygon_face(&view->pair, view->edge.face, out);
}

/* Above the joint, or no deeper below it than what stands on the other surface may be. */
static bool is_above(const edge_view *view, pawl_vec2 from, pawl_vec2 joint) {
    const pawl_rot normal = normal_of_edge(from, joint), up = {-normal.s, normal.c};
    return depth_along(view, joint, up) > -view->pair.margin * PAWL_UNIT;
}

void pawli_edge_collide(const pawli_edge *edge, const pawli_frame *frame_edge,
                        const pawl_convex *shape, const pawli_frame *frame_shape, pawl_fx margin,
                        pawl_manifold *out) {
    edge_view view;
    reject(out);
    view.whole = edge;
    view.shape.shape = shape;
    view.shape.frame_edge = frame_edge;
    view.shape.frame_shape = frame_shape;
    view.shape.middle = middle_of_shape(shape);
    if (!see_middle(&view.shape)) {
        pawli_set_apart(out, PAWL_FX_MAX);
        return;
    }
    if (!is_stopped(edge, view.shape.center)) return;
    if (pawl_make_segment(edge->begin, edge->end, &view.segment) != PAWL_OK) return;
    view.pair.shapes[0] = &view.segment;
    view.pair.shapes[1] = shape;
    view.pair.frames[0] = frame_edge;
    view.pair.frames[1] = frame_shape;
    view.pair.margin = margin;
    if (edge->begin_is_under && is_above(&view, edge->end, edge->begin)) return;
    if (edge->end_is_under && is_above(&view, edge->begin, edge->end)) return;
    if (shape->count == 1) {
        collide_edge_circle(edge, &view, out);
        return;
    }
    collide_edge_polygon(&view, out);
}

void pawli_edge_collide_shape(const pawl_convex *shape, const pawli_frame *frame_shape,
                              const pawli_edge *edge, const pawli_frame *frame_edge, pawl_fx margin,
                              pawl_manifold *out) {
    pawli_edge_collide(edge, frame_edge, shape, frame_shape, margin, out);
    if (out->count == 0) return;
    const pawl_vec2 between = pawl_vec2_sub(frame_edge->position, frame_shape->position);
    out->normal = pawli_opposite(out->normal);
    for (int i = 0; i < out->count; i++) {
        pawl_contact_point *point = &out->points[i];
        point->offset = pawl_vec2_add(point->offset, between);
        point->feature = (uint16_t)((point->feature & 0xFFu) << 8 | point->feature >> 8);
    }
}
