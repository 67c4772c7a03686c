/* fuzz_snapshot.c - any bytes as a snapshot; what is accepted can be stepped and written again.
 *
 * Length, hash and checksum are put right first, or nearly every input would end at them. */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "fuzz.h"
#include "pawl/pawl.h"
#include "state/snapshot.h"
#include "support/state/everything.h"
#include "world/validate.h"

#define SIZE_MAX_INPUT 65536
#define WORLD_MAX (UINT32_C(1) << 21)
#define TICKS 10

#define SIZE_AT 20u /* in the header */

static uint8_t input[SIZE_MAX_INPUT], first[2 * SIZE_MAX_INPUT], second[2 * SIZE_MAX_INPUT];
static uint64_t memory[WORLD_MAX / sizeof(uint64_t)];

static void seal(uint32_t size) {
    pawli_store_u32(input + size - 4, pawli_crc_32(0, input, size - 4));
}

static uint32_t encode(const pawl_world *world, uint8_t *to) {
    size_t size = 0;
    if (pawl_world_encode_size(world) > sizeof first) return 0;
    fuzz_require(pawl_world_encode(world, to, sizeof first, &size) == PAWL_OK);
    fuzz_require(size == pawl_world_encode_size(world));
    return size;
}

/* The first snapshot again, through a world. */
static void require_same_again(uint32_t size) {
    pawl_world *world;
    fuzz_require(pawl_world_decode(first, size, memory, sizeof memory, &world) == PAWL_OK);
    fuzz_require(encode(world, second) == size);
    fuzz_require(memcmp(first, second, size) == 0);
}

static void bind_known(pawl_world *world) {
    const pawl_shape_id shape = pawl_world_find_unbound(world);
    if (shape.index1 == 0) return;
    const uint16_t slot = pawli_shapes(world)[shape.index1 - 1u].geometry;
    const pawli_geometry *const geometry = &pawli_geometries(world)[slot];
    const int64_t cells = (int64_t)geometry->terrain.count * geometry->terrain.rows;
    if (geometry->type == PAWLI_CHAIN && geometry->terrain.count == EVERYTHING_POINTS) {
        (void)pawl_shape_bind(world, shape, everything_points);
    } else if (geometry->type == PAWLI_TILES && cells == EVERYTHING_CELLS) {
        (void)pawl_shape_bind(world, shape, everything_cells);
    }
}

static void go_on(pawl_world *world) {
    fuzz_require(pawli_validate_find_defect(world).what == NULL);
    bind_known(world);
    for (uint32_t i = 0; i < TICKS; i++) {
        if (i == TICKS / 2) everything_drive(world, 1, i);
        fuzz_require(pawl_world_step(world, NULL) == PAWL_OK);
        fuzz_require(pawli_validate_find_defect(world).what == NULL);
    }
    const uint32_t size = encode(world, first);
    if (size > 0) require_same_again(size);
}

/* The same bytes but for the hash, which is now right. */
static void decode_with_hash(uint32_t size, uint32_t hash) {
    pawl_world *world;
    pawli_store_u32(input + PAWLI_SNAPSHOT_HASH_AT, hash);
    seal(size);
    fuzz_require(pawl_world_decode(input, size, memory, sizeof memory, &world) == PAWL_OK);
    fuzz_require(pawl_world_hash(world) == hash);
    const uint32_t written = encode(world, first);
    if (written > 0) require_same_again(written);
    fuzz_require(pawl_world_decode(input, size, memory, sizeof memory, &world) == PAWL_OK);
    go_on(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    pawli_snapshot opened;
    pawl_world *world;
    pawl_snapshot_info info;
    if (size < PAWLI_SNAPSHOT_HEADER + 4u || size > sizeof input) return 0;
    if (pawl_snapshot_inspect(data, size, &info) == PAWL_OK)
        fuzz_require(info.format == PAWL_SNAPSHOT_FORMAT);
    memcpy(input, data, size);
    pawli_store_u32(input + SIZE_AT, (uint32_t)size);
    seal((uint32_t)size);
    if (pawli_snapshot_open(input, size, &opened) != PAWL_OK) return 0;
    const size_t needed = pawl_world_size(&opened.def);
    if (needed == 0 || needed > sizeof memory) return 0;
    memset(memory, 0xAA, sizeof memory);
    if (pawli_decode_snapshot(&opened, memory, sizeof memory, &world) != PAWL_OK) return 0;
    decode_with_hash((uint32_t)size, pawl_world_hash(world));
    return 0;
}
