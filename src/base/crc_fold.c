/* crc_fold.c - CRC-32 of long blocks by multiplication without carries; see crc.h.
 *
 * V. Gopal et al., "Fast CRC computation for generic polynomials using PCLMULQDQ instruction",
 * Intel, 2009: 128 bits of the message times x^n, modulo the polynomial, are two products of 64
 * bits. Four such numbers go 512 bits ahead at once, and are brought together at the end. What is
 * left then has the same remainder as all of the message, and is taken byte by byte like any. */
#include "base/crc.h"

#include "base/lanes.h"

#if PAWLI_CRC_FOLDS
#include <immintrin.h>

#define FOLD_FN __attribute__((target("pclmul,sse2"))) static inline
#define FOLD_STEP 64u

/* x^n modulo 0x104C11DB7, its bits turned around and a place further up: of the lower and the upper
 * half of a number that goes `ahead` bits, n is ahead + 32 and ahead - 32. */
#define AHEAD_512_LOW INT64_C(0x154442BD4)
#define AHEAD_512_HIGH INT64_C(0x1C6E41596)
#define AHEAD_128_LOW INT64_C(0x1751997D0)
#define AHEAD_128_HIGH INT64_C(0x0CCAA009E)

FOLD_FN __m128i fetch(const uint8_t *at) {
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

FOLD_FN __m128i go_ahead(__m128i x, __m128i by, __m128i next) {
    const __m128i low = _mm_clmulepi64_si128(x, by, 0x00), high = _mm_clmulepi64_si128(x, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

__attribute__((target("pclmul,sse2"))) size_t pawli_crc_fold(uint32_t crc, const uint8_t *at,
                                                             size_t size, uint8_t left[16]) {
    const __m128i by_512 = _mm_set_epi64x(AHEAD_512_HIGH, AHEAD_512_LOW);
    const __m128i by_128 = _mm_set_epi64x(AHEAD_128_HIGH, AHEAD_128_LOW);
    const uint8_t *const begin = at;
    __m128i a = _mm_xor_si128(fetch(at), _mm_cvtsi32_si128((int32_t)crc));
    __m128i b = fetch(at + 16), c = fetch(at + 32), d = fetch(at + 48);
    for (at += FOLD_STEP, size -= FOLD_STEP; size >= FOLD_STEP; at += FOLD_STEP) {
        a = go_ahead(a, by_512, fetch(at));
        b = go_ahead(b, by_512, fetch(at + 16));
        c = go_ahead(c, by_512, fetch(at + 32));
        d = go_ahead(d, by_512, fetch(at + 48));
        size -= FOLD_STEP;
    }
    d = go_ahead(go_ahead(go_ahead(a, by_128, b), by_128, c), by_128, d);
    _mm_storeu_si128((__m128i *)(void *)left, d);
    return (size_t)(at - begin);
}
#endif
