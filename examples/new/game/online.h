/* online.h - the game on two machines over UDP, with rollback; or both players on this one.
 *
 * Each machine shows the next tick at once, with its own keys and a guess of the other's, and goes
 * back when the guess was wrong. */
#ifndef ONLINE_H
#define ONLINE_H

#include "game.h"

#include <pawl/pawl_udp.h>
#include <pawl/session.h>

#define ONLINE_WINDOW 8 /* ticks of guessing */
#define ONLINE_DELAY 2  /* ticks from a key to its effect */
#define ONLINE_SLOTS (4 * ONLINE_WINDOW + 32)
#define ONLINE_PORT 4750

typedef struct online {
    game game;
    pawl_session *session; /* null: both players are here */
    pawl_udp udp;
    pawl_udp_peers peers;
    bool is_host, has_ended, has_desync;
    pawl_status failed; /* a step, which ends the game */
    uint32_t given;     /* keys are given for ticks before this one */
    uint32_t rest;      /* frames to sit out, so that the other machine comes up */
    uint32_t now_ms;    /* of the last frame */
    pawl_session_world runner;
    uint64_t spare[GAME_WORDS]; /* where a tick is played again to find what differs */
    uint64_t slots[ONLINE_SLOTS][GAME_SAVE_WORDS];
    uint64_t session_memory[PAWL_SESSION_SIZE_MAX(GAME_PLAYERS, 1, ONLINE_WINDOW, ONLINE_DELAY,
                                                  ONLINE_SLOTS, 1) /
                                8 +
                            1];
} online;

/* word: null: both players are here; "host": waits for the other; an address: goes there. False:
 * *reason says why not. */
bool online_open(online *self, const char *word, const char **reason);
/* Says goodbye. */
void online_close(online *self);

/* Once per frame: keys of the player here (of both where they are here), which count for
 * `last_tick` ticks at most. */
void online_frame(online *self, const uint8_t *keys, uint32_t now_ms, uint32_t last_tick);

/* Ticks that no guess can change any more. */
uint32_t online_confirmed(const online *self);
/* The tick that is shown. */
uint32_t online_tick(const online *self);

#endif
