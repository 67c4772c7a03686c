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
#define LEAF7_VPCLMULQDQ (UINT32_C(1) << 10) /* ecx */
#define XCR0_AVX UINT32_C(0x06)
#define XCR0_AVX512 UINT32_C(0xE6)

/* Which registers the system keeps. */
static uint32_t read_xcr0(void) {
    uint32_t low, high;
    __asm__ __volatile__(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
    (void)high;
    return low;
}

static bool has_all(uint32_t bits, uint32_t wanted) {
    return (bits & wanted) == wanted;
}

pawli_machine pawli_lanes_ask(void) {
    pawli_machine machine = {PAWL_LANES_NONE, 0};
    unsigned a, b, c, d, features;
#if !defined(__x86_64__) /* of 64 bits all have leaf 1 */
    if (__get_cpuid_max(0, NULL) < 1) return machine;
#endif
    __cpuid(1, a, b, features, d);
    if (has_all(features, LEAF1_PCLMULQDQ) && has_all(d, LEAF1_SSE2)) machine.carryless = 128;
    if (!has_all(features, LEAF1_SSE41)) return machine;
    machine.best = PAWL_LANES_SSE41;
    /* What has XSAVE has leaf 13, which tells of it, and so leaf 7. */
    if (!has_all(features, LEAF1_OSXSAVE_AVX)) return machine;
    const uint32_t kept = read_xcr0();
    __cpuid_count(7, 0, a, b, c, d);
    if (!has_all(kept, XCR0_AVX) || !has_all(b, LEAF7_AVX2)) return machine;
    machine.best = PAWL_LANES_AVX2;
    if (!has_all(b, LEAF7_AVX512) || !has_all(kept, XCR0_AVX512)) return machine;
    machine.best = PAWL_LANES_AVX512;
    if (machine.carryless != 0 && has_all(c, LEAF7_VPCLMULQDQ)) machine.carryless = 512;
    return machine;
}
#else
pawli_machine pawli_lanes_ask(void) {
    const pawli_machine machine = {PAWLI_LANES_EXPECTED, 0};
    return machine;
}
#endif

pawl_lanes pawl_lanes_best(void) {
    return pawli_lanes_ask().best;
}

/* Of one machine's, a wider set has all that the narrower ones have. */
bool pawl_lanes_has(pawl_lanes lanes) {
    if (!pawli_lanes_is_known(lanes)) return false;
    return lanes <= PAWL_LANES_NONE || lanes <= pawl_lanes_best();
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
