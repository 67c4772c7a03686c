/* fracture.c - cut a body, shatter a body, break what was hit too hard. */
#include "base/check.h"
#include "fracture/fracture.h"
#include "base/arena.h"
#include "fx/int128.h"
#include "fx/range.h"

#include <string.h>

#define FRACTURE_COOKIE UINT32_C(0x70617750)

pawl_fracture_def pawl_fracture_def_default(void) {
    pawl_fracture_def def;
    memset(&def, 0, sizeof def);
    def.cookie = FRACTURE_COOKIE;
    def.cells = 8;
    def.focus = PAWL_FX(0, 3, 4);
    return def;
}

PAWLI_FOLD pawl_status check_fracture_def(const pawl_fracture_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == FRACTURE_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, def->cells >= 2 && def->cells <= PAWL_FRACTURE_CELLS_MAX, ERR_RANGE,
                "cells");
    PAWLI_CHECK(field,
                def->size_min == 0 ||
                    pawli_in_range(def->size_min, PAWL_SIZE_MIN, PAWL_FX(1024, 0, 1)),
                ERR_RANGE, "size_min");
    PAWLI_CHECK(field, pawli_in_range(def->focus, 0, PAWL_FX_ONE), ERR_RANGE, "focus");
    return PAWL_OK;
}

static pawl_status check_fracture(const pawl_fracture_def *def) {
    return PAWLI_CHECK_ONLY(check_fracture_def, pawl_fracture_def_check, def);
}

pawl_status pawl_fracture_def_check(const pawl_fracture_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_fracture_def, def, field);
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Most pieces and corners of one part in so many cells. Inside a convex part a Voronoi diagram of n
 * sites has fewer than 3 n edges and 2 n corners of three cells each, and each cell boundary that
 * meets the outline adds two corners; so its cells have at most 6 n + 2 n corners and those of the
 * part. A cell of more than PAWL_POLYGON_MAX corners becomes several pieces, of which each takes
 * at least PAWL_POLYGON_MAX - 2 of them and adds two. */
#define CORNERS(cells) (8u * (cells) + PAWL_POLYGON_MAX)
#define PIECES(cells) ((cells) + CORNERS(cells) / (PAWL_POLYGON_MAX - 2u))

typedef struct memory_map {
    uint32_t sources, slots, part_points, part_ends, sites, points, ends, groups, cut;
    uint64_t cut_size, size; /* below 2^31 */
    uint32_t point_capacity, piece_capacity;
} memory_map;

/* False when it is more than can be addressed. */
static bool map_memory(uint32_t shapes, uint32_t cells, memory_map *map) {
    if (shapes < 1 || shapes > PAWL_CUT_POINTS_MAX / PAWLI_PART_MAX) return false;
    if (cells < 2 || cells > PAWL_FRACTURE_CELLS_MAX) return false;
    pawli_arena arena = {0, 8};
    map->cut_size = pawl_cut_size(shapes * PAWLI_PART_MAX, cells);
    if (map->cut_size == 0) return false;
    map->piece_capacity = shapes * PIECES(cells);
    map->point_capacity = shapes * (CORNERS(cells) + 2 * PIECES(cells));
    map->sources = pawli_arena_reserve(&arena, shapes, sizeof(pawli_shape));
    map->slots = pawli_arena_reserve(&arena, shapes, sizeof(uint16_t));
    map->part_points = pawli_arena_reserve(&arena, shapes * PAWLI_PART_MAX, sizeof(pawl_vec2));
    map->part_ends = pawli_arena_reserve(&arena, shapes, sizeof(uint32_t));
    map->sites = pawli_arena_reserve(&arena, cells, sizeof(pawl_vec2));
    map->points = pawli_arena_reserve(&arena, map->point_capacity, sizeof(pawl_vec2));
    map->ends = pawli_arena_reserve(&arena, map->piece_capacity, sizeof(uint32_t));
    map->groups = pawli_arena_reserve(&arena, map->piece_capacity, sizeof(uint32_t));
    map->cut = pawli_arena_reserve(&arena, (uint32_t)map->cut_size, 1);
    map->size = pawli_arena_end(&arena, 8);
    return map->size <= SIZE_MAX;
}

