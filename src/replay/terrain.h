/* terrain.h - internal: the data of chains and tile maps in replays.
 *
 *   kind u8 (1 chain, 2 tiles) | flags u8 | 0 u16 | count u32 | rows u32 | cell size i32 |
 *   lower x i32, y i32 | content u32 | data
 *
 * as in pawli_terrain. A chain has no rows, cell size and lower corner, and its data are points, x
 * and y i32 each; the data of a map are its cells. */
#ifndef PAWLI_REPLAY_TERRAIN_H
#define PAWLI_REPLAY_TERRAIN_H

#include "replay/chunk.h"
#include "world/terrain.h"

/* Whether the counts of a content are possible and its data are as many bytes as they say. */
bool pawli_is_terrain_content(const uint8_t *content, uint32_t size);

/* The geometry is terrain whose data is there. */
pawl_status pawli_write_terrain(pawl_replay_writer *writer, const pawli_geometry *geometry);
bool pawli_has_terrain_data(const pawli_geometry *geometry);

#endif
