/* axis.h - internal: the arithmetic of rows along a direction: sliders, suspensions, rods, ropes.
 * Divisions only where Newton's method cannot follow.
 *
 * With n the direction and cross = lever x n, a row sees the velocity
 *     v = n . (vB - vA) + lever_b uB - lever_a uA,
 * its effective mass is 1 / K' with K' = 1 + alpha_a lever_a^2 + alpha_b lever_b^2 >= 1, and an
 * impulse lambda changes vX by alpha_x n lambda and uX by alpha_x cross_x lambda.
 *
 * Widths: as in joint_row.h. |n| <= 2^30 raw and |v| < 2^30 raw, so n . v is below 2^61. */
#ifndef PAWLI_AXIS_H
#define PAWLI_AXIS_H

#include "joint/joint.h"

PAWLI_INLINE int32_t pawli_axis_place(pawl_rot direction, int64_t x, int64_t y, uint32_t *faults) {
    return pawli_narrow_symmetric(pawli_near(direction.c * x + direction.s * y, 30), faults);
}

/* Whether an anchor is less than two radii of gyration from the center. */
PAWLI_INLINE bool pawli_lever_is_short(const pawli_lever *lever) {
    const int64_t x = lever->x, y = lever->y;
    return x * x + y * y < 4 * (INT64_C(1) << 40);
}

/* lever x n, Q12.20: a rotation of the lever, so it fits. */
PAWLI_INLINE int32_t pawli_lever_cross(const pawli_lever *lever, pawl_rot n) {
    return pawli_near32((int64_t)lever->x * n.s - (int64_t)lever->y * n.c, 30);
}

/* K' of a direction, Q20, below 2^42. */
PAWLI_INLINE int64_t pawli_axis_matrix(const pawli_joint_row *row, const pawli_axis *axis) {
    const int64_t a = axis->lever_a, b = axis->lever_b;
    return PAWLI_LEVER_ONE + pawli_near(pawli_near(row->alpha_a * a, 30) * a, 20) +
           pawli_near(pawli_near(row->alpha_b * b, 30) * b, 20);
}

/* 1 / K' for K' >= 1 in Q20, by a division. */
PAWLI_INLINE int32_t pawli_axis_mass(int64_t matrix) {
    return (int32_t)((INT64_C(1) << 50) / matrix);
}

/* The same from what it was: one step of Newton's method, y (2 - K' y). Where K' is beyond 4096
 * or has changed by half there is a division: with the mass of another direction a row makes
 * energy. */
PAWLI_INLINE int32_t pawli_update_axis_mass(int32_t mass, int64_t matrix) {
    if (matrix >= INT64_C(1) << 32) return pawli_axis_mass(matrix);
    const int64_t product = pawli_near(matrix * mass, 20);
    if (product < PAWL_UNIT / 2 || product > PAWL_UNIT + PAWL_UNIT / 2) {
        return pawli_axis_mass(matrix);
    }
    const int64_t next = pawli_near(mass * (2 * (int64_t)PAWL_UNIT - product), 30);
    return (int32_t)(next > PAWL_UNIT ? PAWL_UNIT : next);
}

/* A length (Q10.22) as a lever, Q12.20. */
PAWLI_INLINE int32_t pawli_as_lever(pawli_per_length per, int32_t length, uint32_t *faults) {
    if (per.mantissa == 0) return 0;
    return pawli_narrow_symmetric(pawli_near((int64_t)length * per.mantissa, per.shift), faults);
}

PAWLI_INLINE int32_t pawli_axis_velocity(const pawli_axis *axis, pawli_joint_pass *pass) {
    const pawli_velocities *v = &pass->v;
    const int64_t x = (int64_t)v->bx - v->ax, y = (int64_t)v->by - v->ay;
    const int64_t turning = (int64_t)axis->lever_b * v->b_spin - (int64_t)axis->lever_a * v->a_spin;
    const int64_t line = axis->direction.c * x + axis->direction.s * y;
    return pawli_narrow_symmetric(pawli_near(line, 30) + pawli_near(turning, 20), &pass->faults);
}

