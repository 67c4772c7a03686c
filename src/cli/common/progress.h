/* progress.h - how far long work has come, on one line of a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct cli_progress {
    bool is_wanted; /* stderr is a terminal */
    bool is_shown;
    time_t started, reported;
} cli_progress;

cli_progress cli_progress_start(void);

/* "tick 5 of 600", at most once per second, so that short work stays silent. */
void cli_progress_show(cli_progress *progress, const char *what, uint64_t done, uint64_t all);

/* Take the line away. */
void cli_progress_end(cli_progress *progress);

#endif
