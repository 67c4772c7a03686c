/* canonical_vocabulary.h - internal: the vocabulary of hashes in lanes. For canonical_lanes.c, on
 * x86 once for each set of instructions, which HASH_SET names: 2 for SSE2, 4 for SSE4.1, 8 for
 * AVX2, 16 for AVX-512; elsewhere NEON of 64-bit ARM, little-endian, or WebAssembly with simd128.
 *
 * HASH_WORDS has four words of an object in each 16 bytes: a register of 32 bytes those of an
 * object and of the fourth one after it, and so on. HASH_ROWS are four such registers, of
 * neighbors. */
#if PAWLI_LANES_X86
#if HASH_SET == 2
#define HASH_TARGET
#define HASH_NAME(name) name##_sse2
#elif HASH_SET == 4
#define HASH_TARGET __attribute__((target("sse4.1")))
#define HASH_NAME(name) name##_sse41
#elif HASH_SET == 8
#define HASH_TARGET __attribute__((target("avx2")))
#define HASH_NAME(name) name##_avx2
#else
#define HASH_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#define HASH_NAME(name) name##_avx512
#endif
#if HASH_SET <= 4
#define HASH_LANES 4u
#define HASH_OP(name) _mm_##name
#define HASH_BITS(name) _mm_##name##_si128
#define HASH_WORDS __m128i
#elif HASH_SET == 8
#define HASH_LANES 8u
#define HASH_OP(name) _mm256_##name
#define HASH_BITS(name) _mm256_##name##_si256
#define HASH_WORDS __m256i
#else
#define HASH_LANES 16u
#define HASH_OP(name) _mm512_##name
#define HASH_BITS(name) _mm512_##name##_si512
#define HASH_WORDS __m512i
#endif
#define HASH_FN HASH_TARGET static inline __attribute__((always_inline))

#define HASH_ROWS HASH_NAME(rows)
typedef struct HASH_ROWS {
    HASH_WORDS a, b, c, d;
#if HASH_SET == 2
#define HASH_NO_COLUMNS(rows) (rows).even = (rows).odd = (rows).a
    HASH_WORDS even, odd; /* of sums: what is turned already, each in the even lanes */
#else
#define HASH_NO_COLUMNS(rows) (void)(rows)
#endif
} HASH_ROWS;

/* ---- words ---- */

HASH_FN HASH_WORDS HASH_NAME(load)(const void *at) {
    return HASH_BITS(loadu)((const HASH_WORDS *)at);
}

HASH_FN void HASH_NAME(store)(void *at, HASH_WORDS x) {
    HASH_BITS(storeu)((HASH_WORDS *)at, x);
}

HASH_FN HASH_WORDS HASH_NAME(all)(uint32_t x) {
    return HASH_OP(set1_epi32)((int32_t)x);
}

/* Four words that all objects have. */
HASH_FN HASH_WORDS HASH_NAME(four)(const pawli_hash_four *four) {
    const __m128i words = _mm_loadu_si128((const __m128i *)(const void *)four);
#if HASH_LANES == 4
    return words;
#elif HASH_LANES == 8
    return _mm256_broadcastsi128_si256(words);
#else
    return _mm512_broadcast_i32x4(words);
#endif
}

HASH_FN HASH_WORDS HASH_NAME(apart)(HASH_WORDS a, HASH_WORDS b) {
    return HASH_BITS(xor)(a, b);
}

HASH_FN HASH_WORDS HASH_NAME(add)(HASH_WORDS a, HASH_WORDS b) {
    return HASH_OP(add_epi32)(a, b);
}

/* By a number of bits that is in a register. */
HASH_FN HASH_WORDS HASH_NAME(right)(HASH_WORDS x, int count) {
    return HASH_OP(srl_epi32)(x, _mm_cvtsi32_si128(count));
}

HASH_FN HASH_WORDS HASH_NAME(fold)(HASH_WORDS x) {
    return HASH_NAME(apart)(x, HASH_OP(srli_epi32)(x, 16));
}

#if HASH_SET == 2
/* Without an instruction that multiplies 32 bits in each lane, words of even lanes and those of odd
 * ones are multiplied apart. */
