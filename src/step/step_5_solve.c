/* step_5_solve.c - the sub-steps: forces, warm start, soft solve, movement, relax.
 *
 * Source: Catto, "Solver2D" (2024), soft step. The soft pass pushes overlaps apart through springs;
 * the relax pass, after the movement, takes out the velocity that this added, and solves
 * friction. Two-point contacts are solved together as a 2x2 linear complementarity problem
 * (Catto, "Fast and Simple Physics using Sequential Impulses", GDC 2006), every case of it: with
 * a negative coupling "both negative" does not mean "both zero" (numerics.md 8.2). There is no
 * division in here. */
#include "step/row.h"

/* Everything a pass needs to know about time and softness. */
typedef struct solver_pass {
    pawli_solver_body *bodies;
    const pawli_softness *soft, *stiff; /* null: relax */
    int32_t per_substep;                /* 1/h, Q16.16 */
    uint32_t faults;
} solver_pass;

static void add_forces(pawli_step *step) {
    for (uint32_t i = 1; i < step->solver_count; i++) {
        pawli_solver_body *body = &step->solver[i];
        const int64_t x = (int64_t)body->velocity.x + body->push.x;
        const int64_t y = (int64_t)body->velocity.y + body->push.y;
        const int64_t spin = (int64_t)body->spin + body->push_spin;
        body->velocity.x = pawli_limit_speed(x, &step->faults);
        body->velocity.y = pawli_limit_speed(y, &step->faults);
        body->spin = pawli_limit_speed(spin, &step->faults);
    }
}

/* keep is Q0.31 and at most 1 - 2^-31 of it, the factor of undamped bodies; the rounding gives
 * those back unchanged because |v| < 2^30. */
static void damp(pawli_step *step) {
    for (uint32_t i = 1; i < step->solver_count; i++) {
        pawli_solver_body *body = &step->solver[i];
        body->velocity.x = pawli_near32((int64_t)body->velocity.x * body->keep_linear, 31);
        body->velocity.y = pawli_near32((int64_t)body->velocity.y * body->keep_linear, 31);
        body->spin = pawli_near32((int64_t)body->spin * body->keep_angular, 31);
    }
}

/* One step moves at most PAWL_STEP_MAX, which fits Q10.22. */
#define MOVE_MAX ((int32_t)(PAWL_STEP_MAX >> 16) * (INT32_C(1) << 22))

static int32_t limit_move(int64_t move, uint32_t *faults) {
    if (move <= MOVE_MAX && move >= -MOVE_MAX) return (int32_t)move;
    *faults |= PAWL_FAULT_TRANSLATION;
    return move < 0 ? -MOVE_MAX : MOVE_MAX;
}

/* From Q16.16 velocity times Q0.32 time to Q10.22: 2^29 * 2^32 fits. */
static void move(pawli_step *step) {
    const int64_t h = step->substep;
    for (uint32_t i = 1; i < step->solver_count; i++) {
        pawli_solver_body *body = &step->solver[i];
        const int64_t turn = pawli_near(body->spin * h, 26) +
                             pawli_near((int64_t)body->spin_rest * (h >> 16), 26);
        body->move_x =
            limit_move(body->move_x + pawli_near(body->velocity.x * h, 26), &step->faults);
        body->move_y =
            limit_move(body->move_y + pawli_near(body->velocity.y * h, 26), &step->faults);
        body->turn = limit_move(body->turn + turn, &step->faults);
    }
}

static void warm_start(solver_pass *pass, const pawli_row *row) {
    pawli_solver_body *a = &pass->bodies[row->a], *b = &pass->bodies[row->b];
    const pawli_row_point *p = row->points;
    pawli_apply_normal(row, a, b, p[0].normal_impulse, p[1].normal_impulse, &pass->faults);
    pawli_apply_tangent(row, a, b, p[0].tangent_impulse, p[1].tangent_impulse, &pass->faults);
}

/* Separation now: as it was, plus how far the anchors have moved apart. The sum of four products
 * is below 2 * 2^24 * 2^32 + 2 * 2^30 * 2^31 < 2^63. */
static int32_t separation_of(solver_pass *pass, const pawli_row *row, const pawli_row_point *point,
                             const pawli_solver_body *a, const pawli_solver_body *b) {
    const int64_t linear = row->normal_x * ((int64_t)b->move_x - a->move_x) +
                           row->normal_y * ((int64_t)b->move_y - a->move_y);
    const int64_t angular = (int64_t)point->rho_b * b->turn - (int64_t)point->rho_a * a->turn;
    return pawli_within(point->separation + pawli_near(linear + angular, 24), &pass->faults);
}

/* The change of impulse that one point alone would want, and whether it is soft. */
typedef struct wish {
    int32_t impulse;
    int32_t soft; /* 0 or 1 */
} wish;

