/* product.c - 32 by 32 bits with multiplications that give 32 bits. */
#include "fx/product.h"

/* |high half| <= 2^15 and low half < 2^16, so every partial product fits 32 bits. */
int64_t pawli_product_split(int32_t a, int32_t b) {
    const uint32_t a_low = (uint32_t)a & 0xFFFF, b_low = (uint32_t)b & 0xFFFF;
    const int32_t a_high = a >> 16, b_high = b >> 16;
    const uint32_t low = a_low * b_low;
    const int32_t cross_1 = a_high * (int32_t)b_low, cross_2 = (int32_t)a_low * b_high;
    const uint32_t middle =
        (low >> 16) + ((uint32_t)cross_1 & 0xFFFF) + ((uint32_t)cross_2 & 0xFFFF);
    const uint32_t high = (uint32_t)(a_high * b_high) + (uint32_t)(cross_1 >> 16) +
                          (uint32_t)(cross_2 >> 16) + (middle >> 16);
    return (int64_t)((uint64_t)high << 32 | (uint32_t)(middle << 16 | (low & 0xFFFF)));
}
