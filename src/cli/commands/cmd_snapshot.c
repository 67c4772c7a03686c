/* cmd_snapshot.c - pawl snapshot: the state of a scene, a snapshot or a replay as a file. */
#include <stdio.h>

#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/common/progress.h"
#include "cli/runs/snapshot_file.h"
#include "cli/runs/source.h"

static const char help[] =
    "usage: pawl snapshot SCENE|SNAPSHOT|REPLAY OUT.snap [OPTION]...\n"
    "\n"
    "Steps a scene, a snapshot or a world replay and writes its state as a snapshot, which any\n"
    "build on any machine loads (docs/snapshots.md). One line on stdout:\n"
    "  tick=600 hash=0123abcd bytes=12345\n"
    "\n"
    "  --ticks N  how many steps (default: of a scene what it says, of a snapshot none, of a\n"
    "             replay all)\n"
    "  --json     print JSON instead of the line\n"
    "  --help     this text";

typedef struct snapshot_options {
    const char *file, *out;
    uint64_t ticks;
    bool has_ticks, json;
} snapshot_options;

static int read_options(snapshot_options *options, int argc, char **argv) {
    static const char needed[] = "two files are needed: what to step, what to write";
    const cli_option table[] = {
        CLI_TICKS_ROW(options),
        {.name = "json", .flag = &options->json},
        {.operand = &options->file, .missing = needed},
        {.operand = &options->out, .missing = needed},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

static int write_state(const snapshot_options *options, const cli_source *source) {
    if (!cli_snapshot_file_write(options->out, source->world)) return CLI_EXIT_INPUT;
    printf(options->json ? "{\"tick\": %llu, \"hash\": \"%08lx\", \"bytes\": %lu}\n"
                         : "tick=%llu hash=%08lx bytes=%lu\n",
           (unsigned long long)pawl_world_get_tick(source->world),
           (unsigned long)pawl_world_hash(source->world),
           (unsigned long)pawl_world_encode_size(source->world));
    return cli_command_finish_output(CLI_EXIT_OK);
}

static int step_and_write(const snapshot_options *options, cli_source *source) {
    const uint64_t whole = source->last - source->tick;
    const uint64_t ticks = options->has_ticks ? options->ticks : whole;
    cli_progress progress = cli_progress_start();
    int code = CLI_EXIT_OK;
    if (source->type == CLI_SOURCE_REPLAY && ticks > whole) {
        return cli_command_usage_error("snapshot", "the replay is shorter than --ticks",
                                       source->path);
    }
    for (uint64_t done = 0; done < ticks && code == CLI_EXIT_OK; done++) {
        code = cli_source_step(source, NULL);
        cli_progress_show(&progress, "tick", done, ticks);
    }
    cli_progress_end(&progress);
    if (code == CLI_EXIT_OK) code = cli_source_settle(source, NULL);
    return code == CLI_EXIT_OK ? write_state(options, source) : code;
}

int cli_cmd_snapshot(int argc, char **argv) {
    snapshot_options options = {0};
    cli_source source;
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    int code = cli_source_open(options.file, &source);
    if (code != CLI_EXIT_OK) return code;
    code = step_and_write(&options, &source);
    cli_source_close(&source);
    return code;
}
