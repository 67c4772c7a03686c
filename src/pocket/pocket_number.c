/* pocket_number.c - the arithmetic of the pocket: nothing wider than 32 bits, and no division but
 * by shifting and subtracting. */
#include "pocket/pocket.h"

/* In two halves, the upper one with the sign. */
static PAWLI_POCKET_APART pawl_fx multiply(pawl_fx value, uint32_t factor) {
    const uint32_t high = (uint32_t)(int16_t)(uint16_t)((uint32_t)value >> 16) * factor;
    return (pawl_fx)(high + (uint16_t)(((uint16_t)value * factor + 0x8000u) >> 16));
}

/* Most calls are for the ends of a step and for normals along an axis. */
pawl_fx pawli_pocket_number_scale(pawl_fx value, uint32_t factor) {
    if ((uint16_t)factor != 0) return multiply(value, factor);
    return factor == 0 ? 0 : value;
}

PAWLI_POCKET_APART uint32_t pawli_pocket_number_ratio(uint16_t portion, uint16_t whole) {
    PAWLI_POCKET_SAVE_LAST_FOUR();
    uint32_t quotient = 0, remainder = portion;
    for (uint8_t bit = 0; bit <= 16; bit++) {
        quotient <<= 1;
        if (remainder >= whole) {
            remainder -= whole;
            quotient++;
        }
        remainder <<= 1;
    }
    return quotient;
}

uint16_t pawli_pocket_number_length(uint16_t x, uint16_t y) {
    const uint32_t square = (uint32_t)x * x + (uint32_t)y * y;
    uint16_t length = 0;
    for (uint16_t bit = 0x8000u; bit != 0; bit >>= 1) {
        length |= bit;
        if ((uint32_t)length * length > square) length ^= bit;
    }
    return length;
}
