/* capacity_id.c - one number for all capacities of a world.
 *
 * The hash of a state leaves capacities out, but the future depends on them: a slot is used again
 * only when there are no fresh ones left, and a full pool refuses what a larger one takes. */
#include "base/bytes.h"
#include "pawl/state.h"
#include "state/snapshot.h"

uint32_t pawli_capacity_id_of(const pawl_world_def *def) {
    const uint16_t pools[8] = {def->body_capacity,       def->shape_capacity,
                               def->geometry_capacity,   def->event_capacity,
                               def->joint_capacity,      def->soft_capacity,
                               def->soft_point_capacity, def->soft_link_capacity};
    uint8_t bytes[20];
    for (int i = 0; i < 8; i++)
        pawli_store_u16(bytes + 2 * i, pools[i]);
    pawli_store_u32(bytes + 16, def->contact_capacity);
    const uint32_t id = pawl_xxh32(bytes, sizeof bytes, 0);
    return id != 0 ? id : 1;
}

uint32_t pawl_world_get_capacity_id(const pawl_world *world) {
    if (world == NULL) return 0;
    pawl_world_def def;
    memset(&def, 0, sizeof def);
    def.body_capacity = world->body_pool.capacity;
    def.shape_capacity = world->shape_pool.capacity;
    def.geometry_capacity = world->geometry_capacity;
    def.event_capacity = world->event_capacity;
    def.joint_capacity = world->joint_pool.capacity;
    def.soft_capacity = world->soft_pool.capacity;
    def.soft_point_capacity = world->soft_point_capacity;
    def.soft_link_capacity = world->soft_link_capacity;
    def.contact_capacity = world->contact_capacity;
    return pawli_capacity_id_of(&def);
}
