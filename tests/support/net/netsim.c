/* netsim.c - packets in flight: a list for each receiver, sorted by the time of arrival. */
#include "support/net/netsim.h"

#include <stdlib.h>
#include <string.h>

#include "support/base/seeded.h"

#define FLIGHT_MAX 8192
#define MEMORY_MAX 128 /* packets that are remembered, to come back as stale ones */
#define NOTHING UINT16_MAX
#define MS_US 1000u

typedef struct net_flight {
    uint64_t due_us, serial;
    uint16_t next, previous;
    uint16_t size;
    uint8_t from;
    uint8_t bytes[NET_PACKET_MAX];
} net_flight;

typedef struct remembered {
    uint8_t from, to;
    uint16_t size;
    uint8_t bytes[NET_PACKET_MAX];
} remembered;

/* What a line is doing. */
typedef struct net_weather {
    uint64_t burst_begin_us, burst_end_us;
    uint64_t last_due_us; /* of a serial line */
    bool has_burst;
} net_weather;

typedef struct net_end {
    uint64_t cut_until_us;
    uint32_t offset_ms;
    int32_t skew_ppm;
    uint16_t first, last;          /* of the packets that are under way to it */
    uint64_t newest[NET_MACHINES]; /* serial of the latest packet from there that was taken */
} net_end;

struct netsim {
    uint64_t seed, now_us, serial;
    net_line lines[NET_MACHINES][NET_MACHINES];
    net_weather weathers[NET_MACHINES][NET_MACHINES];
    net_end ends[NET_MACHINES];
    net_counts counts;
    uint32_t free_count;
    uint16_t free[FLIGHT_MAX];
    uint32_t remembered_count, old_count; /* of this session, and of those before it */
    remembered memory[MEMORY_MAX], old[MEMORY_MAX];
    net_flight flights[FLIGHT_MAX];
};

uint32_t net_random(uint64_t *seed, uint32_t bound) {
    const uint64_t drawn = seeded_next(seed) >> 32;
    return (uint32_t)(drawn * bound >> 32);
}

netsim *netsim_make(void) {
    netsim *const net = malloc(sizeof *net);
    if (net != NULL) netsim_reset(net, seeded_base);
    return net;
}

void netsim_free(netsim *net) {
    free(net);
}

static void empty(netsim *net) {
    net->free_count = FLIGHT_MAX;
    for (uint32_t i = 0; i < FLIGHT_MAX; i++)
        net->free[i] = (uint16_t)(FLIGHT_MAX - 1 - i);
    for (uint32_t i = 0; i < NET_MACHINES; i++) {
        net->ends[i].first = net->ends[i].last = NOTHING;
        memset(net->ends[i].newest, 0, sizeof net->ends[i].newest);
    }
}

void netsim_reset(netsim *net, uint64_t seed) {
    memset(net, 0, offsetof(netsim, free));
    net->seed = seed == 0 ? seeded_base : seed; /* xorshift stays at 0 */
    net->remembered_count = net->old_count = 0;
    empty(net);
}

net_line *netsim_line(netsim *net, uint32_t from, uint32_t to) {
    return &net->lines[from % NET_MACHINES][to % NET_MACHINES];
}

void netsim_cut(netsim *net, uint32_t machine, uint64_t until_us) {
    net->ends[machine].cut_until_us = until_us;
}

void netsim_age(netsim *net) {
    memcpy(net->old, net->memory, sizeof net->old);
    net->old_count = net->remembered_count < MEMORY_MAX ? net->remembered_count : MEMORY_MAX;
    net->remembered_count = 0;
    empty(net);
}

static bool is_burst(netsim *net, uint32_t from, uint32_t to) {
    const net_line *const line = netsim_line(net, from, to);
    net_weather *const weather = &net->weathers[from][to];
    if (line->burst_every_ms == 0) return false;
    if (!weather->has_burst || net->now_us >= weather->burst_end_us) {
        weather->has_burst = true;
        weather->burst_begin_us =
            net->now_us + MS_US * net_random(&net->seed, 2u * line->burst_every_ms);
        weather->burst_end_us =
            weather->burst_begin_us + MS_US * (1u + net_random(&net->seed, 2u * line->burst_ms));
    }
    return net->now_us >= weather->burst_begin_us;
}

/* Sorted by arrival; among equals, by the order of sending. From the end, where it mostly goes. */
static void insert(netsim *net, uint32_t to, uint16_t index) {
    net_end *const end = &net->ends[to];
    uint16_t before = end->last;
    while (before != NOTHING && net->flights[before].due_us > net->flights[index].due_us)
        before = net->flights[before].previous;
    const uint16_t after = before == NOTHING ? end->first : net->flights[before].next;
    net->flights[index].previous = before;
    net->flights[index].next = after;
    if (before == NOTHING)
        end->first = index;
    else
        net->flights[before].next = index;
    if (after == NOTHING)
        end->last = index;
    else
        net->flights[after].previous = index;
}

static void damage(netsim *net, const net_line *line, net_flight *flight) {
    if (flight->size > 0 && net_chance(&net->seed, line->corrupt)) {
        net->counts.corrupted++;
        const uint32_t at = net_random(&net->seed, flight->size);
        flight->bytes[at] ^= (uint8_t)(1u + net_random(&net->seed, 255));
        if (line->is_serial) {
            /* A run of at most 16 bits, all of which a CRC-16 finds. */
            if (at + 1u < flight->size)
                flight->bytes[at + 1u] ^= (uint8_t)net_random(&net->seed, 256);
        } else {
            /* Elsewhere, so that nothing undoes the first. */
            for (uint32_t more = net_random(&net->seed, 4); more > 0 && flight->size > 1; more--)
                flight
                    ->bytes[(at + 1u + net_random(&net->seed, flight->size - 1u)) % flight->size] ^=
                    (uint8_t)net_random(&net->seed, 256);
        }
    }
    if (flight->size > 0 && net_chance(&net->seed, line->truncate)) {
        net->counts.truncated++;
        flight->size = (uint16_t)net_random(&net->seed, flight->size);
    }
}

