/* step_6_bounce.c - restitution of what has not bounced in a sub-step (exchange.c), after them.
 *
 * That is where an impact came about within a sub-step, and with breakable shapes. Points that
 * approached faster than the bounce speed and were pressed at all leave with restitution times
 * their approach speed: two points of a contact together, by the same 2x2 problem that presses them
 * (solver/contact_pair.h), so that a box that lands flat does not turn. Doing it last keeps the
 * soft solve free of it. How high a body rises does not depend on how deep it was found. */
#include "solver/contact_pair.h"
#include "step/step.h"

static bool bounces(const pawli_step *step, const pawli_contact_row *row, int index) {
    if (!(row->pressed >> index & 1)) return false;
    return pawli_approach(step, row, index) <= -pawli_bounce_speed(step->world);
}

/* The change of impulse that lets one point alone leave as fast as it should. */
static pawli_fast32 rebound_for(pawli_step *step, const pawli_contact_row *row, int index,
                                const pawli_velocities *v) {
    const int32_t velocity = pawli_normal_velocity(row, index, v, &step->faults);
    const int32_t approach = pawli_approach(step, row, index);
    const int64_t rebound = pawli_near(pawli_product(row->restitution, approach), 16);
    const pawli_fast32 missing = pawli_narrow_below(velocity + rebound, &step->faults);
    const int64_t change = pawli_near(pawli_product(row->points[index].mass, missing), 30);
    return pawli_narrow_above(-change, &step->faults);
}

/* Add to the impulse of a point, which stays >= 0; returns what was really added. */
static pawli_fast32 add_rebound(pawli_contact_row_point *point, pawli_fast32 x, uint32_t *faults) {
    const int32_t before = point->normal_impulse;
    const int64_t after = (int64_t)before + x;
    point->normal_impulse = (int32_t)pawli_narrow(after > 0 ? after : 0, faults);
    return point->normal_impulse - before;
}

/* ---- depth ---------------------------------------------------------------------------------- */

/* Separation of a point after the movement, Q10.22, with what has been lifted since. Widths as in
 * contact_solver.c. */
static int64_t gap_of(const pawli_step *step, const pawli_contact_row *row, int index) {
    const pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    const pawli_contact_row_point *point = &row->points[index];
    const int64_t move_x = (int64_t)b->move_x - a->move_x;
    const int64_t move_y = (int64_t)b->move_y - a->move_y;
    const int64_t linear =
        pawli_product_long(row->normal_x, move_x) + pawli_product_long(row->normal_y, move_y);
    const int64_t angular =
        pawli_product_subtract(point->lever_b, b->turn, point->lever_a, a->turn);
    return point->separation + pawli_near(linear + angular, 24);
}

/* What came in since the contacts were looked at has sunk in before the step that sends it back, by
 * as much as its place at that time and its inner radius let it (step_8_continuous.c), and would
 * rise by so much less. So it leaves from the surface, but is moved by no more than the way that it
 * has come in a step: below 2^31 times 2^32 before it is rounded. */
static void lift_out(pawli_step *step, const pawli_contact_row *row, int index) {
    const int64_t approach = -(int64_t)pawli_approach(step, row, index);
    const int64_t way = pawli_near(approach * step->substep, 26) * step->world->substeps;
    const int64_t deep = -gap_of(step, row, index);
    const int64_t lift = deep < way ? deep : way;
    if (lift <= 0) return;
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    a->move_x = pawl_saturate(a->move_x - pawli_near(pawli_product_long(row->share_ax, lift), 24));
    a->move_y = pawl_saturate(a->move_y - pawli_near(pawli_product_long(row->share_ay, lift), 24));
    b->move_x = pawl_saturate(b->move_x + pawli_near(pawli_product_long(row->share_bx, lift), 24));
    b->move_y = pawl_saturate(b->move_y + pawli_near(pawli_product_long(row->share_by, lift), 24));
    pawli_solver_body_hold(a);
    pawli_solver_body_hold(b);
}

/* ---- impulses ------------------------------------------------------------------------------- */

static void bounce_both_points(pawli_step *step, pawli_contact_row *row) {
    pawli_contact_row_point *p0 = &row->points[0], *p1 = &row->points[1];
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    pawli_velocities v = pawli_velocity_load(a, b, false);
    const pawli_contact_pair problem = {
        rebound_for(step, row, 0, &v),
        rebound_for(step, row, 1, &v),
        row->coupling[0],
        row->coupling[1],
        p0->normal_impulse,
        p1->normal_impulse,
        row->inverse[0],
    };
    const pawli_contact_pair_change x = pawli_solve_pair(&problem, &step->faults);
    const pawli_fast32 x0 = add_rebound(p0, x.x0, &step->faults);
    const pawli_fast32 x1 = add_rebound(p1, x.x1, &step->faults);
    pawli_apply_normal(row, 2, &v, x0, x1, &step->faults);
    pawli_velocity_store(&v, a, b);
    pawli_solver_body_hold_velocity(a);
    pawli_solver_body_hold_velocity(b);
}

static void bounce_point(pawli_step *step, pawli_contact_row *row, int index) {
    pawli_contact_row_point *point = &row->points[index];
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    pawli_velocities v = pawli_velocity_load(a, b, false);
    const pawli_fast32 x = add_rebound(point, rebound_for(step, row, index, &v), &step->faults);
    pawli_apply_normal(row, row->count, &v, index == 0 ? x : 0, index == 1 ? x : 0, &step->faults);
    pawli_velocity_store(&v, a, b);
    pawli_solver_body_hold_velocity(a);
    pawli_solver_body_hold_velocity(b);
}

void pawli_bounce(pawli_step *step) {
    for (uint32_t i = 0; step->may_bounce && i < step->row_count; i++) {
        pawli_contact_row *row = &step->rows[i];
        if (row->restitution == 0 || (row->pressed & PAWLI_PRESSED_IMPACT)) continue;
        const bool first = bounces(step, row, 0), second = row->count == 2 && bounces(step, row, 1);
        if (first && second) {
            bounce_both_points(step, row);
            lift_out(step, row, gap_of(step, row, 0) < gap_of(step, row, 1));
        } else if (first || second) {
            bounce_point(step, row, second);
            lift_out(step, row, second);
        }
    }
}
