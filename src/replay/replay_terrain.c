/* replay_terrain.c - the data of chains and tile maps, to and from replays. */
#include "replay/replay_terrain.h"

#include "base/xxh32.h"

bool pawli_replay_terrain_is_content(const uint8_t *content, uint32_t size) {
    pawli_reader from = pawli_reader_of(content, size);
    const uint8_t type = pawli_read_u8(&from);
    pawli_read_u8(&from);
    const uint16_t zero = pawli_read_u16(&from);
    const uint32_t count = pawli_read_u32(&from), rows = pawli_read_u32(&from);
    if (pawli_read_bytes(&from, PAWLI_TERRAIN_CONTENT - 12u) == NULL || zero != 0) return false;
    const uint32_t left = pawli_bytes_left(&from);
    if (type == PAWLI_CHAIN) {
        return rows == 0 && count <= (uint32_t)PAWL_CHAIN_POINTS_MAX && left == count * 8u;
    }
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

pawl_status pawli_replay_terrain_write(pawl_replay_writer *writer, const pawli_geometry *geometry) {
    const pawli_terrain *const terrain = &geometry->terrain;
    const bool is_chain = geometry->type == PAWLI_CHAIN;
    const uint32_t count = (uint32_t)terrain->count;
    const uint32_t data_size = is_chain ? count * 8u : count * (uint32_t)terrain->rows;
    uint8_t start[PAWLI_TERRAIN_CONTENT];
    pawli_writer to = pawli_writer_of(start, sizeof start);
    pawli_write_u8(&to, geometry->type);
    pawli_write_u8(&to, (uint8_t)terrain->flags);
    pawli_write_u16(&to, 0);
    pawli_write_u32(&to, count);
    pawli_write_u32(&to, (uint32_t)terrain->rows);
    pawli_write_u32(&to, (uint32_t)terrain->cell_size);
    pawli_write_u32(&to, is_chain ? 0 : (uint32_t)terrain->box.lower.x);
    pawli_write_u32(&to, is_chain ? 0 : (uint32_t)terrain->box.lower.y);
    pawli_write_u32(&to, terrain->content);
    PAWL_ASSERT(!to.full && to.at == sizeof start);
    const uint32_t size = (uint32_t)sizeof start + data_size;
    pawli_chunk_begin(writer, PAWLI_ID_TERRAIN, PAWLI_CHUNK_REQUIRED, size);
    pawli_chunk_put(writer, start, sizeof start);
    if (is_chain) {
        put_chain_points(writer, pawli_terrain_chain_points(geometry), terrain->count);
    } else {
        pawli_chunk_put(writer, pawli_terrain_tile_cells(geometry), data_size);
    }
    return pawli_chunk_end(writer);
}

bool pawli_replay_terrain_has_data(const pawli_geometry *geometry) {
    if (geometry->type == PAWLI_CHAIN) return pawli_terrain_chain_points(geometry) != NULL;
    return pawli_terrain_tile_cells(geometry) != NULL;
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

pawl_status pawli_replay_terrain_read(const pawl_chunk *chunk, pawl_vec2 *points,
                                      pawli_geometry *out) {
    PAWL_ASSERT(chunk->type == PAWL_CHUNK_TERRAIN);
    if (!PAWL_WITH_CHAINS) return PAWL_ERR_UNSUPPORTED;
    pawli_reader from = pawli_reader_of(chunk->content, chunk->content_size);
    const uint8_t type = pawli_read_u8(&from), flags = pawli_read_u8(&from);
    pawli_read_u16(&from);
    const uint32_t count = pawli_read_u32(&from), rows = pawli_read_u32(&from);
    const pawl_fx cell_size = (pawl_fx)pawli_read_u32(&from);
    pawl_vec2 lower;
    lower.x = (pawl_fx)pawli_read_u32(&from);
    lower.y = (pawl_fx)pawli_read_u32(&from);
    const uint32_t content = pawli_read_u32(&from);
    pawli_geometry made;
    pawl_status status;
    if (type == PAWLI_CHAIN) {
        if (cell_size != 0 || lower.x != 0 || lower.y != 0) return PAWL_ERR_FORMAT;
        status = read_chain_points(&from, flags, count, points, &made);
    } else {
        pawl_tile_map map;
        memset(&map, 0, sizeof map);
        map.cells = from.bytes + from.at;
        map.width = (int32_t)count;
        map.height = (int32_t)rows;
        map.cell_size = cell_size;
        map.lower = lower;
        status = pawli_terrain_make_tiles(&map, &made);
    }
    if (status != PAWL_OK || from.bad) return PAWL_ERR_FORMAT;
    if (made.terrain.flags != flags || made.terrain.content != content) return PAWL_ERR_FORMAT;
    *out = made;
    return PAWL_OK;
}
