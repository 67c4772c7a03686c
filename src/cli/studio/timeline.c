/* timeline.c - groups of ticks: a whole state, and a chain of differences that follow it.
 *
 * A chain leads up to the whole state of the next group, so that one can go back over the border
 * step by step as well. The last state lies there as it is, so that a new one can be compared with
 * it. As long as the chain of the newest group reaches up to it the group is open, and new ticks go
 * on with it. */
#include "cli/studio/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/studio/timeline_pack.h"

#define INTERVAL_DEFAULT 60u
#define MEMORY_DEFAULT ((size_t)64 * 1024 * 1024)
#define GROUPS_MIN 8u
#define CHAIN_MIN 8u

/* A packet of timeline_pack.h; of a whole state that does not get smaller, its words. */
typedef struct packet {
    uint8_t *bytes;
    uint32_t size, state_size;
} packet;

typedef struct group {
    uint64_t tick;
    packet whole;
    packet *chain; /* of the ticks that follow */
    uint32_t count, capacity;
} group;

/* A state as it is, with zeros up to a whole word. */
typedef struct buffer {
    uint32_t *words;
    uint32_t size;
    size_t capacity; /* bytes */
    uint64_t tick;
} buffer;

struct cli_timeline {
    cli_timeline_def def;
    group *groups;
    size_t group_count, group_capacity;
    size_t held; /* bytes of packets, and of the lists of them */
    buffer last, found, spare;
    bool has_found;
    uint64_t due; /* the tick of the next whole state */
    uint32_t places[CLI_TIMELINE_PACK_PLACES];
};

cli_timeline_def cli_timeline_def_default(void) {
    const cli_timeline_def def = {MEMORY_DEFAULT, INTERVAL_DEFAULT};
    return def;
}

/* ---- buffers ---- */

static size_t capacity_for(size_t size) {
    return (size + size / 8 + 64) & ~(size_t)63;
}

static uint32_t words_in(uint32_t size) {
    return (size + 3) / 4;
}

static cli_words words_of(const buffer *state) {
    const cli_words words = {state->words, words_in(state->size)};
    return words;
}

static void reserve(buffer *state, size_t size) {
    if (size <= state->capacity) return;
    state->capacity = capacity_for(size);
    state->words = cli_heap_reallocate(state->words, state->capacity);
}

static void fill(buffer *state, uint64_t tick, const void *bytes, size_t size) {
    state->tick = tick;
    state->size = (uint32_t)size;
    if (size % 4 != 0) state->words[size / 4] = 0;
    memcpy(state->words, bytes, size);
}

static void swap(buffer *a, buffer *b) {
    const buffer kept = *a;
    *a = *b;
    *b = kept;
}

/* ---- memory ---- */

size_t cli_timeline_memory(const cli_timeline *timeline) {
    return sizeof *timeline + timeline->held + timeline->last.capacity + timeline->found.capacity +
           timeline->spare.capacity;
}

size_t cli_timeline_memory_least(size_t state_size) {
    return sizeof(cli_timeline) + 3 * capacity_for(state_size) + GROUPS_MIN * sizeof(group) +
           state_size + 3;
}

static void drop_packet(cli_timeline *timeline, packet *old) {
    timeline->held -= old->size;
    free(old->bytes);
}

/* Leave so many packets of a chain. */
static void drop_chain(cli_timeline *timeline, group *from, uint32_t count) {
    while (from->count > count)
        drop_packet(timeline, &from->chain[--from->count]);
    if (count > 0 || from->chain == NULL) return;
    timeline->held -= from->capacity * sizeof *from->chain;
    free(from->chain);
    from->chain = NULL;
    from->capacity = 0;
}

static void drop_group(cli_timeline *timeline, size_t index) {
    group *const old = &timeline->groups[index];
    drop_chain(timeline, old, 0);
    drop_packet(timeline, &old->whole);
    timeline->group_count--;
    memmove(old, old + 1, (timeline->group_count - index) * sizeof *old);
}

static group *newest(const cli_timeline *timeline) {
    return &timeline->groups[timeline->group_count - 1];
}

static uint64_t end_of(const group *of) {
    return of->tick + of->count;
}

