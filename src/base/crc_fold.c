/* crc_fold.c - CRC-32 of long blocks by multiplication without carries; see crc.h.
 *
 * V. Gopal et al., "Fast CRC computation for generic polynomials using PCLMULQDQ instruction",
 * Intel, 2009: 128 bits of the message times x^n, modulo the polynomial, are two products of 64
 * bits. Four such numbers go 512 bits ahead at once, and are brought together at the end. What is
 * left then has the same remainder as all of the message, and is taken byte by byte like any.
 * With registers of 512 bits there are sixteen such numbers, which go 2048 bits ahead: what is left
 * of those is a message of 256 bytes. */
#include "base/crc.h"

#include "base/lanes.h"

#if PAWLI_CRC_FOLDS
#include <immintrin.h>

#define FOLD_FN __attribute__((target("pclmul,sse2"))) static inline
#define FOLD_STEP 64u
#define WIDE_TARGET __attribute__((target("vpclmulqdq,avx512f")))
#define WIDE_FN WIDE_TARGET static inline
#define WIDE_STEP 256u

/* x^n modulo 0x104C11DB7, its bits turned around and a place further up: of the lower and the upper
 * half of a number that goes `ahead` bits, n is ahead + 32 and ahead - 32. */
#define AHEAD_2048_LOW INT64_C(0x11542778A)
#define AHEAD_2048_HIGH INT64_C(0x1322D1430)
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

WIDE_FN __m512i fetch_wide(const uint8_t *at) {
    return _mm512_loadu_si512((const void *)at);
}

/* 0x96: exclusive or of all three. */
WIDE_FN __m512i go_ahead_wide(__m512i x, __m512i by, __m512i next) {
    const __m512i low = _mm512_clmulepi64_epi128(x, by, 0x00);
    return _mm512_ternarylogic_epi64(low, _mm512_clmulepi64_epi128(x, by, 0x11), next, 0x96);
}

WIDE_TARGET size_t pawli_crc_fold_wide(uint32_t crc, const uint8_t *at, size_t size,
                                       uint8_t left[256]) {
    const __m512i by = _mm512_broadcast_i32x4(_mm_set_epi64x(AHEAD_2048_HIGH, AHEAD_2048_LOW));
    const __m512i begun = _mm512_zextsi128_si512(_mm_cvtsi32_si128((int32_t)crc));
    const uint8_t *const begin = at;
    __m512i a = _mm512_xor_si512(fetch_wide(at), begun), b = fetch_wide(at + 64);
    __m512i c = fetch_wide(at + 128), d = fetch_wide(at + 192);
    for (at += WIDE_STEP, size -= WIDE_STEP; size >= WIDE_STEP; at += WIDE_STEP) {
        a = go_ahead_wide(a, by, fetch_wide(at));
        b = go_ahead_wide(b, by, fetch_wide(at + 64));
        c = go_ahead_wide(c, by, fetch_wide(at + 128));
        d = go_ahead_wide(d, by, fetch_wide(at + 192));
        size -= WIDE_STEP;
    }
    _mm512_storeu_si512((void *)left, a);
    _mm512_storeu_si512((void *)(left + 64), b);
    _mm512_storeu_si512((void *)(left + 128), c);
    _mm512_storeu_si512((void *)(left + 192), d);
    return (size_t)(at - begin);
}
#endif
