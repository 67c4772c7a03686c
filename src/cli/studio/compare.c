/* compare.c - step two runs, compare them, and find where they part. */
#include "cli/studio/compare.h"

#include <string.h>

#include "cli/common/command.h"
#include "pawl/character.h"
#include "world/world.h"

/* ---- stages ---- */

#if PAWL_TRACE
static void log_stage(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                      uint32_t hash) {
    cli_compare_log *log = context;
    (void)world;
    if (log->count == CLI_COMPARE_STAGES_MAX) return;
    log->stages[log->count].stage = stage;
    log->stages[log->count].round = round;
    log->stages[log->count++].hash = hash;
}
#endif

static pawl_step_hooks hooks_for(cli_compare_log *log) {
    pawl_step_hooks hooks = {0};
    log->count = 0;
#if PAWL_TRACE
    hooks.context = log;
    hooks.trace = log_stage;
#endif
    return hooks;
}

/* In the step that made the difference. */
static void find_stage(cli_compare *job) {
    const cli_compare_log *a = &job->logs[0], *b = &job->logs[1];
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        if (memcmp(&a->stages[i], &b->stages[i], sizeof a->stages[i]) == 0) continue;
        job->has_stage = true;
        job->stage = a->stages[i].stage;
        job->round = a->stages[i].round;
        return;
    }
}

/* ---- two runs ---- */

static bool differ(cli_compare *job) {
    return pawl_world_compare(job->sides[0].source.world, job->sides[1].source.world,
                              &job->difference) != 0;
}

/* What is done to a world before the step of its tick, once. */
static int settle(cli_compare_side *side) {
    cli_source *const source = &side->source;
    const int code = cli_source_settle(source, NULL);
    if (code != CLI_EXIT_OK || side->apply == NULL || source->tick < side->applied) return code;
    side->applied = source->tick + 1;
    return side->apply(side->context, source->world, source->tick) ? CLI_EXIT_OK : CLI_EXIT_INPUT;
}

static int settle_both(cli_compare *job) {
    const int code = settle(&job->sides[0]);
    return code == CLI_EXIT_OK ? settle(&job->sides[1]) : code;
}

static int step_both(cli_compare *job) {
    for (int i = 0; i < 2; i++) {
        const pawl_step_hooks hooks = hooks_for(&job->logs[i]);
        const int code = cli_source_step(&job->sides[i].source, &hooks);
        if (code != CLI_EXIT_OK) return code;
    }
    job->steps++;
    return CLI_EXIT_OK;
}

static cli_compare_side *behind(cli_compare *job) {
    return &job->sides[job->sides[0].source.tick < job->sides[1].source.tick ? 0 : 1];
}

static uint64_t end_of(const cli_compare *job) {
    uint64_t end = job->has_ticks ? job->begin + job->ticks : UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        const cli_source *source = &job->sides[i].source;
        const bool is_bound = source->type == CLI_SOURCE_REPLAY || !job->has_ticks;
        if (is_bound && source->last < end) end = source->last;
    }
    return end < job->begin ? job->begin : end;
}

/* ---- the job ---- */

static void fail(cli_compare *job, int code) {
    job->state = CLI_COMPARE_FAILED;
    job->code = code;
}

/* Both are where the comparison begins. */
static void start(cli_compare *job) {
    job->state = CLI_COMPARE_RUNS;
    job->end = end_of(job);
    const int code = settle_both(job); /* a snapshot may be of a settled replay */
    if (code != CLI_EXIT_OK) fail(job, code);
}

void cli_compare_begin(cli_compare *job) {
    const cli_source *a = &job->sides[0].source, *b = &job->sides[1].source;
    const cli_source *late = &behind(job)->source;
    const bool is_pair = a->type == CLI_SOURCE_SNAPSHOT && b->type == CLI_SOURCE_SNAPSHOT;
    job->begin = a->tick < b->tick ? b->tick : a->tick;
    job->state = CLI_COMPARE_ALIGNS;
    if (is_pair && !job->has_ticks) {
        start(job); /* as they are */
    } else if (late->type == CLI_SOURCE_REPLAY && late->last < job->begin) {
        fail(job, cli_command_file_error(late->path, "ends before the other one begins"));
    } else if (late->tick == job->begin) {
        start(job);
    }
}

static void align(cli_compare *job) {
    cli_compare_side *const side = behind(job);
    int code = side->apply == NULL ? CLI_EXIT_OK : settle(side);
    if (code == CLI_EXIT_OK) code = cli_source_step(&side->source, NULL);
    if (code != CLI_EXIT_OK) {
        fail(job, code);
    } else if (side->source.tick >= job->begin) {
        start(job);
    }
}

/* Compare the states at a tick. */
static void compare(cli_compare *job) {
    if (differ(job)) {
        find_stage(job);
        job->state = CLI_COMPARE_DIFFERENT;
    } else if (job->sides[0].source.tick >= job->end) {
        job->state = CLI_COMPARE_EQUAL;
    }
}

