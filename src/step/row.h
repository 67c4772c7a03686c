/* row.h - the arithmetic of one contact in the solver.
 *
 * Source: Catto, "Solver2D" (2024), for the soft step; our normalisation (numerics.md section 2)
 * leaves no mass and no inertia in it. With m' = 1/mass, alpha_A = m'_A / (m'_A + m'_B), k the
 * radius of gyration and rho = (r x n) / k, the effective mass of a row is 1 / K' with
 *     K' = 1 + alpha_A rho_A^2 + alpha_B rho_B^2 >= 1,
 * and an impulse lambda' = lambda (m'_A + m'_B) is a velocity:
 *     v_A -= alpha_A n lambda',   u_A -= alpha_A rho_A lambda'.
 *
 * Widths. |v|, |u| <= 2^29 raw (8192 units/s), |rho| <= 2^30 raw (64), |n| <= 2^24 raw. So a
 * normal velocity is a sum of four products below 2 * 2^55 + 2 * 2^59 < 2^61, and an applied
 * impulse below 2 * 2^30 * 2^31 = 2^62. Results that may exceed 32 bits pass pawli_within(), which
 * saturates and reports. */
#ifndef PAWLI_ROW_H
#define PAWLI_ROW_H

#include "step/step.h"

/* A 64-bit value as a 32-bit one; outside, saturated with PAWL_FAULT_SOLVER_RANGE. */
static inline int32_t pawli_within(int64_t value, uint32_t *faults) {
    if ((uint64_t)value + PAWL_FX_MAX <= 2 * (uint64_t)PAWL_FX_MAX) return (int32_t)value;
    *faults |= PAWL_FAULT_SOLVER_RANGE;
    return value < 0 ? -PAWL_FX_MAX : PAWL_FX_MAX;
}

/* A velocity within the speed limit. */
static inline int32_t pawli_limit_speed(int64_t value, uint32_t *faults) {
    if ((uint64_t)value + PAWL_SPEED_MAX <= 2 * (uint64_t)PAWL_SPEED_MAX) return (int32_t)value;
    *faults |= PAWL_FAULT_SPEED;
    return value < 0 ? -PAWL_SPEED_MAX : PAWL_SPEED_MAX;
}

static inline int32_t pawli_limit(int64_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : (int32_t)value;
}

/* n . (vB - vA) + rho_B uB - rho_A uA for one point, Q16.16. */
static inline int32_t pawli_normal_velocity(const pawli_row *row, const pawli_row_point *point,
                                            const pawli_solver_body *a,
                                            const pawli_solver_body *b, uint32_t *faults) {
    const int64_t linear =
        (int64_t)row->normal_x * (b->velocity.x - a->velocity.x) +
        (int64_t)row->normal_y * (b->velocity.y - a->velocity.y);
    const int64_t angular = (int64_t)point->rho_b * b->spin - (int64_t)point->rho_a * a->spin;
    return pawli_within(pawli_near(linear + angular, 24), faults);
}

/* Push B along and A against the normal: one rounding per component for both points together. */
static inline void pawli_apply_normal(const pawli_row *row, pawli_solver_body *a,
                                      pawli_solver_body *b, int32_t impulse0, int32_t impulse1,
                                      uint32_t *faults) {
    const int64_t sum = (int64_t)impulse0 + impulse1;
    const pawli_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    a->velocity.x = pawli_limit_speed(a->velocity.x - pawli_near(row->share_ax * sum, 24), faults);
    a->velocity.y = pawli_limit_speed(a->velocity.y - pawli_near(row->share_ay * sum, 24), faults);
    b->velocity.x = pawli_limit_speed(b->velocity.x + pawli_near(row->share_bx * sum, 24), faults);
    b->velocity.y = pawli_limit_speed(b->velocity.y + pawli_near(row->share_by * sum, 24), faults);
    const int64_t turn_a = (int64_t)p0->arm_a * impulse0 + (int64_t)p1->arm_a * impulse1;
    const int64_t turn_b = (int64_t)p0->arm_b * impulse0 + (int64_t)p1->arm_b * impulse1;
    a->spin = pawli_limit_speed(a->spin - pawli_near(turn_a, 24), faults);
    b->spin = pawli_limit_speed(b->spin + pawli_near(turn_b, 24), faults);
}

/* The same along the tangent (n.y, -n.x). */
static inline void pawli_apply_tangent(const pawli_row *row, pawli_solver_body *a,
                                       pawli_solver_body *b, int32_t impulse0, int32_t impulse1,
                                       uint32_t *faults) {
    const int64_t sum = (int64_t)impulse0 + impulse1;
    const pawli_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    a->velocity.x = pawli_limit_speed(a->velocity.x - pawli_near(row->share_ay * sum, 24), faults);
    a->velocity.y = pawli_limit_speed(a->velocity.y + pawli_near(row->share_ax * sum, 24), faults);
    b->velocity.x = pawli_limit_speed(b->velocity.x + pawli_near(row->share_by * sum, 24), faults);
    b->velocity.y = pawli_limit_speed(b->velocity.y - pawli_near(row->share_bx * sum, 24), faults);
    const int64_t turn_a =
        (int64_t)p0->side_arm_a * impulse0 + (int64_t)p1->side_arm_a * impulse1;
    const int64_t turn_b =
        (int64_t)p0->side_arm_b * impulse0 + (int64_t)p1->side_arm_b * impulse1;
    a->spin = pawli_limit_speed(a->spin - pawli_near(turn_a, 24), faults);
    b->spin = pawli_limit_speed(b->spin + pawli_near(turn_b, 24), faults);
}

/* row.c */
void pawli_prepare_row(pawli_step *step, const pawli_contact *contact, pawli_row *row);

#endif
