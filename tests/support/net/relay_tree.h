/* relay_tree.h - a host, one other player, and a tree of relays and spectators below the host: one
 * relay, whose peers are relays, whose peers are spectators. Each parent has a network of its own
 * to its children. */
#ifndef PAWL_TESTS_RELAY_TREE_H
#define PAWL_TESTS_RELAY_TREE_H

#include "pawl/relay.h"
#include "support/net/machine.h"
#include "support/net/netsim.h"

#define TREE_RELAYS 5 /* the first is the parent of the others */
#define TREE_LEAVES_MAX 40
#define TREE_ROWS 4096
#define TREE_ROW 16

/* What a machine was given as confirmed, tick by tick. */
typedef struct tree_log {
    uint8_t rows[TREE_ROWS][TREE_ROW];
    bool has[TREE_ROWS];
} tree_log;

/* A relay: its session to the game, and the one to its spectators. */
typedef struct tree_relay {
    machine up, down;
    uint32_t begins, resets;
    pawl_status status; /* of the last feed */
} tree_relay;

typedef struct relay_tree relay_tree;

struct relay_tree {
    machine host, guest, leaves[TREE_LEAVES_MAX];
    tree_relay relays[TREE_RELAYS];
    tree_log host_log, leaf_logs[TREE_LEAVES_MAX];
    netsim *nets[1 + TREE_RELAYS];                /* of the host, and of each relay */
    uint32_t leaf_count, starts[TREE_LEAVES_MAX]; /* frames */
    uint64_t now_us;
    uint32_t frames, end; /* no inputs from this tick on */
    bool is_guest_here;
    uint32_t desyncs_at_relays;
    /* Each packet of a host or relay to a peer; may be null. */
    void (*sending)(relay_tree *tree, machine *from, uint32_t peer, const uint8_t *packet,
                    uint32_t size);
};

/* From malloc. The def is what all sessions share. */
relay_tree *relay_tree_make(uint64_t seed, uint32_t leaves, const pawl_session_def *def,
                            const net_line *line);
void relay_tree_free(relay_tree *tree);
void relay_tree_run(relay_tree *tree, uint32_t frames);
/* Which relay a spectator is at. */
static inline uint32_t relay_of_leaf(uint32_t leaf) {
    return 1u + leaf % (TREE_RELAYS - 1u);
}

#endif
