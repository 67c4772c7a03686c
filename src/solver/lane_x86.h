/* lane_x86.h - internal: the vocabulary of lanes for SSE4.1, AVX2 and AVX-512, which LANE_WIDTH
 * chooses: 4, 8, 16. For lane_kernels.c, once for each.
 *
 * lane32 holds a number of 32 bits per lane, lane64 one of 64 bits: those of even lanes and those
 * of odd ones apart, as the instruction that multiplies makes them. A mask is -1 or 0 in each lane.
 * Sums of 32 bits wrap around. */
#if LANE_WIDTH == 4
#define LANE_TARGET __attribute__((target("sse4.1")))
#define LANE_OP(name) _mm_##name
#define LANE_BITS(count) (count)
typedef __m128i lane32;
#define LANE_LOAD(at) _mm_loadu_si128((const __m128i *)(const void *)(at))
#define LANE_STORE(at, x) _mm_storeu_si128((__m128i *)(void *)(at), x)
#define LANE_AND(a, b) _mm_and_si128(a, b)
#define LANE_AND_NOT(a, b) _mm_andnot_si128(a, b)
#define LANE_OR(a, b) _mm_or_si128(a, b)
#define LANE_XOR(a, b) _mm_xor_si128(a, b)
#define LANE_MORE(a, b) _mm_cmpgt_epi32(a, b)
#define LANE_EQUAL(a, b) _mm_cmpeq_epi32(a, b)
#define LANE_PICK(mask, a, b) _mm_blendv_epi8(b, a, mask)
#define LANE_IS_ZERO(a) _mm_testz_si128(a, a)
#define LANE_ALL64(x) _mm_set1_epi64x((long long)(x))
#define LANE_EVEN_ODD(even, odd) _mm_blend_epi16(even, odd, 0xCC)
#define LANE_BODY(base, at, i) LANE_LOAD_BODY(base, (at)[i])
#define LANE_BODY_STORE(base, at, i, x) LANE_STORE_BODY(base, (at)[i], x)
#elif LANE_WIDTH == 8
#define LANE_TARGET __attribute__((target("avx2")))
#define LANE_OP(name) _mm256_##name
#define LANE_BITS(count) (count)
typedef __m256i lane32;
#define LANE_LOAD(at) _mm256_loadu_si256((const __m256i *)(const void *)(at))
#define LANE_STORE(at, x) _mm256_storeu_si256((__m256i *)(void *)(at), x)
#define LANE_AND(a, b) _mm256_and_si256(a, b)
#define LANE_AND_NOT(a, b) _mm256_andnot_si256(a, b)
#define LANE_OR(a, b) _mm256_or_si256(a, b)
#define LANE_XOR(a, b) _mm256_xor_si256(a, b)
#define LANE_MORE(a, b) _mm256_cmpgt_epi32(a, b)
#define LANE_EQUAL(a, b) _mm256_cmpeq_epi32(a, b)
#define LANE_PICK(mask, a, b) _mm256_blendv_epi8(b, a, mask)
#define LANE_IS_ZERO(a) _mm256_testz_si256(a, a)
#define LANE_ALL64(x) _mm256_set1_epi64x((long long)(x))
#define LANE_EVEN_ODD(even, odd) _mm256_blend_epi32(even, odd, 0xAA)
#define LANE_BODY(base, at, i)                                                     \
    _mm256_inserti128_si256(_mm256_castsi128_si256(LANE_LOAD_BODY(base, (at)[i])), \
                            LANE_LOAD_BODY(base, (at)[(i) + 4]), 1)
#define LANE_BODY_STORE(base, at, i, x)                        \
    LANE_STORE_BODY(base, (at)[i], _mm256_castsi256_si128(x)); \
    LANE_STORE_BODY(base, (at)[(i) + 4], _mm256_extracti128_si256(x, 1))
