/* side_by_side.h - two worlds that should be equal, stepped in turn: where do they part? With a
 * library that traces its stages the stage is told as well. */
#ifndef PAWL_TESTS_SIDE_BY_SIDE_H
#define PAWL_TESTS_SIDE_BY_SIDE_H

#include "pawl/pawl.h"

#define SIDE_RECORDS_MAX 64 /* 10 stages and 3 for each of up to 16 sub-steps */

/* What one step told. */
typedef struct side_record {
    pawl_stage stage;
    uint32_t round, hash;
} side_record;

typedef struct side_log {
    side_record records[SIDE_RECORDS_MAX];
    int count;
    /* What a test does to a world right after a stage of a step; null: nothing. */
    void (*interfere)(void *context, pawl_world *world);
    void *context;
    pawl_stage stage;
    uint32_t round;
    int interfered;
} side_log;

typedef struct side_report {
    bool differs;
    uint64_t tick;  /* whose step made the difference */
    bool has_stage; /* a stage differs: this one is the first */
    pawl_stage stage;
    uint32_t round;
    pawl_difference difference; /* of the states after the step */
} side_report;

/* For pawl_step_hooks.trace, with a side_log as context. */
static inline void side_trace(void *context, const pawl_world *world, pawl_stage stage,
                              uint32_t round, uint32_t hash) {
    side_log *const log = (side_log *)context;
    const side_record record = {stage, round, hash};
    if (log->count < SIDE_RECORDS_MAX) log->records[log->count] = record;
    log->count++;
    if (log->interfere != NULL && stage == log->stage && round == log->round) {
        log->interfere(log->context, (pawl_world *)(uintptr_t)world);
        log->interfered++;
    }
}

static inline pawl_status side_step_one(pawl_world *world, side_log *log) {
    pawl_step_hooks hooks = {0};
    log->count = 0;
#if PAWL_TRACE
    hooks.context = log;
    hooks.trace = side_trace;
#endif
    return pawl_world_step(world, &hooks);
}

/* Step both once and compare. False when a step fails. */
static inline bool side_step(pawl_world *a, side_log *log_a, pawl_world *b, side_log *log_b,
                             side_report *out) {
    const side_report none = {0};
    *out = none;
    out->tick = pawl_world_tick(a);
    if (side_step_one(a, log_a) != PAWL_OK || side_step_one(b, log_b) != PAWL_OK) return false;
    const int count = log_a->count < log_b->count ? log_a->count : log_b->count;
    for (int i = 0; i < count && i < SIDE_RECORDS_MAX && !out->has_stage; i++) {
        const side_record *const at_a = &log_a->records[i], *const at_b = &log_b->records[i];
        if (at_a->stage == at_b->stage && at_a->round == at_b->round && at_a->hash == at_b->hash) {
            continue;
        }
        out->has_stage = true;
        out->stage = at_a->stage;
        out->round = at_a->round;
    }
    out->differs = pawl_world_compare(a, b, &out->difference) != 0 || out->has_stage ||
                   log_a->count != log_b->count;
    return true;
}

#endif
