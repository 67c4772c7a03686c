/* replays.c - replays that were written once and must verify for ever.
 *
 *     replays write FOLDER    as this build records them: world.replay, game.replay
 *     replays check FOLDER    each opens and verifies; with this simulation version, this build
 *                             also records the same bytes */
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
};

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

/* What is wrong, or null. */
static const char *find_fault(const char *folder, int index) {
    FILE *const from = open_file(folder, replays[index].name, "rb");
    const size_t size = fread(file, 1, sizeof file, from);
    fclose(from);
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
