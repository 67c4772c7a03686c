/* solve_contact.c - the kernels: warm start, soft solve, relax with friction, for one contact.
 * There is no division in here. */
#include "step/pair.h"

static int32_t at_least(int32_t value, int64_t low) {
    return value > low ? value : (int32_t)low;
}

pawli_pair_solution pawli_release_pair(const pawli_pair_problem *p, uint32_t *faults) {
    const int32_t let0 = -p->lambda0, let1 = -p->lambda1;
    pawli_pair_solution s;
    if (p->inverse == 0) { /* nearly dependent points share the work: half the wish of each */
        s.x0 = at_least(p->i0 / 2, let0);
        s.x1 = at_least(p->i1 / 2, let1);
        return s;
    }
    /* Point 1 lets go; its residual must not be negative. */
    s.x1 = let1;
    s.x0 = pawli_within(p->i0 - pawli_coupled(p->a0, let1), faults);
    if (s.x0 >= let0 && pawli_coupled(p->a1, s.x0) + let1 >= p->i1) return s;
    /* Point 0 lets go. */
    s.x0 = let0;
    s.x1 = pawli_within(p->i1 - pawli_coupled(p->a1, let0), faults);
    if (s.x1 >= let1 && pawli_coupled(p->a0, s.x1) + let0 >= p->i0) return s;
    /* Both let go. */
    s.x1 = let1;
    if (let0 + pawli_coupled(p->a0, let1) >= p->i0 && let1 + pawli_coupled(p->a1, let0) >= p->i1) {
        return s;
    }
    /* Rounding left a gap between the cases: one projected Gauss-Seidel sweep. */
    s.x0 = at_least(p->i0, let0);
    s.x1 = at_least(pawli_within(p->i1 - pawli_coupled(p->a1, s.x0), faults), let1);
    return s;
}

/* Normal and tangent impulses of all points in one go: one rounding per component. The sum of
 * four products of 2^61 each fits: every arm is at most 2^30 and every impulse below 2^31. */
PAWLI_INLINE void warm_start_row(pawli_pass *pass, const pawli_row *row) {
    pawli_solver_body *a = &pass->bodies[row->a], *b = &pass->bodies[row->b];
    pawli_duo v = pawli_load_duo(a, b);
    uint32_t faults = 0;
    const pawli_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int32_t n0 = p0->normal_impulse, n1 = p1->normal_impulse;
    const int32_t t0 = p0->tangent_impulse, t1 = p1->tangent_impulse;
    const int64_t n = (int64_t)n0 + n1, t = (int64_t)t0 + t1;
    v.ax = pawli_pulled(v.ax, row->share_ax * n + row->share_ay * t, &faults);
    v.ay = pawli_pulled(v.ay, row->share_ay * n - row->share_ax * t, &faults);
    v.bx = pawli_pushed(v.bx, row->share_bx * n + row->share_by * t, &faults);
    v.by = pawli_pushed(v.by, row->share_by * n - row->share_bx * t, &faults);
    const int64_t turn_a = (int64_t)p0->arm_a * n0 + (int64_t)p0->side_arm_a * t0 +
                           (int64_t)p1->arm_a * n1 + (int64_t)p1->side_arm_a * t1;
    const int64_t turn_b = (int64_t)p0->arm_b * n0 + (int64_t)p0->side_arm_b * t0 +
                           (int64_t)p1->arm_b * n1 + (int64_t)p1->side_arm_b * t1;
    v.a_spin = pawli_pulled(v.a_spin, turn_a, &faults);
    v.b_spin = pawli_pushed(v.b_spin, turn_b, &faults);
    pawli_store_duo(&v, a, b);
    if (faults != 0) pass->faults |= faults;
}

/* n . (dB - dA), unrounded, Q46; displacements are below 2^31 raw. */
PAWLI_INLINE int64_t parting(const pawli_row *row, const pawli_solver_body *a,
                             const pawli_solver_body *b) {
    return row->normal_x * ((int64_t)b->move_x - a->move_x) +
           row->normal_y * ((int64_t)b->move_y - a->move_y);
}