size_t pawl_fracture_size(uint32_t shape_count, uint32_t cell_count) {
    memory_map map;
    return map_memory(shape_count, cell_count, &map) ? (size_t)map.size : 0;
}

/* ---- a body in hand ------------------------------------------------------------------------- */

static uint32_t count_body_parts(const pawl_world *world, uint16_t body, bool breakable) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    pawl_vec2 corners[PAWLI_PART_MAX];
    uint32_t count = 0;
    for (uint16_t at = pawli_bodies_const(world)[body].first_shape; at != PAWLI_NONE;
         at = shapes[at].next) {
        if (breakable && !pawli_is_breakable(&shapes[at])) continue;
        if (pawli_fracture_parts_of(world, &shapes[at], corners) > 0) count++;
    }
    return count;
}

static void take_body_parts(pawli_breaking *of, bool breakable) {
    const pawli_shape *shapes = pawli_shapes_const(of->world);
    uint32_t points = 0;
    for (uint16_t at = of->was.first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        if (breakable && !pawli_is_breakable(&shapes[at])) continue;
        pawl_vec2 corners[PAWLI_PART_MAX];
        const int32_t count = pawli_fracture_parts_of(of->world, &shapes[at], corners);
        if (count <= 0) continue;
        memcpy(of->part_points + points, corners, (size_t)count * sizeof corners[0]);
        points += (uint32_t)count;
        of->sources[of->part_count] = shapes[at];
        of->slots[of->part_count] = at;
        of->part_ends[of->part_count++] = points;
    }
}

/* Lay everything out for a body; no parts: there is nothing to break. */
static pawl_status begin_breaking(pawli_breaking *of, pawl_world *world, uint16_t body,
                                  bool breakable, uint32_t cells, void *memory, size_t size) {
    memset(of, 0, sizeof *of);
    of->world = world;
    of->body = body;
    of->was = pawli_bodies(world)[body];
    const uint32_t parts = count_body_parts(world, body, breakable);
    if (parts == 0) return PAWL_OK;
    memory_map map;
    if (!map_memory(parts, cells, &map)) return PAWL_ERR_MEMORY;
    if (!pawli_is_aligned(memory) || size < map.size) return PAWL_ERR_MEMORY;
    uint8_t *base = (uint8_t *)memory;
    of->sources = (pawli_shape *)(void *)(base + map.sources);
    of->slots = (uint16_t *)(void *)(base + map.slots);
    of->part_points = (pawl_vec2 *)(void *)(base + map.part_points);
    of->part_ends = (uint32_t *)(void *)(base + map.part_ends);
    of->sites = (pawl_vec2 *)(void *)(base + map.sites);
    of->pieces.points = (pawl_vec2 *)(void *)(base + map.points);
    of->pieces.ends = (uint32_t *)(void *)(base + map.ends);
    of->pieces.groups = (uint32_t *)(void *)(base + map.groups);
    of->pieces.point_capacity = map.point_capacity;
    of->pieces.piece_capacity = map.piece_capacity;
    of->cut_memory = base + map.cut;
    of->cut_size = (size_t)map.cut_size;
    take_body_parts(of, breakable);
    return PAWL_OK;
}

static pawl_rings rings_of_parts(const pawli_breaking *of) {
    const pawl_rings parts = {of->part_points, of->part_ends, of->part_count};
    return parts;
}

/* A point of the world in the frame of the body. */
static pawl_vec2 in_frame(const pawli_body *body, pawl_vec2 point) {
    const pawl_vec2 arm = pawl_vec2_sub(point, body->position);
    return pawl_vec2_add(body->center, pawl_unrotate(body->rotation, arm));
}

