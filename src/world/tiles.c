/* tiles.c - the outline of a tile map as straight edges with neighbors.
 *
 * The outline is made of sides: a side starts at a corner of the grid and goes to one of the eight
 * corners around it, with the solid on its left, so that its front is on its right. Sides of one
 * direction that follow each other are a run, and a run is one edge: its number is the cell
 * and the direction of its first side. What follows at its end is, of all sides that start there,
 * the one that turns most to the right: the first one that something in front of the run would
 * meet.
 *
 *      3 2 1     The cell that owns a side of direction d, seen from the corner where it starts:
 *      4 . 0     right above for 0 and 1, left above for 2 and 3, left below for 4 and 5, right
 *      5 6 7     below for 6 and 7. Even sides bound a cell, odd ones cut one in halves. */
#include "world/terrain.h"

#define TILE_DIRECTIONS 8u
#define TILE_TOP 4u /* the direction of the top of a cell */

typedef struct tile_corner {
    int32_t x, y;
} tile_corner;

/* A side of the outline: where it starts and which way it goes. */
typedef struct tile_side {
    tile_corner at;
    uint32_t direction;
} tile_side;

static const int8_t side_step_x[TILE_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int8_t side_step_y[TILE_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
/* From the corner to its owner. */
static const int8_t owner_x[TILE_DIRECTIONS] = {0, 0, -1, -1, -1, -1, 0, 0};
static const int8_t owner_y[TILE_DIRECTIONS] = {0, 0, 0, 0, -1, -1, -1, -1};

static uint8_t tile_at(const pawli_geometry *geometry, int32_t x, int32_t y) {
    const pawli_terrain *terrain = &geometry->terrain;
    if (x < 0 || y < 0 || x >= terrain->count || y >= terrain->rows) return PAWL_TILE_EMPTY;
    return pawli_terrain_tile_cells(geometry)[(size_t)y * (size_t)terrain->count + (size_t)x] &
           PAWL_TILE_MASK;
}

/* Whether a tile fills its side of this direction: bottom 0, right 2, top 4, left 6. */
static bool tile_fills_side(uint8_t tile, uint32_t direction) {
    switch (tile) {
    case PAWL_TILE_SOLID:
        return true;
    case PAWL_TILE_LOWER_RIGHT:
        return direction == 0 || direction == 2;
    case PAWL_TILE_LOWER_LEFT:
        return direction == 0 || direction == 6;
    case PAWL_TILE_UPPER_RIGHT:
        return direction == 4 || direction == 2;
    case PAWL_TILE_UPPER_LEFT:
        return direction == 4 || direction == 6;
    default:
        return false;
    }
}

/* The tile whose diagonal runs in an odd direction with the solid on its left. */
static uint8_t slope_of(uint32_t direction) {
    static const uint8_t slopes[] = {PAWL_TILE_UPPER_LEFT, PAWL_TILE_LOWER_LEFT,
                                     PAWL_TILE_LOWER_RIGHT, PAWL_TILE_UPPER_RIGHT};
    return slopes[direction / 2];
}

static uint8_t owner_tile(const pawli_geometry *geometry, tile_side s) {
    return tile_at(geometry, s.at.x + owner_x[s.direction], s.at.y + owner_y[s.direction]);
}

/* The tile on the other side, a quarter turn to the right of an even direction. */
static uint8_t tile_across(const pawli_geometry *geometry, tile_side s) {
    const uint32_t right = (s.direction + 6) % TILE_DIRECTIONS;
    return tile_at(geometry, s.at.x + owner_x[s.direction] + side_step_x[right],
                   s.at.y + owner_y[s.direction] + side_step_y[right]);
}

/* Whether the outline has this side. */
static bool side_exists(const pawli_geometry *geometry, tile_side s) {
    const uint8_t tile = owner_tile(geometry, s);
    if (s.direction % 2 != 0) return tile == slope_of(s.direction);
    if (!tile_fills_side(tile, s.direction) &&
        !(tile == PAWL_TILE_ONE_WAY && s.direction == TILE_TOP)) {
        return false;
    }
    return !tile_fills_side(tile_across(geometry, s), (s.direction + 4) % TILE_DIRECTIONS);
}

static tile_side side_moved(tile_side s, int32_t steps) {
    s.at.x += side_step_x[s.direction] * steps;
    s.at.y += side_step_y[s.direction] * steps;
    return s;
}

/* What the owner of a side that exists is made of: kinds count where materials are by kind. */
static uint32_t owner_material(const pawli_geometry *geometry, tile_side s) {
    const pawli_terrain *terrain = &geometry->terrain;
    if (terrain->materials == 0) return 0;
    const int32_t x = s.at.x + owner_x[s.direction], y = s.at.y + owner_y[s.direction];
    return pawli_terrain_tile_cells(geometry)[(size_t)y * (size_t)terrain->count + (size_t)x] >>
           PAWL_TILE_MATERIAL_SHIFT;
}

/* Whether the side `steps` further on belongs to the same run. */
static bool run_goes_on(const pawli_geometry *geometry, tile_side s, int32_t steps) {
    const tile_side other = side_moved(s, steps);
    const bool one_way = owner_tile(geometry, s) == PAWL_TILE_ONE_WAY;
    return side_exists(geometry, other) &&
           (owner_tile(geometry, other) == PAWL_TILE_ONE_WAY) == one_way &&
           owner_material(geometry, other) == owner_material(geometry, s);
}

static uint32_t edge_of_side(const pawli_geometry *geometry, tile_side first) {
    const uint32_t x = (uint32_t)(first.at.x + owner_x[first.direction]);
    const uint32_t y = (uint32_t)(first.at.y + owner_y[first.direction]);
    return (y * (uint32_t)geometry->terrain.count + x) * TILE_DIRECTIONS + first.direction;
}

/* The first side of an edge; false when there is no such cell or side. */
static bool find_first_side(const pawli_geometry *geometry, uint32_t edge, tile_side *out) {
    const uint32_t cell = edge / TILE_DIRECTIONS, width = (uint32_t)geometry->terrain.count;
    if (pawli_terrain_tile_cells(geometry) == NULL) return false;
    if (cell / width >= (uint32_t)geometry->terrain.rows) return false;
    out->direction = edge % TILE_DIRECTIONS;
    out->at.x = (int32_t)(cell % width) - owner_x[out->direction];
    out->at.y = (int32_t)(cell / width) - owner_y[out->direction];
    return side_exists(geometry, *out);
}

/* The corners of a map fit (world/terrain.c checks it), and so do those one cell around it. */
static pawl_vec2 tile_point(const pawli_geometry *geometry, tile_corner at) {
    const pawl_vec2 lower = geometry->terrain.box.lower;
    const int64_t size = geometry->terrain.cell_size;
    return pawl_vec2_make(pawl_saturate(lower.x + at.x * size),
                          pawl_saturate(lower.y + at.y * size));
}

static bool is_side_near(const pawli_geometry *geometry, tile_side s, pawl_box box) {
    const pawl_vec2 a = tile_point(geometry, s.at), b = tile_point(geometry, side_moved(s, 1).at);
    const pawl_box own = {{pawl_min(a.x, b.x), pawl_min(a.y, b.y)},
                          {pawl_max(a.x, b.x), pawl_max(a.y, b.y)}};
    return pawl_box_overlaps(own, box);
}

/* floor((value - lower) / size), size > 0. */
static int32_t cell_of(pawl_fx value, pawl_fx lower, pawl_fx size) {
    const int64_t distance = (int64_t)value - lower;
    return (int32_t)(distance >= 0 ? distance / size : -((-distance + size - 1) / size));
}

/* A box that ends on a side of a cell touches that cell as well. */
pawli_cell_range pawli_tiles_cells_in(const pawli_geometry *geometry, pawl_box box) {
    const pawli_terrain *terrain = &geometry->terrain;
    const pawl_vec2 lower = terrain->box.lower;
    const pawl_fx size = terrain->cell_size;
    pawli_cell_range range;
    range.left = cell_of(pawl_sub(box.lower.x, 1), lower.x, size);
    range.bottom = cell_of(pawl_sub(box.lower.y, 1), lower.y, size);
    range.right = cell_of(box.upper.x, lower.x, size);
    range.top = cell_of(box.upper.y, lower.y, size);
    if (range.left < 0) range.left = 0;
    if (range.bottom < 0) range.bottom = 0;
    if (range.right >= terrain->count) range.right = terrain->count - 1;
    if (range.top >= terrain->rows) range.top = terrain->rows - 1;
    return range;
}

void pawli_tiles_begin(pawli_surface_query *query) {
    const pawli_cell_range range = pawli_tiles_cells_in(query->geometry, query->box);
    query->left = query->x = range.left;
    query->right = range.right;
    query->top = range.top;
    query->y = range.bottom;
    query->side = 0;
    if (range.left > range.right || pawli_terrain_tile_cells(query->geometry) == NULL) {
        query->y = query->top + 1;
    }
}

/* The side under the query, which then moves on: sides of a cell, cells of a row, rows. */
static tile_side take_tile_side(pawli_surface_query *query) {
    const uint32_t direction = query->side++;
    const tile_side s = {{query->x - owner_x[direction], query->y - owner_y[direction]}, direction};
    if (query->side == TILE_DIRECTIONS) {
        query->side = 0;
        query->x++;
    }
    if (query->x > query->right) {
        query->x = query->left;
        query->y++;
    }
    return s;
}

/* A run meets a box in sides that follow each other: the first of them reports it. */
bool pawli_tiles_next(pawli_surface_query *query, uint32_t *edge) {
    const pawli_geometry *geometry = query->geometry;
    while (query->y <= query->top) {
        tile_side s = take_tile_side(query);
        if (!side_exists(geometry, s) || !is_side_near(geometry, s, query->box)) continue;
        if (run_goes_on(geometry, s, -1) && is_side_near(geometry, side_moved(s, -1), query->box))
            continue;
        while (run_goes_on(geometry, s, -1))
            s = side_moved(s, -1);
        *edge = edge_of_side(geometry, s);
        return true;
    }
    return false;
}

bool pawli_tiles_is_near(const pawli_geometry *geometry, uint32_t edge, pawl_box box) {
    tile_side s;
    if (!find_first_side(geometry, edge, &s)) return false;
    while (!is_side_near(geometry, s, box)) {
        if (!run_goes_on(geometry, s, 1)) return false;
        s = side_moved(s, 1);
    }
    return true;
}

/* How far to the right a direction turns from another: 3 sharp right, 0 straight on, -3. */
static int32_t right_turn(uint32_t from, uint32_t to) {
    return (int32_t)((from + TILE_DIRECTIONS + 3 - to) % TILE_DIRECTIONS) - 3;
}

/* The direction of the side that goes on from the end of s: the one that turns most to the right;
 * or, backwards, of the one that comes to its start. A side that turns right around is not one.
 * A one-way top has no ends that stop anything: where nothing follows it goes straight on. */
static uint32_t find_neighbor(const pawli_geometry *geometry, tile_side s, bool backwards) {
    const tile_corner joint = backwards ? s.at : side_moved(s, 1).at;
    uint32_t found = s.direction;
    int32_t most = -4;
    for (uint32_t direction = 0; direction < TILE_DIRECTIONS; direction++) {
        tile_side other = {joint, direction};
        if (backwards) other = side_moved(other, -1);
        const int32_t turn =
            backwards ? right_turn(direction, s.direction) : right_turn(s.direction, direction);
        if (turn == 4 || turn <= most || !side_exists(geometry, other)) continue;
        most = turn;
        found = direction;
    }
    return found;
}

/* How many sides from the first one on lie before the box for certain. */
static int32_t count_sides_before(const pawli_geometry *geometry, tile_side first, pawl_box box) {
    const pawl_vec2 start = tile_point(geometry, first.at);
    const pawl_fx size = geometry->terrain.cell_size;
    const int32_t dx = side_step_x[first.direction], dy = side_step_y[first.direction];
    int64_t x = 0, y = 0;
    if (dx != 0) x = dx > 0 ? (int64_t)box.lower.x - start.x : (int64_t)start.x - box.upper.x;
    if (dy != 0) y = dy > 0 ? (int64_t)box.lower.y - start.y : (int64_t)start.y - box.upper.y;
    const int64_t farther = (x > y ? x : y) / size - 1;
    return farther > 0 ? (int32_t)farther : 0;
}

/* What of a run may touch a box. Ends outside the box are as good as any other. */
typedef struct tile_run {
    tile_side first, last;
    bool goes_back, goes_further; /* beyond what may touch */
} tile_run;

static bool find_tile_run(const pawli_geometry *geometry, uint32_t edge, pawl_box box,
                          tile_run *out) {
    tile_side s;
    if (!find_first_side(geometry, edge, &s)) return false;
    s = side_moved(s, count_sides_before(geometry, s, box));
    if (!side_exists(geometry, s)) return false;
    out->first = s;
    bool was_near = false;
    while (run_goes_on(geometry, s, 1)) {
        const bool near = is_side_near(geometry, s, box);
        if (was_near && !near) break;
        was_near = was_near || near;
        s = side_moved(s, 1);
    }
    out->last = s;
    out->goes_back = run_goes_on(geometry, out->first, -1);
    out->goes_further = run_goes_on(geometry, s, 1);
    return true;
}

/* Directions of the right side of a cell, which goes up, and of the left one. */
#define TILE_UP 2u
#define TILE_DOWN 6u

bool pawli_tiles_find(const pawli_geometry *geometry, uint32_t edge, pawl_box box,
                      pawli_edge *out) {
    tile_run r;
    if (!find_tile_run(geometry, edge, box, &r)) return false;
    tile_side before = r.first, after = side_moved(r.last, 1);
    if (!r.goes_back) before.direction = find_neighbor(geometry, r.first, true);
    if (!r.goes_further) after.direction = find_neighbor(geometry, r.last, false);
    out->before = tile_point(geometry, side_moved(before, -1).at);
    out->begin = tile_point(geometry, r.first.at);
    out->end = tile_point(geometry, after.at);
    out->after = tile_point(geometry, side_moved(after, 1).at);
    out->has_before = out->has_after = true;
    out->one_sided = true;
    out->one_way = owner_tile(geometry, r.first) == PAWL_TILE_ONE_WAY;
    if (r.first.direction == TILE_UP && !r.goes_further) {
        out->end_is_under = tile_across(geometry, r.last) == PAWL_TILE_ONE_WAY;
    }
    if (r.first.direction == TILE_DOWN && !r.goes_back) {
        out->begin_is_under = tile_across(geometry, r.first) == PAWL_TILE_ONE_WAY;
    }
    return true;
}
