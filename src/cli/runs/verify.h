/* verify.h - check replays one by one, or in several processes. */
#ifndef PAWLI_CLI_VERIFY_H
#define PAWLI_CLI_VERIFY_H

#include <stdio.h>

#include "cli/runs/replay_file.h"

typedef struct pawli_verify_options {
    pawli_budget budget;
    uint64_t jobs;
    bool is_json, is_quiet;
    bool shows_progress; /* of the one file that is checked */
} pawli_verify_options;

/* Check one file and write a line about it, with its end. Returns an exit code. */
int pawli_verify_file(const char *path, const pawli_verify_options *options, FILE *out);

/* The worse of two exit codes: 0, 1, 3, 2. What could not be checked weighs more than what was
 * checked and differs, as it does for diff and grep. */
int pawli_worse_exit(int a, int b);

/* Names of files, one after the other: malloc'ed; null at the end. */
typedef struct pawli_names {
    char *(*next)(void *context);
    void *context;
} pawli_names;

/* Check all of them, each in a process of its own, so many at a time; lines come on stdout in the
 * order of the names. A few lines are all that is kept in memory. Returns an exit code; *count is
 * the number of files. */
int pawli_verify_parallel(const pawli_names *names, const pawli_verify_options *options,
                          uint64_t *count);

#endif