/* Compare again with what is done before the next step, and do it. */
static void advance(cli_compare *job) {
    int code = settle_both(job);
    if (code == CLI_EXIT_OK) {
        job->is_input = differ(job);
        if (job->is_input) {
            job->state = CLI_COMPARE_DIFFERENT;
            return;
        }
        code = step_both(job);
    }
    if (code != CLI_EXIT_OK) fail(job, code);
}

cli_compare_state cli_compare_advance(cli_compare *job, uint32_t steps) {
    while (job->state == CLI_COMPARE_ALIGNS || job->state == CLI_COMPARE_RUNS) {
        if (job->state == CLI_COMPARE_RUNS) {
            compare(job);
            if (job->state != CLI_COMPARE_RUNS) break;
        }
        if (steps-- == 0) break;
        if (job->state == CLI_COMPARE_ALIGNS) {
            align(job);
        } else {
            advance(job);
        }
    }
    return job->state;
}

uint64_t cli_compare_tick(const cli_compare *job) {
    const uint64_t a = job->sides[0].source.tick, b = job->sides[1].source.tick;
    return a < b ? a : b;
}

uint64_t cli_compare_goal(const cli_compare *job) {
    return job->state == CLI_COMPARE_ALIGNS ? job->begin : job->end;
}

/* ---- all that differs ---- */

static pawl_body_id body_at(const pawl_world *world, uint16_t slot) {
    pawl_body_id body = {0, 0};
    if (slot >= world->body_pool.used) return body;
    const pawli_body *at = &pawli_bodies_const(world)[slot];
    if (!(at->flags & PAWLI_BODY_LIVE)) return body;
    body.index1 = (uint16_t)(slot + 1u);
    body.generation = at->generation;
    return body;
}

static pawl_soft_id soft_at(const pawl_world *world, uint16_t slot) {
    pawl_soft_id at = {0, 0};
    do
        at = pawl_world_next_soft(world, at);
    while (at.index1 != 0 && at.index1 - 1 != slot);
    return at;
}

static pawl_body_id body_of_character(const pawl_world *world, uint16_t slot) {
    pawl_character_id at = {0, 0};
    do
        at = pawl_world_next_character(world, at);
    while (at.index1 != 0 && at.index1 - 1 != slot);
    return pawl_character_get_body(world, at);
}

static void mark_soft(const pawl_world *world, const pawl_object_key *key, cli_compare_mark *mark) {
    pawl_soft_point point;
    pawl_soft_link link;
    uint32_t number = key->detail;
    mark->soft = soft_at(world, key->slot);
    if (key->serial_b == 0) return;
    if (key->serial_b == 2) {
        if (pawl_soft_get_link(world, mark->soft, number, &link) != PAWL_OK) return;
        number = link.a;
    }
    mark->has_place = pawl_soft_get_point(world, mark->soft, number, &point) == PAWL_OK;
    if (mark->has_place) mark->place = point.position;
}

cli_compare_mark cli_compare_find_mark(const pawl_world *world, pawl_branch branch,
                                       const pawl_object_key *key) {
    cli_compare_mark mark;
    pawl_object_key own; /* slots may be others here */
    uint32_t index;
    memset(&mark, 0, sizeof mark);
    if (pawl_object_match(world, branch, key, &index) != PAWL_OK ||
        pawl_object_find(world, branch, index, &own) != PAWL_OK) {
        return mark;
    }
    if (branch == PAWL_BRANCH_SOFT) {
        mark_soft(world, &own, &mark);
    } else if (branch == PAWL_BRANCH_CHARACTERS) {
        mark.bodies[0] = body_of_character(world, own.slot);
    } else {
        mark.bodies[0] = body_at(world, own.body_a);
        mark.bodies[1] = body_at(world, own.body_b);
    }
    return mark;
}

typedef struct listing {
    const cli_compare *job;
    const cli_compare_visitor *to;
    pawl_branch branch; /* of the last change, and its marks: most objects have several */
    pawl_object_key key;
    cli_compare_mark marks[2];
    bool has_marks;
} listing;

static void hand_out(void *context, const pawl_difference *change) {
    listing *const in = context;
    if (!in->has_marks || in->branch != change->branch ||
        memcmp(&in->key, &change->key, sizeof in->key) != 0) {
        in->has_marks = true;
        in->branch = change->branch;
        in->key = change->key;
        for (int i = 0; i < 2; i++) {
            in->marks[i] =
                cli_compare_find_mark(in->job->sides[i].source.world, change->branch, &change->key);
        }
    }
    in->to->take(in->to->context, change, in->marks);
}

uint32_t cli_compare_list(const cli_compare *job, const cli_compare_visitor *to) {
    listing in;
    memset(&in, 0, sizeof in);
    in.job = job;
    in.to = to;
    const cli_changes changes = {hand_out, &in};
    return cli_edits_list(job->sides[0].source.world, job->sides[1].source.world, &changes);
}