#else
#define LANE_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define LANE_OP(name) _mm512_##name
#define LANE_BITS(count) ((unsigned)(count))
typedef __m512i lane32;
#define LANE_LOAD(at) _mm512_loadu_si512(at)
#define LANE_STORE(at, x) _mm512_storeu_si512(at, x)
#define LANE_AND(a, b) _mm512_and_si512(a, b)
#define LANE_AND_NOT(a, b) _mm512_andnot_si512(a, b)
#define LANE_OR(a, b) _mm512_or_si512(a, b)
#define LANE_XOR(a, b) _mm512_xor_si512(a, b)
#define LANE_MORE(a, b) _mm512_movm_epi32(_mm512_cmpgt_epi32_mask(a, b))
#define LANE_EQUAL(a, b) _mm512_movm_epi32(_mm512_cmpeq_epi32_mask(a, b))
#define LANE_PICK(mask, a, b) _mm512_ternarylogic_epi32(mask, a, b, 0xCA)
#define LANE_IS_ZERO(a) (_mm512_test_epi32_mask(a, a) == 0)
#define LANE_ALL64(x) _mm512_set1_epi64((long long)(x))
#define LANE_EVEN_ODD(even, odd) _mm512_mask_blend_epi32(0xAAAA, even, odd)
#define LANE_BODY(base, at, i)                                                        \
    _mm512_inserti64x2(                                                               \
        _mm512_inserti64x2(                                                           \
            _mm512_inserti64x2(_mm512_castsi128_si512(LANE_LOAD_BODY(base, (at)[i])), \
                               LANE_LOAD_BODY(base, (at)[(i) + 4]), 1),               \
            LANE_LOAD_BODY(base, (at)[(i) + 8]), 2),                                  \
        LANE_LOAD_BODY(base, (at)[(i) + 12]), 3)
#define LANE_BODY_STORE(base, at, i, x)                                    \
    LANE_STORE_BODY(base, (at)[i], _mm512_castsi512_si128(x));             \
    LANE_STORE_BODY(base, (at)[(i) + 4], _mm512_extracti64x2_epi64(x, 1)); \
    LANE_STORE_BODY(base, (at)[(i) + 8], _mm512_extracti64x2_epi64(x, 2)); \
    LANE_STORE_BODY(base, (at)[(i) + 12], _mm512_extracti64x2_epi64(x, 3))
#endif
#define LANE_FN LANE_TARGET static inline __attribute__((always_inline))
/* What is seldom needed: apart where instructions overwrite one of two registers. */
#if LANE_WIDTH == 4
#define LANE_APART LANE_TARGET static __attribute__((noinline))
#else
#define LANE_APART LANE_FN
#endif
#define LANE_LOAD_BODY(base, at) _mm_loadu_si128((const __m128i *)(const void *)((base) + (at)))
#define LANE_STORE_BODY(base, at, x) _mm_storeu_si128((__m128i *)(void *)((base) + (at)), x)

typedef struct lane64 {
    lane32 even, odd;
} lane64;

/* ---- numbers of 32 bits ---- */

LANE_FN lane32 lane_load(const int32_t *at) {
    return LANE_LOAD(at);
}

LANE_FN void lane_store(int32_t *at, lane32 x) {
    LANE_STORE(at, x);
}

LANE_FN lane32 lane_all(int32_t x) {
    return LANE_OP(set1_epi32)(x);
}

LANE_FN lane32 lane_add(lane32 a, lane32 b) {
    return LANE_OP(add_epi32)(a, b);
}

LANE_FN lane32 lane_subtract(lane32 a, lane32 b) {
    return LANE_OP(sub_epi32)(a, b);
}

LANE_FN lane32 lane_min(lane32 a, lane32 b) {
    return LANE_OP(min_epi32)(a, b);
}

LANE_FN lane32 lane_max(lane32 a, lane32 b) {
    return LANE_OP(max_epi32)(a, b);
}

/* x / 2, rounded towards zero. */
LANE_FN lane32 lane_half(lane32 x) {
    return LANE_OP(srai_epi32)(lane_add(x, LANE_OP(srli_epi32)(x, 31)), 1);
}

LANE_FN lane32 lane_left(lane32 x, int count) {
    return LANE_OP(slli_epi32)(x, LANE_BITS(count));
}

