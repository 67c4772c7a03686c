/* net_link.h - a bad network: datagrams go in, and come out late, doubled, damaged or never.
 *
 * What happens to the n-th datagram of a direction depends on the seed, the direction and n alone,
 * so that two runs treat the same traffic alike; only when datagrams come is up to the machines. */
#ifndef PAWLI_CLI_NET_LINK_H
#define PAWLI_CLI_NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAWLI_NET_DATAGRAM_MAX 2048  /* bytes; larger ones do not enter */
#define PAWLI_NET_QUEUE_MAX 4096     /* datagrams on their way, in all */
#define PAWLI_NET_HOLD_US 40000      /* how long a datagram is held back to be overtaken */
#define PAWLI_NET_BACKLOG_US 1000000 /* what waits longer for its turn at the rate is dropped */

typedef struct pawli_net_def {
    uint64_t delay_us;                          /* each way */
    uint64_t jitter_us;                         /* up to so much more, evenly spread */
    uint32_t loss, duplicate, reorder, corrupt; /* of 10000 datagrams each */
    uint64_t rate;                              /* bytes per second each way; 0: no limit */
    uint32_t seed;
} pawli_net_def;

/* Of one direction. received + doubled = lost + overflow + sent + those on their way. */
typedef struct pawli_net_stats {
    uint64_t received, sent, received_bytes, sent_bytes;
    uint64_t lost, doubled, reordered, corrupted;
    uint64_t overflow; /* too fast for the rate, or no room */
} pawli_net_stats;

typedef struct pawli_net_datagram {
    uint64_t due_us;
    uint64_t number; /* in order of entering, for those that are due together */
    uint32_t client, way, size;
    uint8_t bytes[PAWLI_NET_DATAGRAM_MAX];
} pawli_net_datagram;

typedef struct pawli_net_link {
    pawli_net_def def;
    pawli_net_stats stats[2]; /* by way */
    uint64_t count[2];        /* datagrams that entered, for chance */
    uint64_t line_free_us[2]; /* when the last byte has left, at the rate */
    uint64_t number;
    uint32_t used;               /* entries of the heap */
    pawli_net_datagram **heap;   /* the first one is due first */
    pawli_net_datagram *entries; /* each is in the heap or behind it: heap[used ..] are free */
} pawli_net_link;

/* Takes memory; pawli_net_close gives it back. */
void pawli_net_open(pawli_net_link *link, const pawli_net_def *def);
void pawli_net_close(pawli_net_link *link);

/* A datagram of a client enters; way 0 or 1. */
void pawli_net_enter(pawli_net_link *link, uint32_t client, uint32_t way, const void *bytes,
                     size_t size, uint64_t now_us);

/* The next one that is due; null when there is none yet. It stays until the next call. */
const pawli_net_datagram *pawli_net_leave(pawli_net_link *link, uint64_t now_us);

/* Microseconds until one is due, at most `most`. */
uint64_t pawli_net_wait(const pawli_net_link *link, uint64_t now_us, uint64_t most);

#endif
