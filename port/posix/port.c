/* port.c - POSIX systems: standard output, the monotonic clock and exit. */
#include "pawl/port.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void pawl_port_putc(char c) {
    putchar(c);
    if (c == '\n') fflush(stdout); /* what a crash follows must have been seen */
}

uint32_t pawl_port_ms(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
    return (uint32_t)((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000);
}

void pawl_port_halt(int status) {
    exit(status);
}

void pawl_port_assert_failed(const char *expression, const char *file, int line) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
    abort();
}
