/* replays.c - replays that were written once and must verify for ever.
 *
 *     replays write FOLDER    as this build records them: world.replay, game.replay, world.film,
 *                             or in the folder 2 packed.replay
 *     replays check FOLDER    each opens and verifies; with this simulation version, this build
 *                             also records the same bytes. A film shows what it always showed
 *     replays sizes [SEED]    what a minute takes in which much is done to a world: a table, and
 *                             no more than its limits (docs/replays.md)
 *     replays cases           the names of these minutes
 *     replays busy CASE PACKS FILE SEED   one of them as a file
 *     replays seek FILE SEED  go to ticks drawn at random, for seek.py to count instructions */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replays/small.h"
#include "support/replay/busy.h"

static uint8_t own[SMALL_REPLAY_MAX], file[SMALL_REPLAY_MAX];

static const struct {
    const char *name;
    uint32_t (*make)(uint8_t *bytes);
    char folder; /* the last letter of its name */
} replays[] = {
    {"world.replay", small_world_replay, '1'},
    {"game.replay", small_game_replay, '1'},
    {"world.film", small_film, '1'},
    {"packed.replay", small_packed_replay, '2'},
};
/* What is drawn of world.film. Films are shown alike by every version: this number stays. */
#define FILM_INDEX 2
#define FILM_SUM UINT32_C(0x099E12D1)
#define FILM_VERSION 4 /* of the simulation that was filmed */

/* The replay whose players have signed: no library for that here, but the messages that are signed
 * are the same for ever. tests/cli/test_signed.sh verifies signatures. */
#define SIGNED_NAME "signed.replay"
#define SIGNED_BLOCKS 16u
#define SIGNED_SUM UINT32_C(0x51E71149)

static FILE *open_file(const char *folder, const char *name, const char *mode) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const opened = fopen(path, mode);
    if (opened == NULL) {
        fprintf(stderr, "replays: cannot open %s\n", path);
        exit(2);
    }
    return opened;
}

static bool write_one(const char *folder, int index) {
    FILE *const to = open_file(folder, replays[index].name, "wb");
    const uint32_t size = replays[index].make(own);
    const bool whole = fwrite(own, 1, size, to) == size;
    return fclose(to) == 0 && whole && size > 0;
}

static const char *find_film_fault(size_t size) {
    const uint32_t sum = small_show(file, (uint32_t)size);
    if (sum != FILM_SUM) {
        printf("replays: the film shows %08lx\n", (unsigned long)sum);
        return "shows something else";
    }
    if (PAWL_SIMULATION_VERSION > FILM_VERSION) return NULL;
    const bool is_same = small_film(own) == size && memcmp(own, file, size) == 0;
    return is_same ? NULL : "is recorded with other bytes now";
}

static bool sum_message(void *context, const uint8_t *key, const uint8_t *message, size_t size,
                        const uint8_t *signature) {
    uint32_t *const sum = context;
    *sum = pawl_xxh32(key, 32, *sum);
    *sum = pawl_xxh32(message, size, *sum);
    *sum = pawl_xxh32(signature, 64, *sum);
    return true;
}

static const char *find_signed_fault(const char *folder) {
    FILE *const from = open_file(folder, SIGNED_NAME, "rb");
    const size_t size = fread(file, 1, sizeof file, from);
    fclose(from);
    uint32_t sum = 0;
    pawl_replay replay;
    const pawl_verifier verifier = {sum_message, &sum, NULL};
    if (pawl_replay_open(&replay, file, size, NULL) != PAWL_OK) return "does not open";
    if (!replay.is_complete) return "is not complete";
    const pawl_signed_verdict verdict = pawl_replay_verify_signatures(&replay, &verifier);
    if (verdict.status != PAWL_OK || verdict.good != SIGNED_BLOCKS) return "has other blocks";
    if (sum == SIGNED_SUM) return NULL;
    printf("replays: the sum of what is signed is %08lx\n", (unsigned long)sum);
    return "has other messages";
}

/* What is wrong, or null. */
static const char *find_fault(const char *folder, int index) {
    FILE *const from = open_file(folder, replays[index].name, "rb");
    const size_t size = fread(file, 1, sizeof file, from);
    fclose(from);
    if (index == FILM_INDEX) return find_film_fault(size);
    pawl_replay replay;
    if (pawl_replay_open(&replay, file, size, NULL) != PAWL_OK) return "does not open";
    if (!replay.is_complete) return "is not complete";
    if (replay.header.simulation != PAWL_SIMULATION_VERSION) {
        const pawl_verdict other = small_verify(&replay, NULL, false);
        return other.status == PAWL_ERR_VERSION ? NULL : "is of another version, and not refused";
    }
    const pawl_verdict verdict = small_verify(&replay, NULL, false);
    if (verdict.status != PAWL_OK) return pawl_status_text(verdict.status);
    if (verdict.checkpoints < 5) return "has too few checkpoints";
    if (replays[index].make(own) != size || memcmp(own, file, size) != 0) {
        return "is recorded with other bytes now";
    }
    return NULL;
}

/* ---- sizes ---- */

static const struct {
    const char *name;
    uint32_t edited; /* of 100 ticks */
    bool steers;
    double most; /* KB a minute, packed */
} cases[] = {
    {"anything done to any of 20 bodies, before 95 % of ticks", 95, false, 250},
    {"forces on five of 20 bodies, before 95 % of ticks", 95, true, 100},
    {"anything, before 2 % of ticks", 2, false, 90},
};

