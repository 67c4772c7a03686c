/* contact_solver.c - the kernels: warm start, soft solve, relax with friction, for one contact.
 * There is no division in here. */
#define PAWLI_IN_KERNEL
#include "solver/contact_solver.h"

#include "solver/contact_pair.h"

/* The kernels are written for `count` points, 1 or 2, and for an A that is `fixed` or not, and
 * called with constants for both, so that a compiler makes four of each; but one of each where
 * small code is asked for. Where rows are solved on several threads a B that is solver body 0 is
 * not written to, either (`shares`): the others read it. */

/* The bodies of a row, found once. */
typedef struct row_bodies {
    pawli_solver_body *a, *b;
} row_bodies;

PAWLI_INLINE row_bodies bodies_of(const pawli_contact_pass *pass, const pawli_contact_row *row) {
    row_bodies bodies = {&pass->bodies[row->a], &pass->bodies[row->b]};
    PAWLI_AS_IT_STANDS(bodies.a);
    PAWLI_AS_IT_STANDS(bodies.b);
    return bodies;
}

PAWLI_INLINE void store_velocities(row_bodies bodies, const pawli_contact_row *row,
                                   const pawli_velocities *v, bool shares) {
    if (!shares || row->b != 0) {
        pawli_velocity_store(v, bodies.a, bodies.b);
        return;
    }
    pawli_solver_body still;
    pawli_velocity_store(v, bodies.a, &still);
}

PAWLI_INLINE int64_t turn_by(int32_t gain, int32_t tangent_gain,
                             const pawli_contact_row_point *point) {
    return pawli_product_add(gain, point->normal_impulse, tangent_gain, point->tangent_impulse);
}

/* Normal and tangent impulses of all points in one go: one rounding per component. The sum of
 * four products of 2^61 each fits: every gain is at most 2^30 and every impulse below 2^31. What
 * resists rolling is limited by the normal impulse: without that it is zero. */
PAWLI_INLINE void warm_start_contact(pawli_contact_pass *pass, const pawli_contact_row *row,
                                     int count, bool fixed, bool shares, uint32_t *faults) {
    const pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const pawli_fast32 n0 = p0->normal_impulse, t0 = p0->tangent_impulse;
    pawli_fast32 n1 = 0, t1 = 0;
    if (count == 1 && (n0 | t0) == 0) return;
    const row_bodies bodies = bodies_of(pass, row);
    pawli_velocities v = pawli_velocity_load(bodies.a, bodies.b, fixed);
    int64_t turn_a = turn_by(p0->gain_a, p0->tangent_gain_a, p0);
    int64_t turn_b = turn_by(p0->gain_b, p0->tangent_gain_b, p0);
    if (PAWL_WITH_ROLLING && count == 1 && row->single.rolling.resistance != 0) {
        const pawli_rolling *rolling = &row->single.rolling;
        turn_a += pawli_product(rolling->gain_a, rolling->impulse);
        turn_b += pawli_product(rolling->gain_b, rolling->impulse);
    }
    if (count == 2) {
        turn_a += turn_by(p1->gain_a, p1->tangent_gain_a, p1);
        turn_b += turn_by(p1->gain_b, p1->tangent_gain_b, p1);
        n1 = p1->normal_impulse;
        t1 = p1->tangent_impulse;
    }
    const pawli_velocity_change change = {
        pawli_near(pawli_product_of_sum(row->share_ax, n0, n1) +
                       pawli_product_of_sum(row->share_ay, t0, t1),
                   24),
        pawli_near(pawli_product_of_sum(row->share_ay, n0, n1) -
                       pawli_product_of_sum(row->share_ax, t0, t1),
                   24),
        pawli_near(turn_a, 24),
        pawli_near(pawli_product_of_sum(row->share_bx, n0, n1) +
                       pawli_product_of_sum(row->share_by, t0, t1),
                   24),
        pawli_near(pawli_product_of_sum(row->share_by, n0, n1) -
                       pawli_product_of_sum(row->share_bx, t0, t1),
                   24),
        pawli_near(turn_b, 24),
    };
    pawli_velocity_apply(&change, &v, faults);
    store_velocities(bodies, row, &v, shares);
}

/* Separations after a movement: as they were, plus how far the anchors have moved apart. The
 * next soft pass finds them here. Displacements are below 2^31 raw, so the sum of four products
 * is below 2 * 2^56 + 2 * 2^61. A point 512 units away and more is only known to be far. */
