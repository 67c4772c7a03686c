/* math_fingerprint.c - one number that says whether two builds compute alike.
 *
 * The arguments are those at which builds are known to part: products and quotients exactly half
 * way between two values, of either sign (no rounding; a compiler for AVR that leaves out a shift;
 * the hard divider of libfixmath), results that do not fit (no detection of overflow), sines
 * beyond a quarter turn (series, tables), and the ends of the ranges. portcheck finds out which of
 * them it is; here a few dozen calls must do. */
#include "state/math_fingerprint.h"

#include "base/compiler.h"
#include "base/rom.h"
#include "base/xxh32.h"
#include "fx/quotient.h"
#include "fx/round.h"
#include "pawl/state.h"

#include <string.h>

typedef struct pair {
    int32_t a, b;
} pair;

static const pair pairs[] PAWLI_ROM = {
    {1, 0x8000},               /* the product is half a unit: a tie */
    {-1, 0x8000},              /* and below zero */
    {3, 0x8000},               /* one and a half */
    {65536, 32769},            /* no half bit */
    {809637, -2153309},        /* avr-gcc 5.4 loses a shift here */
    {1533958951, 8032985},     /* the hard divider is off by one */
    {-1545041011, 182180},     /* wide product, below zero */
    {41705, 168945},           /* sines whose series go different ways */
    {INT32_MAX, INT32_MAX},    /* overflow */
    {INT32_MIN, -1},           /* the one quotient that traps */
    {INT32_MIN, INT32_MIN},    /* exact, and large */
    {INT32_MAX, 1},            /* quotient beyond the range */
    {0, -7},                   /* nothing, and a small divisor */
    {7, 0},                    /* division by zero */
    {-98304, 65536},           /* minus one and a half */
    {131072, 196608},          /* 2 and 3: no exact quotient or root */
    {1090650112, -15},         /* 16642: where the root of libfixmath may be one too low */
    {0x55555555, -0x2AAAAAAB}, /* thirds of a turn */
};
#define PAIRS ((uint32_t)(sizeof pairs / sizeof pairs[0]))

/* Functions may be inline, macros of a port's, or shared: these have addresses. */
static pawl_fx own_add(pawl_fx a, pawl_fx b) {
    return pawl_add(a, b);
}

static pawl_fx own_sub(pawl_fx a, pawl_fx b) {
    return pawl_sub(a, b);
}

static pawl_fx own_mul(pawl_fx a, pawl_fx b) {
    return pawl_mul(a, b);
}

static int64_t own_near(int64_t value, int shift) {
    return pawli_near(value, shift);
}

static int64_t own_dot(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_dot(a, b);
}

static uint32_t own_quotient(uint64_t numerator, uint64_t divisor) {
    return pawli_quotient(numerator, divisor);
}

pawli_math pawli_math_fingerprint_own(void) {
    const pawli_math own = {
        own_add,
        own_sub,
        own_mul,
        pawl_div,
        pawl_muldiv,
        pawl_sqrt,
        pawl_near_to_int,
        own_near,
        own_dot,
        own_quotient,
        pawl_sin,
        pawl_cos,
        pawl_atan2,
        pawl_rot_from_angle,
        pawl_vec2_normalize,
        pawl_rotate,
        pawli_scaled_divide,
        pawl_fixmath_self_check,
    };
    return own;
}

static void hash_wide(pawli_xxh32 *hash, int64_t value) {
    pawli_xxh32_word(hash, (uint32_t)((uint64_t)value & UINT32_MAX));
    pawli_xxh32_word(hash, (uint32_t)((uint64_t)value >> 32));
}

static void hash_scalars(pawli_xxh32 *hash, const pawli_math *math, pair at, pair next) {
    pawli_xxh32_word(hash, (uint32_t)math->add(at.a, at.b));
    pawli_xxh32_word(hash, (uint32_t)math->sub(at.a, at.b));
    pawli_xxh32_word(hash, (uint32_t)math->mul(at.a, at.b));
    pawli_xxh32_word(hash, (uint32_t)math->div(at.a, at.b));
    pawli_xxh32_word(hash, (uint32_t)math->muldiv(at.a, next.a, at.b));
    pawli_xxh32_word(hash, (uint32_t)math->sqrt(at.a));
    pawli_xxh32_word(hash, (uint32_t)math->near_to_int(at.a));
    pawli_xxh32_word(hash, (uint32_t)math->sin((pawl_angle)at.a * UINT32_C(0x9E3779B1)));
    pawli_xxh32_word(hash, (uint32_t)math->cos((pawl_angle)at.a * UINT32_C(0x9E3779B1)));
    hash_wide(hash, math->near((int64_t)at.a * next.b, 17));
    hash_wide(hash, math->dot(pawl_vec2_make(at.a, at.b), pawl_vec2_make(next.a, at.a)));
}

/* Divisors from 1 to 2^32, numerators below divisor * 2^32. */
static void hash_quotients(pawli_xxh32 *hash, const pawli_math *math, pair at) {
    const uint64_t divisor = (uint64_t)(uint32_t)at.b + 1u;
    const uint64_t numerator = (divisor - 1u) << 32 | (uint32_t)at.a;
    pawli_xxh32_word(hash, math->quotient(numerator, divisor));
    const pawli_scaled over = pawli_scaled_make((uint32_t)at.a | 1u, -16);
    const pawli_scaled under = pawli_scaled_make(divisor, 3);
    const pawli_scaled ratio = math->divide(over, under);
    pawli_xxh32_word(hash, ratio.mantissa);
    pawli_xxh32_word(hash, (uint32_t)ratio.exponent);
}

static void hash_angles(pawli_xxh32 *hash, const pawli_math *math, pair at) {
    const pawl_rot turn = math->rot((pawl_angle)at.b);
    pawli_xxh32_word(hash, math->atan2(at.a, at.b));
    pawli_xxh32_word(hash, (uint32_t)turn.c);
    pawli_xxh32_word(hash, (uint32_t)turn.s);
    const pawl_rot direction = math->normalize(pawl_vec2_make(at.a, at.b));
    pawli_xxh32_word(hash, (uint32_t)direction.c);
    pawli_xxh32_word(hash, (uint32_t)direction.s);
    const pawl_vec2 turned = math->rotate(turn, pawl_vec2_make(at.b, at.a));
    pawli_xxh32_word(hash, (uint32_t)turned.x);
    pawli_xxh32_word(hash, (uint32_t)turned.y);
}

static pair pair_at(uint32_t index) {
    pair copy;
    return *(const pair *)pawli_rom_fetch(&pairs[index % PAIRS], &copy, sizeof copy);
}

uint32_t pawli_math_fingerprint(const pawli_math *math) {
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    /* A compiler that sees through the pointers still does not know the arguments. */
    volatile uint32_t first = 0;
    const uint32_t start = first;
    for (uint32_t i = start; i < PAIRS; i++) {
        const pair at = pair_at(i);
        hash_scalars(&hash, math, at, pair_at(i + 1u));
        /* These take longer, and have fewer ways to differ. */
        if (i % 3u != 2u) continue;
        hash_quotients(&hash, math, at);
        hash_angles(&hash, math, at);
    }
    pawli_xxh32_word(&hash, math->self_check());
    return pawli_xxh32_end(&hash);
}

PAWLI_RARE uint32_t pawl_math_fingerprint(void) {
    const pawli_math own = pawli_math_fingerprint_own();
    return pawli_math_fingerprint(&own);
}
