/* product.c - 32 by 32 bits with multiplications that give 32 bits: Knuth, The Art of Computer
 * Programming vol. 2, 4.3.1, algorithm M, with digits of 16 bits.
 *
 * |high half| <= 2^15 and low half < 2^16, so every partial product fits 32 bits. */
#include "fx/product.h"

#if PAWLI_SPLIT_PRODUCTS && defined(__OPTIMIZE_SIZE__)
int64_t pawli_product_long(int32_t a, int64_t x) {
    return x == (int32_t)x ? pawli_product_split(a, (int32_t)x) : a * x;
}
#endif

#if defined(__GNUC__) && PAWLI_SPLIT_PRODUCTS && defined(__ARM_ARCH_6M__)

#define IN_REGISTER __attribute__((unused)) int32_t

/* Compilers need half as many instructions again. The two products of a high and a low half are
 * numbers with a sign that count 2^16: each is added as 48 bits. */
__attribute__((naked)) int64_t pawli_product_split(IN_REGISTER a, IN_REGISTER x) {
    __asm__(".syntax unified\n\t"
            "uxth r2, r0\n\t" /* halves of a: r3, r2; of x: r1, r0 */
            "asrs r3, r0, #16\n\t"
            "uxth r0, r1\n\t"
            "asrs r1, r1, #16\n\t"
            "mov r12, r4\n\t"
            "movs r4, r0\n\t"
            "muls r0, r2\n\t" /* the result: r1, r0 */
            "muls r4, r3\n\t"
            "muls r2, r1\n\t"
            "muls r1, r3\n\t"
            "lsls r3, r4, #16\n\t"
            "asrs r4, r4, #16\n\t"
            "adds r0, r0, r3\n\t"
            "adcs r1, r4\n\t"
            "lsls r3, r2, #16\n\t"
            "asrs r2, r2, #16\n\t"
            "adds r0, r0, r3\n\t"
            "adcs r1, r2\n\t"
            "mov r4, r12\n\t"
            "bx lr\n\t");
}

__attribute__((naked)) int64_t pawli_product_split_two(IN_REGISTER a, IN_REGISTER x, IN_REGISTER b,
                                                       IN_REGISTER y) {
    __asm__(".syntax unified\n\t"
            "push {r4, r5, r6, lr}\n\t"
            "movs r4, r2\n\t"
            "movs r5, r3\n\t"
            "uxth r2, r0\n\t" /* halves of a: r3, r2; of x: r1, r6 */
            "asrs r3, r0, #16\n\t"
            "uxth r0, r1\n\t"
            "asrs r1, r1, #16\n\t"
            "movs r6, r0\n\t"
            "muls r0, r2\n\t" /* the result: r1, r0 */
            "muls r6, r3\n\t"
            "muls r2, r1\n\t"
            "muls r1, r3\n\t"
            "lsls r3, r6, #16\n\t"
            "asrs r6, r6, #16\n\t"
            "adds r0, r0, r3\n\t"
            "adcs r1, r6\n\t"
            "lsls r3, r2, #16\n\t"
            "asrs r2, r2, #16\n\t"
            "adds r0, r0, r3\n\t"
            "adcs r1, r2\n\t"
            "uxth r2, r4\n\t" /* halves of b: r4, r2; of y: r5, r3 */
            "asrs r4, r4, #16\n\t"
            "uxth r3, r5\n\t"
            "asrs r5, r5, #16\n\t"
            "movs r6, r3\n\t"
            "muls r6, r2\n\t"
            "muls r3, r4\n\t"
            "muls r2, r5\n\t"
            "muls r5, r4\n\t"
            "adds r0, r0, r6\n\t"
            "adcs r1, r5\n\t"
            "lsls r6, r3, #16\n\t"
            "asrs r3, r3, #16\n\t"
            "adds r0, r0, r6\n\t"
            "adcs r1, r3\n\t"
            "lsls r6, r2, #16\n\t"
            "asrs r2, r2, #16\n\t"
            "adds r0, r0, r6\n\t"
            "adcs r1, r2\n\t"
            "pop {r4, r5, r6, pc}\n\t");
}

#elif defined(__GNUC__) && !defined(__clang__) && PAWLI_SPLIT_PRODUCTS && \
    defined(__ARM_ARCH_ISA_ARM)

/* The same core has the product in its other instruction set. */
__attribute__((target("arm"))) int64_t pawli_product_split(int32_t a, int32_t x) {
    return (int64_t)a * x;
}

__attribute__((target("arm"))) int64_t pawli_product_split_two(int32_t a, int32_t x, int32_t b,
                                                               int32_t y) {
    return (int64_t)a * x + (int64_t)b * y;
}

#else

int64_t pawli_product_split(int32_t a, int32_t x) {
    const uint32_t a_low = (uint32_t)a & 0xFFFF, x_low = (uint32_t)x & 0xFFFF;
    const int32_t a_high = a >> 16, x_high = x >> 16;
    const uint32_t low = a_low * x_low;
    const int32_t cross_1 = a_high * (int32_t)x_low, cross_2 = (int32_t)a_low * x_high;
    const uint32_t middle =
        (low >> 16) + ((uint32_t)cross_1 & 0xFFFF) + ((uint32_t)cross_2 & 0xFFFF);
    const uint32_t high = (uint32_t)(a_high * x_high) + (uint32_t)(cross_1 >> 16) +
                          (uint32_t)(cross_2 >> 16) + (middle >> 16);
    return (int64_t)((uint64_t)high << 32 | (uint32_t)(middle << 16 | (low & 0xFFFF)));
}

int64_t pawli_product_split_two(int32_t a, int32_t x, int32_t b, int32_t y) {
    return pawli_product_split(a, x) + pawli_product_split(b, y);
}

#endif
