/* progress.h - how far long work has come, on one line of a terminal. */
#ifndef PAWLI_CLI_PROGRESS_H
#define PAWLI_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct pawli_progress {
    bool is_wanted; /* stderr is a terminal */
    bool is_shown;
    time_t started, reported;
} pawli_progress;

pawli_progress pawli_progress_start(void);

/* "tick 5 of 600", at most once per second, so that short work stays silent. */
void pawli_progress_show(pawli_progress *progress, const char *what, uint64_t done, uint64_t all);

/* Take the line away. */
void pawli_progress_end(pawli_progress *progress);

#endif
