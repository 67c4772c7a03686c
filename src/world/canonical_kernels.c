/* canonical_kernels.c - hashes of objects in lanes; see canonical_lanes.h.
 *
 * Words go by in the lanes of a register, four or eight of an object at a time. Then the sums of
 * four or eight objects are turned, so that each has a lane, for the loose words and the end. */
#include "world/canonical_lanes.h"

#include "base/xxh32.h"

#if PAWLI_HASH_LANES
#include <immintrin.h>

#define HASH_WITH(set) __attribute__((target(set)))
#define HASH_SSE HASH_WITH("sse4.1")
#define HASH_AVX HASH_WITH("avx2")

/* ---- SSE4.1: four words ---- */

HASH_SSE static inline __m128i sse_fold(__m128i x) {
    return _mm_xor_si128(x, _mm_srli_epi32(x, 16));
}

HASH_SSE static inline __m128i sse_mix(__m128i x, __m128i factor) {
    const __m128i g = _mm_set1_epi32((int32_t)PAWLI_CANONICAL_G);
    return sse_fold(_mm_mullo_epi32(sse_fold(_mm_mullo_epi32(x, g)), factor));
}

HASH_SSE static inline __m128i sse_load(const void *at) {
    return _mm_loadu_si128((const __m128i *)at);
}

HASH_SSE static inline __m128i sse_sum(const pawli_hash_quads *quads, const uint8_t *object) {
    __m128i sum = _mm_setzero_si128();
    for (uint16_t i = 0; i < quads->count; i++) {
        __m128i x =
            _mm_shuffle_epi8(sse_load(object + quads->windows[i]), sse_load(quads->bytes[i]));
        x = _mm_xor_si128(_mm_and_si128(x, sse_load(quads->masks[i])), sse_load(quads->flips[i]));
        sum = _mm_add_epi32(sum, sse_mix(x, sse_load(quads->factors[i])));
    }
    return sum;
}

HASH_SSE static inline __m128i sse_end(__m128i s) {
    s = _mm_xor_si128(s, _mm_srli_epi32(s, 15));
    s = _mm_mullo_epi32(s, _mm_set1_epi32((int32_t)PAWLI_XXH32_PRIME2));
    s = _mm_xor_si128(s, _mm_srli_epi32(s, 13));
    s = _mm_mullo_epi32(s, _mm_set1_epi32((int32_t)PAWLI_XXH32_PRIME3));
    return _mm_xor_si128(s, _mm_srli_epi32(s, 16));
}

HASH_SSE static void hash_sse41(const pawli_hash_quads *quads, const pawli_hash_batch *batch,
                                uint32_t hashes[PAWLI_HASH_BATCH]) {
    for (uint32_t i = 0; i < PAWLI_HASH_BATCH; i += 4) {
        const __m128i a = sse_sum(quads, batch->objects[i]);
        const __m128i b = sse_sum(quads, batch->objects[i + 1]);
        const __m128i c = sse_sum(quads, batch->objects[i + 2]);
        const __m128i d = sse_sum(quads, batch->objects[i + 3]);
        __m128i sum = _mm_hadd_epi32(_mm_hadd_epi32(a, b), _mm_hadd_epi32(c, d));
        for (uint32_t k = 0; k < PAWLI_HASH_LOOSE; k++)
            sum = _mm_add_epi32(sum, sse_mix(sse_load(&batch->loose[k][i]),
                                             _mm_set1_epi32((int32_t)quads->loose_factors[k])));
        _mm_storeu_si128((__m128i *)(void *)&hashes[i], sse_end(sum));
    }
}

/* ---- AVX2: eight words, of two windows ---- */

HASH_AVX static inline __m256i avx_fold(__m256i x) {
    return _mm256_xor_si256(x, _mm256_srli_epi32(x, 16));
}

HASH_AVX static inline __m256i avx_mix(__m256i x, __m256i factor) {
    const __m256i g = _mm256_set1_epi32((int32_t)PAWLI_CANONICAL_G);
    return avx_fold(_mm256_mullo_epi32(avx_fold(_mm256_mullo_epi32(x, g)), factor));
}

