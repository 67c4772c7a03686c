/* soft_piece.h - internal: what a soft body is made of, for all that ask what is there.
 *
 * A live surface link is a capsule as thick as the radius of the soft body, in order of links; a
 * point that is an end of none of them a circle, in order of points behind the links. A query
 * yields those that may touch a box in the world, each in a frame of its own, in which it is not
 * turned.
 *   pawli_soft_piece_query query;
 *   if (pawli_soft_piece_begin(world, soft, box, &query))
 *       while (pawli_soft_piece_next(&query, &piece, &frame)) ...
 * A link of an outline is one-sided: its front is outside. So what is inside of a blob can leave
 * it, and is not in the way of itself. The area in an outline is a part for those that ask for it.
 *
 * A link that a teleport has made longer than shapes may be has no piece. */
#ifndef PAWLI_SOFT_PIECE_H
#define PAWLI_SOFT_PIECE_H

#include "pawl/soft.h"
#include "world/shape_piece.h"

typedef struct pawli_soft_piece_query {
    const pawl_world *world;
    pawl_box box;  /* for points of the soft body: grown by its radius */
    uint32_t next; /* part to look at next */
    uint16_t soft;
} pawli_soft_piece_query;

/* False: nothing of the soft body is in the box, not even its area. Cost: a look at its points. */
bool pawli_soft_piece_begin(const pawl_world *world, uint16_t soft, pawl_box box,
                            pawli_soft_piece_query *query);
bool pawli_soft_piece_next(pawli_soft_piece_query *query, pawli_shape_piece *piece,
                           pawli_frame *frame);

/* Whether a point lies in the outline: decided exactly, by how often a ray to the right crosses
 * it. Of the outline itself a part counts as inside. */
bool pawli_soft_piece_area_contains(const pawl_world *world, uint16_t soft, pawl_vec2 point);
/* Side `index` of the outline, below outline_count, as a segment; false: it is not near the box. */
bool pawli_soft_piece_outline_side(const pawli_soft_piece_query *query, uint32_t index,
                                   pawli_shape_piece *piece, pawli_frame *frame);

/* A place on a piece: two points, of which the second has the share, Q1.31; of a point twice the
 * same. The ids are numbers of points of the soft body. */
typedef struct pawli_soft_place {
    uint32_t a, b, share;
} pawli_soft_place;

/* The place of a part nearest to a point; false where there is no such part (any more). */
bool pawli_soft_piece_find_place(const pawl_world *world, uint16_t soft, uint32_t part,
                                 pawl_vec2 near, pawli_soft_place *out);
/* Where it is, to nearest; its velocity, units/s, to nearest. */
pawl_vec2 pawli_soft_piece_position(const pawl_world *world, uint16_t soft,
                                    const pawli_soft_place *place);
pawl_vec2 pawli_soft_piece_velocity(const pawl_world *world, uint16_t soft,
                                    const pawli_soft_place *place);

#endif
