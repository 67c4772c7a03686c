/* hinge_neon.h - internal: words of lanes for hinges in NEON, behind solver/lane_neon.h.
 * hinge_x86.h says what they mean. For hinge_kernels.c. */

/* ---- numbers of 32 bits ---- */

LANE_FN lane32 lane_right(lane32 x, int bits) {
    return vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(x), vdupq_n_s32(-bits)));
}

LANE_FN void lane_store_pairs(int32_t *pairs, lane32 x, lane32 y) {
    const int32x4x2_t both = {{x, y}};
    vst2q_s32(pairs, both);
}

/* ---- numbers of 64 bits ---- */

LANE_FN lane64 lane64_all(int64_t x) {
    const lane64 all = {vdupq_n_s64(x), vdupq_n_s64(x)};
    return all;
}

LANE_FN int64x2_t lane_right_unsigned(int64x2_t x, int64x2_t bits) {
    return vreinterpretq_s64_u64(vshlq_u64(vreinterpretq_u64_s64(x), vnegq_s64(bits)));
}

LANE_FN lane64 lane64_is_negative(lane64 x) {
    const int64x2_t bits = vdupq_n_s64(63);
    const lane64 negative = {lane_right_unsigned(x.low, bits), lane_right_unsigned(x.high, bits)};
    return negative;
}

LANE_FN lane64 lane64_clear_four(lane64 x) {
    const int64x2_t mask = vdupq_n_s64(-16);
    const lane64 cleared = {vandq_s64(x.low, mask), vandq_s64(x.high, mask)};
    return cleared;
}

LANE_FN lane64 lane64_right_each(lane64 x, lane64 bits) {
    const lane64 shifted = {lane_right_unsigned(x.low, bits.low),
                            lane_right_unsigned(x.high, bits.high)};
    return shifted;
}

LANE_FN lane64 lane64_left_each(lane64 x, lane64 bits) {
    const lane64 shifted = {vshlq_s64(x.low, bits.low), vshlq_s64(x.high, bits.high)};
    return shifted;
}

#define LANE_PLACE(i) (i)
LANE_FN void lane64_store(int64_t *at, lane64 x) {
    vst1q_s64(at, x.low);
    vst1q_s64(at + 2, x.high);
}
