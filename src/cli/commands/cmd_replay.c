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
#include "replay/player.h"

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
    bool has_tick, json, view, help;
    const char *keys, *screenshot;
    uint64_t frames;
    pawli_budget budget;
    pawli_picture_options pictures;
} replay_options;

static bool read_options(replay_options *options, int argc, char **argv) {
    const pawli_option table[] = {
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
        {.name = "force", .flag = &options->budget.force},
        {.name = "max-ticks", .number = &options->budget.ticks, .high = TICK_MAX},
        {.name = "max-memory", .number = &options->budget.mib, .low = 1, .high = 4095},
        {.name = "help", .flag = &options->help},
        PAWLI_PICTURE_ROWS(options->pictures),
        {.name = NULL},
    };
    int first = 0;
    if (!pawli_take_options(argc, argv, table, &first)) return false;
    if (options->help) return true;
    options->path = pawli_take_operand(argc, argv, first, "no replay", "more than one replay");
    if (options->path == NULL) return false;
    if (!options->view && (options->keys || options->screenshot || options->frames > 0)) {
        pawli_usage_error("replay", "--keys, --frames and --screenshot need --view", NULL);
        return false;
    }
    return true;
}

typedef struct job {
    const replay_options *options;
    pawli_playback playback;
    uint64_t last;
    pawli_report report;
    pawli_pictures pictures;
    pawli_progress progress;
    bool failed; /* an output could not be written; that was told */
} job;

static void look(job *in, uint64_t tick) {
    const pawli_scene *scene = pawli_playback_look(&in->playback);
    pawli_report_hash(&in->report, scene->world, tick);
    if (!pawli_pictures_take(&in->pictures, scene, tick)) in->failed = true;
}

/* Every tick; what happens between is seen. */
static pawl_status play(job *in) {
    pawl_player *player = &in->playback.player;
    for (;;) {
        const uint64_t tick = player->tick;
        pawl_status status = pawli_settle_player(player); /* a seek to here, without a search */
        if (status != PAWL_OK && status != PAWL_ERR_DESYNC) return status;
        if (player->world != NULL) look(in, tick);
        if (status != PAWL_OK) return status;
        if (in->failed || tick == in->last) return PAWL_OK;
        status = pawl_player_step(player, NULL);
        if (status != PAWL_OK) return status;
        pawli_report_count(&in->report, player->world);
        pawli_progress_show(&in->progress, "tick", tick, in->last);
    }
}

/* Only the last tick is looked at. */
static pawl_status jump(job *in) {
    const pawl_status status = pawl_player_seek(&in->playback.player, in->last, NULL);
    if (status == PAWL_OK) look(in, in->last);
    return status;
}

/* What differs first, when a keyframe tells. */
static void tell_difference(const pawl_player *player) {
    pawl_difference difference;
    void *buffer = pawli_allocate(player->world_size);
    if (pawl_player_difference(player, buffer, player->world_size, &difference) == PAWL_OK) {
        pawli_put_difference(stderr, &difference);
    }
    free(buffer);
}

static int tell_verdict(const job *in) {
    const pawl_verdict *verdict = &in->playback.player.verdict;
    char text[PAWLI_REPLAY_REASON_MAX], parts[PAWLI_PARTS_MAX];
    if (verdict->status != PAWL_ERR_DESYNC) {
        pawli_verdict_reason(verdict, text);
        pawli_file_error(in->options->path, text);
        return pawli_status_exit(verdict->status);
    }
    snprintf(text, sizeof text, "diverged at tick %llu: wanted %08lx, got %08lx, parts %s",
             (unsigned long long)verdict->tick, (unsigned long)verdict->want,
             (unsigned long)verdict->got, pawli_parts_text(verdict->parts, parts));
    pawli_file_error(in->options->path, text);
    tell_difference(&in->playback.player);
    return PAWLI_EXIT_FAILED;
}

static void print_end(job *in, bool diverged) {
    const pawl_replay *replay = &in->playback.file.replay;
    const pawl_world *world = in->playback.player.world;
    if (world == NULL) return;
    pawli_report_result(&in->report, world);
    if (in->options->json) {
        printf(",\n  \"complete\": %s,\n  \"diverged\": %s", replay->is_complete ? "true" : "false",
               diverged ? "true" : "false");
    }
    pawli_report_close(&in->report);
}

static void tell_cut_off(const job *in) {
    const pawl_replay *replay = &in->playback.file.replay;
    if (replay->is_complete) return;
    fprintf(stderr, "pawl: %s: note: cut off after %lu whole bytes: plays to tick %llu\n",
            in->options->path, (unsigned long)replay->whole, (unsigned long long)replay->last_tick);
}

