/* difference.c - Minkowski differences of two placed shapes.
 *
 * The edges of the fixed shape and those of the moving one, turned around, follow each other in
 * the order of their directions: de Berg et al., Computational Geometry (2008), 13.3. Vertices
 * are rotated with one rounding each, relative to their own frame, and the positions enter as an
 * exact difference. After that every number is exact.
 *
 * Edges are ordered by their normals, not by themselves: the rounding may turn an edge of a few
 * raw units by any angle, but a normal only by 2^-30.
 *
 * Ranges: a vertex is at most 2^30 from its center of mass. A shape is at most 2^30 - 2^17 across,
 * so the vertices of the difference, which are counted from the first one, fit 32 bits. */
#include "base/assert.h"
#include "collide/core.h"
#include "collide/outline.h"

#include <string.h>

/* The sine of an angle, Q60, that no rounding of normals can hide: 4 raw units of Q2.30. */
#define CLEAR_TURN (INT64_C(1) << 32)

/* A rotated shape, in the order of its edges: the first normal is the first one at or after
 * direction 0, counter-clockwise. */
typedef struct normal_ring {
    pawl_vec2 vertices[PAWL_POLYGON_MAX]; /* minus the position of the frame */
    pawl_rot normals[PAWL_POLYGON_MAX];   /* of the moving shape turned around */
    int count;
    int edges; /* none of a circle */
    int taken; /* edges already in the difference */
} normal_ring;

static bool is_upper_normal(pawl_rot normal) {
    return normal.s > 0 || (normal.s == 0 && normal.c > 0);
}

/* The first edge whose normal is in the upper half while the one before is not. */
static int find_first_normal(const pawl_rot *normals, int count) {
    for (int i = 0; i < count; i++) {
        if (is_upper_normal(normals[i]) && !is_upper_normal(normals[i > 0 ? i - 1 : count - 1]))
            return i;
    }
    return 0;
}

/* Where two edges are so nearly parallel that rounding has swapped their normals, both get the
 * first one's, counted from a corner that is no such case. The order is then never wrong by more
 * than 2^-28, and the upper half has one beginning. */
static void order_normals(pawl_rot *normals, int count) {
    int begin = 0;
    for (int i = 0; i < count; i++) {
        if (pawli_rot_cross(normals[i > 0 ? i - 1 : count - 1], normals[i]) > CLEAR_TURN) begin = i;
    }
    for (int i = 1, before = begin; i < count; i++) {
        const int at = before + 1 < count ? before + 1 : 0;
        if (pawli_rot_cross(normals[before], normals[at]) < 0) normals[at] = normals[before];
        before = at;
    }
}

static void make_ring(const pawl_convex *shape, const pawli_frame *frame, bool around,
                      normal_ring *out) {
    const int64_t c = frame->rotation.c, s = frame->rotation.s;
    pawl_rot normals[PAWL_POLYGON_MAX];
    const int count = shape->count;
    out->count = count;
    out->edges = count > 1 ? count : 0;
    out->taken = 0;
    for (int i = 0; i < out->edges; i++) {
        normals[i] = pawli_turn(frame->rotation, shape->normals[i]);
        if (around) normals[i] = pawli_opposite(normals[i]);
    }
    order_normals(normals, out->edges);
    const int first = find_first_normal(normals, out->edges);
    for (int i = 0; i < count; i++) {
        const int from = first + i < count ? first + i : first + i - count;
        const int64_t x = shape->vertices[from].x - frame->center.x;
        const int64_t y = shape->vertices[from].y - frame->center.y;
        out->vertices[i].x = pawli_near32(c * x - s * y, 30);
        out->vertices[i].y = pawli_near32(s * x + c * y, 30);
        if (out->edges > 0) out->normals[i] = normals[from];
    }
}

/* Whether the next edge is one of the fixed shape. Directions ahead differ by at most half a turn,
 * and by exactly that only after the other one of two parallel edges was taken: then the second
 * must follow. */
static bool fixed_is_next(const normal_ring *fixed, const normal_ring *moving) {
    if (moving->taken == moving->edges) return true;
    if (fixed->taken == fixed->edges) return false;
    const pawl_rot a = fixed->normals[fixed->taken], b = moving->normals[moving->taken];
    const int64_t cross = pawli_rot_cross(a, b);
    if (cross != 0) return cross > 0;
    return pawli_rot_dot(a, b) > 0;
}

/* The vertex from which the next edge starts: after the last one that is the first again. */
static pawl_vec2 corner_of(const normal_ring *r) {
    return r->vertices[r->taken < r->count ? r->taken : 0];
}

static void merge_rings(normal_ring *fixed, normal_ring *moving, pawli_difference *out) {
    const pawl_vec2 fixed_first = corner_of(fixed), moving_first = corner_of(moving);
    int count = 0;
    do {
        const pawl_vec2 a = corner_of(fixed), b = corner_of(moving);
        out->fixed[count] = a;
        out->moving[count] = b;
        out->vertices[count].x = (pawl_fx)((int64_t)a.x - fixed_first.x - b.x + moving_first.x);
        out->vertices[count].y = (pawl_fx)((int64_t)a.y - fixed_first.y - b.y + moving_first.y);
        const bool is_fixed = fixed->edges > 0 && fixed_is_next(fixed, moving);
        normal_ring *next = is_fixed ? fixed : moving;
        out->fixed_edge[count] = is_fixed;
        if (next->edges > 0) out->normals[count] = next->normals[next->taken++];
        count++;
    } while (fixed->taken + moving->taken < fixed->edges + moving->edges);
    PAWL_ASSERT(count >= 1 && count <= PAWLI_OUTLINE_MAX);
    out->outline.count = count;
}

void pawli_difference_make(const pawl_convex *fixed, const pawli_frame *frame_fixed,
                           const pawl_convex *moving, const pawli_frame *frame_moving,
                           pawli_difference *out) {
    normal_ring a, b;
    make_ring(fixed, frame_fixed, false, &a);
    make_ring(moving, frame_moving, true, &b);
    out->outline.x = (int64_t)frame_fixed->position.x - frame_moving->position.x +
                     ((int64_t)a.vertices[0].x - b.vertices[0].x);
    out->outline.y = (int64_t)frame_fixed->position.y - frame_moving->position.y +
                     ((int64_t)a.vertices[0].y - b.vertices[0].y);
    out->outline.radius = fixed->radius + moving->radius;
    out->outline.vertices = out->vertices;
    out->outline.normals = out->normals;
    merge_rings(&a, &b, out);
}
