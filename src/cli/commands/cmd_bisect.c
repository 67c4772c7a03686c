/* cmd_bisect.c - pawl bisect: where a replay, or two builds, begin to differ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/runs/bisect.h"
#include "cli/common/command.h"
#include "cli/runs/edits.h"
#include "cli/common/heap.h"
#include "cli/common/progress.h"

static const char help[] =
    "usage: pawl bisect REPLAY [OPTION]...\n"
    "       pawl bisect --build PROGRAM --build PROGRAM SCENE|REPLAY [OPTION]...\n"
    "\n"
    "Without --build: plays a world replay from each of its keyframes in turn. Where it fails "
    "from\n"
    "the first one, the simulation is another than the one that was recorded, and the last line\n"
    "says between which ticks it begins. Where it fails only from a later keyframe, that keyframe\n"
    "leaves something out.\n"
    "With two pawl programs: runs both, compares the hash of every tick, and names the first "
    "value\n"
    "that differs, a in the first program, b in the second.\n"
    "\n"
    "  --build PROGRAM  a pawl program; twice\n"
    "  --ticks N        of a scene (default: what it says)\n"
    "  --force          play what another version recorded, too\n"
    "  --max-memory N   MiB that a replay and its world may take (default 512)\n"
    "  --json           print JSON instead of lines\n"
    "  --help           this text\n"
    "\n"
    "exit codes: 0 no difference, 1 a difference, 2 malformed, 3 recorded by another version";

static int read_options(cli_bisect_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "build", .list = &options->builds},
        CLI_TICKS_ROW(options),
        CLI_BUDGET_ROWS(&options->budget),
        {.name = "json", .flag = &options->json},
        {.operand = &options->path,
         .missing = "no replay or scene",
         .surplus = "more than one file"},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    if (code != CLI_OPTIONS_READ) return code;
    if (options->builds.count == 0 || options->builds.count == 2) return CLI_OPTIONS_READ;
    return cli_command_usage_error("bisect", "--build is needed twice, or not at all", NULL);
}

/* ---- keyframes ---- */

/* What came of playing from one keyframe. */
typedef struct outcome {
    uint32_t keyframe;
    uint64_t from; /* its tick */
    pawl_verdict verdict;
} outcome;

static void print_outcome(const cli_bisect_options *options, const outcome *one) {
    const pawl_verdict *verdict = &one->verdict;
    const bool good = verdict->status == PAWL_OK;
    char branches[CLI_BRANCHES_MAX];
    cli_replay_file_branches_text(verdict->branches, branches);
    if (options->json) {
        printf("%s\n    {\"keyframe\": %lu, \"from\": %llu, \"result\": \"%s\", \"tick\": %llu, "
               "\"equal\": %llu, \"parts\": \"%s\"}",
               one->keyframe > 0 ? "," : "", (unsigned long)one->keyframe,
               (unsigned long long)one->from, good ? "ok" : "diverged",
               (unsigned long long)verdict->tick, (unsigned long long)verdict->equal_tick,
               branches);
    } else if (good) {
        printf("keyframe %lu tick=%llu ok checkpoints=%lu\n", (unsigned long)one->keyframe,
               (unsigned long long)one->from, (unsigned long)verdict->checkpoints);
    } else {
        printf("keyframe %lu tick=%llu diverged tick=%llu parts=%s equal=%llu\n",
               (unsigned long)one->keyframe, (unsigned long long)one->from,
               (unsigned long long)verdict->tick, branches,
               (unsigned long long)verdict->equal_tick);
    }
}

static void tell_conclusion(const cli_bisect_options *options, const char *text) {
    printf(options->json ? "\n  ],\n  \"conclusion\": \"%s\"\n}\n" : "%s\n", text);
}

