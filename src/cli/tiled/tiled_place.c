/* tiled_place.c - where cells and objects lie on the screen, for the four orientations of Tiled.
 *
 * Isometric cells are diamonds, in rows that run down to the left; staggered and hexagonal ones lie
 * in rows or columns of which every second one is moved by half a cell. Objects of isometric maps
 * are drawn in the frame of the cells, in which a cell is as long as it is high in both directions;
 * those of the others are drawn on the screen. */
#include "cli/tiled/tiled_import.h"

/* How rows and columns of staggered cells follow, in pixels. Cells count as even in width and
 * height, as they do in Tiled. */
typedef struct lattice {
    int64_t width, height;      /* of a cell */
    int64_t side_x, side_y;     /* the straight sides of a hexagon: one of them is 0 */
    int64_t offset_x, offset_y; /* from a corner of the box of a cell to where such a side begins */
    int64_t column, row;        /* from one to the next */
} lattice;

static lattice lattice_of(const cli_tiled_map *map) {
    lattice at = {.width = map->cell_width / CLI_PIXEL / 2 * 2,
                  .height = map->cell_height / CLI_PIXEL / 2 * 2};
    if (map->stagger_x) {
        at.side_x = map->hex_side;
    } else {
        at.side_y = map->hex_side;
    }
    at.offset_x = (at.width - at.side_x) / 2;
    at.offset_y = (at.height - at.side_y) / 2;
    at.column = at.offset_x + at.side_x;
    at.row = at.offset_y + at.side_y;
    return at;
}

static bool is_moved(const cli_tiled_map *map, int64_t index) {
    return (((uint64_t)index & 1u) != 0) != map->stagger_even;
}

bool cli_tiled_place_is_square(const cli_tiled_map *map) {
    return map->orientation == CLI_TILED_ORTHOGONAL;
}

bool cli_tiled_place_has_rows(const cli_tiled_map *map) {
    return map->orientation <= CLI_TILED_ISOMETRIC;
}

cli_pixel_point cli_tiled_place_project(const cli_tiled_map *map, cli_pixel_point way) {
    if (map->orientation != CLI_TILED_ISOMETRIC) return way;
    const cli_pixel_point out = {
        cli_tiled_shape_scaled(way.x - way.y, map->cell_width, 2 * map->cell_height),
        (way.x + way.y) / 2,
    };
    return out;
}

/* The point of the grid where column and row begin. */
static cli_pixel_point grid_point(const cli_tiled_map *map, int64_t column, int64_t row) {
    if (map->orientation == CLI_TILED_ISOMETRIC) {
        const cli_pixel_point at = {
            (column - row + (int64_t)map->height) * (map->cell_width / 2),
            (column + row) * (map->cell_height / 2),
        };
        return at;
    }
    const cli_pixel_point at = {column * map->cell_width, row * map->cell_height};
    return at;
}

cli_pixel_point cli_tiled_place_object(const cli_tiled_map *map, cli_pixel_point at) {
    cli_pixel_point out = cli_tiled_place_project(map, at);
    if (map->orientation == CLI_TILED_ISOMETRIC)
        out.x = cli_tiled_shape_scaled(out.x + (int64_t)map->height * (map->cell_width / 2), 1, 1);
    return out;
}

/* The upper left corner of the box of a staggered cell. */
static cli_pixel_point staggered_corner(const cli_tiled_map *map, const lattice *at, int64_t column,
                                        int64_t row) {
    int64_t x, y;
    if (map->stagger_x) {
        x = column * at->column;
        y = row * (at->height + at->side_y) + (is_moved(map, column) ? at->row : 0);
    } else {
        x = column * (at->width + at->side_x) + (is_moved(map, row) ? at->column : 0);
        y = row * at->row;
    }
    const cli_pixel_point corner = {x * CLI_PIXEL, y * CLI_PIXEL};
    return corner;
}

cli_pixel_point cli_tiled_place_cell(const cli_tiled_map *map, int64_t column, int64_t row) {
    if (map->orientation == CLI_TILED_ORTHOGONAL) return grid_point(map, column, row + 1);
    if (map->orientation == CLI_TILED_ISOMETRIC) {
        cli_pixel_point at = grid_point(map, column, row);
        at.x -= map->cell_width / 2;
        at.y += map->cell_height;
        return at;
    }
    const lattice shape = lattice_of(map);
    cli_pixel_point at = staggered_corner(map, &shape, column, row);
    at.y += shape.height * CLI_PIXEL;
    return at;
}

uint32_t cli_tiled_place_outline(const cli_tiled_map *map, const int64_t box[4],
                                 cli_pixel_point out[8]) {
    if (cli_tiled_place_has_rows(map)) {
        out[0] = grid_point(map, box[0], box[1]);
        out[1] = grid_point(map, box[2], box[1]);
        out[2] = grid_point(map, box[2], box[3]);
        out[3] = grid_point(map, box[0], box[3]);
        return 4;
    }
    const lattice at = lattice_of(map);
    const cli_pixel_point corner = staggered_corner(map, &at, box[0], box[1]);
    const int64_t right = at.width - at.offset_x, low = at.height - at.offset_y;
    const int64_t corners[8][2] = {
        {0, at.offset_y},         {at.offset_x, 0}, {right, 0},
        {at.width, at.offset_y},  {at.width, low},  {right, at.height},
        {at.offset_x, at.height}, {0, low},
    };
    uint32_t count = 0;
    for (int i = 0; i < 8; i++) {
        const cli_pixel_point point = {corner.x + corners[i][0] * CLI_PIXEL,
                                       corner.y + corners[i][1] * CLI_PIXEL};
        if (count > 0 && out[count - 1].x == point.x && out[count - 1].y == point.y) continue;
        out[count++] = point;
    }
    return count > 1 && out[count - 1].x == out[0].x && out[count - 1].y == out[0].y ? count - 1
                                                                                     : count;
}

cli_pixel_point cli_tiled_place_size(const cli_tiled_map *map) {
    const int64_t width = map->width, height = map->height;
    if (map->orientation == CLI_TILED_ISOMETRIC) {
        const cli_pixel_point size = {(width + height) * (map->cell_width / 2),
                                      (width + height) * (map->cell_height / 2)};
        return size;
    }
    if (map->orientation == CLI_TILED_ORTHOGONAL) return grid_point(map, width, height);
    const lattice at = lattice_of(map);
    int64_t across = width * (at.width + at.side_x), down = height * (at.height + at.side_y);
    if (map->stagger_x) {
        across = width * at.column + at.offset_x;
        if (width > 1) down += at.row;
    } else {
        down = height * at.row + at.offset_y;
        if (height > 1) across += at.column;
    }
    const cli_pixel_point size = {across * CLI_PIXEL, down * CLI_PIXEL};
    return size;
}
