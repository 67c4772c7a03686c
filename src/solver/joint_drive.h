/* joint_drive.h - internal: springs and motors of joints. What they exert is measured in 2^-32
 * units/s, and what a velocity cannot take of it stays in its fraction, so that the weakest of them
 * gets where it pulls. Everything rigid is in whole raw units (joint_row.h): it pushes back at what
 * it has rounded away.
 *
 * An impulse is a number of whole raw units and a fraction. The fraction lives in a sub-step only:
 * a warm start takes up the whole units, and as a spring or a motor asks for its full impulse anew,
 * nothing is lost by that.
 *
 * Widths. Changes from 2^31 on, half a unit/s, are rounded to whole raw units and applied as those;
 * below it products with gains and levers, which are below 2^31, fit. */
#ifndef PAWLI_JOINT_DRIVE_H
#define PAWLI_JOINT_DRIVE_H

#include "solver/joint_row.h"

#define PAWLI_DRIVE_FINE (INT64_C(1) << 31)
/* The largest impulse, 2^-32 units/s. */
#define PAWLI_DRIVE_MOST (PAWL_FX_MAX * INT64_C(65536))

PAWLI_INLINE bool pawli_drive_is_fine(int64_t change) {
    return change < PAWLI_DRIVE_FINE && change > -PAWLI_DRIVE_FINE;
}

PAWLI_INLINE void pawli_drive_set_most(pawli_drive *drive, int64_t most) {
    drive->max_impulse = (int32_t)pawli_floor(most, 16);
    drive->max_frac = (int32_t)(most - drive->max_impulse * INT64_C(65536));
}

PAWLI_INLINE int64_t pawli_drive_most(const pawli_drive *drive) {
    return drive->max_impulse * INT64_C(65536) + drive->max_frac;
}

/* Make an impulse what it is asked to be, and return the change to be applied. */
PAWLI_INLINE int64_t pawli_drive_change(int32_t *impulse, int16_t *frac, int64_t asked) {
    const int64_t before = *impulse * INT64_C(65536) + *frac;
    int64_t change = asked - before;
    if (!pawli_drive_is_fine(change)) change = pawli_near(change, 16) * 65536;
    const int64_t sum = before + change;
    const int64_t whole = pawli_floor(sum + (INT32_C(1) << 15), 16);
    *impulse = pawl_saturate(whole);
    *frac = (int16_t)(sum - whole * 65536);
    return change;
}

/* Add to an impulse as far as `least` and `most` allow. */
PAWLI_INLINE int64_t pawli_drive_add_within(int32_t *impulse, int16_t *frac, int64_t add,
                                            int64_t least, int64_t most) {
    int64_t sum = *impulse * INT64_C(65536) + *frac + add;
    if (sum > most) sum = most;
    if (sum < least) sum = least;
    return pawli_drive_change(impulse, frac, sum);
}

PAWLI_INLINE int64_t pawli_drive_add(int32_t *impulse, int16_t *frac, int64_t add, int64_t most) {
    return pawli_drive_add_within(impulse, frac, add, -most, most);
}

/* -(scaled * velocity + keep * impulse), from Q30 times Q16.16 to 2^-32 units/s: two products below
 * 2^61, and one below 2^45. */
PAWLI_INLINE int64_t pawli_drive_soft(int64_t scaled, int32_t velocity, int64_t keep,
                                      int32_t impulse, int16_t frac, uint32_t *faults) {
    const int64_t change =
        -pawli_near(scaled * velocity + keep * impulse, 14) - pawli_near(keep * frac, 30);
    if (change > PAWLI_DRIVE_MOST || change < -PAWLI_DRIVE_MOST) *faults |= PAWL_FAULT_SOLVER_RANGE;
    return change;
}

/* The fraction of an impulse of a row. */
PAWLI_INLINE int16_t *pawli_drive_frac(pawli_joint_row *row, const int32_t *impulse) {
    return &row->fracs[impulse - row->impulses];
}

/* A motor: velocity - speed vanishes as far as the largest impulse allows. */
PAWLI_INLINE int64_t pawli_drive_motor(const pawli_drive *motor, int32_t mass, int32_t velocity,
                                       int32_t *impulse, int16_t *frac, uint32_t *faults) {
    const int32_t error = pawli_narrow_symmetric((int64_t)velocity - motor->speed, faults);
    return pawli_drive_add(impulse, frac, pawli_drive_soft(mass, error, 0, 0, 0, faults),
                           pawli_drive_most(motor));
}

/* What a spring adds to its impulse: soft in every pass. `moved`: of the error since the start of
 * the step. */
