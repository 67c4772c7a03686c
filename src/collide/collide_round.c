/* collide_round.c - pairs in which at least one shape is a circle: always a single point.
 *
 * A circle against anything else is solved in the other shape's own frame, where nothing but the
 * circle's center is rounded. Source: Ericson, Real-Time Collision Detection (2005), 5.1.3: the
 * closest feature is a vertex or an edge of the face with the largest separation. Their feature
 * is 0: there is only one possible point, and it keeps its impulse while the circle rolls over a
 * vertex. */
#include "base/optional.h"
#include "collide/core.h"
#include "fx/int128.h"
#include "geom/direction.h"

PAWLI_MARK(pawli_collide_round_mark);

/* The normal of two circles with one center: up. Any choice would do, if it is always the same. */
static const pawl_rot up = {0, PAWL_UNIT};

static void set_point(pawl_manifold *out, pawl_rot normal, pawl_vec2 offset, int64_t separation) {
    out->count = 1;
    out->normal = normal;
    out->separation = pawl_saturate(separation);
    out->points[0].offset = offset;
    out->points[0].separation = out->separation;
}

static pawl_vec2 arm_of(const pawl_convex *circle, const pawli_frame *frame) {
    const pawl_vec2 arm = pawl_vec2_sub(circle->vertices[0], frame->center);
    return arm.x == 0 && arm.y == 0 ? arm : pawl_rotate(frame->rotation, arm);
}

/* Where the center of a circle lies, seen from the position of a frame. */
static pawli_way_seen center_seen_from(const pawli_frame *viewer, const pawl_convex *circle,
                                       const pawli_frame *frame) {
    const pawl_vec2 arm = arm_of(circle, frame);
    pawli_way_seen d;
    d.x = (int64_t)frame->position.x - viewer->position.x + arm.x;
    d.y = (int64_t)frame->position.y - viewer->position.y + arm.y;
    return d;
}

/* World axes throughout. The test of the longer axis spares distant pairs the square root. */
static void collide_circles(const pawli_pair *pair, pawl_manifold *out) {
    const pawl_convex *a = pair->shapes[0], *b = pair->shapes[1];
    const int64_t margin = pair->margin;
    const pawl_vec2 center_a = arm_of(a, pair->frames[0]);
    pawli_way_seen d = center_seen_from(pair->frames[0], b, pair->frames[1]);
    d.x -= center_a.x;
    d.y -= center_a.y;
    const int64_t radii = (int64_t)a->radius + b->radius;
    const uint64_t x = pawli_magnitude(d.x), y = pawli_magnitude(d.y);
    const int64_t axis = (int64_t)(x > y ? x : y);
    if (axis > radii + margin || axis > PAWL_FX_MAX) {
        pawli_set_apart(out, axis - radii);
        return;
    }
    const pawli_direction direction = pawli_direction_find(d.x, d.y);
    const int64_t separation = direction.length - radii;
    if (separation > margin) {
        pawli_set_apart(out, separation);
        return;
    }
    const pawl_rot normal = axis == 0 ? up : direction.unit;
    const int64_t twice = (int64_t)direction.length + a->radius - b->radius;
    set_point(out, normal, pawli_step_half(center_a, normal, twice), separation);
}

/* The edge of a shape from which a point is farthest, and how far (Q46). */
typedef struct nearest_edge {
    int64_t separation;
    int index;
} nearest_edge;

/* Stops at the first edge beyond the limit, which already proves that the point is too far. Ties
 * go to the lower index. */
static nearest_edge find_nearest_edge(const pawl_convex *shape, pawl_vec2 point, int64_t limit) {
    nearest_edge best = {INT64_MIN, 0};
    for (int i = 0; i < shape->count && best.separation <= limit; i++) {
        const int64_t separation = pawli_project(shape->normals[i], point) -
                                   pawli_project(shape->normals[i], shape->vertices[i]);
        if (separation > best.separation) {
            best.separation = separation;
            best.index = i;
        }
    }
    return best;
}

/* The direction from the core of a shape to a point, and the distance between them. Inside the
 * core or exactly on it the edge of least penetration decides. Past an end of the best edge that
 * end is the nearest feature: were it another vertex or edge, the separation along the edges there
 * would be larger. */
static pawli_direction direction_to_point(const pawl_convex *shape, pawl_vec2 point,
                                          nearest_edge edge) {
    const pawl_vec2 begin = shape->vertices[edge.index];
    const pawl_vec2 end = shape->vertices[edge.index + 1 < shape->count ? edge.index + 1 : 0];
    if (edge.separation >= 0) {
        const bool before = pawli_dot_of_differences(begin, point, begin, end) < 0;
        const bool past = pawli_dot_of_differences(point, end, begin, end) < 0;
        if (before || past) {
            const pawl_vec2 vertex = before ? begin : end;
            return pawli_direction_find((int64_t)point.x - vertex.x, (int64_t)point.y - vertex.y);
        }
    }
    pawli_direction face;
    face.unit = shape->normals[edge.index];
    face.length = pawl_saturate(pawli_near(edge.separation, 30));
    return face;
}

/* The polygon is the shape with two vertices or more, number `polygon` of the pair. The normal
 * points from it to the circle. */
static void collide_with_circle(const pawli_pair *pair, int polygon, pawl_manifold *out) {
    const pawl_convex *shape = pair->shapes[polygon], *circle = pair->shapes[1 - polygon];
    const pawli_frame *frame = pair->frames[polygon];
    const pawli_way_seen seen = center_seen_from(frame, circle, pair->frames[1 - polygon]);
    pawl_vec2 center;
    if (!pawli_see_from(frame, seen, &center)) {
        pawli_set_apart(out, PAWL_FX_MAX);
        return;
    }
    const int64_t radii = (int64_t)shape->radius + circle->radius;
    const int64_t limit = (radii + pair->margin) * PAWL_UNIT;
    const nearest_edge edge = find_nearest_edge(shape, center, limit);
    if (edge.separation > limit) {
        pawli_set_apart(out, pawli_floor(edge.separation, 30) - radii);
        return;
    }
    const pawli_direction direction = direction_to_point(shape, center, edge);
    const int64_t separation = direction.length - radii;
    if (separation > pair->margin) {
        pawli_set_apart(out, separation);
        return;
    }
    const int64_t twice = (int64_t)direction.length - shape->radius + circle->radius;
    const pawl_vec2 point = pawli_step_half(center, direction.unit, -twice);
    set_point(out, pawli_turn(frame->rotation, direction.unit),
              pawl_rotate(frame->rotation, pawl_vec2_sub(point, frame->center)), separation);
}

void pawli_collide_round(const pawli_pair *pair, pawl_manifold *out) {
    if (pair->shapes[1]->count > 1) {
        /* The swap rule: solve B against A, then turn the answer around. */
        collide_with_circle(pair, 1, out);
        if (out->count == 0) return;
        const pawl_vec2 between =
            pawl_vec2_sub(pair->frames[1]->position, pair->frames[0]->position);
        out->normal = pawli_opposite(out->normal);
        out->points[0].offset = pawl_vec2_add(out->points[0].offset, between);
    } else if (pair->shapes[0]->count > 1) {
        collide_with_circle(pair, 0, out);
    } else {
        collide_circles(pair, out);
    }
}
