/* stdlib.h - as much of the Pico SDK as port/rp2040/sdk/port.c uses, to compile that without it. */
#ifndef PICO_STDLIB_H
#define PICO_STDLIB_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t absolute_time_t;
bool stdio_init_all(void);
absolute_time_t get_absolute_time(void);
uint32_t to_ms_since_boot(absolute_time_t time);
void tight_loop_contents(void);

#endif
