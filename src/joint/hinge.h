/* hinge.h - internal: the sub-step of a revolute joint without limit, motor or spring, which is
 * what chains, bridges, cloths and most ragdolls are made of. The same arithmetic as row.h with
 * fewer roundings and one range test for several numbers; what fails the test takes the way of
 * row.h.
 *
 * A row is a hinge while its levers are below 64 and its arms below 128 units. */
#ifndef PAWLI_HINGE_H
#define PAWLI_HINGE_H

#include "joint/row.h"

#define PAWLI_HINGE_LEVER (INT32_C(64) << 20)
#define PAWLI_HINGE_ARM PAWL_FX(128, 0, 1)

/* Half up, not half away from zero: levers are places, not rates. */
PAWLI_INLINE int32_t pawli_turned_part(int64_t sum, int shift) {
    return (int32_t)pawli_floor(sum + (INT64_C(1) << (shift - 1)), shift);
}

PAWLI_INLINE void pawli_turn_hinge_lever(pawli_lever *lever, pawl_rot turned, int64_t alpha) {
    const int64_t c = turned.c, s = turned.s, less = c - PAWL_UNIT;
    const int64_t first_x = lever->first_x, first_y = lever->first_y;
    const int64_t arm_x = lever->arm.x, arm_y = lever->arm.y;
    const int32_t x = pawli_turned_part(first_x * c - first_y * s, 30);
    const int32_t y = pawli_turned_part(first_x * s + first_y * c, 30);
    lever->x = x;
    lever->y = y;
    lever->share_x = pawli_turned_part(alpha * x, 30);
    lever->share_y = pawli_turned_part(alpha * y, 30);
    lever->move_x = pawli_turned_part(arm_x * less - arm_y * s, 24);
    lever->move_y = pawli_turned_part(arm_x * s + arm_y * less, 24);
}

PAWLI_INLINE void pawli_turn_hinge(pawli_joint_row *row, pawl_rot turned_a, pawl_rot turned_b) {
    pawli_turn_hinge_lever(&row->lever_a, turned_a, row->alpha_a);
    pawli_turn_hinge_lever(&row->lever_b, turned_b, row->alpha_b);
    pawli_follow_point(row);
}

/* Impulse x, y on B at its anchor, and back on A. Shares are below 2^26, impulses below 2^31. */
PAWLI_INLINE void pawli_push_hinge(const pawli_joint_row *row, pawli_duo *v, int64_t x, int64_t y,
                                   uint32_t *faults) {
    const int64_t alpha_a = row->alpha_a, alpha_b = row->alpha_b;
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    pawli_set_duo(v, v->ax - pawli_near(alpha_a * x, 30), v->ay - pawli_near(alpha_a * y, 30),
                  v->a_spin - pawli_near(a->share_x * y - a->share_y * x, 20),
                  v->bx + pawli_near(alpha_b * x, 30), v->by + pawli_near(alpha_b * y, 30),
                  v->b_spin + pawli_near(b->share_x * y - b->share_y * x, 20), faults);
}

PAWLI_INLINE void pawli_warm_start_hinge(const pawli_joint_row *row, pawli_solver_body *a,
                                         pawli_solver_body *b, uint32_t *faults) {
    pawli_duo v = pawli_load_duo(a, b);
    pawli_push_hinge(row, &v, row->impulses[0], row->impulses[1], faults);
    pawli_store_duo(&v, a, b);
}

/* Whether a value lies within -limit .. limit - 1, for powers of two, many at a time:
 * the union of their distances from -limit stays below 2 limit. */
PAWLI_INLINE bool pawli_pair_within(int64_t x, int64_t y, int64_t limit) {
    return (((uint64_t)(x + limit) | (uint64_t)(y + limit)) & ~(2 * (uint64_t)limit - 1)) == 0;
}

/* Add a change of impulse (unrounded, Q46) and apply it. */
PAWLI_INLINE void pawli_add_to_hinge(pawli_joint_row *row, pawli_duo *v, int64_t x, int64_t y,
                                     uint32_t *faults) {
    const int32_t sum_x = pawli_within(row->impulses[0] - pawli_near(x, 30), faults);
    const int32_t sum_y = pawli_within(row->impulses[1] - pawli_near(y, 30), faults);
    const int64_t add_x = (int64_t)sum_x - row->impulses[0];
    const int64_t add_y = (int64_t)sum_y - row->impulses[1];
    row->impulses[0] = sum_x;
    row->impulses[1] = sum_y;
    pawli_push_hinge(row, v, add_x, add_y, faults);
}

/* Velocity of anchor B minus that of anchor A. */
PAWLI_INLINE int64_t pawli_hinge_speed_x(const pawli_joint_row *row, const pawli_duo *v) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t turn = (int64_t)a->y * v->a_spin - (int64_t)b->y * v->b_spin;
    return (int64_t)v->bx - v->ax + pawli_near(turn, 20);
}

PAWLI_INLINE int64_t pawli_hinge_speed_y(const pawli_joint_row *row, const pawli_duo *v) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t turn = (int64_t)b->x * v->b_spin - (int64_t)a->x * v->a_spin;
    return (int64_t)v->by - v->ay + pawli_near(turn, 20);
}

/* The soft pass. With velocities below 2^30 and gaps below 2^28 (64 units) the biased velocity is
 * below 2^31, so the sum of three products below is under 2^63. bias_mass is bias_rate times
 * mass_scale in Q8.24. False: out of range, nothing done. */
PAWLI_INLINE bool pawli_solve_hinge(pawli_joint_row *row, pawli_solver_body *a,
                                    pawli_solver_body *b, const pawli_joint_time *time,
                                    uint32_t *faults) {
    pawli_duo v = pawli_load_duo(a, b);
    const int64_t vx = pawli_hinge_speed_x(row, &v), vy = pawli_hinge_speed_y(row, &v);
    const int64_t gap_x =
        (int64_t)row->gap_x + b->move_x - a->move_x + row->lever_b.move_x - row->lever_a.move_x;
    const int64_t gap_y =
        (int64_t)row->gap_y + b->move_y - a->move_y + row->lever_b.move_y - row->lever_a.move_y;
    if (!pawli_pair_within(vx, vy, INT64_C(1) << 30)) return false;
    if (!pawli_pair_within(gap_x, gap_y, INT64_C(1) << 28)) return false;
    const int64_t scale = time->rigid.mass_scale, keep = time->rigid.impulse_scale;
    const int64_t bias = time->bias_mass;
    const int64_t x = pawli_near(vx * scale + gap_x * bias, 30);
    const int64_t y = pawli_near(vy * scale + gap_y * bias, 30);
    pawli_add_to_hinge(row, &v, row->mass_xx * x + row->mass_xy * y + keep * row->impulses[0],
                       row->mass_xy * x + row->mass_yy * y + keep * row->impulses[1], faults);
    pawli_store_duo(&v, a, b);
    return true;
}

/* The relax pass: velocities alone. */
PAWLI_INLINE bool pawli_relax_hinge(pawli_joint_row *row, pawli_solver_body *a,
                                    pawli_solver_body *b, uint32_t *faults) {
    pawli_duo v = pawli_load_duo(a, b);
    const int64_t vx = pawli_hinge_speed_x(row, &v), vy = pawli_hinge_speed_y(row, &v);
    if (!pawli_pair_within(vx, vy, INT64_C(1) << 30)) return false;
    pawli_add_to_hinge(row, &v, row->mass_xx * vx + row->mass_xy * vy,
                       row->mass_xy * vx + row->mass_yy * vy, faults);
    pawli_store_duo(&v, a, b);
    return true;
}

#endif
