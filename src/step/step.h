/* step.h - internal: what the phases of one step share. All of it lives in the scratch region and
 * means nothing once the step is over. */
#ifndef PAWLI_STEP_H
#define PAWLI_STEP_H

#include "world/world.h"

#define PAWLI_KEEP_ALL UINT32_C(0x80000000) /* 1 in Q0.31: no damping */

/* A body while the solver works on it. Displacements are Q10.22, everything else Q16.16; turn is
 * k * (change of angle), as spin is k * w, so that both are lengths. Entry 0 stands for every
 * body that contacts do not move by much: static ones. */
typedef struct pawli_solver_body {
    pawl_vec2 velocity;
    int32_t spin;
    int32_t move_x, move_y, turn; /* since the start of the step */
    pawl_vec2 push;               /* velocity gained per sub-step from gravity and forces */
    int32_t push_spin;
    uint32_t keep_linear, keep_angular; /* share of the velocity left per sub-step, Q0.31 */
    int32_t turn_rest;                  /* of turn, in 2^-48 units */
    uint16_t body;
    int16_t spin_rest;
} pawli_solver_body;

/* One contact point as the solver sees it; Jacobians are Q8.24 and dimensionless. */
typedef struct pawli_row_point {
    int32_t rho_a, rho_b;           /* (r x n) / k */
    int32_t arm_a, arm_b;           /* alpha * rho: spin gained per unit of impulse */
    int32_t side_rho_a, side_rho_b; /* the same along the tangent */
    int32_t side_arm_a, side_arm_b;
    int32_t separation;                      /* at the start of the step, Q10.22 */
    int32_t gap;                             /* separation after the last movement, Q10.22 */
    int32_t mass, side_mass;                 /* 1 / K', Q2.30, in (0, 1] */
    int32_t normal_impulse, tangent_impulse; /* times (1/mA + 1/mB): velocities, Q16.16 */
    int32_t approach;                        /* normal velocity before the step, Q16.16 */
} pawli_row_point;

/* All points of one contact. */
typedef struct pawli_row {
    uint16_t a, b; /* solver bodies */
    uint8_t count;
    uint8_t stiff;              /* 1: against a static or kinematic body */
    uint8_t pressed;            /* bit i: point i carried an impulse in this step */
    uint8_t watched;            /* 1: someone wants to know about `pressed` */
    int32_t normal_x, normal_y; /* Q8.24 */
    int32_t share_ax, share_ay, share_bx, share_by; /* alpha * normal, Q8.24 */
    int32_t friction, restitution, tangent_speed;   /* Q16.16 */
    int32_t coupling[2]; /* a0 = c * m0, a1 = c * m1, Q8.24; c couples the two points */
    int32_t inverse[3];  /* 1 / (1 - a0 a1), Q8.24, with 0, 1 or 2 soft points; 0: singular */
    pawli_row_point points[2];
} pawli_row;

/* Soft contact (Catto, "Solver2D", 2024): a spring of given frequency and damping ratio as three
 * numbers. */
typedef struct pawli_softness {
    int32_t bias_rate;     /* 1/s, Q16.16 */
    int32_t mass_scale;    /* Q2.30; mass_scale + impulse_scale == 1 exactly */
    int32_t impulse_scale; /* Q2.30 */
    int32_t push_limit;    /* push speed / mass_scale, Q16.16 */
} pawli_softness;

#define PAWLI_NO_ROW UINT32_MAX /* of a contact that is not solved */

typedef struct pawli_shape_pair {
    uint16_t shape_a, shape_b; /* a has the lower serial */
} pawli_shape_pair;

typedef struct pawli_step {
    pawl_world *world;
    pawli_body *bodies;
    pawli_shape *shapes;
    pawli_contact *contacts;
    /* arrays in scratch */
    pawli_solver_body *solver;
    uint16_t *solver_index;  /* body slot -> solver body */
    uint32_t *marks;         /* by body slot; each phase that uses them sets them first */
    uint16_t *island_parent; /* by body slot; union-find */
    uint32_t *row_of;        /* by contact */
    pawli_row *rows;         /* in solving order */
    pawli_shape_pair *pairs; /* phase 1 only; shares the memory of rows */
    uint32_t solver_count, row_count, pair_count;
    /* time */
    uint32_t substep;    /* h, Q0.32 seconds */
    int32_t per_substep; /* 1/h, Q16.16 */
    pawli_softness soft, stiff;
    uint32_t faults;
} pawli_step;

/* step_1_pairs.c ... step_9_finish.c */
void pawli_update_pairs(pawli_step *step);
void pawli_update_manifolds(pawli_step *step);
void pawli_find_islands(pawli_step *step);
void pawli_prepare(pawli_step *step);
void pawli_solve(pawli_step *step);
void pawli_bounce(pawli_step *step);
void pawli_sleep(pawli_step *step);
void pawli_finish(pawli_step *step);

static inline bool pawli_is_moving_kinematic(const pawli_body *body) {
    return body->type == PAWL_KINEMATIC && (body->flags & PAWLI_BODY_AWAKE) &&
           (body->velocity.x != 0 || body->velocity.y != 0 || body->spin != 0);
}

/* step_3_islands.c: the label of a body's island. */
uint16_t pawli_island_root(const pawli_step *step, uint16_t body);

/* scratch.c */
void pawli_carve_scratch(pawli_step *step, void *scratch);

/* softness.c */
/* Contact softness; `stiffness` 1 between moving bodies, 2 against static ones. */
pawli_softness pawli_soften(const pawl_world *world, uint32_t stiffness);

#endif
