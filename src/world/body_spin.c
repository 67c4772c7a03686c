/* body_spin.c - how a body turns: u = k w, with k the radius of gyration, a speed like any other.
 */
#include "world/world.h"

/* The part below one raw unit is kept apart for bodies that spin freely and slowly. */
bool pawli_body_spin_set(pawli_body *body, int64_t spin) {
    const int64_t limit = (int64_t)PAWL_SPEED_MAX * 65536;
    const bool within = spin <= limit && spin >= -limit;
    if (!within) spin = spin < 0 ? -limit : limit;
    body->spin = (int32_t)pawli_near(spin, 16);
    const int64_t frac = spin - (int64_t)body->spin * 65536; /* |frac| <= 2^15 */
    body->spin_frac = (int16_t)(frac > INT16_MAX ? INT16_MAX : frac);
    return within;
}

/* u = k * w. */
bool pawli_body_spin_set_angular_velocity(pawli_body *body, pawl_fx radians_per_second) {
    body->spin = 0;
    body->spin_frac = 0;
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    if (per_gyration.mantissa == 0) return true;
    const pawli_scaled gyration = pawli_scaled_reciprocal(per_gyration);
    return pawli_body_spin_set(body, pawli_scaled_apply(gyration, radians_per_second, 16));
}

pawl_fx pawli_body_spin_angular_velocity(const pawli_body *body) {
    const int64_t spin = (int64_t)body->spin * 65536 + body->spin_frac;
    return pawl_saturate(pawli_scaled_apply(pawli_body_per_gyration(body), spin, -16));
}

/* 2^32 / (2 pi) * 2^-22 in Q24: from k * radians in Q10.22 times 1/k to a binary angle. */
#define TURNS_Q24 UINT64_C(2734261102)

/* 1/k = m 2^e with m of 31 bits; m * TURNS_Q24 has 63 bits, of which 31 are kept; times
 * |turn| < 2^31 that is below 2^62. 1/k in 2^-13 .. 2^13 gives shifts 10..41. */
int64_t pawli_body_spin_turns(const pawli_body *body, int32_t turn) {
    if (turn == 0 || body->per_gyration == 0) return 0;
    const int64_t factor = (int64_t)((body->per_gyration * TURNS_Q24) >> 32);
    const int shift = 24 - 32 - body->per_gyration_exponent;
    return pawli_near(factor * turn, shift);
}

/* The other way, to the turn whose angle is nearest: |angle| <= 2^31. What would not fit 62 bits is
 * 2^31 and more. */
int64_t pawli_body_spin_turn(const pawli_body *body, int32_t angle) {
    if (angle == 0 || body->per_gyration == 0) return 0;
    const int64_t factor = (int64_t)((body->per_gyration * TURNS_Q24) >> 32);
    const int shift = 24 - 32 - body->per_gyration_exponent;
    const int64_t size = angle < 0 ? -(int64_t)angle : angle;
    if (size > INT64_MAX >> (shift + 1)) return angle < 0 ? INT64_MIN : INT64_MAX;
    const int64_t turn = (size * (INT64_C(1) << shift) + factor / 2) / factor;
    return angle < 0 ? -turn : turn;
}

pawl_angle pawli_body_spin_angle(const pawli_body *body, int32_t turn) {
    return (pawl_angle)(uint64_t)pawli_body_spin_turns(body, turn);
}

/* Saturated at 32768, where the smallest spin already moves the tip faster than anything that
 * sleeps. */
pawl_fx pawli_body_spin_tip_ratio(const pawli_body *body) {
    if (body->per_gyration == 0) return 0;
    return pawl_saturate(
        pawli_near((int64_t)body->extent * body->per_gyration, -body->per_gyration_exponent));
}
