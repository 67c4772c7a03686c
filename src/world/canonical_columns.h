/* canonical_columns.h - internal: the hash of objects in lanes of one width. For
 * canonical_lanes.c, once for each set of instructions, which HASH_SET names: 2 for SSE2, 4 for
 * SSE4.1, 8 for AVX2, 16 for AVX-512.
 *
 * Without an instruction that multiplies 32 bits in each lane, words of even lanes and those of odd
 * ones are multiplied apart, and have their sums apart. */
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
#define HASH_GROUPS (HASH_SET == 16 ? 1 : 2)
#define HASH_FN HASH_TARGET static inline __attribute__((always_inline))

/* ---- words ---- */

HASH_FN HASH_WORDS HASH_NAME(load)(const void *at) {
    return HASH_BITS(loadu)((const HASH_WORDS *)at);
}

HASH_FN HASH_WORDS HASH_NAME(all)(uint32_t x) {
    return HASH_OP(set1_epi32)((int32_t)x);
}

/* A column of the same number, and four words that all objects have. */
HASH_FN HASH_WORDS HASH_NAME(column)(const pawli_hash_four *column) {
#if HASH_LANES < 16
    return HASH_NAME(load)(column);
#else
    return HASH_NAME(all)(column->words[0]);
#endif
}

HASH_FN HASH_WORDS HASH_NAME(four)(const void *words) {
#if HASH_LANES < 16
    return HASH_NAME(load)(words);
#else
    return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)words));
#endif
}

/* That of the first lane. */
HASH_FN uint32_t HASH_NAME(first)(HASH_WORDS x) {
#if HASH_LANES == 4
    return (uint32_t)_mm_cvtsi128_si32(x);
#elif HASH_LANES == 8
    return (uint32_t)_mm_cvtsi128_si32(_mm256_castsi256_si128(x));
#else
    return (uint32_t)_mm_cvtsi128_si32(_mm512_castsi512_si128(x));
#endif
}

HASH_FN HASH_WORDS HASH_NAME(fold)(HASH_WORDS x) {
    return HASH_BITS(xor)(x, HASH_OP(srli_epi32)(x, 16));
}

HASH_FN HASH_WORDS HASH_NAME(add)(HASH_WORDS a, HASH_WORDS b) {
    return HASH_OP(add_epi32)(a, b);
}

/* ---- sums ---- */

#if HASH_SET == 2
typedef struct sum_sse2 {
    __m128i even, odd; /* in the lower half of each 64 bits */
} sum_sse2;
#define HASH_SUM sum_sse2

HASH_FN __m128i HASH_NAME(words_of)(sum_sse2 sum) {
    return _mm_or_si128(_mm_and_si128(sum.even, _mm_set1_epi64x(UINT32_MAX)),
                        _mm_slli_epi64(sum.odd, 32));
}

HASH_FN sum_sse2 HASH_NAME(sum_of)(__m128i words) {
    const sum_sse2 sum = {words, _mm_srli_epi64(words, 32)};
    return sum;
}

HASH_FN sum_sse2 HASH_NAME(sum_add)(sum_sse2 sum, __m128i words) {
    sum.even = _mm_add_epi32(sum.even, words);
    sum.odd = _mm_add_epi32(sum.odd, _mm_srli_epi64(words, 32));
    return sum;
}

HASH_FN __m128i HASH_NAME(mix_half)(__m128i x, __m128i g, __m128i factor) {
    return fold_sse2(_mm_mul_epu32(fold_sse2(_mm_mul_epu32(x, g)), factor));
}

HASH_FN sum_sse2 HASH_NAME(add_mix)(sum_sse2 sum, __m128i x, __m128i factor) {
    const __m128i g = all_sse2(PAWLI_CANONICAL_G);
    sum.even = _mm_add_epi32(sum.even, mix_half_sse2(x, g, factor));
    sum.odd = _mm_add_epi32(sum.odd, mix_half_sse2(_mm_srli_epi64(x, 32), g, factor));
    return sum;
}

HASH_FN __m128i HASH_NAME(product)(__m128i x, uint32_t y) {
    const __m128i all = all_sse2(y);
    const sum_sse2 halves = {_mm_mul_epu32(x, all), _mm_mul_epu32(_mm_srli_epi64(x, 32), all)};
    return words_of_sse2(halves);
}
#else
#define HASH_SUM HASH_WORDS

HASH_FN HASH_WORDS HASH_NAME(words_of)(HASH_WORDS sum) {
    return sum;
}

