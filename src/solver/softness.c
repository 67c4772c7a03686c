/* softness.c - a soft constraint as three numbers.
 *
 * Source: Catto, "Soft Constraints" (GDC 2011) and "Solver2D" (2024). With omega = 2 pi hertz:
 *     a1 = 2 zeta + h omega,  a2 = h omega a1,
 *     mass scale = a2 / (1 + a2),  impulse scale = 1 / (1 + a2),  bias rate = omega / a1.
 * Contacts are springs of 30 Hz (60 Hz against static bodies) with damping ratio 10, slowed down
 * to an eighth (a quarter) of the sub-step rate when sub-steps are few. Only the product
 * h hertz = min(30 / f, 1 / 8) enters, f being the sub-steps per second. With a single sub-step it
 * is at most 1 / 5: what the one pass leaves open is then taken out faster, and stacks of ten boxes
 * stand that would lean and fall. A world may have another frequency, of at least 1 Hz, and another
 * damping ratio, of at most 20: from these it follows that a2 is neither 0 nor too large. */
#include "solver/softness.h"

#include "fx/int128.h"

#define HERTZ 30
#define CAP_DIVISOR 8u
#define CAP_DIVISOR_OF_ONE 5u /* sub-step */
#define ZETA 10
#define TWO_PI_Q30 UINT64_C(6746518852)

static const pawli_scaled two_pi = {(uint32_t)PAWLI_TWO_PI_Q28, -28};

pawli_softness pawli_softness_of_contact(const pawl_world *world, uint32_t stiffness) {
    /* Beyond 24 bits only the ratio of the two matters. */
    uint64_t rate = (uint64_t)world->rate_numerator * world->substeps;
    uint64_t denominator = world->rate_denominator;
    while (denominator >= UINT64_C(1) << 24) {
        rate >>= 1;
        denominator >>= 1;
    }

    /* h hertz in Q28, at most 2^26; h omega below 2.6 in Q28. Frequencies are below 2^26 in Q16. */
    const pawl_contact_tuning own = world->tuning.contact;
    const uint64_t hertz = (uint64_t)(own.hertz != 0 ? own.hertz : HERTZ * PAWL_FX_ONE);
    const uint64_t zeta =
        (uint64_t)(own.damping_ratio != 0 ? own.damping_ratio : ZETA * PAWL_FX_ONE);
    uint64_t cycles = ((hertz * denominator) << 12) / rate;
    const uint64_t most =
        (UINT64_C(1) << 28) / (world->substeps == 1 ? CAP_DIVISOR_OF_ONE : CAP_DIVISOR);
    if (cycles > most) cycles = most;
    const uint64_t angle = (cycles * stiffness * TWO_PI_Q30) >> 30;
    const uint64_t a1 = (zeta << 13) + angle; /* 2 zeta in Q28; < 2^34 */
    const uint64_t a2 = (angle * a1) >> 28;   /* < 2^35 */

    pawli_softness softness;
    softness.mass_scale = (int32_t)((a2 << 29) / (((UINT64_C(1) << 28) + a2) >> 1));
    softness.impulse_scale = PAWL_UNIT - softness.mass_scale;
    /* omega / a1 = (h omega / a1) f; f <= 16000 in Q16 is below 2^30. */
    const uint64_t frequency = (rate << 16) / denominator;
    softness.bias_rate = (int32_t)(angle * frequency / a1);
    const uint64_t push = (uint64_t)pawli_push_speed(world) << 30;
    softness.push_limit = pawl_saturate((int64_t)(push / (uint32_t)softness.mass_scale));
    return softness;
}

/* The same for any numbers. Implicit, so any stiffness is stable. */
pawli_softness pawli_softness_of_joint(pawl_fx hertz, pawl_fx damping_ratio, uint32_t substep) {
    const pawli_scaled one = pawli_scaled_make(1, 0);
    const pawli_scaled h = pawli_scaled_make(substep, -32);
    const pawli_scaled omega =
        pawli_scaled_multiply(two_pi, pawli_scaled_make((uint64_t)hertz, -16));
    const pawli_scaled turn = pawli_scaled_multiply(h, omega);
    const pawli_scaled a1 =
        pawli_scaled_add(pawli_scaled_make((uint64_t)damping_ratio * 2, -16), turn);
    const pawli_scaled a2 = pawli_scaled_multiply(turn, a1);
    pawli_softness softness = {0, 0, PAWL_UNIT, PAWL_FX_MAX};
    if (a2.mantissa == 0) return softness;
    const pawli_scaled scale = pawli_scaled_divide(a2, pawli_scaled_add(one, a2));
    softness.mass_scale = (int32_t)pawli_scaled_apply(scale, 1, 30);
    softness.impulse_scale = PAWL_UNIT - softness.mass_scale;
    softness.bias_rate = pawl_saturate(pawli_scaled_apply(pawli_scaled_divide(omega, a1), 1, 16));
    return softness;
}
