/* contact_row.h - internal: the arithmetic of one contact in the solver.
 *
 * Source: Catto, "Solver2D" (2024), for the soft step; our normalization (docs/4-solver.md)
 * leaves no mass and no inertia in it. With m' = 1/mass, alpha_A = m'_A / (m'_A + m'_B), k the
 * radius of gyration and lever = (r x n) / k, the effective mass of a row is 1 / K' with
 *     K' = 1 + alpha_A lever_A^2 + alpha_B lever_B^2 >= 1,
 * and an impulse lambda' = lambda (m'_A + m'_B) is a velocity:
 *     v_A -= alpha_A n lambda',   u_A -= alpha_A lever_A lambda'.
 *
 * Widths. |v|, |u| <= 2^29 raw (8192 units/s), |lever| <= 2^30 raw (64), |n| <= 2^24 raw. So a
 * velocity along the normal is a sum of products below 2 * 2^54 + 2 * 2^59 < 2^61, and an applied
 * impulse below 2 * 2^30 * 2^31 = 2^62. A result that may exceed 32 bits goes through
 * pawli_narrow(), which saturates and reports. */
#ifndef PAWLI_CONTACT_ROW_H
#define PAWLI_CONTACT_ROW_H

#include "fx/product.h"
#include "solver/softness.h"
#include "solver/velocity.h"

/* One contact point as the solver sees it; Jacobians are Q8.24 and dimensionless. */
typedef struct pawli_contact_row_point {
    int32_t lever_a, lever_b;                 /* (r x n) / k */
    int32_t gain_a, gain_b;                   /* alpha * lever: spin gained per unit of impulse */
    int32_t tangent_lever_a, tangent_lever_b; /* the same along the tangent */
    int32_t tangent_gain_a, tangent_gain_b;
    int32_t mass, tangent_mass;              /* 1 / K', Q2.30, in (0, 1] */
    int32_t separation;                      /* at the start of the step, Q10.22 */
    int32_t gap;                             /* separation after the last movement, Q10.22 */
    int32_t normal_impulse, tangent_impulse; /* times (1/mA + 1/mB): velocities, Q16.16 */
} pawli_contact_row_point;

/* What resists rolling, of a row with one point: friction for the spins alone. With R the radius of
 * what rolls, lever = R / k, the speed R (wB - wA) is lever_B uB - lever_A uA, and the impulse, a
 * torque over R times (1/mA + 1/mB), is at most the resistance times that of the normal. */
typedef struct pawli_rolling {
    int32_t lever_a, lever_b;
    int32_t gain_a, gain_b; /* alpha * lever */
    int32_t mass;           /* 1 / (gain_a lever_a + gain_b lever_b), Q8.24 */
    int32_t resistance;     /* Q1.15; 0: all else means nothing */
    int32_t impulse;        /* Q16.16 */
} pawli_rolling;

/* Restitution and hits need `pressed`; breakable shapes all that is exerted. */
#define PAWLI_WATCH_IMPACT 1u
#define PAWLI_WATCH_FRACTURE (PAWL_WITH_FRACTURE ? 2u : 0u)

/* Of a row that has bounced in a sub-step, and of one that may not before the end of the step. */
#define PAWLI_PRESSED_IMPACT 4u
#define PAWLI_PRESSED_LATE 8u
/* Of one with a body that has a locked axis: contact_solver.c. */
#define PAWLI_PRESSED_LOCKED (PAWL_WITH_JOINTS ? 16u : 0u)

/* All points of one contact. */
typedef struct pawli_contact_row {
    uint16_t a, b; /* solver bodies */
    uint8_t count;
    uint8_t stiff;   /* 1: against a static or kinematic body */
    uint8_t pressed; /* bit i: point i carried an impulse in this step; PAWLI_PRESSED_... */
    uint8_t watched; /* PAWLI_WATCH_...: what is to be known of it */
    int32_t normal_x, normal_y;                     /* Q8.24 */
    int32_t share_ax, share_ay, share_bx, share_by; /* alpha * normal, Q8.24 */
    int32_t friction, restitution, tangent_speed;   /* Q16.16 */
    int32_t coupling[2]; /* a0 = c * m0, a1 = c * m1, Q8.24; c couples the two points */
    int32_t inverse[3];  /* 1 / (1 - a0 a1), Q8.24, with 0, 1 or 2 soft points; 0: singular */
    union {
        pawli_contact_row_point points[2];
        struct {
            pawli_contact_row_point point;
            pawli_rolling rolling;
        } single; /* count == 1 */
    };
} pawli_contact_row;

/* n . (vB - vA), unrounded, Q40. */
PAWLI_INLINE int64_t pawli_closing(const pawli_contact_row *row, const pawli_velocities *v) {
    return pawli_product_add(row->normal_x, v->bx - v->ax, row->normal_y, v->by - v->ay);
}

/* The same along the tangent (n.y, -n.x). */
PAWLI_INLINE int64_t pawli_sliding(const pawli_contact_row *row, const pawli_velocities *v) {
    return pawli_product_subtract(row->normal_y, v->bx - v->ax, row->normal_x, v->by - v->ay);
}

#if PAWLI_ONE_COPY
pawli_fast32 pawli_velocity_at(int64_t linear, int32_t lever_a, int32_t lever_b,
                               const pawli_velocities *v, uint32_t *faults);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
/* Velocity of one point, Q16.16: the linear part plus lever_B uB - lever_A uA. */
PAWLI_KERNEL pawli_fast32 pawli_velocity_at(int64_t linear, int32_t lever_a, int32_t lever_b,
                                            const pawli_velocities *v, uint32_t *faults) {
    const int64_t angular = pawli_product_subtract(lever_b, v->b_spin, lever_a, v->a_spin);
    return pawli_narrow(pawli_near(linear + angular, 24), faults);
}
#endif

