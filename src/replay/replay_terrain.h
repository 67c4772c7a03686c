/* replay_terrain.h - internal: the data of chains and tile maps in replays.
 *
 *   kind u8 (1 chain, 2 tiles, 4 heights) | flags u8 | materials u16 | count u32 | rows u32 | cell
 * size i32 | lower x i32, y i32 | content u32 | data
 *
 * as in pawli_terrain. A chain has no rows, cell size and lower corner, and its data are points, x
 * and y i32 each; the data of a map are its cells. The rows of heights are their scale, the cell
 * size is their distance, the lower corner the first of them at height 0, and the data are i16.
 * Behind the data is the table of materials, if there is one: friction, restitution, tangent speed,
 * rolling resistance i32 and user data u32 of each, then, not for maps, the index u8 of each
 * segment. */
#ifndef PAWLI_REPLAY_TERRAIN_H
#define PAWLI_REPLAY_TERRAIN_H

#include "replay/chunk.h"
#include "world/terrain.h"

/* Whether the counts of a content are possible and its data are as many bytes as they say. */
bool pawli_replay_terrain_is_content(const uint8_t *content, uint32_t size);

/* The geometry is terrain whose data is there. */
pawl_status pawli_replay_terrain_write(pawl_replay_writer *writer, const pawli_geometry *geometry);
bool pawli_replay_terrain_has_data(const pawli_geometry *geometry);

/* A number that tells terrain of one content from others, never 0: its checksum and all that is
 * said about it. */
uint32_t pawli_replay_terrain_key(const pawli_geometry *geometry);

/* The terrain of a chunk, with all its data checked as if it were made anew: FORMAT, UNSUPPORTED.
 * Points of a chain, heights and materials are copied to `points`, which has room for as many
 * points as pawli_replay_terrain_points says; cells and indices stay where they are. */
pawl_status pawli_replay_terrain_read(const pawl_chunk *chunk, pawl_vec2 *points,
                                      pawli_geometry *out);

/* Points that a chunk needs the memory of: for a map only where there are materials. */
static inline uint32_t pawli_replay_terrain_points(const pawl_chunk *chunk) {
    const uint32_t count = pawli_fetch_u32(chunk->content + 4);
    const uint32_t materials = pawli_fetch_u16(chunk->content + 2);
    const uint32_t point = (uint32_t)sizeof(pawl_vec2);
    const uint32_t table = (materials * (uint32_t)sizeof(pawl_material) + point - 1) / point;
    if (chunk->content[0] == PAWLI_HEIGHTS) return (count + 3) / 4 + table;
    return chunk->content[0] == PAWLI_CHAIN ? count + table : table;
}

#endif
