/* piece.h - internal: what a shape is made of, for everyone who asks what is there.
 *
 * Most shapes are one convex. A chain is made of segments and a tile map of solid pieces, too many
 * to list: a walk yields those that may touch a box. All of them come in the order of their part
 * numbers, which never change.
 *   pawli_piece_walk walk = pawli_begin_pieces(world, shape, box in the frame of the body);
 *   while (pawli_next_piece(&walk, &piece)) ... */
#ifndef PAWLI_PIECE_H
#define PAWLI_PIECE_H

#include "world/world.h"

typedef struct pawli_piece {
    const pawl_convex *convex; /* of the shape, or `own` */
    uint32_t part;             /* 0 for a shape of one convex */
    uint8_t one_sided;         /* 1: a segment that stops only what comes from its right */
    pawl_convex own;           /* set only where `convex` points to it */
} pawli_piece;

typedef struct pawli_piece_walk {
    pawl_box box; /* in the frame of the body */
    const pawli_geometry *geometry;
    uint32_t next; /* part to look at next */
} pawli_piece_walk;

/* Whether there is anything to choose from: else the box of a walk makes no difference. */
PAWLI_FOLD bool pawli_has_many_pieces(const pawl_world *world, uint16_t shape) {
    const uint16_t geometry = pawli_shapes_const(world)[shape].geometry;
    return !pawli_is_convex(&pawli_geometries_const(world)[geometry]);
}

static inline pawli_piece_walk pawli_begin_pieces(const pawl_world *world, uint16_t shape,
                                                  pawl_box box) {
    const uint16_t geometry = pawli_shapes_const(world)[shape].geometry;
    const pawli_piece_walk walk = {box, &pawli_geometries_const(world)[geometry], 0};
    return walk;
}

bool pawli_next_terrain_piece(const pawli_geometry *geometry, pawli_piece_walk *walk,
                              pawli_piece *piece);

static inline bool pawli_next_piece(pawli_piece_walk *walk, pawli_piece *piece) {
    const pawli_geometry *geometry = walk->geometry;
    if (!pawli_is_convex(geometry)) return pawli_next_terrain_piece(geometry, walk, piece);
    if (walk->next > 0) return false;
    piece->convex = &geometry->convex;
    piece->part = walk->next++;
    piece->one_sided = 0;
    return true;
}

#endif