#if PAWLI_ONE_COPY
pawli_fast32 pawli_normal_velocity_at(int64_t closing, const pawli_contact_row_point *point,
                                      const pawli_velocities *v, uint32_t *faults);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
/* The same along the normal: a point that parts faster than that lets go. */
PAWLI_KERNEL pawli_fast32 pawli_normal_velocity_at(int64_t closing,
                                                   const pawli_contact_row_point *point,
                                                   const pawli_velocities *v, uint32_t *faults) {
    const int64_t angular =
        pawli_product_subtract(point->lever_b, v->b_spin, point->lever_a, v->a_spin);
    return pawli_narrow_below(pawli_near(closing + angular, 24), faults);
}
#endif

/* Velocity of a point along the normal, Q16.16. */
PAWLI_INLINE int32_t pawli_normal_velocity(const pawli_contact_row *row, int point,
                                           const pawli_velocities *v, uint32_t *faults) {
    return (int32_t)pawli_normal_velocity_at(pawli_closing(row, v), &row->points[point], v, faults);
}

/* What an impulse of x0 and x1 at the points of a row turns a body by, Q40. */
PAWLI_INLINE int64_t pawli_turn_of(int32_t gain0, int32_t gain1, int count, pawli_fast32 x0,
                                   pawli_fast32 x1) {
    return count == 2 ? pawli_product_add(gain0, x0, gain1, x1) : pawli_product(gain0, x0);
}

#if PAWLI_ONE_COPY
void pawli_apply_normal(const pawli_contact_row *row, int count, pawli_velocities *v,
                        pawli_fast32 x0, pawli_fast32 x1, uint32_t *faults);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
/* Impulses along the normal of `count` points; x1 is 0 where there is only one. */
PAWLI_KERNEL void pawli_apply_normal(const pawli_contact_row *row, int count, pawli_velocities *v,
                                     pawli_fast32 x0, pawli_fast32 x1, uint32_t *faults) {
    const pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const pawli_velocity_change change = {
        pawli_near(pawli_product_of_sum(row->share_ax, x0, x1), 24),
        pawli_near(pawli_product_of_sum(row->share_ay, x0, x1), 24),
        pawli_near(pawli_turn_of(p0->gain_a, p1->gain_a, count, x0, x1), 24),
        pawli_near(pawli_product_of_sum(row->share_bx, x0, x1), 24),
        pawli_near(pawli_product_of_sum(row->share_by, x0, x1), 24),
        pawli_near(pawli_turn_of(p0->gain_b, p1->gain_b, count, x0, x1), 24),
    };
    pawli_velocity_apply(&change, v, faults);
}
#endif

#if PAWLI_ONE_COPY
void pawli_apply_tangent(const pawli_contact_row *row, int count, pawli_velocities *v,
                         pawli_fast32 x0, pawli_fast32 x1, uint32_t *faults);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_SOLVER_COPY)
/* The same along the tangent (n.y, -n.x). */
PAWLI_KERNEL void pawli_apply_tangent(const pawli_contact_row *row, int count, pawli_velocities *v,
                                      pawli_fast32 x0, pawli_fast32 x1, uint32_t *faults) {
#if PAWLI_ONE_COPY
    /* What is rounded is odd: the row may be turned instead of the change. */
    pawli_contact_row turned;
    turned.share_ax = row->share_ay;
    turned.share_ay = -row->share_ax;
    turned.share_bx = row->share_by;
    turned.share_by = -row->share_bx;
    for (int i = 0; i < count; i++) {
        turned.points[i].gain_a = row->points[i].tangent_gain_a;
        turned.points[i].gain_b = row->points[i].tangent_gain_b;
    }
    pawli_apply_normal(&turned, count, v, x0, x1, faults);
#else
    const pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const pawli_velocity_change change = {
        pawli_near(pawli_product_of_sum(row->share_ay, x0, x1), 24),
        -pawli_near(pawli_product_of_sum(row->share_ax, x0, x1), 24),
        pawli_near(pawli_turn_of(p0->tangent_gain_a, p1->tangent_gain_a, count, x0, x1), 24),
        pawli_near(pawli_product_of_sum(row->share_by, x0, x1), 24),
        -pawli_near(pawli_product_of_sum(row->share_bx, x0, x1), 24),
        pawli_near(pawli_turn_of(p0->tangent_gain_b, p1->tangent_gain_b, count, x0, x1), 24),
    };
    pawli_velocity_apply(&change, v, faults);
#endif
}
#endif

typedef struct pawli_row_cache pawli_row_cache;

/* What rows are made of. */
typedef struct pawli_contact_setup {
    const pawl_world *world;
    const uint16_t *solver_index; /* by body slot, of bodies that are awake */
    const pawli_softness *soft, *stiff;
    pawli_row_cache *cache; /* null: nothing is kept */
    /* Puts the material of the edge of a contact into a copy of a shape; null: all have that of
     * their shapes. */
    void (*take_material)(const pawl_world *world, const pawli_contact *contact, pawli_shape *own,
                          const pawli_shape **a, const pawli_shape **b);
    bool watches_all;     /* the program mixes restitutions: any may bounce */
    bool meets_breakable; /* out: a row is watched for fractures */
    bool may_bounce;      /* out: a row has restitution */
    bool may_carry;       /* out: a row has a tangent speed; where code may be large */
    uint32_t faults;      /* out */
} pawli_contact_setup;

/* contact_row.c */
void pawli_contact_row_prepare(pawli_contact_setup *setup, const pawli_contact *contact,
                               pawli_contact_row *row);

#endif
