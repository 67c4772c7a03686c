/* box_test.h - one box that is compared with many: all four edges at once where a machine has lanes
 * anyway (SSE2, NEON), else one after the other.
 *
 * Two boxes overlap unless one ends before the other begins. In lanes the lower edges of a box are
 * compared with the upper ones of the other, and with all bits inverted, which turns the order
 * round, the upper edges with the lower ones. */
#ifndef PAWLI_BOX_TEST_H
#define PAWLI_BOX_TEST_H

#include "base/compiler.h"
#include "pawl/vec.h"

#if !PAWL_SMALL_CODE && defined(__SSE2__)
#include <emmintrin.h>
#include <string.h>

typedef struct pawli_box_test {
    __m128i limits, inverted;
} pawli_box_test;

/* In two halves, as boxes are passed: a load of both would wait for two stores. */
PAWLI_INLINE pawli_box_test pawli_box_test_of(const pawl_box *box) {
    int64_t lower, upper;
    memcpy(&lower, &box->lower, sizeof lower);
    memcpy(&upper, &box->upper, sizeof upper);
    const pawli_box_test test = {_mm_set_epi64x(~lower, upper), _mm_set_epi64x(-1, 0)};
    return test;
}

PAWLI_INLINE bool pawli_box_test_meets(const pawli_box_test *test, const pawl_box *box) {
    const __m128i loaded = _mm_loadu_si128((const __m128i *)(const void *)box);
    const __m128i edges = _mm_xor_si128(loaded, test->inverted);
    return _mm_movemask_epi8(_mm_cmpgt_epi32(edges, test->limits)) == 0;
}

#elif !PAWL_SMALL_CODE && defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

typedef struct pawli_box_test {
    int32x4_t limits, inverted;
} pawli_box_test;

PAWLI_INLINE pawli_box_test pawli_box_test_of(const pawl_box *box) {
    const int32x4_t upper = {0, 0, -1, -1};
    const int32x4_t edges = vld1q_s32(&box->lower.x);
    const pawli_box_test test = {veorq_s32(vextq_s32(edges, edges, 2), upper), upper};
    return test;
}

PAWLI_INLINE bool pawli_box_test_meets(const pawli_box_test *test, const pawl_box *box) {
    const int32x4_t edges = veorq_s32(vld1q_s32(&box->lower.x), test->inverted);
    return vmaxvq_u32(vcgtq_s32(edges, test->limits)) == 0;
}

#else

typedef struct pawli_box_test {
    pawl_box box;
} pawli_box_test;

static inline pawli_box_test pawli_box_test_of(const pawl_box *box) {
    const pawli_box_test test = {*box};
    return test;
}

/* Not one expression: compilers would evaluate most of it before they look at any part. */
static inline bool pawli_box_test_meets(const pawli_box_test *test, const pawl_box *box) {
    if (box->lower.x > test->box.upper.x) return false;
    if (box->upper.x < test->box.lower.x) return false;
    if (box->lower.y > test->box.upper.y) return false;
    return box->upper.y >= test->box.lower.y;
}

#endif
#endif
