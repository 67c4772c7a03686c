/* machine.h - one machine that takes part in a game of sumo: it does what the session asks for.
 *
 * Two games are kept. `shown` is what a player sees: it runs ahead on guesses and is set back when
 * one was wrong. `sure` is stepped with confirmed inputs alone, some ticks later: its hashes are
 * those that every machine must agree on, and it is what gets recorded. A game that has no use for
 * either keeps `shown` alone. */
#ifndef SUMO_MACHINE_H
#define SUMO_MACHINE_H

#include <pawl/migrate.h>
#include <pawl/replay.h>
#include <pawl/session.h>

#include "sumo.h"

#define MACHINE_ADDRESS_BYTES 19 /* of a member at most, where the host may change */
#define MACHINE_SESSION_BYTES                                                             \
    PAWL_SESSION_MIGRATE_SIZE_MAX(SUMO_PLAYERS_MAX, MACHINE_ADDRESS_BYTES) +              \
        PAWL_SESSION_PEERS_MAX *(PAWL_SESSION_GREETING_MAX + 1u) +                        \
        PAWL_SESSION_SIZE_MAX(SUMO_PLAYERS_MAX, SUMO_INPUT_SIZE, PAWL_SESSION_WINDOW_MAX, \
                              PAWL_SESSION_DELAY_MAX, PAWL_SESSION_SLOTS_MAX,             \
                              PAWL_SESSION_PEERS_MAX)
/* What a late joiner gets: the chain of the sure game, then the game. */
#define MACHINE_SNAPSHOT_BYTES (4 + SUMO_SNAPSHOT_BYTES)
#define MACHINE_CHAINS 512 /* ticks for which chains are remembered */

typedef struct machine {
    pawl_session *session;
    sumo shown, sure;
    uint32_t chain;      /* over the hashes of the sure game, up to and with this one */
    uint32_t first_tick; /* of this machine: 0, or where it joined */
    uint32_t hash;       /* of the sure game */
    uint32_t wait;       /* frames to sit out */
    pawl_status failed;  /* the first thing that went wrong; what follows means nothing */

    /* Told of each tick before the sure game is stepped, which is still in the state before it:
     * for recording. Null: nobody. status: pawl_input_status of each player. */
    void (*on_tick)(void *context, const struct machine *self, const uint8_t *inputs,
                    const uint8_t *status);
    void *context;
    /* Stop the sure game at this tick, for a hash that can be compared; UINT32_MAX: never. */
    uint32_t end;

    /* After a desync, when the session has asked for it: the state in which machines differ, as
     * sumo_encode makes it. */
    uint32_t suspect_tick, suspect_size;
    uint8_t suspect[SUMO_SNAPSHOT_BYTES];

    sumo spare; /* for looking at slots and unpacking snapshots */
    uint32_t chains[MACHINE_CHAINS];
    uint64_t session_memory[MACHINE_SESSION_BYTES / 8 + 1];
    uint64_t slots[PAWL_SESSION_SLOTS_MAX][SUMO_SAVE_BYTES / 8];
    uint8_t outgoing[MACHINE_SNAPSHOT_BYTES], incoming[MACHINE_SNAPSHOT_BYTES];
} machine;

/* What a session of this game is like; change the role, delays, peers and so on. All machines must
 * have the same seed: it becomes part of what they compare when they meet. */
pawl_session_def machine_session_def(uint32_t players, uint32_t seed);

/* Tick 0 of a game, and a session that waits for others. Errors: of sumo_start and
 * pawl_session_init. */
pawl_status machine_start(machine *self, const pawl_session_def *def, uint32_t seed);

/* Of a recording of such a game. */
pawl_replay_header machine_replay_header(uint32_t players, uint32_t seed);

/* Whether this frame should be sat out, because the others are behind: ask once per frame, and
 * neither give inputs nor play when it says so. */
bool machine_sits_out(machine *self);

/* Do all that the session asks for. WAIT: it waits for others. */
pawl_request_type machine_play(machine *self);

/* For pawl_replay_verify; the context is a sumo that was started for the players of the replay. */
pawl_replay_game machine_replay_game(sumo *game);

#endif
