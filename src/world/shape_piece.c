/* shape_piece.c - the convex pieces of terrain near a place; and the mark of terrain. */
#define PAWLI_SHAPE_PIECE_TERRAIN
#include "world/shape_piece.h"

#include "world/terrain.h"

PAWLI_MARK(pawli_shape_piece_mark);
PAWLI_PULLS(pulls_edges, pawli_edge_mark);
PAWLI_PULLS(pulls_step_edges, pawli_edges_mark);

/* The next segment of a chain that may touch the box. */
static bool next_segment(const pawli_geometry *geometry, pawli_shape_piece_query *query,
                         pawli_shape_piece *piece) {
    pawli_surface_query edges = pawli_surface_begin(geometry, query->box);
    if (query->next > edges.next) edges.next = query->next;
    while (pawli_surface_next(&edges, &piece->part)) {
        pawli_edge edge;
        query->next = edges.next;
        if (!pawli_surface_find(geometry, piece->part, query->box, &edge)) return false;
        if (pawl_make_segment(edge.begin, edge.end, &piece->own) != PAWL_OK) continue;
        piece->convex = &piece->own;
        piece->one_sided = edge.one_sided ? 1 : 0;
        return true;
    }
    return false;
}

/* The corners of a cell from the lower left one on, counter-clockwise, and which of them a tile
 * has: bit 0 for the first. */
static unsigned corners_of_tile(uint8_t tile) {
    switch (tile) {
    case PAWL_TILE_SOLID:
        return 0xF;
    case PAWL_TILE_LOWER_RIGHT:
        return 0x7;
    case PAWL_TILE_LOWER_LEFT:
        return 0xB;
    case PAWL_TILE_UPPER_RIGHT:
        return 0xE;
    case PAWL_TILE_UPPER_LEFT:
        return 0xD;
    default:
        return 0;
    }
}

static bool make_tile(uint8_t tile, const pawl_vec2 corners[4], pawli_shape_piece *piece) {
    pawl_vec2 points[4];
    int count = 0;
    piece->convex = &piece->own;
    piece->one_sided = tile == PAWL_TILE_ONE_WAY ? 1 : 0;
    if (tile == PAWL_TILE_ONE_WAY) {
        return pawl_make_segment(corners[2], corners[3], &piece->own) == PAWL_OK;
    }
    for (int i = 0; i < 4; i++) {
        if (corners_of_tile(tile) >> i & 1) points[count++] = corners[i];
    }
    return count >= 3 && pawl_make_polygon(points, count, 0, &piece->own) == PAWL_OK;
}

/* The next cell that may touch the box and is not empty: a box, a triangle or a top. */
static bool next_tile(const pawli_geometry *geometry, pawli_shape_piece_query *query,
                      pawli_shape_piece *piece) {
    const pawli_terrain *terrain = &geometry->terrain;
    const uint8_t *cells = pawli_terrain_tile_cells(geometry);
    const pawli_cell_range range = pawli_tiles_cells_in(geometry, query->box);
    if (cells == NULL || range.left > range.right) return false;
    const uint32_t width = (uint32_t)terrain->count;
    uint32_t next = (uint32_t)range.bottom * width + (uint32_t)range.left;
    if (range.bottom <= range.top && query->next > next) next = query->next;
    for (;; next++) {
        if ((int32_t)(next % width) > range.right) next += width - next % width;
        if ((int32_t)(next % width) < range.left) next += (uint32_t)range.left - next % width;
        if ((int32_t)(next / width) > range.top) return false;
        const pawl_fx size = terrain->cell_size;
        const pawl_fx x = terrain->box.lower.x + (pawl_fx)(next % width) * size;
        const pawl_fx y = terrain->box.lower.y + (pawl_fx)(next / width) * size;
        const pawl_vec2 corners[4] = {{x, y}, {x + size, y}, {x + size, y + size}, {x, y + size}};
        if (!make_tile(cells[next] & PAWL_TILE_MASK, corners, piece)) continue;
        piece->part = next;
        query->next = next + 1;
        return true;
    }
}

bool pawli_shape_piece_next_of_terrain(const pawli_geometry *geometry,
                                       pawli_shape_piece_query *query, pawli_shape_piece *piece) {
    if (geometry->type != PAWLI_TILES) return next_segment(geometry, query, piece);
    return next_tile(geometry, query, piece);
}