/* Separation now: as it was, plus how far the anchors have moved apart. */
PAWLI_INLINE int32_t separation_at(const pawli_row_point *point, int64_t linear,
                                   const pawli_solver_body *a, const pawli_solver_body *b,
                                   uint32_t *faults) {
    const int64_t angular = (int64_t)point->rho_b * b->turn - (int64_t)point->rho_a * a->turn;
    return pawli_within(point->separation + pawli_near(linear + angular, 24), faults);
}

/* The change of impulse that one point alone would want. `softness` is null in the relax pass.
 * A point still apart may close the gap within this sub-step, not more, and is never soft. */
PAWLI_INLINE int32_t wish_of(const pawli_row_point *point, int32_t separation, int32_t velocity,
                             const pawli_softness *softness, int32_t per_substep,
                             uint32_t *faults) {
    if (separation > 0) {
        const int64_t gap = pawli_near((int64_t)separation * per_substep, 22);
        const int32_t target = pawli_within(velocity + gap, faults);
        return (int32_t)-pawli_near((int64_t)point->mass * target, 30);
    }
    if (softness == NULL) return (int32_t)-pawli_near((int64_t)point->mass * velocity, 30);
    int64_t bias = pawli_near((int64_t)softness->bias_rate * separation, 22);
    if (bias < -softness->push_limit) bias = -softness->push_limit;
    const int32_t target = pawli_within(velocity + bias, faults);
    const int64_t mass = pawli_near((int64_t)point->mass * softness->mass_scale, 30);
    const int64_t change = mass * target + (int64_t)softness->impulse_scale * point->normal_impulse;
    return pawli_within(-pawli_near(change, 30), faults);
}

/* The impulse after adding x, and in x what was really added; both impulses are >= 0. */
PAWLI_INLINE int32_t accumulated(int32_t before, int32_t *x, uint32_t *faults) {
    const int32_t after = pawli_within((int64_t)before + *x, faults);
    *x = after - before;
    return after;
}

PAWLI_INLINE void watch(pawli_row *row, int32_t impulse0, int32_t impulse1) {
    if (!row->watched) return;
    row->pressed |= (uint8_t)((impulse0 > 0 ? 1 : 0) | (impulse1 > 0 ? 2 : 0));
}

/* One point, or two as a pair. */
PAWLI_INLINE void solve_normals(pawli_pass *pass, pawli_row *row, pawli_duo *v,
                                const pawli_softness *softness, uint32_t *faults) {
    const pawli_solver_body *a = &pass->bodies[row->a], *b = &pass->bodies[row->b];
    pawli_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int32_t rate = pass->per_substep;
    const int64_t apart = parting(row, a, b), closing = pawli_closing(row, v);
    const int32_t s0 = separation_at(p0, apart, a, b, faults);
    const int32_t v0 = pawli_velocity_at(closing, p0->rho_a, p0->rho_b, v, faults);
    const int32_t wish0 = wish_of(p0, s0, v0, softness, rate, faults);
    pawli_pair_solution x = {0, 0};
    if (row->count == 1) {
        x.x0 = wish0 > -p0->normal_impulse ? wish0 : -p0->normal_impulse;
    } else {
        const int32_t s1 = separation_at(p1, apart, a, b, faults);
        const int32_t v1 = pawli_velocity_at(closing, p1->rho_a, p1->rho_b, v, faults);
        const int32_t wish1 = wish_of(p1, s1, v1, softness, rate, faults);
        pawli_pair_problem problem = {wish0,
                                      wish1,
                                      row->coupling[0],
                                      row->coupling[1],
                                      p0->normal_impulse,
                                      p1->normal_impulse,
                                      row->inverse[0]};
        if (softness != NULL) { /* couple with the masses really used */
            const int soft0 = s0 <= 0, soft1 = s1 <= 0;
            const int64_t scale = softness->mass_scale;
            if (soft0) problem.a0 = pawli_near32(problem.a0 * scale, 30);
            if (soft1) problem.a1 = pawli_near32(problem.a1 * scale, 30);
            problem.inverse = row->inverse[soft0 + soft1];
        }
        x = pawli_solve_pair(&problem, faults);
        p1->normal_impulse = accumulated(p1->normal_impulse, &x.x1, faults);
    }
    p0->normal_impulse = accumulated(p0->normal_impulse, &x.x0, faults);
    watch(row, p0->normal_impulse, p1->normal_impulse);
    pawli_apply_normal(row, v, x.x0, x.x1, faults);
}

