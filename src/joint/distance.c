/* distance.c - the anchors keep a distance: a rod, or with `limit`, `spring` or `motor` a rope, a
 * bumper, a spring or a piston. The direction from A to B is found anew after every movement.
 * While the anchors are in one place it is the x axis of frame A.
 *
 * Impulses along it: [0] rod, [1] spring, [2] motor, [3] lower and [4] upper limit. */
#include "joint/axis.h"

enum {
    ROD = 0,
    SPRING = 1,
    MOTOR = 2,
    LOWER = 3,
    UPPER = 4
};

#define FREE (PAWLI_JOINT_LIMIT | PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING)

static void aim(pawli_joint_row *row, pawli_gap gap, uint32_t *faults) {
    pawli_axis *axis = &row->along;
    axis->direction = pawli_axis_direction(gap.x, gap.y);
    if (gap.x == 0 && gap.y == 0) axis->direction = row->first_axis;
    axis->place = pawli_axis_place(axis->direction, gap.x, gap.y, faults);
    axis->cross_a = pawli_lever_cross(&row->lever_a, axis->direction);
    axis->cross_b = pawli_lever_cross(&row->lever_b, axis->direction);
}

static void prepare(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_joint_prepare_levers(setup, row);
    row->first_axis = pawli_joint_prepare_frame_axis(setup->a, setup->joint->frame_a);
    const pawli_gap gap = {row->gap_x, row->gap_y};
    aim(row, gap, setup->faults);
    row->along.mass = pawli_axis_mass(pawli_axis_matrix(row, &row->along));
    pawli_axis_prepare_rows(setup, row);
    row->length_gap = pawl_saturate(row->along.place - (int64_t)setup->joint->target * 64);
}

static void warm_start(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    const int64_t sum = (int64_t)impulses[ROD] + impulses[SPRING] + impulses[MOTOR] +
                        impulses[LOWER] - impulses[UPPER];
    pawli_apply_along(row, &row->along, pass, pawli_narrow_symmetric(sum, &pass->faults));
}

static void solve(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) {
        aim(row, pawli_gap_now(row, pass), &pass->faults);
        row->along.mass =
            pawli_update_axis_mass(row->along.mass, pawli_axis_matrix(row, &row->along));
    }
    if (row->flags & FREE) {
        pawli_axis_solve_spring(row, pass, &row->impulses[SPRING]);
        pawli_axis_solve_motor(row, pass, &row->impulses[MOTOR]);
        pawli_axis_solve_limit(row, pass, &row->impulses[LOWER]);
        return;
    }
    const int64_t gap = (int64_t)row->length_gap + row->along.place - row->first_place;
    pawli_solve_axis(row, &row->along, pass, pass->softness, gap, &row->impulses[ROD]);
}

static pawli_reaction reaction(const pawli_joint *joint, const pawli_body *a, const pawli_body *b) {
    const int32_t *impulses = joint->impulses;
    const pawli_gap gap = pawli_joint_prepare_anchor_gap(joint, a, b);
    pawl_rot n = pawli_axis_direction(gap.x, gap.y);
    if (gap.x == 0 && gap.y == 0) n = pawli_joint_prepare_frame_axis(a, joint->frame_a);
    const int64_t sum = pawl_saturate((int64_t)impulses[ROD] + impulses[SPRING] + impulses[MOTOR] +
                                      impulses[LOWER] - impulses[UPPER]);
    pawli_reaction out;
    out.linear.x = pawl_saturate(pawli_near(n.c * sum, 30));
    out.linear.y = pawl_saturate(pawli_near(n.s * sum, 30));
    out.turning = 0;
    return out;
}

const pawli_joint_methods pawli_distance = {prepare, warm_start, solve, reaction};
