/* axis.h - internal: the arithmetic of rows along a direction: sliders, suspensions, rods, ropes.
 * No division in here.
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

/* 1 / K' for K' >= 1 in Q20. A division: once per step. */
PAWLI_INLINE int32_t pawli_axis_mass(int64_t matrix) {
    return (int32_t)((INT64_C(1) << 50) / matrix);
}

/* The same from what it was: one step of Newton's method, y (2 - K' y). Where K' is beyond 4096
 * or has changed by half, the mass waits for the next step. */
PAWLI_INLINE int32_t pawli_update_axis_mass(int32_t mass, int64_t matrix) {
    if (matrix >= INT64_C(1) << 32) return mass;
    const int64_t product = pawli_near(matrix * mass, 20);
    if (product < PAWL_UNIT / 2 || product > PAWL_UNIT + PAWL_UNIT / 2) return mass;
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

/* Push B by an impulse along the direction, and A back. */
PAWLI_INLINE void pawli_apply_along(const pawli_joint_row *row, const pawli_axis *axis,
                                    pawli_joint_pass *pass, int32_t impulse) {
    uint32_t *faults = &pass->faults;
    const int64_t a = row->alpha_a, b = row->alpha_b;
    const int64_t x = pawli_near((int64_t)axis->direction.c * impulse, 30);
    const int64_t y = pawli_near((int64_t)axis->direction.s * impulse, 30);
    const int32_t turn_a =
        pawli_narrow_symmetric(pawli_near((int64_t)axis->lever_a * impulse, 20), faults);
    const int32_t turn_b =
        pawli_narrow_symmetric(pawli_near((int64_t)axis->lever_b * impulse, 20), faults);
    pawli_velocities *v = &pass->v;
    pawli_velocity_set(v, v->ax - pawli_near(a * x, 30), v->ay - pawli_near(a * y, 30),
                       v->a_spin - pawli_near(a * turn_a, 30), v->bx + pawli_near(b * x, 30),
                       v->by + pawli_near(b * y, 30), v->b_spin + pawli_near(b * turn_b, 30),
                       faults);
}

/* A slider's impulses along and across its axis and of its angle. What is below a raw unit of a
 * velocity stays in its fraction: rounded away, small impulses against a heavy body would add up to
 * a drift. Gains are in 2^-32 units/s, below 2^48, and the spins below 2^48 + 2^58. */
PAWLI_INLINE void pawli_apply_slide(const pawli_joint_row *row, pawli_joint_pass *pass,
                                    int32_t along, int32_t across, int32_t turn) {
    uint32_t *faults = &pass->faults;
    const pawli_axis *axis = &row->along, *side = &row->side;
    const int64_t a = row->alpha_a, b = row->alpha_b;
    const pawl_rot n = axis->direction;
    const int64_t x = pawli_near((int64_t)n.c * along - (int64_t)n.s * across, 30);
    const int64_t y = pawli_near((int64_t)n.s * along + (int64_t)n.c * across, 30);
    const int64_t moment_a = (int64_t)axis->lever_a * along + (int64_t)side->lever_a * across;
    const int64_t moment_b = (int64_t)axis->lever_b * along + (int64_t)side->lever_b * across;
    const int64_t spin_a =
        pawli_near(a * pawli_narrow_symmetric(pawli_near(moment_a, 20), faults), 14) +
        pawli_near((int64_t)row->turning.gain_a * turn, 4);
    const int64_t spin_b =
        pawli_near(b * pawli_narrow_symmetric(pawli_near(moment_b, 20), faults), 14) +
        pawli_near((int64_t)row->turning.gain_b * turn, 4);
    pawli_velocities *v = &pass->v;
    pawli_velocity_fracs *frac = &pass->frac;
    v->ax = pawli_gain_velocity(v->ax, &frac->ax, -pawli_near(a * x, 14), faults);
    v->ay = pawli_gain_velocity(v->ay, &frac->ay, -pawli_near(a * y, 14), faults);
    v->a_spin = pawli_gain_velocity(v->a_spin, &frac->a_spin, -spin_a, faults);
    v->bx = pawli_gain_velocity(v->bx, &frac->bx, pawli_near(b * x, 14), faults);
    v->by = pawli_gain_velocity(v->by, &frac->by, pawli_near(b * y, 14), faults);
    v->b_spin = pawli_gain_velocity(v->b_spin, &frac->b_spin, spin_b, faults);
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

/* The anchors' present gap, within the range of a row. */
PAWLI_INLINE pawli_gap pawli_gap_now(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const pawli_gap gap = {pawli_narrow_symmetric(pawli_gap_x(row, pass), &pass->faults),
                           pawli_narrow_symmetric(pawli_gap_y(row, pass), &pass->faults)};
    return gap;
}

#endif