static bool is_open(const cli_timeline *timeline) {
    return end_of(newest(timeline)) == timeline->last.tick;
}

static size_t chain_size(const group *of) {
    size_t size = of->capacity * sizeof *of->chain;
    for (uint32_t i = 0; i < of->count; i++)
        size += of->chain[i].size;
    return size;
}

/* The group between the nearest neighbors: the oldest one of several. 0: there is none. */
static size_t find_crowded(const cli_timeline *timeline) {
    const group *const groups = timeline->groups;
    uint64_t least = UINT64_MAX;
    size_t found = 0;
    for (size_t i = 1; i + 1 < timeline->group_count; i++) {
        const uint64_t gap = groups[i + 1].tick - groups[i - 1].tick;
        if (gap < least) least = gap, found = i;
    }
    return found;
}

/* Forget something; false when there is nothing left to be forgotten. The newest chain may take a
 * quarter of the memory before all that is older must go. */
static bool thin(cli_timeline *timeline) {
    group *const last = newest(timeline);
    for (group *old = timeline->groups; old < last; old++) {
        if (old->chain == NULL) continue;
        drop_chain(timeline, old, 0);
        return true;
    }
    const size_t crowded = find_crowded(timeline);
    if (last->chain != NULL && (crowded == 0 || chain_size(last) > timeline->held / 4)) {
        drop_chain(timeline, last, 0);
    } else if (crowded > 0) {
        drop_group(timeline, crowded);
    } else if (timeline->group_count > 1) {
        drop_group(timeline, timeline->group_count - 1);
    } else {
        return false;
    }
    return true;
}

/* Room for all buffers to hold a state of this size. */
static void reserve_all(cli_timeline *timeline, size_t size) {
    reserve(&timeline->last, size);
    reserve(&timeline->found, size);
    reserve(&timeline->spare, size);
    while (cli_timeline_memory(timeline) > timeline->def.memory_max && thin(timeline)) {
    }
}

/* ---- packets ---- */

static packet make_packet(cli_timeline *timeline, const void *bytes, size_t size,
                          uint32_t state_size) {
    const packet made = {cli_heap_allocate(size), (uint32_t)size, state_size};
    memcpy(made.bytes, bytes, size);
    timeline->held += size;
    return made;
}

/* Put a packet behind the newest group's last one, unless there is no room for it, or the chain was
 * lost to make room. */
static void add_to_chain(cli_timeline *timeline, const void *bytes, size_t size,
                         uint32_t state_size) {
    const uint64_t tick = end_of(newest(timeline));
    for (;;) {
        group *const to = newest(timeline);
        if (end_of(to) != tick) return;
        const uint32_t more = to->count < to->capacity ? 0
                              : to->capacity == 0      ? CHAIN_MIN
                                                       : to->capacity;
        const size_t needed = size + more * sizeof *to->chain;
        if (cli_timeline_memory(timeline) + needed > timeline->def.memory_max) {
            if (thin(timeline)) continue;
            return;
        }
        if (more > 0) {
            to->capacity += more;
            to->chain = cli_heap_reallocate(to->chain, to->capacity * sizeof *to->chain);
            timeline->held += more * sizeof *to->chain;
        }
        to->chain[to->count] = make_packet(timeline, bytes, size, state_size);
        to->count++;
        return;
    }
}

