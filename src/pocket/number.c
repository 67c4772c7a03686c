/* number.c - the arithmetic of the pocket: nothing wider than 32 bits, and no division but by
 * shifting and subtracting. */
#include "pocket/pocket.h"

/* In two halves, each a product of 16 bits with 16; the upper one has the sign. */
PAWLI_POCKET_APART pawl_fx pawli_pocket_part(pawl_fx value, uint32_t factor) {
    if (factor >= PAWLI_POCKET_STEP) return value;
    const uint16_t narrow = (uint16_t)factor;
    const uint32_t low = (uint32_t)(uint16_t)value * narrow + 0x8000u;
    const uint32_t high = (uint32_t)(uint16_t)((uint32_t)value >> 16) * narrow;
    uint32_t sum = high + (uint16_t)(low >> 16);
    if (value < 0) sum -= factor << 16; /* the upper half is 2^16 less than was taken */
    return (pawl_fx)sum;
}

PAWLI_POCKET_APART uint32_t pawli_pocket_ratio(uint32_t part, uint32_t whole) {
    uint32_t quotient = 0;
    for (uint8_t bit = 0; bit <= 16; bit++) {
        quotient <<= 1;
        if (part >= whole) {
            part -= whole;
            quotient++;
        }
        part <<= 1;
    }
    return quotient;
}

uint16_t pawli_pocket_length(uint16_t x, uint16_t y) {
    const uint32_t square = (uint32_t)x * x + (uint32_t)y * y;
    uint16_t length = 0;
    for (uint16_t bit = 0x8000u; bit != 0; bit >>= 1) {
        length |= bit;
        if ((uint32_t)length * length > square) length ^= bit;
    }
    return length;
}
