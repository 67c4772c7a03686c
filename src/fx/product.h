/* product.h - internal: exact products of 32-bit numbers, for kernels.
 *
 * Cores whose instruction set has no product of 64 bits (Cortex-M0, Thumb on an ARM7) call a
 * function for it that multiplies 64 by 64 bits; the functions of product.c are shorter, and in
 * assembler where the compiler knows it. Elsewhere a product of 32-bit numbers is one or two
 * instructions, or a shorter call; one of longer numbers takes four, where ARM code has products
 * that are added: there a factor that is a sum of two is multiplied in two parts. */
#ifndef PAWLI_PRODUCT_H
#define PAWLI_PRODUCT_H

#include "base/compiler.h"

#if defined(__thumb__) && !defined(__thumb2__)
#define PAWLI_SPLIT_PRODUCTS 1
#else
#define PAWLI_SPLIT_PRODUCTS 0
#endif

/* Whether a product is added to 64 bits in the same instruction. */
#if defined(__arm__) && !PAWLI_SPLIT_PRODUCTS
#define PAWLI_PRODUCTS_ADD 1
#else
#define PAWLI_PRODUCTS_ADD 0
#endif

/* a x, and a x + b y, whose sum is below 2^63. */
int64_t pawli_product_split(int32_t a, int32_t x);
int64_t pawli_product_split_two(int32_t a, int32_t x, int32_t b, int32_t y);

/* Both numbers fit 32 bits, whatever the width of their type. Here and below. */
static inline int64_t pawli_product(pawli_fast32 a, pawli_fast32 x) {
#if PAWLI_SPLIT_PRODUCTS
    return pawli_product_split(a, x);
#else
    return (int64_t)a * x;
#endif
}

/* a x + b y. */
static inline int64_t pawli_product_add(pawli_fast32 a, pawli_fast32 x, pawli_fast32 b,
                                        pawli_fast32 y) {
#if PAWLI_SPLIT_PRODUCTS
    return pawli_product_split_two(a, x, b, y);
#else
    return (int64_t)a * x + (int64_t)b * y;
#endif
}

/* a x - b y, where b is not INT32_MIN. */
static inline int64_t pawli_product_subtract(pawli_fast32 a, pawli_fast32 x, pawli_fast32 b,
                                             pawli_fast32 y) {
#if PAWLI_SPLIT_PRODUCTS
    return pawli_product_split_two(a, x, -b, y);
#else
    return (int64_t)a * x - (int64_t)b * y;
#endif
}

#if PAWLI_SPLIT_PRODUCTS && defined(__OPTIMIZE_SIZE__)
int64_t pawli_product_long(int32_t a, int64_t x);
#else
/* a x, where x nearly always fits 32 bits and the product always 64. */
static inline int64_t pawli_product_long(pawli_fast32 a, int64_t x) {
#if PAWLI_SPLIT_PRODUCTS
    if (x == (int32_t)x) return pawli_product_split(a, (int32_t)x);
#endif
    return a * x;
}
#endif

/* a (x + y). */
static inline int64_t pawli_product_of_sum(pawli_fast32 a, pawli_fast32 x, pawli_fast32 y) {
#if !PAWLI_PRODUCTS_ADD
    return pawli_product_long(a, (int64_t)x + y);
#else
    return (int64_t)a * x + (int64_t)a * y;
#endif
}

/* a (x - y). */
static inline int64_t pawli_product_of_difference(pawli_fast32 a, pawli_fast32 x, pawli_fast32 y) {
#if !PAWLI_PRODUCTS_ADD
    return pawli_product_long(a, (int64_t)x - y);
#else
    return (int64_t)a * x - (int64_t)a * y;
#endif
}

#endif