/* A body to break, and all pointers. */
static pawl_status check_breaking_call(pawl_world *world, pawl_body_id id, const void *memory,
                                       const pawl_fragments *out, uint16_t *slot) {
    if (world == NULL || memory == NULL || out == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    *slot = pawli_pool_find_body(world, id);
    if (*slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const bool enabled = (pawli_bodies(world)[*slot].flags & PAWLI_BODY_ENABLED) != 0;
    return enabled ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

/* Put the pieces in place, if there are any; nothing changes but the count where it was not cut. */
static pawl_status finish_breaking(pawli_breaking *of, pawl_fragments *out) {
    if (of->part_count > 0 && of->pieces.cell_count > 1) return pawli_fracture_replace(of, out);
    out->count = 0;
    return PAWL_OK;
}

/* ---- a cut ---------------------------------------------------------------------------------- */

/* Whether a piece lies on the left, by its corner that is farthest from the line. Coordinates are
 * below 2^30, so that differences fit 31 bits and their products 62. */
static bool is_left(const pawli_breaking *of, uint32_t piece, pawl_vec2 a, pawl_vec2 b) {
    const uint32_t first = piece == 0 ? 0 : of->pieces.ends[piece - 1];
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    int64_t farthest = 0;
    for (uint32_t i = first; i < of->pieces.ends[piece]; i++) {
        const int64_t side = pawl_vec2_cross(along, pawl_vec2_sub(of->pieces.points[i], a));
        if (pawli_magnitude(side) > pawli_magnitude(farthest)) farthest = side;
    }
    return farthest > 0;
}

/* Groups on the left come first, numbered by their first pieces. */
static uint32_t count_left(const pawli_breaking *of, pawl_vec2 a, pawl_vec2 b) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < of->pieces.piece_count; i++) {
        if (of->pieces.groups[i] == left && is_left(of, i, a, b)) left++;
    }
    return left;
}

pawl_status pawl_body_cut(pawl_world *world, pawl_body_id id, pawl_vec2 a, pawl_vec2 b,
                          void *memory, size_t size, pawl_fragments *out) {
    uint16_t slot;
    if (!PAWL_WITH_FRACTURE) return PAWL_ERR_UNSUPPORTED;
    pawl_status status = check_breaking_call(world, id, memory, out, &slot);
    if (status != PAWL_OK) return status;
    if (!pawli_is_position(a) || !pawli_is_position(b)) return PAWL_ERR_RANGE;
    const pawli_body *body = &pawli_bodies(world)[slot];
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    if (pawli_way_goes_round(world)) {
        a = pawli_way_image(world, body->position, a);
        b = pawl_vec2_add(a, along);
    }
    a = in_frame(body, a);
    b = in_frame(body, b);
    if (!pawli_is_position(a) || !pawli_is_position(b)) return PAWL_ERR_RANGE;
    if (a.x == b.x && a.y == b.y) return PAWL_ERR_ARGUMENT;
    pawli_breaking of;
    status = begin_breaking(&of, world, slot, false, 2, memory, size);
    if (status != PAWL_OK) return status;
    if (of.part_count > 0) {
        const pawl_rings parts = rings_of_parts(&of);
        status = pawl_cut(&parts, a, b, of.cut_memory, of.cut_size, &of.pieces);
        if (status != PAWL_OK) return status;
    }
    const uint32_t left = count_left(&of, a, b);
    status = finish_breaking(&of, out);
    if (status == PAWL_OK) out->left = out->count == 0 ? 0 : left;
    return status;
}

/* ---- shattering ----------------------------------------------------------------------------- */

/* Which shapes of which body, and what tells its pattern from those of others. */
typedef struct fracture_blow {
    uint16_t body;
    bool breakable; /* only shapes that have a break impulse */
    uint32_t serial;
    pawl_vec2 impact; /* in the world */
} fracture_blow;

static pawl_fx least_size(const pawl_world *world, const pawl_fracture_def *def) {
    if (def->size_min != 0) return def->size_min;
    return pawl_max(world->scales.length_unit / 10, PAWL_SIZE_MIN);
}

/* A point in the frame is clamped where it is beyond what the pattern takes, which is farther from
 * the body than any of its corners. The least size is at most 2^26, twice its square 2^53. */
static pawl_status scatter(pawli_breaking *of, const fracture_blow *from,
                           const pawl_fracture_def *def) {
    const pawl_vec2 impact =
        in_frame(&of->was, pawli_way_image(of->world, of->was.position, from->impact));
    const pawl_fx least = least_size(of->world, def);
    const pawl_rings parts = rings_of_parts(of);
    pawl_shatter_pattern pattern;
    memset(&pattern, 0, sizeof pattern);
    pattern.seed = def->seed;
    pattern.stream = of->world->tick << 32 | from->serial;
    pattern.impact.x = pawl_clamp(impact.x, -PAWL_COORD_MAX, PAWL_COORD_MAX);
    pattern.impact.y = pawl_clamp(impact.y, -PAWL_COORD_MAX, PAWL_COORD_MAX);
    pattern.focus = def->focus;
    pattern.spacing = least;
    pattern.site_count = def->cells;
    const int32_t sites = pawl_shatter_sites(&parts, &pattern, of->sites);
    if (sites < 0) return (pawl_status)sites;
    if (sites < 2) return PAWL_OK;
    return pawl_shatter(&parts, of->sites, (uint32_t)sites, 2 * (int64_t)least * least,
                        of->cut_memory, of->cut_size, &of->pieces);
}

static pawl_status shatter(pawl_world *world, const fracture_blow *from,
                           const pawl_fracture_def *def, void *memory, size_t size,
                           pawl_fragments *out) {
    pawli_breaking of;
    pawl_status status =
        begin_breaking(&of, world, from->body, from->breakable, def->cells, memory, size);
    if (status != PAWL_OK) return status;
    if (of.part_count > 0) status = scatter(&of, from, def);
    return status == PAWL_OK ? finish_breaking(&of, out) : status;
}

pawl_status pawl_body_shatter(pawl_world *world, pawl_body_id id, pawl_vec2 impact,
                              const pawl_fracture_def *def, void *memory, size_t size,
                              pawl_fragments *out) {
    fracture_blow from;
    if (!PAWL_WITH_FRACTURE) return PAWL_ERR_UNSUPPORTED;
    if (world == NULL || def == NULL || memory == NULL || out == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    pawl_status status = check_fracture(def);
    if (status != PAWL_OK) return status;
    status = check_breaking_call(world, id, memory, out, &from.body);
    if (status != PAWL_OK) return status;
    if (!pawli_is_position(impact)) return PAWL_ERR_RANGE;
    const uint16_t oldest = pawli_bodies(world)[from.body].first_shape;
    from.breakable = false;
    from.serial = oldest == PAWLI_NONE ? 0 : pawli_shapes(world)[oldest].serial;
    from.impact = impact;
    pawl_fragments made = *out;
    made.left = 0;
    status = shatter(world, &from, def, memory, size, &made);
    if (status == PAWL_OK) *out = made;
    return status;
}

int32_t pawl_world_break(pawl_world *world, const pawl_fracture_def *def, void *memory,
                         size_t size) {
    if (!PAWL_WITH_FRACTURE) return PAWL_ERR_UNSUPPORTED;
    if (world == NULL || def == NULL || memory == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = check_fracture(def);
    if (status != PAWL_OK) return status;
    if (!pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;
    int32_t broken = 0;
    for (uint32_t i = 0; i < world->fracture_count; i++) {
        const pawl_fracture_event event = pawl_world_get_events(world).fractures[i];
        const uint16_t shape = pawli_pool_find_shape(world, event.shape);
        if (shape == PAWLI_NONE) continue;
        const uint16_t body = pawli_shapes(world)[shape].body;
        if (!(pawli_bodies(world)[body].flags & PAWLI_BODY_ENABLED)) continue;
        const fracture_blow from = {body, true, pawli_shapes(world)[shape].serial, event.point};
        pawl_fragments made = {NULL, 0, 0, 0};
        if (shatter(world, &from, def, memory, size, &made) == PAWL_OK && made.count > 0) broken++;
    }
    return broken;
}
