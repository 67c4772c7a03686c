/* workers.h - internal: the work of a step in zones, each of which one thread does at a time.
 *
 * Rows between moving bodies are cut, in their order, into zones of as many each; a row against
 * what does not move is in the zone of the last row of its body. So within a pass a row depends on
 * rows of its own zone and of lower ones alone, and zones follow each other as on an assembly line.
 * The rows of a zone come in batches, as in lane_schedule.h. Most batches have bodies that rows of
 * their own zone alone change; the others, along the cuts, have gates: they wait until another zone
 * has come so far that a serial loop would be where they are. So each body sees the same rows in
 * the same order, and all bits are the same. */
#ifndef PAWLI_WORKERS_H
#define PAWLI_WORKERS_H

#include "pawl/workers.h"
#include "base/optional.h"
#include "solver/lane_schedule.h"
#include "step/step.h"

#if PAWL_WITH_LANES
PAWLI_OPTIONAL(pawli_lane_kernels_of);
PAWLI_OPTIONAL_MARK(pawli_lane_schedule_mark); /* src/solver/lane_schedule.c */

/* What solves in the lanes that the program asks for, on one thread or several; null: it asks for
 * none. */
static inline const pawli_lane_kernels *pawli_lanes_asked_for(const pawli_step *step) {
    if (step->hooks.lane_memory == NULL || !PAWLI_IS_LINKED(pawli_lane_schedule_mark)) return NULL;
    return pawli_lane_kernels_of(step->hooks.lanes);
}
#endif

/* Fewer rows than that are not worth a thread. */
#ifndef PAWLI_ZONE_ROWS
#if PAWL_VALIDATE
#define PAWLI_ZONE_ROWS 2u /* small scenes are cut, too */
#else
#define PAWLI_ZONE_ROWS 64u
#endif
#endif

/* Passes of a sub-step, in their order. */
typedef enum pawli_pass {
    PAWLI_PASS_PUSH,
    PAWLI_PASS_WARM_START,
    PAWLI_PASS_SOLVE,
    PAWLI_PASS_MOVE,
    PAWLI_PASS_RELAX,
    PAWLI_PASS_COUNT
} pawli_pass;

/* A batch has to wait for another zone: in each pass until that has done `same` of its batches, and
 * in the pass before until it has done `before` of them. */
typedef struct pawli_gate {
    uint32_t batch, zone;
    uint32_t same, before;
} pawli_gate;

/* A body that several zones share is pushed and moved with the batch of its first row. */
typedef struct pawli_errand {
    uint32_t batch, body;
} pawli_errand;

/* Of a batch: it has a gate or an errand, others wait for it, and it has a body that several zones
 * share. */
#define PAWLI_STOP_GATE 1u
#define PAWLI_STOP_POST 2u
#define PAWLI_STOP_SHARED 4u

typedef struct pawli_zone {
    pawli_lane_schedule schedule;
    uint32_t *times; /* by batch; they rise */
    uint32_t *spare; /* by batch: itself, or a later one that may have room */
    uint8_t *stops;  /* by batch */
    pawli_gate *gates;
    pawli_errand *errands;
    uint32_t gate_count, errand_count;
    uint32_t row_begin, row_end;   /* of row_list */
    uint32_t body_begin, body_end; /* of body_list, those that it does not share */
    uint32_t hint;                 /* batch that had room for the last row */
    /* What comes next. */
    uint32_t substep, pass, at, gate, errand;
    bool is_begun;
    uint32_t faults;
    pawli_contact_pass contacts;
    uint8_t apart[64]; /* no two zones in one line of a processor's cache */
} pawli_zone;

struct pawli_zones {
    pawli_step *step;
    uint32_t row_count;
    uint8_t watched;                   /* any row is: PAWLI_WATCH_... */
    const pawli_lane_kernels *kernels; /* null: rows are solved one after the other */
    uint32_t count;                    /* below 2: workers do not solve */
    uint32_t plain_rows;               /* rows that are PAWLI_ROW_PLAIN */
    bool is_kept;                      /* zones are those of the last step */
    pawli_zone zone[PAWL_WORKERS_MAX];
    /* By solver body. */
    uint8_t *zone_of;                 /* and PAWLI_ZONE_SHARED */
    uint32_t *body_first, *body_last; /* of its rows; the last one from 1 on, 0: it has none */
    uint16_t *body_list;              /* of each zone in turn */
    /* By row. */
    uint32_t *row_contact;
    uint32_t *row_bodies; /* B in the upper half */
    uint32_t *row_place;  /* its depth and PAWLI_ROW_... flags; then its batch, from 1 on */
    uint8_t *row_zone;
    uint32_t *row_list;  /* batch after batch, zone after zone */
    uint32_t *row_after; /* two for each, for A and B: the row of that body which comes before, from
                            1 on; 0: none does */
    pawli_lane_batch *batches;
    uint32_t *times, *spare;
    uint8_t *stops;
    pawli_gate *gates;
    pawli_errand *errands;
};

