/* games.h - the games whose replays this program can record and verify. */
#ifndef CLI_GAMES_H
#define CLI_GAMES_H

#include "pawl/replay.h"

/* A game whose whole state lies in memory that the caller gives. Snapshots and saves are those of
 * its replays: portable, and checked when they are loaded. */
typedef struct cli_game {
    const char *name;
    uint32_t app_id; /* of its replays */
    uint8_t players, input_size;
    uint32_t rate;          /* steps per second */
    uint32_t size;          /* bytes of a running game, aligned like uint64_t */
    uint32_t snapshot_size; /* at most */
    /* False: no game can be made of this. */
    bool (*start)(void *game, uint32_t seed);
    void (*step)(void *game, const uint8_t *inputs, const uint8_t *status);
    uint32_t (*hash)(void *game);
    /* Returns the bytes of the snapshot; 0 when it does not fit. */
    uint32_t (*save)(void *game, void *snapshot, uint32_t size);
    bool (*load)(void *game, uint64_t tick, const void *snapshot, uint32_t size);
    /* The inputs of a demonstration, which are computed. */
    void (*demo)(uint32_t seed, uint64_t tick, uint8_t *inputs);
} cli_game;

/* sumo has a line for each number of players; game_sumo.c. */
extern const cli_game cli_game_sumo_2, cli_game_sumo_3, cli_game_sumo_4;

/* Null when there is none for so many players. */
const cli_game *cli_games_by_id(uint32_t app_id, uint32_t players);
const cli_game *cli_games_by_name(const char *name);

/* For messages. */
const char *cli_games_names(void);

#endif
