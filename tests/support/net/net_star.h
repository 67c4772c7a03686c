/* net_star.h - plays a planned game: a host and its clients on the network of netsim.h, each with a
 * session and a game of integers, and compares every confirmed tick of every machine with a plain
 * loop over the inputs that the host confirmed. */
#ifndef PAWL_TESTS_NET_STAR_H
#define PAWL_TESTS_NET_STAR_H

#include "support/net/net_game.h"
#include "support/net/net_plan.h"

#define NET_DEFECT_MAX 300
#define NET_LATE_MS 3000  /* a host may begin without who comes later */
#define NET_STALL_MS 2000 /* of a host with deadlines for inputs */
#define NET_BLOCKS_MAX 64 /* signed blocks of which it is known that they were asked for */

/* Sums over games. */
typedef struct net_totals {
    uint64_t games, ticks, packets, virtual_ms;
    uint64_t rollbacks, replayed, deepest, waits, worst_stall_ms;
    uint64_t joins, resets, gone, backs, reconnects, restarts, host_restarts, moves, ended;
    uint64_t desyncs, refusals, advised, worst_advice, late_starts;
    uint64_t unasked;       /* inputs of players who had just come back */
    uint64_t worst_hold_ms; /* of hosts that do not wait without end */
    uint64_t guessed;       /* by programs */
    uint64_t asked;         /* of these, those that its program gave */
    uint64_t substituted;   /* inputs that a host decided */
    uint64_t rejected;      /* packets that a session said were no good */
    uint64_t again;         /* ticks that were played for a verdict */
    uint64_t signed_blocks; /* that a machine was asked to sign, and did */
    uint64_t verified;      /* signatures that came, of other machines too */
    uint64_t owed;          /* blocks that had to be signed */
    net_counts net;
} net_totals;

typedef struct net_machine {
    const net_plan_machine *plan;
    uint32_t index, address, life;
    uint32_t epoch; /* of the game it is in: the host may have begun another one */
    bool is_on, is_disturbed, will_return;
    uint64_t began_us, next_frame_us, paused_until_us, return_us;

    pawl_session *session; /* memory of exactly its size */
    uint8_t *snapshot_memory;
    net_game game, slots[PAWL_SESSION_SLOTS_MAX];
    net_game again; /* plays ticks again, for a verdict */
    bool slot_used[PAWL_SESSION_SLOTS_MAX];
    uint32_t first, played; /* ticks of this life: from here, up to here */
    uint32_t checked, taken;
    uint32_t sit_out, advised; /* ticks; no further advice before this head */
    bool has_begun, has_own_inputs;
    uint64_t head_moved_us;
    net_tick *ticks; /* the last NET_TICKS_MAX */
    uint8_t guessed[64]
                   [PAWL_SESSION_PLAYERS_MAX]; /* first bytes of its program's guesses, by tick */
    uint32_t signs_from; /* the first tick of the block that is looked at next */
    uint32_t signed_end[PAWL_SESSION_PLAYERS_MAX];            /* of the last signature taken */
    uint32_t asked[NET_BLOCKS_MAX][PAWL_SESSION_PLAYERS_MAX]; /* end of a block; 0: none */
    void *stage_memory;
} net_machine;

/* The input that was given for a tick. */
typedef struct net_added {
    uint32_t epoch, tick; /* of which it is; else there is none */
    uint8_t machine;
    uint32_t life; /* of that machine */
    uint8_t size;
    uint8_t bytes[PAWL_SESSION_INPUT_MAX];
} net_added;

typedef struct net_star net_star;

/* How a test interferes. All may be null. */
typedef struct net_star_hooks {
    void *context;
    /* After a step of a machine's game. */
    void (*stepped)(void *context, net_star *star, net_machine *machine);
    void (*event)(void *context, net_star *star, net_machine *machine,
                  const pawl_session_event_info *event);
    /* Before a packet goes out; returns its new size, and may send others. */
    size_t (*sending)(void *context, net_star *star, net_machine *machine, uint32_t to,
                      uint8_t *packet, size_t size);
    bool repeats;         /* what `stepped` does it also does where a tick is played again */
    uint32_t hostile;     /* machines of which nothing is expected, a bit each */
    uint32_t duration_ms; /* then it is enough; 0: when all ticks are played */
} net_star_hooks;

