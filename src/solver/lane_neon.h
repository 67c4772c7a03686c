/* lane_neon.h - internal: the vocabulary of lanes for NEON of 64-bit ARM, little-endian. For
 * lane_kernels.c. lane_x86.h says what the words mean; here numbers of 64 bits are those of the
 * lower two lanes and those of the upper two. */
#define LANE_TARGET
#define LANE_FN static inline __attribute__((always_inline))
#define LANE_APART static __attribute__((noinline))

typedef int32x4_t lane32;

typedef struct lane64 {
    int64x2_t low, high;
} lane64;

typedef struct lane_body {
    lane32 x, y, turn, fourth;
} lane_body;

/* ---- numbers of 32 bits ---- */

LANE_FN lane32 lane_load(const int32_t *at) {
    return vld1q_s32(at);
}

LANE_FN void lane_store(int32_t *at, lane32 x) {
    vst1q_s32(at, x);
}

LANE_FN lane32 lane_all(int32_t x) {
    return vdupq_n_s32(x);
}

LANE_FN lane32 lane_add(lane32 a, lane32 b) {
    return vaddq_s32(a, b);
}

LANE_FN lane32 lane_subtract(lane32 a, lane32 b) {
    return vsubq_s32(a, b);
}

LANE_FN lane32 lane_min(lane32 a, lane32 b) {
    return vminq_s32(a, b);
}

LANE_FN lane32 lane_max(lane32 a, lane32 b) {
    return vmaxq_s32(a, b);
}

/* The sign, 0 or -1, is taken away before the shift. */
LANE_FN lane32 lane_half(lane32 x) {
    return vshrq_n_s32(vsubq_s32(x, vshrq_n_s32(x, 31)), 1);
}

LANE_FN lane32 lane_left(lane32 x, int count) {
    return vshlq_s32(x, vdupq_n_s32(count));
}

LANE_FN lane32 lane_right_signed(lane32 x, int count) {
    return vshlq_s32(x, vdupq_n_s32(-count));
}

/* ---- masks ---- */

LANE_FN lane32 lane_and(lane32 a, lane32 b) {
    return vandq_s32(a, b);
}

LANE_FN lane32 lane_and_not(lane32 not, lane32 b) {
    return vbicq_s32(b, not );
}

LANE_FN lane32 lane_or(lane32 a, lane32 b) {
    return vorrq_s32(a, b);
}

LANE_FN lane32 lane_xor(lane32 a, lane32 b) {
    return veorq_s32(a, b);
}

LANE_FN lane32 lane_is_more(lane32 a, lane32 b) {
    return vreinterpretq_s32_u32(vcgtq_s32(a, b));
}

LANE_FN lane32 lane_is_equal(lane32 a, lane32 b) {
    return vreinterpretq_s32_u32(vceqq_s32(a, b));
}

LANE_FN lane32 lane_pick(lane32 mask, lane32 a, lane32 b) {
    return vbslq_s32(vreinterpretq_u32_s32(mask), a, b);
}

LANE_FN bool lane_is_zero(lane32 x) {
    return vmaxvq_u32(vreinterpretq_u32_s32(x)) == 0;
}

/* ---- numbers of 64 bits ---- */

LANE_FN lane64 lane_product(lane32 a, lane32 b) {
    const lane64 product = {vmull_s32(vget_low_s32(a), vget_low_s32(b)), vmull_high_s32(a, b)};
    return product;
}

LANE_FN lane64 lane_product_field(const int32_t *field, lane32 x) {
    return lane_product(vld1q_s32(field), x);
}

LANE_FN lane64 lane64_add(lane64 a, lane64 b) {
    const lane64 sum = {vaddq_s64(a.low, b.low), vaddq_s64(a.high, b.high)};
    return sum;
}

LANE_FN lane64 lane64_subtract(lane64 a, lane64 b) {
    const lane64 sum = {vsubq_s64(a.low, b.low), vsubq_s64(a.high, b.high)};
    return sum;
}

LANE_FN lane64 lane64_and(lane64 a, lane32 mask) {
    const lane64 kept = {vandq_s64(a.low, vmovl_s32(vget_low_s32(mask))),
                         vandq_s64(a.high, vmovl_high_s32(mask))};
    return kept;
}

