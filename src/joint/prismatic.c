/* prismatic.c - B slides along the x axis of frame A without turning against A. The translation
 * may have limits, a motor and a spring.
 *
 * With d = anchor B - anchor A, n the axis and t = n turned left, both turning with A:
 *     C1 = t . d,                  J1 = (-t, -((rA + d) x t), t, rB x t),
 *     C2 = angle B - angle A,      J2 = (0, -1, 0, 1),
 *     C3 = n . d - limit,          J3 = (-n, -(rA x n), n, rB x n) as t . d is held at 0,
 * Cdot = J (vA, wA, vB, wB) and K = J M^-1 J^T of each. C3 serves limits, motor and spring
 * (axis.c).
 *
 * The row across the axis and that of the angle are solved together. With v and w their
 * velocities, K12 what a turning impulse does to v, K21 what an impulse across does to w,
 *     across = -(v - K12 w) / (K11 - K12 K21),   turning = -w - K21 across,
 * as a turning impulse of 1 changes w by 1. The divisor is 1 + span^2 (axis.c).
 *
 * Impulses: [0] across, [1] of the angle; along the axis [2] spring, [3] motor, [4] lower and [5]
 * upper limit. The rigid rows come last, so that they are met best. */
#include "joint/axis.h"

enum {
    PRISMATIC_ACROSS = 0,
    PRISMATIC_ANGLE = 1,
    PRISMATIC_SPRING = 2,
    PRISMATIC_MOTOR = 3,
    PRISMATIC_LOWER = 4,
    PRISMATIC_UPPER = 5
};

/* The divisor above, Q20. The distance of the centers along the axis is that now. */
static int64_t across_matrix(const pawli_joint_row *row, int64_t x, int64_t y, uint32_t *faults) {
    const int32_t distance = pawli_axis_place(row->along.direction, x, y, faults);
    const int64_t span = pawli_as_lever(row->per_span, distance, faults);
    return PAWLI_LEVER_ONE + pawli_near(span * span, 20);
}

static void prepare_prismatic(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_axis_prepare_slide(setup, row);
    row->side.mass =
        pawli_axis_mass(across_matrix(row, row->second_x, row->second_y, setup->faults));
    pawli_angle_prepare(setup, row);
    row->angle_gap = pawli_angle_gap(setup, 0);
    pawli_axis_prepare_rows(setup, row);
}

static void warm_start_prismatic(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    const int64_t limits = (int64_t)impulses[PRISMATIC_LOWER] - impulses[PRISMATIC_UPPER];
    pawli_apply_slide(row, pass, pawli_narrow_symmetric(limits, &pass->faults),
                      impulses[PRISMATIC_ACROSS], impulses[PRISMATIC_ANGLE]);
    const int64_t drives = (int64_t)impulses[PRISMATIC_SPRING] + impulses[PRISMATIC_MOTOR];
    if (drives != 0) pawli_axis_drive(row, pass, drives * 65536);
}

static void update_prismatic(pawli_joint_row *row, pawli_joint_pass *pass) {
    uint32_t *faults = &pass->faults;
    pawli_axis_aim_slide(row, pawli_gap_now(row, pass), faults);
    row->along.mass = pawli_update_axis_mass(row->along.mass, pawli_axis_matrix(row, &row->along));
    const int64_t x = (int64_t)row->second_x + pass->b->move_x - pass->a->move_x;
    const int64_t y = (int64_t)row->second_y + pass->b->move_y - pass->a->move_y;
    row->side.mass = pawli_update_axis_mass(
        row->side.mass, across_matrix(row, pawli_narrow_symmetric(x, faults),
                                      pawli_narrow_symmetric(y, faults), faults));
}

/* What a turning impulse does to the velocity across. */
static int32_t across_of_turn(const pawli_joint_row *row, int32_t turn, uint32_t *faults) {
    const pawli_turning *t = &row->turning;
    const int64_t a = pawli_narrow_symmetric(pawli_near((int64_t)t->gain_a * turn, 20), faults);
    const int64_t b = pawli_narrow_symmetric(pawli_near((int64_t)t->gain_b * turn, 20), faults);
    return pawli_narrow_symmetric(pawli_near(row->side.lever_a * a + row->side.lever_b * b, 20),
                                  faults);
}

/* What an impulse across does to the rate of the angle. */
static int32_t turn_of_across(const pawli_joint_row *row, int32_t impulse, uint32_t *faults) {
    const pawli_turning *t = &row->turning;
    const int64_t a =
        pawli_narrow_symmetric(pawli_near((int64_t)row->side.lever_a * impulse, 20), faults);
    const int64_t b =
        pawli_narrow_symmetric(pawli_near((int64_t)row->side.lever_b * impulse, 20), faults);
    const int64_t rate = t->ratio_a * pawli_near(row->alpha_a * a, 30) +
                         t->ratio_b * pawli_near(row->alpha_b * b, 30);
    return pawli_narrow_symmetric(pawli_near(rate, 20), faults);
}

static void solve_slide(pawli_joint_row *row, pawli_joint_pass *pass) {
    const pawli_softness *softness = pass->softness;
    uint32_t *faults = &pass->faults;
    int32_t v = pawli_axis_velocity(&row->side, pass);
    int32_t w = pawli_turn_rate(row, pass);
    if (softness != NULL) {
        v = pawli_biased(v, row->side.place, softness, faults);
        w = pawli_biased(w, row->angle_gap + pawli_turn_move(row, pass), softness, faults);
    }
    const int32_t error =
        pawli_narrow_symmetric((int64_t)v - across_of_turn(row, w, faults), faults);
    const int32_t across = -pawli_near32((int64_t)row->side.mass * error, 30);
    const int32_t turn =
        pawli_narrow_symmetric(-(int64_t)w - turn_of_across(row, across, faults), faults);
    const int32_t add_across =
        pawli_add_soft(&row->impulses[PRISMATIC_ACROSS], across, softness, faults);
    const int32_t add_turn =
        pawli_add_soft(&row->impulses[PRISMATIC_ANGLE], turn, softness, faults);
    pawli_apply_slide(row, pass, 0, add_across, add_turn);
}

static void solve_prismatic(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) update_prismatic(row, pass);
    pawli_axis_solve_spring(row, pass, &row->impulses[PRISMATIC_SPRING]);
    pawli_axis_solve_motor(row, pass, &row->impulses[PRISMATIC_MOTOR]);
    pawli_axis_solve_limit(row, pass, &row->impulses[PRISMATIC_LOWER]);
    solve_slide(row, pass);
}

static pawli_reaction reaction_of_prismatic(const pawl_world *world, const pawli_joint *joint,
                                            const pawli_body *a, const pawli_body *b) {
    (void)world;
    (void)b;
    const int32_t *impulses = joint->impulses;
    const int64_t along =
        pawl_saturate((int64_t)impulses[PRISMATIC_SPRING] + impulses[PRISMATIC_MOTOR] +
                      impulses[PRISMATIC_LOWER] - impulses[PRISMATIC_UPPER]);
    pawli_reaction out;
    out.linear = pawli_axis_in_frame(a, joint->frame_a, along, impulses[PRISMATIC_ACROSS]);
    out.turning = impulses[PRISMATIC_ANGLE];
    return out;
}

const pawli_joint_methods pawli_prismatic = {prepare_prismatic, warm_start_prismatic,
                                             solve_prismatic, reaction_of_prismatic};
