/* memory.c - the three functions that the library, and compilers behind its back, call. For
 * targets without a C library. */
#if !__STDC_HOSTED__

#include <string.h>

void *memcpy(void *restrict target, const void *restrict source, size_t size) {
    unsigned char *to = target;
    const unsigned char *from = source;
    while (size-- > 0)
        *to++ = *from++;
    return target;
}

void *memmove(void *target, const void *source, size_t size) {
    unsigned char *to = target;
    const unsigned char *from = source;
    if (to <= from) return memcpy(target, source, size);
    while (size-- > 0)
        to[size] = from[size];
    return target;
}

void *memset(void *target, int byte, size_t size) {
    unsigned char *to = target;
    while (size-- > 0)
        *to++ = (unsigned char)byte;
    return target;
}

#else
typedef int pawli_no_empty_unit;
#endif
