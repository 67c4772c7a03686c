/* counter.h - instructions that this process carries out, where the system counts them. */
#ifndef CLI_COUNTER_H
#define CLI_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_counter {
    int file; /* below 0: nothing is counted here */
} cli_counter;

/* On Linux by perf events, which virtual machines and kernel.perf_event_paranoid may refuse. */
cli_counter cli_counter_open(void);
void cli_counter_close(cli_counter *counter);

static inline bool cli_counter_works(const cli_counter *counter) {
    return counter->file >= 0;
}

/* Instructions so far, of programs and not of the kernel; 0 where nothing is counted. */
uint64_t cli_counter_read(const cli_counter *counter);

#endif
