/* piece.c - the convex pieces of a shape near a place. */
#include "world/piece.h"

/* Every shape is a single convex. */
bool pawli_has_many_pieces(const pawl_world *world, uint16_t shape) {
    (void)world;
    (void)shape;
    return false;
}

pawli_piece_walk pawli_begin_pieces(const pawl_world *world, uint16_t shape, pawl_box box) {
    (void)world;
    const pawli_piece_walk walk = {box, shape, 0};
    return walk;
}

bool pawli_next_piece(const pawl_world *world, pawli_piece_walk *walk, pawli_piece *piece) {
    if (walk->next > 0) return false;
    const pawli_shape *shape = &pawli_shapes_const(world)[walk->shape];
    piece->convex = &pawli_geometries_const(world)[shape->geometry].convex;
    piece->part = walk->next++;
    piece->one_sided = 0;
    return true;
}
