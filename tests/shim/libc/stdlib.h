/* stdlib.h - what the tests of boards use. */
#ifndef PAWL_TESTS_SHIM_STDLIB_H
#define PAWL_TESTS_SHIM_STDLIB_H

#include <stddef.h>

int abs(int value);
long long llabs(long long value);
/* For <xxhash.h>, whose streams are not used here. */
void *malloc(size_t size);
void free(void *memory);

#endif
