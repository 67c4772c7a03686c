/* gear.c - the turns of two bodies in a fixed ratio: angle B * ratio - angle A = target. With
 * `motor` not the angle but its rate is driven, within the torque of the motor.
 *
 *     C = ratio * angle B - angle A - target,   J = (-1, ratio) for (wA, wB),
 *     K = 1/IA + ratio^2 / IB.
 *
 * The angles are those of the two frames in the world, counted over any number of turns. The
 * joint's own angle is their difference; that of A is kept in place_b: its low 32 bits in x, the
 * high ones in y. The ratio is in the shares of the row (angle.c).
 *
 * Impulse: [0], turning A back by 1. */
#include "joint/joint.h"

#include "fx/int128.h"

int64_t pawli_gear_turned_a(const pawli_joint *joint, const pawli_body *a) {
    const pawl_angle now = a->angle + joint->frame_a.angle;
    const pawl_angle then = (pawl_angle)joint->place_b.x;
    const int64_t before = joint->place_b.y * (INT64_C(1) << 32) + then;
    return before + (int32_t)(now - then);
}

void pawli_gear_remember(pawli_joint *joint, int64_t turned_a) {
    joint->place_b.x = (int32_t)(uint32_t)(uint64_t)turned_a;
    joint->place_b.y = (int32_t)pawli_floor(turned_a, 32);
}

/* angle B * ratio - angle A - target in 2^-32 turns; saturating. */
static int64_t gear_error(const pawli_joint *joint, const pawli_body *a, const pawli_body *b) {
    const int64_t turned_a = pawli_gear_turned_a(joint, a);
    const int64_t turned_b = turned_a + pawli_joint_turned(joint, a, b);
    const pawli_int128 geared = pawli_int128_multiply(turned_b, joint->ratio);
    const pawli_int128 subtrahend =
        pawli_int128_multiply(turned_a + pawli_angle_to_turns(joint->target), INT64_C(65536));
    return pawli_int128_divide_near(pawli_int128_subtract(geared, subtrahend), INT64_C(65536));
}

static void prepare_gear(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_angle_prepare(setup, row);
    if (row->flags & PAWLI_JOINT_MOTOR) {
        row->motor.speed = pawli_angle_speed(setup, setup->joint->motor_speed);
        pawli_drive_set_most(&row->motor, pawli_angle_max_torque(setup, setup->joint->motor_max));
    } else {
        row->angle_gap = pawli_angle_to_length(setup, gear_error(setup->joint, setup->a, setup->b));
    }
}

static void warm_start_gear(const pawli_joint_row *row, pawli_joint_pass *pass) {
    if (row->flags & PAWLI_JOINT_MOTOR) {
        pawli_drive_turn(row, pass, row->impulses[0] * INT64_C(65536));
    } else {
        pawli_apply_angular(row, pass, row->impulses[0]);
    }
}

static void solve_gear(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (!(row->flags & PAWLI_JOINT_MOTOR)) {
        pawli_solve_angle(row, pass, pass->softness, &row->impulses[0]);
        return;
    }
    const int32_t rate = pawli_turn_rate(row, pass);
    pawli_drive_turn(row, pass,
                     pawli_drive_motor(&row->motor, PAWL_UNIT, rate, &row->impulses[0],
                                       pawli_drive_frac(row, row->impulses), &pass->faults));
}

/* On B: ratio times as much. */
static pawli_reaction reaction_of_gear(const pawl_world *world, const pawli_joint *joint,
                                       const pawli_body *a, const pawli_body *b) {
    (void)world;
    (void)a;
    (void)b;
    pawli_reaction out;
    out.linear = pawl_vec2_make(0, 0);
    out.turning = pawl_mul(joint->impulses[0], joint->ratio);
    return out;
}

const pawli_joint_methods pawli_gear = {prepare_gear, warm_start_gear, solve_gear,
                                        reaction_of_gear};
