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
    pawli_joint_row_invert_point(row);
    pawli_angle_prepare(setup, row);
    if (row->flags & PAWLI_JOINT_SPRING) {
        row->spring.softness =
            pawli_softness_of_joint(joint->hertz, joint->damping_ratio, setup->time->substep);
        pawli_drive_set_most(&row->spring,
                             pawli_joint_prepare_max_force(setup, joint->spring_force_max));
        row->bend.softness = pawli_softness_of_joint(
            joint->angular_hertz, joint->angular_damping_ratio, setup->time->substep);
        row->bend.gap = pawli_angle_gap(setup, 0);
        pawli_drive_set_most(&row->bend, pawli_angle_max_torque(setup, joint->spring_torque_max));
    }
    if (row->flags & PAWLI_JOINT_MOTOR) {
        row->first_axis = pawli_joint_prepare_frame_axis(setup->a, joint->frame_a);
        row->slide = joint->place;
        pawli_drive_set_most(&row->motor, pawli_joint_prepare_max_force(setup, joint->force_max));
        row->twist.speed = pawli_angle_speed(setup, joint->motor_speed);
        pawli_drive_set_most(&row->twist, pawli_angle_max_torque(setup, joint->motor_max));
    }
}

static void warm_start_motor(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    const int64_t x = (int64_t)impulses[MOTOR_SPRING] + impulses[MOTOR_VELOCITY];
    const int64_t y = (int64_t)impulses[MOTOR_SPRING + 1] + impulses[MOTOR_VELOCITY + 1];
    const int64_t turn = (int64_t)impulses[MOTOR_SPRING_ANGLE] + impulses[MOTOR_VELOCITY_ANGLE];
    pawli_drive_push(row, pass, x * 65536, y * 65536);
    pawli_drive_turn(row, pass, turn * 65536);
}

/* The impulse that makes a velocity of the point vanish, 2^-32 units/s: `product` is a row of the
 * mass of the point times the velocity, Q46. */
static int64_t asked_of_point(int64_t product, const pawli_softness *softness, int32_t impulse,
                              int16_t frac, uint32_t *faults) {
    const int64_t now = impulse * INT64_C(65536) + frac;
    const int64_t needed = pawli_near(product, 14);
    if (softness == NULL) return now - needed;
    const int64_t whole = pawli_floor(needed, 16), below = needed - whole * 65536;
    return now +
           pawli_drive_soft(softness->mass_scale, pawli_narrow_symmetric(whole, faults),
                            softness->impulse_scale, impulse, frac, faults) -
           pawli_near(below * softness->mass_scale, 30);
}

/* A vector in the same direction that is no longer than a drive may be. What is below a quarter of
 * a unit/s is measured in full, all else in whole raw units: either way the squares fit. */
static void limit_drive(const pawli_drive *drive, int64_t *x, int64_t *y) {
    const int64_t most = pawli_drive_most(drive);
    const bool fine = pawli_drive_is_fine(2 * *x) && pawli_drive_is_fine(2 * *y);
    if (fine && most >= PAWLI_DRIVE_FINE) return;
    const int64_t short_x = fine ? *x : pawl_saturate(pawli_near(*x, 16));
    const int64_t short_y = fine ? *y : pawl_saturate(pawli_near(*y, 16));
    const int64_t limit = fine ? most : drive->max_impulse;
    if (short_x * short_x + short_y * short_y <= limit * limit) return;
    const pawl_rot n = pawli_axis_direction(short_x, short_y);
    *x = pawli_near((int64_t)n.c * drive->max_impulse, 14) +
         pawli_near((int64_t)n.c * drive->max_frac, 30);
    *y = pawli_near((int64_t)n.s * drive->max_impulse, 14) +
         pawli_near((int64_t)n.s * drive->max_frac, 30);
}

/* Make a velocity of the point vanish, with an impulse within the limit of the drive altogether. */
static void drive_motor_point(pawli_joint_row *row, pawli_joint_pass *pass,
                              pawli_relative_velocity v, const pawli_softness *softness,
                              const pawli_drive *drive, int32_t impulses[2]) {
    uint32_t *faults = &pass->faults;
    int16_t *frac = pawli_drive_frac(row, impulses);
    int64_t x = asked_of_point((int64_t)row->mass.xx * v.x + (int64_t)row->mass.xy * v.y, softness,
                               impulses[0], frac[0], faults);
    int64_t y = asked_of_point((int64_t)row->mass.xy * v.x + (int64_t)row->mass.yy * v.y, softness,
                               impulses[1], frac[1], faults);
    limit_drive(drive, &x, &y);
    const int64_t add_x = pawli_drive_change(&impulses[0], &frac[0], x);
    const int64_t add_y = pawli_drive_change(&impulses[1], &frac[1], y);
    pawli_drive_push(row, pass, add_x, add_y);
}

static void solve_motor_spring(pawli_joint_row *row, pawli_joint_pass *pass) {
    uint32_t *faults = &pass->faults;
    const pawli_softness *softness = &row->spring.softness;
    const int32_t rate = pawli_turn_rate(row, pass);
    int32_t *angle = &row->impulses[MOTOR_SPRING_ANGLE];
    pawli_drive_turn(row, pass,
                     pawli_drive_spring(&row->bend, PAWL_UNIT, rate, pawli_turn_move(row, pass),
                                        angle, pawli_drive_frac(row, angle), faults));
    pawli_relative_velocity v = pawli_anchor_velocity(row, pass);
    v.x = pawli_biased(v.x, pawli_gap_x(row, pass), softness, faults);
    v.y = pawli_biased(v.y, pawli_gap_y(row, pass), softness, faults);
    drive_motor_point(row, pass, v, softness, &row->spring, &row->impulses[MOTOR_SPRING]);
}

static void solve_motor_velocity(pawli_joint_row *row, pawli_joint_pass *pass) {
    uint32_t *faults = &pass->faults;
    const int32_t rate = pawli_turn_rate(row, pass);
    int32_t *angle = &row->impulses[MOTOR_VELOCITY_ANGLE];
    pawli_drive_turn(row, pass,
                     pawli_drive_motor(&row->twist, PAWL_UNIT, rate, angle,
                                       pawli_drive_frac(row, angle), faults));
    const pawl_rot axis = pawli_axis_rotate(row->turned_a, row->first_axis);
    const int64_t along = row->slide.x, across = row->slide.y;
    pawli_relative_velocity v = pawli_anchor_velocity(row, pass);
    v.x = pawli_narrow_symmetric(v.x - pawli_near(axis.c * along - axis.s * across, 30), faults);
    v.y = pawli_narrow_symmetric(v.y - pawli_near(axis.s * along + axis.c * across, 30), faults);
    drive_motor_point(row, pass, v, NULL, &row->motor, &row->impulses[MOTOR_VELOCITY]);
}

static void solve_motor(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) pawli_update_point_mass(row);
    if (row->flags & PAWLI_JOINT_SPRING) solve_motor_spring(row, pass);
    if (row->flags & PAWLI_JOINT_MOTOR) solve_motor_velocity(row, pass);
}

static pawli_reaction reaction_of_motor(const pawl_world *world, const pawli_joint *joint,
                                        const pawli_body *a, const pawli_body *b) {
    (void)world;
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
