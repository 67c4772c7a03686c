/* octant.h - internal: the polynomials of sine and cosine in one octant, for fx_trig.c and for
 * lanes (solver/lane_rotate.h), which have the same bits. fx_trig.c says how they are evaluated,
 * and where the coefficients come from. */
#ifndef PAWLI_OCTANT_H
#define PAWLI_OCTANT_H

#include <stdint.h>

#define PAWLI_RIGHT_ANGLE (UINT32_C(1) << 30)

/* sin(pi/4 * t) = t (a0 - a1 y + a2 y^2 - a3 y^3 + a4 y^4), y = t^2, on 0 <= t <= 1.
 * t and y in Q1.31, the result in Q2.30. Error of the polynomial: 0.0018 raw units.
 * Scales 2^32, 2^35, 2^40, 2^46, 2^53. t * p <= 2^31 * 0.7854 * 2^32 < 2^63: bits 33 on are the
 * result. Each step has an outer coefficient, and how many more bits of fraction the product has.
 */
#define PAWLI_SINE_INNERMOST UINT32_C(0xA5A8A211)
#define PAWLI_SINE_STEPS(step)                \
    step(UINT32_C(0x996442BE), 31 + 53 - 46); \
    step(UINT32_C(0xA335DA40), 31 + 46 - 40); \
    step(UINT32_C(0xA55DE724), 31 + 40 - 35); \
    step(UINT32_C(0xC90FDAA2), 31 + 35 - 32)
#define PAWLI_SINE_SHIFT 33

/* cos(pi/4 * t) = 1 - y (b0 - b1 y + b2 y^2 - b3 y^3): the same, with the value at t = 0 fixed.
 * Error of the polynomial: 0.058 raw units. Scales 2^33, 2^37, 2^43, 2^50. */
#define PAWLI_COSINE_INNERMOST UINT32_C(0xECFBDE10)
#define PAWLI_COSINE_STEPS(step)              \
    step(UINT32_C(0xAAE3321E), 31 + 50 - 43); \
    step(UINT32_C(0x81E0EF66), 31 + 43 - 37); \
    step(UINT32_C(0x9DE9E63F), 31 + 37 - 33); \
    step(PAWLI_RIGHT_ANGLE, 31 + 33 - 30)

#endif
