/* edge.h - internal: collision with one edge of a surface that goes on at both ends. */
#ifndef PAWLI_EDGE_H
#define PAWLI_EDGE_H

#include "collide/collide.h"

/* The surface runs before -> begin -> end -> after; its front is on the right. */
typedef struct pawli_edge {
    pawl_vec2 begin, end;
    pawl_vec2 before, after;
    bool has_before, has_after; /* else the surface ends here */
    bool one_sided;             /* stops only what has its center in front */
    bool one_way;               /* and only what comes from there: for the caller to see to */
    /* Another surface runs over the joint, as the top of a one-way tile over the side of a solid
     * one: what is above the joint stands on that. */
    bool begin_is_under, end_is_under;
} pawli_edge;

/* Twice the area of the triangle: positive when c is on the left of ab. Vertices are below 2^29 and
 * differences saturate at 2^31, so cross and dot products are below 2^63. */
static inline int64_t pawli_edge_corner(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return pawl_vec2_cross(pawl_vec2_sub(b, a), pawl_vec2_sub(c, a));
}

/* Whether a point is on the right of a line, or on it. */
static inline bool pawli_edge_faces(pawl_vec2 begin, pawl_vec2 end, pawl_vec2 point) {
    return pawli_edge_corner(begin, end, point) <= 0;
}

static inline int64_t pawli_edge_dot(pawl_vec2 origin, pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_dot(pawl_vec2_sub(a, origin), pawl_vec2_sub(b, origin));
}

/* A shape that is seen from an edge. */
typedef struct pawli_edge_viewed {
    const pawl_convex *shape;
    const pawli_frame *frame_edge, *frame_shape;
    pawl_vec2 middle, center; /* a point in it, in its own frame and in that of the edge */
} pawli_edge_viewed;

/* edge_side.c: whether a shape is in front of a surface that has two sides, where this edge is. */
bool pawli_edge_side_is_front(const pawli_edge *edge, const pawli_edge_viewed *seen);

/* As pawli_collide with the edge as A, a segment; but what happens at the joints is decided once,
 * by one of the edges that meet there. */
void pawli_edge_collide(const pawli_edge *edge, const pawli_frame *frame_edge,
                        const pawl_convex *shape, const pawli_frame *frame_shape, pawl_fx margin,
                        pawl_manifold *out);

/* The same with the edge as B. */
void pawli_edge_collide_shape(const pawl_convex *shape, const pawli_frame *frame_shape,
                              const pawli_edge *edge, const pawli_frame *frame_edge, pawl_fx margin,
                              pawl_manifold *out);

#endif
