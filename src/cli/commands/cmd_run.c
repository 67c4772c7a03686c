/* cmd_run.c - pawl run: load a scene, step it, report and draw it. */
#include <stdio.h>

#include "cli/common/command.h"
#include "cli/runs/pictures.h"
#include "cli/runs/walker.h"
#include "cli/common/progress.h"
#include "cli/runs/profile.h"
#include "cli/runs/report.h"
#include "cli/runs/snapshot_file.h"

static const char help[] =
    "usage: pawl run SCENE [OPTION]...\n"
    "\n"
    "Simulates a scene: pawl's own format (docs/format-scene.md), a RUBE export, a map of "
    "Tiled\n"
    "(docs/tiled.md), or a project of LDtk (docs/ldtk.md).\n"
    "The result is the last line on stdout, after another one if there are joints, sensors or "
    "hits:\n"
    "  joints=12 breaks=0 sensor_begins=3 hits=0\n"
    "  tick=600 bodies=44 awake=3 contacts=61 faults=0x0 hash=0123abcd\n"
    "At the end: bodies in all and awake, contacts that touch and were solved in the last step\n"
    "(none among sleepers), joints left. In the whole run: breaks, sensor_begins, hits.\n"
    "Where the scene has a level with a spawn, a player walks there beside the bodies, and one "
    "more\n"
    "line tells where it is, on which region, how many walls it met, and a hash of all its "
    "places:\n"
    "  player=12.5,1 ground=none contacts=210 places=0123abcd\n"
    "An arcade has two lines: contacts are those of the last step, the first line those of all:\n"
    "  impacts=210 pushes=0 springs=0 passes=12 edges=31\n"
    "  tick=600 bodies=44 contacts=3 faults=0x0 hash=0123abcd\n"
    "Faults are told in words on stderr.\n"
    "\n"
    "  --script FILE   what is done to the world, and what the player does\n"
    "                  (docs/format-script.md)\n"
    "  --level NAME    one level of a project of LDtk, or one of its worlds\n"
    "  --ticks N       how many steps (default: what the scene says, else 600)\n"
    "  --hash-every K  print the hash after every K steps\n" CLI_MAP_HELP
    "  --profile       and where the time of the steps went, stage by stage, before the result\n"
    "  --json          print JSON instead of lines\n"
    "  --svg FILE      draw the end as SVG\n"
    "  --png FILE      draw the end as PNG\n"
    "  --frame N       draw tick N instead of the end\n"
    "  --gif FILE      record the whole run as an animation\n"
    "  --gif-rate N    pictures a second of it, at most 50 (default 50)\n"
    "  --film FILE     record the whole run as a film, for `pawl film` (docs/films.md)\n"
    "  --snapshot FILE write the end as a snapshot (docs/snapshots.md)\n"
    "  --width N       width of the pictures in pixels, 64 to 4096 (default 640)\n"
    "  --help          this text";

typedef struct run_options {
    const char *scene, *script, *snapshot, *level;
    uint64_t ticks, frame, hash_every;
    bool has_ticks, has_frame, json, profile;
    cli_picture_options pictures;
    cli_map_options map;
} run_options;

