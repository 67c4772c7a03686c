/* body_turn.h - internal: how far a body has turned since the start of the step, as a rotation. */
#ifndef PAWLI_BODY_TURN_H
#define PAWLI_BODY_TURN_H

#include "joint/joint.h"

/* An eighth of a radian, Q2.30. */
#define PAWLI_TURN_SMALL (PAWL_UNIT / 8)

/* 1/n in Q2.30, rounded. */
#define PAWLI_PER(n) ((PAWL_UNIT + (n) / 2) / (n))

/* cos and sin of a small angle in Q2.30 by their Taylor series; below 1/8 radian the first term
 * left out is under half a raw unit. With t = phi^2:
 *     sin = phi (1 - t (1/6 - t/120)),   cos = 1 - t (1/2 - t (1/24 - t/720)). */
PAWLI_INLINE pawl_rot pawli_small_turn(int64_t phi) {
    const int64_t one = PAWL_UNIT, half = one / 2;
    const int64_t t = pawli_floor(phi * phi + half, 30); /* below 2^24 */
    const int64_t sine =
        one - pawli_floor(t * (PAWLI_PER(6) - pawli_floor(t * PAWLI_PER(120), 30)), 30);
    const int64_t inner = PAWLI_PER(24) - pawli_floor(t * PAWLI_PER(720), 30);
    pawl_rot turn;
    turn.s = (int32_t)pawli_floor(phi * sine + half, 30);
    turn.c = (int32_t)(one - pawli_floor(t * (half - pawli_floor(t * inner, 30)) + half, 30));
    return turn;
}

/* The turn of a body since the start of the step. 1/k = m 2^e, turn is Q10.22; shifts 9 .. 35. */
PAWLI_INLINE pawl_rot pawli_body_turn(const pawli_body *body, int32_t turn) {
    const pawl_rot none = {PAWL_UNIT, 0};
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    if (turn == 0 || per_gyration.mantissa == 0) return none;
    const int64_t phi =
        pawli_near((int64_t)turn * per_gyration.mantissa, 22 - 30 - per_gyration.exponent);
    if (phi < PAWLI_TURN_SMALL && phi > -PAWLI_TURN_SMALL) return pawli_small_turn(phi);
    return pawl_rot_from_angle(pawli_body_spin_angle(body, turn));
}

#endif
