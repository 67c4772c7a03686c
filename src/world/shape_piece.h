/* shape_piece.h - internal: what a shape is made of, for all that ask what is there.
 *
 * Most shapes are one convex. A chain is made of segments and a tile map of solid pieces, too many
 * to list: a query yields those that may touch a box. All of them come in the order of their part
 * numbers, which never change.
 *   pawli_shape_piece_query query = pawli_shape_piece_begin(world, shape, box of the body);
 *   while (pawli_shape_piece_next(&query, &piece)) ...
 * The box is in the frame of the body. */
#ifndef PAWLI_SHAPE_PIECE_H
#define PAWLI_SHAPE_PIECE_H

#include "world/linked.h"
#include "world/terrain.h"

typedef struct pawli_shape_piece {
    const pawl_convex *convex; /* of the shape, or `own` */
    uint32_t part;             /* 0 for a shape of one convex */
    uint8_t one_sided;         /* 1: a segment that stops only what comes from its right */
    pawl_convex own;           /* set only where `convex` points to it */
} pawli_shape_piece;

typedef struct pawli_shape_piece_query {
    pawl_box box; /* in the frame of the body */
    const pawli_geometry *geometry;
    uint32_t next; /* part to look at next */
} pawli_shape_piece_query;

/* Whether there is anything to choose from: else the box of a query makes no difference. */
PAWLI_FOLD bool pawli_shape_piece_are_many(const pawl_world *world, uint16_t shape) {
    const uint16_t geometry = pawli_shapes_const(world)[shape].geometry;
    return pawli_has_terrain_linked() && !pawli_is_convex(&pawli_geometries_const(world)[geometry]);
}

static inline pawli_shape_piece_query pawli_shape_piece_begin(const pawl_world *world,
                                                              uint16_t shape, pawl_box box) {
    const uint16_t geometry = pawli_shapes_const(world)[shape].geometry;
    const pawli_shape_piece_query query = {box, &pawli_geometries_const(world)[geometry], 0};
    return query;
}

bool pawli_shape_piece_next_of_terrain(const pawli_geometry *geometry,
                                       pawli_shape_piece_query *query, pawli_shape_piece *piece);
#ifndef PAWLI_SHAPE_PIECE_TERRAIN /* the file that defines it */
PAWLI_OPTIONAL(pawli_shape_piece_next_of_terrain);
#endif

static inline bool pawli_shape_piece_next(pawli_shape_piece_query *query,
                                          pawli_shape_piece *piece) {
    const pawli_geometry *geometry = query->geometry;
    if (!pawli_is_convex(geometry)) {
        return pawli_has_terrain_linked() &&
               pawli_shape_piece_next_of_terrain(geometry, query, piece);
    }
    if (query->next > 0) return false;
    piece->convex = &geometry->convex;
    piece->part = query->next++;
    piece->one_sided = 0;
    return true;
}

#endif
