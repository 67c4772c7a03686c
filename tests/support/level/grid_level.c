/* grid_level.c - levels without a builder: a grid of points, two triangles in each square. */
#include "support/level/grid_level.h"

#include <stdlib.h>

#include "support/level/level_parts.h"
#include "support/base/seeded.h"

/* Cells ascend by their members. */
static const uint16_t cell_ends[] = {0, 1, 3, 5, 6, 8, 10, 11, 13, 14, 15};
static const uint16_t members[] = {0, 0, 1, 0, 2, 1, 1, 2, 1, 4, 2, 2, 3, 3, 4};
enum {
    CELL_FREE = 0,
    CELL_GROUND = 1,
    CELL_DOOR = 4,
    CELL_ONE_WAY = 7,
    CELL_AREA = 9
};
#define CELL_DOOR_2 10
#define CELLS 11

/* The halves of a square: the lower triangle is the first. A rising diagonal goes from the lower
 * left to the upper right. */
typedef struct square {
    bool rises;
    uint16_t cells[2];
} square;

typedef struct drawing {
    const grid_plan *plan;
    pawl_vec2 *vertices;
    pawl_level_triangle *triangles;
    square *squares;
} drawing;

static square square_of(char letter) {
    square all = {false, {CELL_FREE, CELL_FREE}};
    static const char letters[] = "#DE=a";
    static const uint16_t cells[] = {CELL_GROUND, CELL_DOOR, CELL_DOOR_2, CELL_ONE_WAY, CELL_AREA};
    for (unsigned i = 0; letters[i]; i++)
        if (letters[i] == letter) all.cells[0] = all.cells[1] = cells[i];
    all.rises = letter == '/' || letter == 'z';
    if (letter == '/' || letter == '\\') all.cells[0] = CELL_GROUND;
    if (letter == 'z' || letter == 's') all.cells[1] = CELL_GROUND;
    return all;
}

static uint16_t any_cell(const grid_plan *plan, uint64_t *seed) {
    const unsigned chance = (unsigned)(seeded_next(seed) >> 32) % 100;
    if (chance < plan->solid) return CELL_GROUND;
    if (chance >= plan->solid + plan->others) return CELL_FREE;
    return (uint16_t)(2 + (seeded_next(seed) >> 32) % (CELLS - 2));
}

static square any_square(const grid_plan *plan, uint64_t *seed) {
    square result;
    result.rises = seeded_next(seed) >> 63;
    result.cells[0] = any_cell(plan, seed);
    const uint16_t other = any_cell(plan, seed);
    result.cells[1] = seeded_next(seed) >> 62 == 0 ? other : result.cells[0];
    return result;
}

static pawl_fx shaken(pawl_fx jitter, uint64_t *seed) {
    const uint64_t any = seeded_next(seed) >> 32;
    return (pawl_fx)((int64_t)(any % (2u * (uint32_t)jitter + 1u)) - jitter);
}

static void place_vertices(drawing *grid, uint64_t *seed) {
    const grid_plan *const plan = grid->plan;
    for (uint32_t r = 0; r <= plan->rows; r++) {
        for (uint32_t c = 0; c <= plan->columns; c++) {
            pawl_vec2 *const v = &grid->vertices[r * (plan->columns + 1) + c];
            v->x = plan->origin.x + (pawl_fx)c * plan->pitch;
            v->y = plan->origin.y + (pawl_fx)r * plan->pitch;
            if (c > 0 && c < plan->columns) v->x += shaken(plan->jitter, seed);
            if (r > 0 && r < plan->rows) v->y += shaken(plan->jitter, seed);
        }
    }
}

/* The triangle of a square that has its left, or its right side. */
static uint32_t side_of(const drawing *grid, uint32_t column, uint32_t row, bool left) {
    const uint32_t i = row * grid->plan->columns + column;
    return 2 * i + (grid->squares[i].rises == left ? 1 : 0);
}

static void place_triangles(drawing *grid) {
    const uint32_t columns = grid->plan->columns, rows = grid->plan->rows;
    for (uint32_t i = 0; i < columns * rows; i++) {
        const uint32_t c = i % columns, r = i / columns;
        const uint32_t low = r * (columns + 1) + c, high = low + columns + 1;
        const uint32_t down = r > 0 ? 2 * (i - columns) + 1 : PAWL_TRIANGLE_NONE;
        const uint32_t up = r + 1 < rows ? 2 * (i + columns) : PAWL_TRIANGLE_NONE;
        const uint32_t left = c > 0 ? side_of(grid, c - 1, r, false) : PAWL_TRIANGLE_NONE;
        const uint32_t right = c + 1 < columns ? side_of(grid, c + 1, r, true) : PAWL_TRIANGLE_NONE;
        const uint32_t one = 2 * i, two = one + 1;
        const square *const s = &grid->squares[i];
        if (s->rises) {
            grid->triangles[one] =
                (pawl_level_triangle){{low, low + 1, high + 1}, {right, two, down}, s->cells[0]};
            grid->triangles[two] =
                (pawl_level_triangle){{low, high + 1, high}, {up, left, one}, s->cells[1]};
        } else {
            grid->triangles[one] =
                (pawl_level_triangle){{low, low + 1, high}, {two, left, down}, s->cells[0]};
            grid->triangles[two] =
                (pawl_level_triangle){{low + 1, high + 1, high}, {up, one, right}, s->cells[1]};
        }
    }
}

