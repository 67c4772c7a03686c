/* prepare_workers.c - what comes before the solver, on threads: pairs of shapes that moved, see
 * step_1_pairs.c; and rows of contacts, see step_4_prepare.c, while one of the threads cuts what
 * moves into zones. */
#include "base/optional.h"
#include "solver/row_cache.h"
#include "step/workers.h"

#if PAWL_WITH_WORKERS
#include <string.h>

PAWLI_MARK(pawli_prepare_workers_mark);
PAWLI_OPTIONAL(pawli_row_cache_slice);
PAWLI_OPTIONAL(pawli_row_cache_prepare);

/* As many for any number of workers: each has its slice of the cache, in which it looks
 * again in the next step. */
#define ROW_ITEMS 16u

typedef struct prepare_item {
    pawli_contact_setup setup;
    pawli_row_cache cache;
    uint32_t points;
    uint8_t watched;
    uint8_t apart[64]; /* no two in one line of a processor's cache */
} prepare_item;

typedef struct prepare_job {
    pawli_step *step;
    pawli_prepare_body push;
    prepare_item items[ROW_ITEMS];
} prepare_job;

static uint32_t share_of(uint32_t count, uint32_t item) {
    return (uint32_t)((uint64_t)count * item / ROW_ITEMS);
}

static void prepare_rows(const pawli_step *step, prepare_item *of, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        const pawli_contact *const contact = &step->contacts[step->zones->row_contact[i]];
        pawli_contact_row *const row = &step->rows[i];
        if (of->setup.cache == NULL) {
            pawli_contact_row_prepare(&of->setup, contact, row);
        } else {
            pawli_row_cache_prepare(&of->setup, contact, row);
        }
        of->points += row->count;
        of->watched |= row->watched;
    }
}

/* Rows, and what pushes bodies. */
static void prepare_item_of(prepare_job *job, uint32_t item) {
    pawli_step *const step = job->step;
    const uint32_t bodies = step->solver_count - 1;
    prepare_rows(step, &job->items[item], share_of(step->row_count, item),
                 share_of(step->row_count, item + 1));
    for (uint32_t i = share_of(bodies, item); i < share_of(bodies, item + 1); i++)
        job->push(step, &step->solver[i + 1]);
}

/* Zones that are made take longest and come first; those that are kept are there at once, and come
 * last, so that each worker has its own share of the rows. */
static void run_item(void *context, uint32_t item) {
    prepare_job *const job = (prepare_job *)context;
    pawli_zones *const zones = job->step->zones;
    const uint32_t of_zones = zones->is_kept ? ROW_ITEMS : 0;
    if (item != of_zones) {
        prepare_item_of(job, item - (item > of_zones));
    } else if (zones->is_kept) {
        pawli_zone_schedule_take(zones);
    } else {
        pawli_zones_make(zones);
    }
}

static void schedule_zone(void *context, uint32_t index) {
    pawli_zone_schedule_make((pawli_zones *)context, index);
}

void pawli_prepare_workers_run(pawli_step *step, pawli_contact_setup *setup,
                               pawli_prepare_body push) {
    prepare_job job = {.step = step, .push = push};
    for (uint32_t i = 0; i < ROW_ITEMS; i++) {
        prepare_item *const of = &job.items[i];
        of->setup = *setup;
        if (setup->cache == NULL) continue;
        of->cache = pawli_row_cache_slice(setup->cache, i, ROW_ITEMS);
        of->setup.cache = of->cache.count == 0 ? NULL : &of->cache;
    }
    pawli_workers_take(step, ROW_ITEMS + 1, run_item, &job);
    if (step->zones->count > 1 && !step->zones->is_kept) {
        pawli_workers_take(step, step->zones->count, schedule_zone, step->zones);
        pawli_zone_schedule_end(step->zones);
        pawli_zone_schedule_put(step->zones);
    }
    for (uint32_t i = 0; i < ROW_ITEMS; i++) {
        const prepare_item *const of = &job.items[i];
        setup->faults |= of->setup.faults;
        setup->meets_breakable |= of->setup.meets_breakable;
        setup->may_bounce |= of->setup.may_bounce;
        setup->may_carry |= of->setup.may_carry;
        step->world->counters.points += of->points;
        step->zones->watched |= of->watched;
    }
}

/* ---- pairs ---- */

#define PAIR_ITEMS 16u

/* Each item has a step of its own, whose pairs go into its share of the memory. */
typedef struct pairs_item {
    pawli_step step;
    uint8_t apart[64]; /* no two in one line of a processor's cache */
} pairs_item;

typedef struct pairs_job {
    uint32_t words; /* of bits, one for 32 shapes */
    uint16_t used;
    pairs_item items[PAIR_ITEMS];
} pairs_job;

static void find_pairs_of_item(void *context, uint32_t item) {
    pairs_job *const job = (pairs_job *)context;
    const uint32_t begin = job->words * item / PAIR_ITEMS * 32;
    const uint32_t end = job->words * (item + 1) / PAIR_ITEMS * 32;
    const uint16_t before = (uint16_t)(end < job->used ? end : job->used);
    pawli_step *const step = &job->items[item].step;
    const uint32_t *const bits = pawli_moved_bits(step->world);
    if (begin < before)
        pawli_pairs_find(step, pawli_next_bit(bits, (uint16_t)begin, before), before);
}

bool pawli_prepare_workers_find_pairs(pawli_step *step, uint16_t used) {
    const uint32_t room = step->world->contact_capacity / PAIR_ITEMS;
    if (room == 0) return false;
    pairs_job job = {.words = PAWLI_BIT_WORDS(used), .used = used};
    bool fits = true;
    for (uint32_t i = 0; i < PAIR_ITEMS; i++) {
        job.items[i].step = *step;
        job.items[i].step.pairs = step->pairs + i * (size_t)room;
        job.items[i].step.pair_room = room;
    }
    pawli_workers_take(step, PAIR_ITEMS, find_pairs_of_item, &job);
    for (uint32_t i = 0; i < PAIR_ITEMS; i++)
        fits = fits && job.items[i].step.pair_count <= room;
    for (uint32_t i = 0; i < PAIR_ITEMS && fits; i++) {
        const pawli_step *const of = &job.items[i].step;
        memmove(step->pairs + step->pair_count, of->pairs, of->pair_count * sizeof *of->pairs);
        step->pair_count += of->pair_count;
    }
    return fits;
}
#endif
