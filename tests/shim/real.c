/* real.c - the functions of <math.h> that the tests' oracles call, for boards without libm: right
 * to a few units in the last place for the moderate arguments that occur there. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#define HALF_PI 1.57079632679489661923132169163975144L
/* The first 33 bits of pi / 2, so that small multiples of it are exact, and the rest. */
#define HALF_PI_HIGH 1.57079632673412561417L
#define HALF_PI_LOW 6.07710050650619224932e-11L

long double fabsl(long double x) {
    return x < 0 ? -x : x;
}

long double fminl(long double x, long double y) {
    return x < y ? x : y;
}

long double fmaxl(long double x, long double y) {
    return x > y ? x : y;
}

/* Numbers of 2^62 and more are integers, or near enough. */
long double floorl(long double x) {
    if (!(fabsl(x) < 0x1p62L)) return x;
    const int64_t whole = (int64_t)x;
    return (long double)(whole > x ? whole - 1 : whole);
}

/* Halves away from zero. */
long double roundl(long double x) {
    if (!(fabsl(x) < 0x1p62L)) return x;
    const int64_t whole = (int64_t)x;
    const long double rest = x - (long double)whole;
    return (long double)(whole + (rest >= 0.5L) - (rest <= -0.5L));
}

long double ldexpl(long double x, int exponent) {
    for (; exponent > 0; exponent--)
        x *= 2;
    for (; exponent < 0; exponent++)
        x /= 2;
    return x;
}

/* Halving the exponent gives the root within 4 %; each step of Newton doubles the digits: four make
 * a double. */
long double sqrtl(long double x) {
    if (!(x > 0)) return 0;
    const union {
        double value;
        uint64_t bits;
    } given = {.value = (double)x};
    const union {
        uint64_t bits;
        double value;
    } guess = {.bits = (given.bits >> 1) + UINT64_C(0x1FF8000000000000)};
    long double root = guess.value;
    for (int i = 0; i < (LDBL_MANT_DIG > 53 ? 5 : 4); i++)
        root = (root + x / root) / 2;
    return root;
}

long double hypotl(long double x, long double y) {
    return sqrtl(x * x + y * y);
}

/* Taylor's series of sine (odd) or cosine about zero, |x| <= pi / 4. */
static long double sine_series(long double x, int odd) {
    long double term = odd ? x : 1, sum = term;
    for (int n = odd + 1; n < 26; n += 2) {
        term *= -x * x / (n * (n + 1));
        sum += term;
    }
    return sum;
}

static long double sine_from(long double x, int quarters) {
    const long double multiple = roundl(x / HALF_PI);
    const long double rest = x - multiple * HALF_PI_HIGH - multiple * HALF_PI_LOW;
    const int quarter = (int)(((int64_t)multiple + quarters) & 3);
    const long double value = sine_series(rest, quarter % 2 == 0);
    return quarter >= 2 ? -value : value;
}

long double sinl(long double x) {
    return sine_from(x, 0);
}

long double cosl(long double x) {
    return sine_from(x, 1);
}

/* 0 <= t <= 1: the angle is halved twice, to at most 0.2, for the series. */
static long double arc_tangent(long double t) {
    for (int i = 0; i < 2; i++)
        t /= 1 + sqrtl(1 + t * t);
    long double power = t, sum = 0;
    for (int n = 1; n < 40; n += 2) {
        sum += power / n;
        power *= -t * t;
    }
    return 4 * sum;
}

long double atan2l(long double y, long double x) {
    const long double ax = fabsl(x), ay = fabsl(y);
    if (ax == 0 && ay == 0) return 0;
    long double angle = ay <= ax ? arc_tangent(ay / ax) : HALF_PI - arc_tangent(ax / ay);
    if (x < 0) angle = 2 * HALF_PI - angle;
    return y < 0 ? -angle : angle;
}

double fabs(double x) {
    return x < 0 ? -x : x;
}

double floor(double x) {
    return (double)floorl(x);
}

double round(double x) {
    return (double)roundl(x);
}

double sqrt(double x) {
    return (double)sqrtl(x);
}

double hypot(double x, double y) {
    return (double)hypotl(x, y);
}

double fmin(double x, double y) {
    return x < y ? x : y;
}

double fmax(double x, double y) {
    return x > y ? x : y;
}

double asin(double x) {
    return (double)atan2l(x, sqrtl((1 - (long double)x) * (1 + (long double)x)));
}
