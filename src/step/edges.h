/* edges.h - internal: what a step asks of terrain alone, referred to weakly. */
#ifndef PAWLI_EDGES_H
#define PAWLI_EDGES_H

#include "step/flight.h"
#include "world/shape_piece.h"

/* Of a convex and an edge of terrain. */
void pawli_edges_find_manifold(const pawli_step *step, const pawli_contact *contact,
                               const pawli_frame frames[2], pawl_fx margin, pawl_manifold *out);
/* A world box as seen from the frame of a body at a place that may turn and move by `margin`
 * meanwhile. */
pawl_box pawli_edges_box_in_frame(const pawli_body *body, pawl_vec2 place, pawl_box box,
                                  int64_t margin);
/* Whether the center of a body, so far from that of another one, starts on the left of a piece of
 * that one which stops only what comes from its right. */
bool pawli_edges_are_behind(pawl_vec2 apart, const pawli_body *other,
                            const pawli_shape_piece *piece);

#endif
