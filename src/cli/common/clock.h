/* clock.h - time for the programs that play over a network; the library has none. */
#ifndef PAWLI_CLI_CLOCK_H
#define PAWLI_CLI_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Microseconds since some moment; never goes back. */
uint64_t pawli_clock_now(void);
void pawli_clock_sleep(uint64_t microseconds);

/* From now on an interrupt (Ctrl-C) or a request to end does not end the program at once:
 * pawli_clock_is_interrupted tells of it. A second one does. */
void pawli_clock_catch_interrupts(void);
bool pawli_clock_is_interrupted(void);

/* A number that differs from run to run, never 0. */
uint32_t pawli_clock_entropy(void);

#endif
