/* counter.c - instructions by perf events (perf_event_open(2)). */
#if defined(__linux__)
#undef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* syscall */
#endif
#include "cli/common/counter.h"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

cli_counter cli_counter_open(void) {
    struct perf_event_attr what = {0};
    what.size = sizeof what;
    what.type = PERF_TYPE_HARDWARE;
    what.config = PERF_COUNT_HW_INSTRUCTIONS;
    what.exclude_kernel = 1;
    what.exclude_hv = 1;
    const cli_counter counter = {(int)syscall(SYS_perf_event_open, &what, 0, -1, -1, 0UL)};
    return counter;
}

void cli_counter_close(cli_counter *counter) {
    if (cli_counter_works(counter)) close(counter->file);
    counter->file = -1;
}

uint64_t cli_counter_read(const cli_counter *counter) {
    uint64_t count = 0;
    if (!cli_counter_works(counter)) return 0;
    return read(counter->file, &count, sizeof count) == (ssize_t)sizeof count ? count : 0;
}

#else

cli_counter cli_counter_open(void) {
    const cli_counter counter = {-1};
    return counter;
}

void cli_counter_close(cli_counter *counter) {
    (void)counter;
}

uint64_t cli_counter_read(const cli_counter *counter) {
    (void)counter;
    return 0;
}

#endif
