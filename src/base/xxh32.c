/* xxh32.c - the hash of states, files and packets.
 *
 * Source: xxHash fast digest algorithm, specification v0.1.1, section "XXH32". Words are consumed
 * as values, so the result is that of the little-endian byte stream on every target. Unsigned
 * 32-bit arithmetic throughout: wrapping is its meaning. */
#include "base/xxh32.h"

#define XXH_PRIME1 UINT32_C(0x9E3779B1)
#define XXH_PRIME2 PAWLI_XXH32_PRIME2
#define XXH_PRIME3 PAWLI_XXH32_PRIME3
#define XXH_PRIME4 UINT32_C(0x27D4EB2F)
#define XXH_PRIME5 UINT32_C(0x165667B1)

static uint32_t rotate_left(uint32_t value, int count) {
    return value << count | value >> (32 - count);
}

static uint32_t mix_lane(uint32_t lane, uint32_t word) {
    return rotate_left(lane + word * XXH_PRIME2, 13) * XXH_PRIME1;
}

static uint32_t mix_word(uint32_t hash, uint32_t word) {
    return rotate_left(hash + word * XXH_PRIME3, 17) * XXH_PRIME4;
}

static uint32_t mix_byte(uint32_t hash, uint8_t byte) {
    return rotate_left(hash + byte * XXH_PRIME5, 11) * XXH_PRIME1;
}

uint32_t pawli_xxh32_avalanche(uint32_t hash) {
    hash ^= hash >> 15;
    hash *= XXH_PRIME2;
    hash ^= hash >> 13;
    hash *= XXH_PRIME3;
    return hash ^ hash >> 16;
}

void pawli_xxh32_begin(pawli_xxh32 *hash, uint32_t seed) {
    hash->lane[0] = seed + XXH_PRIME1 + XXH_PRIME2;
    hash->lane[1] = seed + XXH_PRIME2;
    hash->lane[2] = seed;
    hash->lane[3] = seed - XXH_PRIME1;
    hash->words = 0;
    hash->seed = seed;
    hash->stripes = 0;
    for (int i = 0; i < 4; i++)
        hash->pending[i] = 0;
}

void pawli_xxh32_word(pawli_xxh32 *hash, uint32_t word) {
    hash->pending[hash->words & 3u] = word;
    hash->words++;
    if ((hash->words & 3u) != 0) return;
    for (int i = 0; i < 4; i++)
        hash->lane[i] = mix_lane(hash->lane[i], hash->pending[i]);
    hash->stripes = 1;
}

/* Whole stripes at once, as soon as none is unfinished. */
void pawli_xxh32_words(pawli_xxh32 *hash, const uint32_t *words, uint32_t count) {
    for (; count > 0 && (hash->words & 3u) != 0; count--)
        pawli_xxh32_word(hash, *words++);
    if (count >= 4) {
        uint32_t a = hash->lane[0], b = hash->lane[1], c = hash->lane[2], d = hash->lane[3];
        hash->words += count & ~UINT32_C(3);
        hash->stripes = 1;
        for (; count >= 4; count -= 4, words += 4) {
            a = mix_lane(a, words[0]);
            b = mix_lane(b, words[1]);
            c = mix_lane(c, words[2]);
            d = mix_lane(d, words[3]);
        }
        hash->lane[0] = a, hash->lane[1] = b, hash->lane[2] = c, hash->lane[3] = d;
    }
    for (; count > 0; count--)
        pawli_xxh32_word(hash, *words++);
}

/* The value before the last words and bytes are mixed in. */
static uint32_t converge(const pawli_xxh32 *hash, uint32_t byte_count) {
    const uint32_t *lane = hash->lane;
    const uint32_t start = hash->stripes ? rotate_left(lane[0], 1) + rotate_left(lane[1], 7) +
                                               rotate_left(lane[2], 12) + rotate_left(lane[3], 18)
                                         : hash->seed + XXH_PRIME5;
    uint32_t value = start + byte_count;
    for (uint32_t i = 0; i < (hash->words & 3u); i++)
        value = mix_word(value, hash->pending[i]);
    return value;
}

uint32_t pawli_xxh32_end(const pawli_xxh32 *hash) {
    return pawli_xxh32_avalanche(converge(hash, hash->words * 4u));
}

uint32_t pawli_xxh32_bytes(const void *data, size_t size, uint32_t seed) {
    const uint8_t *bytes = (const uint8_t *)data;
    if (bytes == NULL) size = 0;
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, seed);
    size_t at = 0;
    for (; at + 4 <= size; at += 4) {
        pawli_xxh32_word(&hash, (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 |
                                    (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24);
    }
    uint32_t value = converge(&hash, (uint32_t)size);
    for (; at < size; at++)
        value = mix_byte(value, bytes[at]);
    return pawli_xxh32_avalanche(value);
}
