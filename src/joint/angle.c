/* angle.c - springs, motors and limits in the units of the solver. */
#include "joint/joint.h"

#define TURNS_PER_RADIAN INT64_C(683565276) /* 2^32 / (2 pi) */
static const pawli_scaled turn_radians = {UINT32_C(1686629713), -28};

/* An angle of 2^-32 turns as a length at k, Q10.22. A limit may be far away: no fault. */
int32_t pawli_angle_to_length(const pawli_joint_setup *setup, int64_t turns) {
    const pawli_scaled circle = pawli_scaled_multiply(setup->reach, turn_radians);
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
    return pawl_saturate(pawli_scaled_apply(setup->reach, speed, 0));
}

static int32_t most(const pawli_joint_setup *setup, pawli_scaled factor, pawl_wide load) {
    const pawli_scaled h = pawli_scaled_make(setup->time->substep, -32);
    return pawl_saturate(pawli_scaled_apply(pawli_scaled_multiply(factor, h), load, 0));
}

int32_t pawli_angle_max_torque(const pawli_joint_setup *setup, pawl_wide torque) {
    return most(setup, setup->looseness, torque);
}

/* 1/mA + 1/mB; zero for a body without mass. */
pawli_scaled pawli_joint_prepare_inverse_mass(const pawli_body *a, const pawli_body *b) {
    const pawli_scaled none = {0, 0};
    return pawli_scaled_add(a->mass ? pawli_scaled_reciprocal(pawli_body_mass(a)) : none,
                            b->mass ? pawli_scaled_reciprocal(pawli_body_mass(b)) : none);
}

int32_t pawli_joint_prepare_max_force(const pawli_joint_setup *setup, pawl_wide force) {
    return most(setup, pawli_joint_prepare_inverse_mass(setup->a, setup->b), force);
}

void pawli_angle_prepare_rows(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    if (row->flags & PAWLI_JOINT_LIMIT) {
        row->lower_gap = pawli_angle_gap(setup, joint->lower);
        row->upper_gap = -pawli_angle_gap(setup, joint->upper);
    }
    if (row->flags & PAWLI_JOINT_MOTOR) {
        row->motor.speed = pawli_angle_speed(setup, joint->motor_speed);
        row->motor.most = pawli_angle_max_torque(setup, joint->motor_max);
    }
    if (row->flags & PAWLI_JOINT_SPRING) {
        row->spring.softness =
            pawli_softness_of_joint(joint->hertz, joint->damping_ratio, setup->time->substep);
        row->spring.gap = pawli_angle_gap(setup, joint->target);
        row->spring.most = PAWL_FX_MAX;
    }
}

void pawli_angle_solve_rows(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[4]) {
    uint32_t *faults = &pass->faults;
    const int64_t moved = pawli_turn_move(row, pass);
    if (row->flags & PAWLI_JOINT_SPRING) {
        const int32_t rate = pawli_turn_rate(row, pass);
        pawli_apply_angular(
            row, pass,
            pawli_spring_impulse(&row->spring, PAWL_UNIT, rate, moved, &impulses[0], faults));
    }
    if (row->flags & PAWLI_JOINT_MOTOR) {
        const int32_t rate = pawli_turn_rate(row, pass);
        pawli_apply_angular(
            row, pass, pawli_motor_impulse(&row->motor, PAWL_UNIT, rate, &impulses[1], faults));
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