static void place_squares(drawing *grid, uint64_t *seed) {
    const grid_plan *const plan = grid->plan;
    for (uint32_t i = 0; i < plan->columns * plan->rows; i++) {
        const uint32_t from_top = plan->rows - 1 - i / plan->columns;
        grid->squares[i] = plan->map == NULL
                               ? any_square(plan, seed)
                               : square_of(plan->map[from_top * plan->columns + i % plan->columns]);
    }
}

static bool write(const drawing *grid, grid_level *out) {
    const grid_plan *const plan = grid->plan;
    static const uint8_t kinds[GRID_REGIONS] = {PAWL_REGION_WALL, PAWL_REGION_WALL,
                                                PAWL_REGION_ONE_WAY, PAWL_REGION_AREA,
                                                PAWL_REGION_WALL};
    pawl_region regions[GRID_REGIONS];
    memset(regions, 0, sizeof regions);
    for (int i = 0; i < GRID_REGIONS; i++) {
        regions[i].type = kinds[i];
        regions[i].direction.s = PAWL_UNIT;
    }
    regions[GRID_GROUND].friction = plan->friction;
    const pawl_vec2 player = {0, 0};
    level_parts parts;
    memset(&parts, 0, sizeof parts);
    parts.vertices = grid->vertices;
    parts.triangles = grid->triangles;
    parts.cell_ends = cell_ends;
    parts.members = members;
    parts.regions = regions;
    parts.player = &player;
    parts.bounds.lower = plan->origin;
    parts.bounds.upper.x = plan->origin.x + (pawl_fx)plan->columns * plan->pitch;
    parts.bounds.upper.y = plan->origin.y + (pawl_fx)plan->rows * plan->pitch;
    parts.counts.vertices = (plan->columns + 1) * (plan->rows + 1);
    parts.counts.triangles = 2 * plan->columns * plan->rows;
    parts.counts.cells = CELLS;
    parts.counts.members = cell_ends[CELLS - 1];
    parts.counts.regions = GRID_REGIONS;
    parts.counts.walker_points = 1;
    parts.counts.is_wide = plan->is_wide || pawli_level_layout_needs_wide(parts.counts.vertices,
                                                                          parts.counts.triangles);
    const uint32_t size = pawli_level_layout_of(&parts.counts).size;
    out->bytes = malloc(size);
    return out->bytes != NULL && level_write(&parts, out->bytes, size, &out->size) == PAWL_OK &&
           pawl_level_open(out->bytes, out->size, &out->level) == PAWL_OK;
}

bool grid_level_make(const grid_plan *plan, grid_level *out) {
    const size_t count = (size_t)plan->columns * plan->rows;
    drawing grid = {plan, NULL, NULL, NULL};
    uint64_t seed = plan->seed;
    memset(out, 0, sizeof *out);
    grid.vertices = calloc((size_t)(plan->columns + 1) * (plan->rows + 1), sizeof *grid.vertices);
    grid.triangles = calloc(2 * count, sizeof *grid.triangles);
    grid.squares = calloc(count, sizeof *grid.squares);
    bool made = grid.vertices != NULL && grid.triangles != NULL && grid.squares != NULL;
    if (made) {
        place_vertices(&grid, &seed);
        place_squares(&grid, &seed);
        place_triangles(&grid);
        made = write(&grid, out);
    }
    free(grid.vertices);
    free(grid.triangles);
    free(grid.squares);
    if (!made) grid_level_free(out);
    return made;
}

void grid_level_free(grid_level *grid) {
    free(grid->bytes);
    memset(grid, 0, sizeof *grid);
}

grid_plan grid_plan_of_map(uint32_t columns, uint32_t rows, pawl_fx pitch, const char *map) {
    grid_plan plan;
    memset(&plan, 0, sizeof plan);
    plan.seed = seeded_base;
    plan.columns = columns;
    plan.rows = rows;
    plan.pitch = pitch;
    plan.map = map;
    return plan;
}

grid_plan grid_plan_any(uint64_t seed) {
    grid_plan plan;
    memset(&plan, 0, sizeof plan);
    plan.seed = seed;
    plan.columns = 2 + (uint32_t)(seeded_next(&seed) >> 60);
    plan.rows = 2 + (uint32_t)(seeded_next(&seed) >> 60);
    const uint32_t more = plan.columns > plan.rows ? plan.columns : plan.rows;
    /* From 12 raw units to as much as there is. */
    const uint32_t most = 2u * (uint32_t)PAWL_COORD_MAX / more;
    const unsigned shift = (unsigned)(seeded_next(&seed) >> 59) % 27; /* small ones are as likely */
    plan.pitch = (pawl_fx)(12 + (uint32_t)(seeded_next(&seed) >> 33 >> shift) % (most - 12));
    const uint64_t kind = seeded_next(&seed) >> 62;
    plan.jitter = kind == 0 ? 0 : kind == 1 ? 1 : plan.pitch / 7;
    plan.solid = (unsigned)(seeded_next(&seed) >> 58); /* up to 63 percent */
    plan.others = seeded_next(&seed) >> 63 ? 20 : 0;
    plan.is_wide = seeded_next(&seed) >> 61 == 0;
    const pawl_fx width = (pawl_fx)plan.columns * plan.pitch;
    const pawl_fx height = (pawl_fx)plan.rows * plan.pitch;
    switch (seeded_next(&seed) >> 62) {
    case 0: /* in a corner of the range */
        plan.origin = pawl_vec2_make(PAWL_COORD_MAX - width, -PAWL_COORD_MAX);
        break;
    case 1:
        plan.origin = pawl_vec2_make(-PAWL_COORD_MAX, PAWL_COORD_MAX - height);
        break;
    default:
        plan.origin = pawl_vec2_make(-(width / 2), -(height / 2));
        break;
    }
    return plan;
}