/* A share of an impulse along a direction, 2^-32 units/s: n is a coordinate of the direction in
 * Q2.30 or a lever, which has 10 bits less. Small impulses: 2^30 times 2^31. */
PAWLI_INLINE int64_t pawli_gain_along(int64_t alpha, int32_t n, int bits, int32_t impulse,
                                      uint32_t *faults) {
    if (!pawli_is_small_impulse(impulse, 0)) {
        const int64_t along = pawli_near((int64_t)n * impulse, bits);
        return pawli_near(alpha * pawli_narrow_symmetric(along, faults), 14);
    }
    return pawli_near(n * pawli_near(alpha * impulse, 20), bits - 6);
}

PAWLI_INLINE void pawli_add_gains_along(const pawli_joint_row *row, const pawli_axis *axis,
                                        int32_t impulse, pawli_gains *gains, uint32_t *faults) {
    const int64_t a = row->alpha_a, b = row->alpha_b;
    gains->ax += pawli_gain_along(a, axis->direction.c, 30, impulse, faults);
    gains->ay += pawli_gain_along(a, axis->direction.s, 30, impulse, faults);
    gains->a_spin += pawli_gain_along(a, axis->lever_a, 20, impulse, faults);
    gains->bx += pawli_gain_along(b, axis->direction.c, 30, impulse, faults);
    gains->by += pawli_gain_along(b, axis->direction.s, 30, impulse, faults);
    gains->b_spin += pawli_gain_along(b, axis->lever_b, 20, impulse, faults);
}

/* Push B by an impulse along the direction, and A back. */
PAWLI_INLINE void pawli_apply_along(const pawli_joint_row *row, const pawli_axis *axis,
                                    pawli_joint_pass *pass, int32_t impulse) {
    pawli_gains gains = {0, 0, 0, 0, 0, 0};
    pawli_add_gains_along(row, axis, impulse, &gains, &pass->faults);
    pawli_apply_gains(pass, &gains);
}

/* A slider's impulses along and across its axis and of its angle. */
PAWLI_INLINE void pawli_apply_slide(const pawli_joint_row *row, pawli_joint_pass *pass,
                                    int32_t along, int32_t across, int32_t turn) {
    pawli_gains gains = {0, 0, pawli_near((int64_t)row->turning.gain_a * turn, 4),
                         0, 0, pawli_near((int64_t)row->turning.gain_b * turn, 4)};
    pawli_add_gains_along(row, &row->along, along, &gains, &pass->faults);
    pawli_add_gains_along(row, &row->side, across, &gains, &pass->faults);
    pawli_apply_gains(pass, &gains);
}

/* The place along the direction stays 0. Softness null: only its velocity. */
PAWLI_INLINE void pawli_solve_axis(const pawli_joint_row *row, const pawli_axis *axis,
                                   pawli_joint_pass *pass, const pawli_softness *softness,
                                   int64_t gap, int32_t *impulse) {
    uint32_t *faults = &pass->faults;
    int32_t velocity = pawli_axis_velocity(axis, pass);
    if (softness != NULL) velocity = pawli_biased(velocity, gap, softness, faults);
    const int32_t change = pawli_impulse_for(axis->mass, velocity, softness, *impulse, faults);
    pawli_apply_along(row, axis, pass, pawli_add_bounded(impulse, change, PAWL_FX_MAX));
}

/* The anchors' gap at the start of the step, within the range of a row. */
PAWLI_INLINE pawli_gap pawli_first_gap(const pawli_joint_row *row, uint32_t *faults) {
    const pawli_gap gap = {pawli_narrow_symmetric(row->far_x * PAWLI_FAR + row->gap_x, faults),
                           pawli_narrow_symmetric(row->far_y * PAWLI_FAR + row->gap_y, faults)};
    return gap;
}

/* The anchors' present gap, within the range of a row. */
PAWLI_INLINE pawli_gap pawli_gap_now(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const pawli_gap gap = {pawli_narrow_symmetric(pawli_gap_x(row, pass), &pass->faults),
                           pawli_narrow_symmetric(pawli_gap_y(row, pass), &pass->faults)};
    return gap;
}

#endif