HASH_FN __m128i HASH_NAME(product)(__m128i x, __m128i y) {
    const __m128i even = _mm_mul_epu32(x, y);
    const __m128i odd = _mm_mul_epu32(_mm_srli_epi64(x, 32), _mm_srli_epi64(y, 32));
    return _mm_or_si128(_mm_and_si128(even, _mm_set1_epi64x(UINT32_MAX)), _mm_slli_epi64(odd, 32));
}

HASH_FN __m128i HASH_NAME(mix_even)(__m128i x, __m128i factors) {
    const __m128i first = fold_sse2(_mm_mul_epu32(x, all_sse2(PAWLI_CANONICAL_G)));
    return fold_sse2(_mm_mul_epu32(first, factors));
}

/* The mixes of four words, of which only the sum counts: that of the even lanes. */
HASH_FN __m128i HASH_NAME(add_row)(__m128i sum, __m128i x, __m128i factors) {
    const __m128i even = mix_even_sse2(x, factors);
    const __m128i odd = mix_even_sse2(_mm_srli_epi64(x, 32), _mm_srli_epi64(factors, 32));
    return _mm_add_epi32(_mm_add_epi32(sum, even), odd);
}
#else
HASH_FN HASH_WORDS HASH_NAME(product)(HASH_WORDS x, HASH_WORDS y) {
    return HASH_OP(mullo_epi32)(x, y);
}

/* The mixes of four words, of which only the sum counts. */
HASH_FN HASH_WORDS HASH_NAME(add_row)(HASH_WORDS sum, HASH_WORDS x, HASH_WORDS factors) {
    const HASH_WORDS g = HASH_NAME(all)(PAWLI_CANONICAL_G);
    const HASH_WORDS first = HASH_NAME(fold)(HASH_NAME(product)(x, g));
    return HASH_NAME(add)(sum, HASH_NAME(fold)(HASH_NAME(product)(first, factors)));
}
#endif

/* ---- windows ---- */

#define HASH_BYTES_OF(i) _mm_loadu_si128((const __m128i *)(const void *)(at + (i)*size))

/* That of every fourth object from the first on. */
HASH_FN HASH_WORDS HASH_NAME(fourth)(const uint8_t *at, size_t size) {
#if HASH_LANES == 4
    (void)size;
    return HASH_BYTES_OF(0);
#elif HASH_LANES == 8
    return _mm256_inserti128_si256(_mm256_castsi128_si256(HASH_BYTES_OF(0)), HASH_BYTES_OF(4), 1);
#else
    const __m256i low =
        _mm256_inserti128_si256(_mm256_castsi128_si256(HASH_BYTES_OF(0)), HASH_BYTES_OF(4), 1);
    const __m256i high =
        _mm256_inserti128_si256(_mm256_castsi128_si256(HASH_BYTES_OF(8)), HASH_BYTES_OF(12), 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
#endif
}

/* Whether all objects have what is usual. */
HASH_FN bool HASH_NAME(is_usual)(const pawli_hash_window *window, const uint8_t *at, size_t size,
                                 uint32_t count) {
    const uint8_t *const end = at + count * size;
    const __m128i usual = _mm_loadu_si128((const __m128i *)(const void *)&window->usual);
    const __m128i bits = _mm_loadu_si128((const __m128i *)(const void *)&window->bits);
    __m128i apart = _mm_setzero_si128();
    for (; at < end; at += 4 * size) {
        const __m128i a = _mm_xor_si128(HASH_BYTES_OF(0), usual);
        const __m128i b = _mm_xor_si128(HASH_BYTES_OF(1), usual);
        const __m128i c = _mm_xor_si128(HASH_BYTES_OF(2), usual);
        const __m128i d = _mm_xor_si128(HASH_BYTES_OF(3), usual);
        apart = _mm_or_si128(apart, _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d)));
    }
    const __m128i equal = _mm_cmpeq_epi8(_mm_and_si128(apart, bits), _mm_setzero_si128());
    return _mm_movemask_epi8(equal) == 0xFFFF;
}

