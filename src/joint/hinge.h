/* hinge.h - internal: the sub-step of a revolute joint without limit, motor or spring, which is
 * what chains, bridges, cloths and most ragdolls are made of. The same arithmetic as joint_row.h
 * with fewer roundings and one range test for several numbers; what fails the test is solved by
 * joint_row.h.
 *
 * A row is a hinge while its levers are below 64 and its arms below 128 units. */
#ifndef PAWLI_HINGE_H
#define PAWLI_HINGE_H

#include "joint/joint.h"

#define PAWLI_HINGE_LEVER (INT32_C(64) << 20)
#define PAWLI_HINGE_ARM PAWL_FX(128, 0, 1)
/* While both bodies have turned by less than 1/32 radian, the matrix may stay as it was. */
#define PAWLI_HINGE_SMALL_TURN (PAWL_UNIT / 32)

/* Whether a value lies within -limit .. limit - 1, for powers of two, many at a time:
 * the union of their distances from -limit stays below 2 limit. */
PAWLI_INLINE bool pawli_both_within(int64_t x, int64_t y, int64_t limit) {
    return (((uint64_t)(x + limit) | (uint64_t)(y + limit)) & ~(2 * (uint64_t)limit - 1)) == 0;
}

/* Half up, not half away from zero: ties of products this long are rare. */
PAWLI_INLINE int64_t pawli_round_half_up(int64_t value, int shift) {
    return pawli_floor(value + (INT64_C(1) << (shift - 1)), shift);
}

PAWLI_INLINE void pawli_turn_hinge_lever(pawli_lever *lever, pawl_rot turned) {
    const int64_t c = turned.c, s = turned.s, less = c - PAWL_UNIT;
    const int64_t x = lever->first_x, y = lever->first_y;
    const int64_t arm_x = lever->arm.x, arm_y = lever->arm.y;
    lever->x = (int32_t)pawli_round_half_up(x * c - y * s, 30);
    lever->y = (int32_t)pawli_round_half_up(x * s + y * c, 30);
    lever->move_x = (int32_t)pawli_round_half_up(arm_x * less - arm_y * s, 24);
    lever->move_y = (int32_t)pawli_round_half_up(arm_x * s + arm_y * less, 24);
}

PAWLI_INLINE void pawli_turn_hinge(pawli_joint_row *row, pawl_rot turned_a, pawl_rot turned_b) {
    pawli_turn_hinge_lever(&row->lever_a, turned_a);
    pawli_turn_hinge_lever(&row->lever_b, turned_b);
    if (pawli_both_within(turned_a.s, turned_b.s, PAWLI_HINGE_SMALL_TURN)) return;
    pawli_update_point_mass(row);
}

/* Impulse x, y on B at its anchor, and back on A. The spins change by the moments of the velocity
 * changes that were really made: levers are below 2^26 raw, those changes below 2^32. */
PAWLI_INLINE void pawli_apply_hinge(const pawli_joint_row *row, pawli_velocities *v, int64_t x,
                                    int64_t y, uint32_t *faults) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t ax = pawli_round_half_up(row->alpha_a * x, 30),
                  ay = pawli_round_half_up(row->alpha_a * y, 30);
    const int64_t bx = pawli_round_half_up(row->alpha_b * x, 30),
                  by = pawli_round_half_up(row->alpha_b * y, 30);
    pawli_velocity_set(
        v, v->ax - ax, v->ay - ay, v->a_spin - pawli_round_half_up(a->x * ay - a->y * ax, 20),
        v->bx + bx, v->by + by, v->b_spin + pawli_round_half_up(b->x * by - b->y * bx, 20), faults);
}

PAWLI_INLINE void pawli_warm_start_hinge(const pawli_joint_row *row, pawli_solver_body *a,
                                         pawli_solver_body *b, uint32_t *faults) {
    pawli_velocities v = pawli_velocity_load(a, b, false);
    pawli_apply_hinge(row, &v, row->impulses[0], row->impulses[1], faults);
    pawli_velocity_store(&v, a, b);
}

