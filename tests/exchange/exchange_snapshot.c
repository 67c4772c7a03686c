/* exchange_snapshot.c - snapshots of two scenes, differences between them, and the hashes of the
 * steps in between. Whoever reads one plays on with the same calls, up to the next one and beyond,
 * and then has the same bytes.
 *
 *     SCENE-snapshot-NNN   after so many steps
 *     SCENE-delta-NNN      what makes it from the one before
 *     SCENE-hashes         of every step: state and motion, 32 bits each, low byte first */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "exchange/exchange.h"
#include "pawl/snapshot.h"
#include "pawl/state.h"
#include "support/state/pileup.h"

#define EVERY 43 /* steps: before, amid and after rests and calls */
#define COUNT 7
#define PLAYED (2 * EVERY)
#define STEPS (COUNT * EVERY)

typedef struct played_scene {
    const char *name;
    pawl_world_def (*def)(void);
    pawl_status (*make)(void *memory, size_t size, const pawl_world_def *def, pawl_world **out);
    pawl_status (*bind)(pawl_world *world);
    void (*call)(void *nothing, pawl_world *world, uint32_t step);
} played_scene;

static pawl_status bind_nothing(pawl_world *world) {
    return pawl_world_find_unbound(world).index1 == 0 ? PAWL_OK : PAWL_ERR_STALE;
}

static const played_scene scenes[] = {
    {"heap", pileup_def, pileup_make, pileup_bind, pileup_call},
    {"soft", exchange_soft_def, exchange_soft_make, bind_nothing, exchange_soft_call},
};
#define SCENES (sizeof scenes / sizeof scenes[0])
static const played_scene *scene;

static uint64_t memory[1 << 16];
static uint8_t snapshot[EXCHANGE_FILE_MAX], before[EXCHANGE_FILE_MAX];
static uint8_t delta[2 * EXCHANGE_FILE_MAX];
static uint8_t hashes[8 * STEPS];

static const char *file_name(const char *what, uint32_t step) {
    static char name[32];
    snprintf(name, sizeof name, "%s-%s-%03u", scene->name, what, (unsigned)step);
    return name;
}

static const char *name_of_hashes(void) {
    static char name[32];
    snprintf(name, sizeof name, "%s-hashes", scene->name);
    return name;
}

static uint32_t encode(const pawl_world *world, uint8_t *bytes) {
    size_t size = 0;
    const pawl_status status = pawl_world_encode(world, bytes, EXCHANGE_FILE_MAX, &size);
    if (status != PAWL_OK) exchange_expect(false, "snapshot", "cannot be written");
    return size;
}

/* One step and its two hashes. */
static void play(pawl_world *world, uint32_t step, uint8_t *hash) {
    scene->call(NULL, world, step);
    if (pawl_world_step(world, NULL) != PAWL_OK) exchange_expect(false, "step", "failed");
    pawli_store_u32(hash, pawl_world_hash(world));
    pawli_store_u32(hash + 4, pawl_world_motion_hash(world));
}

static void write_scene(void) {
    const pawl_world_def def = scene->def();
    pawl_world *world = NULL;
    const pawl_status made = scene->make(memory, sizeof memory, &def, &world);
    exchange_expect(made == PAWL_OK, scene->name, "cannot be made");
    if (made != PAWL_OK) return;
    uint32_t size_before = 0;
    for (uint32_t step = 0; step <= STEPS; step++) {
        if (step % EVERY == 0) {
            const uint32_t size = encode(world, snapshot);
            exchange_put(file_name("snapshot", step), snapshot, size);
            if (step > 0) {
                size_t delta_size = 0;
                const pawl_status status = pawl_snapshot_diff(before, size_before, snapshot, size,
                                                              delta, sizeof delta, &delta_size);
                exchange_expect(status == PAWL_OK, "delta", "cannot be written");
                exchange_put(file_name("delta", step), delta, delta_size);
            }
            memcpy(before, snapshot, size);
            size_before = size;
        }
        if (step < STEPS) play(world, step, &hashes[8 * step]);
    }
    exchange_put(name_of_hashes(), hashes, sizeof hashes);
}

void exchange_write_snapshots(void) {
    for (size_t i = 0; i < SCENES; i++) {
        scene = &scenes[i];
        write_scene();
    }
}

/* From one snapshot on, as far as the writer went. */
static void play_on(pawl_world *world, uint32_t first) {
    bool same = true, bytes_same = true;
    for (uint32_t step = first; step < first + PLAYED && step < STEPS; step++) {
        uint8_t hash[8];
        play(world, step, hash);
        same = same && memcmp(hash, &hashes[8 * step], sizeof hash) == 0;
        if ((step + 1) % EVERY != 0) continue;
        const size_t wanted = exchange_get(file_name("snapshot", step + 1), before, sizeof before);
        const uint32_t size = encode(world, snapshot);
        bytes_same = bytes_same && size == wanted && memcmp(before, snapshot, size) == 0;
    }
    exchange_expect(same, file_name("snapshot", first), "does not go on with the same hashes");
    exchange_expect(bytes_same, file_name("snapshot", first), "does not lead to the later ones");
}

static void read_delta(uint32_t step) {
    const size_t base = exchange_get(file_name("snapshot", step - EVERY), before, sizeof before);
    const size_t size = exchange_get(file_name("delta", step), delta, sizeof delta);
    size_t made = 0;
    const pawl_status status = pawl_snapshot_patch(before, (uint32_t)base, delta, (uint32_t)size,
                                                   snapshot, sizeof snapshot, &made);
    const size_t wanted = exchange_get(file_name("snapshot", step), before, sizeof before);
    exchange_expect(status == PAWL_OK && made == wanted && memcmp(before, snapshot, made) == 0,
                    file_name("delta", step), "makes another snapshot");
}

static void read_scene(void) {
    const size_t told = exchange_get(name_of_hashes(), hashes, sizeof hashes);
    exchange_expect(told == sizeof hashes, name_of_hashes(), "too few");
    for (uint32_t step = 0; step < STEPS; step += EVERY) {
        const size_t size = exchange_get(file_name("snapshot", step), snapshot, sizeof snapshot);
        pawl_world *world = NULL;
        memset(memory, 0xAA, sizeof memory);
        const pawl_status status = pawl_world_decode(snapshot, size, memory, sizeof memory, &world);
        exchange_expect(status == PAWL_OK, file_name("snapshot", step), "is refused");
        if (status != PAWL_OK) continue;
        exchange_expect(scene->bind(world) == PAWL_OK, file_name("snapshot", step),
                        "does not take its terrain");
        play_on(world, step);
        if (step > 0) read_delta(step);
    }
}

void exchange_read_snapshots(void) {
    for (size_t i = 0; i < SCENES; i++) {
        scene = &scenes[i];
        read_scene();
    }
}
