/* lane_wasm.h - internal: the vocabulary of lanes for WebAssembly with simd128. For lane_kernels.c.
 * lane_x86.h says what the words mean; here numbers of 64 bits are those of the lower two lanes and
 * those of the upper two. */
#define LANE_TARGET
#define LANE_FN static inline __attribute__((always_inline))
#define LANE_APART static __attribute__((noinline))

typedef v128_t lane32;

typedef struct lane64 {
    v128_t low, high;
} lane64;

typedef struct lane_body {
    lane32 x, y, turn, fourth;
} lane_body;

/* ---- numbers of 32 bits ---- */

LANE_FN lane32 lane_load(const int32_t *at) {
    return wasm_v128_load(at);
}

LANE_FN void lane_store(int32_t *at, lane32 x) {
    wasm_v128_store(at, x);
}

LANE_FN lane32 lane_all(int32_t x) {
    return wasm_i32x4_splat(x);
}

LANE_FN lane32 lane_add(lane32 a, lane32 b) {
    return wasm_i32x4_add(a, b);
}

LANE_FN lane32 lane_subtract(lane32 a, lane32 b) {
    return wasm_i32x4_sub(a, b);
}

LANE_FN lane32 lane_min(lane32 a, lane32 b) {
    return wasm_i32x4_min(a, b);
}

LANE_FN lane32 lane_max(lane32 a, lane32 b) {
    return wasm_i32x4_max(a, b);
}

/* The sign, 0 or -1, is taken away before the shift. */
LANE_FN lane32 lane_half(lane32 x) {
    return wasm_i32x4_shr(wasm_i32x4_sub(x, wasm_i32x4_shr(x, 31)), 1);
}

LANE_FN lane32 lane_left(lane32 x, int count) {
    return wasm_i32x4_shl(x, (uint32_t)count);
}

LANE_FN lane32 lane_right_signed(lane32 x, int count) {
    return wasm_i32x4_shr(x, (uint32_t)count);
}

/* ---- masks ---- */

LANE_FN lane32 lane_and(lane32 a, lane32 b) {
    return wasm_v128_and(a, b);
}

LANE_FN lane32 lane_and_not(lane32 not, lane32 b) {
    return wasm_v128_andnot(b, not );
}

LANE_FN lane32 lane_or(lane32 a, lane32 b) {
    return wasm_v128_or(a, b);
}

LANE_FN lane32 lane_xor(lane32 a, lane32 b) {
    return wasm_v128_xor(a, b);
}

LANE_FN lane32 lane_is_more(lane32 a, lane32 b) {
    return wasm_i32x4_gt(a, b);
}

LANE_FN lane32 lane_is_equal(lane32 a, lane32 b) {
    return wasm_i32x4_eq(a, b);
}

LANE_FN lane32 lane_pick(lane32 mask, lane32 a, lane32 b) {
    return wasm_v128_bitselect(a, b, mask);
}

LANE_FN bool lane_is_zero(lane32 x) {
    return !wasm_v128_any_true(x);
}

/* ---- numbers of 64 bits ---- */

/* A number that the compiler is not to see through. By one that it knows it would multiply all 64
 * bits, and it would look for a sign by a shift; machines take several instructions for those. */
LANE_FN v128_t lane_opaque(v128_t x) {
    __asm__("" : "+r"(x));
    return x;
}

LANE_FN lane64 lane_product(lane32 a, lane32 b) {
    a = lane_opaque(a);
    b = lane_opaque(b);
    const lane64 product = {wasm_i64x2_extmul_low_i32x4(a, b), wasm_i64x2_extmul_high_i32x4(a, b)};
    return product;
}

LANE_FN lane64 lane_product_field(const int32_t *field, lane32 x) {
    return lane_product(wasm_v128_load(field), x);
}

LANE_FN lane64 lane64_add(lane64 a, lane64 b) {
    const lane64 sum = {wasm_i64x2_add(a.low, b.low), wasm_i64x2_add(a.high, b.high)};
    return sum;
}

