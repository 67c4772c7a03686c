/* zones.c - cuts what a step solves into zones for threads, see workers.h. No result depends on
 * where the cuts are: each worker waits for what its rows depend on. */
#include "step/workers.h"

#if PAWL_WITH_WORKERS

#include <string.h>

typedef struct zones_map {
    uint64_t zones, batches, body_first, body_last, row_contact, row_bodies, row_place, row_list,
        row_after, times, spare, gates, errands, body_list, zone_of, row_zone, stops, size;
} zones_map;

static uint64_t reserve(uint64_t *at, uint64_t count, uint64_t size) {
    const uint64_t begin = *at;
    *at += (count * size + 7) / 8 * 8;
    return begin;
}

static zones_map map_of(uint32_t bodies, uint32_t rows) {
    zones_map map = {0};
    map.zones = reserve(&map.size, 1, sizeof(pawli_zones));
    map.batches = reserve(&map.size, rows, sizeof(pawli_lane_batch));
    map.body_first = reserve(&map.size, bodies, sizeof(uint32_t));
    map.body_last = reserve(&map.size, bodies, sizeof(uint32_t));
    map.row_contact = reserve(&map.size, rows, sizeof(uint32_t));
    map.row_bodies = reserve(&map.size, rows, sizeof(uint32_t));
    map.row_place = reserve(&map.size, rows, sizeof(uint32_t));
    map.row_list = reserve(&map.size, rows, sizeof(uint32_t));
    map.row_after = reserve(&map.size, rows, 2 * sizeof(uint32_t));
    map.times = reserve(&map.size, rows, sizeof(uint32_t));
    map.spare = reserve(&map.size, rows + PAWL_WORKERS_MAX, sizeof(uint32_t));
    map.gates = reserve(&map.size, rows, PAWLI_ROW_GATES * sizeof(pawli_gate));
    map.errands = reserve(&map.size, rows, PAWLI_ROW_GATES * sizeof(pawli_errand));
    map.body_list = reserve(&map.size, bodies, sizeof(uint16_t));
    map.zone_of = reserve(&map.size, bodies, sizeof(uint8_t));
    map.row_zone = reserve(&map.size, rows, sizeof(uint8_t));
    map.stops = reserve(&map.size, rows, sizeof(uint8_t));
    return map;
}

uint64_t pawli_zones_size(uint32_t bodies, uint32_t rows) {
    return map_of(bodies, rows).size;
}

static uint32_t zones_worth(const pawli_step *step, uint32_t rows) {
    const uint32_t worth = rows / PAWLI_ZONE_ROWS;
    const uint32_t count = step->hooks.workers < worth ? step->hooks.workers : worth;
    return count > PAWL_WORKERS_MAX ? PAWL_WORKERS_MAX : count;
}

