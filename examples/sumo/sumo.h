/* sumo.h - the rules of a game for 2 to 4 players: they push each other, and crates, off a round
 * platform that is seen from above and shrinks. The last one on it wins the round.
 *
 * The next state depends on nothing but the last one and the inputs of this tick, so machines that
 * are given the same inputs show the same game, bit by bit: what lockstep, rollback and replays
 * rest on. Integers only; no clock, no heap, no files. */
#ifndef SUMO_H
#define SUMO_H

#include <pawl/pawl.h>

#define SUMO_PLAYERS_MIN 2
#define SUMO_PLAYERS_MAX 4
#define SUMO_CRATES 6
#define SUMO_RATE 60 /* ticks per second */

#define SUMO_PLAYER_RADIUS PAWL_FX(0, 3, 5)
#define SUMO_CRATE_HALF PAWL_FX(0, 9, 20)
#define SUMO_RADIUS PAWL_FX(8, 0, 1) /* of the platform, when a round begins */

/* Points of a round: for the last one on the platform, and for a crate to whoever touched it last.
 */
#define SUMO_ROUND_POINTS 3
#define SUMO_CRATE_POINTS 1

/* The game and its version: machines with different rules must not play together. */
#define SUMO_APP_ID UINT32_C(0x53554D01)

/* An input is one byte of keys of pawl/port.h: PAWL_KEY_LEFT, _RIGHT, _UP and _DOWN to push off,
 * PAWL_KEY_A to dash that way. */
#define SUMO_INPUT_SIZE 1

/* What the world does not know. All of it is state: saved, sent and hashed. */
typedef struct sumo_rules {
    uint32_t players, seed;
    uint32_t tick;
    uint32_t round;          /* from 0 */
    uint32_t clock;          /* ticks of this round */
    uint32_t pause;          /* ticks until the next round; 0: it is being played */
    uint32_t inside, crates; /* who is on the platform, a bit each */
    uint32_t score[SUMO_PLAYERS_MAX];
    uint32_t rest[SUMO_PLAYERS_MAX]; /* ticks until the next dash */
    uint32_t pusher[SUMO_CRATES];    /* 1 + who touched it last; 0: nobody */
} sumo_rules;
#define SUMO_WORDS (8 + 2 * SUMO_PLAYERS_MAX + SUMO_CRATES)
PAWL_STATIC_ASSERT(sizeof(sumo_rules) == 4 * SUMO_WORDS, "the rules are words, without gaps");

#define SUMO_BODIES (SUMO_PLAYERS_MAX + SUMO_CRATES)
#define SUMO_MEMORY_BYTES 16384 /* of a world */

/* A game. It must not be copied, as `world` points into it: sumo_copy. */
typedef struct sumo {
    uint64_t memory[SUMO_MEMORY_BYTES / 8];
    pawl_world *world;
    pawl_body_id bodies[SUMO_BODIES]; /* players, then crates */
    sumo_rules rules;
} sumo;

/* Tick 0. The seed places the crates, round by round.
 * Errors: NULL, RANGE (players), those of the world. */
pawl_status sumo_start(sumo *game, uint32_t players, uint32_t seed);
/* One tick: `inputs` holds a byte for each player. */
pawl_status sumo_step(sumo *game, const uint8_t *inputs);
/* The whole state, rules included: equal on machines that agree. */
uint32_t sumo_hash(const sumo *game);

/* For rollback: quick, and only for this program. Slots are aligned like uint64_t. */
#define SUMO_SAVE_BYTES 8192
pawl_status sumo_save(const sumo *game, void *slot);
pawl_status sumo_restore(sumo *game, const void *slot);
pawl_status sumo_copy(sumo *to, const sumo *from);

/* For files and other machines. Equal states give equal bytes.
 * Errors of sumo_decode: NULL, FORMAT, CORRUPT, VERSION, ...: then there is no game in *game. Any
 * bytes are safe. */
#define SUMO_SNAPSHOT_BYTES 8192 /* at most */
pawl_status sumo_encode(const sumo *game, void *bytes, size_t size, uint32_t *out_size);
pawl_status sumo_decode(sumo *game, const void *bytes, size_t size);

/* Somebody who plays without looking: the same keys for the same seed, player and tick. */
uint8_t sumo_bot(uint32_t seed, uint32_t player, uint32_t tick);

/* For those who show the game. */
pawl_fx sumo_radius(const sumo *game); /* of the platform, now */
static inline bool sumo_has_player(const sumo *game, uint32_t player) {
    return game->rules.inside >> player & 1u;
}
static inline bool sumo_has_crate(const sumo *game, uint32_t crate) {
    return game->rules.crates >> crate & 1u;
}

#endif
