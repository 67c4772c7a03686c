/* row.h - the arithmetic of one contact in the solver.
 *
 * Source: Catto, "Solver2D" (2024), for the soft step; our normalisation (docs/4-solver.md)
 * leaves no mass and no inertia in it. With m' = 1/mass, alpha_A = m'_A / (m'_A + m'_B), k the
 * radius of gyration and rho = (r x n) / k, the effective mass of a row is 1 / K' with
 *     K' = 1 + alpha_A rho_A^2 + alpha_B rho_B^2 >= 1,
 * and an impulse lambda' = lambda (m'_A + m'_B) is a velocity:
 *     v_A -= alpha_A n lambda',   u_A -= alpha_A rho_A lambda'.
 *
 * Widths. |v|, |u| <= 2^29 raw (8192 units/s), |rho| <= 2^30 raw (64), |n| <= 2^24 raw. So a
 * velocity along the normal is a sum of products below 2 * 2^54 + 2 * 2^59 < 2^61, and an applied
 * impulse below 2 * 2^30 * 2^31 = 2^62. A result that may exceed 32 bits passes pawli_narrow(),
 * which saturates and reports. */
#ifndef PAWLI_ROW_H
#define PAWLI_ROW_H

#include "joint/row.h"
#include "step/step.h"

/* n . (vB - vA), unrounded, Q40. */
PAWLI_INLINE int64_t pawli_closing(const pawli_row *row, const pawli_duo *v) {
    return (int64_t)row->normal_x * (v->bx - v->ax) + (int64_t)row->normal_y * (v->by - v->ay);
}

/* The same along the tangent (n.y, -n.x). */
PAWLI_INLINE int64_t pawli_sliding(const pawli_row *row, const pawli_duo *v) {
    return (int64_t)row->normal_y * (v->bx - v->ax) - (int64_t)row->normal_x * (v->by - v->ay);
}

/* Velocity of one point, Q16.16: the linear part plus rho_B uB - rho_A uA. */
PAWLI_INLINE int32_t pawli_velocity_at(int64_t linear, int32_t rho_a, int32_t rho_b,
                                       const pawli_duo *v, uint32_t *faults) {
    const int64_t angular = (int64_t)rho_b * v->b_spin - (int64_t)rho_a * v->a_spin;
    return pawli_narrow(pawli_near(linear + angular, 24), faults);
}

/* What an impulse changes, unrounded, Q40: B is pushed, A pulled. */
typedef struct pawli_change {
    int64_t ax, ay, a_spin, bx, by, b_spin;
} pawli_change;

/* One rounding per component, whatever the change is made of. */
PAWLI_INLINE void pawli_apply(const pawli_change *change, pawli_duo *v, uint32_t *faults) {
    pawli_set_duo(v, v->ax - pawli_near(change->ax, 24), v->ay - pawli_near(change->ay, 24),
                  v->a_spin - pawli_near(change->a_spin, 24), v->bx + pawli_near(change->bx, 24),
                  v->by + pawli_near(change->by, 24), v->b_spin + pawli_near(change->b_spin, 24),
                  faults);
}

/* Impulses along the normal of `count` points. */
PAWLI_INLINE void pawli_apply_normal(const pawli_row *row, int count, pawli_duo *v, int32_t x0,
                                     int32_t x1, uint32_t *faults) {
    const pawli_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t sum = (int64_t)x0 + x1;
    pawli_change change = {row->share_ax * sum, row->share_ay * sum, (int64_t)p0->arm_a * x0,
                           row->share_bx * sum, row->share_by * sum, (int64_t)p0->arm_b * x0};
    if (count == 2) {
        change.a_spin += (int64_t)p1->arm_a * x1;
        change.b_spin += (int64_t)p1->arm_b * x1;
    }
    pawli_apply(&change, v, faults);
}

/* The same along the tangent (n.y, -n.x). */
PAWLI_INLINE void pawli_apply_tangent(const pawli_row *row, int count, pawli_duo *v, int32_t x0,
                                      int32_t x1, uint32_t *faults) {
    const pawli_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t sum = (int64_t)x0 + x1;
    pawli_change change = {row->share_ay * sum,          -(row->share_ax * sum),
                           (int64_t)p0->side_arm_a * x0, row->share_by * sum,
                           -(row->share_bx * sum),       (int64_t)p0->side_arm_b * x0};
    if (count == 2) {
        change.a_spin += (int64_t)p1->side_arm_a * x1;
        change.b_spin += (int64_t)p1->side_arm_b * x1;
    }
    pawli_apply(&change, v, faults);
}

/* row.c */
void pawli_prepare_row(pawli_step *step, const pawli_contact *contact, pawli_row *row);

/* solve_contact.c: all contacts in one pass of a sub-step, in the order of the rows. */
typedef struct pawli_pass {
    pawli_solver_body *bodies;
    pawli_row *rows;
    uint32_t row_count;
    int32_t per_substep; /* 1/h, Q16.16 */
    const pawli_softness *soft, *stiff;
    uint32_t faults;
} pawli_pass;

void pawli_warm_start(pawli_pass *pass);
void pawli_solve_soft(pawli_pass *pass);
void pawli_solve_relax(pawli_pass *pass); /* and friction */

#endif
