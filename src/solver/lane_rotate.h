/* lane_rotate.h - internal: sines and cosines in lanes, to the bits of fx/fx_trig.c, for bodies
 * that have turned. For lane_kernels.c, behind lane_x86.h: once for each set of lanes that
 * multiplies numbers without a sign. */

/* x / 2^shift of numbers of 64 bits without a sign, rounded to nearest: the lowest 32 bits. */
LANE_FN lane32 lane_unsigned_near(lane64 x, int shift) {
    const lane32 half = LANE_ALL64(INT64_C(1) << (shift - 1));
    const lane32 even = LANE_OP(add_epi64)(x.even, half), odd = LANE_OP(add_epi64)(x.odd, half);
    return LANE_EVEN_ODD(LANE_OP(srli_epi64)(even, LANE_BITS(shift)),
                         shift < 32 ? LANE_OP(slli_epi64)(odd, LANE_BITS(32 - shift))
                                    : LANE_OP(srli_epi64)(odd, LANE_BITS(shift - 32)));
}

LANE_FN lane64 lane_unsigned_product(lane32 a, lane32 b) {
    const lane64 product = {LANE_OP(mul_epu32)(a, b), LANE_OP(mul_epu32)(lane_odd(a), lane_odd(b))};
    return product;
}

/* x, or where the mask is set -x. */
LANE_FN lane32 lane_turned_round(lane32 x, lane32 mask) {
    return lane_subtract(lane_xor(x, mask), mask);
}

#define LANE_HORNER(outer, shift)                 \
    p = lane_subtract(lane_all((int32_t)(outer)), \
                      lane_unsigned_near(lane_unsigned_product(y, p), shift))

LANE_FN lane32 lane_sine_of_octant(lane32 t, lane32 y) {
    lane32 p = lane_all((int32_t)PAWLI_SINE_INNERMOST);
    PAWLI_SINE_STEPS(LANE_HORNER);
    return lane_unsigned_near(lane_unsigned_product(t, p), PAWLI_SINE_SHIFT);
}

LANE_FN lane32 lane_cosine_of_octant(lane32 y) {
    lane32 p = lane_all((int32_t)PAWLI_COSINE_INNERMOST);
    PAWLI_COSINE_STEPS(LANE_HORNER);
    return p;
}

/* Angles are folded as there; half a turn, which is not below, has a sine of 0. The smaller one of
 * two angles without a sign is the one that is folded. */
LANE_FN void lane_rotate_group(const int32_t *angles, int32_t *cosines, int32_t *sines) {
    const lane32 angle = lane_load(angles), right = lane_all((int32_t)PAWLI_RIGHT_ANGLE);
    const lane32 below = lane_right_signed(angle, 31);
    const lane32 upper = lane_turned_round(angle, below);
    const lane32 quarter = LANE_OP(min_epu32)(upper, lane_subtract(lane_all(INT32_MIN), upper));
    const lane32 octant = lane_min(quarter, lane_subtract(right, quarter));
    const lane32 ahead = lane_is_equal(quarter, upper), flat = lane_is_equal(octant, quarter);
    const lane32 t = lane_left(octant, 2);
    const lane32 y = lane_unsigned_near(lane_unsigned_product(t, t), 31);
    const lane32 sine = lane_sine_of_octant(t, y), cosine = lane_cosine_of_octant(y);
    const lane32 behind = lane_xor(ahead, lane_all(-1));
    lane_store(cosines, lane_turned_round(lane_pick(flat, cosine, sine), behind));
    lane_store(sines, lane_turned_round(lane_pick(flat, sine, cosine), below));
}

LANE_TARGET static void lane_rotate(const int32_t *angles, uint32_t count, int32_t *cosines,
                                    int32_t *sines) {
    for (uint32_t at = 0; at < count; at += LANE_WIDTH)
        lane_rotate_group(angles + at, cosines + at, sines + at);
}

#undef LANE_HORNER
#define LANE_ROTATE lane_rotate