static wish wish_of(solver_pass *pass, const pawli_softness *softness, const pawli_row *row,
                    const pawli_row_point *point, const pawli_solver_body *a,
                    const pawli_solver_body *b) {
    const int32_t separation = separation_of(pass, row, point, a, b);
    const int32_t velocity = pawli_normal_velocity(row, point, a, b, &pass->faults);
    wish result = {0, 0};
    if (separation > 0) { /* may close the gap in this sub-step, not more */
        const int64_t gap = pawli_near((int64_t)separation * pass->per_substep, 22);
        const int32_t target = pawli_within(velocity + gap, &pass->faults);
        result.impulse = (int32_t)-pawli_near((int64_t)point->mass * target, 30);
    } else if (softness == NULL) {
        result.impulse = (int32_t)-pawli_near((int64_t)point->mass * velocity, 30);
    } else {
        int64_t bias = pawli_near((int64_t)softness->bias_rate * separation, 22);
        if (bias < -softness->push_limit) bias = -softness->push_limit;
        const int32_t target = pawli_within(velocity + bias, &pass->faults);
        const int64_t mass = pawli_near((int64_t)point->mass * softness->mass_scale, 30);
        const int64_t change = mass * target +
                               (int64_t)softness->impulse_scale * point->normal_impulse;
        result.impulse = pawli_within(-pawli_near(change, 30), &pass->faults);
        result.soft = 1;
    }
    return result;
}

/* x0 + a0 x1 = i0 and a1 x0 + x1 = i1, subject to lambda + x >= 0 with complementarity. The four
 * cases are tried in a fixed order; in exact arithmetic one of them holds. */
typedef struct pair_problem {
    int64_t i0, i1;         /* wishes, Q16.16 */
    int64_t a0, a1;         /* couplings, Q8.24 */
    int64_t lambda0, lambda1;
    int64_t inverse;        /* 1 / (1 - a0 a1), Q8.24 */
} pair_problem;

typedef struct pair_solution {
    int64_t x0, x1;
} pair_solution;

static int64_t clamp_to_range(int64_t value) {
    return value > PAWL_FX_MAX ? PAWL_FX_MAX : value < -PAWL_FX_MAX ? -PAWL_FX_MAX : value;
}

static pair_solution solve_pair(const pair_problem *p) {
    pair_solution s;
    /* Both points press. The bracket is below 2^33 after its rounding; clamped, the product with
     * the inverse (<= 2^30) fits. */
    const int64_t d0 = clamp_to_range(p->i0 - pawli_near(p->a0 * p->i1, 24));
    const int64_t d1 = clamp_to_range(p->i1 - pawli_near(p->a1 * p->i0, 24));
    s.x0 = clamp_to_range(pawli_near(d0 * p->inverse, 24));
    s.x1 = clamp_to_range(pawli_near(d1 * p->inverse, 24));
    if (p->lambda0 + s.x0 >= 0 && p->lambda1 + s.x1 >= 0) return s;
    /* Point 1 lets go. */
    s.x1 = -p->lambda1;
    s.x0 = clamp_to_range(p->i0 - pawli_near(p->a0 * s.x1, 24));
    if (p->lambda0 + s.x0 >= 0 && pawli_near(p->a1 * s.x0, 24) + s.x1 >= p->i1) return s;
    /* Point 0 lets go. */
    s.x0 = -p->lambda0;
    s.x1 = clamp_to_range(p->i1 - pawli_near(p->a1 * s.x0, 24));
    if (p->lambda1 + s.x1 >= 0 && pawli_near(p->a0 * s.x1, 24) + s.x0 >= p->i0) return s;
    /* Both let go. */
    s.x0 = -p->lambda0;
    s.x1 = -p->lambda1;
    if (s.x0 + pawli_near(p->a0 * s.x1, 24) >= p->i0 &&
        s.x1 + pawli_near(p->a1 * s.x0, 24) >= p->i1) {
        return s;
    }
    /* Rounding left a gap between the cases: one projected Gauss-Seidel sweep. */
    s.x0 = p->i0 > -p->lambda0 ? p->i0 : -p->lambda0;
    const int64_t rest = clamp_to_range(p->i1 - pawli_near(p->a1 * s.x0, 24));
    s.x1 = rest > -p->lambda1 ? rest : -p->lambda1;
    return s;
}

/* Nearly dependent points share the work: half the wish of each. */
static pair_solution split_pair(const pair_problem *p) {
    pair_solution s;
    s.x0 = p->i0 / 2 > -p->lambda0 ? p->i0 / 2 : -p->lambda0;
    s.x1 = p->i1 / 2 > -p->lambda1 ? p->i1 / 2 : -p->lambda1;
    return s;
}