PAWLI_INLINE void update_gap(pawli_contact_row_point *point, int64_t linear, pawli_fast32 turn_a,
                             pawli_fast32 turn_b, uint32_t *faults) {
    const int64_t angular = pawli_product_subtract(point->lever_b, turn_b, point->lever_a, turn_a);
    const int64_t gap = point->separation + pawli_near(linear + angular, 24);
    point->gap = (int32_t)pawli_narrow_below(gap, faults);
}

PAWLI_KERNEL_APART void update_gaps(row_bodies bodies, pawli_contact_row *row, int count,
                                    bool fixed, uint32_t *faults) {
    const pawli_solver_body *a = bodies.a, *b = bodies.b;
    const pawli_fast32 turn_a = fixed ? 0 : a->turn, turn_b = b->turn;
    const pawli_fast32 move_x = fixed ? 0 : a->move_x, move_y = fixed ? 0 : a->move_y;
    const int64_t linear = pawli_product_of_difference(row->normal_x, b->move_x, move_x) +
                           pawli_product_of_difference(row->normal_y, b->move_y, move_y);
    update_gap(&row->points[0], linear, turn_a, turn_b, faults);
    if (count == 2) update_gap(&row->points[1], linear, turn_a, turn_b, faults);
}

/* How the normals of a contact are solved: softly, or in the relax pass. */
typedef struct normal_rule {
    const pawli_softness *softness;
    bool relaxes; /* nothing is soft */
    int32_t per_substep;
} normal_rule;

/* Of one point of two: its coupling with the mass really used, and 1 where that is a soft one. */
typedef struct coupled_point {
    pawli_fast32 coupling;
    int soft;
} coupled_point;

/* The change of impulse that one point alone would want. A point still apart may close the gap
 * within this sub-step, not more, and is never soft; what it has left is limited without a fault,
 * since it lets go. An effective mass is at most 2^30 and a sum of two 32-bit values below 2^32:
 * products fit. Soft masses are scaled down. */
PAWLI_INLINE pawli_fast32 normal_impulse_for(const pawli_contact_row_point *point,
                                             pawli_fast32 velocity, normal_rule rule,
                                             coupled_point *in_pair, uint32_t *faults) {
    int64_t change;
    if (point->gap > 0) {
        const int64_t closing = pawli_near(pawli_product(point->gap, rule.per_substep), 22);
        const int64_t left = velocity + closing;
        change = pawli_product(point->mass, left < PAWL_FX_MAX ? (pawli_fast32)left : PAWL_FX_MAX);
    } else if (rule.relaxes) {
        change = pawli_product(point->mass, velocity);
    } else {
        const pawli_fast32 scale = rule.softness->mass_scale;
        int64_t bias = pawli_near(pawli_product(rule.softness->bias_rate, point->gap), 22);
        if (!PAWLI_USUALLY(bias >= -rule.softness->push_limit)) bias = -rule.softness->push_limit;
        const int64_t mass = pawli_near(pawli_product(point->mass, scale), 30);
        change = pawli_product_of_sum((pawli_fast32)mass, velocity, (pawli_fast32)bias) +
                 pawli_product(rule.softness->impulse_scale, point->normal_impulse);
        in_pair->coupling = pawli_near32(pawli_product(in_pair->coupling, scale), 30);
        in_pair->soft = 1;
    }
    return pawli_narrow_above(-pawli_near(change, 30), faults);
}

/* The impulse after adding x, and in x what was really added; both impulses are >= 0. */
PAWLI_INLINE int32_t accumulate_impulse(int32_t before, pawli_fast32 *x, uint32_t *faults) {
    const pawli_fast32 after = pawli_narrow((int64_t)before + *x, faults);
    *x = after - before;
    return (int32_t)after;
}

PAWLI_INLINE void solve_normals(pawli_contact_row *row, int count, pawli_velocities *v,
                                normal_rule rule, uint32_t *faults) {
    pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t closing = pawli_closing(row, v);
    const pawli_fast32 v0 = pawli_normal_velocity_at(closing, p0, v, faults);
    coupled_point c0 = {count == 2 ? row->coupling[0] : 0, 0};
    coupled_point c1 = {count == 2 ? row->coupling[1] : 0, 0};
    const pawli_fast32 change0 = normal_impulse_for(p0, v0, rule, &c0, faults);
    pawli_contact_pair_change x = {0, 0};
    if (count == 1) {
        x.x0 = pawli_at_least(change0, -p0->normal_impulse);
    } else {
        const pawli_fast32 v1 = pawli_normal_velocity_at(closing, p1, v, faults);
        pawli_contact_pair problem;
        problem.i0 = change0;
        problem.i1 = normal_impulse_for(p1, v1, rule, &c1, faults);
        problem.lambda0 = p0->normal_impulse;
        problem.lambda1 = p1->normal_impulse;
        problem.a0 = c0.coupling;
        problem.a1 = c1.coupling;
        problem.inverse = row->inverse[c0.soft + c1.soft];
        x = pawli_solve_pair(&problem, faults);
        p1->normal_impulse = accumulate_impulse(p1->normal_impulse, &x.x1, faults);
    }
    p0->normal_impulse = accumulate_impulse(p0->normal_impulse, &x.x0, faults);
    if (row->watched) {
        if (p0->normal_impulse > 0) row->pressed |= 1u;
        if (count == 2 && p1->normal_impulse > 0) row->pressed |= 2u;
    }
    if (count == 1 && x.x0 == 0) return;
    pawli_apply_normal(row, count, v, x.x0, x.x1, faults);
}

