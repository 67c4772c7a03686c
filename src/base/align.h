/* align.h - whether memory suits what is to be put there. */
#ifndef PAWLI_ALIGN_H
#define PAWLI_ALIGN_H

#include <stdbool.h>
#include <stdint.h>

/* As arrays of uint64_t do: on some machines those need less than their size. */
static inline bool pawli_is_aligned(const void *memory) {
    return (uintptr_t)memory % _Alignof(uint64_t) == 0;
}

#endif
