/* hinge_x86.h - internal: words of lanes for hinges in SSE4.1, AVX2 and AVX-512, behind
 * solver/lane_x86.h. For hinge_kernels.c, once for each. */

/* ---- numbers of 32 bits ---- */

/* Without a sign, and with it. */
LANE_FN lane32 lane_right(lane32 x, int bits) {
    return LANE_OP(srli_epi32)(x, LANE_BITS(bits));
}

/* Numbers of two each, side by side: x of a lane, then its y. */
LANE_FN void lane_store_pairs(int32_t *pairs, lane32 x, lane32 y) {
    const int32_t at[] = {0, 16, 0, 0, 32, 48, 0, 0, 64, 80, 0, 0, 96, 112, 0, 0};
    uint8_t *base = (uint8_t *)pairs;
    const lane32 low = LANE_OP(unpacklo_epi32)(x, y), high = LANE_OP(unpackhi_epi32)(x, y);
    LANE_BODY_STORE(base, at, 0, low);
    LANE_BODY_STORE(base, at, 1, high);
}

/* ---- numbers of 64 bits ---- */

LANE_FN lane64 lane64_all(int64_t x) {
    const lane64 all = {LANE_ALL64(x), LANE_ALL64(x)};
    return all;
}

/* 1 for what is negative, else 0. */
LANE_FN lane64 lane64_is_negative(lane64 x) {
    const lane64 negative = {LANE_OP(srli_epi64)(x.even, 63), LANE_OP(srli_epi64)(x.odd, 63)};
    return negative;
}

/* x with its lowest four bits cleared. */
LANE_FN lane64 lane64_clear_four(lane64 x) {
    const lane64 cleared = {LANE_AND(x.even, LANE_ALL64(-16)), LANE_AND(x.odd, LANE_ALL64(-16))};
    return cleared;
}

/* Numbers that are not negative, shifted by as many bits as each says. */
#if LANE_WIDTH == 4
LANE_FN lane32 lane_right_two(lane32 x, lane32 bits) {
    return _mm_blend_epi16(_mm_srl_epi64(x, bits), _mm_srl_epi64(x, _mm_srli_si128(bits, 8)), 0xF0);
}
LANE_FN lane32 lane_left_two(lane32 x, lane32 bits) {
    return _mm_blend_epi16(_mm_sll_epi64(x, bits), _mm_sll_epi64(x, _mm_srli_si128(bits, 8)), 0xF0);
}
#else
LANE_FN lane32 lane_right_two(lane32 x, lane32 bits) {
    return LANE_OP(srlv_epi64)(x, bits);
}
LANE_FN lane32 lane_left_two(lane32 x, lane32 bits) {
    return LANE_OP(sllv_epi64)(x, bits);
}
#endif
LANE_FN lane64 lane64_right_each(lane64 x, lane64 bits) {
    const lane64 shifted = {lane_right_two(x.even, bits.even), lane_right_two(x.odd, bits.odd)};
    return shifted;
}
LANE_FN lane64 lane64_left_each(lane64 x, lane64 bits) {
    const lane64 shifted = {lane_left_two(x.even, bits.even), lane_left_two(x.odd, bits.odd)};
    return shifted;
}

/* Number i is stored at its place. */
#define LANE_PLACE(i) ((i) % 2 * (LANE_WIDTH / 2) + (i) / 2)
LANE_FN void lane64_store(int64_t *at, lane64 x) {
    LANE_STORE(at, x.even);
    LANE_STORE(at + LANE_WIDTH / 2, x.odd);
}
