/* hinge_wasm.h - internal: words of lanes for hinges in WebAssembly, behind solver/lane_wasm.h.
 * hinge_x86.h says what they mean. For hinge_kernels.c. */

/* ---- numbers of 32 bits ---- */

LANE_FN lane32 lane_right(lane32 x, int bits) {
    return wasm_u32x4_shr(x, (uint32_t)bits);
}

LANE_FN void lane_store_pairs(int32_t *pairs, lane32 x, lane32 y) {
    wasm_v128_store(pairs, wasm_i32x4_shuffle(x, y, 0, 4, 1, 5));
    wasm_v128_store(pairs + 4, wasm_i32x4_shuffle(x, y, 2, 6, 3, 7));
}

/* ---- numbers of 64 bits ---- */

LANE_FN lane64 lane64_all(int64_t x) {
    const lane64 all = {wasm_i64x2_splat(x), wasm_i64x2_splat(x)};
    return all;
}

LANE_FN lane64 lane64_is_negative(lane64 x) {
    const lane64 negative = {wasm_u64x2_shr(x.low, 63), wasm_u64x2_shr(x.high, 63)};
    return negative;
}

LANE_FN lane64 lane64_clear_four(lane64 x) {
    const v128_t mask = wasm_i64x2_splat(-16);
    const lane64 cleared = {wasm_v128_and(x.low, mask), wasm_v128_and(x.high, mask)};
    return cleared;
}

/* Shifts of a vector are all by the same number. */
LANE_FN v128_t lane_right_two(v128_t x, v128_t bits) {
    return wasm_u64x2_make(
        (uint64_t)wasm_i64x2_extract_lane(x, 0) >> wasm_i64x2_extract_lane(bits, 0),
        (uint64_t)wasm_i64x2_extract_lane(x, 1) >> wasm_i64x2_extract_lane(bits, 1));
}

LANE_FN v128_t lane_left_two(v128_t x, v128_t bits) {
    return wasm_u64x2_make(
        (uint64_t)wasm_i64x2_extract_lane(x, 0) << wasm_i64x2_extract_lane(bits, 0),
        (uint64_t)wasm_i64x2_extract_lane(x, 1) << wasm_i64x2_extract_lane(bits, 1));
}

LANE_FN lane64 lane64_right_each(lane64 x, lane64 bits) {
    const lane64 shifted = {lane_right_two(x.low, bits.low), lane_right_two(x.high, bits.high)};
    return shifted;
}

LANE_FN lane64 lane64_left_each(lane64 x, lane64 bits) {
    const lane64 shifted = {lane_left_two(x.low, bits.low), lane_left_two(x.high, bits.high)};
    return shifted;
}

#define LANE_PLACE(i) (i)
LANE_FN void lane64_store(int64_t *at, lane64 x) {
    wasm_v128_store(at, x.low);
    wasm_v128_store(at + 2, x.high);
}
