/* motor.c - B follows A: `motor` holds the velocities of frame B against frame A, `spring` pulls
 * frame B into frame A. With force limits the first is friction between the bodies (velocity 0),
 * the second a mouse (A static, its frame set to the pointer).
 *
 * With d = anchor B - anchor A, for the spring
 *     C1 = d,                    C2 = angle B - angle A,
 * and for the velocities, v0 and w0 being those asked for and R the rotation of frame A,
 *     Cdot1 = vB + wB x rB - vA - wA x rA - R v0,    Cdot2 = wB - wA - w0;
 * K is that of revolute.c and of angle.c.
 *
 * A force is limited by its length, in any direction alike; that length needs no root where it is
 * within the limit, and none but pawli_axis_direction where it is not.
 *
 * Impulses: [0], [1] spring, [2] its angle; [3], [4] velocity, [5] its angle; world axes. */
#include "joint/axis.h"

enum {
    MOTOR_SPRING = 0,
    MOTOR_SPRING_ANGLE = 2,
    MOTOR_VELOCITY = 3,
    MOTOR_VELOCITY_ANGLE = 5
};

static void prepare_motor(pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    pawli_joint_prepare_levers(setup, row);
    pawli_joint_prepare_point(row);
    pawli_angle_prepare(setup, row);
    if (row->flags & PAWLI_JOINT_SPRING) {
        row->spring.softness =
            pawli_softness_of_joint(joint->hertz, joint->damping_ratio, setup->time->substep);
        row->spring.max_impulse = pawli_joint_prepare_max_force(setup, joint->spring_force_max);
        row->bend.softness = pawli_softness_of_joint(
            joint->angular_hertz, joint->angular_damping_ratio, setup->time->substep);
        row->bend.gap = pawli_angle_gap(setup, 0);
        row->bend.max_impulse = pawli_angle_max_torque(setup, joint->spring_torque_max);
    }
    if (row->flags & PAWLI_JOINT_MOTOR) {
        row->first_axis = pawli_joint_prepare_frame_axis(setup->a, joint->frame_a);
        row->slide = joint->place;
        row->motor.max_impulse = pawli_joint_prepare_max_force(setup, joint->force_max);
        row->twist.speed = pawli_angle_speed(setup, joint->motor_speed);
        row->twist.max_impulse = pawli_angle_max_torque(setup, joint->motor_max);
    }
}

static void warm_start_motor(const pawli_joint_row *row, pawli_joint_pass *pass) {
    uint32_t *faults = &pass->faults;
    const int32_t *impulses = row->impulses;
    pawli_apply_linear_and_angular(
        row, pass,
        pawli_narrow_symmetric((int64_t)impulses[MOTOR_SPRING] + impulses[MOTOR_VELOCITY], faults),
        pawli_narrow_symmetric((int64_t)impulses[MOTOR_SPRING + 1] + impulses[MOTOR_VELOCITY + 1],
                               faults),
        pawli_narrow_symmetric(
            (int64_t)impulses[MOTOR_SPRING_ANGLE] + impulses[MOTOR_VELOCITY_ANGLE], faults));
}

/* Make a velocity of the point vanish, with an impulse of at most `most` altogether. */
static void drive_motor_point(const pawli_joint_row *row, pawli_joint_pass *pass,
                              pawli_relative_velocity v, const pawli_softness *softness,
                              int32_t most, int32_t impulses[2]) {
    uint32_t *faults = &pass->faults;
    const int64_t x = (int64_t)row->mass_xx * v.x + (int64_t)row->mass_xy * v.y;
    const int64_t y = (int64_t)row->mass_xy * v.x + (int64_t)row->mass_yy * v.y;
    int32_t sum_x = impulses[0], sum_y = impulses[1];
    pawli_add_soft(&sum_x, pawli_narrow_symmetric(-pawli_near(x, 30), faults), softness, faults);
    pawli_add_soft(&sum_y, pawli_narrow_symmetric(-pawli_near(y, 30), faults), softness, faults);
    const int64_t squared = (int64_t)sum_x * sum_x + (int64_t)sum_y * sum_y;
    if (squared > (int64_t)most * most) {
        const pawl_rot n = pawli_axis_direction(sum_x, sum_y);
        sum_x = pawli_near32((int64_t)n.c * most, 30);
        sum_y = pawli_near32((int64_t)n.s * most, 30);
    }
    const int32_t add_x = pawli_narrow_symmetric((int64_t)sum_x - impulses[0], faults);
    const int32_t add_y = pawli_narrow_symmetric((int64_t)sum_y - impulses[1], faults);
    impulses[0] = sum_x;
    impulses[1] = sum_y;
    pawli_apply_linear(row, pass, add_x, add_y);
}

static void solve_motor_spring(pawli_joint_row *row, pawli_joint_pass *pass) {
    uint32_t *faults = &pass->faults;
    const pawli_softness *softness = &row->spring.softness;
    const int32_t rate = pawli_turn_rate(row, pass);
    pawli_apply_angular(row, pass,
                        pawli_spring_impulse(&row->bend, PAWL_UNIT, rate,
                                             pawli_turn_move(row, pass),
                                             &row->impulses[MOTOR_SPRING_ANGLE], faults));
    pawli_relative_velocity v = pawli_anchor_velocity(row, pass);
    v.x = pawli_biased(v.x, pawli_gap_x(row, pass), softness, faults);
    v.y = pawli_biased(v.y, pawli_gap_y(row, pass), softness, faults);
    drive_motor_point(row, pass, v, softness, row->spring.max_impulse,
                      &row->impulses[MOTOR_SPRING]);
}

static void solve_motor_velocity(pawli_joint_row *row, pawli_joint_pass *pass) {
    uint32_t *faults = &pass->faults;
    const int32_t rate = pawli_turn_rate(row, pass);
    pawli_apply_angular(row, pass,
                        pawli_motor_impulse(&row->twist, PAWL_UNIT, rate,
                                            &row->impulses[MOTOR_VELOCITY_ANGLE], faults));
    const pawl_rot axis = pawli_axis_rotate(row->turned_a, row->first_axis);
    const int64_t along = row->slide.x, across = row->slide.y;
    pawli_relative_velocity v = pawli_anchor_velocity(row, pass);
    v.x = pawli_narrow_symmetric(v.x - pawli_near(axis.c * along - axis.s * across, 30), faults);
    v.y = pawli_narrow_symmetric(v.y - pawli_near(axis.s * along + axis.c * across, 30), faults);
    drive_motor_point(row, pass, v, NULL, row->motor.max_impulse, &row->impulses[MOTOR_VELOCITY]);
}

static void solve_motor(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) pawli_update_point_mass(row);
    if (row->flags & PAWLI_JOINT_SPRING) solve_motor_spring(row, pass);
    if (row->flags & PAWLI_JOINT_MOTOR) solve_motor_velocity(row, pass);
}

static pawli_reaction reaction_of_motor(const pawli_joint *joint, const pawli_body *a,
                                        const pawli_body *b) {
    (void)a;
    (void)b;
    const int32_t *impulses = joint->impulses;
    pawli_reaction out;
    out.linear.x = pawl_add(impulses[MOTOR_SPRING], impulses[MOTOR_VELOCITY]);
    out.linear.y = pawl_add(impulses[MOTOR_SPRING + 1], impulses[MOTOR_VELOCITY + 1]);
    out.turning = pawl_add(impulses[MOTOR_SPRING_ANGLE], impulses[MOTOR_VELOCITY_ANGLE]);
    return out;
}

const pawli_joint_methods pawli_motor = {prepare_motor, warm_start_motor, solve_motor,
                                         reaction_of_motor};
