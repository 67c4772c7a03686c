/* net_world.h - machines that play a game of physics: a world of some ten bodies, pushed by the
 * inputs of up to four players, over the network of netsim.h. */
#ifndef PAWL_TESTS_NET_WORLD_H
#define PAWL_TESTS_NET_WORLD_H

#include "pawl/pawl.h"
#include "pawl/session.h"
#include "support/net/netsim.h"

#define NET_WORLDS_MAX 4
#define NET_BODIES 10
#define NET_INPUT_SIZE 2
#define NET_EVENTS_KEPT 64
#define NET_LOG_MAX 4000

typedef struct net_world net_world;

/* One machine. */
typedef struct net_station {
    net_world *all;
    uint32_t index;
    pawl_session_def def;
    pawl_session *session;
    pawl_session_world game;
    pawl_body_id bodies[NET_BODIES];
    uint64_t next_us;
    uint32_t steps, replays;
    /* What happened. */
    pawl_session_event_info events[NET_EVENTS_KEPT];
    uint32_t event_count;
    uint8_t *client_snapshot; /* where a client collects one */
} net_station;

/* Inputs of a tick that the host confirmed. */
typedef struct net_logged {
    uint8_t inputs[NET_WORLDS_MAX * NET_INPUT_SIZE];
    uint8_t status[NET_WORLDS_MAX];
} net_logged;

struct net_world {
    netsim *net;
    uint64_t seed;
    uint32_t count, players;
    uint32_t last_tick; /* nobody adds inputs beyond it; 0: it goes on */
    net_logged log[NET_LOG_MAX];
    uint32_t log_count;
    net_station stations[NET_WORLDS_MAX];
    void *context;
    /* Before the hash of the state before a tick is taken, on one machine, which then runs a loop
     * of its own instead of pawl_session_run. May be null. */
    void (*before_save)(net_station *station, uint32_t tick, uint32_t slot);
    /* Before a step, after the inputs. May be null. */
    void (*before_step)(net_station *station, uint32_t tick);
    uint32_t spoiled;  /* the machine of both */
    bool is_any_spoil; /* its bodies may no longer be there */
};

/* Sessions of `count` machines with one player each; `def` is what they share. */
void net_world_begin(net_world *all, netsim *net, uint64_t seed, uint32_t count,
                     const pawl_session_def *def);
/* Somebody comes to watch; not for the fourth machine. */
void net_world_add_spectator(net_world *all, const pawl_session_def *def);
/* Go on for so long. */
void net_world_run(net_world *all, uint32_t ms);
/* Go on until all have played and confirmed the same ticks. */
void net_world_calm(net_world *all, uint32_t ms);
void net_world_end(net_world *all);

/* A world that has played the confirmed inputs of so many ticks by a plain loop; free() it. */
pawl_world *net_world_replay(net_world *all, uint32_t tick);
/* Do to it what the confirmed inputs of the next tick do. */
void net_world_apply(net_world *all, pawl_world *world, uint32_t tick);

/* The first event of a kind; null if there was none. */
const pawl_session_event_info *net_world_find(const net_station *station,
                                              pawl_session_event_type kind);

#endif
