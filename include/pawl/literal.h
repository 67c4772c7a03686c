/* literal.h - numbers written into a program: Q16.16, Q48.16 and angles from integers alone.
 *
 * Each macro is an integer constant expression in C and C++: it may initialize tables and stand in
 * a static assertion. No floating-point number is involved, since a double has 32 bits on AVR. An
 * argument that is not an integer, is not constant or is out of range is an error of the compiler,
 * whose text holds `argument_out_of_range`. Numbers known only at run time: pawl_from_int(),
 * pawl_ratio() and pawl_fx_parse() of fx.h. */
#ifndef PAWL_LITERAL_H
#define PAWL_LITERAL_H

#include <stdint.h>

/* 1 when the constant condition holds, otherwise an error of the compiler. */
#ifdef __cplusplus
extern "C++" { /* programs include C headers in extern "C" */
template <bool argument_out_of_range> struct pawli_require;
template <> struct pawli_require<false> {
    enum {
        met = 1
    };
};
}
#define PAWLI_REQUIRE(condition) ((int)pawli_require<!(condition)>::met)
#else
#define PAWLI_REQUIRE(condition) \
    ((int)!!sizeof(struct { int argument_out_of_range : (condition) ? 1 : -1; }))
#endif

/* An integer as int64_t. The operator | refuses operands that are not integers. */
#define PAWLI_WHOLE(n) ((int64_t)((n) | 0))

/* n/d with d > 0 and n >= 0 as a number of 65536ths, rounded half up. n < 2^46. */
#define PAWLI_SHARE(n, d) ((PAWLI_WHOLE(n) * 131072 / PAWLI_WHOLE(d) + 1) / 2)
#define PAWLI_SUM(w, n, d) (PAWLI_WHOLE(w) * 65536 + PAWLI_SHARE(n, d))

/* Whether w + n/d is written as the macros below want it, and w within +-max. */
#define PAWLI_IS_SHARE(w, n, d, max)                                               \
    (PAWLI_WHOLE(w) >= -(max) && PAWLI_WHOLE(w) <= (max) && PAWLI_WHOLE(n) >= 0 && \
     PAWLI_WHOLE(n) < (INT64_C(1) << 45) && PAWLI_WHOLE(d) > 0 &&                  \
     (PAWLI_WHOLE(w) >= 0 || (n) == 0))

/* whole + numerator/denominator as Q16.16, rounded to nearest, half up: PAWL_FX(12, 5, 10) is
 * 12.5. Range: the value within +-32767.99998; numerator 0 .. 2^45 - 1, denominator > 0. A
 * negative whole goes with numerator 0 alone: -12.5 is -PAWL_FX(12, 5, 10). */
#define PAWL_FX(whole, numerator, denominator)                                        \
    ((pawl_fx)(PAWLI_REQUIRE(PAWLI_IS_SHARE(whole, numerator, denominator, 32767) &&  \
                             PAWLI_SUM(whole, numerator, denominator) <= INT32_MAX) * \
               PAWLI_SUM(whole, numerator, denominator)))

/* The same as a Q48.16 value: |whole| <= 2^46, numerator/denominator at most 2^45. */
#define PAWL_WIDE(whole, numerator, denominator)                                                  \
    ((pawl_wide)(PAWLI_REQUIRE(PAWLI_IS_SHARE(whole, numerator, denominator, INT64_C(1) << 46)) * \
                 PAWLI_SUM(whole, numerator, denominator)))

/* A whole number of units as Q16.16: PAWL_UNITS(-3). Range +-32767. */
#define PAWL_UNITS(whole) PAWL_FX(whole, 0, 1)

/* numerator/denominator of a turn, rounded down: PAWL_TURN(1, 4) is a right angle. Whole turns
 * drop out. Range: numerator 0 .. 2^31 - 1, denominator > 0; negate outside. */
#define PAWL_TURN(numerator, denominator)                                        \
    ((pawl_angle)((uint64_t)PAWLI_REQUIRE(PAWLI_WHOLE(numerator) >= 0 &&         \
                                          PAWLI_WHOLE(numerator) <= INT32_MAX && \
                                          PAWLI_WHOLE(denominator) > 0) *        \
                  (((uint64_t)(numerator) << 32) / (uint64_t)(denominator))))

/* A decimal by its digits before and after the point: PAWL_DEC(12, 05) is 12.05, rounded to
 * nearest, half up. Range: 0 .. 32767.99998; at most 5 digits before the point and 13 after it;
 * both are digits as they stand there, no names and no signs: -0.5 is -PAWL_DEC(0, 5).
 *
 * A 1 is pasted before the digits, so that leading zeros count and do not mean octal: 105 is two
 * digits, 05. */
#define PAWL_DEC(digits, decimals)                                                         \
    ((pawl_fx)(PAWLI_REQUIRE(PAWLI_DEC_RAW(1##digits##LL, 1##decimals##LL) <= INT32_MAX) * \
               PAWLI_DEC_RAW(1##digits##LL, 1##decimals##LL)))

/* From the pasted digits p = 10^digits + number; digits that are too many give a value that is out
 * of range. floor(q * 2^17 / scale) - 2^17 is twice the fraction's raw value, rounded down; q is
 * below 2 * 10^13, so q * 2^17 < 2^62. */
#define PAWLI_DEC_RAW(p, q) (PAWLI_DEC_UNITS(p) * 65536 + PAWLI_DEC_FRACTION(q))
#define PAWLI_DEC_UNITS(p) ((p) < 1000000 ? (p)-PAWLI_DEC_SCALE(p) : INT64_C(32768))
#define PAWLI_DEC_FRACTION(q)                                                        \
    ((q) < INT64_C(100000000000000) ? ((q)*131072 / PAWLI_DEC_SCALE(q) - 131071) / 2 \
                                    : INT64_C(2147483648))
#define PAWLI_DEC_SCALE(p)                                    \
    ((p) < 10                        ? INT64_C(1)             \
     : (p) < 100                     ? INT64_C(10)            \
     : (p) < 1000                    ? INT64_C(100)           \
     : (p) < 10000                   ? INT64_C(1000)          \
     : (p) < 100000                  ? INT64_C(10000)         \
     : (p) < 1000000                 ? INT64_C(100000)        \
     : (p) < 10000000                ? INT64_C(1000000)       \
     : (p) < 100000000               ? INT64_C(10000000)      \
     : (p) < 1000000000              ? INT64_C(100000000)     \
     : (p) < INT64_C(10000000000)    ? INT64_C(1000000000)    \
     : (p) < INT64_C(100000000000)   ? INT64_C(10000000000)   \
     : (p) < INT64_C(1000000000000)  ? INT64_C(100000000000)  \
     : (p) < INT64_C(10000000000000) ? INT64_C(1000000000000) \
                                     : INT64_C(10000000000000))

#endif
