/* contact_row.h - internal: the arithmetic of one contact in the solver.
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
#ifndef PAWLI_CONTACT_ROW_H
#define PAWLI_CONTACT_ROW_H

#include "fx/product.h"
#include "step/step.h"

/* The velocities of the two bodies of a row while a kernel works on them. Here and below, numbers
 * of 32 bits are as wide as a register where that is free, so that a 64-bit machine need not extend
 * them for every product. */
typedef struct pawli_velocities {
    int_fast32_t ax, ay, a_spin, bx, by, b_spin;
    bool fixed; /* A is solver body 0, which never moves: its parts are 0 */
} pawli_velocities;

PAWLI_INLINE pawli_velocities pawli_velocity_load(const pawli_solver_body *bodies,
                                                  const pawli_contact_row *row, bool fixed) {
    const pawli_solver_body *a = &bodies[row->a], *b = &bodies[row->b];
    pawli_velocities v = {0, 0, 0, b->velocity.x, b->velocity.y, b->spin, fixed};
    if (fixed) return v;
    v.ax = a->velocity.x;
    v.ay = a->velocity.y;
    v.a_spin = a->spin;
    return v;
}

PAWLI_INLINE void pawli_velocity_store(const pawli_velocities *v, pawli_solver_body *bodies,
                                       const pawli_contact_row *row) {
    pawli_solver_body *a = &bodies[row->a], *b = &bodies[row->b];
    b->velocity.x = (int32_t)v->bx;
    b->velocity.y = (int32_t)v->by;
    b->spin = (int32_t)v->b_spin;
    if (v->fixed) return;
    a->velocity.x = (int32_t)v->ax;
    a->velocity.y = (int32_t)v->ay;
    a->spin = (int32_t)v->a_spin;
}

/* n . (vB - vA), unrounded, Q40. */
PAWLI_INLINE int64_t pawli_closing(const pawli_contact_row *row, const pawli_velocities *v) {
    return pawli_product(row->normal_x, v->bx - v->ax) +
           pawli_product(row->normal_y, v->by - v->ay);
}

/* The same along the tangent (n.y, -n.x). */
PAWLI_INLINE int64_t pawli_sliding(const pawli_contact_row *row, const pawli_velocities *v) {
    return pawli_product(row->normal_y, v->bx - v->ax) -
           pawli_product(row->normal_x, v->by - v->ay);
}

/* pawli_narrow for a number that is worked with. */
PAWLI_INLINE int_fast32_t pawli_narrow(int64_t value, uint32_t *faults) {
    if (value == (int32_t)value) return (int_fast32_t)value;
    return pawli_narrow(value, faults);
}

/* Velocity of one point, Q16.16: the linear part plus rho_B uB - rho_A uA. */
PAWLI_INLINE int_fast32_t pawli_velocity_at(int64_t linear, int32_t lever_a, int32_t lever_b,
                                            const pawli_velocities *v, uint32_t *faults) {
    const int64_t angular = pawli_product(lever_b, v->b_spin) - pawli_product(lever_a, v->a_spin);
    return pawli_narrow(pawli_near(linear + angular, 24), faults);
}

/* What an impulse changes, Q16.16: B is pushed, A pulled. One rounding per component. */
typedef struct pawli_velocity_change {
    int64_t ax, ay, a_spin, bx, by, b_spin;
} pawli_velocity_change;

/* All six are within the speed limit with one test in the usual case: as unsigned numbers they are
 * below 2^30 together when their union is. */
