/* cmd_diff.c - pawl diff: the first tick, stage, object and value in which two runs differ. */
#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/common/progress.h"
#include "cli/runs/source.h"
#include "cli/common/text.h"

static const char help[] =
    "usage: pawl diff A B [OPTION]...\n"
    "\n"
    "Compares two runs. A and B are each a scene, a snapshot or a world replay. The one that is\n"
    "behind is stepped to the tick of the other, then both are stepped side by side and compared\n"
    "after every step; snapshots are compared as they are, unless --ticks is given.\n"
    "  FIRST DIFFERENCE  tick 12 (inputs identical up to 11)\n"
    "    bodies: 3 values in 2 objects; first: body 4 (slot 3)\n"
    "    velocity.x  a 0x00010000 1  b 0x00010001 1.00002  (1 apart)\n"
    "Builds with PAWL_TRACE also name the stage of the step (docs/desync.md).\n"
    "\n"
    "  --ticks N  how many steps at most (default: to the end of the shorter one)\n"
    "  --json     print JSON instead of lines\n"
    "  --help     this text\n"
    "\n"
    "exit codes: 0 equal, 1 different, 2 unreadable, 3 written by another version";

typedef struct diff_options {
    const char *files[2];
    uint64_t ticks;
    bool has_ticks, json;
} diff_options;