struct net_star {
    netsim *net;
    net_plan plan;
    net_star_hooks hooks;
    net_machine machines[1 + NET_CLIENTS_MAX];
    int32_t machine_at[NET_MACHINES];                /* address to machine */
    int32_t address_of_peer[PAWL_SESSION_PEERS_MAX]; /* at the host; -1: nobody */
    uint32_t addresses;

    /* What the host confirmed, and what comes of it. */
    net_game reference;
    uint32_t epoch;
    net_tick *confirmed; /* the last NET_TICKS_MAX */
    uint32_t confirmed_count;
    uint32_t hostile_players;
    net_added (*added)[NET_TICKS_MAX]; /* by player and tick, likewise */

    uint8_t snapshot[NET_SNAPSHOT_MAX];
    net_totals totals;
    char defect[NET_DEFECT_MAX]; /* empty: none */
};

net_star *net_star_make(void); /* from malloc */
void net_star_free(net_star *star);

/* Play one game; false with star->defect. hooks may be null. Totals are added to star->totals. */
bool net_star_play(net_star *star, const net_plan *plan, const net_star_hooks *hooks);

/* Whether the games met everything they are about, for every thousand of them; else what is
 * missing. */
bool net_totals_suffice(const net_totals *totals, char *text, size_t size);

/* ---- parts, for tests that interfere ---- */

void net_star_fail(net_star *star, const net_machine *machine, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The number by which the host knows it; -1: it does not. */
int32_t net_star_peer(const net_star *star, const net_machine *machine);
/* The session of a machine begins anew. */
void net_machine_begin(net_star *star, net_machine *machine);
void net_machine_stop(net_star *star, net_machine *machine, bool will_return, uint64_t after_ms);
/* One turn of its main loop. */
void net_machine_frame(net_star *star, net_machine *machine);
/* Something was planned that may end its session. */
bool net_machine_may_fail(const net_star *star, const net_machine *machine);
bool net_machine_is_hostile(const net_star *star, const net_machine *machine);

/* net_sign.c: signatures, and requests that no game of integers can answer. */
void net_sign_toy(uint32_t player, const uint8_t *message, uint32_t size, uint8_t *out);
void net_sign_open(net_star *star, net_machine *machine);
void net_sign_forget(net_machine *machine);
void net_sign_answer(net_star *star, net_machine *machine, const pawl_request *request);
/* Signatures that a machine has are good ones, and come in order. */
void net_sign_take(net_star *star, net_machine *machine);
/* What was the machine's own in all of a block, it was asked to sign. */
void net_sign_check_owed(net_star *star, net_machine *machine);

/* net_check.c: the reference and the comparison with it. */
/* Bytes that a session takes at most, with up to so many slots as there can be, as documented. */
uint32_t net_check_bound(const pawl_session_def *def);
/* Of the memory of a session, within what is documented. */
size_t net_check_size(net_star *star, const net_machine *machine, const pawl_session_def *def);
/* What was added for a tick of this game; null if nothing was. */
const net_added *net_check_find_added(const net_star *star, uint32_t player, uint32_t tick);
void net_check_begin(net_star *star);
/* Whether what the host confirmed is what this machine must play. */
bool net_check_applies(const net_star *star, const net_machine *machine);
void net_check_added(net_star *star, net_machine *machine, uint32_t player, uint32_t tick,
                     const uint8_t *input, uint32_t size);
/* What the program of a host gives for a late player. */
void net_check_substitute(uint32_t tick, uint32_t input_size, uint8_t *out);
/* The guesses of a machine, each otherwise, of which a host is held to its word. */
void net_check_predict(net_star *star, net_machine *machine, const pawl_request *request);
/* Where nobody may hold up the others for long, nobody does. */
void net_check_stall(net_star *star, net_machine *machine, uint64_t stall_ms);
void net_check_taken(net_star *star, net_machine *machine);
void net_check_machine(net_star *star, net_machine *machine);
void net_check_advice(net_star *star, net_machine *machine, uint32_t advice);
void net_check_step(net_star *star, net_machine *machine, const pawl_request *request);
void net_check_pause(net_star *star, net_machine *machine, pawl_request_type kind,
                     uint32_t head_before, bool had_inputs);

#endif
