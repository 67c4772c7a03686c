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

/* One piece behind the other; the last one can be given back, and all of them together. Before each
 * piece stands its size. */
#define HEAP_BYTES 24576u
static _Alignas(8) unsigned char heap[HEAP_BYTES];
static size_t heap_used, heap_pieces;

void *malloc(size_t size) {
    const size_t rounded = (size + 7u) / 8u * 8u + 8u;
    if (size > HEAP_BYTES || rounded > HEAP_BYTES - heap_used) return NULL;
    unsigned char *const piece = heap + heap_used;
    memcpy(piece, &rounded, sizeof rounded);
    heap_used += rounded;
    heap_pieces++;
    return piece + 8;
}

void *calloc(size_t count, size_t size) {
    if (size != 0 && count > HEAP_BYTES / size) return NULL;
    void *const memory = malloc(count * size);
    if (memory != NULL) memset(memory, 0, count * size);
    return memory;
}

void free(void *memory) {
    size_t size;
    if (memory == NULL) return;
    unsigned char *const piece = (unsigned char *)memory - 8;
    memcpy(&size, piece, sizeof size);
    if (piece + size == heap + heap_used) heap_used -= size;
    if (--heap_pieces == 0) heap_used = 0;
}

/* Nobody asks how long it was. */
int printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pawli_print_list(format, arguments);
    va_end(arguments);
    return 0;
}
#endif

int snprintf(char *out, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = pawli_format(out, size, format, arguments);
    va_end(arguments);
    return length;
}
