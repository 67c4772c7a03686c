/* net_link.h - a bad network: datagrams go in, and come out late, doubled, damaged or never.
 *
 * What happens to the n-th datagram of a direction depends on the seed, the direction and n alone,
 * so that two runs treat the same traffic alike; only when datagrams come is up to the machines. */
#ifndef CLI_NET_LINK_H
#define CLI_NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLI_NET_DATAGRAM_MAX 2048  /* bytes; larger ones do not enter */
#define CLI_NET_QUEUE_MAX 4096     /* datagrams on their way, in all */
#define CLI_NET_HOLD_US 40000      /* how long a datagram is held back to be overtaken */
#define CLI_NET_BACKLOG_US 1000000 /* what waits longer for its turn at the rate is dropped */

typedef struct cli_net_def {
    uint64_t delay_us;                          /* each way */
    uint64_t jitter_us;                         /* up to so much more, evenly spread */
    uint32_t loss, duplicate, reorder, corrupt; /* of 10000 datagrams each */
    uint64_t rate;                              /* bytes per second each way; 0: no limit */
    uint32_t seed;
} cli_net_def;

/* Of one direction. received + doubled = lost + overflow + sent + those on their way. */
typedef struct cli_net_stats {
    uint64_t received, sent, received_bytes, sent_bytes;
    uint64_t lost, doubled, reordered, corrupted;
    uint64_t overflow; /* too fast for the rate, or no room */
} cli_net_stats;

typedef struct cli_net_datagram {
    uint64_t due_us;
    uint64_t number; /* in order of entering, for those that are due together */
    uint32_t client, way, size;
    uint8_t bytes[CLI_NET_DATAGRAM_MAX];
} cli_net_datagram;

typedef struct cli_net_link {
    cli_net_def def;
    cli_net_stats stats[2];   /* by way */
    uint64_t count[2];        /* datagrams that entered, for chance */
    uint64_t line_free_us[2]; /* when the last byte has left, at the rate */
    uint64_t number;
    uint32_t used;             /* entries of the heap */
    cli_net_datagram **heap;   /* the first one is due first */
    cli_net_datagram *entries; /* each is in the heap or behind it: heap[used ..] are free */
} cli_net_link;

/* Takes memory; cli_net_link_close gives it back. */
void cli_net_link_open(cli_net_link *link, const cli_net_def *def);
void cli_net_link_close(cli_net_link *link);

/* A datagram of a client enters; way 0 or 1. */
void cli_net_link_enter(cli_net_link *link, uint32_t client, uint32_t way, const void *bytes,
                        size_t size, uint64_t now_us);

/* The next one that is due; null when there is none yet. It stays until the next call. */
const cli_net_datagram *cli_net_link_leave(cli_net_link *link, uint64_t now_us);

/* Microseconds until one is due, at most `most`. */
uint64_t cli_net_link_wait(const cli_net_link *link, uint64_t now_us, uint64_t most);

#endif
