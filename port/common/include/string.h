/* string.h - all that the library needs of a C library, for compilers that come without one. */
#ifndef PAWL_PORT_STRING_H
#define PAWL_PORT_STRING_H

#include <stddef.h>

void *memcpy(void *restrict target, const void *restrict source, size_t size);
void *memmove(void *target, const void *source, size_t size);
void *memset(void *target, int byte, size_t size);

#endif
