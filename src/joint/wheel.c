/* wheel.c - B slides along the x axis of frame A, which is the suspension, and turns freely or by
 * a motor. The translation may have limits and a spring.
 *
 * Impulses: [0] across the axis; along it [1] spring, [3] lower and [4] upper limit; [2] of the
 * motor, turning. The row across comes last, so that it is met best. */
#include "joint/axis.h"

enum {
    ACROSS = 0,
    SPRING = 1,
    MOTOR = 2,
    LOWER = 3,
    UPPER = 4
};

static void prepare(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_axis_prepare_slide(setup, row);
    pawli_axis_prepare_rows(setup, row);
    if (!(row->flags & PAWLI_JOINT_MOTOR)) return;
    pawli_angle_prepare(setup, row);
    row->motor.speed = pawli_angle_speed(setup, setup->joint->motor_speed);
    row->motor.most = pawli_angle_max_torque(setup, setup->joint->motor_max);
}

static void warm_start(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    const int64_t along = (int64_t)impulses[SPRING] + impulses[LOWER] - impulses[UPPER];
    pawli_apply_slide(row, pass, pawli_narrow_symmetric(along, &pass->faults), impulses[ACROSS],
                      impulses[MOTOR]);
}

static void follow(pawli_joint_row *row, pawli_joint_pass *pass) {
    pawli_axis_aim_slide(row, pawli_gap_now(row, pass), &pass->faults);
    row->along.mass = pawli_update_axis_mass(row->along.mass, pawli_axis_matrix(row, &row->along));
    row->side.mass = pawli_update_axis_mass(row->side.mass, pawli_axis_matrix(row, &row->side));
}

static void solve(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) follow(row, pass);
    if (row->flags & PAWLI_JOINT_MOTOR) {
        const int32_t rate = pawli_turn_rate(row, pass);
        pawli_apply_angular(row, pass,
                            pawli_motor_impulse(&row->motor, PAWL_UNIT, rate, &row->impulses[MOTOR],
                                                &pass->faults));
    }
    pawli_axis_solve_spring(row, pass, &row->impulses[SPRING]);
    pawli_axis_solve_limit(row, pass, &row->impulses[LOWER]);
    pawli_solve_axis(row, &row->side, pass, pass->softness, row->side.place,
                     &row->impulses[ACROSS]);
}

static pawli_reaction reaction(const pawli_joint *joint, const pawli_body *a, const pawli_body *b) {
    (void)b;
    const int32_t *impulses = joint->impulses;
    const int64_t along =
        pawl_saturate((int64_t)impulses[SPRING] + impulses[LOWER] - impulses[UPPER]);
    pawli_reaction out;
    out.linear = pawli_axis_in_frame(a, joint->frame_a, along, impulses[ACROSS]);
    out.turning = impulses[MOTOR];
    return out;
}

const pawli_joint_methods pawli_wheel = {prepare, warm_start, solve, reaction};
