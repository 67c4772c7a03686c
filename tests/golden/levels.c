/* levels.c - see levels.h. Everything is drawn from pawl_random and placed by integers: no level
 * depends on the host. */
#include "golden/levels.h"

#include "pawl/convex.h"

#include <string.h>

static void *take(golden_drawing *on, size_t size) {
    const size_t rounded = (size + 7) / 8 * 8;
    if (rounded > on->size - on->used) return NULL;
    void *const at = on->memory + on->used;
    on->used += rounded;
    return at;
}

static void add_ring(golden_drawing *on, const pawl_vec2 *points, uint32_t count, uint16_t region) {
    if (on->polygon_count == on->polygon_capacity) return;
    if (count > on->point_capacity - on->point_count) return;
    pawl_level_polygon *const polygon = &on->polygons[on->polygon_count];
    memcpy(on->points + on->point_count, points, count * sizeof *points);
    on->counts[on->polygon_count] = count;
    polygon->rings.points = on->points + on->point_count;
    polygon->rings.ends = &on->counts[on->polygon_count];
    polygon->rings.count = 1;
    polygon->region = region;
    on->point_count += count;
    on->ends[on->polygon_count++] = on->point_count;
}

static void add_box(golden_drawing *on, pawl_fx x, pawl_fx y, pawl_fx width, pawl_fx height,
                    uint16_t region) {
    const pawl_vec2 corners[4] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    add_ring(on, corners, 4, region);
}

static void add_wall(golden_drawing *on, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    const pawl_vec2 ends[2] = {{x0 * PAWL_FX_ONE, y0 * PAWL_FX_ONE},
                               {x1 * PAWL_FX_ONE, y1 * PAWL_FX_ONE}};
    add_ring(on, ends, 2, 0);
}

/* 3 to 13 corners, each somewhere in a sector of its own: concave and convex ones. */
static void add_star(golden_drawing *on, pawl_fx half_room, uint16_t region) {
    pawl_vec2 corners[13];
    const pawl_fx x = pawl_random_between(&on->random, -half_room, half_room);
    const pawl_vec2 center = {x, pawl_random_between(&on->random, -half_room, half_room)};
    const uint32_t count = 3 + pawl_random_below(&on->random, 11);
    const uint32_t sector = UINT32_MAX / count;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_angle angle = i * sector + pawl_random_below(&on->random, sector / 2);
        const pawl_fx radius = pawl_random_between(&on->random, PAWL_FX(0, 1, 2), PAWL_FX(3, 0, 1));
        const pawl_vec2 arm = {radius, 0};
        corners[i] = pawl_vec2_add(center, pawl_rotate(pawl_rot_from_angle(angle), arm));
    }
    add_ring(on, corners, count, region);
}

/* A regular polygon that stands on an edge when its corners are even in number. */
static void set_player(golden_drawing *on, uint32_t count, pawl_fx radius) {
    const pawl_angle turn = UINT32_MAX / count;
    const pawl_vec2 arm = {radius, 0};
    for (uint32_t i = 0; i < count; i++)
        on->player[i] = pawl_rotate(pawl_rot_from_angle(i * turn + turn / 2), arm);
    const int32_t hull = pawl_hull(on->player, (int32_t)count, on->player);
    on->def.walker_points = on->player;
    on->def.walker_point_count = hull > 0 ? (uint32_t)hull : 0;
}

static void set_bounds(golden_drawing *on, int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    on->def.bounds.lower = pawl_vec2_make(x0 * PAWL_FX_ONE, y0 * PAWL_FX_ONE);
    on->def.bounds.upper = pawl_vec2_make(x1 * PAWL_FX_ONE, y1 * PAWL_FX_ONE);
}

/* ---- the levels ------------------------------------------------------------------------------ */

static void draw_random(golden_drawing *on) {
    for (uint32_t i = 0; i < on->polygon_capacity; i++)
        add_star(on, PAWL_FX(19, 0, 1), 0);
    set_player(on, 8, PAWL_FX(0, 1, 2));
    set_bounds(on, -21, -20, 22, 21);
}

static void draw_small(golden_drawing *on) {
    for (uint32_t i = 0; i < on->polygon_capacity; i++)
        add_star(on, PAWL_FX(7, 0, 1), 0);
    set_player(on, 4, PAWL_FX(0, 3, 8));
    set_bounds(on, -9, -8, 9, 10);
}

/* What a machine with 16 KB of RAM can build: three boxes, one of them on another's corner. */
static void draw_tiny(golden_drawing *on) {
    const pawl_fx one = PAWL_FX_ONE;
    add_box(on, -6 * one, -one, 12 * one, one, 0);
    add_box(on, one, 0, 2 * one, one, 0);
    add_wall(on, -3, 0, -2, 2);
    set_player(on, 4, PAWL_FX(0, 1, 4));
    on->def.limits.segments = 32;
    on->def.limits.vertices = 48;
    on->def.limits.edges = 64;
}

/* The same as `random` for a machine with 64 KB of RAM: fewer stars, an octagon. */
static void draw_stars(golden_drawing *on) {
    for (uint32_t i = 0; i < on->polygon_capacity; i++)
        add_star(on, PAWL_FX(6, 0, 1), 0);
    set_player(on, 8, PAWL_FX(0, 1, 2));
    set_bounds(on, -8, -7, 9, 8);
}

