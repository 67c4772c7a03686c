/* exchange.c - impacts that run through a chain of bodies, at the beginning of a sub-step, just
 * before they happen.
 *
 * The soft pass would stop what meets and share its speed among all that touch, and restitution at
 * the end of the step could not tell any more where it came from. So contacts with restitution
 * whose points close in faster than the bounce speed, and meet in this sub-step or the next,
 * exchange their impulses before: one contact after the other with its full impulse, in the order
 * of the rows and back again, until none closes in. An impact runs from ball to ball, as in
 * Newton's cradle. No exchange gains energy, for restitution is at most 1. Friction is limited by
 * the impulse along the normal.
 *
 * This holds for bodies that have two such contacts and those that they touch. A pair that meets
 * alone bounces at the end of the step (step_6_bounce.c). */
#include "solver/contact_pair.h"
#include "step/step.h"

/* What is left after so many sweeps is stopped by the soft pass. */
#define SWEEPS_MAX 16

/* The impulse of a point alone that sends it back, 0 if it is not about to meet the other body: in
 * this sub-step or in the next one, for the relax pass of a sub-step slows down what would come too
 * near in the next, and the speed that it takes is lost to the exchange. What gravity adds until
 * then, at most 10 L / 60 in a sub-step where L is chosen well, must not make it meet unseen. The
 * product of a mass, at most 2^30, and a change of velocity, below 2^32, fits. */
static pawli_fast32 impact_alone(const pawli_step *step, const pawli_contact_row *row,
                                 const pawli_contact_row_point *point, const pawli_velocities *v,
                                 uint32_t *faults) {
    const pawl_fx slowest = pawli_bounce_speed(step->world);
    const pawli_fast32 velocity = pawli_normal_velocity_at(pawli_closing(row, v), point, v, faults);
    if (velocity > -slowest) return 0;
    const int64_t closing = pawli_near(pawli_product(point->gap, step->per_substep), 22);
    if (2 * (int64_t)velocity + closing >= slowest / 4) return 0;
    const int64_t change = velocity + pawli_near(pawli_product(row->restitution, velocity), 16);
    return pawli_narrow(-pawli_near(pawli_product_long(point->mass, change), 30), faults);
}

/* What a point does to stop the slip, one of 2^halving points, limited by friction. */
static pawli_fast32 grip_alone(const pawli_contact_row *row, const pawli_contact_row_point *point,
                               const pawli_velocities *v, pawli_fast32 x, int halving,
                               uint32_t *faults) {
    const int64_t slip = pawli_velocity_at(pawli_sliding(row, v), point->tangent_lever_a,
                                           point->tangent_lever_b, v, faults);
    const int64_t limit = pawli_near(pawli_product(row->friction, x), 16);
    const int64_t wanted = pawli_near(
        pawli_product_long(point->tangent_mass, row->tangent_speed - slip), 30 + halving);
    const int64_t held = wanted > limit ? limit : wanted < -limit ? -limit : wanted;
    return pawli_narrow(held, faults);
}

/* Whether there was one. */
static bool exchange_impulse(pawli_step *step, pawli_contact_row *row) {
    const pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    uint32_t *faults = &step->faults;
    pawli_velocities v = pawli_velocity_load(a, b, false);
    pawli_contact_pair_change x = {impact_alone(step, row, p0, &v, faults), 0};
    if (row->count == 2) x.x1 = impact_alone(step, row, p1, &v, faults);
    if (x.x0 == 0 && x.x1 == 0) return false;
    if (x.x0 != 0 && x.x1 != 0) {
        const pawli_contact_pair problem = {x.x0, x.x1, row->coupling[0], row->coupling[1],
                                            0,    0,    row->inverse[0]};
        x = pawli_solve_pair(&problem, faults);
    }
    pawli_apply_normal(row, row->count, &v, x.x0, x.x1, faults);
    const int halving = x.x0 > 0 && x.x1 > 0;
    const pawli_fast32 t0 = x.x0 > 0 ? grip_alone(row, p0, &v, x.x0, halving, faults) : 0;
    const pawli_fast32 t1 = x.x1 > 0 ? grip_alone(row, p1, &v, x.x1, halving, faults) : 0;
    pawli_apply_tangent(row, row->count, &v, t0, t1, faults);
    pawli_velocity_store(&v, a, b);
    pawli_solver_body_hold_velocity(a);
    pawli_solver_body_hold_velocity(b);
    row->pressed |= PAWLI_PRESSED_IMPACT;
    if (x.x0 > 0) row->pressed |= 1u;
    if (x.x1 > 0) row->pressed |= 2u;
    return true;
}

/* The mark of a body that moves: how many rows with restitution it has; null of others. */
static uint32_t *mark_of(const pawli_step *step, uint32_t solver) {
    const uint16_t slot = step->solver[solver].body;
    return solver != 0 && step->bodies[slot].type == PAWL_DYNAMIC ? &step->marks[slot] : NULL;
}

static void count_rows(pawli_step *step) {
    for (uint32_t i = 0; i < step->awake_count; i++)
        step->marks[step->awake[i]] = 0;
    for (uint32_t i = 0; i < step->row_count; i++) {
        const pawli_contact_row *row = &step->rows[i];
        if (row->restitution == 0) continue;
        uint32_t *a = mark_of(step, row->a), *b = mark_of(step, row->b);
        if (a != NULL) ++*a;
        if (b != NULL) ++*b;
    }
}

/* Whether a row had better wait for the end of the step, when the passes have had their say:
 * joints, friction. That is where nothing else takes part in the impact that bounces; and what
 * breaks is asked for its impulses. */
static bool waits(const pawli_step *step, const pawli_contact_row *row) {
    if (row->watched & PAWLI_WATCH_FRACTURE) return true;
    const uint32_t *a = mark_of(step, row->a), *b = mark_of(step, row->b);
    return (a == NULL || *a == 1) && (b == NULL || *b == 1);
}

void pawli_exchange_prepare(pawli_step *step) {
    if (!step->may_bounce) return;
    count_rows(step);
    for (uint32_t i = 0; i < step->row_count; i++) {
        pawli_contact_row *row = &step->rows[i];
        if (row->restitution == 0) continue;
        if (waits(step, row)) row->pressed |= PAWLI_PRESSED_LATE;
        if (!(row->pressed & PAWLI_PRESSED_LATE)) step->has_chain = true;
    }
}

void pawli_exchange_impulses(pawli_step *step) {
    const uint32_t count = step->row_count;
    for (unsigned sweep = 0; sweep < SWEEPS_MAX; sweep++) {
        bool met = false;
        for (uint32_t i = 0; i < count; i++) {
            pawli_contact_row *row = &step->rows[sweep % 2 != 0 ? count - 1 - i : i];
            if (row->restitution == 0 || (row->pressed & PAWLI_PRESSED_LATE)) continue;
            if (exchange_impulse(step, row)) met = true;
        }
        if (!met) return;
    }
}
