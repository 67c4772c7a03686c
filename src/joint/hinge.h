/* hinge.h - internal: the sub-step of a revolute joint without limit, motor or spring, which is
 * what chains, bridges, cloths and most ragdolls are made of. The same arithmetic as joint_row.h
 * with fewer roundings and one range test for several numbers; what fails the test is solved by
 * joint_row.h.
 *
 * A joint is a hinge while its levers are below 64 and its arms below 128 units. It has a row of
 * its own with no more than what is needed: two cache lines. */
#ifndef PAWLI_HINGE_H
#define PAWLI_HINGE_H

#include "joint/joint.h"

#define PAWLI_HINGE_LEVER (INT32_C(64) << 20)
#define PAWLI_HINGE_ARM PAWL_FX(128, 0, 1)

/* Up to the mass as in pawli_joint_row. */
typedef struct pawli_hinge_row {
    uint16_t a, b, joint, next;
    int32_t alpha_a, alpha_b;
    pawli_lever lever_a, lever_b; /* the movement of both is in lever_b: pawli_turn_hinge */
    int32_t gap_x, gap_y;
    pawli_point_mass mass;
    int32_t arm_gap_x, arm_gap_y; /* arm B minus arm A at the start of the step, Q10.22 */
    int32_t impulse_x, impulse_y;
} pawli_hinge_row;

/* Whether a joint may be a hinge: as stiff as all of them, too. */
PAWLI_INLINE bool pawli_joint_is_hinge(const pawli_joint *joint) {
    const unsigned turns =
        PAWLI_JOINT_LIMIT | PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING | PAWLI_JOINT_TUNED;
    return joint->type == PAWL_JOINT_REVOLUTE && !(joint->flags & turns);
}

/* hinge.c: prepare a row that has its bodies and alphas. False: too far away or too long in this
 * step. Faults are those that the preparation of a general row reports again. */
bool pawli_hinge_prepare(const pawli_joint_setup *setup, pawli_hinge_row *row);
/* The same as a row for the general kernels, and what they have changed of it. */
PAWLI_RARE void pawli_hinge_widen(const pawli_hinge_row *hinge, const pawli_joint *joint,
                                  pawli_joint_row *row);
PAWLI_RARE void pawli_hinge_take(const pawli_joint_row *row, pawli_hinge_row *hinge);
/* The inverse by a division. */
PAWLI_RARE void pawli_hinge_invert(pawli_hinge_row *hinge);

/* Whether a value lies within -limit .. limit - 1, for powers of two, many at a time:
 * the union of their distances from -limit stays below 2 limit. */
PAWLI_INLINE bool pawli_both_within(int64_t x, int64_t y, int64_t limit) {
    return (((uint64_t)(x + limit) | (uint64_t)(y + limit)) & ~(2 * (uint64_t)limit - 1)) == 0;
}

PAWLI_INLINE void pawli_turn_hinge_lever(pawli_lever *lever, pawl_rot turned) {
    const int64_t c = turned.c, s = turned.s;
    const int64_t x = lever->first_x, y = lever->first_y;
    lever->x = (int32_t)pawli_round_half_up(x * c - y * s, 30);
    lever->y = (int32_t)pawli_round_half_up(x * s + y * c, 30);
}

/* The inverse of K' after the levers have turned. They keep their lengths, so the mean m of the two
 * diagonal entries of K' stays what it was, and
 *     K' = (m - d, -e; -e, m + d),   d = sum alpha (x^2 - y^2) / 2,   e = sum alpha x y,
 *     det = m^2 - d^2 - e^2,         K'^-1 = (m + d, e; e, m - d) / det.
 * The reciprocal of det follows as in pawli_update_point_mass.
 * Widths: alpha (x^2 + y^2) is below 2^10, in Q50 below 2^60. */
PAWLI_INLINE void pawli_update_hinge_mass(pawli_hinge_row *row) {
    const int64_t ax = row->lever_a.x, ay = row->lever_a.y;
    const int64_t bx = row->lever_b.x, by = row->lever_b.y;
    const int64_t d =
        pawli_round_half_up(row->alpha_a * pawli_round_half_up((ax - ay) * (ax + ay), 20) +
                                row->alpha_b * pawli_round_half_up((bx - by) * (bx + by), 20),
                            31);
    const int64_t e = pawli_round_half_up(row->alpha_a * pawli_round_half_up(ax * ay, 20) +
                                              row->alpha_b * pawli_round_half_up(bx * by, 20),
                                          30);
    const int64_t mean = row->mass.mean;
    const int shift = 20 + (int)row->mass.det_shift;
    const int64_t det = pawli_round_half_up(mean * mean - d * d - e * e, shift);
    const int64_t product = pawli_round_half_up(det * row->mass.per_det, 20);
    if (!pawli_both_within(product - PAWL_UNIT, 0, PAWL_UNIT / 2)) {
        pawli_hinge_invert(row);
        return;
    }
    const int64_t per_det =
        pawli_round_half_up(row->mass.per_det * (2 * (int64_t)PAWL_UNIT - product), 30);
    row->mass.per_det = (int32_t)per_det;
    const int64_t middle = mean * per_det, half = INT64_C(1) << (shift - 1);
    row->mass.xx = (int32_t)pawli_floor(middle + d * per_det + half, shift);
    row->mass.xy = (int32_t)pawli_floor(e * per_det + half, shift);
    row->mass.yy = (int32_t)pawli_floor(middle - d * per_det + half, shift);
}

