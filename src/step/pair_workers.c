/* pair_workers.c - phase 1 on threads: each looks for the pairs of some of the shapes that moved.
 */
#include "base/optional.h"
#include "step/pair_search.h"
#include "step/workers.h"

#if PAWL_WITH_WORKERS
#include <string.h>

PAWLI_OPTIONAL(pawli_workers_take);
PAWLI_OPTIONAL_MARK(pawli_workers_mark); /* src/step/workers.c */

#define PAIR_ITEMS 16u

/* Fewer shapes that moved are not worth a thread. */
#define PAIRS_LEAST (PAWL_VALIDATE ? 1u : 64u)

/* Each item has a step of its own, whose pairs go into its share of the memory. */
typedef struct pairs_item {
    pawli_step step;
    uint8_t apart[64];
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

/* False: some had no room, and nothing was found. */
static bool find_on_workers(pawli_step *step, uint16_t used) {
    const uint32_t room = step->world->contact_capacity / PAIR_ITEMS;
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

static bool are_worth_workers(const pawli_step *step, uint16_t used) {
    if (step->hooks.parallel == NULL || !PAWLI_IS_LINKED(pawli_workers_mark)) return false;
    if (step->hooks.workers < 2 || step->world->contact_capacity < PAIR_ITEMS) return false;
    return pawli_pairs_have_moved(step, used, PAIRS_LEAST);
}

bool pawli_pairs_find_on_workers(pawli_step *step, uint16_t used) {
    return are_worth_workers(step, used) && find_on_workers(step, used);
}
#endif