/* Rounding shifts round ties up: the sign, added first, takes negative ones down. */
LANE_FN int64x2_t lane_near_half(int64x2_t x, int shift) {
    return vrshlq_s64(vaddq_s64(x, vshrq_n_s64(x, 63)), vdupq_n_s64(-shift));
}

LANE_FN lane32 lane64_near(lane64 x, int shift) {
    return vuzp1q_s32(vreinterpretq_s32_s64(lane_near_half(x.low, shift)),
                      vreinterpretq_s32_s64(lane_near_half(x.high, shift)));
}

LANE_FN lane64 lane64_of(lane32 x) {
    const lane64 wide = {vmovl_s32(vget_low_s32(x)), vmovl_high_s32(x)};
    return wide;
}

LANE_FN lane32 lane64_low(lane64 x) {
    return vuzp1q_s32(vreinterpretq_s32_s64(x.low), vreinterpretq_s32_s64(x.high));
}

LANE_FN lane32 lane64_floor(lane64 x, int shift) {
    const int64x2_t bits = vdupq_n_s64(-shift);
    const lane64 shifted = {vshlq_s64(x.low, bits), vshlq_s64(x.high, bits)};
    return lane64_low(shifted);
}

LANE_FN lane64 lane64_rounded(lane64 x, int shift) {
    const int64x2_t half = vdupq_n_s64(INT64_C(1) << (shift - 1));
    const lane64 rounded = {vaddq_s64(vaddq_s64(x.low, vshrq_n_s64(x.low, 63)), half),
                            vaddq_s64(vaddq_s64(x.high, vshrq_n_s64(x.high, 63)), half)};
    return rounded;
}

LANE_FN lane32 lane64_lifted(lane64 x, int bits) {
    const int64x2_t limit = vdupq_n_s64(INT64_C(1) << bits);
    return vreinterpretq_s32_s64(vorrq_s64(vaddq_s64(x.low, limit), vaddq_s64(x.high, limit)));
}

LANE_FN lane32 lane64_from(lane32 lifted, int bit) {
    return vreinterpretq_s32_u64(vshlq_u64(vreinterpretq_u64_s32(lifted), vdupq_n_s64(-bit)));
}

/* ---- bodies: four numbers that lie side by side ---- */

LANE_FN lane_body lane_body_turn(lane32 r0, lane32 r1, lane32 r2, lane32 r3) {
    const int64x2_t low0 = vreinterpretq_s64_s32(vzip1q_s32(r0, r1));
    const int64x2_t low1 = vreinterpretq_s64_s32(vzip1q_s32(r2, r3));
    const int64x2_t high0 = vreinterpretq_s64_s32(vzip2q_s32(r0, r1));
    const int64x2_t high1 = vreinterpretq_s64_s32(vzip2q_s32(r2, r3));
    const lane_body body = {vreinterpretq_s32_s64(vzip1q_s64(low0, low1)),
                            vreinterpretq_s32_s64(vzip2q_s64(low0, low1)),
                            vreinterpretq_s32_s64(vzip1q_s64(high0, high1)),
                            vreinterpretq_s32_s64(vzip2q_s64(high0, high1))};
    return body;
}

LANE_FN lane_body lane_body_load(const uint8_t *base, const int32_t *at) {
    return lane_body_turn(vld1q_s32((const int32_t *)(const void *)(base + at[0])),
                          vld1q_s32((const int32_t *)(const void *)(base + at[1])),
                          vld1q_s32((const int32_t *)(const void *)(base + at[2])),
                          vld1q_s32((const int32_t *)(const void *)(base + at[3])));
}

LANE_FN void lane_body_store(uint8_t *base, const int32_t *at, lane_body body) {
    const lane_body rows = lane_body_turn(body.x, body.y, body.turn, body.fourth);
    vst1q_s32((int32_t *)(void *)(base + at[0]), rows.x);
    vst1q_s32((int32_t *)(void *)(base + at[1]), rows.y);
    vst1q_s32((int32_t *)(void *)(base + at[2]), rows.turn);
    vst1q_s32((int32_t *)(void *)(base + at[3]), rows.fourth);
}
