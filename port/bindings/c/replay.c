/* replay.c - verifies a replay: replay FILE
 *
 * Plays it from the first state and compares every checkpoint; then a copy in which one byte is
 * another one, which must be refused. */
#include <pawl/pawl.h>
#include <pawl/replay.h>
#include <stdio.h>
#include <stdlib.h>

static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(1u << 20);
    *size = file && bytes ? fread(bytes, 1, 1u << 20, file) : 0;
    if (file) fclose(file);
    return bytes;
}

static void say(const char *what, const pawl_verdict *verdict) {
    printf("replay: %s: %s, tick %u, %u checkpoints\n", what, pawl_status_text(verdict->status),
           (unsigned)verdict->tick, (unsigned)verdict->checkpoints);
}

int main(int argc, char **argv) {
    pawl_replay replay;
    pawl_playback playback;
    size_t size;
    pawl_world_link_all(); /* others made the file: it may have anything */
    uint8_t *bytes = argc > 1 ? read_file(argv[1], &size) : NULL;
    if (bytes == NULL || pawl_replay_open(&replay, bytes, size, NULL)) return 1;
    const size_t memory_size = pawl_playback_size(&replay, NULL);
    void *memory = malloc(memory_size);
    if (memory == NULL) return 1;
    if (pawl_playback_begin(&playback, &replay, NULL, false, memory, memory_size)) return 1;
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    say("as recorded", &verdict);
    printf("replay: hash %08x, recorded %08x\n", (unsigned)pawl_world_hash(playback.world),
           (unsigned)replay.final_hash);

    uint32_t where = 0;
    bytes[size / 2] ^= 1;
    const pawl_status status = pawl_replay_open(&replay, bytes, size, &where);
    printf("replay: with a byte changed: %s at %u\n", pawl_status_text(status), (unsigned)where);
    free(memory), free(bytes);
    return 0;
}
