/* net_game.h - a small game of integers for the tests of the session: any wrong, missing or doubled
 * input, and any step out of order, changes its state for ever. Thousands of its ticks cost less
 * than one of a world. */
#ifndef PAWL_TESTS_NET_GAME_H
#define PAWL_TESTS_NET_GAME_H

#include "pawl/session.h"

#define NET_INPUTS_MAX 512 /* of all players: they fit a packet */
#define NET_SNAPSHOT_MAX 6000
#define NET_SNAPSHOT_MEMORY 65536 /* besides, the inputs of the ticks meanwhile */

typedef struct net_game {
    uint32_t words[5];
    uint32_t tick;
} net_game;

/* What was played at a tick. */
typedef struct net_tick {
    uint8_t inputs[NET_INPUTS_MAX];
    uint8_t sizes[PAWL_SESSION_PLAYERS_MAX]; /* where they vary */
    uint16_t gone;                           /* players, a bit each: nobody played */
    uint16_t guess;                          /* players whose input was a guess */
    uint32_t hash;                           /* of the state afterwards */
} net_tick;

void net_game_begin(net_game *game, uint32_t seed);
/* gone: players for whom nobody plays; the game knows it. */
void net_game_step(net_game *game, uint32_t players, uint32_t input_size, const uint8_t *inputs,
                   uint32_t gone);
/* What a step takes for `gone` where inputs vary in size: with their sizes, which may be null. */
uint32_t net_game_gone(uint32_t gone, uint32_t players, const uint8_t *sizes);
uint32_t net_game_hash(const net_game *game);

/* A snapshot of `size` bytes, at least 24, the rest of which follow from the state. */
void net_game_encode(const net_game *game, uint8_t *bytes, uint32_t size);
bool net_game_decode(const uint8_t *bytes, uint32_t size, net_game *out);

#endif
