/* libc.c - the functions of a C library that the tests call, beyond those of port/common. With a C
 * library all but snprintf are its own. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"

#if !__STDC_HOSTED__
size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length] != '\0')
        length++;
    return length;
}

char *strchr(const char *text, int c) {
    for (; *text != (char)c; text++)
        if (*text == '\0') return NULL;
    return (char *)text;
}

int strcmp(const char *a, const char *b) {
    for (; *a != '\0' && *a == *b; a++)
        b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *const x = a, *const y = b;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

int abs(int value) {
    return value < 0 ? -value : value;
}

long long llabs(long long value) {
    return value < 0 ? -value : value;
}

#endif

int snprintf(char *out, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = pawli_format(out, size, format, arguments);
    va_end(arguments);
    return length;
}
