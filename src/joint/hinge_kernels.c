/* hinge_kernels.c - hinges in lanes, for every instruction set that the build knows: the kernels of
 * lane_hinge.h, compiled for each by attributes of functions. Nothing here runs on a machine that
 * was not asked (pawl_lanes_has). */
#include "joint/hinge_lanes.h"

#include "fx/quotient.h"
#include "joint/body_turn.h"

#include <stddef.h>

#if PAWLI_HINGES_IN_LANES
#if PAWLI_LANES_X86
#include <immintrin.h>
#elif PAWLI_LANES_NEON
#include <arm_neon.h>
#elif PAWLI_LANES_WASM
#include <wasm_simd128.h>
#endif

#define LANE_JOIN2(name, set) name##_##set
#define LANE_JOIN(name, set) LANE_JOIN2(name, set)
#define LANE_NAME(name) LANE_JOIN(name, LANE_SET)
#include "joint/hinge_names.h"
#include "solver/lane_names.h"

/* The vocabulary has other names here than in solver/lane_kernels.c: a library that is one file has
 * both. */
#if PAWLI_LANES_X86
#define LANE_SET hinges_sse41
#define LANE_WIDTH 4
#include "solver/lane_x86.h"

#include "joint/hinge_x86.h"

#include "joint/lane_hinges.h"

#define LANE_SET hinges_avx2
#define LANE_WIDTH 8
#include "solver/lane_x86.h"

#include "joint/hinge_x86.h"

#include "joint/lane_hinges.h"

#define LANE_SET hinges_avx512
#define LANE_WIDTH 16
#include "solver/lane_x86.h"

#include "joint/hinge_x86.h"

#include "joint/lane_hinges.h"
#elif PAWLI_LANES_NEON
#define LANE_SET hinges_neon
#define LANE_WIDTH 4
#include "solver/lane_neon.h"

#include "joint/hinge_neon.h"

#include "joint/lane_hinges.h"
#elif PAWLI_LANES_WASM
#define LANE_SET hinges_wasm
#define LANE_WIDTH 4
#include "solver/lane_wasm.h"

#include "joint/hinge_wasm.h"

#include "joint/lane_hinges.h"
#endif

const pawli_hinge_kernels *pawli_hinge_kernels_of(pawl_lanes lanes) {
    switch (pawli_lanes_meant(lanes)) {
#if PAWLI_LANES_X86
    case PAWL_LANES_SSE41:
        return &hinge_kernels_hinges_sse41;
    case PAWL_LANES_AVX2:
        return &hinge_kernels_hinges_avx2;
    case PAWL_LANES_AVX512:
        return &hinge_kernels_hinges_avx512;
#elif PAWLI_LANES_NEON
    case PAWL_LANES_NEON:
        return &hinge_kernels_hinges_neon;
#elif PAWLI_LANES_WASM
    case PAWL_LANES_WASM:
        return &hinge_kernels_hinges_wasm;
#endif
    default:
        return NULL;
    }
}

#undef LANE_NAME
#undef LANE_JOIN
#undef LANE_JOIN2
#endif