/* With copies of the sign. */
LANE_FN lane32 lane_right_signed(lane32 x, int count) {
    return LANE_OP(srai_epi32)(x, LANE_BITS(count));
}

/* ---- masks ---- */

LANE_FN lane32 lane_and(lane32 a, lane32 b) {
    return LANE_AND(a, b);
}

LANE_FN lane32 lane_and_not(lane32 not, lane32 b) {
    return LANE_AND_NOT(not, b);
}

LANE_FN lane32 lane_or(lane32 a, lane32 b) {
    return LANE_OR(a, b);
}

LANE_FN lane32 lane_xor(lane32 a, lane32 b) {
    return LANE_XOR(a, b);
}

LANE_FN lane32 lane_is_more(lane32 a, lane32 b) {
    return LANE_MORE(a, b);
}

LANE_FN lane32 lane_is_equal(lane32 a, lane32 b) {
    return LANE_EQUAL(a, b);
}

/* a where the mask is set, else b. */
LANE_FN lane32 lane_pick(lane32 mask, lane32 a, lane32 b) {
    return LANE_PICK(mask, a, b);
}

LANE_FN bool lane_is_zero(lane32 x) {
    return LANE_IS_ZERO(x) != 0;
}

/* ---- numbers of 64 bits ---- */

LANE_FN lane32 lane_odd(lane32 x) {
    return LANE_OP(shuffle_epi32)(x, 0xF5);
}

LANE_FN lane64 lane_product(lane32 a, lane32 b) {
    const lane64 product = {LANE_OP(mul_epi32)(a, b), LANE_OP(mul_epi32)(lane_odd(a), lane_odd(b))};
    return product;
}

/* The product of a field that lies in memory, where numbers follow. */
LANE_FN lane64 lane_product_field(const int32_t *field, lane32 x) {
#if LANE_WIDTH == 4
    /* Numbers of odd lanes stand at even places one further on: a load, no shuffle. Wider ones
     * would cross a line of the cache in every second load, which costs more. */
    const lane64 product = {LANE_OP(mul_epi32)(LANE_LOAD(field), x),
                            LANE_OP(mul_epi32)(LANE_LOAD(field + 1), lane_odd(x))};
    return product;
#else
    return lane_product(LANE_LOAD(field), x);
#endif
}

LANE_FN lane64 lane64_add(lane64 a, lane64 b) {
    const lane64 sum = {LANE_OP(add_epi64)(a.even, b.even), LANE_OP(add_epi64)(a.odd, b.odd)};
    return sum;
}

LANE_FN lane64 lane64_subtract(lane64 a, lane64 b) {
    const lane64 sum = {LANE_OP(sub_epi64)(a.even, b.even), LANE_OP(sub_epi64)(a.odd, b.odd)};
    return sum;
}

LANE_FN lane64 lane64_and(lane64 a, lane32 mask) {
    const lane64 kept = {LANE_AND(a.even, LANE_OP(shuffle_epi32)(mask, 0xA0)),
                         LANE_AND(a.odd, lane_odd(mask))};
    return kept;
}

/* Half, and one less where x is negative: ties are rounded away from zero. AVX2 chooses by the
 * sign of x in one instruction, which C knows by types of real numbers alone. */
LANE_FN lane32 lane_near_bits(lane32 x, int shift) {
    const lane32 half = LANE_ALL64(INT64_C(1) << (shift - 1));
#if LANE_WIDTH == 8
    const lane32 less = LANE_ALL64((INT64_C(1) << (shift - 1)) - 1);
    lane32 chosen;
    __asm__("vblendvpd\t{%3, %2, %1, %0|%0, %1, %2, %3}"
            : "=x"(chosen)
            : "x"(half), "xm"(less), "x"(x));
    return LANE_OP(add_epi64)(x, chosen);
#else
    return LANE_OP(sub_epi64)(LANE_OP(add_epi64)(x, half), LANE_OP(srli_epi64)(x, 63));
#endif
}