/* first: the first failure; null: none. before: the keyframe in front of it. */
static void conclude(const cli_bisect_options *options, const outcome *first, const outcome *before,
                     uint32_t count) {
    char text[200];
    if (first == NULL) {
        snprintf(text, sizeof text, "no difference: from each of %lu keyframes to the end",
                 (unsigned long)count);
    } else if (first->keyframe == 0) {
        snprintf(text, sizeof text,
                 "the simulation is another: it begins after tick %llu and before tick %llu",
                 (unsigned long long)first->verdict.equal_tick,
                 (unsigned long long)first->verdict.tick + 1);
    } else {
        snprintf(text, sizeof text,
                 "the keyframe of tick %llu leaves something out, which the one of tick %llu has "
                 "or does not need",
                 (unsigned long long)first->from, (unsigned long long)before->from);
    }
    tell_conclusion(options, text);
}

/* What differs first, when a keyframe tells. */
static void tell_first_value(const cli_bisect_options *options, const pawl_playback *playback) {
    pawl_difference difference;
    if (options->json) return;
    void *buffer = cli_heap_allocate(playback->world_size);
    if (pawl_playback_get_difference(playback, buffer, playback->world_size, &difference) ==
        PAWL_OK) {
        printf("a was recorded, b was played; ");
        cli_edits_put_difference(stdout, &difference);
    }
    free(buffer);
}

static pawl_verdict play_from(pawl_playback *playback, uint32_t keyframe, cli_progress *progress) {
    const pawl_step_hooks hooks = {.lanes = pawl_lanes_best()};
    pawl_status status = pawl_playback_start_at(playback, keyframe);
    while (status == PAWL_OK) {
        status = pawl_playback_step(playback, &hooks);
        cli_progress_show(progress, "tick", playback->tick, playback->replay->last_tick);
    }
    pawl_verdict verdict = playback->verdict;
    if (status == PAWL_ERR_RANGE) {
        verdict.status = PAWL_OK; /* the end */
    } else if (verdict.status == PAWL_OK) {
        verdict.status = status;
    }
    return verdict;
}

static bool is_failure_of_file(const pawl_verdict *verdict) {
    return verdict->status != PAWL_OK && verdict->status != PAWL_ERR_DESYNC;
}

static int sweep(const cli_bisect_options *options, pawl_playback *playback) {
    outcome first = {0}, before = {0}, last = {0};
    bool failed = false;
    pawl_chunk chunk;
    uint32_t offset = 0, count = 0;
    cli_progress progress = cli_progress_start();
    if (options->json) fputs("{\n  \"keyframes\": [", stdout);
    while (pawl_replay_get_chunk(playback->replay, offset, &chunk, &offset) == PAWL_OK) {
        if (chunk.type != PAWL_CHUNK_KEYFRAME) continue;
        const outcome one = {count, chunk.tick, play_from(playback, count, &progress)};
        cli_progress_end(&progress);
        if (is_failure_of_file(&one.verdict)) {
            char reason[CLI_REPLAY_REASON_MAX];
            cli_replay_file_verdict_reason(&one.verdict, reason);
            cli_command_file_error(options->path, reason);
            return cli_replay_file_exit_code(one.verdict.status);
        }
        print_outcome(options, &one);
        if (one.verdict.status != PAWL_OK) tell_first_value(options, playback);
        if (one.verdict.status != PAWL_OK && !failed) {
            first = one;
            before = last;
            failed = true;
        }
        last = one;
        count++;
    }
    conclude(options, failed ? &first : NULL, &before, count);
    return failed ? CLI_EXIT_FAILED : CLI_EXIT_OK;
}

/* Play the replay from each of its keyframes to the end. Returns an exit code. */
static int bisect_keyframes(const cli_bisect_options *options) {
    cli_replay_run run;
    char reason[CLI_REPLAY_REASON_MAX];
    int code = cli_replay_file_play(options->path, &options->budget, &run, reason);
    if (code != CLI_EXIT_OK) {
        cli_command_file_error(options->path, reason);
        return code;
    }
    code = sweep(options, &run.playback);
    cli_replay_file_stop(&run);
    return code;
}

int cli_cmd_bisect(int argc, char **argv) {
    cli_bisect_options options = {.path = NULL};
    options.budget = cli_replay_file_default_budget();
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    const int code =
        options.builds.count == 2 ? cli_bisect_builds(&options) : bisect_keyframes(&options);
    return cli_command_finish_output(code);
}
