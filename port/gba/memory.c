/* memory.c - what port/common/memory.c has, by words: a load takes three cycles whatever its size.
 */
#include <stdint.h>
#include <string.h>

typedef uint32_t __attribute__((may_alias)) word;

static int are_aligned(const void *a, const void *b) {
    return (((uintptr_t)a | (uintptr_t)b) & 3u) == 0;
}

/* Upwards: the target may lie below the source and overlap it. */
static void *copy(void *target, const void *source, size_t size) {
    unsigned char *to = target;
    const unsigned char *from = source;
    if (are_aligned(to, from)) {
        for (; size >= 16; size -= 16, to += 16, from += 16) {
            const word a = ((const word *)from)[0], b = ((const word *)from)[1];
            const word c = ((const word *)from)[2], d = ((const word *)from)[3];
            ((word *)to)[0] = a;
            ((word *)to)[1] = b;
            ((word *)to)[2] = c;
            ((word *)to)[3] = d;
        }
        for (; size >= 4; size -= 4, to += 4, from += 4)
            *(word *)to = *(const word *)from;
    }
    while (size-- > 0)
        *to++ = *from++;
    return target;
}

void *memcpy(void *restrict target, const void *restrict source, size_t size) {
    return copy(target, source, size);
}

void *memmove(void *target, const void *source, size_t size) {
    unsigned char *to = target;
    const unsigned char *from = source;
    if (to <= from || to >= from + size) return copy(target, source, size);
    while (size-- > 0)
        to[size] = from[size];
    return target;
}

void *memset(void *target, int byte, size_t size) {
    unsigned char *to = target;
    if (are_aligned(to, to)) {
        const word four = (unsigned char)byte * UINT32_C(0x01010101);
        for (; size >= 16; size -= 16, to += 16) {
            ((word *)to)[0] = four;
            ((word *)to)[1] = four;
            ((word *)to)[2] = four;
            ((word *)to)[3] = four;
        }
        for (; size >= 4; size -= 4, to += 4)
            *(word *)to = four;
    }
    while (size-- > 0)
        *to++ = (unsigned char)byte;
    return target;
}
