/* stdlib.h - what the tests of boards use. */
#ifndef PAWL_TESTS_SHIM_STDLIB_H
#define PAWL_TESTS_SHIM_STDLIB_H

#include <stddef.h>

int abs(int value);
long long llabs(long long value);
/* 24 KB, null when they are used up; see libc.c. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);

#endif
