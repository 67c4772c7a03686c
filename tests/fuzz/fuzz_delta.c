/* fuzz_delta.c - any bytes as a difference to a snapshot, and differences of any two snapshots.
 *
 * The first byte says what the rest is: a difference to a fixed snapshot; or two snapshots, the
 * second made of the first by the edits that follow, whose difference must lead from one to the
 * other. */
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "fuzz.h"
#include "pawl/pawl.h"
#include "support/state/everything.h"

#define ROOM 65536u

static uint8_t base[ROOM], next[ROOM], delta[2 * ROOM], result[ROOM];
static uint64_t memory[1 << 16];

/* A small world after a number of steps; the same ones every time. */
static uint32_t make_base(uint8_t *to, uint32_t steps) {
    const pawl_world_def def = everything_def();
    pawl_world *world;
    size_t size = 0;
    fuzz_require(pawl_world_init(memory, sizeof memory, &def, &world) == PAWL_OK);
    fuzz_require(everything_make(world) && everything_run(world, 1, 0, steps));
    fuzz_require(pawl_world_encode(world, to, ROOM, &size) == PAWL_OK);
    return (uint32_t)size;
}

static void try_delta(uint32_t base_size, const uint8_t *data, size_t size) {
    size_t made = 0;
    const pawl_status status =
        pawl_snapshot_patch(base, base_size, data, size, result, sizeof result, &made);
    fuzz_require(status != PAWL_OK || made == pawl_snapshot_patch_size(data, (uint32_t)size));
    if (size < 8) return;
    memcpy(delta, data, size); /* once more with what every difference begins with */
    memcpy(delta, "pwd1", 4);
    memcpy(delta + 4, base + base_size - 4, 4);
    if (pawl_snapshot_patch(base, base_size, delta, size, result, sizeof result, &made) ==
        PAWL_OK) {
        fuzz_require(made == pawl_snapshot_patch_size(delta, (uint32_t)size));
    }
}

/* Each edit is three bytes: where, and what comes there. */
static uint32_t edit(uint32_t base_size, const uint8_t *data, size_t size) {
    memcpy(next, base, base_size);
    for (; size >= 3; size -= 3, data += 3)
        next[pawli_fetch_u16(data) % base_size] = data[2];
    memcpy(next, base, 8);                           /* the magic number, */
    pawli_store_u32(next + 8, PAWL_SNAPSHOT_FORMAT); /* the version */
    pawli_store_u32(next + 20, base_size);
    pawli_store_u32(next + base_size - 4, pawli_crc_32(0, next, base_size - 4));
    return base_size;
}

static void there_and_back(const uint8_t *from, uint32_t from_size, const uint8_t *to,
                           uint32_t to_size) {
    size_t size = 0, made = 0;
    const size_t most = pawl_snapshot_diff_size_max(from_size, to_size);
    const pawl_status status = pawl_snapshot_diff(from, from_size, to, to_size, delta, most, &size);
    if (status != PAWL_OK) return;
    fuzz_require(size <= most && pawl_snapshot_patch_size(delta, size) == to_size);
    fuzz_require(pawl_snapshot_patch(from, from_size, delta, size, result, sizeof result, &made) ==
                 PAWL_OK);
    fuzz_require(made == to_size && memcmp(result, to, to_size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint32_t base_size;
    if (base_size == 0) base_size = make_base(base, 20);
    if (size < 1 || size > ROOM) return 0;
    if (data[0] % 2 == 0) {
        try_delta(base_size, data + 1, size - 1);
        return 0;
    }
    const uint32_t next_size = edit(base_size, data + 1, size - 1);
    there_and_back(base, base_size, next, next_size);
    there_and_back(next, next_size, base, base_size);
    return 0;
}