HASH_FN HASH_WORDS HASH_NAME(sum_of)(HASH_WORDS words) {
    return words;
}

HASH_FN HASH_WORDS HASH_NAME(sum_add)(HASH_WORDS sum, HASH_WORDS words) {
    return HASH_NAME(add)(sum, words);
}

HASH_FN HASH_WORDS HASH_NAME(product)(HASH_WORDS x, uint32_t y) {
    return HASH_OP(mullo_epi32)(x, HASH_NAME(all)(y));
}

HASH_FN HASH_WORDS HASH_NAME(add_mix)(HASH_WORDS sum, HASH_WORDS x, HASH_WORDS factor) {
    const HASH_WORDS first = HASH_NAME(fold)(HASH_NAME(product)(x, PAWLI_CANONICAL_G));
    return HASH_NAME(add)(sum, HASH_NAME(fold)(HASH_OP(mullo_epi32)(first, factor)));
}
#endif

/* As pawli_xxh32_avalanche. */
HASH_FN HASH_WORDS HASH_NAME(end)(HASH_WORDS s) {
    s = HASH_BITS(xor)(s, HASH_OP(srli_epi32)(s, 15));
    s = HASH_NAME(product)(s, PAWLI_XXH32_PRIME2);
    s = HASH_BITS(xor)(s, HASH_OP(srli_epi32)(s, 13));
    s = HASH_NAME(product)(s, PAWLI_XXH32_PRIME3);
    return HASH_NAME(fold)(s);
}

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
HASH_FN bool HASH_NAME(is_usual)(const pawli_hash_window *window, const uint8_t *at, size_t size) {
    const uint8_t *const end = at + HASH_GROUPS * HASH_LANES * size;
    const __m128i usual = _mm_loadu_si128((const __m128i *)(const void *)window->usual);
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)window->bytes);
    __m128i apart = _mm_setzero_si128();
    for (; at < end; at += 4 * size) {
        const __m128i a = _mm_xor_si128(HASH_BYTES_OF(0), usual);
        const __m128i b = _mm_xor_si128(HASH_BYTES_OF(1), usual);
        const __m128i c = _mm_xor_si128(HASH_BYTES_OF(2), usual);
        const __m128i d = _mm_xor_si128(HASH_BYTES_OF(3), usual);
        apart = _mm_or_si128(apart, _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d)));
    }
    const __m128i equal = _mm_cmpeq_epi8(_mm_and_si128(apart, bytes), _mm_setzero_si128());
    return _mm_movemask_epi8(equal) == 0xFFFF;
}

typedef struct HASH_NAME(columns) {
    HASH_WORDS a, b, c, d;
} HASH_NAME(columns);

HASH_FN HASH_NAME(columns) HASH_NAME(turn)(HASH_NAME(columns) x) {
    const HASH_WORDS ab = HASH_OP(unpacklo_epi32)(x.a, x.b);
    const HASH_WORDS cd = HASH_OP(unpacklo_epi32)(x.c, x.d);
    const HASH_WORDS ab2 = HASH_OP(unpackhi_epi32)(x.a, x.b);
    const HASH_WORDS cd2 = HASH_OP(unpackhi_epi32)(x.c, x.d);
    const HASH_NAME(columns)
        turned = {HASH_OP(unpacklo_epi64)(ab, cd), HASH_OP(unpackhi_epi64)(ab, cd),
                  HASH_OP(unpacklo_epi64)(ab2, cd2), HASH_OP(unpackhi_epi64)(ab2, cd2)};
    return turned;
}

HASH_FN HASH_NAME(columns) HASH_NAME(flip)(HASH_NAME(columns) x, const pawli_hash_window *window) {
    const HASH_WORDS flips = HASH_NAME(four)(&window->flips);
    const HASH_NAME(columns) flipped = {HASH_BITS(xor)(x.a, flips), HASH_BITS(xor)(x.b, flips),
                                        HASH_BITS(xor)(x.c, flips), HASH_BITS(xor)(x.d, flips)};
    return flipped;
}

#if HASH_SET == 2
/* Without an instruction that brings bytes together: what the columns of a packed window are. */
HASH_FN __m128i HASH_NAME(picked)(const __m128i *columns, const pawli_hash_window *window, int i) {
    const __m128i x =
        _mm_srl_epi32(columns[window->columns[i]], _mm_cvtsi32_si128(window->shifts[i]));
    return _mm_xor_si128(_mm_and_si128(x, all_sse2(window->masks.words[i])),
                         all_sse2(window->flips.words[i]));
}

