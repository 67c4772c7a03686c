/* tiled_grid.h - internal to the reader of Tiled maps: a tile layer as a grid of tile types.
 * tiled_tiles.c finds out what the tiles mean, tiled_cells.c makes bodies of them. */
#ifndef CLI_TILED_GRID_H
#define CLI_TILED_GRID_H

#include "cli/tiled/tiled_import.h"

#define CLI_TILED_MATERIALS_MAX 256
#define CLI_TILE_OTHER 7 /* not one of pawl_tile */

/* One shape of a tile. */
typedef struct cli_tile_shape {
    uint32_t material;
    uint8_t
        code; /* pawl_tile, or CLI_TILE_OTHER with an outline about the lower left of the cell */
    cli_outline outline;
} cli_tile_shape;

/* What a tile number means in this layer. */
typedef struct cli_tile_type {
    uint32_t gid; /* with its flips */
    cli_tile_shape *shapes;
    uint32_t shape_count;
    bool is_left_out; /* by what the map or the command line says */
    cli_tiled_scope scope;
} cli_tile_type;

typedef struct cli_tile_grid {
    cli_tiled_import *import;
    const cli_tiled_layer *layer;
    int32_t x, y; /* the first cell */
    uint32_t width, height;
    uint32_t *gids;
    cli_tile_type *types; /* by ascending gid */
    uint32_t type_count;
    cli_tiled_material materials[CLI_TILED_MATERIALS_MAX];
    uint32_t material_count;
    bool has_tile_map; /* cells are such as pawl_tile_map has */
    uint8_t *codes;    /* of one material */
    uint8_t *seen;     /* cells that are in a rectangle already */
} cli_tile_grid;

/* What stands in a cell; null when it is empty. */
const cli_tile_type *cli_tiled_tiles_at(const cli_tile_grid *all, size_t cell);

/* Bodies and polygons of the level of one material that does not move, and of all that do. */
void cli_tiled_cells_put_static(cli_tile_grid *all, uint32_t material);
void cli_tiled_cells_put_moving(cli_tile_grid *all);

#endif
