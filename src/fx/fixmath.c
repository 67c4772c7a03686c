/* fixmath.c - the only file that includes libfixmath.
 *
 * libfixmath is not one arithmetic: its compile-time options give dozens of different results. We
 * build it with one pinned set (FIXMATH_NO_CACHE, FIXMATH_OPTIMIZE_8BIT: no static caches, exact
 * division, no code that avr-gcc 5.4 miscompiles), refuse the options that change the inline code
 * of its header, and let the program ask at run time whether the linked library is that build.
 *
 * What is taken from it: the square root, which needs only 32-bit arithmetic and suits small cores
 * better than a 64-bit one. Over all 2^31 inputs it is the nearest value, except for 141 794 above
 * 16642.0, where it is one raw unit too low (measured); pawl_sqrt corrects those. Its sine (0.8 %
 * off near pi), arc tangent (0.58 degrees off), text and saturation do not meet our contract. */
#include "fx/fixmath.h"

#include <libfixmath/fix16.h>

#include "pawl/fx.h"

#if defined(FIXMATH_NO_ROUNDING) || defined(FIXMATH_NO_OVERFLOW) || defined(FIXMATH_FAST_SIN) || \
    defined(FIXMATH_SIN_LUT) || defined(FIXMATH_NO_64BIT)
#error "pawl needs libfixmath without NO_ROUNDING, NO_OVERFLOW, FAST_SIN, SIN_LUT and NO_64BIT"
#endif

/* (root + 1/2)^2 = root^2 + root + 1/4, so the next integer is nearer exactly when the square is
 * above root^2 + root. value << 16 < 2^47 and root < 2^24, so nothing overflows. */
pawl_fx pawl_sqrt(pawl_fx value) {
    if (value <= 0) return 0;
    const uint64_t square = (uint64_t)value << 16;
    const uint64_t root = (uint64_t)fix16_sqrt(value);
    return (pawl_fx)(square > root * root + root ? root + 1u : root);
}

/* The arguments pass through a volatile, because the functions are declared const: otherwise a
 * compiler that knows them could fold the very calls under test. The expected values tell the
 * builds apart; they were measured on both upstream versions with eleven option sets each. */
uint32_t pawl_fixmath_self_check(void) {
    volatile fix16_t one_raw = 1, large = PAWL_FX_MAX;
    volatile fix16_t acute = 41705, obtuse = 168945;
    volatile fix16_t dividend = 1533958951, divisor = 8032985, two = 2 * PAWL_FX_ONE;
    uint32_t faults = 0;
    if (fix16_mul(one_raw, 0x8000) != 1) faults |= PAWLI_FIXMATH_BAD_MUL;
    if (fix16_sin(acute) != 38948) faults |= PAWLI_FIXMATH_BAD_SIN;
    if (fix16_mul(large, large) != INT32_MIN) faults |= PAWLI_FIXMATH_BAD_OVERFLOW;
    if (fix16_div(dividend, divisor) != 12514592) faults |= PAWLI_FIXMATH_BAD_DIV;
    if (fix16_sin(obtuse) != 35122) faults |= PAWLI_FIXMATH_BAD_SERIES;
    if (fix16_sqrt(two) != 92682) faults |= PAWLI_FIXMATH_BAD_SQRT;
    return faults;
}
