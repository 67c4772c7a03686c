/* lane_kernels.c - contacts in lanes, for every instruction set that the build knows: the kernels
 * of lane_contact.h, compiled for each by attributes of functions. Nothing here runs on a machine
 * that was not asked (pawl_lanes_has). */
#include "solver/lane_schedule.h"

#include "fx/octant.h"

#include <stddef.h>
#include <string.h>

#if PAWL_WITH_LANES
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
#include "solver/lane_names.h"

#if PAWLI_LANES_X86
#define LANE_SET sse41
#define LANE_WIDTH 4
#define LANE_NARROWER NULL
#include "solver/lane_x86.h"

#include "solver/lane_contact.h"
#include "solver/lane_pass.h"
#include "solver/lane_pack.h"
#include "solver/lane_rotate.h"

#include "solver/lane_move.h"
#include "solver/lane_end.h"

#define LANE_SET avx2
#define LANE_WIDTH 8
#define LANE_NARROWER NULL
#include "solver/lane_x86.h"

#include "solver/lane_contact.h"
#include "solver/lane_pass.h"
#include "solver/lane_pack.h"
#include "solver/lane_rotate.h"

#include "solver/lane_move.h"
#include "solver/lane_end.h"

#define LANE_SET avx512
#define LANE_WIDTH 16
#define LANE_NARROWER (&lane_kernels_avx2)
#include "solver/lane_x86.h"

#include "solver/lane_contact.h"
#include "solver/lane_pass.h"
#include "solver/lane_pack.h"
#include "solver/lane_rotate.h"

#include "solver/lane_move.h"
#include "solver/lane_end.h"
#elif PAWLI_LANES_NEON
#define LANE_SET neon
#define LANE_WIDTH 4
#define LANE_NARROWER NULL
#include "solver/lane_neon.h"

#include "solver/lane_contact.h"
#include "solver/lane_pass.h"
#include "solver/lane_pack.h"
#include "solver/lane_move.h"
#include "solver/lane_end.h"
#elif PAWLI_LANES_WASM
#define LANE_SET wasm
#define LANE_WIDTH 4
#define LANE_NARROWER NULL
#include "solver/lane_wasm.h"

#include "solver/lane_contact.h"
#include "solver/lane_pass.h"
#include "solver/lane_pack.h"
#include "solver/lane_move.h"
#include "solver/lane_end.h"
#endif

const pawli_lane_kernels *pawli_lane_kernels_of(pawl_lanes lanes) {
    switch (pawli_lanes_meant(lanes)) {
#if PAWLI_LANES_X86
    case PAWL_LANES_SSE41:
        return &lane_kernels_sse41;
    case PAWL_LANES_AVX2:
        return &lane_kernels_avx2;
    case PAWL_LANES_AVX512:
        return &lane_kernels_avx512;
#elif PAWLI_LANES_NEON
    case PAWL_LANES_NEON:
        return &lane_kernels_neon;
#elif PAWLI_LANES_WASM
    case PAWL_LANES_WASM:
        return &lane_kernels_wasm;
#endif
    default:
        return NULL;
    }
}
#endif