HASH_AVX static inline __m256i avx_load(const void *at) {
    return _mm256_loadu_si256((const __m256i *)at);
}

HASH_AVX static inline __m256i avx_windows(const uint8_t *first, const uint8_t *second) {
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)first);
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)second);
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

HASH_AVX static inline __m256i avx_end(__m256i s) {
    s = _mm256_xor_si256(s, _mm256_srli_epi32(s, 15));
    s = _mm256_mullo_epi32(s, _mm256_set1_epi32((int32_t)PAWLI_XXH32_PRIME2));
    s = _mm256_xor_si256(s, _mm256_srli_epi32(s, 13));
    s = _mm256_mullo_epi32(s, _mm256_set1_epi32((int32_t)PAWLI_XXH32_PRIME3));
    return _mm256_xor_si256(s, _mm256_srli_epi32(s, 16));
}

/* How a pair of quads is made of an object. */
typedef struct avx_pair {
    uint16_t first, second;
    __m256i bytes, masks, flips, factors;
} avx_pair;

HASH_AVX static inline __m256i avx_term(const avx_pair *pair, const uint8_t *object) {
    __m256i x = avx_windows(object + pair->first, object + pair->second);
    x = _mm256_and_si256(_mm256_shuffle_epi8(x, pair->bytes), pair->masks);
    return avx_mix(_mm256_xor_si256(x, pair->flips), pair->factors);
}

/* The sums over the lower and upper lanes of four objects, each in its order. Four at once, since a
 * product takes longer than the next one has to wait. */
HASH_AVX static inline __m256i avx_four(const pawli_hash_quads *quads,
                                        const uint8_t *const *objects) {
    const uint8_t *const at_a = objects[0], *const at_b = objects[1];
    const uint8_t *const at_c = objects[2], *const at_d = objects[3];
    const uint32_t count = quads->count;
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    for (uint32_t i = 0; i < count; i += 2) {
        const avx_pair pair = {quads->windows[i],         quads->windows[i + 1],
                               avx_load(quads->bytes[i]), avx_load(quads->masks[i]),
                               avx_load(quads->flips[i]), avx_load(quads->factors[i])};
        a = _mm256_add_epi32(a, avx_term(&pair, at_a));
        b = _mm256_add_epi32(b, avx_term(&pair, at_b));
        c = _mm256_add_epi32(c, avx_term(&pair, at_c));
        d = _mm256_add_epi32(d, avx_term(&pair, at_d));
    }
    return _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
}

HASH_AVX static inline void avx_finish(const pawli_hash_quads *quads, const pawli_hash_batch *batch,
                                       __m256i first, __m256i last, uint32_t *hashes) {
    __m256i sum = _mm256_add_epi32(_mm256_permute2x128_si256(first, last, 0x20),
                                   _mm256_permute2x128_si256(first, last, 0x31));
    for (uint32_t k = 0; k < PAWLI_HASH_LOOSE; k++)
        sum = _mm256_add_epi32(sum, avx_mix(avx_load(batch->loose[k]),
                                            _mm256_set1_epi32((int32_t)quads->loose_factors[k])));
    _mm256_storeu_si256((__m256i *)(void *)hashes, avx_end(sum));
}

HASH_AVX static void hash_avx2(const pawli_hash_quads *quads, const pawli_hash_batch *batch,
                               uint32_t hashes[PAWLI_HASH_BATCH]) {
    const __m256i first = avx_four(quads, batch->objects);
    const __m256i last = avx_four(quads, batch->objects + 4);
    avx_finish(quads, batch, first, last, hashes);
}

pawli_hash_kernel pawli_canonical_kernels_of(pawl_lanes lanes) {
    switch (pawli_lanes_meant(lanes)) {
    case PAWL_LANES_SSE41:
        return hash_sse41;
    case PAWL_LANES_AVX2:
    case PAWL_LANES_AVX512: /* sixteen words at a time were slower: most types leave lanes idle */
        return hash_avx2;
    default:
        return NULL;
    }
}
#endif
