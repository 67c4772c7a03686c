/* snapshot.c - a world goes out as bytes, its memory is spoilt, it comes back and plays on. */
#include "portcheck/check.h"

#include "pawl/snapshot.h"
#include "pawl/state.h"

#include <string.h>

#define SNAPSHOT_BYTES 3072
#define DIRT 0xAA

/* XXH32 of the bytes that every build writes. */
#define SNAPSHOT_HASH UINT32_C(0x258913C0)

static void expect_bytes(pawli_check *check, const uint8_t *snapshot, uint32_t size) {
    const uint32_t hash = pawl_xxh32(snapshot, size, 0);
    pawli_expect(check, "bytes of a snapshot", (int64_t)hash, (int64_t)SNAPSHOT_HASH);
}

static void expect_refusal(pawli_check *check, uint8_t *snapshot, uint32_t size) {
    pawl_snapshot_info info;
    snapshot[size / 2] ^= 1;
    pawli_expect(check, "pawl_snapshot_inspect() of damaged bytes",
                 pawl_snapshot_inspect(snapshot, size, &info), PAWL_ERR_CORRUPT);
    snapshot[size / 2] ^= 1;
    pawli_expect(check, "pawl_snapshot_inspect()", pawl_snapshot_inspect(snapshot, size, &info),
                 PAWL_OK);
    pawli_expect(check, "bodies in a snapshot", (int64_t)info.bodies, 4);
}

void pawli_stage_snapshot(pawli_check *check) {
    size_t memory_size = 0;
    uint8_t *const memory = pawli_world_memory(&memory_size);
    memory_size -= SNAPSHOT_BYTES;
    uint8_t *const snapshot = memory + memory_size; /* behind the world */
    pawl_world *world = pawli_make_pile(check);
    if (world == NULL) return;
    pawli_run_to(check, world, 30);
    size_t size = 0;
    pawli_expect(check, "pawl_world_encode()",
                 pawl_world_encode(world, snapshot, SNAPSHOT_BYTES, &size), PAWL_OK);
    expect_bytes(check, snapshot, (uint32_t)size);
    expect_refusal(check, snapshot, (uint32_t)size);
    pawli_run_to(check, world, 60);
    const uint32_t hash = pawl_world_hash(world);

    memset(memory, DIRT, memory_size);
    pawli_expect(check, "pawl_world_decode()",
                 pawl_world_decode(snapshot, size, memory, memory_size, &world), PAWL_OK);
    pawli_run_to(check, world, 60);
    pawli_expect(check, "hash after a snapshot", (int64_t)pawl_world_hash(world), (int64_t)hash);
}
