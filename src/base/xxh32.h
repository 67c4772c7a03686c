/* xxh32.h - XXH32 over a stream of 32-bit words, byte order defined: low byte first. */
#ifndef PAWLI_XXH32_H
#define PAWLI_XXH32_H

#include "pawl/base.h"

typedef struct pawli_xxh32 {
    uint32_t lane[4];
    uint32_t pending[4]; /* words of an unfinished 16-byte stripe */
    uint32_t words;      /* fed so far, modulo 2^32 */
    uint32_t seed;
    uint8_t stripes; /* 1 once a whole stripe was consumed */
} pawli_xxh32;

void pawli_xxh32_begin(pawli_xxh32 *hash, uint32_t seed);
void pawli_xxh32_word(pawli_xxh32 *hash, uint32_t word);
void pawli_xxh32_words(pawli_xxh32 *hash, const uint32_t *words, uint32_t count);
uint32_t pawli_xxh32_end(const pawli_xxh32 *hash);

/* Of bytes, at once; nothing for a null pointer. */
uint32_t pawli_xxh32_bytes(const void *data, size_t size, uint32_t seed);

/* The primes of its end. */
#define PAWLI_XXH32_PRIME2 UINT32_C(0x85EBCA77)
#define PAWLI_XXH32_PRIME3 UINT32_C(0xC2B2AE3D)

/* How XXH32 ends: a bijection in which each bit of `hash` changes about half of the result. */
uint32_t pawli_xxh32_avalanche(uint32_t hash);

#endif