/* Rows become columns: the same word of four objects in each 16 bytes. */
HASH_FN HASH_ROWS HASH_NAME(turn)(HASH_ROWS x) {
    const HASH_WORDS ab = HASH_OP(unpacklo_epi32)(x.a, x.b);
    const HASH_WORDS cd = HASH_OP(unpacklo_epi32)(x.c, x.d);
    const HASH_WORDS ab2 = HASH_OP(unpackhi_epi32)(x.a, x.b);
    const HASH_WORDS cd2 = HASH_OP(unpackhi_epi32)(x.c, x.d);
    x.a = HASH_OP(unpacklo_epi64)(ab, cd);
    x.b = HASH_OP(unpackhi_epi64)(ab, cd);
    x.c = HASH_OP(unpacklo_epi64)(ab2, cd2);
    x.d = HASH_OP(unpackhi_epi64)(ab2, cd2);
    return x;
}

#if HASH_SET == 2
/* Without an instruction that brings bytes together, columns are what a packed window has. */
HASH_FN HASH_ROWS HASH_NAME(add_column)(HASH_ROWS sums, HASH_ROWS columns,
                                        const pawli_hash_window *window, int i) {
    const __m128i from[4] = {columns.a, columns.b, columns.c, columns.d};
    const __m128i factor = all_sse2(window->factors.words[i]);
    __m128i x = _mm_srl_epi32(from[window->columns[i]], _mm_cvtsi32_si128(window->shifts[i]));
    x = _mm_and_si128(x, all_sse2(window->masks.words[i]));
    x = apart_sse2(x, all_sse2(window->flips.words[i]));
    sums.even = add_sse2(sums.even, mix_even_sse2(x, factor));
    sums.odd = add_sse2(sums.odd, mix_even_sse2(_mm_srli_epi64(x, 32), factor));
    return sums;
}

HASH_FN HASH_ROWS HASH_NAME(add_packed)(HASH_ROWS sums, HASH_ROWS x,
                                        const pawli_hash_window *window) {
    const HASH_ROWS columns = turn_sse2(x);
    sums = add_column_sse2(sums, columns, window, 0);
    sums = add_column_sse2(sums, columns, window, 1);
    if (window->used <= 2) return sums;
    sums = add_column_sse2(sums, columns, window, 2);
    return add_column_sse2(sums, columns, window, 3);
}

/* The sum of each object. */
HASH_FN __m128i HASH_NAME(totals)(HASH_ROWS sums) {
    const HASH_ROWS x = turn_sse2(sums);
    const __m128i even = _mm_and_si128(sums.even, _mm_set1_epi64x(UINT32_MAX));
    const __m128i packed = _mm_or_si128(even, _mm_slli_epi64(sums.odd, 32));
    return add_sse2(add_sse2(x.a, x.c), packed);
}
#else
HASH_FN HASH_WORDS HASH_NAME(packed)(HASH_WORDS x, const pawli_hash_window *window) {
    const HASH_WORDS words = HASH_OP(shuffle_epi8)(x, HASH_NAME(four)(&window->picks));
    return HASH_NAME(apart)(HASH_BITS(and)(words, HASH_NAME(four)(&window->masks)),
                            HASH_NAME(four)(&window->flips));
}

HASH_FN HASH_ROWS HASH_NAME(add_packed)(HASH_ROWS sums, HASH_ROWS x,
                                        const pawli_hash_window *window) {
    const HASH_WORDS factors = HASH_NAME(four)(&window->factors);
    sums.a = HASH_NAME(add_row)(sums.a, HASH_NAME(packed)(x.a, window), factors);
    sums.b = HASH_NAME(add_row)(sums.b, HASH_NAME(packed)(x.b, window), factors);
    sums.c = HASH_NAME(add_row)(sums.c, HASH_NAME(packed)(x.c, window), factors);
    sums.d = HASH_NAME(add_row)(sums.d, HASH_NAME(packed)(x.d, window), factors);
    return sums;
}

/* The sum of each object. */
HASH_FN HASH_WORDS HASH_NAME(totals)(HASH_ROWS sums) {
    const HASH_ROWS x = HASH_NAME(turn)(sums);
    return HASH_NAME(add)(HASH_NAME(add)(x.a, x.b), HASH_NAME(add)(x.c, x.d));
}
#endif
#undef HASH_BYTES_OF
#undef HASH_OP
#undef HASH_BITS
#undef HASH_SET

