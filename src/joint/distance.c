/* distance.c - the anchors keep a distance: a rod, or with `limit`, `spring` or `motor` a rope, a
 * bumper, a spring or a piston. The direction from A to B is found anew after every movement.
 * While the anchors are in one place it is the x axis of frame A.
 *
 * With d = anchor B - anchor A and n = d / |d|:
 *     C = |d| - target,   J = (-n, -(rA x n), n, rB x n),   Cdot = J (vA, wA, vB, wB),
 *     K = 1/mA + (rA x n)^2 / IA + 1/mB + (rB x n)^2 / IB.
 * Limits, motor and spring act along the same J (axis.c).
 *
 * Impulses along it: [0] rod, [1] spring, [2] motor, [3] lower and [4] upper limit. */
#include "joint/axis.h"

enum {
    DISTANCE_ROD = 0,
    DISTANCE_SPRING = 1,
    DISTANCE_MOTOR = 2,
    DISTANCE_LOWER = 3,
    DISTANCE_UPPER = 4
};

#define DISTANCE_IS_FREE (PAWLI_JOINT_LIMIT | PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING)

static void aim_distance(pawli_joint_row *row, pawli_gap gap, uint32_t *faults) {
    pawli_axis *axis = &row->along;
    axis->direction = pawli_axis_direction(gap.x, gap.y);
    if (gap.x == 0 && gap.y == 0) axis->direction = row->first_axis;
    axis->place = pawli_axis_place(axis->direction, gap.x, gap.y, faults);
    axis->lever_a = pawli_lever_cross(&row->lever_a, axis->direction);
    axis->lever_b = pawli_lever_cross(&row->lever_b, axis->direction);
}

static void prepare_distance(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_joint_prepare_levers(setup, row);
    row->first_axis = pawli_joint_prepare_frame_axis(setup->a, setup->joint->frame_a);
    const pawli_gap gap = {row->gap_x, row->gap_y};
    aim_distance(row, gap, setup->faults);
    row->along.mass = pawli_axis_mass(pawli_axis_matrix(row, &row->along));
    pawli_axis_prepare_rows(setup, row);
    row->length_gap = pawl_saturate(row->along.place - (int64_t)setup->joint->target * 64);
}

static void warm_start_distance(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    const int64_t rigid =
        (int64_t)impulses[DISTANCE_ROD] + impulses[DISTANCE_LOWER] - impulses[DISTANCE_UPPER];
    pawli_apply_along(row, &row->along, pass, pawli_narrow_symmetric(rigid, &pass->faults));
    const int64_t drives = (int64_t)impulses[DISTANCE_SPRING] + impulses[DISTANCE_MOTOR];
    if (drives != 0) pawli_axis_drive(row, pass, drives * 65536);
}

static void solve_distance(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) {
        aim_distance(row, pawli_gap_now(row, pass), &pass->faults);
        row->along.mass =
            pawli_update_axis_mass(row->along.mass, pawli_axis_matrix(row, &row->along));
    }
    if (row->flags & DISTANCE_IS_FREE) {
        pawli_axis_solve_spring(row, pass, &row->impulses[DISTANCE_SPRING]);
        pawli_axis_solve_motor(row, pass, &row->impulses[DISTANCE_MOTOR]);
        pawli_axis_solve_limit(row, pass, &row->impulses[DISTANCE_LOWER]);
        return;
    }
    const int64_t gap = (int64_t)row->length_gap + row->along.place - row->first_place;
    pawli_solve_axis(row, &row->along, pass, pass->softness, gap, &row->impulses[DISTANCE_ROD]);
}

static pawli_reaction reaction_of_distance(const pawli_joint *joint, const pawli_body *a,
                                           const pawli_body *b) {
    const int32_t *impulses = joint->impulses;
    const pawli_gap gap = pawli_joint_prepare_anchor_gap(joint, a, b);
    pawl_rot n = pawli_axis_direction(gap.x, gap.y);
    if (gap.x == 0 && gap.y == 0) n = pawli_joint_prepare_frame_axis(a, joint->frame_a);
    const int64_t sum = pawl_saturate((int64_t)impulses[DISTANCE_ROD] + impulses[DISTANCE_SPRING] +
                                      impulses[DISTANCE_MOTOR] + impulses[DISTANCE_LOWER] -
                                      impulses[DISTANCE_UPPER]);
    pawli_reaction out;
    out.linear.x = pawl_saturate(pawli_near(n.c * sum, 30));
    out.linear.y = pawl_saturate(pawli_near(n.s * sum, 30));
    out.turning = 0;
    return out;
}

const pawli_joint_methods pawli_distance = {prepare_distance, warm_start_distance, solve_distance,
                                            reaction_of_distance};
