/* progress.c - a line on stderr that is written again and again. */
#include "cli/common/progress.h"

#include <stdio.h>
#include <unistd.h>

cli_progress cli_progress_start(void) {
    const time_t now = time(NULL);
    const cli_progress progress = {isatty(STDERR_FILENO) != 0, false, now, now};
    return progress;
}

void cli_progress_show(cli_progress *progress, const char *what, uint64_t done, uint64_t all) {
    if (!progress->is_wanted) return;
    const time_t now = time(NULL);
    if (now == progress->reported) return;
    progress->reported = now;
    if (now - progress->started < 2) return;
    fprintf(stderr, "\r%s %llu of %llu", what, (unsigned long long)done, (unsigned long long)all);
    fflush(stderr);
    progress->is_shown = true;
}

void cli_progress_end(cli_progress *progress) {
    if (progress->is_shown) fputs("\r\033[K", stderr);
    progress->is_shown = false;
}
