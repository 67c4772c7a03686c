/* string.h - what the tests of boards use. */
#ifndef PAWL_TESTS_SHIM_STRING_H
#define PAWL_TESTS_SHIM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict target, const void *restrict source, size_t size);
void *memmove(void *target, const void *source, size_t size);
void *memset(void *target, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
char *strchr(const char *text, int c);
int strcmp(const char *a, const char *b);

#endif
