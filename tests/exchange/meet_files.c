/* meet_files.c - what builds write, and read of each other: a snapshot and a replay of the common
 * world are at home everywhere; one that uses a feature is refused where that is missing. */
#include <stdio.h>
#include <string.h>

#include "exchange/meet.h"
#include "pawl/replay.h"

#define SNAPSHOT_TICK 100u
#define LAST_TICK 200u
#define USED PAWL_FEATURE_SENSORS /* in replays */
#define FILE_MAX (1u << 18)

static uint64_t world_memory[MEET_WORLD_MAX / 8], more_memory[FILE_MAX / 8 * 8];
static uint8_t file_bytes[FILE_MAX], other_bytes[FILE_MAX];
static int passed, failed;

static void expect(bool holds, const char *path, const char *claim) {
    passed += holds;
    failed += !holds;
    if (!holds) printf("meet: %s: %s\n", path, claim);
}

static void put_file(const char *folder, const char *name, const void *bytes, size_t size) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "wb");
    expect(file != NULL && fwrite(bytes, 1, size, file) == size, path, "is written");
    if (file != NULL) fclose(file);
}

/* 0: it is not there. */
static size_t get_file(const char *path) {
    FILE *const file = fopen(path, "rb");
    if (file == NULL) return 0;
    const size_t size = fread(file_bytes, 1, sizeof file_bytes, file);
    fclose(file);
    return size;
}

/* The calls of a tick, and its step. */
static void run_to(pawl_world *world, uint64_t tick) {
    while (pawl_world_get_tick(world) < tick) {
        const uint32_t now = (uint32_t)pawl_world_get_tick(world);
        const uint8_t inputs[4] = {(uint8_t)(now * 37u), (uint8_t)now, (uint8_t)(now * 91u), 3};
        meet_call(world, now, inputs, 2);
        if (pawl_world_step(world, NULL) != PAWL_OK) return;
    }
}

/* ---- writing ---- */

static void put_snapshot(const char *folder, const char *name, const pawl_world *world) {
    size_t size = 0;
    expect(pawl_world_encode(world, file_bytes, sizeof file_bytes, &size) == PAWL_OK, name,
           "is encoded");
    put_file(folder, name, file_bytes, size);
}

static void put_features(const char *folder) {
    for (uint32_t bit = 1; bit <= PAWL_FEATURES_ALL; bit <<= 1) {
        char name[32];
        const pawl_status want = PAWL_FEATURES & bit ? PAWL_OK : PAWL_ERR_UNSUPPORTED;
        const bool is_peopled = bit == PAWL_FEATURE_CHARACTERS && want == PAWL_OK;
        pawl_world *const world =
            meet_make_peopled(world_memory, sizeof world_memory, is_peopled ? 1 : 0);
        snprintf(name, sizeof name, "feature-%u.snap", (unsigned)bit);
        run_to(world, 10);
        expect(meet_use(world, bit) == want, name, "a build uses what it has");
        expect(pawl_world_get_features(world) == (want == PAWL_OK ? bit : 0), name,
               "a world tells what it uses");
        if (want == PAWL_OK) put_snapshot(folder, name, world);
    }
}

static bool put_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, (FILE *)context) == size;
}

/* With what happens between steps as edits; a feature comes into use at some tick. */
static void put_replay(const char *folder, const char *name, uint32_t feature, uint32_t use_tick) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "wb");
    pawl_world *const world = meet_make(world_memory, sizeof world_memory);
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    pawl_replay_writer writer;
    pawl_recorder recorder;
    if (file == NULL) {
        expect(false, path, "is written");
        return;
    }
    const pawl_sink sink = {put_bytes, file};
    expect(pawl_replay_begin(&writer, &header, sink, NULL, 0) == PAWL_OK &&
               pawl_recorder_begin(&recorder, &writer, world, 60, 7, more_memory,
                                   sizeof more_memory) == PAWL_OK,
           path, "begins");
    for (uint32_t tick = 0; tick < LAST_TICK; tick++) {
        const uint8_t inputs[4] = {(uint8_t)(tick * 37u), (uint8_t)tick, 1, 2};
        meet_call(world, tick, inputs, 2);
        if (feature != 0 && tick == use_tick) (void)meet_use(world, feature);
        if (pawl_recorder_step(&recorder, world, NULL) != PAWL_OK) break;
    }
    expect(pawl_recorder_end(&recorder, world) == PAWL_OK, path, "ends");
    fclose(file);
}

