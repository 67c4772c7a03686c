/* stdio.h - what the tests of boards use. */
#ifndef PAWL_TESTS_SHIM_STDIO_H
#define PAWL_TESTS_SHIM_STDIO_H

#include <stddef.h>

__attribute__((format(printf, 3, 4))) int snprintf(char *out, size_t size, const char *format, ...);
__attribute__((format(printf, 1, 2))) int printf(const char *format, ...);

#endif
