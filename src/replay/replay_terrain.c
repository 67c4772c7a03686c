/* replay_terrain.c - the data of chains, heights and tile maps, to and from replays. */
#include "replay/replay_terrain.h"

#include "base/xxh32.h"

/* Bytes of one in a table. */
#define MATERIAL_SIZE 20u

bool pawli_replay_terrain_is_content(const uint8_t *content, uint32_t size) {
    pawli_reader from = pawli_reader_of(content, size);
    const uint8_t type = pawli_read_u8(&from), flags = pawli_read_u8(&from);
    const uint16_t materials = pawli_read_u16(&from);
    const uint32_t count = pawli_read_u32(&from), rows = pawli_read_u32(&from);
    if (pawli_read_bytes(&from, PAWLI_TERRAIN_CONTENT - 12u) == NULL) return false;
    if (materials > PAWL_MATERIALS_MAX) return false;
    uint32_t left = pawli_bytes_left(&from), table = materials * MATERIAL_SIZE;
    if (materials != 0 && type != PAWLI_TILES)
        table += count - (flags & PAWLI_TERRAIN_LOOP ? 0 : 1);
    if (left < table || (type != PAWLI_TILES && count == 0)) return false;
    left -= table;
    if (type == PAWLI_CHAIN) {
        return rows == 0 && count <= (uint32_t)PAWL_CHAIN_POINTS_MAX && left == count * 8u;
    }
    if (type == PAWLI_HEIGHTS)
        return count <= (uint32_t)PAWL_CHAIN_POINTS_MAX && left == count * 2u;
    const uint32_t most = (uint32_t)PAWL_TILE_COUNT_MAX;
    return type == PAWLI_TILES && count >= 1 && count <= most && rows >= 1 &&
           rows <= most / count && left == count * rows;
}

/* ---- writing ---- */

#define CHAIN_POINTS_AT_ONCE 4

static void put_chain_points(pawl_replay_writer *writer, const pawl_vec2 *points, int32_t count) {
    for (int32_t first = 0; first < count; first += CHAIN_POINTS_AT_ONCE) {
        uint8_t bytes[8 * CHAIN_POINTS_AT_ONCE];
        pawli_writer to = pawli_writer_of(bytes, sizeof bytes);
        for (int32_t i = first; i < count && i < first + CHAIN_POINTS_AT_ONCE; i++) {
            pawli_write_u32(&to, (uint32_t)points[i].x);
            pawli_write_u32(&to, (uint32_t)points[i].y);
        }
        pawli_chunk_put(writer, bytes, to.at);
    }
}

#define HEIGHTS_AT_ONCE 16

static void put_heights(pawl_replay_writer *writer, const int16_t *heights, int32_t count) {
    for (int32_t first = 0; first < count; first += HEIGHTS_AT_ONCE) {
        uint8_t bytes[2 * HEIGHTS_AT_ONCE];
        pawli_writer to = pawli_writer_of(bytes, sizeof bytes);
        for (int32_t i = first; i < count && i < first + HEIGHTS_AT_ONCE; i++)
            pawli_write_u16(&to, (uint16_t)heights[i]);
        pawli_chunk_put(writer, bytes, to.at);
    }
}

/* Indices of segments; of a tile map there are none. */
static uint32_t count_indices(const pawli_geometry *geometry) {
    if (geometry->terrain.materials == 0 || geometry->type == PAWLI_TILES) return 0;
    return pawli_terrain_segments(&geometry->terrain);
}

static void put_materials(pawl_replay_writer *writer, const pawli_geometry *geometry) {
    const pawli_terrain *const terrain = &geometry->terrain;
    const pawl_material *const materials = pawli_terrain_materials(terrain);
    for (uint32_t i = 0; i < terrain->materials; i++) {
        uint8_t bytes[MATERIAL_SIZE];
        pawli_writer to = pawli_writer_of(bytes, sizeof bytes);
        pawli_write_u32(&to, (uint32_t)materials[i].friction);
        pawli_write_u32(&to, (uint32_t)materials[i].restitution);
        pawli_write_u32(&to, (uint32_t)materials[i].tangent_speed);
        pawli_write_u32(&to, (uint32_t)materials[i].rolling_resistance);
        pawli_write_u32(&to, materials[i].user_data);
        pawli_chunk_put(writer, bytes, to.at);
    }
    const uint32_t indices = count_indices(geometry);
    if (indices != 0)
        pawli_chunk_put(writer, pawli_terrain_pointer(terrain->indices_address), indices);
}

static uint32_t size_of_terrain_data(const pawli_geometry *geometry) {
    const pawli_terrain *const terrain = &geometry->terrain;
    const uint32_t count = (uint32_t)terrain->count;
    if (geometry->type == PAWLI_CHAIN) return count * 8u;
    return geometry->type == PAWLI_HEIGHTS ? count * 2u : count * (uint32_t)terrain->rows;
}

