/* cmd_log.c - pawl log: what a board told over its serial line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/options.h"
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/runs/board_log.h"
#include "cli/runs/source.h"

static const char help[] =
    "usage: pawl log FILE [OPTION]...\n"
    "\n"
    "Reads what a board told over its serial line (docs/board-log.md), kept as a file by any\n"
    "terminal program, or \"-\" for standard input. What is in it, line by line:\n"
    "  replay: 4321 bytes, lines 12 to 103\n"
    "  hashes: ticks 1 to 600, the last is 1a2b3c4d\n"
    "Lines of others are skipped; what arrived damaged is told with its line, and a file is good\n"
    "up to where a line is missing.\n"
    "\n"
    "  -o, --output FILE  write the last file of the log, whole if there is one\n"
    "  --type TYPE        the last replay, snapshot or film instead\n"
    "  --against FILE     step a scene, a snapshot or a replay, and compare the hash of each tick\n"
    "                     that the log has; exit code 1 when one differs\n"
    "  --help             this text";

#define PORTION 65536u

typedef struct log_options {
    const char *input, *output, *type, *against;
} log_options;

static int read_options(log_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "o", .text = &options->output},
        {.name = "output", .text = &options->output},
        {.name = "type", .text = &options->type},
        {.name = "against", .text = &options->against},
        {.operand = &options->input, .missing = "no log", .surplus = "more than one log"},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

static bool read_log(const char *path, cli_board_log *log) {
    char reason[CLI_REASON_MAX];
    cli_file file;
    if (!cli_file_read(path, 2u * CLI_REPLAY_MIB * CLI_MIB, &file, reason)) {
        (void)cli_command_file_error(path, reason);
        return false;
    }
    for (size_t at = 0; at < file.size; at += PORTION) {
        const size_t left = file.size - at;
        cli_board_log_add(log, file.bytes + at, left < PORTION ? left : PORTION);
    }
    cli_board_log_add(log, NULL, 0);
    const char *const other =
        log->own + log->damaged == 0 ? cli_file_other_type(&file, false) : NULL;
    const bool has_any = log->own + log->damaged > 0;
    if (!has_any) {
        char text[CLI_REASON_MAX + 80];
        snprintf(text, sizeof text, "no line of a board in it%s%s",
                 other == NULL ? "" : ", but it is ", other == NULL ? "" : other);
        (void)cli_command_file_error(path, text);
    }
    free(file.bytes);
    return has_any;
}

/* ---- what is in it ---- */

static void print_part(const cli_board_log_part *part) {
    printf("%s: %zu bytes, lines %" PRIu32 " to %" PRIu32, part->type, part->size, part->first_line,
           part->last_line);
    if (part->lost_line != 0) {
        printf(", damaged: bytes are missing before line %" PRIu32, part->lost_line);
    } else if (!part->is_whole) {
        printf(", cut off");
    }
    putchar('\n');
}

static void print_log(const cli_board_log *log) {
    for (uint32_t i = 0; i < log->part_count; i++)
        print_part(&log->parts[i]);
    if (log->hash_count > 0) {
        const cli_board_log_hash *const last = &log->hashes[log->hash_count - 1];
        printf("hashes: ticks %" PRIu64 " to %" PRIu64 ", the last is %08" PRIx32,
               log->hashes[0].tick, last->tick, last->hash);
        if (log->runs > 1) printf(", of run %" PRIu32, log->runs);
        putchar('\n');
    }
    if (log->damaged > 0) {
        printf("damaged: %" PRIu32 " of %" PRIu32 " lines, the first one is line %" PRIu32 "\n",
               log->damaged, log->own + log->damaged, log->first_damaged_line);
    }
    if (log->is_full) puts("full: there was more in it than can be read");
}

static int write_part(const log_options *options, const cli_board_log *log) {
    if (options->output == NULL) return CLI_EXIT_OK;
    const cli_board_log_part *const part = cli_board_log_find(log, options->type);
    if (part == NULL || part->size == 0) {
        char reason[80];
        snprintf(reason, sizeof reason, "there is no %.40s in it",
                 options->type == NULL ? "file" : options->type);
        return cli_command_file_error(options->input, reason);
    }
    return cli_output_write(options->output, part->bytes, part->size, NULL) ? CLI_EXIT_OK
                                                                            : CLI_EXIT_INPUT;
}

/* ---- against a run of this machine ---- */

static int step_to(cli_source *run, uint64_t tick, cli_progress *progress, uint64_t goal) {
    while (run->tick < tick) {
        const int code = cli_source_step(run, NULL);
        if (code != CLI_EXIT_OK) return code;
        cli_progress_show(progress, "tick", run->tick, goal);
    }
    return CLI_EXIT_OK;
}

static int compare_hashes(const log_options *options, const cli_board_log *log, cli_source *run) {
    const uint64_t goal = log->hashes[log->hash_count - 1].tick;
    cli_progress progress = cli_progress_start();
    uint32_t compared = 0;
    int code = CLI_EXIT_OK;
    for (uint32_t i = 0; i < log->hash_count && code == CLI_EXIT_OK; i++) {
        const cli_board_log_hash *const entry = &log->hashes[i];
        if (entry->tick < run->tick) continue;
        if (run->type == CLI_SOURCE_REPLAY && entry->tick > run->last) break;
        code = step_to(run, entry->tick, &progress, goal);
        if (code != CLI_EXIT_OK) break;
        const uint32_t hash = pawl_world_hash(run->world);
        compared++;
        if (hash == entry->hash) continue;
        cli_progress_end(&progress);
        printf("FIRST DIFFERENCE  tick %" PRIu64 ": the board has %08" PRIx32 " (line %" PRIu32
               "), %s has %08" PRIx32 "\n",
               entry->tick, entry->hash, entry->line, options->against, hash);
        return CLI_EXIT_FAILED;
    }
    cli_progress_end(&progress);
    if (code != CLI_EXIT_OK) return code;
    if (compared == 0)
        return cli_command_file_error(options->against, "has no tick that the log has");
    printf("EQUAL  %" PRIu32 " ticks, to tick %" PRIu64 "\n", compared, run->tick);
    return CLI_EXIT_OK;
}

static int compare(const log_options *options, const cli_board_log *log) {
    if (options->against == NULL) return CLI_EXIT_OK;
    if (log->hash_count == 0)
        return cli_command_file_error(options->input, "there are no hashes in it");
    cli_source run;
    int code = cli_source_open(options->against, &run);
    if (code != CLI_EXIT_OK) return code;
    code = compare_hashes(options, log, &run);
    cli_source_close(&run);
    return code;
}

int cli_cmd_log(int argc, char **argv) {
    log_options options = {0};
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    cli_board_log log = {0};
    int code = CLI_EXIT_INPUT;
    if (read_log(options.input, &log)) {
        print_log(&log);
        code = write_part(&options, &log);
        if (code == CLI_EXIT_OK) code = compare(&options, &log);
        code = cli_command_finish_output(code);
    }
    cli_board_log_free(&log);
    return code;
}