/* Add a change of impulse (unrounded, Q46) and apply it. */
PAWLI_INLINE void pawli_accumulate_hinge(pawli_joint_row *row, pawli_velocities *v, int64_t x,
                                         int64_t y, uint32_t *faults) {
    const int32_t sum_x =
        pawli_narrow_symmetric(row->impulses[0] - pawli_round_half_up(x, 30), faults);
    const int32_t sum_y =
        pawli_narrow_symmetric(row->impulses[1] - pawli_round_half_up(y, 30), faults);
    const int64_t add_x = (int64_t)sum_x - row->impulses[0];
    const int64_t add_y = (int64_t)sum_y - row->impulses[1];
    row->impulses[0] = sum_x;
    row->impulses[1] = sum_y;
    pawli_apply_hinge(row, v, add_x, add_y, faults);
}

/* Velocity of anchor B minus that of anchor A. */
PAWLI_INLINE int64_t pawli_hinge_speed_x(const pawli_joint_row *row, const pawli_velocities *v) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t turn = (int64_t)a->y * v->a_spin - (int64_t)b->y * v->b_spin;
    return (int64_t)v->bx - v->ax + pawli_round_half_up(turn, 20);
}

PAWLI_INLINE int64_t pawli_hinge_speed_y(const pawli_joint_row *row, const pawli_velocities *v) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t turn = (int64_t)b->x * v->b_spin - (int64_t)a->x * v->a_spin;
    return (int64_t)v->by - v->ay + pawli_round_half_up(turn, 20);
}

/* The soft pass. With velocities below 2^30 and gaps below 2^28 (64 units) the biased velocity is
 * below 2^31, so the sum of three products below is under 2^63. bias_mass is bias_rate times
 * mass_scale in Q8.24. False: out of range, nothing done. */
PAWLI_INLINE bool pawli_solve_hinge(pawli_joint_row *row, pawli_solver_body *a,
                                    pawli_solver_body *b, const pawli_joint_time *time,
                                    uint32_t *faults) {
    pawli_velocities v = pawli_velocity_load(a, b, false);
    const int64_t vx = pawli_hinge_speed_x(row, &v), vy = pawli_hinge_speed_y(row, &v);
    const int64_t gap_x =
        (int64_t)row->gap_x + b->move_x - a->move_x + row->lever_b.move_x - row->lever_a.move_x;
    const int64_t gap_y =
        (int64_t)row->gap_y + b->move_y - a->move_y + row->lever_b.move_y - row->lever_a.move_y;
    if (!pawli_both_within(vx, vy, INT64_C(1) << 30)) return false;
    if (!pawli_both_within(gap_x, gap_y, INT64_C(1) << 28)) return false;
    const int64_t scale = time->rigid.mass_scale, keep = time->rigid.impulse_scale;
    const int64_t bias = time->bias_mass;
    const int64_t x = pawli_round_half_up(vx * scale + gap_x * bias, 30);
    const int64_t y = pawli_round_half_up(vy * scale + gap_y * bias, 30);
    pawli_accumulate_hinge(row, &v, row->mass_xx * x + row->mass_xy * y + keep * row->impulses[0],
                           row->mass_xy * x + row->mass_yy * y + keep * row->impulses[1], faults);
    pawli_velocity_store(&v, a, b);
    return true;
}

/* The relax pass: velocities alone. */
PAWLI_INLINE bool pawli_relax_hinge(pawli_joint_row *row, pawli_solver_body *a,
                                    pawli_solver_body *b, uint32_t *faults) {
    pawli_velocities v = pawli_velocity_load(a, b, false);
    const int64_t vx = pawli_hinge_speed_x(row, &v), vy = pawli_hinge_speed_y(row, &v);
    if (!pawli_both_within(vx, vy, INT64_C(1) << 30)) return false;
    pawli_accumulate_hinge(row, &v, row->mass_xx * vx + row->mass_xy * vy,
                           row->mass_xy * vx + row->mass_yy * vy, faults);
    pawli_velocity_store(&v, a, b);
    return true;
}

#endif
