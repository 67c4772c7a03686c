/* state_hash.c - the hash of a world over its canonical words. */
#include "pawl/state.h"
#include "world/canonical.h"

static uint32_t hash_of(const pawl_world *world, uint8_t flags) {
    pawli_canonical words;
    if (world == NULL) return 0;
    pawli_canonical_begin(&words, world);
    pawli_canonical_world(&words, flags);
    return pawli_canonical_end(&words);
}

uint32_t pawl_world_hash(const pawl_world *world) {
    return hash_of(world, 0);
}

uint32_t pawl_world_motion_hash(const pawl_world *world) {
    return hash_of(world, PAWLI_FIELD_MOTION);
}

uint32_t pawl_xxh32(const void *data, size_t size, uint32_t seed) {
    return pawli_xxh32_bytes(data, size, seed);
}
