/* random.c - PCG32: a 64-bit linear congruential generator whose output is permuted.
 *
 * Source: O'Neill, PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
 * Random Number Generation (2014), the variant XSH-RR 64/32 of section 6.3.1. Unsigned arithmetic
 * throughout: wrapping is its meaning. */
#include "pawl/fx.h"

#define PCG_MULTIPLIER UINT64_C(6364136223846793005) /* Knuth's, for modulus 2^64 */

/* Draws that pawl_random_below may reject. A working generator is rejected each time with a
 * chance below 1/2; the bound exists for a zeroed or corrupted one, which could draw 0 for ever. */
#define REJECTIONS_MAX 128

pawl_random pawl_random_make(uint64_t seed, uint64_t stream) {
    pawl_random random;
    random.state = 0;
    random.increment = stream << 1 | 1u;
    (void)pawl_random_next(&random);
    random.state += seed;
    (void)pawl_random_next(&random);
    return random;
}

uint32_t pawl_random_next(pawl_random *random) {
    if (random == NULL) return 0;
    const uint64_t old = random->state;
    random->state = old * PCG_MULTIPLIER + random->increment;
    const uint32_t shifted = (uint32_t)((old >> 18 ^ old) >> 27);
    const unsigned rotation = (unsigned)(old >> 59);
    return shifted >> rotation | shifted << ((32u - rotation) & 31u);
}

/* 2^32 mod bound draws at the low end are rejected; what is left is a multiple of bound. */
uint32_t pawl_random_below(pawl_random *random, uint32_t bound) {
    if (bound == 0) return 0;
    const uint32_t threshold = (0u - bound) % bound;
    uint32_t draw = pawl_random_next(random);
    for (int i = 0; draw < threshold && i < REJECTIONS_MAX; i++)
        draw = pawl_random_next(random);
    return draw % bound;
}

/* The span of all 2^32 raw values does not fit a bound; a plain draw covers it. */
pawl_fx pawl_random_between(pawl_random *random, pawl_fx low, pawl_fx high) {
    if (high < low) return low;
    const uint32_t span = (uint32_t)high - (uint32_t)low;
    const uint32_t offset =
        span == UINT32_MAX ? pawl_random_next(random) : pawl_random_below(random, span + 1u);
    return pawl_saturate((int64_t)low + offset);
}
