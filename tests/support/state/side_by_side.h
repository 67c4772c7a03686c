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
void side_trace(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                uint32_t hash);

pawl_status side_step_one(pawl_world *world, side_log *log);

/* Step both once and compare. False when a step fails. */
bool side_step(pawl_world *a, side_log *log_a, pawl_world *b, side_log *log_b, side_report *out);

#endif