/* The movement of both anchors by turning goes to lever B: what a row asks for is the difference.
 * It is that of the turned arms less that of the first ones, all in Q10.22. */
PAWLI_INLINE void pawli_turn_hinge(pawli_hinge_row *row, pawl_rot turned_a, pawl_rot turned_b) {
    pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    pawli_turn_hinge_lever(a, turned_a);
    pawli_turn_hinge_lever(b, turned_b);
    const int64_t x = (int64_t)b->arm.x * turned_b.c - (int64_t)b->arm.y * turned_b.s -
                      (int64_t)a->arm.x * turned_a.c + (int64_t)a->arm.y * turned_a.s;
    const int64_t y = (int64_t)b->arm.x * turned_b.s + (int64_t)b->arm.y * turned_b.c -
                      (int64_t)a->arm.x * turned_a.s - (int64_t)a->arm.y * turned_a.c;
    b->move_x = (int32_t)(pawli_round_half_up(x, 24) - row->arm_gap_x);
    b->move_y = (int32_t)(pawli_round_half_up(y, 24) - row->arm_gap_y);
    pawli_update_hinge_mass(row);
}

/* The velocities of two bodies after an impulse. */
typedef struct pawli_hinge_velocities {
    int64_t ax, ay, a_spin, bx, by, b_spin;
} pawli_hinge_velocities;

/* hinge.c: store them within the speed limit. */
PAWLI_RARE void pawli_hinge_limit(const pawli_hinge_velocities *v, pawli_solver_body *a,
                                  pawli_solver_body *b, uint32_t *faults);

/* Within the speed limit in the usual case: one test for all, as in pawli_velocity_set. */
PAWLI_INLINE void pawli_store_hinge(const pawli_hinge_velocities *v, pawli_solver_body *a,
                                    pawli_solver_body *b, uint32_t *faults) {
#if !PAWLI_ONE_COPY
    const int64_t limit = PAWL_SPEED_MAX;
    const uint64_t all = (uint64_t)(v->ax + limit) | (uint64_t)(v->ay + limit) |
                         (uint64_t)(v->a_spin + limit) | (uint64_t)(v->bx + limit) |
                         (uint64_t)(v->by + limit) | (uint64_t)(v->b_spin + limit);
    if (all < 2 * (uint64_t)limit) {
        a->velocity = pawl_vec2_make((int32_t)v->ax, (int32_t)v->ay);
        a->spin = (int32_t)v->a_spin;
        b->velocity = pawl_vec2_make((int32_t)v->bx, (int32_t)v->by);
        b->spin = (int32_t)v->b_spin;
        return;
    }
#endif
    pawli_hinge_limit(v, a, b, faults);
}

/* Impulse x, y on B at its anchor, and back on A. The spins change by the moments of the velocity
 * changes that were really made: levers are below 2^26 raw, those changes below 2^32. What a spin
 * has below one raw unit is kept: rounded away, it would make a pendulum gain or lose energy. */
PAWLI_INLINE void pawli_apply_hinge(const pawli_hinge_row *row, const pawli_velocities *v,
                                    pawli_solver_body *a, pawli_solver_body *b, int64_t x,
                                    int64_t y, uint32_t *faults) {
    const pawli_lever *lever_a = &row->lever_a, *lever_b = &row->lever_b;
    const int64_t ax = pawli_round_half_up(row->alpha_a * x, 30), bx = x - ax;
    const int64_t ay = pawli_round_half_up(row->alpha_a * y, 30), by = y - ay;
    const int64_t a_spin = v->a_spin * INT64_C(65536) + a->spin_frac -
                           pawli_round_half_up(lever_a->x * ay - lever_a->y * ax, 4);
    const int64_t b_spin = v->b_spin * INT64_C(65536) + b->spin_frac +
                           pawli_round_half_up(lever_b->x * by - lever_b->y * bx, 4);
    const pawli_hinge_velocities next = {v->ax - ax, v->ay - ay, pawli_round_half_up(a_spin, 16),
                                         v->bx + bx, v->by + by, pawli_round_half_up(b_spin, 16)};
    pawli_store_hinge(&next, a, b, faults);
    a->spin_frac = (int16_t)a_spin;
    b->spin_frac = (int16_t)b_spin;
}

