/* terrain.c - shapes whose data stays with the caller: made, bound, measured. */
#include "fx/range.h"
#include "base/check.h"
#include "world/terrain.h"
#include "base/bytes.h"

#include "base/optional.h"
#include "base/xxh32.h"
#include "geom/bounds.h"
#include "period/period.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_period_fits);

PAWLI_PULLS(pulls_terrain, pawli_shape_piece_mark);

static void keep_pointer(uint32_t address[2], const void *data) {
    const uint64_t pointer = (uint64_t)(uintptr_t)data;
    address[0] = (uint32_t)(pointer & UINT32_MAX);
    address[1] = (uint32_t)(pointer >> 32);
}

static void set_address(pawli_terrain *terrain, const void *data) {
    keep_pointer(terrain->address, data);
}

/* Points as canonical words, the same on machines of any byte order. */
static uint32_t hash_points(const pawl_vec2 *points, int32_t count) {
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    for (int32_t i = 0; i < count; i++) {
        pawli_xxh32_word(&hash, (uint32_t)points[i].x);
        pawli_xxh32_word(&hash, (uint32_t)points[i].y);
    }
    return pawli_xxh32_end(&hash);
}

static pawl_status check_chain_points(const pawl_chain *chain) {
    const int32_t count = chain->count;
    for (int32_t i = 0; i < count; i++) {
        const bool last = i + 1 == count;
        if (last && !chain->loop) break;
        const pawl_vec2 from = chain->points[i], to = chain->points[last ? 0 : i + 1];
        pawl_convex segment;
        const pawl_status status = pawl_make_segment(from, to, &segment);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

PAWLI_FOLD pawl_status check_chain(const pawl_chain *chain, const char **field) {
    PAWLI_CHECK(field, chain->points != NULL, ERR_NULL, "points");
    PAWLI_CHECK(field, !chain->loop || !chain->ghost_ends, ERR_ARGUMENT, "ghost_ends");
    PAWLI_CHECK(field,
                chain->count >= (chain->loop         ? 3
                                 : chain->ghost_ends ? 4
                                                     : 2),
                ERR_ARGUMENT, "count");
    PAWLI_CHECK(field, chain->count <= PAWL_CHAIN_POINTS_MAX, ERR_RANGE, "count");
    const pawl_status status = check_chain_points(chain);
    return status == PAWL_OK ? PAWL_OK : pawli_check_failed(field, "points", status);
}

pawl_status pawl_chain_check(const pawl_chain *chain, const char **field) {
    PAWLI_CHECK_CALL(check_chain, chain, field);
}

/* Segments whose x never turns back need not all be looked at; the last one of a loop does. */
static uint8_t order_of_chain(const pawl_chain *chain) {
    bool right = !chain->loop, left = !chain->loop;
    for (int32_t i = 1; i < chain->count && (right || left); i++) {
        if (chain->points[i].x < chain->points[i - 1].x) right = false;
        if (chain->points[i].x > chain->points[i - 1].x) left = false;
    }
    return right ? PAWLI_ORDER_RIGHT : left ? PAWLI_ORDER_LEFT : PAWLI_ORDER_NONE;
}

static pawli_geometry geometry_of_chain(const pawl_chain *chain) {
    pawli_geometry made;
    memset(&made, 0, sizeof made);
    made.type = PAWLI_CHAIN;
    made.inner = order_of_chain(chain);
    pawli_terrain *terrain = &made.terrain;
    terrain->box = pawli_bounds_of(chain->points, (uint32_t)chain->count);
    terrain->count = chain->count;
    if (chain->loop) terrain->flags |= PAWLI_TERRAIN_LOOP;
    if (chain->one_sided) terrain->flags |= PAWLI_TERRAIN_ONE_SIDED;
    if (chain->ghost_ends) terrain->flags |= PAWLI_TERRAIN_GHOST_ENDS;
    terrain->content = hash_points(chain->points, chain->count);
    set_address(terrain, chain->points);
    return made;
}

pawl_status pawli_terrain_make_chain(const pawl_chain *chain, pawli_geometry *out) {
    const pawl_status status = PAWLI_CHECK_ONLY(check_chain, pawl_chain_check, chain);
    if (status == PAWL_OK) *out = geometry_of_chain(chain);
    return status;
}

bool pawli_terrain_is_same(const pawli_terrain *a, const pawli_terrain *b) {
    return pawli_bytes_are_equal(a, b, offsetof(pawli_terrain, address));
}

/* Everything but the terrain itself. */
static pawl_status check_terrain_call(const pawl_world *world, pawl_body_id id,
                                      const pawl_shape_def *def, uint16_t *body) {
    const pawl_status status = pawli_shape_check_def(def);
    if (status != PAWL_OK) return status;
    *body = pawli_pool_find_body(world, id);
    if (*body == PAWLI_NONE) return PAWL_ERR_STALE;
    if (def->sensor) return PAWL_ERR_ARGUMENT;
    const bool moves = pawli_bodies_const(world)[*body].type == PAWL_DYNAMIC;
    return moves ? PAWL_ERR_ARGUMENT : PAWL_OK;
}

static pawl_status add_terrain(pawl_world *world, uint16_t body, const pawl_shape_def *def,
                               const pawli_geometry *made, pawl_shape_id *out) {
    if (!pawli_has_edges(world) || !pawli_shape_has_room(world)) return PAWL_ERR_CAPACITY;
    const pawl_convex hull = pawli_geometry_hull(made);
    if (!pawli_period_has_room(world, pawli_bodies(world)[body].type, &hull)) return PAWL_ERR_RANGE;
    const uint16_t geometry = pawli_geometry_add_terrain(world, made);
    if (geometry == PAWLI_NONE) return PAWL_ERR_CAPACITY;
    *out = pawli_shape_add(world, body, def, geometry);
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_shape_create_chain(pawl_world *world, pawl_body_id body_id,
                                               const pawl_shape_def *def, const pawl_chain *chain,
                                               pawl_shape_id *out) {
    if (world == NULL || def == NULL || chain == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_CHAINS) return PAWL_ERR_UNSUPPORTED;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    uint16_t body;
    pawl_status status = check_terrain_call(world, body_id, def, &body);
    pawli_geometry made;
    if (status == PAWL_OK) status = pawli_terrain_make_chain(chain, &made);
    if (status != PAWL_OK) return status;
    return add_terrain(world, body, def, &made, out);
}

/* ---- heights -------------------------------------------------------------------------------- */

static pawl_box box_of_heights(const pawl_heights *from) {
    const int64_t width = (int64_t)(from->count - 1) * from->spacing;
    pawl_box box = {{from->origin.x, INT32_MAX}, {pawl_saturate(from->origin.x + width), 0}};
    box.upper.y = -INT32_MAX;
    for (int32_t i = 0; i < from->count; i++) {
        if (from->heights[i] == PAWL_HEIGHT_HOLE) continue;
        const pawl_fx y = pawl_saturate(from->origin.y + (int64_t)from->heights[i] * from->scale);
        box.lower.y = pawl_min(box.lower.y, y);
        box.upper.y = pawl_max(box.upper.y, y);
    }
    return box;
}

/* Some two neighbors are no holes. */
static bool have_ground(const pawl_heights *from) {
    for (int32_t i = 1; i < from->count; i++) {
        if (from->heights[i - 1] != PAWL_HEIGHT_HOLE && from->heights[i] != PAWL_HEIGHT_HOLE)
            return true;
    }
    return false;
}

PAWLI_FOLD pawl_status check_heights(const pawl_heights *from, const char **field) {
    PAWLI_CHECK(field, from->heights != NULL, ERR_NULL, "heights");
    PAWLI_CHECK(field, from->count >= (from->ghost_ends ? 4 : 2), ERR_ARGUMENT, "count");
    PAWLI_CHECK(field, from->count <= PAWL_CHAIN_POINTS_MAX, ERR_RANGE, "count");
    PAWLI_CHECK(field, pawli_in_range(from->spacing, 2 * PAWL_SIZE_MIN, PAWL_EXTENT_MAX), ERR_RANGE,
                "spacing");
    PAWLI_CHECK(field, pawli_in_range(from->scale, 1, PAWL_EXTENT_MAX), ERR_RANGE, "scale");
    PAWLI_CHECK(field, pawli_vec_in_range(from->origin, PAWL_EXTENT_MAX), ERR_RANGE, "origin");
    PAWLI_CHECK(field, have_ground(from), ERR_ARGUMENT, "heights");
    const pawl_box box = box_of_heights(from);
    PAWLI_CHECK(field, box.upper.x <= PAWL_EXTENT_MAX, ERR_RANGE, "count");
    PAWLI_CHECK(field, pawli_in_range(box.lower.y, -PAWL_EXTENT_MAX, PAWL_EXTENT_MAX), ERR_RANGE,
                "heights");
    PAWLI_CHECK(field, box.upper.y <= PAWL_EXTENT_MAX, ERR_RANGE, "heights");
    return PAWL_OK;
}

pawl_status pawl_heights_check(const pawl_heights *heights, const char **field) {
    PAWLI_CHECK_CALL(check_heights, heights, field);
}

static pawli_geometry geometry_of_heights(const pawl_heights *from) {
    pawli_geometry made;
    memset(&made, 0, sizeof made);
    made.type = PAWLI_HEIGHTS;
    made.inner = PAWLI_ORDER_LEFT;
    pawli_terrain *terrain = &made.terrain;
    terrain->box = box_of_heights(from);
    terrain->count = from->count;
    terrain->rows = from->scale;
    terrain->cell_size = from->spacing;
    terrain->base = from->origin.y;
    if (from->one_sided) terrain->flags |= PAWLI_TERRAIN_ONE_SIDED;
    if (from->ghost_ends) terrain->flags |= PAWLI_TERRAIN_GHOST_ENDS;
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    for (int32_t i = 0; i < from->count; i++)
        pawli_xxh32_word(&hash, (uint32_t)from->heights[i]);
    terrain->content = pawli_xxh32_end(&hash);
    set_address(terrain, from->heights);
    return made;
}

pawl_status pawli_terrain_make_heights(const pawl_heights *heights, pawli_geometry *out) {
    const pawl_status status = PAWLI_CHECK_ONLY(check_heights, pawl_heights_check, heights);
    if (status == PAWL_OK) *out = geometry_of_heights(heights);
    return status;
}

PAWLI_RARE pawl_status pawl_shape_create_heights(pawl_world *world, pawl_body_id body_id,
                                                 const pawl_shape_def *def,
                                                 const pawl_heights *heights, pawl_shape_id *out) {
    if (world == NULL || def == NULL || heights == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_CHAINS) return PAWL_ERR_UNSUPPORTED;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    uint16_t body;
    pawl_status status = check_terrain_call(world, body_id, def, &body);
    pawli_geometry made;
    if (status == PAWL_OK) status = pawli_terrain_make_heights(heights, &made);
    if (status != PAWL_OK) return status;
    return add_terrain(world, body, def, &made, out);
}

/* ---- tile maps ------------------------------------------------------------------------------ */

/* Smaller cells would be many on a small way. */
#define CELL_SIZE_MIN PAWL_FX(0, 1, 16)

/* Whether all corners lie within the extent: sides are below 2^31, squares below 2^62. */
static bool map_corners_are_in_range(const pawl_tile_map *map) {
    const int64_t most = 2 * (int64_t)PAWL_EXTENT_MAX;
    const int64_t width = (int64_t)map->width * map->cell_size;
    const int64_t height = (int64_t)map->height * map->cell_size;
    if (width > most || height > most) return false;
    const int64_t left = map->lower.x, bottom = map->lower.y;
    const int64_t right = left + width, top = bottom + height;
    if (left < -most || bottom < -most || right > most || top > most) return false;
    const int64_t x = -left > right ? -left : right, y = -bottom > top ? -bottom : top;
    return x * x + y * y <= (int64_t)PAWL_EXTENT_MAX * PAWL_EXTENT_MAX;
}

static bool map_cells_are_valid(const pawl_tile_map *map) {
    const int64_t count = (int64_t)map->width * map->height;
    for (int64_t i = 0; i < count; i++) {
        if ((map->cells[i] & PAWL_TILE_MASK) > PAWL_TILE_ONE_WAY) return false;
    }
    return true;
}

PAWLI_FOLD pawl_status check_map(const pawl_tile_map *map, const char **field) {
    PAWLI_CHECK(field, map->cells != NULL, ERR_NULL, "cells");
    PAWLI_CHECK(field, map->width >= 1, ERR_ARGUMENT, "width");
    PAWLI_CHECK(field, map->height >= 1, ERR_ARGUMENT, "height");
    PAWLI_CHECK(field, (int64_t)map->width * map->height <= PAWL_TILE_COUNT_MAX, ERR_RANGE,
                "height");
    PAWLI_CHECK(field, pawli_in_range(map->cell_size, CELL_SIZE_MIN, PAWL_EXTENT_MAX), ERR_RANGE,
                "cell_size");
    PAWLI_CHECK(field, map_corners_are_in_range(map), ERR_RANGE, "lower");
    PAWLI_CHECK(field, map_cells_are_valid(map), ERR_ARGUMENT, "cells");
    return PAWL_OK;
}

pawl_status pawl_tile_map_check(const pawl_tile_map *map, const char **field) {
    PAWLI_CHECK_CALL(check_map, map, field);
}

static pawli_geometry geometry_of_map(const pawl_tile_map *map) {
    pawli_geometry made;
    memset(&made, 0, sizeof made);
    made.type = PAWLI_TILES;
    pawli_terrain *terrain = &made.terrain;
    terrain->box.lower = map->lower;
    terrain->box.upper.x = (pawl_fx)(map->lower.x + (int64_t)map->width * map->cell_size);
    terrain->box.upper.y = (pawl_fx)(map->lower.y + (int64_t)map->height * map->cell_size);
    terrain->count = map->width;
    terrain->rows = map->height;
    terrain->cell_size = map->cell_size;
    terrain->content = pawli_xxh32_bytes(map->cells, (size_t)map->width * (size_t)map->height, 0);
    set_address(terrain, map->cells);
    return made;
}

pawl_status pawli_terrain_make_tiles(const pawl_tile_map *map, pawli_geometry *out) {
    const pawl_status status = PAWLI_CHECK_ONLY(check_map, pawl_tile_map_check, map);
    if (status == PAWL_OK) *out = geometry_of_map(map);
    return status;
}

PAWLI_RARE pawl_status pawl_shape_create_tiles(pawl_world *world, pawl_body_id body_id,
                                               const pawl_shape_def *def, const pawl_tile_map *map,
                                               pawl_shape_id *out) {
    if (world == NULL || def == NULL || map == NULL || out == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_CHAINS) return PAWL_ERR_UNSUPPORTED;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    uint16_t body;
    pawl_status status = check_terrain_call(world, body_id, def, &body);
    pawli_geometry made;
    if (status == PAWL_OK) status = pawli_terrain_make_tiles(map, &made);
    if (status != PAWL_OK) return status;
    return add_terrain(world, body, def, &made, out);
}

/* ---- bound anew ----------------------------------------------------------------------------- */

/* What a shape would be of that was made with this data; false when none can be. */
static bool remake_terrain(const pawli_geometry *geometry, const void *data, pawli_geometry *out) {
    const pawli_terrain *terrain = &geometry->terrain;
    if (geometry->type == PAWLI_CHAIN) {
        const pawl_chain chain = {(const pawl_vec2 *)data, terrain->count,
                                  (terrain->flags & PAWLI_TERRAIN_LOOP) != 0,
                                  (terrain->flags & PAWLI_TERRAIN_ONE_SIDED) != 0,
                                  (terrain->flags & PAWLI_TERRAIN_GHOST_ENDS) != 0};
        if (PAWLI_CHECK_ONLY(check_chain, pawl_chain_check, &chain) != PAWL_OK) return false;
        *out = geometry_of_chain(&chain);
        return true;
    }
    if (geometry->type == PAWLI_HEIGHTS) {
        const pawl_heights heights = {(const int16_t *)data,
                                      terrain->count,
                                      terrain->cell_size,
                                      terrain->rows,
                                      {terrain->box.lower.x, terrain->base},
                                      (terrain->flags & PAWLI_TERRAIN_ONE_SIDED) != 0,
                                      (terrain->flags & PAWLI_TERRAIN_GHOST_ENDS) != 0};
        if (PAWLI_CHECK_ONLY(check_heights, pawl_heights_check, &heights) != PAWL_OK) return false;
        *out = geometry_of_heights(&heights);
        return true;
    }
    const pawl_tile_map map = {(const uint8_t *)data, terrain->count, terrain->rows,
                               terrain->cell_size, terrain->box.lower};
    if (PAWLI_CHECK_ONLY(check_map, pawl_tile_map_check, &map) != PAWL_OK) return false;
    *out = geometry_of_map(&map);
    return true;
}

static bool is_equal_box(pawl_box a, pawl_box b) {
    return a.lower.x == b.lower.x && a.lower.y == b.lower.y && a.upper.x == b.upper.x &&
           a.upper.y == b.upper.y;
}

pawl_status pawl_shape_bind(pawl_world *world, pawl_shape_id id, const void *data) {
    if (world == NULL || data == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_CHAINS) return PAWL_ERR_UNSUPPORTED;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (!pawli_is_terrain(world, slot)) return PAWL_ERR_ARGUMENT;
    pawli_geometry *geometry = &pawli_geometries(world)[pawli_shapes(world)[slot].geometry];
    pawli_terrain *terrain = &geometry->terrain;
    pawli_geometry made;
    if (!remake_terrain(geometry, data, &made)) return PAWL_ERR_ARGUMENT;
    if (made.terrain.content != terrain->content) return PAWL_ERR_ARGUMENT;
    if (!is_equal_box(made.terrain.box, terrain->box)) return PAWL_ERR_ARGUMENT;
    set_address(terrain, data);
    geometry->inner = made.inner;
    return PAWL_OK;
}

/* ---- materials ------------------------------------------------------------------------------ */

static pawl_status check_material(const pawl_material *material) {
    if (material->friction < 0) return PAWL_ERR_RANGE;
    if (!pawli_in_range(material->restitution, 0, PAWL_FX_ONE)) return PAWL_ERR_RANGE;
    if (!pawli_in_range(material->rolling_resistance, 0, PAWL_FX_ONE)) return PAWL_ERR_RANGE;
    if (!pawli_in_range(material->tangent_speed, -PAWL_SPEED_MAX, PAWL_SPEED_MAX))
        return PAWL_ERR_RANGE;
    if (!PAWL_WITH_RESTITUTION && material->restitution != 0) return PAWL_ERR_UNSUPPORTED;
    if (!PAWL_WITH_ROLLING && material->rolling_resistance != 0) return PAWL_ERR_UNSUPPORTED;
    return PAWL_OK;
}

/* Materials and indices as canonical words. */
static uint32_t hash_materials(const pawl_material_table *table, uint32_t segments) {
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    for (int32_t i = 0; i < table->count; i++) {
        const pawl_material *material = &table->materials[i];
        pawli_xxh32_word(&hash, (uint32_t)material->friction);
        pawli_xxh32_word(&hash, (uint32_t)material->restitution);
        pawli_xxh32_word(&hash, (uint32_t)material->tangent_speed);
        pawli_xxh32_word(&hash, (uint32_t)material->rolling_resistance);
        pawli_xxh32_word(&hash, material->user_data);
    }
    for (uint32_t i = 0; i < segments; i++)
        pawli_xxh32_word(&hash, table->indices[i]);
    return pawli_xxh32_end(&hash);
}

pawl_status pawli_terrain_add_materials(const pawl_material_table *table, pawli_geometry *out) {
    pawli_terrain *terrain = &out->terrain;
    const bool tiles = out->type == PAWLI_TILES;
    const uint32_t segments = tiles ? 0 : pawli_terrain_segments(terrain);
    if (table->materials == NULL || (!tiles && table->indices == NULL)) return PAWL_ERR_NULL;
    if (tiles && table->indices != NULL) return PAWL_ERR_ARGUMENT;
    if (table->count < 1 || table->count > (tiles ? PAWL_TILE_MATERIALS_MAX : PAWL_MATERIALS_MAX))
        return PAWL_ERR_ARGUMENT;
    for (int32_t i = 0; i < table->count; i++) {
        const pawl_status status = check_material(&table->materials[i]);
        if (status != PAWL_OK) return status;
    }
    terrain->materials = (uint32_t)table->count;
    terrain->materials_content = hash_materials(table, segments);
    keep_pointer(terrain->materials_address, table->materials);
    keep_pointer(terrain->indices_address, table->indices);
    return PAWL_OK;
}

static pawl_status find_terrain(pawl_world *world, pawl_shape_id id, uint16_t *slot) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (!PAWL_WITH_CHAINS) return PAWL_ERR_UNSUPPORTED;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    *slot = pawli_pool_find_shape(world, id);
    if (*slot == PAWLI_NONE) return PAWL_ERR_STALE;
    return pawli_is_terrain(world, *slot) ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

/* Runs of cells end where the kind changes, but only while there is a table. */
pawl_status pawl_shape_set_materials(pawl_world *world, pawl_shape_id id,
                                     const pawl_material_table *table) {
    uint16_t slot = 0;
    pawl_status status = find_terrain(world, id, &slot);
    if (status != PAWL_OK) return status;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    pawli_geometry *geometry = &pawli_geometries(world)[shape->geometry];
    pawli_geometry made = *geometry;
    made.terrain.materials = made.terrain.materials_content = 0;
    keep_pointer(made.terrain.materials_address, NULL);
    keep_pointer(made.terrain.indices_address, NULL);
    if (pawli_terrain_address(&made.terrain) == NULL) return PAWL_ERR_ARGUMENT;
    if (table != NULL) status = pawli_terrain_add_materials(table, &made);
    if (status != PAWL_OK) return status;
    const bool had = geometry->terrain.materials != 0, has = made.terrain.materials != 0;
    const bool edges_change = geometry->type == PAWLI_TILES && had != has;
    pawli_wake_touching(world, shape->body);
    pawli_wake(world, shape->body);
    if (edges_change) pawli_contact_drop_of_shape(world, slot);
    *geometry = made;
    if (!edges_change) return PAWL_OK;
    pawli_mark_moved(world, slot);
    pawli_wake_around(world, shape->body);
    return PAWL_OK;
}

pawl_status pawl_shape_bind_materials(pawl_world *world, pawl_shape_id id,
                                      const pawl_material_table *table) {
    uint16_t slot = 0;
    pawl_status status = find_terrain(world, id, &slot);
    if (status == PAWL_OK && table == NULL) status = PAWL_ERR_NULL;
    if (status != PAWL_OK) return status;
    pawli_geometry *geometry = &pawli_geometries(world)[pawli_shapes(world)[slot].geometry];
    pawli_geometry made = *geometry;
    status = pawli_terrain_add_materials(table, &made);
    if (status != PAWL_OK) return status;
    if (!pawli_terrain_is_same(&made.terrain, &geometry->terrain)) return PAWL_ERR_ARGUMENT;
    *geometry = made;
    return PAWL_OK;
}

uint32_t pawl_shape_get_material_count(const pawl_world *world, pawl_shape_id id) {
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE || !pawli_is_terrain(world, slot)) return 0;
    return pawli_geometries_const(world)[pawli_shapes_const(world)[slot].geometry]
        .terrain.materials;
}

pawl_status pawl_shape_get_material(const pawl_world *world, pawl_shape_id id, uint32_t part,
                                    pawl_material *out) {
    if (world == NULL || out == NULL) return PAWL_ERR_NULL;
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const pawli_shape *shape = &pawli_shapes_const(world)[slot];
    const pawli_geometry *geometry = &pawli_geometries_const(world)[shape->geometry];
    const pawl_material own = {shape->friction, shape->restitution, shape->tangent_speed,
                               shape->rolling_resistance * 2, shape->user_data};
    const pawl_material *found = NULL;
    if (pawli_is_convex(geometry)) {
        if (part != 0) return PAWL_ERR_ARGUMENT;
    } else {
        const pawli_terrain *terrain = &geometry->terrain;
        const uint32_t parts = geometry->type == PAWLI_TILES
                                   ? (uint32_t)terrain->count * (uint32_t)terrain->rows
                                   : pawli_terrain_segments(terrain);
        if (part >= parts || pawli_terrain_address(terrain) == NULL) return PAWL_ERR_ARGUMENT;
        found = pawli_surface_material(geometry, part);
    }
    *out = found != NULL ? *found : own;
    return PAWL_OK;
}