int meet_write(const char *folder) {
    char name[32];
    pawl_world *const world = meet_make(world_memory, sizeof world_memory);
    if (world == NULL) return 2;
    run_to(world, SNAPSHOT_TICK);
    put_snapshot(folder, "plain.snap", world);
    run_to(world, LAST_TICK);
    snprintf(name, sizeof name, "%08lx", (unsigned long)pawl_world_hash(world));
    put_file(folder, "plain.hash", name, 8);
    put_replay(folder, "run.rep", 0, 0);
    put_features(folder);
    if (PAWL_FEATURES & USED) {
        put_replay(folder, "early.rep", USED, 0);
        put_replay(folder, "late.rep", USED, 100);
    }
    if (failed > 0) printf("meet: %d passed, %d failed\n", passed, failed);
    return failed > 0;
}

/* ---- reading ---- */

/* The world of a snapshot, which is written again as it was. */
static pawl_world *load(const char *path, size_t size) {
    pawl_world *world = NULL;
    size_t again = 0;
    const pawl_status status =
        pawl_world_decode(file_bytes, size, world_memory, sizeof world_memory, &world);
    expect(status == PAWL_OK, path, pawl_status_text(status));
    if (status != PAWL_OK) return NULL;
    expect(pawl_world_encode(world, other_bytes, sizeof other_bytes, &again) == PAWL_OK &&
               again == size && memcmp(file_bytes, other_bytes, size) == 0,
           path, "has the same bytes in every build");
    return world;
}

static void read_plain(const char *folder) {
    char path[512], hash[16];
    snprintf(path, sizeof path, "%s/plain.snap", folder);
    pawl_world *const world = load(path, get_file(path));
    if (world == NULL) return;
    run_to(world, LAST_TICK);
    snprintf(hash, sizeof hash, "%08lx", (unsigned long)pawl_world_hash(world));
    snprintf(path, sizeof path, "%s/plain.hash", folder);
    expect(get_file(path) == 8 && memcmp(file_bytes, hash, 8) == 0, path, "goes on to that hash");
}

static void read_features(const char *folder) {
    for (uint32_t bit = 1; bit <= PAWL_FEATURES_ALL; bit <<= 1) {
        char path[512];
        pawl_snapshot_info info;
        snprintf(path, sizeof path, "%s/feature-%u.snap", folder, (unsigned)bit);
        const size_t size = get_file(path);
        if (size == 0) continue; /* its writer does not have it */
        expect(pawl_snapshot_inspect(file_bytes, size, &info) == PAWL_OK && info.features == bit,
               path, "says what it uses");
        if (PAWL_FEATURES & bit) {
            (void)load(path, size);
            continue;
        }
        pawl_world *world = NULL;
        expect(pawl_world_decode(file_bytes, size, world_memory, sizeof world_memory, &world) ==
                   PAWL_ERR_UNSUPPORTED,
               path, "is refused where that is missing");
    }
}

static void read_replay(const char *folder, const char *name, uint32_t lacking) {
    char path[512];
    pawl_replay replay;
    pawl_playback playback;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const size_t size = get_file(path);
    if (size == 0 && strcmp(name, "run.rep") != 0) return; /* its writer lacks something itself */
    pawl_status status = pawl_replay_open(&replay, file_bytes, size, NULL);
    expect(status == PAWL_OK && replay.edits > 60, path, "has edits");
    if (status != PAWL_OK) return;
    status = pawl_playback_begin(&playback, &replay, NULL, false, more_memory, sizeof more_memory);
    if (status != PAWL_OK) {
        expect(lacking != 0 && status == PAWL_ERR_UNSUPPORTED, path, pawl_status_text(status));
        expect(playback.verdict.lacking == lacking, path, "names what is missing");
        return;
    }
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    const pawl_status want = lacking == 0 ? PAWL_OK : PAWL_ERR_UNSUPPORTED;
    expect(verdict.status == want && verdict.lacking == lacking, path,
           pawl_status_text(verdict.status));
    expect(verdict.tick == (lacking == 0 ? LAST_TICK : 100), path, "plays as far as it can");
}

int meet_read(int count, char **folders) {
    for (int i = 0; i < count; i++) {
        read_plain(folders[i]);
        read_features(folders[i]);
        read_replay(folders[i], "run.rep", 0);
        read_replay(folders[i], "early.rep", USED & ~PAWL_FEATURES);
        read_replay(folders[i], "late.rep", USED & ~PAWL_FEATURES);
    }
    printf("meet: %d passed, %d failed\n", passed, failed);
    return failed > 0;
}
