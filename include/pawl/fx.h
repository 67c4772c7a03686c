/* fx.h - the numbers: Q16.16 scalars, wide scalars, binary angles, text and random numbers.
 *
 * Everything here is integer arithmetic with a defined rounding: the same bits on every target.
 * Where a result does not fit it saturates to +-PAWL_FX_MAX; nothing wraps. */
#ifndef PAWL_FX_H
#define PAWL_FX_H

#include "pawl/base.h"
#include "pawl/config.h"
#include "pawl/literal.h"

/* Q16.16: raw = value * 65536, the representation of libfixmath's fix16_t. Range +-32767.99998.
 * The raw value INT32_MIN is never produced, so negation is always safe; as an input it is legal
 * and taken at its exact value, -32768; the result saturates like any other. */
typedef int32_t pawl_fx;

/* Q48.16: masses, inertias, forces, torques and impulses. A 182-unit square at density 1 already
 * weighs more than Q16.16 can say. */
typedef int64_t pawl_wide;

/* Binary angle: 2^32 is one full turn, counter-clockwise. Wrapping is the meaning, not an error. */
typedef uint32_t pawl_angle;

#define PAWL_FX_MAX INT32_C(0x7FFFFFFF)
#define PAWL_FX_ONE INT32_C(65536)
#define PAWL_WIDE_MAX INT64_C(0x7FFFFFFFFFFFFFFF)

#if PAWLI_IS_SHARED
PAWL_API pawl_fx pawl_saturate(int64_t value);
PAWL_API pawl_fx pawl_add(pawl_fx a, pawl_fx b);
PAWL_API pawl_fx pawl_sub(pawl_fx a, pawl_fx b);
PAWL_API pawl_fx pawl_mul(pawl_fx a, pawl_fx b);
#endif
#if PAWL_HAS_SHARED
/* An int64 brought into the range of pawl_fx. */
PAWL_SHARED pawl_fx pawl_saturate(int64_t value) {
    if (value > PAWL_FX_MAX) return PAWL_FX_MAX;
    if (value < -PAWL_FX_MAX) return -PAWL_FX_MAX;
    return (pawl_fx)value;
}

/* a + b, saturating. */
PAWL_SHARED pawl_fx pawl_add(pawl_fx a, pawl_fx b) {
    return pawl_saturate((int64_t)a + b);
}

/* a - b, saturating. */
PAWL_SHARED pawl_fx pawl_sub(pawl_fx a, pawl_fx b) {
    return pawl_saturate((int64_t)a - b);
}

/* a * b, rounded half away from zero; equal to fix16_mul wherever the result fits.
 * The magnitude is shifted, never a negative number; the largest is 2^62 + 2^15. */
PAWL_SHARED pawl_fx pawl_mul(pawl_fx a, pawl_fx b) {
    const int64_t product = (int64_t)a * b;
    const uint64_t magnitude = (uint64_t)(product < 0 ? -product : product);
    const int64_t rounded = (int64_t)((magnitude + 0x8000u) >> 16);
    return pawl_saturate(product < 0 ? -rounded : rounded);
}
#endif

/* -a; saturating at INT32_MIN alone. */
static inline pawl_fx pawl_neg(pawl_fx a) {
    return pawl_saturate(-(int64_t)a);
}

/* |a|; saturating at INT32_MIN alone. */
static inline pawl_fx pawl_abs(pawl_fx a) {
    return a < 0 ? pawl_neg(a) : a;
}

/* The smaller of two numbers. */
static inline pawl_fx pawl_min(pawl_fx a, pawl_fx b) {
    return a < b ? a : b;
}

/* The larger of two numbers. */
static inline pawl_fx pawl_max(pawl_fx a, pawl_fx b) {
    return a > b ? a : b;
}

/* The number of low .. high that is nearest to `value`; `low` must not be above `high`. */
static inline pawl_fx pawl_clamp(pawl_fx value, pawl_fx low, pawl_fx high) {
    return value < low ? low : value > high ? high : value;
}

/* a / b, rounded half away from zero; equal to the exact (restoring) fix16_div wherever the
 * result fits. Division by zero saturates with the sign of a; 0 / 0 is 0. */
PAWL_API pawl_fx pawl_div(pawl_fx a, pawl_fx b);

/* a * b / c with one rounding (half away from zero) and no intermediate overflow. c == 0 as in
 * pawl_div. */
PAWL_API pawl_fx pawl_muldiv(pawl_fx a, pawl_fx b, pawl_fx c);

/* numerator/denominator, rounded half away from zero and saturating: pawl_ratio(i, 10) is i tenths,
 * for integers known only at run time. denominator == 0 as in pawl_div. */
