/* int128.c - division of 128 bits for 32-bit machines, under the names that compilers call and
 * libgcc does not have there. Bit by bit: tests use it, and they take their time. */
#include "support/base/seeded.h"

#if UINTPTR_MAX <= UINT32_MAX

uint128 __udivti3(uint128 dividend, uint128 divisor);
uint128 __umodti3(uint128 dividend, uint128 divisor);
int128 __divti3(int128 dividend, int128 divisor);
int128 __modti3(int128 dividend, int128 divisor);

typedef struct division {
    uint128 quotient, rest;
} division;

static division divide(uint128 dividend, uint128 divisor) {
    division out = {0, 0};
    int bits = 128;
    for (; bits > 0 && dividend >> 127 == 0; bits--)
        dividend <<= 1;
    for (; bits > 0; bits--) {
        out.rest = out.rest << 1 | dividend >> 127;
        dividend <<= 1;
        out.quotient <<= 1;
        if (out.rest >= divisor) {
            out.rest -= divisor;
            out.quotient |= 1;
        }
    }
    return out;
}

static uint128 magnitude_of(int128 value) {
    return value < 0 ? 0 - (uint128)value : (uint128)value;
}

uint128 __udivti3(uint128 dividend, uint128 divisor) {
    return divide(dividend, divisor).quotient;
}

uint128 __umodti3(uint128 dividend, uint128 divisor) {
    return divide(dividend, divisor).rest;
}

int128 __divti3(int128 dividend, int128 divisor) {
    const uint128 quotient = divide(magnitude_of(dividend), magnitude_of(divisor)).quotient;
    return (dividend < 0) != (divisor < 0) ? -(int128)quotient : (int128)quotient;
}

int128 __modti3(int128 dividend, int128 divisor) {
    const uint128 rest = divide(magnitude_of(dividend), magnitude_of(divisor)).rest;
    return dividend < 0 ? -(int128)rest : (int128)rest;
}

#endif