#elif PAWLI_LANES_NEON
#define HASH_TARGET
#define HASH_NAME(name) name##_neon
#define HASH_LANES 4u
#define HASH_WORDS uint32x4_t
#define HASH_FN static inline __attribute__((always_inline))
#define HASH_NO_COLUMNS(rows) (void)(rows)

#define HASH_ROWS HASH_NAME(rows)
typedef struct HASH_ROWS {
    uint32x4_t a, b, c, d;
} HASH_ROWS;

HASH_FN uint32x4_t HASH_NAME(load)(const void *at) {
    return vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)at));
}

HASH_FN void HASH_NAME(store)(void *at, uint32x4_t x) {
    vst1q_u8((uint8_t *)at, vreinterpretq_u8_u32(x));
}

HASH_FN uint32x4_t HASH_NAME(all)(uint32_t x) {
    return vdupq_n_u32(x);
}

HASH_FN uint32x4_t HASH_NAME(four)(const pawli_hash_four *four) {
    return vld1q_u32(four->words);
}

HASH_FN uint32x4_t HASH_NAME(apart)(uint32x4_t a, uint32x4_t b) {
    return veorq_u32(a, b);
}

HASH_FN uint32x4_t HASH_NAME(add)(uint32x4_t a, uint32x4_t b) {
    return vaddq_u32(a, b);
}

HASH_FN uint32x4_t HASH_NAME(right)(uint32x4_t x, int count) {
    return vshlq_u32(x, vdupq_n_s32(-count));
}

HASH_FN uint32x4_t HASH_NAME(fold)(uint32x4_t x) {
    return veorq_u32(x, vshrq_n_u32(x, 16));
}

HASH_FN uint32x4_t HASH_NAME(product)(uint32x4_t x, uint32x4_t y) {
    return vmulq_u32(x, y);
}

HASH_FN uint32x4_t HASH_NAME(add_row)(uint32x4_t sum, uint32x4_t x, uint32x4_t factors) {
    const uint32x4_t first = fold_neon(vmulq_u32(x, vdupq_n_u32(PAWLI_CANONICAL_G)));
    return vaddq_u32(sum, fold_neon(vmulq_u32(first, factors)));
}

HASH_FN uint32x4_t HASH_NAME(fourth)(const uint8_t *at, size_t size) {
    (void)size;
    return load_neon(at);
}

HASH_FN bool HASH_NAME(is_usual)(const pawli_hash_window *window, const uint8_t *at, size_t size,
                                 uint32_t count) {
    const uint32x4_t usual = four_neon(&window->usual);
    uint32x4_t apart = vdupq_n_u32(0);
    for (uint32_t i = 0; i < count; i++, at += size)
        apart = vorrq_u32(apart, veorq_u32(load_neon(at), usual));
    return vmaxvq_u32(vandq_u32(apart, four_neon(&window->bits))) == 0;
}

HASH_FN uint32x4_t HASH_NAME(packed)(uint32x4_t x, const pawli_hash_window *window) {
    const uint8x16_t picks = vreinterpretq_u8_u32(four_neon(&window->picks));
    const uint8x16_t words = vqtbl1q_u8(vreinterpretq_u8_u32(x), picks);
    return veorq_u32(vandq_u32(vreinterpretq_u32_u8(words), four_neon(&window->masks)),
                     four_neon(&window->flips));
}

HASH_FN HASH_ROWS HASH_NAME(add_packed)(HASH_ROWS sums, HASH_ROWS x,
                                        const pawli_hash_window *window) {
    const uint32x4_t factors = four_neon(&window->factors);
    sums.a = add_row_neon(sums.a, packed_neon(x.a, window), factors);
    sums.b = add_row_neon(sums.b, packed_neon(x.b, window), factors);
    sums.c = add_row_neon(sums.c, packed_neon(x.c, window), factors);
    sums.d = add_row_neon(sums.d, packed_neon(x.d, window), factors);
    return sums;
}

HASH_FN uint32x4_t HASH_NAME(totals)(HASH_ROWS sums) {
    return vpaddq_u32(vpaddq_u32(sums.a, sums.b), vpaddq_u32(sums.c, sums.d));
}