/* Numbers that are not negative. */
LANE_FN lane64 lane64_of(lane32 x) {
    const lane64 wide = {LANE_AND(x, LANE_ALL64(INT64_C(0xFFFFFFFF))), LANE_OP(srli_epi64)(x, 32)};
    return wide;
}

/* The lowest 32 bits. */
LANE_FN lane32 lane64_low(lane64 x) {
    return LANE_EVEN_ODD(x.even, LANE_OP(slli_epi64)(x.odd, 32));
}

/* The lowest 32 bits of x / 2^shift, rounded down, shift <= 32. */
LANE_FN lane32 lane64_floor(lane64 x, int shift) {
    return LANE_EVEN_ODD(LANE_OP(srli_epi64)(x.even, LANE_BITS(shift)),
                         LANE_OP(slli_epi64)(x.odd, LANE_BITS(32 - shift)));
}

/* What pawli_near divides by 2^shift. */
LANE_FN lane64 lane64_rounded(lane64 x, int shift) {
    const lane64 rounded = {lane_near_bits(x.even, shift), lane_near_bits(x.odd, shift)};
    return rounded;
}

/* The lowest 32 bits of pawli_near(x, shift), shift <= 32. */
LANE_FN lane32 lane64_near(lane64 x, int shift) {
    return lane64_floor(lane64_rounded(x, shift), shift);
}

/* Both halves plus 2^bits, of which bits from bits + 1 on are set where |x| is not below 2^bits. */
LANE_FN lane32 lane64_lifted(lane64 x, int bits) {
    const lane32 limit = LANE_ALL64(INT64_C(1) << bits);
    return LANE_OR(LANE_OP(add_epi64)(x.even, limit), LANE_OP(add_epi64)(x.odd, limit));
}

/* Zero where no bit from `bit` on is set. */
LANE_FN lane32 lane64_from(lane32 lifted, int bit) {
    return LANE_OP(srli_epi64)(lifted, LANE_BITS(bit));
}

/* ---- bodies: four numbers that lie side by side ---- */

typedef struct lane_body {
    lane32 x, y, turn, fourth;
} lane_body;

LANE_FN lane_body lane_body_load(const uint8_t *base, const int32_t *at) {
    const lane32 r0 = LANE_BODY(base, at, 0), r1 = LANE_BODY(base, at, 1);
    const lane32 r2 = LANE_BODY(base, at, 2), r3 = LANE_BODY(base, at, 3);
    const lane32 low0 = LANE_OP(unpacklo_epi32)(r0, r1), low1 = LANE_OP(unpacklo_epi32)(r2, r3);
    const lane32 high0 = LANE_OP(unpackhi_epi32)(r0, r1), high1 = LANE_OP(unpackhi_epi32)(r2, r3);
    const lane_body body = {
        LANE_OP(unpacklo_epi64)(low0, low1), LANE_OP(unpackhi_epi64)(low0, low1),
        LANE_OP(unpacklo_epi64)(high0, high1), LANE_OP(unpackhi_epi64)(high0, high1)};
    return body;
}

LANE_FN void lane_body_store(uint8_t *base, const int32_t *at, lane_body body) {
    const lane32 low0 = LANE_OP(unpacklo_epi32)(body.x, body.y);
    const lane32 low1 = LANE_OP(unpackhi_epi32)(body.x, body.y);
    const lane32 high0 = LANE_OP(unpacklo_epi32)(body.turn, body.fourth);
    const lane32 high1 = LANE_OP(unpackhi_epi32)(body.turn, body.fourth);
    const lane32 r0 = LANE_OP(unpacklo_epi64)(low0, high0);
    const lane32 r1 = LANE_OP(unpackhi_epi64)(low0, high0);
    const lane32 r2 = LANE_OP(unpacklo_epi64)(low1, high1);
    const lane32 r3 = LANE_OP(unpackhi_epi64)(low1, high1);
    LANE_BODY_STORE(base, at, 0, r0);
    LANE_BODY_STORE(base, at, 1, r1);
    LANE_BODY_STORE(base, at, 2, r2);
    LANE_BODY_STORE(base, at, 3, r3);
}
