/* cmd_diff.c - pawl diff: the first tick, stage, object and value in which two runs differ. */
#include <stdio.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/common/progress.h"
#include "cli/common/text.h"
#include "cli/studio/compare.h"

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

/* ---- text ---- */

static const char *name_of(const cli_compare *job, pawl_branch branch, uint16_t body,
                           uint32_t joint) {
    for (int i = 0; i < 2; i++) {
        const char *name = branch == PAWL_BRANCH_JOINTS && joint != 0
                               ? cli_source_joint_name(&job->sides[i].source, joint)
                               : cli_source_body_name(&job->sides[i].source, body);
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

static void print_names(const cli_compare *job) {
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

static void print_stage(const cli_compare *job) {
    printf("  in the stage \"%s\" of the step", pawl_stage_text(job->stage));
    if (job->stage >= PAWL_STAGE_SOLVE && job->stage <= PAWL_STAGE_RELAX) {
        printf(", sub-step %lu", (unsigned long)job->round);
    }
    putchar('\n');
}

static void print_text(const cli_compare *job) {
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    const unsigned long long tick = job->sides[0].source.tick;
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
    printf("  hashes: a %08lx, b %08lx\n",
           (unsigned long)pawl_world_hash(job->sides[0].source.world),
           (unsigned long)pawl_world_hash(job->sides[1].source.world));
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

static void print_json(const cli_compare *job, bool is_equal) {
    const unsigned long long tick = job->sides[0].source.tick;
    printf("{\n  \"equal\": %s,\n  \"first_tick\": %llu,\n  \"tick\": %llu",
           is_equal ? "true" : "false", (unsigned long long)job->begin, tick);
    if (!is_equal) {
        printf(",\n  \"in_inputs\": %s", job->is_input ? "true" : "false");
        if (job->has_stage) {
            printf(",\n  \"stage\": \"%s\",\n  \"round\": %lu", pawl_stage_text(job->stage),
                   (unsigned long)job->round);
        }
        print_json_values(&job->difference);
    }
    printf(",\n  \"hash_a\": \"%08lx\",\n  \"hash_b\": \"%08lx\"\n}\n",
           (unsigned long)pawl_world_hash(job->sides[0].source.world),
           (unsigned long)pawl_world_hash(job->sides[1].source.world));
}

static int report(const cli_compare *job, bool is_json) {
    const bool is_equal = job->state == CLI_COMPARE_EQUAL;
    if (is_json) {
        print_json(job, is_equal);
    } else if (is_equal) {
        printf("EQUAL  tick %llu to %llu, hash %08lx\n", (unsigned long long)job->begin,
               (unsigned long long)job->sides[0].source.tick,
               (unsigned long)pawl_world_hash(job->sides[0].source.world));
    } else {
        print_text(job);
    }
    return cli_command_finish_output(is_equal ? CLI_EXIT_OK : CLI_EXIT_FAILED);
}

#define PORTION 16u /* steps from one look at the clock to the next */

static int compare(cli_compare *job, bool is_json) {
    cli_progress progress = cli_progress_start();
    cli_compare_begin(job);
    for (;;) {
        const cli_compare_state state = cli_compare_advance(job, PORTION);
        if (state != CLI_COMPARE_ALIGNS && state != CLI_COMPARE_RUNS) break;
        cli_progress_show(&progress, "tick", cli_compare_tick(job), cli_compare_goal(job));
    }
    cli_progress_end(&progress);
    return job->state == CLI_COMPARE_FAILED ? job->code : report(job, is_json);
}

static int compare_files(const diff_options *options) {
    cli_compare job = {.has_ticks = options->has_ticks, .ticks = options->ticks};
    int code = cli_source_open(options->files[0], &job.sides[0].source);
    if (code != CLI_EXIT_OK) return code;
    code = cli_source_open(options->files[1], &job.sides[1].source);
    if (code == CLI_EXIT_OK) {
        code = compare(&job, options->json);
        cli_source_close(&job.sides[1].source);
    }
    cli_source_close(&job.sides[0].source);
    return code;
}

int cli_cmd_diff(int argc, char **argv) {
    diff_options options = {0};
    const int usage = read_options(&options, argc, argv);
    return usage == CLI_OPTIONS_READ ? compare_files(&options) : usage;
}