/* False when a case fails or passes its limit. */
static bool print_size(size_t index, uint64_t seed) {
    busy_run run = {.seed = seed,
                    .ticks = 3600,
                    .edited = cases[index].edited,
                    .keyframe_every = 120,
                    .hash_every = 60,
                    .steers = cases[index].steers};
    busy_result results[2];
    double seek[2];
    for (int packs = 0; packs < 2; packs++) {
        run.packs = packs == 1;
        const char *fault = "is not recorded";
        if (busy_record(&run, &results[packs])) {
            fault = busy_check(&results[packs], seed, &seek[packs]);
            free(results[packs].bytes);
        }
        if (fault == NULL) continue;
        printf("replays: %s: %s\n", cases[index].name, fault);
        return false;
    }
    const double size = results[1].size / 1000.0;
    printf("| %s | %.0f | %.0f: %.0f, %.0f | %.2f, %.2f | %.0f, %.0f |\n", cases[index].name,
           results[0].size / 1000.0, size, results[1].keyframes / 1000.0, results[1].edits / 1000.0,
           results[0].seconds / 3.6, results[1].seconds / 3.6, seek[0] * 1e3, seek[1] * 1e3);
    if (size > cases[index].most)
        printf("replays: %s: more than %.0f KB\n", cases[index].name, cases[index].most);
    return size <= cases[index].most;
}

static int print_sizes(uint64_t seed) {
    int failed = 0;
    printf("seed %llu, a keyframe every 120 ticks, a checkpoint every 60\n\n",
           (unsigned long long)seed);
    printf(
        "| a minute in which there is | KB | packed, of it keyframes, edits | ms a tick, packed |"
        " ms of the slowest seek, packed |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        failed += !print_size(i, seed);
    return failed > 0;
}

/* ---- one of them alone ---- */

static int write_busy(char **argv) {
    const size_t index = (size_t)strtoul(argv[2], NULL, 10);
    if (index >= sizeof cases / sizeof cases[0]) return 2;
    const busy_run run = {.seed = strtoull(argv[5], NULL, 0),
                          .ticks = 3600,
                          .edited = cases[index].edited,
                          .keyframe_every = 120,
                          .hash_every = 60,
                          .packs = argv[3][0] == '1',
                          .steers = cases[index].steers};
    busy_result result;
    if (!busy_record(&run, &result)) return 1;
    FILE *const to = fopen(argv[4], "wb");
    if (to == NULL) return 2;
    const bool whole = fwrite(result.bytes, 1, result.size, to) == result.size;
    free(result.bytes);
    return fclose(to) == 0 && whole ? 0 : 1;
}

#define SEEKS 60

static int seek_about(const char *path, uint64_t seed) {
    static uint8_t bytes[1 << 21];
    FILE *const from = fopen(path, "rb");
    if (from == NULL) return 2;
    const size_t size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    pawl_replay replay;
    pawl_playback playback;
    if (pawl_replay_open(&replay, bytes, size, NULL) != PAWL_OK) return 1;
    const size_t room = pawl_playback_size(&replay, NULL);
    void *const memory = malloc(room);
    bool good = pawl_playback_begin(&playback, &replay, NULL, false, memory, room) == PAWL_OK;
    pawl_random random = pawl_random_make(seed, 9);
    uint64_t steps = 0;
    for (int i = 0; i < SEEKS && good; i++) {
        const uint64_t tick = pawl_random_below(&random, (uint32_t)replay.last_tick + 1u);
        const bool goes_on = playback.tick <= tick && playback.tick / 120 == tick / 120;
        steps += goes_on ? tick - playback.tick : tick % 120;
        good = pawl_playback_seek(&playback, tick, NULL) == PAWL_OK;
    }
    free(memory);
    printf("%d %llu\n", SEEKS, (unsigned long long)steps);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    if (argc == 6 && strcmp(argv[1], "busy") == 0) return write_busy(argv);
    if (argc == 4 && strcmp(argv[1], "seek") == 0)
        return seek_about(argv[2], strtoull(argv[3], NULL, 0));
    if (argc == 2 && strcmp(argv[1], "cases") == 0) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
            puts(cases[i].name);
        return 0;
    }
    if (argc >= 2 && argc <= 3 && strcmp(argv[1], "sizes") == 0)
        return print_sizes(argc == 3 ? strtoull(argv[2], NULL, 0) : 1);
    const bool write = argc == 3 && strcmp(argv[1], "write") == 0;
    const bool check = argc == 3 && strcmp(argv[1], "check") == 0;
    if (!write && !check) {
        fprintf(stderr, "usage: replays write FOLDER | check FOLDER | sizes [SEED]\n");
        return 2;
    }
    int failed = 0, checked = 0;
    const char last = argv[2][0] == '\0' ? '1' : argv[2][strlen(argv[2]) - 1];
    const int count = (int)(sizeof replays / sizeof replays[0]);
    for (int i = 0; i < count; i++) {
        if ((last == '2') != (replays[i].folder == '2')) continue;
        checked++;
        const char *const fault = check                   ? find_fault(argv[2], i)
                                  : write_one(argv[2], i) ? NULL
                                                          : "is not written";
        if (fault == NULL) continue;
        printf("replays: %s/%s: %s\n", argv[2], replays[i].name, fault);
        failed++;
    }
    if (check && last == '2') {
        const char *const fault = find_signed_fault(argv[2]);
        checked++;
        if (fault != NULL) {
            printf("replays: %s/%s: %s\n", argv[2], SIGNED_NAME, fault);
            failed++;
        }
    }
    printf("replays: %d passed, %d failed\n", checked - failed, failed);
    return failed > 0;
}
