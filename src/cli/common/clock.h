/* clock.h - time for the programs that play over a network; the library has none. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Microseconds since some moment; never goes back. */
uint64_t cli_clock_now(void);
uint64_t cli_clock_nanoseconds(void); /* of the same clock */
void cli_clock_sleep(uint64_t microseconds);

/* From now on an interrupt (Ctrl-C) or a request to end does not end the program at once:
 * cli_clock_is_interrupted tells of it. A second one does. */
void cli_clock_catch_interrupts(void);
bool cli_clock_is_interrupted(void);

/* A number that differs from run to run, never 0. */
uint32_t cli_clock_entropy(void);
/* Bytes that nothing else can guess, from the system; false when it gives none. */
bool cli_clock_draw_secret(uint8_t *out, size_t size);

#endif