static int read_options(diff_options *options, int argc, char **argv) {
    static const char needed[] = "two files are needed";
    const cli_option table[] = {
        CLI_TICKS_ROW(options),
        {.name = "json", .flag = &options->json},
        {.operand = &options->files[0], .missing = needed},
        {.operand = &options->files[1], .missing = needed},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

/* ---- stages ---- */

/* Ten stages, and three for each of up to 16 sub-steps. */
#define STAGES_MAX (PAWL_STAGE_COUNT - 3 + 3 * PAWL_SUBSTEPS_MAX)

typedef struct stage_log {
    struct {
        pawl_stage stage;
        uint32_t round, hash;
    } stages[STAGES_MAX];
    uint32_t count;
} stage_log;

#if PAWL_TRACE
static void log_stage(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                      uint32_t hash) {
    stage_log *log = context;
    (void)world;
    if (log->count == STAGES_MAX) return;
    log->stages[log->count].stage = stage;
    log->stages[log->count].round = round;
    log->stages[log->count++].hash = hash;
}
#endif

static pawl_step_hooks hooks_for(stage_log *log) {
    pawl_step_hooks hooks = {0};
    log->count = 0;
#if PAWL_TRACE
    hooks.context = log;
    hooks.trace = log_stage;
#endif
    return hooks;
}

/* ---- two runs ---- */

typedef struct run {
    const diff_options *options;
    cli_source sources[2];
    stage_log logs[2];
    uint64_t begin, end; /* first and last tick to be compared */
    uint64_t steps;      /* done side by side */
    pawl_difference difference;
    bool is_input; /* the difference is what was done to the worlds before a step */
    bool has_stage;
    uint32_t stage; /* index into the logs */
    cli_progress progress;
} run;

static bool differ(run *job) {
    return pawl_world_compare(job->sources[0].world, job->sources[1].world, &job->difference) != 0;
}

static int settle(run *job) {
    for (int i = 0; i < 2; i++) {
        const int code = cli_source_settle(&job->sources[i], NULL);
        if (code != CLI_EXIT_OK) return code;
    }
    return CLI_EXIT_OK;
}

static int step(run *job) {
    for (int i = 0; i < 2; i++) {
        const pawl_step_hooks hooks = hooks_for(&job->logs[i]);
        const int code = cli_source_step(&job->sources[i], &hooks);
        if (code != CLI_EXIT_OK) return code;
    }
    return CLI_EXIT_OK;
}

/* In the step that made the difference. */
static void find_stage(run *job) {
    const stage_log *a = &job->logs[0], *b = &job->logs[1];
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        if (memcmp(&a->stages[i], &b->stages[i], sizeof a->stages[i]) == 0) continue;
        job->has_stage = true;
        job->stage = i;
        return;
    }
}

/* Bring both to the same tick, as far as they go. */
static int align(run *job) {
    cli_source *a = &job->sources[0], *b = &job->sources[1];
    cli_source *behind = a->tick < b->tick ? a : b;
    const uint64_t tick = a->tick < b->tick ? b->tick : a->tick;
    const bool is_pair = a->type == CLI_SOURCE_SNAPSHOT && b->type == CLI_SOURCE_SNAPSHOT;
    job->begin = tick;
    if (is_pair && !job->options->has_ticks) return CLI_EXIT_OK;
    if (behind->type == CLI_SOURCE_REPLAY && behind->last < tick) {
        return cli_command_file_error(behind->path, "ends before the other one begins");
    }
    while (behind->tick < tick) {
        const int code = cli_source_step(behind, NULL);
        if (code != CLI_EXIT_OK) return code;
        cli_progress_show(&job->progress, "tick", behind->tick, tick);
    }
    return CLI_EXIT_OK;
}

static uint64_t end_of(const run *job) {
    uint64_t end = job->options->has_ticks ? job->begin + job->options->ticks : UINT64_MAX;
    for (int i = 0; i < 2; i++) {
        const cli_source *source = &job->sources[i];
        const bool is_bound = source->type == CLI_SOURCE_REPLAY || !job->options->has_ticks;
        if (is_bound && source->last < end) end = source->last;
    }
    return end < job->begin ? job->begin : end;
}

/* Returns an exit code: CLI_EXIT_FAILED with a difference. */
static int compare(run *job) {
    cli_source *a = &job->sources[0];
    int code = align(job);
    job->end = end_of(job);
    if (code == CLI_EXIT_OK) code = settle(job); /* a snapshot may be of a settled replay */
    while (code == CLI_EXIT_OK) {
        if (differ(job)) {
            find_stage(job);
            return CLI_EXIT_FAILED;
        }
        if (a->tick >= job->end) break;
        code = settle(job);
        if (code != CLI_EXIT_OK) break;
        job->is_input = differ(job);
        if (job->is_input) return CLI_EXIT_FAILED;
        code = step(job);
        job->steps++;
        cli_progress_show(&job->progress, "tick", a->tick, job->end);
    }
    return code;
}

/* ---- text ---- */

static const char *name_of(const run *job, pawl_branch branch, uint16_t body, uint32_t joint) {
    for (int i = 0; i < 2; i++) {
        const char *name = branch == PAWL_BRANCH_JOINTS && joint != 0
                               ? cli_source_joint_name(&job->sources[i], joint)
                               : cli_source_body_name(&job->sources[i], body);
        if (name != NULL && name[0] != '\0') return name;
    }
    return NULL;
}

static void print_name(const char *what, unsigned long number, const char *name, bool *is_first) {
    if (name == NULL) return;
    printf("%s%s %lu is \"", *is_first ? "  " : ", ", what, number);
    cli_text_put_plain(stdout, name);
    putchar('"');
    *is_first = false;
}

static void print_names(const run *job) {
    const pawl_object_key *key = &job->difference.key;
    const pawl_branch branch = job->difference.branch;
    bool is_first = true;
    if (branch == PAWL_BRANCH_JOINTS) {
        print_name("joint", key->serial, name_of(job, branch, 0, key->serial), &is_first);
    }
    if (key->body_a != UINT16_MAX) {
        print_name("body in slot", key->body_a, name_of(job, branch, key->body_a, 0), &is_first);
    }
    if (key->body_b != UINT16_MAX) {
        print_name("body in slot", key->body_b, name_of(job, branch, key->body_b, 0), &is_first);
    }
    if (!is_first) putchar('\n');
}

static void print_stage(const run *job) {
    const pawl_stage stage = job->logs[0].stages[job->stage].stage;
    printf("  in the stage \"%s\" of the step", pawl_stage_text(stage));
    if (stage >= PAWL_STAGE_SOLVE && stage <= PAWL_STAGE_RELAX) {
        printf(", sub-step %lu", (unsigned long)job->logs[0].stages[job->stage].round);
    }
    putchar('\n');
}

static void print_text(const run *job) {
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    const unsigned long long tick = job->sources[0].tick;
    pawl_difference_print(&job->difference, text, sizeof text);
    if (job->is_input) {
        printf("FIRST DIFFERENCE  tick %llu, in what was done to the world before its step\n",
               tick);
    } else if (job->steps == 0) {
        puts("FIRST DIFFERENCE  where the comparison begins");
    } else {
        printf("FIRST DIFFERENCE  tick %llu (inputs identical up to %llu)\n", tick, tick - 1);
    }
    if (job->has_stage) print_stage(job);
    for (const char *line = text; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        printf("  %.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
    print_names(job);
    printf("  hashes: a %08lx, b %08lx\n", (unsigned long)pawl_world_hash(job->sources[0].world),
           (unsigned long)pawl_world_hash(job->sources[1].world));
}

static void print_json_values(const pawl_difference *difference) {
    const pawl_object_key *key = &difference->key;
    printf(",\n  \"part\": \"%s\",\n  \"values\": %lu,\n  \"objects\": %lu,\n  \"serial\": %lu,\n"
           "  \"serial_b\": %lu,\n  \"detail\": %lu",
           pawl_branch_text(difference->branch), (unsigned long)difference->values,
           (unsigned long)difference->objects, (unsigned long)key->serial,
           (unsigned long)key->serial_b, (unsigned long)key->detail);
    if (difference->in_a && difference->in_b) {
        printf(",\n  \"field\": \"%s\",\n  \"fraction\": %u,\n  \"a\": %lld,\n  \"b\": %lld",
               difference->a.name, (unsigned)difference->a.fraction, (long long)difference->a.value,
               (long long)difference->b.value);
    } else {
        printf(",\n  \"only_in\": \"%s\"", difference->in_a ? "a" : "b");
    }
}

static void print_json(const run *job, bool is_equal) {
    const unsigned long long tick = job->sources[0].tick;
    printf("{\n  \"equal\": %s,\n  \"first_tick\": %llu,\n  \"tick\": %llu",
           is_equal ? "true" : "false", (unsigned long long)job->begin, tick);
    if (!is_equal) {
        printf(",\n  \"in_inputs\": %s", job->is_input ? "true" : "false");
        if (job->has_stage) {
            printf(",\n  \"stage\": \"%s\",\n  \"round\": %lu",
                   pawl_stage_text(job->logs[0].stages[job->stage].stage),
                   (unsigned long)job->logs[0].stages[job->stage].round);
        }
        print_json_values(&job->difference);
    }
    printf(",\n  \"hash_a\": \"%08lx\",\n  \"hash_b\": \"%08lx\"\n}\n",
           (unsigned long)pawl_world_hash(job->sources[0].world),
           (unsigned long)pawl_world_hash(job->sources[1].world));
}

static int report(const run *job, int code) {
    const bool is_equal = code == CLI_EXIT_OK;
    if (job->options->json) {
        print_json(job, is_equal);
    } else if (is_equal) {
        printf("EQUAL  tick %llu to %llu, hash %08lx\n", (unsigned long long)job->begin,
               (unsigned long long)job->sources[0].tick,
               (unsigned long)pawl_world_hash(job->sources[0].world));
    } else {
        print_text(job);
    }
    return cli_command_finish_output(code);
}

static int run_both(run *job) {
    int code = cli_source_open(job->options->files[0], &job->sources[0]);
    if (code != CLI_EXIT_OK) return code;
    code = cli_source_open(job->options->files[1], &job->sources[1]);
    if (code == CLI_EXIT_OK) {
        job->progress = cli_progress_start();
        code = compare(job);
        cli_progress_end(&job->progress);
        const bool is_found = code == CLI_EXIT_FAILED && job->difference.values != 0;
        if (code == CLI_EXIT_OK || is_found) code = report(job, code);
        cli_source_close(&job->sources[1]);
    }
    cli_source_close(&job->sources[0]);
    return code;
}

int cli_cmd_diff(int argc, char **argv) {
    diff_options options = {0};
    run job = {.options = &options};
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    return run_both(&job);
}
