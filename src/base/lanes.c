/* lanes.c - what this machine can do in lanes: asked each time, since nothing here is kept.
 *
 * x86: Intel's "Software Developer's Manual", volume 1, 14.3, 15.2 to 15.4. That a processor knows
 * an instruction set does not mean that the system keeps its registers when it switches tasks: that
 * is what XCR0 tells. The compiler's own question (__builtin_cpu_supports) needs a variable of its
 * library and a constructor, which a program without a C library does not have. */
#include "base/lanes.h"

#include <stddef.h>

#if PAWLI_LANES_X86
#include <cpuid.h>

#define LEAF1_SSE41 (UINT32_C(1) << 19)       /* ecx */
#define LEAF1_PCLMULQDQ (UINT32_C(1) << 1)    /* ecx */
#define LEAF1_SSE2 (UINT32_C(1) << 26)        /* edx */
#define LEAF1_OSXSAVE_AVX (UINT32_C(3) << 27) /* ecx */
#define LEAF7_AVX2 (UINT32_C(1) << 5)         /* ebx; F, DQ, BW, VL: */
#define LEAF7_AVX512 (UINT32_C(1) << 16 | UINT32_C(1) << 17 | UINT32_C(1) << 30 | UINT32_C(1) << 31)
#define XCR0_AVX UINT32_C(0x06)
#define XCR0_AVX512 UINT32_C(0xE6)

/* Which registers the system keeps. */
static uint32_t read_xcr0(void) {
    uint32_t low, high;
    __asm__ __volatile__(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}

static pawl_lanes best_of_machine(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & LEAF1_SSE41)) return PAWL_LANES_NONE;
    if ((c & LEAF1_OSXSAVE_AVX) != LEAF1_OSXSAVE_AVX) return PAWL_LANES_SSE41;
    const uint32_t kept = read_xcr0();
    if ((kept & XCR0_AVX) != XCR0_AVX) return PAWL_LANES_SSE41;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & LEAF7_AVX2)) return PAWL_LANES_SSE41;
    const bool wide = (b & LEAF7_AVX512) == LEAF7_AVX512 && (kept & XCR0_AVX512) == XCR0_AVX512;
    return wide ? PAWL_LANES_AVX512 : PAWL_LANES_AVX2;
}
bool pawli_lanes_has_carryless(void) {
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & LEAF1_PCLMULQDQ) && (d & LEAF1_SSE2);
}
#else
static pawl_lanes best_of_machine(void) {
    return PAWLI_LANES_EXPECTED;
}
#endif

pawl_lanes pawl_lanes_best(void) {
    return best_of_machine();
}

/* Of one machine's, a wider set has all that the narrower ones have. */
bool pawl_lanes_has(pawl_lanes lanes) {
    if (!pawli_lanes_is_known(lanes)) return false;
    return lanes <= PAWL_LANES_NONE || lanes <= best_of_machine();
}

const char *pawl_lanes_name(pawl_lanes lanes) {
    switch (lanes) {
    case PAWL_LANES_DEFAULT:
        return "default";
    case PAWL_LANES_NONE:
        return "none";
    case PAWL_LANES_SSE41:
        return "sse41";
    case PAWL_LANES_AVX2:
        return "avx2";
    case PAWL_LANES_AVX512:
        return "avx512";
    case PAWL_LANES_NEON:
        return "neon";
    case PAWL_LANES_WASM:
        return "wasm";
    }
    return "unknown lanes";
}