/* The first group is always kept. */
static void add_group(cli_timeline *timeline, uint64_t tick, const void *bytes, size_t size,
                      uint32_t state_size) {
    for (;;) {
        const size_t count = timeline->group_count, capacity = timeline->group_capacity;
        const size_t more = count < capacity ? 0 : capacity == 0 ? GROUPS_MIN : capacity;
        const size_t needed = size + more * sizeof(group);
        if (count > 0 && cli_timeline_memory(timeline) + needed > timeline->def.memory_max) {
            if (thin(timeline)) continue;
            return;
        }
        if (more > 0) {
            timeline->group_capacity += more;
            timeline->groups =
                cli_heap_reallocate(timeline->groups, timeline->group_capacity * sizeof(group));
            timeline->held += more * sizeof(group);
        }
        const group made = {tick, make_packet(timeline, bytes, size, state_size), NULL, 0, 0};
        timeline->groups[timeline->group_count++] = made;
        return;
    }
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Keep a state: as what differs from the one before, with which the chain ends, and when it is due
 * or the difference is not much smaller also as a whole one. `before` may be null. `work` is a
 * buffer for packets. */
static void keep(cli_timeline *timeline, const buffer *before, const buffer *state, buffer *work) {
    const cli_words none = {NULL, 0};
    uint8_t *const bytes = (uint8_t *)work->words;
    size_t size;
    timeline->has_found = false;
    if (before != NULL) {
        const size_t room = smaller(newest(timeline)->whole.size / 4 * 3, work->capacity);
        size = cli_timeline_pack_write(words_of(before), words_of(state), timeline->places, bytes,
                                       room);
        if (size != SIZE_MAX) {
            add_to_chain(timeline, bytes, size, state->size);
            if (state->tick < timeline->due) return;
        }
    }
    const size_t plain = (size_t)words_in(state->size) * 4;
    size = cli_timeline_pack_write(none, words_of(state), timeline->places, bytes,
                                   plain == 0 ? 0 : plain - 1);
    timeline->due = state->tick + timeline->def.interval;
    if (size != SIZE_MAX) {
        add_group(timeline, state->tick, bytes, size, state->size);
    } else {
        add_group(timeline, state->tick, state->words, plain, state->size);
    }
}

/* ---- finding ---- */

static void unpack_whole(const packet *whole, buffer *out) {
    const size_t plain = (size_t)words_in(whole->state_size) * 4;
    out->size = whole->state_size;
    if (whole->size == plain) {
        memcpy(out->words, whole->bytes, plain);
    } else {
        cli_timeline_pack_read(whole->bytes, whole->size, CLI_TIMELINE_PACK_FORWARD, NULL,
                               out->words);
    }
}

/* From a state in the chain of a group to the next one or the one before. */
static void unpack_next(const group *in, const buffer *from, buffer *out) {
    const packet *const next = &in->chain[from->tick - in->tick];
    cli_timeline_pack_read(next->bytes, next->size, CLI_TIMELINE_PACK_FORWARD, from->words,
                           out->words);
    out->size = next->state_size;
    out->tick = from->tick + 1;
}

static void unpack_previous(const group *in, const buffer *from, buffer *out) {
    const size_t at = (size_t)(from->tick - in->tick - 1);
    cli_timeline_pack_read(in->chain[at].bytes, in->chain[at].size, CLI_TIMELINE_PACK_BACKWARD,
                           from->words, out->words);
    out->size = at == 0 ? in->whole.state_size : in->chain[at - 1].state_size;
    out->tick = from->tick - 1;
}

static group *group_at(const cli_timeline *timeline, uint64_t tick) {
    size_t low = 0, high = timeline->group_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (timeline->groups[middle].tick <= tick) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &timeline->groups[low];
}

static uint64_t distance(uint64_t a, uint64_t b) {
    return a < b ? b - a : a - b;
}

/* Steps from a state to a tick of its group; a state of another group is far away. */
static uint64_t steps_from(const group *in, const buffer *state, uint64_t tick) {
    if (state->tick < in->tick || state->tick > end_of(in)) return UINT64_MAX;
    return distance(state->tick, tick);
}

/* The state of a kept tick of a group, in `found`. */
static void seek(cli_timeline *timeline, const group *in, uint64_t tick) {
    buffer *const found = &timeline->found, *const spare = &timeline->spare;
    const buffer *from = found;
    uint64_t steps = timeline->has_found ? steps_from(in, found, tick) : UINT64_MAX;
    if (steps_from(in, &timeline->last, tick) < steps) {
        from = &timeline->last;
        steps = steps_from(in, from, tick);
    }
    if (tick - in->tick < steps) {
        unpack_whole(&in->whole, found);
        found->tick = in->tick;
        from = found;
    }
    while (from->tick != tick) {
        if (from->tick < tick) {
            unpack_next(in, from, spare);
        } else {
            unpack_previous(in, from, spare);
        }
        swap(found, spare);
        from = found;
    }
    timeline->has_found = true;
}

static cli_timeline_state tell(const buffer *state) {
    const cli_timeline_state out = {state->tick, state->words, state->size};
    return out;
}

cli_timeline_state cli_timeline_find(cli_timeline *timeline, uint64_t tick) {
    if (tick >= timeline->last.tick) return tell(&timeline->last);
    if (tick < timeline->groups[0].tick) tick = timeline->groups[0].tick;
    const group *const in = group_at(timeline, tick);
    const uint64_t end = end_of(in);
    seek(timeline, in, tick < end ? tick : end);
    return tell(&timeline->found);
}

/* ---- all calls ---- */

cli_timeline *cli_timeline_create(const cli_timeline_def *def, uint64_t tick, const void *state,
                                  size_t size) {
    cli_timeline *const timeline = cli_heap_allocate(sizeof *timeline);
    memset(timeline, 0, sizeof *timeline);
    timeline->def = *def;
    if (def->interval == 0) timeline->def.interval = 1;
    reserve(&timeline->last, size);
    reserve(&timeline->found, size);
    reserve(&timeline->spare, size);
    fill(&timeline->last, tick, state, size);
    keep(timeline, NULL, &timeline->last, &timeline->found);
    return timeline;
}

void cli_timeline_free(cli_timeline *timeline) {
    if (timeline == NULL) return;
    while (timeline->group_count > 0)
        drop_group(timeline, timeline->group_count - 1);
    free(timeline->groups);
    free(timeline->last.words);
    free(timeline->found.words);
    free(timeline->spare.words);
    free(timeline);
}

void cli_timeline_add(cli_timeline *timeline, const void *state, size_t size) {
    const uint64_t tick = timeline->last.tick + 1;
    reserve_all(timeline, size);
    fill(&timeline->spare, tick, state, size);
    if (is_open(timeline)) {
        keep(timeline, &timeline->last, &timeline->spare, &timeline->found);
    } else if (tick >= timeline->due) {
        keep(timeline, NULL, &timeline->spare, &timeline->found);
    }
    swap(&timeline->last, &timeline->spare);
}

void cli_timeline_replace(cli_timeline *timeline, const void *state, size_t size) {
    reserve_all(timeline, size);
    fill(&timeline->spare, timeline->last.tick, state, size);
    if (is_open(timeline)) {
        const buffer *before = NULL;
        if (newest(timeline)->count == 0) { /* a chain may lead to it all the same */
            drop_group(timeline, timeline->group_count - 1);
            timeline->due = timeline->last.tick;
        }
        if (timeline->group_count > 0 && is_open(timeline)) {
            group *const in = newest(timeline);
            unpack_previous(in, &timeline->last, &timeline->found);
            drop_chain(timeline, in, in->count - 1);
            before = &timeline->found;
        }
        keep(timeline, before, &timeline->spare, &timeline->last);
    }
    swap(&timeline->last, &timeline->spare);
    timeline->has_found = false;
}

uint64_t cli_timeline_cut(cli_timeline *timeline, uint64_t tick) {
    if (tick >= timeline->last.tick) return timeline->last.tick;
    const uint64_t last = cli_timeline_find(timeline, tick).tick;
    while (newest(timeline)->tick > last)
        drop_group(timeline, timeline->group_count - 1);
    drop_chain(timeline, newest(timeline), (uint32_t)(last - newest(timeline)->tick));
    swap(&timeline->last, &timeline->found);
    timeline->has_found = false;
    timeline->due = newest(timeline)->tick + timeline->def.interval;
    return last;
}

uint64_t cli_timeline_first(const cli_timeline *timeline) {
    return timeline->groups[0].tick;
}

uint64_t cli_timeline_last(const cli_timeline *timeline) {
    return timeline->last.tick;
}

uint64_t cli_timeline_kept(const cli_timeline *timeline) {
    const group *const groups = timeline->groups;
    uint64_t kept = is_open(timeline) ? 0 : 1;
    for (size_t i = 0; i < timeline->group_count; i++) {
        kept += 1u + (uint64_t)groups[i].count;
        if (i > 0 && end_of(&groups[i - 1]) == groups[i].tick) kept--;
    }
    return kept;
}
