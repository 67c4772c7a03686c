/* zones.c - cuts what a step solves into zones for threads, see workers.h. No result depends on
 * where the cuts are. */
#include "step/workers.h"

#include "base/optional.h"

#if PAWL_WITH_WORKERS

#if PAWL_WITH_LANES
PAWLI_OPTIONAL(pawli_lane_kernels_of);
PAWLI_OPTIONAL_MARK(pawli_lane_schedule_mark); /* src/solver/lane_schedule.c */
#endif

#include <string.h>

typedef struct zones_map {
    uint64_t zones, batches, body_last, row_contact, row_bodies, row_place, row_list, row_after,
        times, spare, gates, errands, body_list, zone_of, stops, size;
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
    map.stops = reserve(&map.size, rows, sizeof(uint8_t));
    return map;
}

uint64_t pawli_zones_size(uint32_t bodies, uint32_t rows) {
    return map_of(bodies, rows).size;
}

static const pawli_lane_kernels *kernels_of(const pawli_step *step) {
#if PAWL_WITH_LANES
    if (step->hooks.lane_memory != NULL && PAWLI_IS_LINKED(pawli_lane_schedule_mark))
        return pawli_lane_kernels_of(step->hooks.lanes);
#endif
    (void)step;
    return NULL;
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
    zones->kernels = kernels_of(step);
    zones->batches = (pawli_lane_batch *)(void *)(base + map.batches);
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
    zones->stops = base + map.stops;
    return zones;
}

/* ---- cuts ------------------------------------------------------------------------------------ */

static bool is_moved(const pawli_step *step, uint32_t body) {
    return step->bodies[step->solver[body].body].type == PAWL_DYNAMIC;
}

/* A body has the zone of its last row so far. */
static void note_body(pawli_zones *zones, uint32_t body, uint32_t zone) {
    const uint32_t before = zones->zone_of[body];
    if (body == 0) return;
    const uint32_t shared = before & PAWLI_ZONE_SHARED;
    const bool is_same = (before & PAWLI_ZONE_NONE) || (before & PAWLI_ZONE_INDEX) == zone;
    zones->zone_of[body] =
        (uint8_t)((before & PAWLI_ZONE_MOVES) | (is_same ? shared : PAWLI_ZONE_SHARED) | zone);
}

/* Of a row between a body that it moves and one that it does not: behind the rows of the first.
 * What moves by itself is in the last zone, and so are all its rows, as it has to be in one. */
static uint32_t zone_of_end(const pawli_zones *zones, uint32_t a, uint32_t b) {
    const uint32_t of_a = zones->zone_of[a], of_b = zones->zone_of[b];
    const uint32_t moved = (of_a & PAWLI_ZONE_MOVES) ? a : b;
    if ((a != 0 && !(of_a & PAWLI_ZONE_MOVES)) || (b != 0 && !(of_b & PAWLI_ZONE_MOVES)))
        return zones->count - 1;
    if (!(zones->zone_of[moved] & PAWLI_ZONE_NONE)) return zones->zone_of[moved] & PAWLI_ZONE_INDEX;
    return (uint32_t)((uint64_t)moved * zones->count / zones->step->solver_count);
}

/* The zone of each row, how many each has, and bodies that rows of several have. */
static void deal_rows(pawli_zones *zones) {
    const pawli_step *const step = zones->step;
    const uint64_t share = ((uint64_t)zones->count << 32) / (step->moving_rows + 1u);
    uint32_t counts[PAWL_WORKERS_MAX] = {0};
    zones->zone_of[0] = 0;
    for (uint32_t i = 1; i < step->solver_count; i++)
        zones->zone_of[i] = PAWLI_ZONE_NONE | (is_moved(step, i) ? PAWLI_ZONE_MOVES : 0);
    for (uint32_t i = 0; i < zones->row_count; i++) {
        const uint32_t a = zones->row_bodies[i] & UINT16_MAX, b = zones->row_bodies[i] >> 16;
        const uint32_t zone =
            i < step->moving_rows ? (uint32_t)(i * share >> 32) : zone_of_end(zones, a, b);
        zones->row_place[i] |= zone << 1;
        counts[zone]++;
        note_body(zones, a, zone);
        note_body(zones, b, zone);
    }
    for (uint32_t i = 0, at = 0; i < zones->count; i++) {
        zones->zone[i].row_begin = at;
        zones->zone[i].row_end = at += counts[i];
    }
}

/* Those that only rows of their zone have. */
static void list_bodies(pawli_zones *zones) {
    const uint32_t count = zones->step->solver_count;
    uint32_t ends[PAWL_WORKERS_MAX] = {0}, at = 0;
    for (uint32_t i = 1; i < count; i++)
        if (zones->zone_of[i] & PAWLI_ZONE_NONE)
            note_body(zones, i, (uint32_t)((uint64_t)i * zones->count / count));
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
    deal_rows(zones);
    list_bodies(zones);
    pawli_zone_schedule_make(zones);
}

#endif
