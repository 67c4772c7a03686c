/* netsim.h - a network in memory that loses, repeats, delays and damages packets, between machines
 * whose clocks disagree. The seed decides everything: the same calls give the same run. */
#ifndef PAWL_TESTS_NETSIM_H
#define PAWL_TESTS_NETSIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NET_MACHINES 48
#define NET_PACKET_MAX 512
#define NET_NEVER UINT64_MAX

/* One direction between two machines. Shares are per cent of the packets, each drawn by itself. */
typedef struct net_line {
    uint16_t delay_ms;       /* of every packet */
    uint16_t jitter_ms;      /* and up to so much more, which lets packets overtake each other */
    uint16_t late_ms;        /* up to so much more for those that come late */
    uint16_t burst_ms;       /* everything is lost for about so long */
    uint16_t burst_every_ms; /* about so often; 0: never */
    uint8_t loss, duplicate, late;
    uint8_t corrupt;  /* one to four bytes changed; on a serial line one run of at most 16 bits */
    uint8_t truncate; /* cut off anywhere, also at 0 bytes */
    uint8_t stale;    /* so many packets of before netsim_age come in between */
    bool is_serial;   /* packets stay in order */
} net_line;

typedef struct net_counts {
    uint64_t sent, lost, lost_in_bursts, lost_in_cuts;
    uint64_t duplicated, late, corrupted, truncated, stale;
    uint64_t overtaken; /* packets that came after one that was sent later */
    uint64_t delivered;
    uint64_t overflow; /* more in flight than there is room for: a mistake of the test */
} net_counts;

typedef struct netsim netsim;

netsim *netsim_make(void); /* from malloc */
void netsim_free(netsim *net);
/* Empty, at time 0, with perfect lines. */
void netsim_reset(netsim *net, uint64_t seed);

/* A number from the seed, 0 .. bound - 1; 0 for bound 0. */
uint32_t net_random(uint64_t *seed, uint32_t bound);
static inline bool net_chance(uint64_t *seed, uint32_t percent) {
    return net_random(seed, 100) < percent;
}

net_line *netsim_line(netsim *net, uint32_t from, uint32_t to);
/* Nothing passes from or to this machine until then. */
void netsim_cut(netsim *net, uint32_t machine, uint64_t until_us);
/* What was sent so far is from an earlier session; what is in flight is lost. */
void netsim_age(netsim *net);

void netsim_send(netsim *net, uint32_t from, uint32_t to, const void *packet, size_t size);
/* The next packet that has arrived: its size, or -1. `packet` has room for NET_PACKET_MAX. */
int32_t netsim_take(netsim *net, uint32_t to, uint32_t *from, uint8_t *packet);

const net_counts *netsim_counts(const netsim *net);

/* Time goes on, never back. Each machine has a clock of 32 bits that wraps. */
void netsim_set_time(netsim *net, uint64_t now_us);
uint64_t netsim_time(const netsim *net);
void netsim_set_clock(netsim *net, uint32_t machine, uint32_t offset_ms, int32_t skew_ppm);
uint32_t netsim_clock_ms(const netsim *net, uint32_t machine);
/* How long a span of this machine's clock really is. */
uint64_t netsim_span_us(const netsim *net, uint32_t machine, uint64_t own_us);

#endif
