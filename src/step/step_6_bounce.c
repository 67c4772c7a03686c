/* step_6_bounce.c - restitution, once per step, after the sub-steps.
 *
 * Points that approached faster than the bounce speed and were pressed at all leave with
 * restitution times their approach speed. Doing it last keeps the soft solve free of it. */
#include "step/step.h"

static void bounce_point(pawli_step *step, pawli_contact_row *row, int index) {
    pawli_contact_row_point *point = &row->points[index];
    if (!(row->pressed >> index & 1)) return;
    const int32_t approach = pawli_approach(step, row, index);
    if (approach > -step->world->scales.bounce_speed) return;
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    pawli_velocities v = pawli_velocity_load(a, b, false);
    const int_fast32_t velocity = pawli_velocity_at(pawli_closing(row, &v), point->lever_a,
                                                    point->lever_b, &v, &step->faults);
    const int64_t rebound = pawli_near((int64_t)row->restitution * approach, 16);
    const int32_t missing = pawli_narrow_symmetric(velocity + rebound, &step->faults);
    const int64_t needed = -pawli_near((int64_t)point->mass * missing, 30);
    const int32_t before = point->normal_impulse;
    const int64_t after = before + needed > 0 ? before + needed : 0;
    point->normal_impulse = pawli_narrow_symmetric(after, &step->faults);
    const int32_t change = point->normal_impulse - before;
    pawli_apply_normal(row, row->count, &v, index == 0 ? change : 0, index == 1 ? change : 0,
                       &step->faults);
    pawli_velocity_store(&v, a, b);
}

void pawli_bounce(pawli_step *step) {
    for (uint32_t i = 0; i < step->row_count; i++) {
        pawli_contact_row *row = &step->rows[i];
        if (row->restitution == 0) continue;
        for (int point = 0; point < row->count; point++)
            bounce_point(step, row, point);
    }
}
