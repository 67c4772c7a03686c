/* port.c - Windows: standard output, its clock and exit; for MinGW and for MSVC. */
#include "pawl/port.h"

#include <stdio.h>
#include <stdlib.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

void pawl_port_putc(char c) {
    putchar(c);
}

uint32_t pawl_port_ms(void) {
    return (uint32_t)GetTickCount();
}

void pawl_port_halt(int status) {
    exit(status);
}

void pawl_port_assert_failed(const char *expression, const char *file, int line) {
    fflush(stdout);
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, expression);
    abort();
}
