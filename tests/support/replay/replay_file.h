/* replay_file.h - replays in memory, for tests: a sink, small games, and files taken apart. */
#ifndef PAWL_TESTS_REPLAY_FILE_H
#define PAWL_TESTS_REPLAY_FILE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc.h"
#include "pawl/replay.h"
#include "replay/chunk.h"
#include "support/base/seeded.h"

typedef struct replay_file {
    uint8_t *bytes;
    size_t size, room;
    size_t fails_after; /* the sink refuses bytes beyond these; 0: never */
    int calls;
} replay_file;

pawl_sink replay_file_sink(replay_file *file);

void replay_file_free(replay_file *file);

pawl_replay open_replay(const replay_file *file);

/* Make the checks of the chunk at an offset right again. */
void repair_chunk(uint8_t *bytes, uint32_t at);

/* The first chunk of a kind at or behind an offset. */
pawl_chunk find_chunk(const pawl_replay *replay, uint32_t at, pawl_chunk_type kind);

/* ---- a game: a few numbers and a generator; equal inputs make equal states ---- */

typedef struct toy_game {
    uint32_t players, input_size;
    uint32_t state[4];
    uint32_t dropped; /* ticks of players that were gone */
} toy_game;
#define TOY_STATE_SIZE 20

void toy_save(const toy_game *game, uint8_t *bytes);

bool toy_load(void *context, uint64_t tick, const void *snapshot, uint32_t size);

/* A generator drives the game too: who forgets its state diverges. */
void toy_step(void *context, const uint8_t *inputs, const uint8_t *status);

uint32_t toy_hash(void *context);

pawl_replay_game toy_callbacks(toy_game *game);

#endif
