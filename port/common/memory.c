/* memory.c - the three functions that the library, and compilers behind its back, call. For
 * targets without a C library. */
#if !__STDC_HOSTED__

#include <stdint.h>
#include <string.h>

/* By words where both lie on them: nearly all that the library copies and clears does. */
typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *restrict target, const void *restrict source, size_t size) {
    unsigned char *to = target;
    const unsigned char *from = source;
    if ((((uintptr_t)to | (uintptr_t)from) & 3u) == 0) {
        for (; size >= 4; size -= 4, to += 4, from += 4)
            *(word *)(void *)to = *(const word *)(const void *)from;
    }
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
    const word four = (unsigned char)byte * UINT32_C(0x01010101);
    if (((uintptr_t)to & 3u) == 0) {
        for (; size >= 16; size -= 16, to += 16) {
            word *const words = (word *)(void *)to;
            words[0] = four;
            words[1] = four;
            words[2] = four;
            words[3] = four;
        }
        for (; size >= 4; size -= 4, to += 4)
            *(word *)(void *)to = four;
    }
    while (size-- > 0)
        *to++ = (unsigned char)byte;
    return target;
}

#else
typedef int pawli_no_empty_unit;
#endif
