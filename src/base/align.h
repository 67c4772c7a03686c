/* align.h - whether memory suits what is to be put there. The only file that asks for alignments.
 */
#ifndef PAWLI_ALIGN_H
#define PAWLI_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether every `type` suits memory that lies on a multiple of `bytes`: a constant. */
#define PAWLI_FITS_ALIGNMENT(type, bytes) (_Alignof(type) <= (bytes))

/* As arrays of uint64_t do: on some machines those need less than their size. */
static inline bool pawli_is_aligned(const void *memory) {
    return (uintptr_t)memory % _Alignof(uint64_t) == 0;
}

/* Whether a caller's size fits the 32 bits in which the library counts: where size_t has 16 bits,
 * any does. */
static inline bool pawli_is_size32(size_t size) {
    return (uint32_t)size == size;
}

static inline uint32_t pawli_clamp_size32(size_t size) {
    return pawli_is_size32(size) ? (uint32_t)size : UINT32_MAX;
}

/* A size as callers get it: 0 when it is more than this machine can address. */
static inline size_t pawli_size_or_none(uint64_t size) {
    return (size_t)size == size ? (size_t)size : 0;
}

#endif