PAWLI_INLINE void pawli_warm_start_hinge(const pawli_hinge_row *row, pawli_solver_body *a,
                                         pawli_solver_body *b, uint32_t *faults) {
    const pawli_velocities v = pawli_velocity_load(a, b, false);
    pawli_apply_hinge(row, &v, a, b, row->impulse_x, row->impulse_y, faults);
}

/* hinge.c: pawli_narrow_symmetric. */
PAWLI_RARE int32_t pawli_hinge_narrow(int64_t value, uint32_t *faults);

/* Add a change of impulse (unrounded, Q46) and apply it. */
PAWLI_INLINE void pawli_accumulate_hinge(pawli_hinge_row *row, const pawli_velocities *v,
                                         pawli_solver_body *a, pawli_solver_body *b, int64_t x,
                                         int64_t y, uint32_t *faults) {
    const int32_t before_x = row->impulse_x, before_y = row->impulse_y;
    int64_t sum_x = before_x - pawli_round_half_up(x, 30);
    int64_t sum_y = before_y - pawli_round_half_up(y, 30);
    if (!pawli_both_within(sum_x, sum_y, INT64_C(1) << 30)) {
        sum_x = pawli_hinge_narrow(sum_x, faults);
        sum_y = pawli_hinge_narrow(sum_y, faults);
    }
    row->impulse_x = (int32_t)sum_x;
    row->impulse_y = (int32_t)sum_y;
    pawli_apply_hinge(row, v, a, b, sum_x - before_x, sum_y - before_y, faults);
}

/* Velocity of anchor B minus that of anchor A. */
PAWLI_INLINE int64_t pawli_hinge_speed_x(const pawli_hinge_row *row, const pawli_velocities *v) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t turn = (int64_t)a->y * v->a_spin - (int64_t)b->y * v->b_spin;
    return (int64_t)v->bx - v->ax + pawli_round_half_up(turn, 20);
}

PAWLI_INLINE int64_t pawli_hinge_speed_y(const pawli_hinge_row *row, const pawli_velocities *v) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t turn = (int64_t)b->x * v->b_spin - (int64_t)a->x * v->a_spin;
    return (int64_t)v->by - v->ay + pawli_round_half_up(turn, 20);
}

/* The soft pass. With velocities below 2^30 and gaps below 2^28 (64 units) the biased velocity is
 * below 2^31, so the sum of three products below is under 2^63. bias_mass is bias_rate times
 * mass_scale in Q8.24. False: out of range, nothing done. */
PAWLI_INLINE bool pawli_solve_hinge(pawli_hinge_row *row, pawli_solver_body *a,
                                    pawli_solver_body *b, const pawli_joint_time *time,
                                    uint32_t *faults) {
    const pawli_velocities v = pawli_velocity_load(a, b, false);
    const int64_t vx = pawli_hinge_speed_x(row, &v), vy = pawli_hinge_speed_y(row, &v);
    const int64_t gap_x = (int64_t)row->gap_x + b->move_x - a->move_x + row->lever_b.move_x;
    const int64_t gap_y = (int64_t)row->gap_y + b->move_y - a->move_y + row->lever_b.move_y;
    if (!pawli_both_within(vx, vy, INT64_C(1) << 30)) return false;
    if (!pawli_both_within(gap_x, gap_y, INT64_C(1) << 28)) return false;
    const int64_t scale = time->rigid.mass_scale, keep = time->rigid.impulse_scale;
    const int64_t bias = time->bias_mass;
    const int64_t x = pawli_round_half_up(vx * scale + gap_x * bias, 30);
    const int64_t y = pawli_round_half_up(vy * scale + gap_y * bias, 30);
    pawli_accumulate_hinge(row, &v, a, b,
                           row->mass.xx * x + row->mass.xy * y + keep * row->impulse_x,
                           row->mass.xy * x + row->mass.yy * y + keep * row->impulse_y, faults);
    return true;
}

/* The relax pass: velocities alone. */
PAWLI_INLINE bool pawli_relax_hinge(pawli_hinge_row *row, pawli_solver_body *a,
                                    pawli_solver_body *b, uint32_t *faults) {
    const pawli_velocities v = pawli_velocity_load(a, b, false);
    const int64_t vx = pawli_hinge_speed_x(row, &v), vy = pawli_hinge_speed_y(row, &v);
    if (!pawli_both_within(vx, vy, INT64_C(1) << 30)) return false;
    pawli_accumulate_hinge(row, &v, a, b, row->mass.xx * vx + row->mass.xy * vy,
                           row->mass.xy * vx + row->mass.yy * vy, faults);
    return true;
}

#endif