PAWLI_INLINE void solve_contact_soft(pawli_contact_pass *pass, pawli_contact_row *row, int count,
                                     bool fixed, bool shares, uint32_t *faults) {
    const row_bodies bodies = bodies_of(pass, row);
    pawli_velocities v = pawli_velocity_load(bodies.a, bodies.b, fixed);
    const normal_rule soft = {row->stiff ? pass->stiff : pass->soft, false, pass->per_substep};
    solve_normals(row, count, &v, soft, faults);
    store_velocities(bodies, row, &v, shares);
}

/* The impulse that would stop a point from sliding, unrounded, Q46: one point alone. */
PAWLI_INLINE int64_t friction_impulse_for(const pawli_contact_row *row,
                                          const pawli_contact_row_point *point, int64_t sliding,
                                          const pawli_velocities *v, uint32_t *faults) {
    const pawli_fast32 slip =
        pawli_velocity_at(sliding, point->tangent_lever_a, point->tangent_lever_b, v, faults);
    return pawli_product_of_difference(point->tangent_mass, row->tangent_speed, slip);
}

/* Add a change to the friction impulse of a point, within what its normal impulse can hold.
 * Returns what was really added. It is a fault to hold less than that only where more is needed. */
PAWLI_INLINE pawli_fast32 clamp_friction(const pawli_contact_row *row,
                                         pawli_contact_row_point *point, int64_t change,
                                         uint32_t *faults) {
    uint32_t tried = 0;
    const int64_t limit =
        pawli_narrow(pawli_near(pawli_product(row->friction, point->normal_impulse), 16), &tried);
    const pawli_fast32 before = point->tangent_impulse;
    int64_t after = before + change;
    if (!PAWLI_USUALLY((uint64_t)(after + limit) <= 2 * (uint64_t)limit)) {
        *faults |= tried;
        after = after < 0 ? -limit : limit;
    }
    point->tangent_impulse = (int32_t)after;
    return pawli_narrow(after - before, faults);
}

/* Two points see the same velocity and take half of the correction each. The sum is rounded, not
 * the halves: rounding those would leave speeds of up to two raw units alone, and a box creeping
 * for ever. */
PAWLI_KERNEL_APART void solve_friction(pawli_contact_row *row, int count, pawli_velocities *v,
                                       uint32_t *faults) {
    pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    const int64_t sliding = pawli_sliding(row, v);
    const int64_t grip0 = friction_impulse_for(row, p0, sliding, v, faults);
    pawli_fast32 x0, x1 = 0;
    if (count == 1) {
        x0 = clamp_friction(row, p0, pawli_near(grip0, 30), faults);
    } else {
        const int64_t grip1 = friction_impulse_for(row, p1, sliding, v, faults);
        const int64_t half0 = pawli_near(grip0, 31);
        x0 = clamp_friction(row, p0, half0, faults);
        x1 = clamp_friction(row, p1, pawli_near(grip0 + grip1, 31) - half0, faults);
    }
    if (count == 1 && x0 == 0) return;
    pawli_apply_tangent(row, count, v, x0, x1, faults);
}

/* As friction, for the spins alone; of one point. The change is below 2^62 and rounded to 2^38, the
 * limit below 2^31. */
PAWLI_APART void solve_rolling(pawli_contact_row *row, pawli_velocities *v, uint32_t *faults) {
    pawli_rolling *rolling = &row->single.rolling;
    uint32_t tried = 0;
    const int64_t speed = pawli_velocity_at(0, rolling->lever_a, rolling->lever_b, v, &tried);
    const int64_t normal = row->single.point.normal_impulse;
    const int64_t limit = pawli_near(rolling->resistance * normal, 15);
    const int64_t sum = rolling->impulse - pawli_near(rolling->mass * speed, 24);
    const int32_t after = (int32_t)(sum > limit ? limit : sum < -limit ? -limit : sum);
    const int64_t change = (int64_t)after - rolling->impulse;
    if (change != 0) *faults |= tried;
    rolling->impulse = after;
    v->a_spin = pawli_limit_speed(v->a_spin - pawli_near(rolling->gain_a * change, 24), faults);
    v->b_spin = pawli_limit_speed(v->b_spin + pawli_near(rolling->gain_b * change, 24), faults);
}

