/* angle.c - rows of the angle between two bodies: how they share a turn, and limits, motor and
 * spring.
 *
 * C = k (angle B - angle A - target), Cdot = k (wB - wA), with k the radius of gyration of the body
 * that turns more easily. In spins u = k_own w, J is (-ratio_a, ratio_b). The impulse is that of
 * the torque times (1/IA + 1/IB) k, so that K is 1; it changes uB by gain_b and uA by -gain_a times
 * itself. Limits keep C on one side of 0, a motor drives Cdot, a spring pulls at C softly. */
#include "joint/joint.h"

#define TURNS_PER_RADIAN INT64_C(683565276) /* 2^32 / (2 pi) */
static const pawli_scaled turn_radians = {UINT32_C(1686629713), -28};

/* 1 / inertia; zero for a body that does not turn or has no mass. */
static pawli_scaled inverse_inertia_of(const pawli_body *body) {
    const pawli_scaled none = {0, 0};
    if (body->mass == 0) return none;
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    return pawli_scaled_divide(pawli_scaled_multiply(per_gyration, per_gyration),
                               pawli_body_mass(body));
}

/* A dimensionless number in Q12.20, within 2047. */
static int32_t to_q12_20(pawli_scaled ratio) {
    return pawl_saturate(pawli_scaled_apply(ratio, 1, 20));
}

/* A gear counts the turn of B `ratio` times: as if 1/k of B were `ratio` times as large. */
static pawli_scaled times_ratio(const pawli_joint *joint, pawli_scaled value) {
    if (joint->type != PAWL_JOINT_GEAR) return value;
    return pawli_scaled_multiply(value, pawli_scaled_make((uint64_t)pawl_abs(joint->ratio), -16));
}

void pawli_angle_prepare(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_turning *turning = &row->turning;
    const pawli_joint *joint = setup->joint;
    const pawli_scaled inverse_a = inverse_inertia_of(setup->a);
    const pawli_scaled inverse_b =
        times_ratio(joint, times_ratio(joint, inverse_inertia_of(setup->b)));
    const pawli_scaled sum = pawli_scaled_add(inverse_a, inverse_b);
    turning->ratio_a = turning->ratio_b = turning->gain_a = turning->gain_b = 0;
    if (sum.mantissa == 0) return;
    const bool by_b = pawli_scaled_compare(inverse_b, inverse_a) >= 0;
    const pawli_scaled per_a = pawli_body_per_gyration(setup->a);
    const pawli_scaled per_b = times_ratio(joint, pawli_body_per_gyration(setup->b));
    setup->gyration = pawli_scaled_reciprocal(by_b ? per_b : per_a);
    setup->inverse_inertia = pawli_scaled_multiply(sum, setup->gyration);
    turning->ratio_a = to_q12_20(pawli_scaled_multiply(setup->gyration, per_a));
    turning->ratio_b = to_q12_20(pawli_scaled_multiply(setup->gyration, per_b));
    /* u gains k_own * (1/I_own) / ((1/IA + 1/IB) k). */
    if (inverse_a.mantissa != 0) {
        turning->gain_a = to_q12_20(
            pawli_scaled_divide(inverse_a, pawli_scaled_multiply(setup->inverse_inertia, per_a)));
    }
    if (inverse_b.mantissa != 0) {
        turning->gain_b = to_q12_20(
            pawli_scaled_divide(inverse_b, pawli_scaled_multiply(setup->inverse_inertia, per_b)));
    }
    if (joint->type != PAWL_JOINT_GEAR || joint->ratio > 0) return;
    turning->ratio_b = -turning->ratio_b;
    turning->gain_b = -turning->gain_b;
}

pawli_scaled pawli_angle_inverse_inertia(const pawli_joint *joint, const pawli_body *a,
                                         const pawli_body *b) {
    pawli_joint_setup setup = pawli_joint_prepare_setup(NULL, joint, a, b, NULL, NULL);
    pawli_joint_row row;
    pawli_angle_prepare(&setup, &row);
    return setup.inverse_inertia;
}

/* An angle of 2^-32 turns as a length at k, Q10.22. A limit may be far away: no fault. */
int32_t pawli_angle_to_length(const pawli_joint_setup *setup, int64_t turns) {
    const pawli_scaled circle = pawli_scaled_multiply(setup->gyration, turn_radians);
    return pawl_saturate(pawli_scaled_apply(circle, turns, 22 - 32));
}

int64_t pawli_angle_to_turns(int64_t radians) {
    return pawli_near(radians * TURNS_PER_RADIAN, 16);
}

int32_t pawli_angle_gap(const pawli_joint_setup *setup, pawl_fx angle) {
    const int64_t turned = pawli_joint_turned(setup->joint, setup->a, setup->b);
    return pawli_angle_to_length(setup, turned - pawli_angle_to_turns(angle));
}

int32_t pawli_angle_speed(const pawli_joint_setup *setup, pawl_fx speed) {
    return pawl_saturate(pawli_scaled_apply(setup->gyration, speed, 0));
}

int64_t pawli_angle_max_torque(const pawli_joint_setup *setup, pawl_wide torque) {
    return pawli_joint_prepare_max_impulse(setup, setup->inverse_inertia, torque);
}

void pawli_angle_prepare_rows(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    if (row->flags & PAWLI_JOINT_LIMIT) {
        row->lower_gap = pawli_angle_gap(setup, joint->lower);
        row->upper_gap = -pawli_angle_gap(setup, joint->upper);
    }
    if (row->flags & PAWLI_JOINT_MOTOR) {
        row->motor.speed = pawli_angle_speed(setup, joint->motor_speed);
        pawli_drive_set_most(&row->motor, pawli_angle_max_torque(setup, joint->motor_max));
    }
    if (row->flags & PAWLI_JOINT_SPRING) {
        row->spring.softness =
            pawli_softness_of_joint(joint->hertz, joint->damping_ratio, setup->time->substep);
        row->spring.gap = pawli_angle_gap(setup, joint->target);
        pawli_drive_set_most(&row->spring, PAWLI_DRIVE_MOST);
    }
}

void pawli_angle_solve_rows(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[4]) {
    uint32_t *faults = &pass->faults;
    const int64_t moved = pawli_turn_move(row, pass);
    if (row->flags & PAWLI_JOINT_SPRING) {
        const int32_t rate = pawli_turn_rate(row, pass);
        pawli_drive_turn(row, pass,
                         pawli_drive_spring(&row->spring, PAWL_UNIT, rate, moved, &impulses[0],
                                            pawli_drive_frac(row, &impulses[0]), faults));
    }
    if (row->flags & PAWLI_JOINT_MOTOR) {
        const int32_t rate = pawli_motor_velocity(row, pawli_turn_rate(row, pass), moved, pass);
        pawli_drive_turn(row, pass,
                         pawli_drive_motor(&row->motor, PAWL_UNIT, rate, &impulses[1],
                                           pawli_drive_frac(row, &impulses[1]), faults));
    }
    if (row->flags & PAWLI_JOINT_LIMIT) {
        int32_t rate = pawli_turn_rate(row, pass);
        pawli_apply_angular(row, pass,
                            pawli_limit_impulse(row->lower_gap + moved, PAWL_UNIT, rate, pass,
                                                &impulses[2], faults));
        rate = pawli_turn_rate(row, pass);
        pawli_apply_angular(row, pass,
                            -pawli_limit_impulse(row->upper_gap - moved, PAWL_UNIT, -rate, pass,
                                                 &impulses[3], faults));
    }
}