static pawl_vec2 lower_of_terrain(const pawli_geometry *geometry) {
    const pawl_vec2 none = {0, 0}, lower = geometry->terrain.box.lower;
    if (geometry->type == PAWLI_HEIGHTS) return pawl_vec2_make(lower.x, geometry->terrain.base);
    return geometry->type == PAWLI_CHAIN ? none : lower;
}

pawl_status pawli_replay_terrain_write(pawl_replay_writer *writer, const pawli_geometry *geometry) {
    const pawli_terrain *const terrain = &geometry->terrain;
    const uint32_t data_size = size_of_terrain_data(geometry);
    const pawl_vec2 lower = lower_of_terrain(geometry);
    uint8_t start[PAWLI_TERRAIN_CONTENT];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    pawli_write_u8(&to, geometry->type);
    pawli_write_u8(&to, (uint8_t)terrain->flags);
    pawli_write_u16(&to, (uint16_t)terrain->materials);
    pawli_write_u32(&to, (uint32_t)terrain->count);
    pawli_write_u32(&to, (uint32_t)terrain->rows);
    pawli_write_u32(&to, (uint32_t)terrain->cell_size);
    pawli_write_u32(&to, (uint32_t)lower.x);
    pawli_write_u32(&to, (uint32_t)lower.y);
    pawli_write_u32(&to, terrain->content);
    PAWL_ASSERT(!to.full && to.at == sizeof start);
    const uint32_t size = (uint32_t)sizeof start + data_size + terrain->materials * MATERIAL_SIZE +
                          count_indices(geometry);
    pawli_chunk_begin(writer, PAWLI_ID_TERRAIN, PAWLI_CHUNK_REQUIRED, size);
    pawli_chunk_put(writer, start, sizeof start);
    if (geometry->type == PAWLI_CHAIN) {
        put_chain_points(writer, pawli_terrain_chain_points(geometry), terrain->count);
    } else if (geometry->type == PAWLI_HEIGHTS) {
        put_heights(writer, pawli_terrain_heights(geometry), terrain->count);
    } else {
        pawli_chunk_put(writer, pawli_terrain_tile_cells(geometry), data_size);
    }
    put_materials(writer, geometry);
    return pawli_chunk_end(writer);
}

bool pawli_replay_terrain_has_data(const pawli_geometry *geometry) {
    return pawli_terrain_address(&geometry->terrain) != NULL;
}

