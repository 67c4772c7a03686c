/* replays.c - replays that were written once and must verify for ever.
 *
 *     replays write FOLDER    as this build records them: world.replay, game.replay, world.film
 *     replays check FOLDER    each opens and verifies; with this simulation version, this build
 *                             also records the same bytes. A film shows what it always showed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replays/small.h"

static uint8_t own[SMALL_REPLAY_MAX], file[SMALL_REPLAY_MAX];

static const struct {
    const char *name;
    uint32_t (*make)(uint8_t *bytes);
} replays[] = {
    {"world.replay", small_world_replay},
    {"game.replay", small_game_replay},
    {"world.film", small_film},
};
/* What is drawn of world.film. Films are shown alike by every version: this number stays. */
#define FILM_INDEX 2
#define FILM_SUM UINT32_C(0x099E12D1)
#define FILM_VERSION 4 /* of the simulation that was filmed */

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

int main(int argc, char **argv) {
    const bool write = argc == 3 && strcmp(argv[1], "write") == 0;
    const bool check = argc == 3 && strcmp(argv[1], "check") == 0;
    if (!write && !check) {
        fprintf(stderr, "usage: replays write FOLDER | check FOLDER\n");
        return 2;
    }
    int failed = 0;
    const int count = (int)(sizeof replays / sizeof replays[0]);
    for (int i = 0; i < count; i++) {
        const char *const fault = check                   ? find_fault(argv[2], i)
                                  : write_one(argv[2], i) ? NULL
                                                          : "is not written";
        if (fault == NULL) continue;
        printf("replays: %s/%s: %s\n", argv[2], replays[i].name, fault);
        failed++;
    }
    printf("replays: %d passed, %d failed\n", count - failed, failed);
    return failed > 0;
}
