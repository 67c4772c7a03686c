/* net_migrate.h - games whose hosts fail, leave, and are cut off, again and again: what all
 * machines must have confirmed alike, and how soon they go on. A seed decides everything. */
#ifndef PAWL_TESTS_NET_MIGRATE_H
#define PAWL_TESTS_NET_MIGRATE_H

#include "pawl/migrate.h"
#include "support/net/net_game.h"
#include "support/net/netsim.h"

#define MIGRATE_MACHINES 16
#define MIGRATE_FEW 8
#define MIGRATE_TICKS 4096
#define MIGRATE_TEXT 400

typedef struct migrate_machine {
    pawl_session *session;
    void *memory;
    net_game now, sure, slots[PAWL_SESSION_SLOTS_MAX];
    uint8_t snapshot[NET_SNAPSHOT_MAX], incoming[NET_SNAPSHOT_MEMORY];
    uint32_t rows[MIGRATE_TICKS];           /* a hash of what was confirmed, by tick; 0: nothing */
    uint32_t hashes[MIGRATE_TICKS];         /* of the state after it */
    uint32_t host;                          /* machine that is peer 0 */
    uint32_t peers[PAWL_SESSION_PEERS_MAX]; /* machines, or MIGRATE_NONE */
    uint64_t gone_us;                       /* it has lost its host; 0: it has not */
    uint32_t visits, stranded;              /* how often it was told so, in this life */
    bool is_on, is_host, has_ended, sure_is_here;
} migrate_machine;

#define MIGRATE_NONE UINT32_MAX

typedef struct migrate_sums {
    uint64_t games, ticks, migrations, crashes, leaves, cuts, returns, resets, committed, seconds;
    uint64_t guessed, signed_blocks, verified;
    uint64_t slowest_ms; /* from the loss of the host, by all that go on, to the next one */
} migrate_sums;

typedef struct migrate_world {
    migrate_machine machines[MIGRATE_MACHINES];
    netsim *net;
    pawl_session_def def;
    uint32_t count, committed; /* ticks before it must stay */
    uint32_t finals[MIGRATE_TICKS], final_hashes[MIGRATE_TICKS];
    uint32_t hosts[256];             /* of each term; MIGRATE_NONE */
    uint64_t seed, last_gone_us;     /* when a machine has lost its host last */
    bool is_strict;                  /* receive_from with addresses */
    uint8_t sides[MIGRATE_MACHINES]; /* of a network that has fallen apart */
    net_line line;
    uint8_t inputs[MIGRATE_MACHINES][MIGRATE_TICKS][NET_INPUTS_MAX]; /* confirmed there */
    uint8_t sizes[MIGRATE_MACHINES][MIGRATE_TICKS][PAWL_SESSION_PLAYERS_MAX];
    char defect[MIGRATE_TEXT];
    migrate_sums sums;
} migrate_world;

migrate_world *migrate_make(void);
void migrate_free(migrate_world *world);

/* All machines on, with one player each, in a game over such lines. */
void migrate_begin(migrate_world *world, uint64_t seed, uint32_t count, const pawl_session_def *def,
                   const net_line *line, bool is_strict);
/* Begins, or comes again with nothing but its secret. */
void migrate_start_machine(migrate_world *world, uint32_t index, uint32_t host);
void migrate_stop_machine(migrate_world *world, uint32_t index);
/* Whether a game of this def can be played. */
bool migrate_may_play(const pawl_session_def *def);
/* Packets pass between machines of the same side only. */
void migrate_cut(migrate_world *world, const uint8_t sides[MIGRATE_MACHINES]);
/* False: a rule was broken, or `world->defect` was set before. */
bool migrate_run(migrate_world *world, uint32_t ms);
/* The one that hosts in the latest term; MIGRATE_NONE: none does. */
uint32_t migrate_find_host(const migrate_world *world);

/* Guesses of its own. */
void migrate_answer_predict(migrate_world *world, migrate_machine *m, const pawl_request *request);
void migrate_answer_sign(migrate_world *world, migrate_machine *m, const pawl_request *request);
/* What comes is of the rows that are confirmed here, where all are known. */
void migrate_take_signatures(migrate_world *world, uint32_t index);

/* The first one counts. */
void migrate_fail(migrate_world *world, const char *text, uint32_t a, uint32_t b, uint32_t c);
/* All machines that are on, of this side, play under one host, which is among them. */
bool migrate_is_whole(const migrate_world *world, uint32_t side);

/* A whole game with everything in it. Of crowds: up to sixteen machines, with inputs of any kind,
 * guesses of programs, signatures, measures, and states saved now and then. */
bool migrate_play(migrate_world *world, uint64_t seed, bool is_crowd);

#endif
