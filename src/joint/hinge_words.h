/* hinge_words.h - internal: the words of lanes that hinges need beyond those of contacts, made of
 * those of an instruction set (solver/lane_x86.h and the like, hinge_x86.h and the like), which
 * stand before it. For hinge_kernels.c, once for each set of lanes. */

/* The lowest 16 of the bits from `bit` on, as an unsigned number; bit + 16 <= 32. */
LANE_FN lane32 lane_half_word(lane32 x, int bit) {
    return lane_right(lane_left(x, 16 - bit), 16);
}

/* The lower half of each number with its sign. */
LANE_FN lane32 lane_low_half(lane32 x) {
    return lane_right_signed(lane_left(x, 16), 16);
}

/* pawli_near of numbers of 32 bits, |x| < 2^31 - 2^(shift - 1). */
LANE_FN lane32 lane_near(lane32 x, int shift) {
    const lane32 half = lane_add(x, lane_all(INT32_C(1) << (shift - 1)));
    return lane_right_signed(lane_add(half, lane_right_signed(x, 31)), shift);
}

LANE_FN lane64 lane64_add_all(lane64 x, int64_t y) {
    return lane64_add(x, lane64_all(y));
}

/* Bits that are set where x is not within -2^bits .. 2^bits - 1. */
LANE_FN lane32 lane64_excess(lane64 x, int bits) {
    return lane64_from(lane64_lifted(x, bits), bits + 1);
}

/* Bits that are set where x is not within 0 .. 2^31 - 1. */
LANE_FN lane32 lane64_beyond_word(lane64 x) {
    return lane64_excess(lane64_add_all(x, -(INT64_C(1) << 30)), 30);
}

/* Shifts that each lane has of its own, 1 .. 62, and the half of what they divide by. */
typedef struct lane_shifts {
    lane64 bits, halves;
} lane_shifts;

LANE_FN lane_shifts lane_shifts_of(lane32 bits) {
    lane_shifts shifts;
    shifts.bits = lane64_of(bits);
    shifts.halves = lane64_left_each(lane64_all(1), lane64_of(lane_subtract(bits, lane_all(1))));
    return shifts;
}

/* x / 2^bits, rounded half up: all 64 bits of what is not negative. */
LANE_FN lane64 lane_shifts_apply(const lane_shifts *shifts, lane64 x) {
    return lane64_right_each(lane64_add(x, shifts->halves), shifts->bits);
}

/* The same rounded half away from zero, |x| < 2^62 - 2^53: what is not negative is shifted instead,
 * x + 2^62. */
LANE_FN lane64 lane_shifts_near(const lane_shifts *shifts, lane64 x) {
    const lane64 high = lane64_all(INT64_C(1) << 62);
    const lane64 lifted = lane64_add(lane64_subtract(x, lane64_is_negative(x)), high);
    return lane64_subtract(lane_shifts_apply(shifts, lifted),
                           lane64_right_each(high, shifts->bits));
}
