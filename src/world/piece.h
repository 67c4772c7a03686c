/* piece.h - internal: what a shape is made of, for everyone who asks what is there.
 *
 * Most shapes are one convex. A chain is made of segments and a tile map of solid pieces, too many
 * to list: a walk yields those that may touch a box. All of them come in the order of their part
 * numbers, which never change.
 *   pawli_piece_walk walk = pawli_begin_pieces(world, shape, box in the frame of the body);
 *   while (pawli_next_piece(world, &walk, &piece)) ... */
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
    uint16_t shape;
    uint32_t next; /* part to look at next */
} pawli_piece_walk;

/* Whether there is anything to choose from: else the box of a walk makes no difference. */
bool pawli_has_many_pieces(const pawl_world *world, uint16_t shape);

pawli_piece_walk pawli_begin_pieces(const pawl_world *world, uint16_t shape, pawl_box box);
bool pawli_next_piece(const pawl_world *world, pawli_piece_walk *walk, pawli_piece *piece);

#endif
