/* signed.h - which ticks of a game replay are proven, player by player, and of the others why not.
 *
 * A key in a replay says nothing of itself: whatever wrote the file could have made one. So a tick
 * is proven when its block has a right signature by a key that is known. */
#ifndef CLI_SIGNED_H
#define CLI_SIGNED_H

#include "cli/common/heap.h"
#include "pawl/replay.h"
#include "pawl/sign.h"

typedef struct cli_known_key {
    uint8_t bytes[PAWL_SIGN_KEY_SIZE];
    const char *name; /* may be empty */
} cli_known_key;

typedef struct cli_known_keys {
    cli_heap heap;
    cli_known_key *at; /* free() it */
    size_t count;
} cli_known_keys; /* starts as {0} */

/* A key on a line, 64 hexadecimal digits, then a name if there is one; empty lines, and those that
 * begin with #, are skipped. Returns an exit code, after saying what is wrong. */
int cli_known_keys_read(const char *path, cli_known_keys *out);
void cli_known_keys_free(cli_known_keys *keys);

/* What is asked. */
typedef struct cli_signed_check {
    const cli_known_keys *keys; /* null: any key will do */
    bool (*verify)(const uint8_t *key, const uint8_t *message, size_t size,
                   const uint8_t *signature); /* null: anything is taken for a signature */
    uint64_t share;     /* percent of a player's ticks that must be proven; at least one tick */
    uint64_t ticks_max; /* of a replay */
} cli_signed_check;

typedef enum cli_signed_state {
    CLI_SIGNED_PROVEN,
    CLI_SIGNED_NONE,    /* no signature */
    CLI_SIGNED_WRONG,   /* a wrong one */
    CLI_SIGNED_GONE,    /* the player was gone */
    CLI_SIGNED_KEYLESS, /* the replay has no key of the player */
    CLI_SIGNED_UNKNOWN  /* its key is not known */
} cli_signed_state;
const char *cli_signed_state_text(cli_signed_state state);

typedef struct cli_signed_range {
    uint64_t first, last; /* ticks */
    cli_signed_state state;
} cli_signed_range;

#define CLI_SIGNED_RANGES_MAX 24u

typedef struct cli_signed_player {
    const uint8_t *key; /* null: none */
    const char *name;   /* of the known key; null: it is not known */
    uint64_t ticks;     /* in which it was not gone */
    uint64_t proven;    /* of them */
    uint32_t range_count;
    uint64_t more; /* ranges behind the last one here */
    cli_signed_range ranges[CLI_SIGNED_RANGES_MAX];
} cli_signed_player;

typedef enum cli_signed_result {
    CLI_SIGNED_OK,
    CLI_SIGNED_FORGED,   /* a signature is wrong */
    CLI_SIGNED_UNSIGNED, /* too little is signed */
    CLI_SIGNED_LIMIT
} cli_signed_result;

typedef struct cli_signed {
    cli_signed_result result;
    pawl_signed_verdict verdict;
    const uint8_t *match; /* null: no keys */
    uint32_t player_count;
    cli_signed_player players[PAWL_REPLAY_PLAYERS_MAX];
    char reason[120]; /* unless it is OK */
} cli_signed;

/* Points into the replay and the known keys. */
void cli_signed_find(const pawl_replay *replay, const cli_signed_check *check, cli_signed *out);

/* A JSON object; and a line for each player, two spaces in front. */
void cli_signed_put_json(FILE *out, const cli_signed *found);
void cli_signed_put_lines(FILE *out, const cli_signed *found);

/* "0-59, 120-179": the ranges of one state. */
#define CLI_SIGNED_TEXT_MAX 1200
void cli_signed_put_ranges(const cli_signed_player *player, cli_signed_state state,
                           char text[CLI_SIGNED_TEXT_MAX]);

#endif
