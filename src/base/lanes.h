/* lanes.h - internal: which lanes a build knows. What a machine has is asked by lanes.c. */
#ifndef PAWLI_LANES_H
#define PAWLI_LANES_H

#include "pawl/lanes.h"

/* Instruction sets that this build has code for. */
#if PAWL_WITH_LANES && (defined(__x86_64__) || defined(__i386__))
#define PAWLI_LANES_X86 1
#else
#define PAWLI_LANES_X86 0
#endif
#if PAWL_WITH_LANES && defined(__aarch64__) && defined(__ARM_NEON)
#define PAWLI_LANES_NEON 1
#else
#define PAWLI_LANES_NEON 0
#endif
#if PAWL_WITH_LANES && defined(__wasm_simd128__)
#define PAWLI_LANES_WASM 1
#else
#define PAWLI_LANES_WASM 0
#endif

/* What PAWL_LANES_DEFAULT means. */
#if PAWLI_LANES_X86 && defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && \
    defined(__AVX512VL__)
#define PAWLI_LANES_EXPECTED PAWL_LANES_AVX512
#define PAWLI_LANES_ALWAYS 1
#elif PAWLI_LANES_X86 && defined(__AVX2__)
#define PAWLI_LANES_EXPECTED PAWL_LANES_AVX2
#define PAWLI_LANES_ALWAYS 1
#elif PAWLI_LANES_X86 && defined(__SSE4_1__)
#define PAWLI_LANES_EXPECTED PAWL_LANES_SSE41
#define PAWLI_LANES_ALWAYS 1
#elif PAWLI_LANES_NEON
#define PAWLI_LANES_EXPECTED PAWL_LANES_NEON
#define PAWLI_LANES_ALWAYS 1
#elif PAWLI_LANES_WASM
#define PAWLI_LANES_EXPECTED PAWL_LANES_WASM
#define PAWLI_LANES_ALWAYS 1
#else
#define PAWLI_LANES_EXPECTED PAWL_LANES_NONE
#define PAWLI_LANES_ALWAYS 0 /* 1: every machine that the build runs on has lanes */
#endif

/* What lanes stand for: DEFAULT by its meaning. */
static inline pawl_lanes pawli_lanes_meant(pawl_lanes lanes) {
    return lanes == PAWL_LANES_DEFAULT ? PAWLI_LANES_EXPECTED : lanes;
}

/* What a machine can do: its widest lanes, and how many bits it multiplies without carries in one
 * instruction: 128, 512, or 0. */
typedef struct pawli_machine {
    pawl_lanes best;
    uint16_t carryless;
} pawli_machine;

/* Cost: two instructions `cpuid`, for which a virtual machine may take microseconds: code
 * that wants to know two things asks once. */
pawli_machine pawli_lanes_ask(void);

/* Whether this build knows them, whatever the machine. */
static inline bool pawli_lanes_is_known(pawl_lanes lanes) {
    switch (lanes) {
    case PAWL_LANES_DEFAULT:
    case PAWL_LANES_NONE:
        return true;
    case PAWL_LANES_SSE41:
    case PAWL_LANES_AVX2:
    case PAWL_LANES_AVX512:
        return PAWLI_LANES_X86;
    case PAWL_LANES_NEON:
        return PAWLI_LANES_NEON;
    case PAWL_LANES_WASM:
        return PAWLI_LANES_WASM;
    }
    return false;
}

#endif
