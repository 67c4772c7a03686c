/* fx_trig.c - sine, cosine and the arc tangent of binary angles, by polynomials.
 *
 * Method: fold the angle into one octant by its symmetries, which makes the functions exactly odd,
 * even and mirror-symmetric; there evaluate a minimax polynomial by Horner's rule with 32x32->64
 * multiplies. No table, no division in sine and cosine, one in the arc tangent.
 *
 * Where the coefficients come from: each polynomial is the best approximation in the largest
 * error (Remez exchange, 60 digits) over the basis and interval named beside it. The coefficients
 * alternate in sign, so the Horner steps subtract and everything is an unsigned magnitude
 *     p = a0 - y (a1 - y (a2 - y (...))).
 * Coefficient k is scaled by the largest power of two that keeps it below 2^32 and rounded to the
 * nearest integer. The scale grows with k, so an inner rounding weighs little in the sum. */
#include "pawl/vec.h"

#include "base/compiler.h"
#include "fx/octant.h"
#include "fx/round.h"

#define RIGHT_ANGLE PAWLI_RIGHT_ANGLE
#define HALF_RIGHT_ANGLE (UINT32_C(1) << 29)
#define HALF_TURN (UINT32_C(1) << 31)

/* outer - y * inner, rounded to nearest; shift is the number of fraction bits that the product has
 * more than outer. The terms of a polynomial fall off so steeply that every difference is
 * positive. y <= 2^31 in all uses, so the product is below 2^63 and the half can be added. */
PAWLI_APART uint32_t horner(uint32_t outer, uint32_t y, uint32_t inner, int shift) {
    const uint64_t product = (uint64_t)y * inner;
    PAWLI_AS_IT_STANDS(outer);
    return outer - (uint32_t)((product + (UINT64_C(1) << (shift - 1))) >> shift);
}

#define HORNER_STEP(outer, shift) p = horner(outer, y, p, shift)

static int32_t sine_of_octant(uint32_t t, uint32_t y) {
    uint32_t p = PAWLI_SINE_INNERMOST;
    PAWLI_SINE_STEPS(HORNER_STEP);
    const uint64_t half = UINT64_C(1) << (PAWLI_SINE_SHIFT - 1);
    return (int32_t)(((uint64_t)t * p + half) >> PAWLI_SINE_SHIFT);
}

static int32_t cosine_of_octant(uint32_t y) {
    uint32_t p = PAWLI_COSINE_INNERMOST;
    PAWLI_COSINE_STEPS(HORNER_STEP);
    return (int32_t)p;
}

/* Worst error over all 2^32 angles: 0.727 raw units of Q2.30 (tests/fx/sweep_trig.c); c^2 + s^2 is
 * within 1.87 raw units of one. Fold order: the sign of the sine, the sign of the cosine, then the
 * diagonal, beyond which the two change places. */
pawl_rot pawl_rot_from_angle(pawl_angle angle) {
    const bool below = angle > HALF_TURN;
    const uint32_t upper = below ? 0u - angle : angle;
    const bool behind = upper > RIGHT_ANGLE;
    const uint32_t quarter = behind ? HALF_TURN - upper : upper;
    const bool steep = quarter > HALF_RIGHT_ANGLE;
    const uint32_t octant = steep ? RIGHT_ANGLE - quarter : quarter;

    const uint32_t t = octant << 2; /* Q1.31, at most 2^31 */
    const uint32_t y = (uint32_t)(((uint64_t)t * t + (UINT64_C(1) << 30)) >> 31);
    const int32_t sine = sine_of_octant(t, y);
    const int32_t cosine = cosine_of_octant(y);

    pawl_rot rotation = {steep ? sine : cosine, steep ? cosine : sine};
    if (behind) rotation.c = -rotation.c;
    if (below) rotation.s = -rotation.s;
    return rotation;
}

pawl_fx pawl_sin(pawl_angle angle) {
    return pawli_near32(pawl_rot_from_angle(angle).s, 14);
}

pawl_fx pawl_cos(pawl_angle angle) {
    return pawli_near32(pawl_rot_from_angle(angle).c, 14);
}

/* atan(q) / (2 pi) = q (a0 - a1 z + a2 z^2 - ... + a6 z^6), z = q^2, on 0 <= q <= 5/12.
 * q and z in Q0.32, the result in units of 2^-32 turn. Error of the polynomial: 0.003 units.
 * Scales 2^34, 2^36, 2^36, 2^37, 2^37, 2^38, 2^39. q * p <= 5/12 * 0.16 * 2^66 < 2^63. */
static uint32_t angle_of_ratio(uint32_t q) {
    const uint32_t z = (uint32_t)(((uint64_t)q * q + (UINT64_C(1) << 31)) >> 32);
    uint32_t p = UINT32_C(0xEC41C3D8);
    p = horner(UINT32_C(0xD9F31654), z, p, 32 + 39 - 38);
    p = horner(UINT32_C(0x8FAC90BA), z, p, 32 + 38 - 37);
    p = horner(UINT32_C(0xBA2CDC9A), z, p, 32 + 37 - 37);
    p = horner(UINT32_C(0x8260D731), z, p, 32 + 37 - 36);
    p = horner(UINT32_C(0xD94CADC0), z, p, 32 + 36 - 36);
    p = horner(UINT32_C(0xA2F9836E), z, p, 32 + 36 - 34);
    return (uint32_t)(((uint64_t)q * p + (UINT64_C(1) << 33)) >> 34);
}

/* numerator / denominator in Q0.32, to nearest. numerator <= 2^31, denominator <= 2^32. */
static uint32_t ratio_q32(uint64_t numerator, uint64_t denominator) {
    return (uint32_t)(((numerator << 32) + denominator / 2u) / denominator);
}

/* The angle of (larger, smaller) in [0, half a right angle], larger > 0. Above 5/12, which is
 * close to tan(pi/8), the angle is measured from the diagonal by
 *     atan(s/l) = pi/4 - atan((l - s)/(l + s)),
 * where the ratio is at most (1 - 5/12)/(1 + 5/12) = 7/17 < 5/12. */
static uint32_t octant_angle(uint64_t larger, uint64_t smaller) {
    if (smaller * 12u <= larger * 5u) return angle_of_ratio(ratio_q32(smaller, larger));
    return HALF_RIGHT_ANGLE - angle_of_ratio(ratio_q32(larger - smaller, larger + smaller));
}

/* Worst error found in 60 million vectors: 0.64 units of 2^-32 turn, 0.00007 raw units of Q16.16
 * radians. */
pawl_angle pawl_atan2(pawl_fx y, pawl_fx x) {
    const uint32_t width = x < 0 ? 0u - (uint32_t)x : (uint32_t)x;
    const uint32_t height = y < 0 ? 0u - (uint32_t)y : (uint32_t)y;
    if (width == 0 && height == 0) return 0;
    pawl_angle angle =
        height <= width ? octant_angle(width, height) : RIGHT_ANGLE - octant_angle(height, width);
    if (x < 0) angle = HALF_TURN - angle;
    return y < 0 ? 0u - angle : angle;
}