PAWL_API pawl_fx pawl_ratio(int32_t numerator, int32_t denominator);

/* From a at t = 0 to b at t = 1, both exact: a + (b - a) * t with one rounding (half away from
 * zero); t outside of 0 .. 1 goes on along the line, saturating. */
PAWL_API pawl_fx pawl_lerp(pawl_fx a, pawl_fx b, pawl_fx t);

/* Square root, rounded to nearest. Negative input gives 0. */
PAWL_API pawl_fx pawl_sqrt(pawl_fx value);

/* Conversions. From integers saturating; to integers floor or nearest (half away from zero). */
PAWL_API pawl_fx pawl_from_int(int32_t value);
PAWL_API int32_t pawl_floor_to_int(pawl_fx value);
PAWL_API int32_t pawl_near_to_int(pawl_fx value);
PAWL_API pawl_fx pawl_from_wide(pawl_wide value);

/* Angles. Radians and degrees in Q16.16, rounded to nearest, any value: whole turns drop out.
 * The way back gives the angle in (-pi, pi] or (-180, 180]. */
PAWL_API pawl_angle pawl_angle_from_radians(pawl_fx radians);
PAWL_API pawl_angle pawl_angle_from_degrees(pawl_fx degrees);
/* numerator/denominator of a turn, rounded down, for integers known only at run time: PAWL_TURN.
 * denominator 0 gives 0. */
PAWL_API pawl_angle pawl_angle_from_turns(uint32_t numerator, uint32_t denominator);
PAWL_API pawl_fx pawl_angle_to_radians(pawl_angle angle);
PAWL_API pawl_fx pawl_angle_to_degrees(pawl_angle angle);

/* Sine and cosine in Q16.16, rounded to nearest from Q2.30 (see pawl_rot in vec.h). */
PAWL_API pawl_fx pawl_sin(pawl_angle angle);
PAWL_API pawl_fx pawl_cos(pawl_angle angle);

/* The angle of the vector (x, y); 0 for the zero vector. Works on the ratio alone, so any length
 * is equally good. Error in Q16.16 radians: at most one raw unit. */
PAWL_API pawl_angle pawl_atan2(pawl_fx y, pawl_fx x);

/* Text. Parsing reads an optional sign, digits, an optional fraction and an optional exponent
 * ("-1.5", "4e-009", "2.5E3"), rounds half away from zero with no double in between, and accepts
 * nothing else: the whole of text[0..length) must be the number, with a digit on either side of a
 * point. Printing writes the shortest
 * decimal that parses back to the same raw value ("0.1", "-12.5", "3").
 * Errors: PAWL_ERR_NULL, PAWL_ERR_FORMAT, PAWL_ERR_RANGE (does not fit), and PAWL_ERR_MEMORY
 * when the buffer to print into is too small. */
#define PAWL_FX_TEXT_MAX 16
#define PAWL_WIDE_TEXT_MAX 28
PAWL_API PAWL_MUST_CHECK pawl_status pawl_fx_parse(const char *text, size_t length, pawl_fx *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_wide_parse(const char *text, size_t length,
                                                     pawl_wide *out);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_fx_print(pawl_fx value, char *buffer, size_t capacity);
PAWL_API PAWL_MUST_CHECK pawl_status pawl_wide_print(pawl_wide value, char *buffer,
                                                     size_t capacity);

/* Random numbers for games: PCG32 (O'Neill 2014, XSH-RR 64/32). The state is a plain value: keep
 * it in your saved state. The engine itself draws no random numbers. */
typedef struct pawl_random {
    uint64_t state;
    uint64_t increment; /* odd; picks the stream */
} pawl_random;

/* A generator that begins at `seed`, any number; each `stream` is a sequence of its own. */
PAWL_API pawl_random pawl_random_make(uint64_t seed, uint64_t stream);
/* The next 32 random bits. */
PAWL_API uint32_t pawl_random_next(pawl_random *random);
/* Uniform in [0, bound), without modulo bias; 0 when bound is 0. */
PAWL_API uint32_t pawl_random_below(pawl_random *random, uint32_t bound);
/* Uniform over the raw values low..high, both included; low when high < low. */
PAWL_API pawl_fx pawl_random_between(pawl_random *random, pawl_fx low, pawl_fx high);

/* Asks the linked libfixmath a few questions that tell its differently configured builds apart.
 * 0: it is the build pawl is made for. Otherwise a set of bits, named in src/fx/fixmath.h; then
 * link another one. Simulations use nothing of libfixmath but its square root, corrected to be
 * exact, so a hard-dividing build (bit 0x08 alone) still gives the same worlds. */
PAWL_API uint32_t pawl_fixmath_self_check(void);

#endif
