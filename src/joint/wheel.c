/* wheel.c - B slides along the x axis of frame A, which is the suspension, and turns freely or by
 * a motor. The translation may have limits and a spring.
 *
 * With d = anchor B - anchor A, n the axis and t = n turned left, both turning with A:
 *     C1 = t . d,             J1 = (-t, -((rA + d) x t), t, rB x t),
 *     C2 = n . d - limit,     J2 = (-n, -(rA x n), n, rB x n),
 * Cdot = J (vA, wA, vB, wB) and K = J M^-1 J^T of each. C2 serves limits and spring (axis.c); the
 * motor drives wB - wA (angle.c).
 *
 * Impulses: [0] across the axis; along it [1] spring, [3] lower and [4] upper limit; [2] of the
 * motor, turning. The row across comes last, so that it is met best. */
#include "joint/axis.h"

enum {
    WHEEL_ACROSS = 0,
    WHEEL_SPRING = 1,
    WHEEL_MOTOR = 2,
    WHEEL_LOWER = 3,
    WHEEL_UPPER = 4
};

static void prepare_wheel(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_axis_prepare_slide(setup, row);
    pawli_axis_prepare_rows(setup, row);
    if (!(row->flags & PAWLI_JOINT_MOTOR)) return;
    pawli_angle_prepare(setup, row);
    row->motor.speed = pawli_angle_speed(setup, setup->joint->motor_speed);
    pawli_drive_set_most(&row->motor, pawli_angle_max_torque(setup, setup->joint->motor_max));
}

static void warm_start_wheel(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    const int64_t limits = (int64_t)impulses[WHEEL_LOWER] - impulses[WHEEL_UPPER];
    pawli_apply_slide(row, pass, pawli_narrow_symmetric(limits, &pass->faults),
                      impulses[WHEEL_ACROSS], 0);
    if (impulses[WHEEL_SPRING] != 0)
        pawli_axis_drive(row, pass, impulses[WHEEL_SPRING] * INT64_C(65536));
    if (impulses[WHEEL_MOTOR] != 0)
        pawli_drive_turn(row, pass, impulses[WHEEL_MOTOR] * INT64_C(65536));
}

static void update_wheel(pawli_joint_row *row, pawli_joint_pass *pass) {
    pawli_axis_aim_slide(row, pawli_gap_now(row, pass), &pass->faults);
    row->along.mass = pawli_update_axis_mass(row->along.mass, pawli_axis_matrix(row, &row->along));
    row->side.mass = pawli_update_axis_mass(row->side.mass, pawli_axis_matrix(row, &row->side));
}

static void solve_wheel(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) update_wheel(row, pass);
    if (row->flags & PAWLI_JOINT_MOTOR) {
        const int32_t rate = pawli_turn_rate(row, pass);
        int32_t *impulse = &row->impulses[WHEEL_MOTOR];
        pawli_drive_turn(row, pass,
                         pawli_drive_motor(&row->motor, PAWL_UNIT, rate, impulse,
                                           pawli_drive_frac(row, impulse), &pass->faults));
    }
    pawli_axis_solve_spring(row, pass, &row->impulses[WHEEL_SPRING]);
    pawli_axis_solve_limit(row, pass, &row->impulses[WHEEL_LOWER]);
    pawli_solve_axis(row, &row->side, pass, pass->softness, row->side.place,
                     &row->impulses[WHEEL_ACROSS]);
}

static pawli_reaction reaction_of_wheel(const pawl_world *world, const pawli_joint *joint,
                                        const pawli_body *a, const pawli_body *b) {
    (void)world;
    (void)b;
    const int32_t *impulses = joint->impulses;
    const int64_t along = pawl_saturate((int64_t)impulses[WHEEL_SPRING] + impulses[WHEEL_LOWER] -
                                        impulses[WHEEL_UPPER]);
    pawli_reaction out;
    out.linear = pawli_axis_in_frame(a, joint->frame_a, along, impulses[WHEEL_ACROSS]);
    out.turning = impulses[WHEEL_MOTOR];
    return out;
}

const pawli_joint_methods pawli_wheel = {prepare_wheel, warm_start_wheel, solve_wheel,
                                         reaction_of_wheel};