static int32_t soften(int32_t coupling, const pawli_softness *softness, int32_t soft) {
    return soft ? pawli_near32((int64_t)coupling * softness->mass_scale, 30) : coupling;
}

static void accumulate(solver_pass *pass, pawli_row *row, int index, int64_t *x) {
    pawli_row_point *point = &row->points[index];
    const int32_t before = point->normal_impulse;
    point->normal_impulse = pawli_within(before + *x, &pass->faults);
    *x = point->normal_impulse - before;
    if (point->normal_impulse > 0) row->pressed |= (uint8_t)(1 << index);
}

static void solve_normals(solver_pass *pass, pawli_row *row) {
    pawli_solver_body *a = &pass->bodies[row->a], *b = &pass->bodies[row->b];
    const pawli_softness *softness = row->stiff ? pass->stiff : pass->soft;
    const wish w0 = wish_of(pass, softness, row, &row->points[0], a, b);
    pair_solution s = {0, 0};
    if (row->count == 1) {
        const int64_t lambda = row->points[0].normal_impulse;
        s.x0 = w0.impulse > -lambda ? w0.impulse : -lambda;
    } else {
        const wish w1 = wish_of(pass, softness, row, &row->points[1], a, b);
        const pair_problem problem = {
            w0.impulse,
            w1.impulse,
            soften(row->coupling[0], softness, w0.soft),
            soften(row->coupling[1], softness, w1.soft),
            row->points[0].normal_impulse,
            row->points[1].normal_impulse,
            row->inverse[w0.soft + w1.soft],
        };
        s = problem.inverse != 0 ? solve_pair(&problem) : split_pair(&problem);
        accumulate(pass, row, 1, &s.x1);
    }
    accumulate(pass, row, 0, &s.x0);
    pawli_apply_normal(row, a, b, (int32_t)s.x0, (int32_t)s.x1, &pass->faults);
}

/* n.y dx - n.x dy + ... : velocity along the tangent (n.y, -n.x), less the belt's own speed. */
static int32_t tangent_wish(solver_pass *pass, const pawli_row *row, const pawli_row_point *point,
                            const pawli_solver_body *a, const pawli_solver_body *b) {
    const int64_t linear =
        (int64_t)row->normal_y * (b->velocity.x - a->velocity.x) -
        (int64_t)row->normal_x * (b->velocity.y - a->velocity.y);
    const int64_t angular =
        (int64_t)point->side_rho_b * b->spin - (int64_t)point->side_rho_a * a->spin;
    const int64_t slip = pawli_near(linear + angular, 24) - row->tangent_speed;
    const int64_t impulse = (int64_t)point->side_mass * pawli_within(slip, &pass->faults);
    return (int32_t)-pawli_near(impulse, row->count == 2 ? 31 : 30);
}

static int32_t rub(solver_pass *pass, const pawli_row *row, pawli_row_point *point, int32_t change) {
    const int64_t grip = pawli_near((int64_t)row->friction * point->normal_impulse, 16);
    const int32_t limit = pawl_saturate(grip);
    const int32_t before = point->tangent_impulse;
    point->tangent_impulse = pawli_limit((int64_t)before + change, -limit, limit);
    return pawli_within((int64_t)point->tangent_impulse - before, &pass->faults);
}

/* Both points see the same velocity and take half of the correction each. */
static void solve_friction(solver_pass *pass, pawli_row *row) {
    pawli_solver_body *a = &pass->bodies[row->a], *b = &pass->bodies[row->b];
    const int32_t wish0 = tangent_wish(pass, row, &row->points[0], a, b);
    int32_t x1 = 0;
    if (row->count == 2) {
        const int32_t wish1 = tangent_wish(pass, row, &row->points[1], a, b);
        x1 = rub(pass, row, &row->points[1], wish1);
    }
    const int32_t x0 = rub(pass, row, &row->points[0], wish0);
    pawli_apply_tangent(row, a, b, x0, x1, &pass->faults);
}

void pawli_solve(pawli_step *step) {
    solver_pass soft = {step->solver, &step->soft, &step->stiff, step->per_substep, 0};
    solver_pass relax = {step->solver, NULL, NULL, step->per_substep, 0};
    for (int substep = 0; substep < step->world->substeps; substep++) {
        add_forces(step);
        damp(step);
        for (uint32_t i = 0; i < step->row_count; i++) warm_start(&soft, &step->rows[i]);
        for (uint32_t i = 0; i < step->row_count; i++) solve_normals(&soft, &step->rows[i]);
        move(step);
        for (uint32_t i = 0; i < step->row_count; i++) {
            solve_normals(&relax, &step->rows[i]);
            solve_friction(&relax, &step->rows[i]);
        }
    }
    step->faults |= soft.faults | relax.faults;
}