static bool check_tick(const job *in) {
    const pawl_replay *replay = &in->playback.file.replay;
    const uint64_t tick = in->options->tick;
    char reason[PAWLI_REPLAY_REASON_MAX];
    if (!in->options->has_tick) return true;
    if (tick >= replay->first_tick && tick <= replay->last_tick) return true;
    snprintf(reason, sizeof reason, "--tick is not in %llu .. %llu",
             (unsigned long long)replay->first_tick, (unsigned long long)replay->last_tick);
    pawli_file_error(in->options->path, reason);
    return false;
}

static int play_file(job *in) {
    const replay_options *options = in->options;
    const pawl_replay *replay = &in->playback.file.replay;
    in->last = options->has_tick ? options->tick : replay->last_tick;
    in->progress = pawli_progress_start();
    in->report.is_json = options->json;
    in->report.hash_every = options->hash_every;
    pawli_report_start(&in->report);
    const bool is_still =
        options->has_tick && options->hash_every == 0 && options->pictures.gif == NULL;
    in->failed = !pawli_pictures_start(&in->pictures, &options->pictures, &in->playback.scene,
                                       in->last, in->last);
    pawl_status status = PAWL_OK;
    if (!in->failed) status = is_still ? jump(in) : play(in);
    in->failed = !pawli_pictures_end(&in->pictures, !in->failed);
    pawli_progress_end(&in->progress);
    if (in->failed) return PAWLI_EXIT_INPUT;
    const int code = status == PAWL_OK ? PAWLI_EXIT_OK : tell_verdict(in);
    if (code > PAWLI_EXIT_FAILED) return code;
    const pawl_player *player = &in->playback.player;
    /* Also of the state that was found to be another. */
    if (player->tick == in->last && player->world != NULL &&
        !pawli_snapshot_write(options->snapshot, player->world)) {
        return PAWLI_EXIT_INPUT;
    }
    print_end(in, code == PAWLI_EXIT_FAILED);
    return pawli_finish_output(code);
}

/* ---- the window ---- */

/* Only what is shown has to be played: where it diverges, it ends. */
static bool view_step(void *context, pawli_scene *scene) {
    pawli_playback *playback = context;
    const pawl_status status = pawl_player_step(&playback->player, NULL);
    scene->world = pawli_playback_look(playback)->world;
    return status == PAWL_OK;
}

static bool view_back(void *context, pawli_scene *scene) {
    pawli_playback *playback = context;
    pawl_player *player = &playback->player;
    if (player->tick <= playback->file.replay.first_tick) return false;
    const pawl_status status = pawl_player_seek(player, player->tick - 1, NULL);
    scene->world = pawli_playback_look(playback)->world;
    return status == PAWL_OK;
}

static void view_restart(void *context, pawli_scene *scene) {
    pawli_playback *playback = context;
    const pawl_status status = pawl_player_start_at(&playback->player, 0);
    if (status == PAWL_OK) scene->world = pawli_playback_look(playback)->world;
}

static int view_file(job *in) {
    const replay_options *options = in->options;
    const pawli_viewer_source source = {&in->playback, view_step, view_back, view_restart};
    const pawli_window_options window = {.source = &source,
                                         .start = &in->playback.scene,
                                         .screenshot = options->screenshot,
                                         .keys = options->keys,
                                         .width = (uint32_t)options->pictures.width,
                                         .frames = (uint32_t)options->frames};
    if (options->has_tick &&
        pawl_player_seek(&in->playback.player, options->tick, NULL) != PAWL_OK) {
        return tell_verdict(in);
    }
    pawli_playback_look(&in->playback);
    return pawli_show_window(&window);
}

int pawli_cmd_replay(int argc, char **argv) {
    replay_options options = {.pictures = PAWLI_PICTURE_DEFAULTS};
    job in = {.options = &options};
    char reason[PAWLI_REPLAY_REASON_MAX];
    options.budget = pawli_budget_default();
    if (!read_options(&options, argc, argv)) return PAWLI_EXIT_INPUT;
    if (options.help) return pawli_show_help(help);
    int code = pawli_playback_open(options.path, &options.budget, &in.playback, reason);
    if (code != PAWLI_EXIT_OK) {
        pawli_file_error(options.path, reason);
        return code;
    }
    if (!check_tick(&in)) {
        code = PAWLI_EXIT_INPUT;
    } else {
        tell_cut_off(&in);
        code = options.view ? view_file(&in) : play_file(&in);
    }
    pawli_playback_close(&in.playback);
    return code;
}