pawl_status pawl_replay_write_terrain(pawl_replay_writer *writer, const pawl_world *world,
                                      pawl_shape_id shape) {
    if (writer == NULL || world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawli_chunk_check_writer(writer);
    if (status != PAWL_OK) return status;
    const uint16_t slot = pawli_pool_find_shape(world, shape);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    if (writer->type != PAWL_REPLAY_WORLD || writer->stage == PAWLI_STAGE_END ||
        !pawli_is_terrain(world, slot)) {
        return PAWL_ERR_ARGUMENT;
    }
    const pawli_geometry *const geometry =
        &pawli_geometries_const(world)[pawli_shapes_const(world)[slot].geometry];
    if (!pawli_replay_terrain_has_data(geometry)) return PAWL_ERR_ARGUMENT;
    return pawli_replay_terrain_write(writer, geometry);
}

uint32_t pawli_replay_terrain_key(const pawli_geometry *geometry) {
    const pawli_terrain *const terrain = &geometry->terrain;
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    pawli_xxh32_word(&hash, geometry->type);
    pawli_xxh32_word(&hash, terrain->flags);
    pawli_xxh32_word(&hash, (uint32_t)terrain->count);
    pawli_xxh32_word(&hash, (uint32_t)terrain->rows);
    pawli_xxh32_word(&hash, (uint32_t)terrain->cell_size);
    pawli_xxh32_word(&hash, (uint32_t)terrain->box.lower.x);
    pawli_xxh32_word(&hash, (uint32_t)terrain->box.lower.y);
    pawli_xxh32_word(&hash, terrain->content);
    pawli_xxh32_word(&hash, (uint32_t)terrain->base);
    pawli_xxh32_word(&hash, terrain->materials);
    pawli_xxh32_word(&hash, terrain->materials_content);
    const uint32_t key = pawli_xxh32_end(&hash);
    return key == 0 ? 1 : key;
}

/* ---- reading ---- */

/* The terrain of a chain whose points are copied to memory of their own. */
static pawl_status read_chain_points(pawli_reader *from, uint8_t flags, uint32_t count,
                                     pawl_vec2 *points, pawli_geometry *out) {
    for (uint32_t i = 0; i < count; i++) {
        points[i].x = (pawl_fx)pawli_read_u32(from);
        points[i].y = (pawl_fx)pawli_read_u32(from);
    }
    pawl_chain chain;
    memset(&chain, 0, sizeof chain);
    chain.points = points;
    chain.count = (int32_t)count;
    chain.loop = (flags & PAWLI_TERRAIN_LOOP) != 0;
    chain.one_sided = (flags & PAWLI_TERRAIN_ONE_SIDED) != 0;
    chain.ghost_ends = (flags & PAWLI_TERRAIN_GHOST_ENDS) != 0;
    return pawli_terrain_make_chain(&chain, out);
}

/* What a chunk says before its data. */
typedef struct terrain_head {
    uint8_t type, flags;
    uint16_t materials;
    uint32_t count, rows;
    pawl_fx cell_size;
    pawl_vec2 lower;
    uint32_t content;
} terrain_head;

static terrain_head read_head(pawli_reader *from) {
    terrain_head head;
    head.type = pawli_read_u8(from);
    head.flags = pawli_read_u8(from);
    head.materials = pawli_read_u16(from);
    head.count = pawli_read_u32(from);
    head.rows = pawli_read_u32(from);
    head.cell_size = (pawl_fx)pawli_read_u32(from);
    head.lower.x = (pawl_fx)pawli_read_u32(from);
    head.lower.y = (pawl_fx)pawli_read_u32(from);
    head.content = pawli_read_u32(from);
    return head;
}

/* The table of what has been read, copied behind its data. */
static pawl_status read_materials(pawli_reader *from, const terrain_head *head, pawl_material *to,
                                  pawli_geometry *out) {
    for (uint32_t i = 0; i < head->materials; i++) {
        to[i].friction = (pawl_fx)pawli_read_u32(from);
        to[i].restitution = (pawl_fx)pawli_read_u32(from);
        to[i].tangent_speed = (pawl_fx)pawli_read_u32(from);
        to[i].rolling_resistance = (pawl_fx)pawli_read_u32(from);
        to[i].user_data = pawli_read_u32(from);
    }
    const bool tiles = out->type == PAWLI_TILES;
    const pawl_material_table table = {to, tiles ? NULL : from->bytes + from->at,
                                       (int32_t)head->materials};
    return pawli_terrain_add_materials(&table, out);
}

/* Heights, in memory that is aligned for points. */
static pawl_status read_heights(pawli_reader *from, const terrain_head *head, int16_t *to,
                                pawli_geometry *out) {
    for (uint32_t i = 0; i < head->count; i++)
        to[i] = (int16_t)pawli_read_u16(from);
    pawl_heights heights;
    memset(&heights, 0, sizeof heights);
    heights.heights = to;
    heights.count = (int32_t)head->count;
    heights.spacing = head->cell_size;
    heights.scale = (pawl_fx)head->rows;
    heights.origin = head->lower;
    heights.one_sided = (head->flags & PAWLI_TERRAIN_ONE_SIDED) != 0;
    heights.ghost_ends = (head->flags & PAWLI_TERRAIN_GHOST_ENDS) != 0;
    return pawli_terrain_make_heights(&heights, out);
}

pawl_status pawli_replay_terrain_read(const pawl_chunk *chunk, pawl_vec2 *points,
                                      pawli_geometry *out) {
    PAWL_ASSERT(chunk->type == PAWL_CHUNK_TERRAIN);
    if (!PAWL_WITH_CHAINS) return PAWL_ERR_UNSUPPORTED;
    pawli_reader from = pawli_reader_of(chunk->content, chunk->content_size);
    const terrain_head head = read_head(&from);
    pawli_geometry made;
    pawl_status status;
    if (head.type == PAWLI_CHAIN) {
        if (head.cell_size != 0 || head.lower.x != 0 || head.lower.y != 0) return PAWL_ERR_FORMAT;
        status = read_chain_points(&from, head.flags, head.count, points, &made);
    } else if (head.type == PAWLI_HEIGHTS) {
        status = read_heights(&from, &head, (int16_t *)(void *)points, &made);
    } else {
        pawl_tile_map map;
        memset(&map, 0, sizeof map);
        map.cells = from.bytes + from.at;
        map.width = (int32_t)head.count;
        map.height = (int32_t)head.rows;
        map.cell_size = head.cell_size;
        map.lower = head.lower;
        status = pawli_terrain_make_tiles(&map, &made);
    }
    if (status != PAWL_OK || from.bad) return PAWL_ERR_FORMAT;
    if (head.materials != 0) {
        const uint32_t data_size = size_of_terrain_data(&made);
        const uint32_t points_used = head.type == PAWLI_TILES ? 0 : (data_size + 7) / 8;
        if (head.type == PAWLI_TILES) pawli_read_bytes(&from, data_size);
        status =
            read_materials(&from, &head, (pawl_material *)(void *)(points + points_used), &made);
        if (status == PAWL_ERR_UNSUPPORTED) return status;
        if (status != PAWL_OK || from.bad) return PAWL_ERR_FORMAT;
    }
    if (made.terrain.flags != head.flags || made.terrain.content != head.content)
        return PAWL_ERR_FORMAT;
    *out = made;
    return PAWL_OK;
}
