/* cmd_replay.c - pawl replay: play a world replay, report and draw it. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/common/command.h"
#include "cli/runs/edits.h"
#include "cli/runs/pictures.h"
#include "cli/common/progress.h"
#include "cli/runs/replay_file.h"
#include "cli/runs/report.h"
#include "cli/runs/snapshot_file.h"
#include "cli/window/view_window.h"
#include "replay/playback.h"

#define TICK_MAX UINT64_MAX
#define FRAMES_MAX 1000000u

static const char help[] =
    "usage: pawl replay FILE [OPTION]...\n"
    "\n"
    "Plays a world replay (docs/replays.md) and compares it with its checkpoints. The result is\n"
    "what `pawl run` prints. A replay that was cut off plays to its last whole chunk.\n"
    "\n"
    "  --tick N         stop at tick N, before its step (default: the end)\n"
    "  --hash-every K   print the hash at every K-th tick\n"
    "  --json           print JSON instead of lines\n"
    "  --svg FILE       draw the last tick as SVG\n"
    "  --png FILE       draw the last tick as PNG\n"
    "  --gif FILE       record all of it as an animation\n"
    "  --gif-rate N     pictures a second of it, at most 50 (default 50)\n"
    "  --film FILE      record all of it as a film, for `pawl film` (docs/films.md)\n"
    "  --width N        width of the pictures in pixels, 64 to 4096 (default 640)\n"
    "  --view           show it in a window (docs/view.md); with --tick, from there\n"
    "  --keys TEXT, --frames N, --screenshot FILE\n"
    "                   of the window, as for `pawl view`\n"
    "  --snapshot FILE  write the state at the last tick as a snapshot\n"
    "  --force          play what another version recorded, too\n"
    "  --max-ticks N    refuse longer replays (default 36000000)\n"
    "  --max-memory N   MiB that the file and its world may take (default 512)\n"
    "  --help           this text\n"
    "\n"
    "exit codes: 0 ok, 1 it diverged, 2 malformed, 3 recorded by another version";

typedef struct replay_options {
    const char *path, *snapshot;
    uint64_t tick, hash_every;
    bool has_tick, json, view;
    const char *keys, *screenshot;
    uint64_t frames;
    cli_replay_budget budget;
    cli_picture_options pictures;
} replay_options;

static int read_options(replay_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "tick",
         .number = &options->tick,
         .high = TICK_MAX,
         .is_given = &options->has_tick},
        {.name = "hash-every", .number = &options->hash_every, .low = 1, .high = TICK_MAX},
        {.name = "json", .flag = &options->json},
        {.name = "snapshot", .text = &options->snapshot},
        {.name = "view", .flag = &options->view},
        {.name = "keys", .text = &options->keys},
        {.name = "screenshot", .text = &options->screenshot},
        {.name = "frames", .number = &options->frames, .low = 1, .high = FRAMES_MAX},
        CLI_BUDGET_ROWS(&options->budget),
        {.name = "max-ticks", .number = &options->budget.ticks, .high = TICK_MAX},
        CLI_PICTURE_ROWS(options->pictures),
        {.name = "film", .text = &options->pictures.film},
        {.operand = &options->path, .missing = "no replay", .surplus = "more than one replay"},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    if (code != CLI_OPTIONS_READ) return code;
    if (!options->view && (options->keys || options->screenshot || options->frames > 0)) {
        return cli_command_usage_error("replay", "--keys, --frames and --screenshot need --view",
                                       NULL);
    }
    return cli_view_window_check_keys("replay", options->keys) == CLI_EXIT_OK ? CLI_OPTIONS_READ
                                                                              : CLI_EXIT_INPUT;
}

typedef struct job {
    const replay_options *options;
    cli_replay_run run;
    uint64_t last;
    cli_report report;
    cli_pictures pictures;
    cli_progress progress;
    bool failed; /* an output could not be written; that was reported */
} job;

static void look(job *in, uint64_t tick) {
    const cli_scene *scene = cli_replay_file_show(&in->run);
    cli_report_hash(&in->report, scene->world, tick);
    if (!cli_pictures_take(&in->pictures, scene, tick)) in->failed = true;
}

/* Every tick; what happens between is seen. */
static pawl_status play(job *in) {
    const pawl_step_hooks hooks = {.lanes = pawl_lanes_best()};
    pawl_playback *playback = &in->run.playback;
    for (;;) {
        const uint64_t tick = playback->tick;
        pawl_status status = pawli_playback_check(playback); /* a seek to here, without a search */
        if (status != PAWL_OK && status != PAWL_ERR_DESYNC) return status;
        if (playback->world != NULL) look(in, tick);
        if (status != PAWL_OK) return status;
        if (in->failed || tick == in->last) return PAWL_OK;
        status = pawl_playback_step(playback, &hooks);
        if (status != PAWL_OK) return status;
        cli_report_count(&in->report, playback->world);
        cli_progress_show(&in->progress, "tick", tick, in->last);
    }
}

/* Only the last tick is looked at. */
static pawl_status jump(job *in) {
    const pawl_step_hooks hooks = {.lanes = pawl_lanes_best()};
    const pawl_status status = pawl_playback_seek(&in->run.playback, in->last, &hooks);
    if (status == PAWL_OK) look(in, in->last);
    return status;
}

