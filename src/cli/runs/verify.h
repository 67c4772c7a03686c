/* verify.h - check replays one by one, or in several processes. */
#ifndef CLI_VERIFY_H
#define CLI_VERIFY_H

#include <stdio.h>

#include "cli/runs/replay_file.h"
#include "cli/runs/signed.h"

/* One of `count` equal parts of a list of names. */
typedef struct cli_verify_shard {
    uint64_t index, count; /* 0 of 0: the list is not divided */
} cli_verify_shard;

typedef struct cli_verify_options {
    cli_replay_budget budget;
    cli_verify_shard shard;
    uint64_t jobs;
    bool is_json, is_quiet;
    bool shows_progress;                /* of the one file that is checked */
    const cli_signed_check *signatures; /* null: they are not looked at */
    bool plays_not;                     /* nothing but signatures */
} cli_verify_options;

/* A file to be checked. */
typedef struct cli_verify_name {
    char *path;     /* malloc'ed; null: the list has ended */
    uint64_t index; /* its place in the list, from 0 */
} cli_verify_name;

/* Check one file and write a line about it, with its end. Returns an exit code. */
int cli_verify_file(const cli_verify_name *name, const cli_verify_options *options, FILE *out);

/* The line about a file that could not be checked. Returns an exit code. */
int cli_verify_put_error(const cli_verify_name *name, const cli_verify_options *options, FILE *out,
                         const char *reason);

/* The worse of two exit codes: 0, 1, 3, 2. What could not be checked weighs more than what was
 * checked and differs, as it does for diff and grep. */
int cli_verify_worse_exit(int a, int b);

/* Names of files, one after the other. */
typedef struct cli_verify_names {
    cli_verify_name (*next)(void *context);
    void *context;
} cli_verify_names;

/* Check all of them, each in a process of its own, so many at a time; lines come on stdout in the
 * order of the names. A few lines are all that is kept in memory. Returns an exit code; *count is
 * the number of files. */
int cli_verify_jobs_run(const cli_verify_names *names, const cli_verify_options *options,
                        uint64_t *count);

/* ---- verify_merge.c ---- */

/* What a list is: the number of its names, and a checksum of all of them. */
typedef struct cli_verify_list {
    uint64_t count;
    uint32_t crc;
} cli_verify_list;

/* The last line of a shard, which says that it is whole: `files` of the list were its own. */
void cli_verify_merge_put_end(const cli_verify_shard *shard, uint64_t files,
                              const cli_verify_list *list);

/* Put the lines of shards together, in the order of the list, on stdout. An error names what is
 * missing. Returns an exit code: the worst of the lines. */
int cli_verify_merge_run(char **paths, int count, bool is_quiet);

#endif