PAWLI_INLINE void soft_row(pawli_pass *pass, pawli_row *row) {
    pawli_solver_body *a = &pass->bodies[row->a], *b = &pass->bodies[row->b];
    pawli_duo v = pawli_load_duo(a, b);
    uint32_t faults = 0;
    solve_normals(pass, row, &v, row->stiff ? pass->stiff : pass->soft, &faults);
    pawli_store_duo(&v, a, b);
    if (faults != 0) pass->faults |= faults;
}

/* The impulse that would stop a point from sliding, unrounded, Q46: one point alone. */
PAWLI_INLINE int64_t grip_of(const pawli_row *row, const pawli_row_point *point, int64_t sliding,
                             const pawli_duo *v, uint32_t *faults) {
    const int32_t slip =
        pawli_velocity_at(sliding, point->side_rho_a, point->side_rho_b, v, faults);
    return (int64_t)point->side_mass * pawli_within((int64_t)row->tangent_speed - slip, faults);
}

/* Add a change to the friction impulse of a point, within what its normal impulse can hold.
 * Returns what was really added. */
PAWLI_INLINE int32_t rub(const pawli_row *row, pawli_row_point *point, int64_t change,
                         uint32_t *faults) {
    const int64_t limit =
        pawli_within(pawli_near((int64_t)row->friction * point->normal_impulse, 16), faults);
    const int32_t before = point->tangent_impulse;
    const int64_t sum = before + change;
    const int32_t after = (int32_t)(sum > limit ? limit : sum < -limit ? -limit : sum);
    point->tangent_impulse = after;
    return pawli_within((int64_t)after - before, faults);
}

/* Two points see the same velocity and take half of the correction each. The sum is rounded, not
 * the halves: rounding those would leave speeds of up to two raw units alone, and a box creeping
 * for ever. */
PAWLI_INLINE void solve_friction(pawli_row *row, pawli_duo *v, uint32_t *faults) {
    pawli_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t sliding = pawli_sliding(row, v);
    const int64_t grip0 = grip_of(row, p0, sliding, v, faults);
    int32_t x0, x1 = 0;
    if (row->count == 2) {
        const int64_t grip1 = grip_of(row, p1, sliding, v, faults);
        const int64_t half0 = pawli_near(grip0, 31);
        x0 = rub(row, p0, half0, faults);
        x1 = rub(row, p1, pawli_near(grip0 + grip1, 31) - half0, faults);
    } else {
        x0 = rub(row, p0, pawli_near(grip0, 30), faults);
    }
    pawli_apply_tangent(row, v, x0, x1, faults);
}

PAWLI_INLINE void relax_row(pawli_pass *pass, pawli_row *row) {
    pawli_solver_body *a = &pass->bodies[row->a], *b = &pass->bodies[row->b];
    pawli_duo v = pawli_load_duo(a, b);
    uint32_t faults = 0;
    solve_normals(pass, row, &v, NULL, &faults);
    solve_friction(row, &v, &faults);
    pawli_store_duo(&v, a, b);
    if (faults != 0) pass->faults |= faults;
}

void pawli_warm_start(pawli_pass *pass) {
    for (uint32_t i = 0; i < pass->row_count; i++)
        warm_start_row(pass, &pass->rows[i]);
}

void pawli_solve_soft(pawli_pass *pass) {
    for (uint32_t i = 0; i < pass->row_count; i++)
        soft_row(pass, &pass->rows[i]);
}

void pawli_solve_relax(pawli_pass *pass) {
    for (uint32_t i = 0; i < pass->row_count; i++)
        relax_row(pass, &pass->rows[i]);
}
