/* lanes.h - which instruction sets for lanes (SIMD) a build knows and a machine has.
 *
 * In lanes several contacts are solved at once, with the bits of one after the other: no result
 * depends on them, so machines that play together may choose differently (docs/4-solver.md). Ask
 * once, and pass the answer to each step:
 *
 *     const pawl_step_hooks hooks = {.lanes = pawl_lanes_best(), ...}; */
#ifndef PAWL_LANES_H
#define PAWL_LANES_H

#include "pawl/base.h"
#include "pawl/config.h"

typedef enum pawl_lanes {
    PAWL_LANES_DEFAULT = 0, /* what the compiler of the library was told to expect of every machine:
                               AVX-512 (-mavx512f and so on), AVX2 (-mavx2), SSE4.1 (-msse4.1), NEON
                               on 64-bit ARM, WASM (-msimd128); else NONE */
    PAWL_LANES_NONE,        /* one after the other, on any machine */
    PAWL_LANES_SSE41,       /* x86, 4 lanes of 32 bits */
    PAWL_LANES_AVX2,        /* x86, 8 lanes */
    PAWL_LANES_AVX512,      /* x86 with AVX-512 F, BW, DQ and VL, 16 lanes */
    PAWL_LANES_NEON,        /* 64-bit ARM, 4 lanes */
    PAWL_LANES_WASM         /* WebAssembly with simd128, 4 lanes */
} pawl_lanes;
#define PAWL_LANES_COUNT 7

/* The widest lanes that this build knows and this machine has, NONE where there are none: always
 * one that pawl_lanes_has, and never DEFAULT.
 * Cost: on x86 three instructions `cpuid`, up to some 100 microseconds in a virtual machine. */
PAWL_API pawl_lanes pawl_lanes_best(void);

/* Whether steps can be asked for `lanes` here: this build knows them and this machine has their
 * instructions. True for DEFAULT and NONE, false for values that are none of pawl_lanes.
 * Cost: that of pawl_lanes_best. */
PAWL_API bool pawl_lanes_has(pawl_lanes lanes);

/* The name of `lanes`: "avx2"; "unknown lanes" for what is none. */
PAWL_API const char *pawl_lanes_name(pawl_lanes lanes);

#endif
