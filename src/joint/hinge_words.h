/* hinge_words.h - internal: the words of lanes that hinges need beyond those of contacts
 * (solver/lane_x86.h, which stands before it). For hinge_kernels.c, once for each set of lanes. */

LANE_FN lane64 lane64_add_all(lane64 x, int64_t y) {
    const lane64 sum = {LANE_OP(add_epi64)(x.even, LANE_ALL64(y)),
                        LANE_OP(add_epi64)(x.odd, LANE_ALL64(y))};
    return sum;
}

/* The lowest 32 bits of x / 2^shift, rounded down, shift <= 32. */
LANE_FN lane32 lane64_floor(lane64 x, int shift) {
    return LANE_EVEN_ODD(LANE_OP(srli_epi64)(x.even, LANE_BITS(shift)),
                         LANE_OP(slli_epi64)(x.odd, LANE_BITS(32 - shift)));
}

/* x with its lowest four bits cleared. */
LANE_FN lane64 lane64_clear_four(lane64 x) {
    const lane64 cleared = {LANE_AND(x.even, LANE_ALL64(-16)), LANE_AND(x.odd, LANE_ALL64(-16))};
    return cleared;
}

/* The lowest 16 of the bits from `bit` on, as an unsigned number; bit + 16 <= 32. */
LANE_FN lane32 lane_half_word(lane32 x, int bit) {
    return LANE_OP(srli_epi32)(LANE_OP(slli_epi32)(x, LANE_BITS(16 - bit)), 16);
}

/* The lower half of each number with its sign. */
LANE_FN lane32 lane_low_half(lane32 x) {
    return LANE_OP(srai_epi32)(LANE_OP(slli_epi32)(x, 16), 16);
}

/* Numbers of 64 bits, which are not negative, shifted down by as many bits as each says. */
#if LANE_WIDTH == 4
LANE_FN lane32 lane_shift_down(lane32 x, lane32 bits) {
    return _mm_blend_epi16(_mm_srl_epi64(x, bits), _mm_srl_epi64(x, _mm_srli_si128(bits, 8)), 0xF0);
}
LANE_FN lane32 lane_shift_one(lane32 bits) {
    const lane32 one = LANE_ALL64(1);
    return _mm_blend_epi16(_mm_sll_epi64(one, bits), _mm_sll_epi64(one, _mm_srli_si128(bits, 8)),
                           0xF0);
}
#else
LANE_FN lane32 lane_shift_down(lane32 x, lane32 bits) {
    return LANE_OP(srlv_epi64)(x, bits);
}
LANE_FN lane32 lane_shift_one(lane32 bits) {
    return LANE_OP(sllv_epi64)(LANE_ALL64(1), bits);
}
#endif

/* Shifts of 20 to 32 bits that each lane has of its own, and the half of what they divide by. */
typedef struct lane_shifts {
    lane64 bits, halves;
} lane_shifts;

LANE_FN lane_shifts lane_shifts_of(lane32 bits) {
    lane_shifts shifts;
    shifts.bits.even = LANE_AND(bits, LANE_ALL64(INT64_C(0xFFFFFFFF)));
    shifts.bits.odd = LANE_OP(srli_epi64)(bits, 32);
    const lane32 one = LANE_ALL64(1);
    shifts.halves.even = lane_shift_one(LANE_OP(sub_epi64)(shifts.bits.even, one));
    shifts.halves.odd = lane_shift_one(LANE_OP(sub_epi64)(shifts.bits.odd, one));
    return shifts;
}

/* x / 2^bits, rounded half up: all 64 bits of what is not negative. */
LANE_FN lane64 lane_shifts_apply(const lane_shifts *shifts, lane64 x) {
    const lane64 sum = lane64_add(x, shifts->halves);
    const lane64 shifted = {lane_shift_down(sum.even, shifts->bits.even),
                            lane_shift_down(sum.odd, shifts->bits.odd)};
    return shifted;
}

/* Each shifted down, rounded half away from zero, |x| < 2^62 - 2^53: what is not negative has been
 * shifted instead, x + 2^62. */
LANE_FN lane64 lane_shifts_near(const lane_shifts *shifts, lane64 x) {
    const lane32 high = LANE_ALL64(INT64_C(1) << 62);
    const lane32 even = LANE_OP(sub_epi64)(x.even, LANE_OP(srli_epi64)(x.even, 63));
    const lane32 odd = LANE_OP(sub_epi64)(x.odd, LANE_OP(srli_epi64)(x.odd, 63));
    const lane64 lifted = {LANE_OP(add_epi64)(even, high), LANE_OP(add_epi64)(odd, high)};
    const lane64 by = {lane_shift_down(high, shifts->bits.even),
                       lane_shift_down(high, shifts->bits.odd)};
    return lane64_subtract(lane_shifts_apply(shifts, lifted), by);
}

/* Bits that are set where x is not within -2^bits .. 2^bits - 1. */
LANE_FN lane32 lane64_excess_of(lane64 x, int bits) {
    return lane64_from(lane64_lifted(x, bits), bits + 1);
}

/* pawli_near of numbers of 32 bits, |x| < 2^31 - 2^(shift - 1). */
LANE_FN lane32 lane_near(lane32 x, int shift) {
    const lane32 sign = LANE_OP(srai_epi32)(x, 31);
    return LANE_OP(srai_epi32)(lane_add(lane_add(x, lane_all(INT32_C(1) << (shift - 1))), sign),
                               LANE_BITS(shift));
}

LANE_FN lane32 lane_times_64(lane32 x) {
    return LANE_OP(slli_epi32)(x, 6);
}

/* The lowest 32 bits. */
LANE_FN lane32 lane64_low(lane64 x) {
    return LANE_EVEN_ODD(x.even, LANE_OP(slli_epi64)(x.odd, 32));
}

/* Bits that are set where x is not within 0 .. 2^31 - 1. */
LANE_FN lane32 lane64_beyond_word(lane64 x) {
    return LANE_OP(srli_epi64)(LANE_OR(x.even, x.odd), 31);
}

/* Bits that are set where x / 2^shift is not within -2^29 .. 2^29 - 1. */
LANE_FN lane32 hinge64_excess(lane64 x, int shift) {
    return lane64_from(lane64_lifted(x, shift + 29), shift + 30);
}
