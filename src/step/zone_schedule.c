/* zone_schedule.c - batches of the rows of each zone, and what they wait for, see workers.h; and
 * how both are kept.
 *
 * Rows are taken in their order, and each goes into the first batch of its zone that has room and a
 * time that is not before its depth, and after those of all batches of the zone with rows that it
 * depends on. A zone does its batches in the order of their times, one pass after the other. Every
 * wait is for a lower zone in the same pass, or for an earlier pass. So what comes first of all
 * that is left waits for nothing. */
#include "step/workers.h"

#include "base/optional.h"
#include "solver/row_cache.h"

#if PAWL_WITH_WORKERS

#include <string.h>

#if PAWL_WITH_LANES
PAWLI_OPTIONAL(pawli_row_cache_lanes);
PAWLI_OPTIONAL_MARK(pawli_row_cache_mark); /* src/solver/row_cache.c */
#endif

/* How many batches with room are looked at for one row. */
#define BATCHES_TRIED 16

/* Rows of a batch that no lanes solve: others wait for all of them. */
#define SERIAL_ROWS 8u

static uint32_t max_of(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* ---- batches --------------------------------------------------------------------------------- */

/* The time from which on a row of a zone may come that is behind another one. Those of other zones
 * have a time of their own, but one of the depth of both. */
static uint32_t time_after(const pawli_zones *zones, uint32_t index, uint32_t after) {
    if (after == 0 || zones->row_zone[after - 1] != index) return 0;
    return zones->zone[index].times[zones->row_place[after - 1] - 1] + 1;
}

/* The first batch of a zone with at least this time. */
static uint32_t find_time(const pawli_zone *zone, uint32_t time) {
    const uint32_t *const times = zone->times;
    const uint32_t count = zone->schedule.batch_count;
    uint32_t low = 0, high = count;
    if (zone->hint < count && times[zone->hint] < time) {
        low = zone->hint + 1;
        if (low == count || times[low] >= time) return low;
    } else if (zone->hint < count) {
        high = zone->hint;
        if (high == 0 || times[high - 1] < time) return high;
    }
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (times[middle] < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The first batch from `at` on that has room, or the number of batches. Paths are halved. */
static uint32_t find_batch_with_space(uint32_t *spare, uint32_t at) {
    while (spare[at] != at) {
        spare[at] = spare[spare[at]];
        at = spare[at];
    }
    return at;
}

static void add_batch(pawli_zone *zone, uint32_t time, uint8_t known) {
    const uint32_t at = zone->schedule.batch_count++;
    memset(&zone->schedule.batches[at], 0, sizeof zone->schedule.batches[at]);
    zone->schedule.batches[at].packed = known;
    zone->times[at] = at > 0 && zone->times[at - 1] >= time ? zone->times[at - 1] + 1 : time;
    zone->stops[at] = 0;
    zone->spare[at + 1] = at + 1;
}

static uint32_t deal_to_batch(pawli_zone *zone, uint32_t time, uint8_t known, uint32_t width) {
    const pawli_lane_schedule *const schedule = &zone->schedule;
    uint32_t at = find_batch_with_space(zone->spare, find_time(zone, time));
    for (int i = 0; at < schedule->batch_count && schedule->batches[at].packed != known; i++)
        at = i < BATCHES_TRIED ? find_batch_with_space(zone->spare, at + 1) : schedule->batch_count;
    if (at == schedule->batch_count) add_batch(zone, time, known);
    if (++schedule->batches[at].count == (known ? width : SERIAL_ROWS)) zone->spare[at] = at + 1;
    zone->hint = at;
    return at;
}

/* Rows of a zone in their order: a share of those between moving bodies, and some of the others. */
static uint32_t next_row(const pawli_zones *zones, uint32_t index, uint32_t at) {
    while (at < zones->row_count && zones->row_zone[at] != index)
        at++;
    return at;
}

static void deal_to_batches(pawli_zones *zones, uint32_t index) {
    const uint32_t width = zones->kernels == NULL ? 0 : zones->kernels->width;
    pawli_zone *const zone = &zones->zone[index];
    for (uint32_t i = next_row(zones, index, 0); i < zones->row_count;
         i = next_row(zones, index, i + 1)) {
        const uint32_t *const after = &zones->row_after[2 * (size_t)i];
        const uint32_t a = zones->row_bodies[i] & UINT16_MAX, b = zones->row_bodies[i] >> 16;
        const uint32_t flags = zones->zone_of[a] | zones->zone_of[b];
        const uint32_t time =
            max_of(time_after(zones, index, after[0]), time_after(zones, index, after[1]));
        const uint8_t known =
            zones->kernels != NULL && (zones->row_place[i] & PAWLI_ROW_KNOWN) != 0;
        const uint32_t at = deal_to_batch(
            zone, max_of(time, zones->row_place[i] >> PAWLI_ROW_DEPTH_SHIFT), known, width);
        if (flags & PAWLI_ZONE_SHARED) zone->stops[at] |= PAWLI_STOP_SHARED;
        zones->row_place[i] = at + 1;
    }
}

/* Rows batch after batch, each batch in their order. */
static void list_by_batch(pawli_zones *zones, uint32_t index) {
    const pawli_lane_schedule *const schedule = &zones->zone[index].schedule;
    uint32_t end = zones->zone[index].row_begin;
    for (uint32_t k = 0; k < schedule->batch_count; k++) {
        pawli_lane_batch *const batch = &schedule->batches[k];
        batch->first = end;
        end += batch->count;
        batch->count = 0;
    }
    for (uint32_t i = next_row(zones, index, 0); i < zones->row_count;
         i = next_row(zones, index, i + 1)) {
        pawli_lane_batch *const batch = &schedule->batches[zones->row_place[i] - 1];
        zones->row_list[batch->first + batch->count++] = i;
    }
}

void pawli_zone_schedule_make(pawli_zones *zones, uint32_t index) {
    deal_to_batches(zones, index);
    list_by_batch(zones, index);
}

/* ---- gates ----------------------------------------------------------------------------------- */

/* The gate of the last batch to another zone. */
static pawli_gate *find_gate(pawli_zone *zone, uint32_t batch, uint32_t other) {
    uint32_t i = zone->gate_count;
    while (i > 0 && zone->gates[i - 1].batch == batch) {
        if (zone->gates[--i].zone == other) return &zone->gates[i];
    }
    pawli_gate *const gate = &zone->gates[zone->gate_count++];
    const pawli_gate fresh = {batch, other, 0, 0};
    *gate = fresh;
    zone->stops[batch] |= PAWLI_STOP_GATE;
    return gate;
}

/* The first row of a body comes after the last one in the pass before; each other row comes after
 * the one before it. */
static void gate_body(pawli_zones *zones, uint32_t self, uint32_t batch, uint32_t body,
                      uint32_t after) {
    pawli_zone *const zone = &zones->zone[self];
    if (!(zones->zone_of[body] & PAWLI_ZONE_SHARED)) return;
    if (after == 0) {
        const pawli_errand errand = {batch, body};
        zone->errands[zone->errand_count++] = errand;
        zone->stops[batch] |= PAWLI_STOP_GATE;
    }
    const uint32_t behind = (after != 0 ? after : zones->body_last[body]) - 1;
    const uint32_t other = zones->row_zone[behind], place = zones->row_place[behind];
    PAWL_ASSERT(after == 0 || other <= self);
    if (other == self) return;
    pawli_gate *const gate = find_gate(zone, batch, other);
    uint32_t *const count = after != 0 ? &gate->same : &gate->before;
    *count = max_of(*count, place);
    zones->zone[other].stops[place - 1] |= PAWLI_STOP_POST;
}

static void gate_rows(pawli_zones *zones, uint32_t self) {
    pawli_zone *const zone = &zones->zone[self];
    for (uint32_t k = 0; k < zone->schedule.batch_count; k++) {
        const pawli_lane_batch *const batch = &zone->schedule.batches[k];
        if (!(zone->stops[k] & PAWLI_STOP_SHARED)) continue;
        for (uint32_t i = 0; i < batch->count; i++) {
            const uint32_t index = zones->row_list[batch->first + i];
            const uint32_t bodies = zones->row_bodies[index];
            const uint32_t *const after = &zones->row_after[2 * (size_t)index];
            gate_body(zones, self, k, bodies & UINT16_MAX, after[0]);
            gate_body(zones, self, k, bodies >> 16, after[1]);
        }
    }
}

void pawli_zone_schedule_begin(pawli_zones *zones) {
    for (uint32_t i = 0; i < zones->count; i++) {
        pawli_zone *const zone = &zones->zone[i];
        zone->schedule.batches = &zones->batches[zone->row_begin];
        zone->schedule.order = zones->row_list;
        zone->schedule.batch_count = 0;
        zone->times = &zones->times[zone->row_begin];
        zone->spare = &zones->spare[zone->row_begin + i];
        zone->stops = &zones->stops[zone->row_begin];
        zone->gates = &zones->gates[(size_t)zone->row_begin * PAWLI_ROW_GATES];
        zone->errands = &zones->errands[(size_t)zone->row_begin * PAWLI_ROW_GATES];
        zone->spare[0] = 0;
    }
}

void pawli_zone_schedule_end(pawli_zones *zones) {
    for (uint32_t i = 0; i < zones->count; i++)
        gate_rows(zones, i);
}

/* ---- kept ------------------------------------------------------------------------------------
 *
 * Zones, batches and gates follow from which bodies rows have, how many workers and lanes there
 * are, and nothing else: where these are what they were in the last step, so are those. They lie
 * where lane_kept.c has its own, behind a head that it does not take. Only rows whose bodies all
 * move, and which lanes know, are kept: so their bodies say all. */

/* Where lane_kept.c has the width of its lanes, which is less: so neither takes what is the
 * other's. */
#define KEPT_MARK 0x8000u

typedef struct kept_zones {
    uint32_t row_count; /* 0: nothing is kept */
    uint16_t moving_rows, mark;
    uint16_t workers, width, depth, solver_count;
    uint32_t rows_before; /* of the last step */
} kept_zones;

/* Of a zone, as many words each. */
typedef struct kept_counts {
    uint16_t rows, batches, gates, errands, bodies;
} kept_counts;

/* Behind the head: the bodies of each row, the counts of zones, and what these count. */
typedef struct kept_memory {
    kept_zones *head; /* null: there is no memory */
    uint32_t *bodies;
    size_t room; /* words of 16 bits behind the head */
} kept_memory;

static kept_memory kept_memory_of(const pawli_zones *zones) {
    const pawl_step_hooks *const hooks = &zones->step->hooks;
    kept_memory memory = {NULL, NULL, 0};
#if PAWL_WITH_LANES
    if (hooks->cache == NULL || !PAWLI_IS_LINKED(pawli_row_cache_mark)) return memory;
    size_t size = 0;
    void *const region = pawli_row_cache_lanes(hooks->cache, hooks->cache_size, &size);
    if (size < sizeof(kept_zones)) return memory;
    memory.head = (kept_zones *)region;
    memory.bodies = (uint32_t *)(void *)(memory.head + 1);
    memory.room = (size - sizeof(kept_zones)) / sizeof(uint16_t);
#else
    (void)hooks;
#endif
    return memory;
}

static uint32_t width_of(const pawli_zones *zones) {
    return zones->kernels == NULL ? 0 : zones->kernels->width;
}

static size_t words_of(const kept_counts *counts) {
    return (size_t)counts->rows + counts->batches + 4 * (size_t)counts->gates +
           2 * (size_t)counts->errands + counts->bodies;
}

const uint32_t *pawli_zone_schedule_kept(const pawli_zones *zones, uint32_t *rows,
                                         uint32_t *moving) {
    const kept_memory memory = kept_memory_of(zones);
    if (memory.head == NULL || memory.head->mark != KEPT_MARK) return NULL;
    if (memory.head->row_count == 0 || 2 * (size_t)memory.head->row_count > memory.room)
        return NULL;
    if (memory.head->moving_rows > memory.head->row_count) return NULL;
    if (memory.head->workers != zones->step->hooks.workers) return NULL;
    if (memory.head->width != width_of(zones)) return NULL;
    if (memory.head->solver_count != zones->step->solver_count) return NULL;
    *rows = memory.head->row_count;
    *moving = memory.head->moving_rows;
    return memory.bodies;
}

uint32_t pawli_zone_schedule_kept_depth(const pawli_zones *zones) {
    return kept_memory_of(zones).head->depth;
}

/* ---- taken again ---- */

/* Where each zone begins, and whether what it has is there and has room. */
static bool take_counts(pawli_zones *zones, const kept_counts *counts, size_t room) {
    uint32_t rows = 0, bodies = 0;
    for (uint32_t i = 0; i < zones->count; i++) {
        pawli_zone *const zone = &zones->zone[i];
        const kept_counts of = counts[i];
        const size_t words = words_of(&of);
        if (words > room || of.batches > of.rows || of.gates > of.rows * PAWLI_ROW_GATES ||
            of.errands > of.rows * PAWLI_ROW_GATES)
            return false;
        room -= words;
        zone->row_begin = rows;
        zone->row_end = rows += of.rows;
        zone->body_begin = bodies;
        zone->body_end = bodies += of.bodies;
        zone->gate_count = of.gates;
        zone->errand_count = of.errands;
    }
    if (rows != zones->row_count || bodies >= zones->step->solver_count) return false;
    pawli_zone_schedule_begin(zones);
    for (uint32_t i = 0; i < zones->count; i++)
        zones->zone[i].schedule.batch_count = counts[i].batches;
    return true;
}

static bool take_batches(pawli_zones *zones, pawli_zone *zone, const uint16_t *from) {
    uint32_t first = zone->row_begin;
    for (uint32_t i = 0; i < zone->schedule.batch_count; i++) {
        const pawli_lane_batch batch = {first, from[i], 1, 0, NULL, NULL};
        zone->schedule.batches[i] = batch;
        first += batch.count;
    }
    if (first != zone->row_end) return false;
    const uint16_t *const order = from + zone->schedule.batch_count;
    uint32_t last = 0;
    for (uint32_t i = zone->row_begin; i < zone->row_end; i++) {
        const uint32_t row = order[i - zone->row_begin];
        zones->row_list[i] = row;
        last = max_of(last, row);
    }
    return last < zones->row_count;
}

static bool take_gates(pawli_zones *zones, uint32_t index, const uint16_t *from) {
    pawli_zone *const zone = &zones->zone[index];
    for (uint32_t i = 0; i < zone->gate_count; i++, from += 4) {
        const pawli_gate gate = {from[0], from[1], from[2], from[3]};
        if (gate.batch >= zone->schedule.batch_count || gate.zone >= zones->count) return false;
        const pawli_zone *const other = &zones->zone[gate.zone];
        if (gate.zone == index || (gate.same != 0 && gate.zone > index)) return false;
        if (max_of(gate.same, gate.before) > other->schedule.batch_count) return false;
        if (i > 0 && gate.batch < zone->gates[i - 1].batch) return false;
        zone->gates[i] = gate;
        zone->stops[gate.batch] |= PAWLI_STOP_GATE;
        if (gate.same != 0) other->stops[gate.same - 1] |= PAWLI_STOP_POST;
        if (gate.before != 0) other->stops[gate.before - 1] |= PAWLI_STOP_POST;
    }
    for (uint32_t i = 0; i < zone->errand_count; i++, from += 2) {
        const pawli_errand errand = {from[0], from[1]};
        if (errand.batch >= zone->schedule.batch_count) return false;
        if (errand.body == 0 || errand.body >= zones->step->solver_count) return false;
        if (i > 0 && errand.batch < zone->errands[i - 1].batch) return false;
        zone->errands[i] = errand;
        zone->stops[errand.batch] |= PAWLI_STOP_GATE;
    }
    return true;
}

static bool take_bodies(const pawli_zones *zones, const pawli_zone *zone, const uint16_t *from) {
    uint32_t last = 0;
    bool any_is_none = false;
    for (uint32_t i = zone->body_begin; i < zone->body_end; i++) {
        const uint16_t body = from[i - zone->body_begin];
        zones->body_list[i] = body;
        any_is_none = any_is_none || body == 0;
        last = max_of(last, body);
    }
    return !any_is_none && last < zones->step->solver_count;
}

static bool take_zones(pawli_zones *zones, const kept_memory *memory) {
    const kept_counts *const counts =
        (const kept_counts *)(const void *)(memory->bodies + zones->row_count);
    const size_t heads =
        2 * (size_t)zones->row_count + zones->count * (sizeof *counts / sizeof(uint16_t));
    if (heads > memory->room || !take_counts(zones, counts, memory->room - heads)) return false;
    const uint16_t *from = (const uint16_t *)(const void *)(counts + zones->count);
    memset(zones->stops, 0, zones->row_count);
    for (uint32_t i = 0; i < zones->count; i++) {
        pawli_zone *const zone = &zones->zone[i];
        if (!take_batches(zones, zone, from)) return false;
        from += counts[i].batches + zone->row_end - zone->row_begin;
        if (!take_bodies(zones, zone, from)) return false;
        from += counts[i].bodies;
        if (!take_gates(zones, i, from)) return false;
        from += 4 * (size_t)counts[i].gates + 2 * (size_t)counts[i].errands;
    }
    return true;
}

void pawli_zone_schedule_take(pawli_zones *zones) {
    const kept_memory memory = kept_memory_of(zones);
    if (take_zones(zones, &memory)) return;
    zones->count = 0;
    memory.head->row_count = 0;
}

/* ---- put there ---- */

static uint16_t *put_zone(const pawli_zones *zones, const pawli_zone *zone, uint16_t *to) {
    for (uint32_t i = 0; i < zone->schedule.batch_count; i++)
        *to++ = zone->schedule.batches[i].count;
    for (uint32_t i = zone->row_begin; i < zone->row_end; i++)
        *to++ = (uint16_t)zones->row_list[i];
    for (uint32_t i = zone->body_begin; i < zone->body_end; i++)
        *to++ = zones->body_list[i];
    for (uint32_t i = 0; i < zone->gate_count; i++) {
        const pawli_gate *const gate = &zone->gates[i];
        *to++ = (uint16_t)gate->batch;
        *to++ = (uint16_t)gate->zone;
        *to++ = (uint16_t)gate->same;
        *to++ = (uint16_t)gate->before;
    }
    for (uint32_t i = 0; i < zone->errand_count; i++) {
        *to++ = (uint16_t)zone->errands[i].batch;
        *to++ = (uint16_t)zone->errands[i].body;
    }
    return to;
}

/* Counts of zones with as many words, all of which have room. */
static bool put_counts(const pawli_zones *zones, kept_counts *counts, size_t room) {
    for (uint32_t i = 0; i < zones->count; i++) {
        const pawli_zone *const zone = &zones->zone[i];
        if (zone->gate_count > UINT16_MAX || zone->errand_count > UINT16_MAX) return false;
        const kept_counts of = {(uint16_t)(zone->row_end - zone->row_begin),
                                (uint16_t)zone->schedule.batch_count, (uint16_t)zone->gate_count,
                                (uint16_t)zone->errand_count,
                                (uint16_t)(zone->body_end - zone->body_begin)};
        if (words_of(&of) > room) return false;
        room -= words_of(&of);
        counts[i] = of;
    }
    return true;
}

/* Where rows come and go in every step, nothing is put: it would not be taken. */
void pawli_zone_schedule_put(const pawli_zones *zones) {
    const kept_memory memory = kept_memory_of(zones);
    const uint32_t rows = zones->row_count;
    if (memory.head == NULL) return;
    const bool is_new = memory.head->mark != KEPT_MARK || memory.head->rows_before != rows;
    const kept_zones head = {0,
                             (uint16_t)zones->step->moving_rows,
                             KEPT_MARK,
                             (uint16_t)zones->step->hooks.workers,
                             (uint16_t)width_of(zones),
                             (uint16_t)zones->step->world->counters.batches,
                             (uint16_t)zones->step->solver_count,
                             rows};
    *memory.head = head;
    if (is_new || zones->plain_rows != rows || rows > UINT16_MAX) return;
    kept_counts *const counts = (kept_counts *)(void *)(memory.bodies + rows);
    const size_t heads = 2 * (size_t)rows + zones->count * (sizeof *counts / sizeof(uint16_t));
    if (heads > memory.room || !put_counts(zones, counts, memory.room - heads)) return;
    memcpy(memory.bodies, zones->row_bodies, rows * sizeof *memory.bodies);
    uint16_t *to = (uint16_t *)(void *)(counts + zones->count);
    for (uint32_t i = 0; i < zones->count; i++)
        to = put_zone(zones, &zones->zone[i], to);
    memory.head->row_count = rows;
}

#endif