PAWLI_INLINE void relax_contact(pawli_contact_pass *pass, pawli_contact_row *row, int count,
                                bool fixed, bool shares, uint32_t *faults) {
    const row_bodies bodies = bodies_of(pass, row);
    update_gaps(bodies, row, count, fixed, faults);
    pawli_velocities v = pawli_velocity_load(bodies.a, bodies.b, fixed);
    const normal_rule relax = {NULL, true, pass->per_substep};
    solve_normals(row, count, &v, relax, faults);
    if (PAWL_WITH_ROLLING && count == 1 && row->single.rolling.resistance != 0)
        solve_rolling(row, &v, faults);
    solve_friction(row, count, &v, faults);
    store_velocities(bodies, row, &v, shares);
}

/* ---- bodies with locked axes ---------------------------------------------------------------- */

/* As the kernels above, but what an impulse gives a body along a locked axis is taken back at once.
 * A row may have less mass than it should (contact_row.c), so it is solved several times. */
#define LOCKED_ROUNDS 8

static void hold_velocities(row_bodies bodies, pawli_velocities *v) {
    const unsigned a = bodies.a->flags, b = bodies.b->flags;
    if (a & PAWLI_LOCKED_X) v->ax = 0;
    if (a & PAWLI_LOCKED_Y) v->ay = 0;
    if (b & PAWLI_LOCKED_X) v->bx = 0;
    if (b & PAWLI_LOCKED_Y) v->by = 0;
}

/* Moving bodies may be solved on several threads, solver body 0 is only read. */
PAWLI_RARE static void warm_start_locked(pawli_contact_pass *pass, const pawli_contact_row *row,
                                         uint32_t *faults) {
    warm_start_contact(pass, row, row->count, row->a == 0, true, faults);
    const row_bodies bodies = bodies_of(pass, row);
    if (row->a != 0) pawli_solver_body_hold_velocity(bodies.a);
    if (row->b != 0) pawli_solver_body_hold_velocity(bodies.b);
}

PAWLI_RARE static void solve_locked(pawli_contact_pass *pass, pawli_contact_row *row, bool relaxes,
                                    uint32_t *faults) {
    const row_bodies bodies = bodies_of(pass, row);
    const normal_rule rule = {row->stiff ? pass->stiff : pass->soft, relaxes, pass->per_substep};
    const bool fixed = row->a == 0;
    if (relaxes) update_gaps(bodies, row, row->count, fixed, faults);
    pawli_velocities v = pawli_velocity_load(bodies.a, bodies.b, fixed);
    for (int round = 0; round < LOCKED_ROUNDS; round++) {
        solve_normals(row, row->count, &v, rule, faults);
        hold_velocities(bodies, &v);
        if (!relaxes) continue;
        if (PAWL_WITH_ROLLING && row->count == 1 && row->single.rolling.resistance != 0)
            solve_rolling(row, &v, faults);
        solve_friction(row, row->count, &v, faults);
        hold_velocities(bodies, &v);
    }
    store_velocities(bodies, row, &v, true);
}

static void solve_soft_locked(pawli_contact_pass *pass, pawli_contact_row *row, uint32_t *faults) {
    solve_locked(pass, row, false, faults);
}

static void relax_locked(pawli_contact_pass *pass, pawli_contact_row *row, uint32_t *faults) {
    solve_locked(pass, row, true, faults);
}

static inline bool has_locks(const pawli_contact_pass *pass) {
    return PAWLI_PRESSED_LOCKED != 0 && pass->has_locks;
}

static inline bool is_row_locked(const pawli_contact_pass *pass, const pawli_contact_row *row) {
    return has_locks(pass) && (row->pressed & PAWLI_PRESSED_LOCKED);
}

/* The row stands after each call as well: clang else stores all velocities in one place after the
 * four, at addresses that it has to carry there. */
#if PAWLI_ONE_COPY
#define CALL_KERNEL(kernel, pass, row, shares, faults) \
    kernel(pass, row, (row)->count, (row)->a == 0, shares, faults)
