/* tiled_grid.h - internal to the reader of Tiled maps: a tile layer as a grid of tile kinds.
 * tiled_tiles.c finds out what the tiles mean, tiled_cells.c makes bodies of them. */
#ifndef PAWLI_CLI_TILED_GRID_H
#define PAWLI_CLI_TILED_GRID_H

#include "cli/tiled/tiled_import.h"

#define PAWLI_TILED_MATERIALS_MAX 256
#define PAWLI_TILE_OTHER 7 /* not one of pawl_tile */

/* One shape of a tile. */
typedef struct pawli_tile_part {
    uint32_t material;
    uint8_t
        code; /* pawl_tile, or PAWLI_TILE_OTHER with an outline about the lower left of the cell */
    pawli_outline outline;
} pawli_tile_part;

/* What a tile number means in this layer. */
typedef struct pawli_tile_kind {
    uint32_t gid; /* with its flips */
    pawli_tile_part *parts;
    uint32_t part_count;
    pawli_tiled_scope scope;
} pawli_tile_kind;

typedef struct pawli_tile_grid {
    pawli_tiled_import *import;
    const pawli_tiled_layer *layer;
    int32_t x, y; /* the first cell */
    uint32_t width, height;
    uint32_t *gids;
    pawli_tile_kind *kinds; /* by ascending gid */
    uint32_t kind_count;
    pawli_tiled_material materials[PAWLI_TILED_MATERIALS_MAX];
    uint32_t material_count;
    bool has_tile_map; /* cells are such as pawl_tile_map has */
    uint8_t *codes;    /* of one material */
    uint8_t *seen;     /* cells that are in a rectangle already */
} pawli_tile_grid;

/* What stands in a cell; null when it is empty. */
const pawli_tile_kind *pawli_tile_kind_at(const pawli_tile_grid *all, size_t cell);

/* Bodies and polygons of the level of one material that does not move, and of all that do. */
void pawli_tiled_put_static(pawli_tile_grid *all, uint32_t material);
void pawli_tiled_put_moving(pawli_tile_grid *all);

#endif
