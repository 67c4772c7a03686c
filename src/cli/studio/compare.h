/* compare.h - two runs side by side, in portions: the first tick, stage, object and value in which
 * they differ, and then all that differs.
 *
 * The one that is behind is stepped to the tick of the other, then both are stepped and compared
 * after every step, and before it, when what is done to the worlds has been done. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/runs/edits.h"
#include "cli/runs/source.h"
#include "cli/script/script.h"

/* One of the runs, and what is done to its world before the step of a tick beside what a replay
 * knows; null: nothing. Called once for each tick. False after an error, which has been reported.
 */
typedef struct cli_compare_side {
    cli_source source;
    bool (*apply)(void *context, pawl_world *world, uint64_t tick);
    void *context;
    cli_script *script; /* of cli_compare_side_open, malloc'ed; else null */
    uint64_t applied;   /* private: the first tick for which nothing has been done yet */
} cli_compare_side;     /* starts as {0} */

/* A file as cli_source_open takes it; a scene may have a script, which may be null. Returns an exit
 * code; errors have been reported, and then there is nothing to close. compare_side.c. */
int cli_compare_side_open(const char *path, const char *script, cli_compare_side *out);
void cli_compare_side_close(cli_compare_side *side);

/* Ten stages, and three for each of up to 16 sub-steps. */
#define CLI_COMPARE_STAGES_MAX (PAWL_STAGE_COUNT - 3 + 3 * PAWL_SUBSTEPS_MAX)

typedef struct cli_compare_log {
    struct {
        pawl_stage stage;
        uint32_t round, hash;
    } stages[CLI_COMPARE_STAGES_MAX];
    uint32_t count;
} cli_compare_log;

typedef enum cli_compare_state {
    CLI_COMPARE_ALIGNS, /* one of them is being brought to the tick of the other */
    CLI_COMPARE_RUNS,
    CLI_COMPARE_EQUAL,
    CLI_COMPARE_DIFFERENT,
    CLI_COMPARE_FAILED /* the error has been reported, `code` is its exit code */
} cli_compare_state;

typedef struct cli_compare {
    cli_compare_side sides[2]; /* given by the caller; where they are now */
    bool has_ticks;            /* given: whether `ticks` says how many steps at most; else to the */
    uint64_t ticks;            /* end of the shorter one, of two snapshots as they are */
    cli_compare_state state;
    int code;
    uint64_t begin, end; /* first and last tick to be compared; known once it runs */
    uint64_t steps;      /* done side by side */
    /* What is DIFFERENT, at the tick where both are now: */
    pawl_difference difference; /* the first one, and how many there are */
    bool is_input;              /* it is what was done to the worlds before a step */
    bool has_stage;             /* builds with PAWL_TRACE: in which stage of the step it began */
    pawl_stage stage;
    uint32_t round; /* sub-step of SOLVE, INTEGRATE and RELAX */
    cli_compare_log logs[2];
} cli_compare;

/* Starts as {0} with its sides opened, and with ticks. */
void cli_compare_begin(cli_compare *job);

/* Go on, for so many steps of both at most. What has ended stays as it is. */
cli_compare_state cli_compare_advance(cli_compare *job, uint32_t steps);

/* The tick that it has come to, and the one that it goes to. */
uint64_t cli_compare_tick(const cli_compare *job);
uint64_t cli_compare_goal(const cli_compare *job);

/* Where to look in a picture of one of the runs for what has changed: a body and of a joint or
 * contact a second one, or a soft body, or of one of its points or links that point or its first
 * one. Handles of what is not there, or is not meant, are null. */
typedef struct cli_compare_mark {
    pawl_body_id bodies[2];
    pawl_soft_id soft;
    bool has_place; /* of a point of it */
    pawl_vec2 place;
} cli_compare_mark;
cli_compare_mark cli_compare_find_mark(const pawl_world *world, pawl_branch branch,
                                       const pawl_object_key *key);

/* All that differs now, in the order of the hash tree, each with its mark in both worlds. Returns
 * how many there were. */
typedef struct cli_compare_visitor {
    void *context;
    void (*take)(void *context, const pawl_difference *change, const cli_compare_mark marks[2]);
} cli_compare_visitor;
uint32_t cli_compare_list(const cli_compare *job, const cli_compare_visitor *to);

#endif
