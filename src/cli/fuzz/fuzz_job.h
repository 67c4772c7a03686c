/* fuzz_job.h - a game that is played in a process of its own, so that one that ends badly is a
 * finding. */
#ifndef CLI_FUZZ_JOB_H
#define CLI_FUZZ_JOB_H

#include <sys/types.h>

#include "cli/fuzz/fuzz_play.h"

typedef struct cli_fuzz_job {
    uint64_t number; /* for the caller */
    cli_fuzz_script script;
    cli_fuzz_verdict verdict;
    pid_t process; /* 0: it has ended, or was never begun */
    int pipe;
    uint64_t began_us;
} cli_fuzz_job;

/* Begin to play the script of a job. False after an error, which has been reported. */
bool cli_fuzz_job_start(cli_fuzz_job *job, const pawl_game *game, bool is_quiet);
/* Wait until one of them has ended, and return it; each may take so many seconds. */
cli_fuzz_job *cli_fuzz_job_wait(cli_fuzz_job *jobs, uint32_t count, uint64_t seconds);

/* One script, waited for; false after an error, which has been reported. */
bool cli_fuzz_job_play(const pawl_game *game, const cli_fuzz_script *script, uint64_t seconds,
                       bool is_quiet, cli_fuzz_verdict *verdict);

/* Make a script that fails as short as it gets, for as long as it fails in the same way. `tries`:
 * games that may be played for it. The verdict is that of the last script; fuzz_shrink.c. */
void cli_fuzz_shrink(const pawl_game *game, uint64_t seconds, uint32_t tries,
                     cli_fuzz_script *script, cli_fuzz_verdict *verdict);

#endif
