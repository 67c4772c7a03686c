/* snapshot_room.h - internal: how much memory recording and playing take. */
#ifndef PAWLI_SNAPSHOT_ROOM_H
#define PAWLI_SNAPSHOT_ROOM_H

#include "pawl/replay.h"
#include "world/world.h"

/* Bytes of a snapshot at most, of any world with these capacities. The world is only its head:
 * nothing behind it is looked at. 0 when it would not fit 32 bits. */
uint32_t pawli_snapshot_room(const pawl_world *head);

/* The same of a def; 0 when it is invalid. */
uint32_t pawli_snapshot_room_of(const pawl_world_def *def);

/* Memory that is handed out piece by piece, each aligned to 8; an overflow sticks. */
typedef struct pawli_room {
    uint64_t size;
} pawli_room;

/* The offset of the next piece. */
static inline uint64_t pawli_take_room(pawli_room *room, uint64_t size) {
    const uint64_t at = room->size;
    room->size += (size + 7u) & ~UINT64_C(7);
    return at;
}

/* 0 when it is too much for 32 bits. */
static inline uint32_t pawli_room_size(const pawli_room *room) {
    return room->size > UINT32_MAX ? 0 : (uint32_t)room->size;
}

#endif
