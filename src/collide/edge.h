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