PAWLI_INLINE void pawli_velocity_apply(const pawli_velocity_change *change, pawli_velocities *v,
                                       uint32_t *faults) {
    const int64_t limit = PAWL_SPEED_MAX;
    const int64_t ax = v->fixed ? 0 : v->ax - change->ax;
    const int64_t ay = v->fixed ? 0 : v->ay - change->ay;
    const int64_t a_spin = v->fixed ? 0 : v->a_spin - change->a_spin;
    const int64_t bx = v->bx + change->bx, by = v->by + change->by;
    const int64_t b_spin = v->b_spin + change->b_spin;
    const uint64_t all = (uint64_t)(ax + limit) | (uint64_t)(ay + limit) |
                         (uint64_t)(a_spin + limit) | (uint64_t)(bx + limit) |
                         (uint64_t)(by + limit) | (uint64_t)(b_spin + limit);
    if (all < 2 * (uint64_t)limit) {
        const pawli_velocities within = {(int_fast32_t)ax, (int_fast32_t)ay, (int_fast32_t)a_spin,
                                         (int_fast32_t)bx, (int_fast32_t)by, (int_fast32_t)b_spin,
                                         v->fixed};
        *v = within;
        return;
    }
    v->ax = pawli_limit_speed(ax, faults);
    v->ay = pawli_limit_speed(ay, faults);
    v->a_spin = pawli_limit_speed(a_spin, faults);
    v->bx = pawli_limit_speed(bx, faults);
    v->by = pawli_limit_speed(by, faults);
    v->b_spin = pawli_limit_speed(b_spin, faults);
}

/* Impulses along the normal of `count` points. */
PAWLI_INLINE void pawli_apply_normal(const pawli_contact_row *row, int count, pawli_velocities *v,
                                     int_fast32_t x0, int_fast32_t x1, uint32_t *faults) {
    const pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t sum = (int64_t)x0 + x1;
    int64_t turn_a = pawli_product(p0->gain_a, x0), turn_b = pawli_product(p0->gain_b, x0);
    if (count == 2) {
        turn_a += pawli_product(p1->gain_a, x1);
        turn_b += pawli_product(p1->gain_b, x1);
    }
    const pawli_velocity_change change = {
        pawli_near(row->share_ax * sum, 24),
        pawli_near(row->share_ay * sum, 24),
        pawli_near(turn_a, 24),
        pawli_near(row->share_bx * sum, 24),
        pawli_near(row->share_by * sum, 24),
        pawli_near(turn_b, 24),
    };
    pawli_velocity_apply(&change, v, faults);
}

/* The same along the tangent (n.y, -n.x). */
PAWLI_INLINE void pawli_apply_tangent(const pawli_contact_row *row, int count, pawli_velocities *v,
                                      int_fast32_t x0, int_fast32_t x1, uint32_t *faults) {
    const pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t sum = (int64_t)x0 + x1;
    int64_t turn_a = pawli_product(p0->tangent_gain_a, x0),
            turn_b = pawli_product(p0->tangent_gain_b, x0);
    if (count == 2) {
        turn_a += pawli_product(p1->tangent_gain_a, x1);
        turn_b += pawli_product(p1->tangent_gain_b, x1);
    }
    const pawli_velocity_change change = {
        pawli_near(row->share_ay * sum, 24),
        -pawli_near(row->share_ax * sum, 24),
        pawli_near(turn_a, 24),
        pawli_near(row->share_by * sum, 24),
        -pawli_near(row->share_bx * sum, 24),
        pawli_near(turn_b, 24),
    };
    pawli_velocity_apply(&change, v, faults);
}

/* contact_row.c */
void pawli_contact_row_prepare(pawli_step *step, const pawli_contact *contact,
                               pawli_contact_row *row);

/* contact_solver.c: all contacts in one pass of a sub-step, in the order of the rows. */
typedef struct pawli_contact_pass {
    pawli_solver_body *bodies;
    pawli_contact_row *rows;
    uint32_t row_count;
    int32_t per_substep; /* 1/h, Q16.16 */
    const pawli_softness *soft, *stiff;
    uint32_t faults;
} pawli_contact_pass;

void pawli_contact_solver_warm_start(pawli_contact_pass *pass);
void pawli_contact_solver_solve(pawli_contact_pass *pass);
void pawli_contact_solver_relax(pawli_contact_pass *pass); /* and friction */

#endif