pawli_zones *pawli_zones_begin(pawli_step *step, uint32_t rows) {
    const zones_map map = map_of(step->solver_count, rows);
    uint8_t *const base = (uint8_t *)step->hooks.worker_memory;
    if (zones_worth(step, rows) < 2 || step->solver_count < 2) return NULL;
    if (base == NULL || map.size > step->hooks.worker_memory_size) return NULL;
    pawli_zones *const zones = (pawli_zones *)(void *)(base + map.zones);
    memset(zones, 0, sizeof *zones);
    zones->step = step;
#if PAWL_WITH_LANES
    zones->kernels = pawli_lanes_asked_for(step);
#endif
    zones->batches = (pawli_lane_batch *)(void *)(base + map.batches);
    zones->body_first = (uint32_t *)(void *)(base + map.body_first);
    zones->body_last = (uint32_t *)(void *)(base + map.body_last);
    zones->row_contact = (uint32_t *)(void *)(base + map.row_contact);
    zones->row_bodies = (uint32_t *)(void *)(base + map.row_bodies);
    zones->row_place = (uint32_t *)(void *)(base + map.row_place);
    zones->row_list = (uint32_t *)(void *)(base + map.row_list);
    zones->row_after = (uint32_t *)(void *)(base + map.row_after);
    zones->times = (uint32_t *)(void *)(base + map.times);
    zones->spare = (uint32_t *)(void *)(base + map.spare);
    zones->gates = (pawli_gate *)(void *)(base + map.gates);
    zones->errands = (pawli_errand *)(void *)(base + map.errands);
    zones->body_list = (uint16_t *)(void *)(base + map.body_list);
    zones->zone_of = base + map.zone_of;
    zones->row_zone = base + map.row_zone;
    zones->stops = base + map.stops;
    memset(zones->body_last, 0, step->solver_count * sizeof *zones->body_last);
    return zones;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The row before this one of a body that rows change, from 1 on. */
static uint32_t note_row(pawli_zones *zones, uint32_t body, uint32_t row) {
    const uint32_t last = zones->body_last[body];
    if (last == 0) zones->body_first[body] = row;
    zones->body_last[body] = row + 1;
    return last;
}

uint32_t pawli_zones_put_row(pawli_zones *zones, uint32_t row, uint32_t contact, uint32_t bodies,
                             uint32_t flags) {
    uint32_t *const after = &zones->row_after[2 * (size_t)row];
    after[0] = (flags & PAWLI_ROW_MOVES_A) ? note_row(zones, bodies & UINT16_MAX, row) : 0;
    after[1] = (flags & PAWLI_ROW_MOVES_B) ? note_row(zones, bodies >> 16, row) : 0;
    const uint32_t a = after[0] == 0 ? 0 : zones->row_place[after[0] - 1] >> PAWLI_ROW_DEPTH_SHIFT;
    const uint32_t b = after[1] == 0 ? 0 : zones->row_place[after[1] - 1] >> PAWLI_ROW_DEPTH_SHIFT;
    const uint32_t depth = (a > b ? a : b) + 1;
    zones->row_contact[row] = contact;
    zones->row_bodies[row] = bodies;
    zones->row_place[row] = depth << PAWLI_ROW_DEPTH_SHIFT | flags;
    return depth;
}

/* ---- cuts ------------------------------------------------------------------------------------ */

static uint32_t share_of_body(const pawli_zones *zones, uint32_t body) {
    return (uint32_t)((uint64_t)body * zones->count / zones->step->solver_count);
}

/* Of a row between a body that it moves and one that it does not: behind the rows of the first.
 * What moves by itself is in the last zone, and so are all its rows: the sub-steps of one zone
 * alone may move it. */
static uint32_t zone_of_end(const pawli_zones *zones, uint32_t row) {
    const uint32_t a = zones->row_bodies[row] & UINT16_MAX, b = zones->row_bodies[row] >> 16;
    const bool moves_a = (zones->row_place[row] & PAWLI_ROW_MOVES_A) != 0;
    const uint32_t after = zones->row_after[2 * (size_t)row + (moves_a ? 0 : 1)];
    const uint32_t beside = moves_a ? b : a;
    if (beside != 0) {
        zones->zone_of[beside] = (uint8_t)(zones->count - 1);
        return zones->count - 1;
    }
    return after != 0 ? zones->row_zone[after - 1] : share_of_body(zones, moves_a ? a : b);
}

/* The zone of each row, and how many each has: shares of those between moving bodies. */
static void deal_rows(pawli_zones *zones) {
    const uint32_t moving = zones->step->moving_rows;
    uint32_t counts[PAWL_WORKERS_MAX] = {0};
    for (uint32_t i = 0; i < zones->count; i++) {
        const uint32_t begin = (uint32_t)((uint64_t)moving * i / zones->count);
        counts[i] = (uint32_t)((uint64_t)moving * (i + 1) / zones->count) - begin;
        memset(&zones->row_zone[begin], (int)i, counts[i]);
    }
    for (uint32_t i = moving; i < zones->row_count; i++) {
        const uint32_t zone = zone_of_end(zones, i);
        zones->row_zone[i] = (uint8_t)zone;
        counts[zone]++;
    }
    for (uint32_t i = 0, at = 0; i < zones->count; i++) {
        zones->zone[i].row_begin = at;
        zones->zone[i].row_end = at += counts[i];
    }
}

/* A body has the zone of its last row, and is shared if its first one is in another one. */
static void deal_bodies(pawli_zones *zones) {
    const uint32_t count = zones->step->solver_count;
    zones->zone_of[0] = 0;
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t last = zones->body_last[i];
        if (last == 0) continue;
        const uint32_t zone = zones->row_zone[last - 1];
        const bool is_shared = zones->row_zone[zones->body_first[i]] != zone;
        zones->zone_of[i] = (uint8_t)(zone | (is_shared ? PAWLI_ZONE_SHARED : 0));
    }
}

/* Those that only rows of their zone have. */
static void list_bodies(pawli_zones *zones) {
    const uint32_t count = zones->step->solver_count;
    uint32_t ends[PAWL_WORKERS_MAX] = {0}, at = 0;
    for (uint32_t i = 1; i < count; i++)
        if (!(zones->zone_of[i] & PAWLI_ZONE_SHARED)) ends[zones->zone_of[i] & PAWLI_ZONE_INDEX]++;
    for (uint32_t i = 0; i < zones->count; i++) {
        zones->zone[i].body_begin = at;
        zones->zone[i].body_end = at += ends[i];
        ends[i] = zones->zone[i].body_begin;
    }
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t flags = zones->zone_of[i];
        if (!(flags & PAWLI_ZONE_SHARED))
            zones->body_list[ends[flags & PAWLI_ZONE_INDEX]++] = (uint16_t)i;
    }
}

/* Joints are solved by the caller, and so is what they meet. */
void pawli_zones_end(pawli_zones *zones) {
    zones->row_count = zones->step->row_count;
    zones->count = zones->step->joint_count == 0 ? zones_worth(zones->step, zones->row_count) : 0;
}

void pawli_zones_make(pawli_zones *zones) {
    if (zones->count < 2) return;
    for (uint32_t i = 1; i < zones->step->solver_count; i++)
        zones->zone_of[i] = (uint8_t)share_of_body(zones, i);
    deal_rows(zones);
    deal_bodies(zones);
    list_bodies(zones);
    pawli_zone_schedule_begin(zones);
}

#endif
