/* game.h - the rules of @NAME@: what a world is at the start, and what keys do to it.
 *
 * The whole state is the world. It changes in game_apply and in steps, and follows from keys alone:
 * no clock, no random numbers of the system, no floating point. So machines that have the same keys
 * have the same game, bit for bit, and can go back and play again. */
#ifndef GAME_H
#define GAME_H

#include <pawl/pawl.h>

#define GAME_PLAYERS 2
#define GAME_WORDS 2560      /* 20 KB: room for the world */
#define GAME_SAVE_WORDS 1280 /* 10 KB: room for a save of it */
#define GAME_RATE 60         /* ticks per second */

enum {
    GAME_LEFT = 1,
    GAME_RIGHT = 2,
    GAME_JUMP = 4
};

typedef struct game {
    uint64_t memory[GAME_WORDS];
    pawl_world *world;
    pawl_body_id players[GAME_PLAYERS];
} game;

/* Everything that is there at the start, made in the same order on every machine. */
pawl_status game_start(game *self);

/* A byte of keys for each player; a step of the world follows. It is the game's own, or a copy of
 * it, in which a session plays a tick again to find what differs. */
void game_apply(const game *self, pawl_world *world, const uint8_t *keys);

/* Instead of keyboards: what a player presses in a tick. */
uint8_t game_bot(uint32_t player, uint32_t tick);

#endif
