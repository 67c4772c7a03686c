/* net_plan.h - what happens in one game of the session's tests: who takes part, over what lines,
 * and what befalls them. Follows from the seed alone. */
#ifndef PAWL_TESTS_NET_PLAN_H
#define PAWL_TESTS_NET_PLAN_H

#include "pawl/session.h"
#include "support/net/netsim.h"

#define NET_CLIENTS_MAX 20 /* of 16 players, 3 who watch, and one who is not asked */
#define NET_EVENTS_MAX 6
#define NET_TICKS_MAX 4096

typedef enum net_event_kind {
    NET_PAUSE,   /* the program stands still */
    NET_CUT,     /* its line is dead */
    NET_RESTART, /* its session forgets everything and comes back with its secret */
    NET_MOVE,    /* the same, from another address */
    NET_LEAVE,   /* by itself; comes back if for_ms is not 0 */
    NET_DROP     /* thrown out by the host; comes back if for_ms is not 0 */
} net_event_kind;
#define NET_EVENT_KINDS 6

typedef struct net_plan_event {
    uint32_t at_ms, for_ms;
    net_event_kind kind;
    uint32_t machine;
} net_plan_event;

typedef enum net_input_mode {
    NET_INPUTS_NEW,    /* each tick another */
    NET_INPUTS_HELD,   /* the same for a while: guesses are often right */
    NET_INPUTS_ZERO,   /* mostly zeros, which look like those of nobody */
    NET_INPUTS_SPARSE, /* one bit changes now and then */
    /* These are not drawn. */
    NET_INPUTS_COMMANDS, /* of 20 bytes, in one tick of 20 */
    NET_INPUTS_RAMP      /* up by one, and one more than its machine's number, in each tick */
} net_input_mode;
#define NET_INPUT_MODES 4

typedef struct net_plan_machine {
    pawl_session_def def;
    uint32_t start_ms, offset_ms;
    int32_t skew_ppm;
    net_line up, down; /* to the host, and from it */
} net_plan_machine;

typedef struct net_plan {
    uint64_t seed;
    uint32_t machines; /* the first one is the host */
    uint32_t ticks;    /* that every machine is to play */
    uint32_t limit_ms; /* within which it must have */
    uint32_t snapshot_size, seed_of_game, inputs_hold;
    net_input_mode inputs;
    uint16_t first_sequence; /* of the packets */
    bool has_earlier;        /* a session before this one, of which packets are still about */
    bool has_delays;         /* that change while they play */
    bool is_unhurried;       /* whoever is behind does not play two ticks in a turn */
    bool is_narrow;          /* nobody can catch up over these lines */
    uint32_t stages;         /* machines that have memory to search stages, a bit each */
    uint32_t event_count;
    net_plan_event events[NET_EVENTS_MAX];
    net_plan_machine machine[1 + NET_CLIENTS_MAX];
} net_plan;

/* What kind of games. */
typedef enum net_plan_kind {
    NET_PLAN_ANY,
    NET_PLAN_COMPACT,   /* two machines on a serial line */
    NET_PLAN_STEADY,    /* bad lines, but nothing befalls anybody: nobody may ever be gone */
    NET_PLAN_STRANGERS, /* like any, but no host waits for inputs without end */
    NET_PLAN_CROWD      /* like any or strangers, of up to 16 players */
} net_plan_kind;

void net_plan_make(uint64_t seed, net_plan_kind kind, net_plan *out);
/* Machines alike on clean lines of so many ms each way, which play for as long as they are let: the
 * host has so many of the players, as many clients as are left one each, and the others watch. */
void net_plan_even(net_plan *out, uint32_t machines, uint32_t players, uint32_t host_players,
                   uint16_t way_ms);
/* All of it as lines of text, cut to what fits. */
void net_plan_text(const net_plan *plan, char *text, size_t size);
/* Milliseconds that a tick takes at best, over the worst line. */
uint32_t net_plan_tick_ms(const net_plan *plan);

#endif
