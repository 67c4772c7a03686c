/* save.c - what it costs to save and restore a settled pile, and to write and load snapshots of it.
 *
 * Each restored world is stepped 60 times and must then have the hash of the one that was never
 * restored: otherwise nothing is printed for it and the exit status is 1. One line of
 * comma-separated values per pile goes to stdout, times in microseconds of processor time, each
 * the median of many; report.py turns them into a table. The hash comes once for each set of lanes,
 * in the order of pawl_lanes, as 0 where this machine has none such. */
#include <string.h>

#include "measure.h"
#include "pawl/lanes.h"
#include "pawl/snapshot.h"
#include "pawl/state.h"
#include "support/scene/scene_pawl.h"

#define SETTLE_STEPS 600
#define PROOF_STEPS 60
#define ROUNDS 201

/* A pile, its save and its snapshot, and memory for what is loaded. */
typedef struct pile {
    scene_world made;
    pawl_world *loaded;
    uint8_t *save, *snapshot, *copy;
    void *memory;
    uint32_t save_size, snapshot_size;
    pawl_lanes lanes; /* of the hash */
} pile;

static double median_with_clock(void (*work)(pile *), pile *on) {
    static double times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        const double begin = now();
        work(on);
        times[i] = now() - begin;
    }
    return median(times, ROUNDS);
}

static void do_nothing(pile *on) {
    (void)on;
}

/* Without what it takes to look at the clock, which may be a tenth of a hash. */
static double median_of(void (*work)(pile *), pile *on) {
    const double clock = median_with_clock(do_nothing, on);
    const double time = median_with_clock(work, on);
    return time > clock ? time - clock : 0;
}

static void step(pawl_world *world, int steps) {
    for (int i = 0; i < steps; i++)
        insist(pawl_world_step(world, NULL) == PAWL_OK, "a step failed");
}

static void save(pile *on) {
    insist(pawl_world_save(on->made.world, on->save, on->save_size) == PAWL_OK, "no save");
}

static void restore(pile *on) {
    insist(pawl_world_restore(on->made.world, on->save, on->save_size) == PAWL_OK, "no restore");
}

static void save_and_restore(pile *on) {
    save(on);
    restore(on);
}

/* As many bytes there and back. */
static void copy_and_copy(pile *on) {
    memcpy(on->copy, on->save, on->save_size);
    __asm__ volatile("" ::: "memory");
    memcpy(on->save, on->copy, on->save_size);
    __asm__ volatile("" ::: "memory");
}

static void encode(pile *on) {
    size_t size = 0;
    const pawl_status status =
        pawl_world_encode(on->made.world, on->snapshot, on->snapshot_size, &size);
    insist(status == PAWL_OK && size == on->snapshot_size, "no snapshot");
}

static void decode(pile *on) {
    const pawl_status status =
        pawl_world_decode(on->snapshot, on->snapshot_size, on->memory, on->made.size, &on->loaded);
    insist(status == PAWL_OK, "the snapshot is refused");
}

static void hash(pile *on) {
    insist(pawl_world_hash_lanes(on->made.world, on->lanes) != 0, "no hash");
}

/* Played on, a restored and a loaded pile are where the pile itself is. */
static void prove(pile *on) {
    save(on);
    encode(on);
    step(on->made.world, PROOF_STEPS);
    const uint32_t wanted = pawl_world_hash(on->made.world);
    restore(on);
    insist(pawl_world_hash(on->made.world) != wanted, "nothing moves");
    step(on->made.world, PROOF_STEPS);
    insist(pawl_world_hash(on->made.world) == wanted, "a restored pile goes another way");
    memset(on->memory, 0xAA, on->made.size);
    decode(on);
    step(on->loaded, PROOF_STEPS);
    insist(pawl_world_hash(on->loaded) == wanted, "a loaded pile goes another way");
    restore(on);
}

/* With each set of lanes, which all say the same. */
static void measure_hashes(pile *on) {
    const uint32_t wanted = pawl_world_hash(on->made.world);
    for (int lanes = PAWL_LANES_DEFAULT; lanes <= PAWL_LANES_WASM; lanes++) {
        on->lanes = (pawl_lanes)lanes;
        const bool has = pawl_lanes_has(on->lanes);
        if (has) insist(pawl_world_hash_lanes(on->made.world, on->lanes) == wanted, "another hash");
        printf(",%.2f", has ? median_of(hash, on) : 0.0);
    }
}

static void measure(const char *name) {
    scene_def scene;
    pile on;
    memset(&on, 0, sizeof on);
    insist(scene_build(name, SCENE_M, &scene), "no such scene");
    pawl_world_def def = scene_world_def(&scene);
    def.sleeping = 0;
    insist(scene_world_make(&scene, &def, &on.made), "no world");
    step(on.made.world, SETTLE_STEPS);
    on.save_size = pawl_world_save_size(on.made.world);
    on.snapshot_size = pawl_world_encode_size(on.made.world);
    on.save = malloc(on.save_size);
    on.copy = malloc(on.save_size);
    on.snapshot = malloc(on.snapshot_size);
    on.memory = malloc(on.made.size);
    insist(on.save && on.copy && on.snapshot && on.memory, "no memory");
    prove(&on);
    const pawl_counters counters = pawl_world_get_counters(on.made.world);
    printf("%d,%u,%u,%u", on.made.body_count - 3, (unsigned)counters.contacts,
           (unsigned)on.save_size, (unsigned)on.snapshot_size);
    printf(",%.2f", median_of(save_and_restore, &on));
    printf(",%.2f", median_of(copy_and_copy, &on));
    printf(",%.2f", median_of(encode, &on));
    printf(",%.2f", median_of(decode, &on));
    measure_hashes(&on);
    printf("\n");
    free(on.save);
    free(on.copy);
    free(on.snapshot);
    free(on.memory);
    scene_world_free(&on.made);
    scene_free(&scene);
}

int main(void) {
    measure("S4-200");
    measure("S4-1000");
    measure("S4-2000");
    return 0;
}
