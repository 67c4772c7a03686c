/* product.h - internal: the exact product of two 32-bit numbers, for kernels.
 *
 * Cores whose instruction set has no product of 64 bits (Cortex-M0, Thumb on an ARM7) call a
 * function for it that multiplies 64 by 64 bits; the function below is shorter (a pyramid's step on
 * a Cortex-M0 by 8 %). Elsewhere a product is one instruction, or a shorter call. */
#ifndef PAWLI_PRODUCT_H
#define PAWLI_PRODUCT_H

#include <stdint.h>

#if defined(__thumb__) && !defined(__thumb2__)
#define PAWLI_SPLIT_PRODUCTS 1
#else
#define PAWLI_SPLIT_PRODUCTS 0
#endif

/* By four products of 16 bits: Knuth, The Art of Computer Programming vol. 2, 4.3.1, algorithm M.
 */
int64_t pawli_product_split(int32_t a, int32_t b);

/* Both numbers fit 32 bits, whatever the width of their type. */
static inline int64_t pawli_product(int_fast32_t a, int_fast32_t b) {
#if PAWLI_SPLIT_PRODUCTS
    return pawli_product_split(a, b);
#else
    return (int64_t)a * b;
#endif
}

#endif
