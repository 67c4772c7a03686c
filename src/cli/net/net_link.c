/* net_link.c - chance, and a heap of datagrams by the time when they are due. */
#include "cli/net/net_link.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "pawl/state.h"

#define MICROSECONDS 1000000u
#define OUT_OF 10000u

void cli_net_link_open(cli_net_link *link, const cli_net_def *def) {
    memset(link, 0, sizeof *link);
    link->def = *def;
    link->entries = cli_heap_allocate(CLI_NET_QUEUE_MAX * sizeof *link->entries);
    link->heap = cli_heap_allocate(CLI_NET_QUEUE_MAX * sizeof *link->heap);
    for (uint32_t i = 0; i < CLI_NET_QUEUE_MAX; i++)
        link->heap[i] = &link->entries[i];
}

void cli_net_link_close(cli_net_link *link) {
    free(link->entries);
    free(link->heap);
    memset(link, 0, sizeof *link);
}

/* ---- the heap ---- */

static bool is_before(const cli_net_datagram *a, const cli_net_datagram *b) {
    return a->due_us != b->due_us ? a->due_us < b->due_us : a->number < b->number;
}

static void swap(cli_net_link *link, uint32_t a, uint32_t b) {
    cli_net_datagram *kept = link->heap[a];
    link->heap[a] = link->heap[b];
    link->heap[b] = kept;
}

static void lift(cli_net_link *link, uint32_t at) {
    while (at > 0 && is_before(link->heap[at], link->heap[(at - 1) / 2])) {
        swap(link, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

static void sink(cli_net_link *link) {
    for (uint32_t at = 0;;) {
        uint32_t first = at;
        for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < link->used; child++)
            if (is_before(link->heap[child], link->heap[first])) first = child;
        if (first == at) return;
        swap(link, at, first);
        at = first;
    }
}

/* ---- chance ---- */

enum {
    CHANCE_LOSS,
    CHANCE_DUPLICATE,
    CHANCE_REORDER,
    CHANCE_CORRUPT,
    CHANCE_BIT,
    CHANCE_JITTER,
    CHANCE_JITTER_COPY
};

static uint32_t chance(const cli_net_link *link, uint32_t way, uint32_t what) {
    const uint64_t count = link->count[way];
    const uint32_t words[] = {(uint32_t)count, (uint32_t)(count >> 32), way, what};
    return pawl_xxh32(words, sizeof words, link->def.seed);
}

static bool happens(const cli_net_link *link, uint32_t way, uint32_t what, uint32_t how_often) {
    return chance(link, way, what) % OUT_OF < how_often;
}

/* ---- entering and leaving ---- */

/* When the line has sent it, at the rate; false when too much waits already. */
static bool take_turn(cli_net_link *link, uint32_t way, size_t size, uint64_t now_us,
                      uint64_t *sent_us) {
    uint64_t *line = &link->line_free_us[way];
    const uint64_t begin = *line > now_us ? *line : now_us;
    *sent_us = now_us;
    if (link->def.rate == 0) return true;
    if (begin - now_us > CLI_NET_BACKLOG_US) return false;
    *line = begin + (size * (uint64_t)MICROSECONDS + link->def.rate - 1) / link->def.rate;
    *sent_us = *line;
    return true;
}

static void add(cli_net_link *link, const cli_net_datagram *head, const void *bytes,
                uint32_t jitter, uint64_t now_us) {
    uint64_t sent_us;
    cli_net_stats *stats = &link->stats[head->way];
    if (link->used == CLI_NET_QUEUE_MAX ||
        !take_turn(link, head->way, head->size, now_us, &sent_us)) {
        stats->overflow++;
        return;
    }
    cli_net_datagram *entry = link->heap[link->used];
    entry->client = head->client;
    entry->way = head->way;
    entry->size = head->size;
    memcpy(entry->bytes, bytes, head->size);
    entry->number = link->number++;
    entry->due_us = sent_us + link->def.delay_us + head->due_us;
    if (link->def.jitter_us > 0) entry->due_us += jitter % (link->def.jitter_us + 1);
    if (happens(link, head->way, CHANCE_CORRUPT, link->def.corrupt)) {
        const uint32_t bit = chance(link, head->way, CHANCE_BIT) % (8 * head->size);
        entry->bytes[bit / 8] = (uint8_t)(entry->bytes[bit / 8] ^ (1u << bit % 8));
        stats->corrupted++;
    }
    lift(link, link->used++);
}

void cli_net_link_enter(cli_net_link *link, uint32_t client, uint32_t way, const void *bytes,
                        size_t size, uint64_t now_us) {
    cli_net_stats *stats = &link->stats[way];
    if (size == 0 || size > CLI_NET_DATAGRAM_MAX) return;
    const cli_net_datagram head = {.client = client, .way = way, .size = (uint32_t)size};
    stats->received++;
    stats->received_bytes += size;
    link->count[way]++;
    if (happens(link, way, CHANCE_LOSS, link->def.loss)) {
        stats->lost++;
        return;
    }
    cli_net_datagram first = head;
    if (happens(link, way, CHANCE_REORDER, link->def.reorder)) {
        first.due_us = CLI_NET_HOLD_US;
        stats->reordered++;
    }
    add(link, &first, bytes, chance(link, way, CHANCE_JITTER), now_us);
    if (happens(link, way, CHANCE_DUPLICATE, link->def.duplicate)) {
        stats->doubled++;
        add(link, &head, bytes, chance(link, way, CHANCE_JITTER_COPY), now_us);
    }
}

const cli_net_datagram *cli_net_link_leave(cli_net_link *link, uint64_t now_us) {
    if (link->used == 0 || link->heap[0]->due_us > now_us) return NULL;
    swap(link, 0, --link->used);
    sink(link);
    const cli_net_datagram *left = link->heap[link->used];
    link->stats[left->way].sent++;
    link->stats[left->way].sent_bytes += left->size;
    return left;
}

uint64_t cli_net_link_wait(const cli_net_link *link, uint64_t now_us, uint64_t most) {
    if (link->used == 0) return most;
    const uint64_t due = link->heap[0]->due_us;
    if (due <= now_us) return 0;
    return due - now_us < most ? due - now_us : most;
}