HASH_FN columns_sse2 HASH_NAME(pack)(columns_sse2 x, const pawli_hash_window *window) {
    const columns_sse2 turned = turn_sse2(x);
    const __m128i columns[4] = {turned.a, turned.b, turned.c, turned.d};
    const columns_sse2 packed = {picked_sse2(columns, window, 0), picked_sse2(columns, window, 1),
                                 picked_sse2(columns, window, 2), picked_sse2(columns, window, 3)};
    return packed;
}
#else
HASH_FN HASH_NAME(columns) HASH_NAME(pack)(HASH_NAME(columns) x, const pawli_hash_window *window) {
    const HASH_WORDS picks = HASH_NAME(four)(window->picks);
    const HASH_WORDS masks = HASH_NAME(four)(&window->masks);
    const HASH_NAME(columns) packed = {HASH_BITS(and)(HASH_OP(shuffle_epi8)(x.a, picks), masks),
                                       HASH_BITS(and)(HASH_OP(shuffle_epi8)(x.b, picks), masks),
                                       HASH_BITS(and)(HASH_OP(shuffle_epi8)(x.c, picks), masks),
                                       HASH_BITS(and)(HASH_OP(shuffle_epi8)(x.d, picks), masks)};
    return HASH_NAME(turn)(HASH_NAME(flip)(packed, window));
}
#endif

/* The terms of a window of as many objects as there are lanes. */
HASH_FN HASH_SUM HASH_NAME(add_terms)(HASH_SUM sum, const pawli_hash_window *window,
                                      const uint8_t *at, size_t size, int type) {
    HASH_NAME(columns)
    x = {HASH_NAME(fourth)(at, size), HASH_NAME(fourth)(at + size, size),
         HASH_NAME(fourth)(at + 2 * size, size), HASH_NAME(fourth)(at + 3 * size, size)};
    if (type == PAWLI_HASH_FLIPPED) x = HASH_NAME(flip)(x, window);
    x = type == PAWLI_HASH_PACKED ? HASH_NAME(pack)(x, window) : HASH_NAME(turn)(x);
    sum = HASH_NAME(add_mix)(sum, x.a, HASH_NAME(column)(&window->factors[0]));
    sum = HASH_NAME(add_mix)(sum, x.b, HASH_NAME(column)(&window->factors[1]));
    if (type == PAWLI_HASH_PACKED && window->used <= 2) return sum;
    sum = HASH_NAME(add_mix)(sum, x.c, HASH_NAME(column)(&window->factors[2]));
    return HASH_NAME(add_mix)(sum, x.d, HASH_NAME(column)(&window->factors[3]));
}

/* Two registers of lanes at once, where a batch has two, share what a window says. */
typedef struct HASH_NAME(sums) {
    HASH_SUM of[HASH_GROUPS];
} HASH_NAME(sums);

HASH_FN void HASH_NAME(add_of_type)(HASH_NAME(sums) * sums, const pawli_hash_window *window,
                                    const uint8_t *at, size_t size, int type) {
    sums->of[0] = HASH_NAME(add_terms)(sums->of[0], window, at, size, type);
#if HASH_GROUPS == 2
    sums->of[1] = HASH_NAME(add_terms)(sums->of[1], window, at + HASH_LANES * size, size, type);
#endif
}

HASH_FN void HASH_NAME(add_window)(HASH_NAME(sums) * sums, const pawli_hash_window *window,
                                   const uint8_t *at, size_t size) {
    if (window->type == PAWLI_HASH_PLAIN) {
        HASH_NAME(add_of_type)(sums, window, at, size, PAWLI_HASH_PLAIN);
    } else if (window->type == PAWLI_HASH_PACKED) {
        HASH_NAME(add_of_type)(sums, window, at, size, PAWLI_HASH_PACKED);
    } else {
        HASH_NAME(add_of_type)(sums, window, at, size, PAWLI_HASH_FLIPPED);
    }
}

/* After a few misses nothing is usual in a window. */
#define HASH_MISSES 2