/* Of zone_of: the zone, and whether rows of others have the body. */
#define PAWLI_ZONE_INDEX 0x0Fu
#define PAWLI_ZONE_SHARED 0x80u

/* Of a row, or a contact that has none: whether it has one, both its bodies move, lanes know it,
 * and which of its bodies it moves. Above the first three row_place has its depth in the dependency
 * on rows before it, until it is in a batch. */
#define PAWLI_ROW_MOVES_A 1u
#define PAWLI_ROW_MOVES_B 2u
#define PAWLI_ROW_KNOWN 4u
#define PAWLI_ROW_DEPTH_SHIFT 3
#define PAWLI_ROW_SOLVED 8u
#define PAWLI_ROW_MOVING 16u
#define PAWLI_ROW_PLAIN 32u /* known, and what is awake of its bodies it moves */

/* Gates and errands of a row at most: one for each body. */
#define PAWLI_ROW_GATES 2u

/* Bytes of memory for so many bodies, solver body 0 among them, and rows. */
uint64_t pawli_zones_size(uint32_t bodies, uint32_t rows);

/* Room for so many rows of the step, of which none is in a zone yet. Null: workers are not worth
 * it, or there is too little memory. */
pawli_zones *pawli_zones_begin(pawli_step *step, uint32_t rows);

/* Say which contact a row is of, which bodies it has, B in the upper half, and PAWLI_ROW_MOVES_A,
 * PAWLI_ROW_MOVES_B and PAWLI_ROW_KNOWN. Returns its depth. */
uint32_t pawli_zones_put_row(pawli_zones *zones, uint32_t row, uint32_t contact, uint32_t bodies,
                             uint32_t flags);

/* All rows of the step are put. */
void pawli_zones_end(pawli_zones *zones);

/* Cut what moves into zones; it reads no row. */
void pawli_zones_make(pawli_zones *zones);

/* zone_schedule.c: the batches of each zone, by any worker, and the gates, once all have theirs. */
void pawli_zone_schedule_begin(pawli_zones *zones);
void pawli_zone_schedule_make(pawli_zones *zones, uint32_t index);
void pawli_zone_schedule_end(pawli_zones *zones);

/* And all of that kept in the cache, if there is one. Bodies of the rows that the kept one is for;
 * null: none is, or for others. */
const uint32_t *pawli_zone_schedule_kept(const pawli_zones *zones, uint32_t *rows,
                                         uint32_t *moving);
uint32_t pawli_zone_schedule_kept_depth(const pawli_zones *zones); /* of the longest chain */
/* Instead of pawli_zones_make and all others, for the same rows. It leaves no zones where others
 * have written into the cache. */
void pawli_zone_schedule_take(pawli_zones *zones);
void pawli_zone_schedule_put(const pawli_zones *zones);

/* What a sub-step does to a body: functions of step_5_solve.c. */
typedef struct pawli_body_moves {
    void (*push)(pawli_solver_body *body, uint32_t *faults);
    void (*move)(pawli_solver_body *body, uint32_t substep, uint32_t *faults);
} pawli_body_moves;

/* All sub-steps of a step that has zones. False: nothing was done, because they are not worth it,
 * or something has to happen between two sub-steps. */
bool pawli_workers_solve(pawli_step *step, const pawli_contact_pass *pass,
                         const pawli_body_moves *moves);

/* Calls run(context, item) for each of so many items, on the workers of the step, the first ones
 * first. */
typedef void (*pawli_workers_item)(void *context, uint32_t item);
void pawli_workers_take(const pawli_step *step, uint32_t items, pawli_workers_item run,
                        void *context);

/* prepare_workers.c: all rows of the step, what pushes its bodies, by a function of
 * step_4_prepare.c, and its zones. */
typedef void (*pawli_prepare_body)(const pawli_step *step, pawli_solver_body *body);
void pawli_prepare_workers_run(pawli_step *step, pawli_contact_setup *setup,
                               pawli_prepare_body push);

/* Calls run(context, begin, end, index) for ranges that make up 0 .. count - 1, on the workers of
 * the step; `index` is below PAWL_WORKERS_MAX and of each range its own. */
typedef void (*pawli_workers_range)(void *context, uint32_t begin, uint32_t end, uint32_t index);
void pawli_workers_for(const pawli_step *step, uint32_t count, pawli_workers_range run,
                       void *context);

/* step_1_pairs.c: of shapes that moved, the pairs of the first one and of all others before `end`.
 */
#if PAWL_WITH_WORKERS
#define PAWLI_PAIRS_SHARED
void pawli_pairs_find(pawli_step *step, uint16_t first, uint16_t end);
/* prepare_workers.c: the pairs of all. False: some had no room, and nothing was found. */
bool pawli_prepare_workers_find_pairs(pawli_step *step, uint16_t used);
#else
#define PAWLI_PAIRS_SHARED static
#endif

#endif