#else
#define HASH_TARGET
#define HASH_NAME(name) name##_wasm
#define HASH_LANES 4u
#define HASH_WORDS v128_t
#define HASH_FN static inline __attribute__((always_inline))
#define HASH_NO_COLUMNS(rows) (void)(rows)

#define HASH_ROWS HASH_NAME(rows)
typedef struct HASH_ROWS {
    v128_t a, b, c, d;
} HASH_ROWS;

HASH_FN v128_t HASH_NAME(load)(const void *at) {
    return wasm_v128_load(at);
}

HASH_FN void HASH_NAME(store)(void *at, v128_t x) {
    wasm_v128_store(at, x);
}

HASH_FN v128_t HASH_NAME(all)(uint32_t x) {
    return wasm_i32x4_splat((int32_t)x);
}

HASH_FN v128_t HASH_NAME(four)(const pawli_hash_four *four) {
    return wasm_v128_load(four);
}

HASH_FN v128_t HASH_NAME(apart)(v128_t a, v128_t b) {
    return wasm_v128_xor(a, b);
}

HASH_FN v128_t HASH_NAME(add)(v128_t a, v128_t b) {
    return wasm_i32x4_add(a, b);
}

HASH_FN v128_t HASH_NAME(right)(v128_t x, int count) {
    return wasm_u32x4_shr(x, (uint32_t)count);
}

HASH_FN v128_t HASH_NAME(fold)(v128_t x) {
    return wasm_v128_xor(x, wasm_u32x4_shr(x, 16));
}

HASH_FN v128_t HASH_NAME(product)(v128_t x, v128_t y) {
    return wasm_i32x4_mul(x, y);
}

HASH_FN v128_t HASH_NAME(add_row)(v128_t sum, v128_t x, v128_t factors) {
    const v128_t first = fold_wasm(wasm_i32x4_mul(x, all_wasm(PAWLI_CANONICAL_G)));
    return wasm_i32x4_add(sum, fold_wasm(wasm_i32x4_mul(first, factors)));
}

HASH_FN v128_t HASH_NAME(fourth)(const uint8_t *at, size_t size) {
    (void)size;
    return load_wasm(at);
}

HASH_FN bool HASH_NAME(is_usual)(const pawli_hash_window *window, const uint8_t *at, size_t size,
                                 uint32_t count) {
    const v128_t usual = four_wasm(&window->usual);
    v128_t apart = all_wasm(0);
    for (uint32_t i = 0; i < count; i++, at += size)
        apart = wasm_v128_or(apart, wasm_v128_xor(load_wasm(at), usual));
    return !wasm_v128_any_true(wasm_v128_and(apart, four_wasm(&window->bits)));
}

HASH_FN v128_t HASH_NAME(packed)(v128_t x, const pawli_hash_window *window) {
    const v128_t words = wasm_i8x16_swizzle(x, four_wasm(&window->picks));
    return wasm_v128_xor(wasm_v128_and(words, four_wasm(&window->masks)),
                         four_wasm(&window->flips));
}

HASH_FN HASH_ROWS HASH_NAME(add_packed)(HASH_ROWS sums, HASH_ROWS x,
                                        const pawli_hash_window *window) {
    const v128_t factors = four_wasm(&window->factors);
    sums.a = add_row_wasm(sums.a, packed_wasm(x.a, window), factors);
    sums.b = add_row_wasm(sums.b, packed_wasm(x.b, window), factors);
    sums.c = add_row_wasm(sums.c, packed_wasm(x.c, window), factors);
    sums.d = add_row_wasm(sums.d, packed_wasm(x.d, window), factors);
    return sums;
}

HASH_FN v128_t HASH_NAME(pair)(v128_t a, v128_t b) {
    return wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 2, 4, 6),
                          wasm_i32x4_shuffle(a, b, 1, 3, 5, 7));
}

HASH_FN v128_t HASH_NAME(totals)(HASH_ROWS sums) {
    return pair_wasm(pair_wasm(sums.a, sums.b), pair_wasm(sums.c, sums.d));
}
#endif