static void launch(netsim *net, uint32_t from, uint32_t to, const void *packet, size_t size) {
    const net_line *const line = netsim_line(net, from, to);
    if (net->free_count == 0) {
        net->counts.overflow++;
        return;
    }
    uint64_t due_us = net->now_us + MS_US * line->delay_ms;
    if (line->jitter_ms > 0) due_us += net_random(&net->seed, MS_US * line->jitter_ms);
    if (net_chance(&net->seed, line->late)) {
        net->counts.late++;
        due_us += MS_US * (uint64_t)net_random(&net->seed, line->late_ms);
    }
    net_weather *const weather = &net->weathers[from][to];
    if (line->is_serial && due_us < weather->last_due_us) due_us = weather->last_due_us;
    weather->last_due_us = due_us;

    const uint16_t index = net->free[--net->free_count];
    net_flight *const flight = &net->flights[index];
    flight->due_us = due_us;
    flight->serial = ++net->serial;
    flight->from = (uint8_t)from;
    flight->size = (uint16_t)size;
    memcpy(flight->bytes, packet, size);
    damage(net, line, flight);
    insert(net, to, index);
}

static void remember(netsim *net, uint32_t from, uint32_t to, const void *packet, size_t size) {
    /* Some of the first, and then, ever more rarely, of all. */
    uint32_t at = net->remembered_count++;
    if (at >= MEMORY_MAX) at = net_random(&net->seed, net->remembered_count);
    if (at >= MEMORY_MAX) return;
    remembered *const kept = &net->memory[at];
    kept->from = (uint8_t)from;
    kept->to = (uint8_t)to;
    kept->size = (uint16_t)size;
    memcpy(kept->bytes, packet, size);
}

static void launch_stale(netsim *net, uint32_t from, uint32_t to) {
    const uint32_t start = net_random(&net->seed, net->old_count);
    for (uint32_t i = 0; i < net->old_count; i++) {
        const remembered *const kept = &net->old[(start + i) % net->old_count];
        if (kept->from != from || kept->to != to) continue;
        net->counts.stale++;
        launch(net, from, to, kept->bytes, kept->size);
        return;
    }
}

void netsim_send(netsim *net, uint32_t from, uint32_t to, const void *packet, size_t size) {
    const net_line *const line = netsim_line(net, from, to);
    if (from >= NET_MACHINES || to >= NET_MACHINES || size > NET_PACKET_MAX) {
        net->counts.overflow++;
        return;
    }
    net->counts.sent++;
    remember(net, from, to, packet, size);
    if (net->ends[from].cut_until_us > net->now_us || net->ends[to].cut_until_us > net->now_us) {
        net->counts.lost_in_cuts++;
        return;
    }
    if (net->old_count > 0 && net_chance(&net->seed, line->stale)) launch_stale(net, from, to);
    if (is_burst(net, from, to)) {
        net->counts.lost_in_bursts++;
        return;
    }
    if (net_chance(&net->seed, line->loss)) {
        net->counts.lost++;
        return;
    }
    launch(net, from, to, packet, size);
    if (net_chance(&net->seed, line->duplicate)) {
        net->counts.duplicated++;
        launch(net, from, to, packet, size);
    }
}

int32_t netsim_take(netsim *net, uint32_t to, uint32_t *from, uint8_t *packet) {
    net_end *const end = &net->ends[to];
    const uint16_t index = end->first;
    if (index == NOTHING || net->flights[index].due_us > net->now_us) return -1;
    const net_flight *const flight = &net->flights[index];
    end->first = flight->next;
    if (end->first == NOTHING)
        end->last = NOTHING;
    else
        net->flights[end->first].previous = NOTHING;
    net->free[net->free_count++] = index;
    net->counts.delivered++;
    if (flight->serial < end->newest[flight->from])
        net->counts.overtaken++;
    else
        end->newest[flight->from] = flight->serial;
    *from = flight->from;
    memcpy(packet, flight->bytes, flight->size);
    return flight->size;
}

const net_counts *netsim_counts(const netsim *net) {
    return &net->counts;
}

void netsim_set_time(netsim *net, uint64_t now_us) {
    if (now_us > net->now_us) net->now_us = now_us;
}

uint64_t netsim_time(const netsim *net) {
    return net->now_us;
}

void netsim_set_clock(netsim *net, uint32_t machine, uint32_t offset_ms, int32_t skew_ppm) {
    net->ends[machine].offset_ms = offset_ms;
    net->ends[machine].skew_ppm = skew_ppm;
}

uint32_t netsim_clock_ms(const netsim *net, uint32_t machine) {
    const net_end *const end = &net->ends[machine];
    const uint64_t own_ms = net->now_us * (uint64_t)(1000000 + end->skew_ppm) / 1000000000u;
    return end->offset_ms + (uint32_t)own_ms;
}

uint64_t netsim_span_us(const netsim *net, uint32_t machine, uint64_t own_us) {
    return own_us * 1000000u / (uint64_t)(1000000 + net->ends[machine].skew_ppm);
}
