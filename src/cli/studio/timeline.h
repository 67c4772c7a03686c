/* timeline.h - the past of a run: the state after every tick, as bytes, of which most are kept as
 * the difference from the tick before.
 *
 * What the bytes mean is not known here: a save of a world (pawl_world_save) and whatever the
 * program keeps beside it. Memory is bounded. When it is full, old ticks lose their differences
 * first, then every other whole state: a tick that is not kept any more is found by stepping again
 * from the nearest one before it, which cli_timeline_find hands out. */
#ifndef CLI_TIMELINE_H
#define CLI_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cli_timeline_def {
    size_t memory_max; /* bytes; what is kept at all times are the first state and the last one, and
                          less than cli_timeline_memory_least counts as that */
    uint32_t interval; /* ticks from one whole state to the next, at most; 0 counts as 1 */
} cli_timeline_def;
cli_timeline_def cli_timeline_def_default(void); /* 64 MiB, 60 ticks */

typedef struct cli_timeline cli_timeline;

/* malloc'ed; begins with the state of a tick. States have less than 2^31 bytes. */
cli_timeline *cli_timeline_create(const cli_timeline_def *def, uint64_t tick, const void *state,
                                  size_t size);
void cli_timeline_free(cli_timeline *timeline); /* null does nothing */

/* The state of the tick behind the last one. It is copied. */
void cli_timeline_add(cli_timeline *timeline, const void *state, size_t size);

/* Put another state in place of that of the last tick: something was done to the world between two
 * steps. */
void cli_timeline_replace(cli_timeline *timeline, const void *state, size_t size);

/* Forget all ticks behind this one, which becomes the last: another future begins. Where it is not
 * kept, the last kept one before it does, as cli_timeline_find would say. Returns the last tick. */
uint64_t cli_timeline_cut(cli_timeline *timeline, uint64_t tick);

/* The last kept tick that is not behind `tick`, and its state: valid until the next call of any of
 * these functions. What is not within the timeline counts as its nearer end. Cost: a copy of a
 * state, and differences up to an interval; next to the tick of the last call, one difference. */
typedef struct cli_timeline_state {
    uint64_t tick;
    const void *bytes; /* aligned like uint64_t */
    size_t size;
} cli_timeline_state;
cli_timeline_state cli_timeline_find(cli_timeline *timeline, uint64_t tick);

uint64_t cli_timeline_first(const cli_timeline *timeline);
uint64_t cli_timeline_last(const cli_timeline *timeline);
/* Bytes that it holds now, everything counted but what malloc needs for itself. Never more than
 * memory_max. */
size_t cli_timeline_memory(const cli_timeline *timeline);
/* Bytes that any timeline needs which has got states of up to this size. */
size_t cli_timeline_memory_least(size_t state_size);
/* How many of its ticks are kept, as differences or whole. */
uint64_t cli_timeline_kept(const cli_timeline *timeline);

#endif