PAWLI_INLINE int64_t pawli_drive_spring_asks(const pawli_drive *spring, int32_t mass,
                                             int32_t velocity, int64_t moved, int32_t impulse,
                                             int16_t frac, uint32_t *faults) {
    const pawli_softness *softness = &spring->softness;
    const int32_t biased = pawli_biased(velocity, spring->gap + moved, softness, faults);
    const int64_t scaled = pawli_near((int64_t)mass * softness->mass_scale, 30);
    return pawli_drive_soft(scaled, biased, softness->impulse_scale, impulse, frac, faults);
}

PAWLI_INLINE int64_t pawli_drive_spring(const pawli_drive *spring, int32_t mass, int32_t velocity,
                                        int64_t moved, int32_t *impulse, int16_t *frac,
                                        uint32_t *faults) {
    return pawli_drive_add(
        impulse, frac,
        pawli_drive_spring_asks(spring, mass, velocity, moved, *impulse, *frac, faults),
        pawli_drive_most(spring));
}

/* Turn both bodies by an impulse. */
PAWLI_INLINE void pawli_drive_turn(const pawli_joint_row *row, pawli_joint_pass *pass,
                                   int64_t impulse) {
    if (!pawli_drive_is_fine(impulse)) {
        pawli_apply_angular(row, pass, pawl_saturate(pawli_near(impulse, 16)));
        return;
    }
    const pawli_turning *t = &row->turning;
    pawli_velocities *v = &pass->v;
    v->a_spin = pawli_gain_velocity(v->a_spin, &pass->frac.a_spin,
                                    -pawli_near(t->gain_a * impulse, 20), &pass->faults);
    v->b_spin = pawli_gain_velocity(v->b_spin, &pass->frac.b_spin,
                                    pawli_near(t->gain_b * impulse, 20), &pass->faults);
}

/* Push B at its anchor by an impulse, and A back at its own. */
PAWLI_INLINE void pawli_drive_push(const pawli_joint_row *row, pawli_joint_pass *pass, int64_t x,
                                   int64_t y) {
    if (!pawli_drive_is_fine(x) || !pawli_drive_is_fine(y)) {
        pawli_apply_linear(row, pass, pawl_saturate(pawli_near(x, 16)),
                           pawl_saturate(pawli_near(y, 16)));
        return;
    }
    uint32_t *faults = &pass->faults;
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t ax = pawli_near(row->alpha_a * x, 30), ay = pawli_near(row->alpha_a * y, 30);
    const int64_t bx = pawli_near(row->alpha_b * x, 30), by = pawli_near(row->alpha_b * y, 30);
    pawli_velocities *v = &pass->v;
    pawli_velocity_fracs *frac = &pass->frac;
    v->ax = pawli_gain_velocity(v->ax, &frac->ax, -ax, faults);
    v->ay = pawli_gain_velocity(v->ay, &frac->ay, -ay, faults);
    v->a_spin = pawli_gain_velocity(v->a_spin, &frac->a_spin,
                                    -pawli_near(a->x * ay - a->y * ax, 20), faults);
    v->bx = pawli_gain_velocity(v->bx, &frac->bx, bx, faults);
    v->by = pawli_gain_velocity(v->by, &frac->by, by, faults);
    v->b_spin = pawli_gain_velocity(v->b_spin, &frac->b_spin, pawli_near(b->x * by - b->y * bx, 20),
                                    faults);
}

/* Push B along an axis, and A back. */
PAWLI_INLINE void pawli_drive_push_along(const pawli_joint_row *row, const pawli_axis *axis,
                                         pawli_joint_pass *pass, int64_t impulse) {
    uint32_t *faults = &pass->faults;
    const int64_t a = pawli_near(row->alpha_a * impulse, 30);
    const int64_t b = pawli_near(row->alpha_b * impulse, 30);
    const pawl_rot n = axis->direction;
    pawli_velocities *v = &pass->v;
    pawli_velocity_fracs *frac = &pass->frac;
    v->ax = pawli_gain_velocity(v->ax, &frac->ax, -pawli_near(n.c * a, 30), faults);
    v->ay = pawli_gain_velocity(v->ay, &frac->ay, -pawli_near(n.s * a, 30), faults);
    v->a_spin =
        pawli_gain_velocity(v->a_spin, &frac->a_spin, -pawli_near(axis->lever_a * a, 20), faults);
    v->bx = pawli_gain_velocity(v->bx, &frac->bx, pawli_near(n.c * b, 30), faults);
    v->by = pawli_gain_velocity(v->by, &frac->by, pawli_near(n.s * b, 30), faults);
    v->b_spin =
        pawli_gain_velocity(v->b_spin, &frac->b_spin, pawli_near(axis->lever_b * b, 20), faults);
}

#endif