/* What is usual is learned from the first object of those that have not all had it. */
HASH_TARGET static __attribute__((noinline)) void HASH_NAME(learn)(HASH_NAME(sums) * sums,
                                                                   pawli_hash_window *window,
                                                                   const uint8_t *at, size_t size) {
    HASH_NAME(sums) own;
    for (uint32_t g = 0; g < HASH_GROUPS; g++)
        own.of[g] = HASH_NAME(sum_of)(HASH_NAME(all)(0));
    HASH_NAME(add_window)(&own, window, at, size);
    window->misses++;
    memcpy(window->usual, at, PAWLI_HASH_WINDOW);
    window->usual_sum = HASH_NAME(first)(HASH_NAME(words_of)(own.of[0]));
    for (uint32_t g = 0; g < HASH_GROUPS; g++)
        sums->of[g] = HASH_NAME(sum_add)(sums->of[g], HASH_NAME(words_of)(own.of[g]));
}

/* ---- a batch ---- */

HASH_FN void HASH_NAME(add_windows)(HASH_NAME(sums) * sums, pawli_hash_scheme *scheme,
                                    const uint8_t *objects) {
    const size_t size = scheme->size;
    pawli_hash_window *const end = &scheme->windows[scheme->window_count];
    for (pawli_hash_window *window = scheme->windows; window < end; window++) {
        const uint8_t *at = objects + window->at;
        if (window->misses < HASH_MISSES) {
            if (window->misses > 0 && HASH_NAME(is_usual)(window, at, size)) {
                const HASH_WORDS usual = HASH_NAME(all)(window->usual_sum);
                for (uint32_t g = 0; g < HASH_GROUPS; g++)
                    sums->of[g] = HASH_NAME(sum_add)(sums->of[g], usual);
            } else {
                HASH_NAME(learn)(sums, window, at, size);
            }
        } else {
            HASH_NAME(add_window)(sums, window, at, size);
        }
    }
}

/* The hashes of some objects. */
HASH_FN void HASH_NAME(some)(pawli_hash_scheme *scheme, const uint8_t *objects,
                             const pawli_hash_loose *loose, uint32_t at,
                             HASH_WORDS hashes[HASH_GROUPS]) {
    HASH_NAME(sums) sums;
    for (uint32_t g = 0; g < HASH_GROUPS; g++)
        sums.of[g] = HASH_NAME(sum_of)(HASH_NAME(all)(scheme->start));
    HASH_NAME(add_windows)(&sums, scheme, objects);
    for (uint32_t i = 0; i < scheme->loose_count; i++) {
        const uint32_t *words = &loose->words[scheme->loose[i]][at];
        const HASH_WORDS factor = HASH_NAME(all)(scheme->loose_factors[i]);
        for (uint32_t g = 0; g < HASH_GROUPS; g++)
            sums.of[g] =
                HASH_NAME(add_mix)(sums.of[g], HASH_NAME(load)(words + g * HASH_LANES), factor);
    }
    for (uint32_t g = 0; g < HASH_GROUPS; g++)
        hashes[g] = HASH_NAME(end)(HASH_NAME(words_of)(sums.of[g]));
}

HASH_TARGET static void HASH_NAME(hash)(pawli_hash_scheme *scheme, const uint8_t *objects,
                                        const pawli_hash_loose *loose, uint32_t count) {
    HASH_WORDS hashes[PAWLI_HASH_BATCH / HASH_LANES];
    const uint32_t step = HASH_GROUPS * HASH_LANES;
    for (uint32_t at = 0; at < PAWLI_HASH_BATCH; at += step)
        HASH_NAME(some)(scheme, objects + at * scheme->size, loose, at, &hashes[at / HASH_LANES]);
    if (count == PAWLI_HASH_BATCH) {
        for (uint32_t i = 0; i < PAWLI_HASH_BATCH / HASH_LANES; i++) {
            uint32_t *const sums = &scheme->sums[i * HASH_LANES];
            const HASH_WORDS sum = HASH_NAME(add)(HASH_NAME(load)(sums), hashes[i]);
            HASH_BITS(storeu)((HASH_WORDS *)(void *)sums, sum);
        }
        return;
    }
    uint32_t words[PAWLI_HASH_BATCH];
    memcpy(words, hashes, sizeof words);
    for (uint32_t i = 0; i < count; i++)
        scheme->sums[i] += words[i];
}

#undef HASH_TARGET
#undef HASH_NAME
#undef HASH_LANES
#undef HASH_OP
#undef HASH_BITS
#undef HASH_WORDS
#undef HASH_FN
#undef HASH_SUM
#undef HASH_BYTES_OF
#undef HASH_MISSES
#undef HASH_GROUPS
#undef HASH_SET
