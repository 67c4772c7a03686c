/* snapshot_room.c - how large a snapshot can become. */
#include "replay/snapshot_room.h"

#include "state/snapshot.h"
#include "step/world_memory.h"

uint32_t pawli_snapshot_room(const pawl_world *head) {
    return pawli_encode_size_max(head);
}

uint32_t pawli_snapshot_room_of(const pawl_world_def *def) {
    pawl_world head;
    memset(&head, 0, sizeof head);
    if (pawli_world_memory_layout(def, &head) != PAWL_OK) return 0;
    return pawli_snapshot_room(&head);
}
