/* verify.h - check replays one by one, or in several processes. */
#ifndef CLI_VERIFY_H
#define CLI_VERIFY_H

#include <stdio.h>

#include "cli/runs/replay_file.h"

typedef struct cli_verify_options {
    cli_replay_budget budget;
    uint64_t jobs;
    bool is_json, is_quiet;
    bool shows_progress; /* of the one file that is checked */
} cli_verify_options;

/* Check one file and write a line about it, with its end. Returns an exit code. */
int cli_verify_file(const char *path, const cli_verify_options *options, FILE *out);

/* The worse of two exit codes: 0, 1, 3, 2. What could not be checked weighs more than what was
 * checked and differs, as it does for diff and grep. */
int cli_verify_worse_exit(int a, int b);

/* Names of files, one after the other: malloc'ed; null at the end. */
typedef struct cli_verify_names {
    char *(*next)(void *context);
    void *context;
} cli_verify_names;

/* Check all of them, each in a process of its own, so many at a time; lines come on stdout in the
 * order of the names. A few lines are all that is kept in memory. Returns an exit code; *count is
 * the number of files. */
int cli_verify_jobs_run(const cli_verify_names *names, const cli_verify_options *options,
                        uint64_t *count);

#endif