/* What differs first, when a keyframe tells. */
static void tell_difference(const pawl_playback *playback) {
    pawl_difference difference;
    void *buffer = cli_heap_allocate(playback->world_size);
    if (pawl_playback_get_difference(playback, buffer, playback->world_size, &difference) ==
        PAWL_OK) {
        cli_edits_put_difference(stderr, &difference);
    }
    free(buffer);
}

static int tell_verdict(const job *in) {
    const pawl_verdict *verdict = &in->run.playback.verdict;
    char text[CLI_REPLAY_REASON_MAX], branches[CLI_BRANCHES_MAX];
    if (verdict->status != PAWL_ERR_DESYNC) {
        cli_replay_file_verdict_reason(verdict, text);
        cli_command_file_error(in->options->path, text);
        return cli_replay_file_exit_code(verdict->status);
    }
    snprintf(text, sizeof text, "diverged at tick %llu: wanted %08lx, got %08lx, parts %s",
             (unsigned long long)verdict->tick, (unsigned long)verdict->want,
             (unsigned long)verdict->got,
             cli_replay_file_branches_text(verdict->branches, branches));
    cli_command_file_error(in->options->path, text);
    tell_difference(&in->run.playback);
    return CLI_EXIT_FAILED;
}

static void print_end(job *in, bool diverged) {
    const pawl_replay *replay = &in->run.file.replay;
    const pawl_world *world = in->run.playback.world;
    if (world == NULL) return;
    cli_report_result(&in->report, world);
    if (in->options->json) {
        printf(",\n  \"complete\": %s,\n  \"diverged\": %s", replay->is_complete ? "true" : "false",
               diverged ? "true" : "false");
    }
    cli_report_close(&in->report);
}

static void tell_cut_off(const job *in) {
    const pawl_replay *replay = &in->run.file.replay;
    if (replay->is_complete) return;
    fprintf(stderr, "pawl: %s: note: cut off after %lu whole bytes: plays to tick %llu\n",
            in->options->path, (unsigned long)replay->whole, (unsigned long long)replay->last_tick);
}

static bool check_tick(const job *in) {
    const pawl_replay *replay = &in->run.file.replay;
    const uint64_t tick = in->options->tick;
    char reason[CLI_REPLAY_REASON_MAX];
    if (!in->options->has_tick) return true;
    if (tick >= replay->first_tick && tick <= replay->last_tick) return true;
    snprintf(reason, sizeof reason, "--tick is not in %llu .. %llu",
             (unsigned long long)replay->first_tick, (unsigned long long)replay->last_tick);
    cli_command_file_error(in->options->path, reason);
    return false;
}

static int play_file(job *in) {
    const replay_options *options = in->options;
    const pawl_replay *replay = &in->run.file.replay;
    in->last = options->has_tick ? options->tick : replay->last_tick;
    in->progress = cli_progress_start();
    in->report.is_json = options->json;
    in->report.hash_every = options->hash_every;
    cli_report_start(&in->report);
    const bool is_still = options->has_tick && options->hash_every == 0 &&
                          options->pictures.gif == NULL && options->pictures.film == NULL;
    in->failed =
        !cli_pictures_start(&in->pictures, &options->pictures, &in->run.scene, in->last, in->last);
    pawl_status status = PAWL_OK;
    if (!in->failed) status = is_still ? jump(in) : play(in);
    in->failed = !cli_pictures_end(&in->pictures, !in->failed);
    cli_progress_end(&in->progress);
    if (in->failed) return CLI_EXIT_INPUT;
    const int code = status == PAWL_OK ? CLI_EXIT_OK : tell_verdict(in);
    if (code > CLI_EXIT_FAILED) return code;
    const pawl_playback *playback = &in->run.playback;
    /* Also of the state that was found to be another. */
    if (playback->tick == in->last && playback->world != NULL &&
        !cli_snapshot_file_write(options->snapshot, playback->world)) {
        return CLI_EXIT_INPUT;
    }
    print_end(in, code == CLI_EXIT_FAILED);
    return cli_command_finish_output(code);
}

/* ---- the window ---- */

static int view_file(const job *in) {
    const replay_options *options = in->options;
    const cli_window_options window = {.paths = &options->path,
                                       .path_count = 1,
                                       .budget = options->budget,
                                       .tick = options->has_tick ? options->tick : 0,
                                       .screenshot = options->screenshot,
                                       .keys = options->keys,
                                       .width = (uint32_t)options->pictures.width,
                                       .frames = (uint32_t)options->frames};
    return cli_view_window_show(&window);
}

int cli_cmd_replay(int argc, char **argv) {
    replay_options options = {.pictures = CLI_PICTURE_DEFAULTS};
    job in = {.options = &options};
    char reason[CLI_REPLAY_REASON_MAX];
    options.budget = cli_replay_file_default_budget();
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    int code = cli_replay_file_play(options.path, &options.budget, &in.run, reason);
    if (code != CLI_EXIT_OK) {
        cli_command_file_error(options.path, reason);
        return code;
    }
    if (!check_tick(&in)) {
        code = CLI_EXIT_INPUT;
    } else {
        tell_cut_off(&in);
        code = options.view ? view_file(&in) : play_file(&in);
    }
    cli_replay_file_stop(&in.run);
    return code;
}