LANE_FN lane64 lane64_subtract(lane64 a, lane64 b) {
    const lane64 sum = {wasm_i64x2_sub(a.low, b.low), wasm_i64x2_sub(a.high, b.high)};
    return sum;
}

LANE_FN lane64 lane64_and(lane64 a, lane32 mask) {
    const lane64 kept = {wasm_v128_and(a.low, wasm_i64x2_extend_low_i32x4(mask)),
                         wasm_v128_and(a.high, wasm_i64x2_extend_high_i32x4(mask))};
    return kept;
}

LANE_FN lane64 lane64_of(lane32 x) {
    const lane64 wide = {wasm_i64x2_extend_low_i32x4(x), wasm_i64x2_extend_high_i32x4(x)};
    return wide;
}

LANE_FN lane32 lane64_low(lane64 x) {
    return wasm_i32x4_shuffle(x.low, x.high, 0, 2, 4, 6);
}

/* By at most 32, so that no copy of the sign comes into the lower half. */
LANE_FN lane32 lane64_floor(lane64 x, int shift) {
    const lane64 shifted = {wasm_u64x2_shr(x.low, (uint32_t)shift),
                            wasm_u64x2_shr(x.high, (uint32_t)shift)};
    return lane64_low(shifted);
}

LANE_FN v128_t lane_near_bits(v128_t x, int shift) {
    const v128_t half = wasm_i64x2_splat(INT64_C(1) << (shift - 1));
    const v128_t zero = lane_opaque(wasm_i64x2_splat(0));
    return wasm_i64x2_add(wasm_i64x2_add(x, half), wasm_i64x2_gt(zero, x));
}

LANE_FN lane64 lane64_rounded(lane64 x, int shift) {
    const lane64 rounded = {lane_near_bits(x.low, shift), lane_near_bits(x.high, shift)};
    return rounded;
}

LANE_FN lane32 lane64_near(lane64 x, int shift) {
    return lane64_floor(lane64_rounded(x, shift), shift);
}

LANE_FN lane32 lane64_lifted(lane64 x, int bits) {
    const v128_t limit = wasm_i64x2_splat(INT64_C(1) << bits);
    return wasm_v128_or(wasm_i64x2_add(x.low, limit), wasm_i64x2_add(x.high, limit));
}

LANE_FN lane32 lane64_from(lane32 lifted, int bit) {
    return wasm_u64x2_shr(lifted, (uint32_t)bit);
}

/* ---- bodies: four numbers that lie side by side ---- */

LANE_FN lane_body lane_body_turn(v128_t r0, v128_t r1, v128_t r2, v128_t r3) {
    const v128_t low0 = wasm_i32x4_shuffle(r0, r1, 0, 4, 1, 5);
    const v128_t low1 = wasm_i32x4_shuffle(r2, r3, 0, 4, 1, 5);
    const v128_t high0 = wasm_i32x4_shuffle(r0, r1, 2, 6, 3, 7);
    const v128_t high1 = wasm_i32x4_shuffle(r2, r3, 2, 6, 3, 7);
    const lane_body body = {
        wasm_i64x2_shuffle(low0, low1, 0, 2), wasm_i64x2_shuffle(low0, low1, 1, 3),
        wasm_i64x2_shuffle(high0, high1, 0, 2), wasm_i64x2_shuffle(high0, high1, 1, 3)};
    return body;
}

LANE_FN lane_body lane_body_load(const uint8_t *base, const int32_t *at) {
    return lane_body_turn(wasm_v128_load(base + at[0]), wasm_v128_load(base + at[1]),
                          wasm_v128_load(base + at[2]), wasm_v128_load(base + at[3]));
}

LANE_FN void lane_body_store(uint8_t *base, const int32_t *at, lane_body body) {
    const lane_body rows = lane_body_turn(body.x, body.y, body.turn, body.fourth);
    wasm_v128_store(base + at[0], rows.x);
    wasm_v128_store(base + at[1], rows.y);
    wasm_v128_store(base + at[2], rows.turn);
    wasm_v128_store(base + at[3], rows.fourth);
}