#else
#define CALL_ONE(kernel, pass, row, count, fixed, shares, faults) \
    do {                                                          \
        kernel(pass, row, count, fixed, shares, faults);          \
        PAWLI_AS_IT_STANDS(row);                                  \
    } while (0)
#define CALL_KERNEL(kernel, pass, row, shares, faults)                \
    do {                                                              \
        if ((row)->a == 0) {                                          \
            if ((row)->count == 2) {                                  \
                CALL_ONE(kernel, pass, row, 2, true, shares, faults); \
            } else {                                                  \
                CALL_ONE(kernel, pass, row, 1, true, shares, faults); \
            }                                                         \
        } else if ((row)->count == 2) {                               \
            CALL_ONE(kernel, pass, row, 2, false, shares, faults);    \
        } else {                                                      \
            CALL_ONE(kernel, pass, row, 1, false, shares, faults);    \
        }                                                             \
    } while (0)
#endif

/* A pass in a world that has locks, apart from that of others, which does not ask each row. */
#define DEFINE_LOCKED_PASS(name, kernel, locked)                              \
    PAWLI_RARE static void name(pawli_contact_pass *pass, uint32_t *faults) { \
        pawli_contact_row *const end = pass->rows + pass->row_count;          \
        for (pawli_contact_row *row = pass->rows; row != end; row++) {        \
            if (is_row_locked(pass, row)) {                                   \
                locked(pass, row, faults);                                    \
            } else {                                                          \
                kernel(pass, row, row->count, row->a == 0, true, faults);     \
            }                                                                 \
        }                                                                     \
    }
DEFINE_LOCKED_PASS(warm_start_with_locks, warm_start_contact, warm_start_locked)
DEFINE_LOCKED_PASS(solve_with_locks, solve_contact_soft, solve_soft_locked)
DEFINE_LOCKED_PASS(relax_with_locks, relax_contact, relax_locked)

void pawli_contact_solver_warm_start(pawli_contact_pass *pass) {
    uint32_t faults = 0;
    if (has_locks(pass)) {
        warm_start_with_locks(pass, &pass->faults);
        return;
    }
    const pawli_contact_row *const end = pass->rows + pass->row_count;
    for (pawli_contact_row *row = pass->rows; row != end; row++) {
        CALL_KERNEL(warm_start_contact, pass, row, false, &faults);
    }
    pass->faults |= faults;
}

/* Here and in the relax pass faults are in memory, not in a register that all kernels carry. */
void pawli_contact_solver_solve(pawli_contact_pass *pass) {
    uint32_t faults = 0, *at = &faults;
    PAWLI_AS_IT_STANDS(at);
    if (has_locks(pass)) {
        solve_with_locks(pass, &pass->faults);
        return;
    }
    const pawli_contact_row *const end = pass->rows + pass->row_count;
    for (pawli_contact_row *row = pass->rows; row != end; row++) {
        CALL_KERNEL(solve_contact_soft, pass, row, false, at);
    }
    pass->faults |= faults;
}

void pawli_contact_solver_relax(pawli_contact_pass *pass) {
    uint32_t faults = 0, *at = &faults;
    PAWLI_AS_IT_STANDS(at);
    if (has_locks(pass)) {
        relax_with_locks(pass, &pass->faults);
        return;
    }
    const pawli_contact_row *const end = pass->rows + pass->row_count;
    for (pawli_contact_row *row = pass->rows; row != end; row++) {
        CALL_KERNEL(relax_contact, pass, row, false, at);
    }
    pass->faults |= faults;
}

#if PAWL_WITH_WORKERS
void pawli_contact_solver_warm_start_row(pawli_contact_pass *pass, uint32_t index) {
    pawli_contact_row *row = &pass->rows[index];
    if (is_row_locked(pass, row)) {
        warm_start_locked(pass, row, &pass->faults);
        return;
    }
    CALL_KERNEL(warm_start_contact, pass, row, true, &pass->faults);
}

void pawli_contact_solver_solve_row(pawli_contact_pass *pass, uint32_t index) {
    pawli_contact_row *row = &pass->rows[index];
    if (is_row_locked(pass, row)) {
        solve_soft_locked(pass, row, &pass->faults);
        return;
    }
    CALL_KERNEL(solve_contact_soft, pass, row, true, &pass->faults);
}

void pawli_contact_solver_relax_row(pawli_contact_pass *pass, uint32_t index) {
    pawli_contact_row *row = &pass->rows[index];
    if (is_row_locked(pass, row)) {
        relax_locked(pass, row, &pass->faults);
        return;
    }
    CALL_KERNEL(relax_contact, pass, row, true, &pass->faults);
}
#endif
