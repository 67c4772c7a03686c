/* zone_schedule.c - batches of the rows of each zone, and what they wait for, see workers.h.
 *
 * Rows are taken in their order, and each goes into the first batch of its zone that has room and a
 * time that is not before its depth, and after those of all batches of the zone with rows that it
 * depends on. A zone does its batches in the order of their times, one pass after the other. Every
 * wait is for a lower zone in the same pass, or for an earlier pass. So what comes first of all
 * that is left waits for nothing. */
#include "step/workers.h"

#if PAWL_WITH_WORKERS

#include <string.h>

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

#endif
