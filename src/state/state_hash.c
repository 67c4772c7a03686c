/* state_hash.c - the hashes of a world. */
#include "pawl/state.h"

#include "base/xxh32.h"
#include "world/canonical.h"

uint32_t pawl_world_hash(const pawl_world *world) {
    return pawl_world_hash_lanes(world, PAWL_LANES_DEFAULT);
}

uint32_t pawl_world_hash_lanes(const pawl_world *world, pawl_lanes lanes) {
    return world == NULL ? 0 : pawli_canonical_world(world, 0, lanes);
}

uint32_t pawl_world_motion_hash(const pawl_world *world) {
    return world == NULL ? 0 : pawli_canonical_world(world, PAWLI_FIELD_MOTION, PAWL_LANES_DEFAULT);
}

uint32_t pawl_xxh32(const void *data, size_t size, uint32_t seed) {
    return pawli_xxh32_bytes(data, size, seed);
}
