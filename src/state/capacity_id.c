/* capacity_id.c - one number for all capacities of a world: one of 32 bits to compare worlds of one
 * build, and one whose parts builds compare as far as both have them.
 *
 * The hash of a state leaves capacities out, but the future depends on them: a slot is used again
 * only when there are no fresh ones left, and a full pool refuses what a larger one takes. */
#include "base/bytes.h"
#include "pawl/state.h"
#include "state/snapshot.h"

/* Capacities of contacts have 18 bits. */
#define NO_TERRAIN (UINT32_C(1) << 31)

uint32_t pawli_capacity_id_of(const pawl_world_def *def) {
    const uint16_t pools[8] = {def->body_capacity,       def->shape_capacity,
                               def->geometry_capacity,   def->event_capacity,
                               def->joint_capacity,      def->soft_capacity,
                               def->soft_point_capacity, def->soft_link_capacity};
    uint8_t bytes[22];
    for (int i = 0; i < 8; i++)
        pawli_store_u16(bytes + 2 * i, pools[i]);
    pawli_store_u32(bytes + 16, def->contact_capacity | (def->terrain ? 0 : NO_TERRAIN));
    pawli_store_u16(bytes + 20, def->character_capacity);
    const uint32_t id = pawl_xxh32(bytes, def->character_capacity == 0 ? 20 : 22, 0);
    return id != 0 ? id : 1;
}

/* Of some capacities, in so many bits; 0 for none at all, and else never. */
static uint32_t short_id_of(const uint32_t *capacities, int count, uint32_t bits) {
    uint8_t bytes[24];
    uint32_t any = 0;
    for (int i = 0; i < count; i++) {
        any |= capacities[i];
        pawli_store_u32(bytes + 4 * i, capacities[i]);
    }
    if (any == 0) return 0;
    return pawl_xxh32(bytes, (size_t)count * 4u, 0) % ((UINT32_C(1) << bits) - 1u) + 1u;
}

uint32_t pawl_world_get_capacity_id(const pawl_world *world) {
    if (world == NULL) return 0;
#if PAWL_WITH_CHARACTERS
    const uint32_t characters = world->character_pool.capacity;
#else
    const uint32_t characters = 0;
#endif
    const uint32_t common[6] = {world->body_pool.capacity,
                                world->shape_pool.capacity,
                                world->geometry_capacity,
                                world->event_capacity,
                                world->contact_capacity | (world->terrain ? 0 : NO_TERRAIN),
                                characters};
    const uint32_t joints[1] = {world->joint_pool.capacity};
    const uint32_t softs[3] = {world->soft_pool.capacity, world->soft_point_capacity,
                               world->soft_link_capacity};
    return short_id_of(common, characters == 0 ? 5 : 6, 16) | short_id_of(joints, 1, 8) << 16 |
           short_id_of(softs, 3, 8) << 24;
}