static int read_options(run_options *options, int argc, char **argv) {
    const cli_option table[] = {
        CLI_TICKS_ROW(options),
        {.name = "frame",
         .number = &options->frame,
         .high = CLI_TICKS_MAX,
         .is_given = &options->has_frame},
        {.name = "hash-every", .number = &options->hash_every, .low = 1, .high = CLI_TICKS_MAX},
        {.name = "script", .text = &options->script},
        {.name = "level", .text = &options->level},
        {.name = "snapshot", .text = &options->snapshot},
        {.name = "json", .flag = &options->json},
        {.name = "profile", .flag = &options->profile},
        CLI_MAP_ROWS(options->map),
        CLI_PICTURE_ROWS(options->pictures),
        {.name = "film", .text = &options->pictures.film},
        {.operand = &options->scene, .missing = "no scene", .surplus = "more than one scene"},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    if (code != CLI_OPTIONS_READ) return code;
    if (options->has_frame && options->pictures.svg == NULL && options->pictures.png == NULL) {
        return cli_command_usage_error("run", "--frame needs --svg or --png", NULL);
    }
    return CLI_OPTIONS_READ;
}

typedef struct run {
    const run_options *options;
    cli_scene scene;
    cli_script script;
    cli_walker walker;
    uint64_t ticks;
    cli_report report;
    cli_profile profile;
    cli_pictures pictures;
    cli_progress progress;
} run;

static bool is_stepped(const run *job, pawl_status status) {
    if (status == PAWL_OK) return true;
    cli_command_file_error(job->options->scene, pawl_status_text(status));
    return false;
}

static bool step_world(run *job, uint64_t tick) {
    pawl_world *const world = job->scene.world;
    if (!cli_script_apply(&job->script, world, tick) ||
        !cli_walker_step(&job->walker, world, &job->script.walker) ||
        !is_stepped(job, cli_scene_break_step(&job->scene, cli_profile_hooks(&job->profile)))) {
        return false;
    }
    cli_profile_count(&job->profile);
    cli_report_count(&job->report, world);
    return true;
}

static bool step_arcade(run *job) {
    if (!is_stepped(job, pawl_arcade_step(job->scene.arcade))) return false;
    cli_report_arcade_count(&job->report, job->scene.arcade);
    return true;
}

static bool step_all(run *job) {
    const bool is_arcade = job->scene.arcade != NULL;
    for (uint64_t tick = 0;; tick++) {
        if (is_arcade) {
            cli_report_arcade_hash(&job->report, job->scene.arcade, tick);
        } else {
            cli_report_hash(&job->report, job->scene.world, tick);
        }
        if (!cli_pictures_take(&job->pictures, &job->scene, tick)) return false;
        if (tick == job->ticks) return true;
        if (!(is_arcade ? step_arcade(job) : step_world(job, tick))) return false;
        cli_progress_show(&job->progress, "tick", tick, job->ticks);
    }
}

static void report_walker(const run *job) {
    char text[CLI_WALKER_TEXT_MAX];
    if (job->walker.path == NULL) return;
    cli_walker_text(&job->walker, job->options->json, text);
    printf(job->options->json ? ",\n  %s" : "%s\n", text);
}

static int run_scene(run *job) {
    const run_options *options = job->options;
    job->ticks = options->has_ticks ? options->ticks : job->scene.ticks;
    const uint64_t frame = options->has_frame ? options->frame : job->ticks;
    if (frame > job->ticks) return cli_command_usage_error("run", "--frame is after the end", NULL);
    if (job->scene.arcade != NULL && options->snapshot != NULL) {
        return cli_command_usage_error("run", "--snapshot is for worlds, this is an arcade",
                                       options->scene);
    }
    if (job->scene.arcade != NULL && options->profile) {
        return cli_command_usage_error("run", "--profile is for worlds, this is an arcade",
                                       options->scene);
    }
    if (job->scene.arcade != NULL && options->pictures.film != NULL) {
        return cli_command_usage_error("run", "--film is for worlds, this is an arcade",
                                       options->scene);
    }
    job->profile.is_on = options->profile;
    job->progress = cli_progress_start();
    job->report.is_json = options->json;
    job->report.hash_every = options->hash_every;
    cli_report_start(&job->report);
    bool good =
        cli_pictures_start(&job->pictures, &options->pictures, &job->scene, frame, job->ticks);
    job->pictures.walker = &job->walker;
    good = good && step_all(job);
    good = cli_pictures_end(&job->pictures, good);
    cli_progress_end(&job->progress);
    good = good && cli_snapshot_file_write(options->snapshot, job->scene.world);
    if (!good) return CLI_EXIT_INPUT;
    if (job->scene.arcade != NULL) {
        cli_report_arcade_result(&job->report, job->scene.arcade);
    } else {
        if (!options->json) cli_profile_print(&job->profile, false);
        if (!options->json) report_walker(job);
        cli_report_result(&job->report, job->scene.world);
        if (options->json) report_walker(job);
        if (options->json) cli_profile_print(&job->profile, true);
    }
    cli_report_close(&job->report);
    return cli_command_finish_output(CLI_EXIT_OK);
}

int cli_cmd_run(int argc, char **argv) {
    run_options options = {.pictures = CLI_PICTURE_DEFAULTS};
    run job = {.options = &options};
    char part[CLI_PART_MAX];
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    options.scene = cli_options_part(part, options.scene, options.level);
    cli_script_none(&job.script);
    const bool is_loaded = options.script == NULL
                               ? cli_scene_load_any(options.scene, stderr, &options.map, &job.scene)
                               : cli_script_load(options.script, options.scene, stderr,
                                                 &options.map, &job.script, &job.scene);
    if (!is_loaded) return CLI_EXIT_INPUT;
    const bool has_started =
        job.scene.arcade != NULL || cli_walker_start(options.scene, &job.scene, &job.walker);
    const int code = has_started ? run_scene(&job) : CLI_EXIT_INPUT;
    cli_walker_free(&job.walker);
    cli_script_free(&job.script);
    cli_scene_load_free(&job.scene);
    return code;
}