/* Squares of a grid, each an obstacle of its own: edges lie on each other, four corners meet, and
 * every square of the mesh has its corners on a circle. */
static void draw_squares(golden_drawing *on, int32_t width, int32_t height) {
    static const pawl_vec2 box[4] = {
        {-24576, -24576}, {24576, -24576}, {24576, 24576}, {-24576, 24576}};
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const bool border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            if (!border && pawl_random_below(&on->random, 100) >= 26) continue;
            add_box(on, x * PAWL_FX_ONE, y * PAWL_FX_ONE, PAWL_FX_ONE, PAWL_FX_ONE, 0);
        }
    }
    memcpy(on->player, box, sizeof box);
    on->def.walker_points = on->player;
    on->def.walker_point_count = 4;
    set_bounds(on, 0, 0, width, height);
}

static void draw_tiles(golden_drawing *on) {
    draw_squares(on, 18, 14);
}

/* For a machine with 64 KB of RAM. */
static void draw_grid(golden_drawing *on) {
    draw_squares(on, 4, 4);
}

/* Ground, two doors, a one-way platform and an area, over each other; cut off at bounds, and with
 * the raw unit that makes it conservative. */
static void draw_regions(golden_drawing *on) {
    static const uint8_t kinds[5] = {PAWL_REGION_WALL, PAWL_REGION_WALL, PAWL_REGION_ONE_WAY,
                                     PAWL_REGION_AREA, PAWL_REGION_WALL};
    for (uint32_t i = 0; i < 5; i++) {
        on->regions[i].type = kinds[i];
        on->regions[i].user_data = 100 + i;
        on->regions[i].friction = (pawl_fx)i * PAWL_FX(0, 1, 8);
        on->regions[i].direction = pawl_rot_from_angle(PAWL_TURN(1, 4));
    }
    on->def.regions = on->regions;
    on->def.region_count = 5;
    for (uint32_t i = 0; i < 22; i++)
        add_star(on, PAWL_FX(13, 0, 1), (uint16_t)(i < 10 ? 0 : 1 + i % 4));
    for (int32_t i = 0; i < 8; i++)
        add_box(on, (3 * i - 13) * PAWL_FX_ONE, (i % 3 * 6 - 9) * PAWL_FX_ONE, PAWL_FX(3, 1, 2),
                PAWL_FX(0, 1, 2), (uint16_t)(1 + i % 4));
    set_player(on, 6, PAWL_FX(0, 2, 5));
    set_bounds(on, -13, -12, 14, 13);
    on->def.conservative = true;
}

/* Thin walls around the squares of a grid; each square has lost one of two of its walls, so there
 * is one way from each to each. The outer walls lie on the bounds, which cut them in half. */
static void draw_maze(golden_drawing *on) {
    const int32_t size = 12;
    add_wall(on, 0, 0, size, 0);
    add_wall(on, size, 0, size, size);
    add_wall(on, size, size, 0, size);
    add_wall(on, 0, size, 0, 0);
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++) {
            const bool top = y + 1 == size, right = x + 1 == size;
            const bool up = !top && (right || pawl_random_below(&on->random, 2) == 0);
            if (!top && !up) add_wall(on, x, y + 1, x + 1, y + 1);
            if (!right && up) add_wall(on, x + 1, y, x + 1, y + 1);
        }
    }
    set_player(on, 8, PAWL_FX(0, 1, 5));
    set_bounds(on, 0, 0, size, size);
}

static const golden_level levels[GOLDEN_LEVEL_COUNT] = {
    {"level-random", draw_random, 60, 480, 4000, false},
    {"level-small", draw_small, 10, 100, 1000, true},
    {"level-tiny", draw_tiny, 3, 10, 1000, true},
    {"level-tiles", draw_tiles, 150, 600, 2000, true},
    {"level-regions", draw_regions, 30, 250, 4000, true},
    {"level-maze", draw_maze, 150, 300, 3000, false},
    {"level-stars", draw_stars, 4, 36, 1000, false},
    {"level-grid", draw_grid, 14, 56, 500, true},
};

const golden_level *golden_level_at(int index) {
    return &levels[index];
}

pawl_status golden_level_draw(const golden_level *level, void *memory, size_t size,
                              golden_drawing *on) {
    memset(on, 0, sizeof *on);
    on->memory = memory;
    on->size = size;
    on->polygon_capacity = level->polygons;
    on->point_capacity = level->points;
    on->random = pawl_random_make(level->polygons, level->ticks);
    on->def = pawl_level_def_default();
    on->points = take(on, level->points * sizeof *on->points);
    on->polygons = take(on, level->polygons * sizeof *on->polygons);
    on->ends = take(on, level->polygons * sizeof *on->ends);
    on->counts = take(on, level->polygons * sizeof *on->counts);
    if (!on->points || !on->polygons || !on->ends || !on->counts) return PAWL_ERR_MEMORY;
    level->draw(on);
    on->def.polygons = on->polygons;
    on->def.polygon_count = on->polygon_count;
    return PAWL_OK;
}
