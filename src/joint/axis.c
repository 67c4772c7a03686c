/* axis.c - rows along a direction: their set-up, sliding along the x axis of frame A, and limits,
 * motor and spring along it. */
#include "joint/axis.h"

#include "fx/int128.h"

/* v / |v| without a division: the larger part is scaled to half a unit .. a unit, so that |v| is
 * within 1/2 .. sqrt(2), and Newton's method for 1 / sqrt(q), v <- v (3 - |v|^2) / 2, takes it to
 * 1. An error e of |v|^2 becomes 3/4 e^2: from 1/4 it is below 2^-30 after seven rounds. */
pawl_rot pawli_axis_direction(int64_t x, int64_t y) {
    pawl_rot direction = {0, 0};
    const uint64_t width = pawli_magnitude(x) | pawli_magnitude(y);
    if (width == 0) return direction;
    const int shift = pawli_int128_leading_zeros(width) - 34;
    const int64_t scale = INT64_C(1) << (shift > 0 ? shift : 0);
    int64_t c = shift >= 0 ? x * scale : pawli_near(x, -shift);
    int64_t s = shift >= 0 ? y * scale : pawli_near(y, -shift);
    for (int round = 0; round < 8; round++) {
        const int64_t squared = pawli_near(c * c + s * s, 30);
        const int64_t factor = 3 * (int64_t)PAWL_UNIT - squared;
        c = pawli_near(c * factor, 31);
        s = pawli_near(s * factor, 31);
        const int64_t error = squared - PAWL_UNIT;
        if (error < 1 << 14 && error > -(1 << 14)) break;
    }
    direction.c = (int32_t)c;
    direction.s = (int32_t)s;
    return direction;
}

/* A number as a factor from Q10.22 to Q12.20. Beyond 2^60 of shift the product is nothing. */
static pawli_per_length make_per_length(pawli_scaled value) {
    pawli_per_length per = {value.mantissa, 2 - value.exponent};
    if (per.shift > 60) per.mantissa = 0;
    PAWL_ASSERT(per.mantissa == 0 || per.shift >= 1);
    return per;
}

/* Translating B against A along n while the angle is held turns both about their common center:
 * with I the inertias and D the distance of the centers along the axis, K' of such a row is
 *     1 + D^2 / ((IA + IB) (1/mA + 1/mB)).
 * This is K11 - K12 K21 / K22 of the two rows, with nothing left to cancel. Here: the square root
 * of the factor of D^2. */
pawli_scaled pawli_axis_span(const pawli_joint_setup *setup) {
    const pawli_scaled none = {0, 0};
    const pawli_scaled per_a = pawli_body_per_gyration(setup->a);
    const pawli_scaled per_b = pawli_body_per_gyration(setup->b);
    if (setup->a->mass == 0 || setup->b->mass == 0) return none;
    if (per_a.mantissa == 0 || per_b.mantissa == 0) return none;
    const pawli_scaled k_a = pawli_scaled_reciprocal(per_a), k_b = pawli_scaled_reciprocal(per_b);
    const pawli_scaled inertia_a =
        pawli_scaled_multiply(pawli_body_mass(setup->a), pawli_scaled_multiply(k_a, k_a));
    const pawli_scaled inertia_b =
        pawli_scaled_multiply(pawli_body_mass(setup->b), pawli_scaled_multiply(k_b, k_b));
    return pawli_scaled_sqrt(pawli_scaled_reciprocal(
        pawli_scaled_multiply(pawli_scaled_add(inertia_a, inertia_b),
                              pawli_joint_prepare_inverse_mass(setup->a, setup->b))));
}

pawl_rot pawli_axis_rotate(pawl_rot turn, pawl_rot v) {
    const int64_t c = turn.c, s = turn.s;
    pawl_rot out;
    out.c = pawli_near32(c * v.c - s * v.s, 30);
    out.s = pawli_near32(s * v.c + c * v.s, 30);
    return out;
}

/* A vector given along and across the x axis of a frame of A, in world axes; 32-bit parts. */
pawl_vec2 pawli_axis_in_frame(const pawli_body *a, pawl_joint_frame frame, int64_t along,
                              int64_t across) {
    const pawl_rot n = pawli_joint_prepare_frame_axis(a, frame);
    return pawl_vec2_make(pawl_saturate(pawli_near(n.c * along - n.s * across, 30)),
                          pawl_saturate(pawli_near(n.s * along + n.c * across, 30)));
}

/* The axis turns with A, so the levers of A reach to the anchor of B. With d the gap of the
 * anchors, d x n is the place along for the row across; for the row along it is the place across,
 * which is held at 0. */
void pawli_axis_aim_slide(pawli_joint_row *row, pawli_gap gap, uint32_t *faults) {
    pawli_axis *along = &row->along, *side = &row->side;
    const pawl_rot n = pawli_axis_rotate(row->turned_a, row->first_axis);
    along->direction = n;
    side->direction.c = -n.s;
    side->direction.s = n.c;
    along->place = pawli_axis_place(along->direction, gap.x, gap.y, faults);
    side->place = pawli_axis_place(side->direction, gap.x, gap.y, faults);
    along->lever_b = pawli_lever_cross(&row->lever_b, along->direction);
    side->lever_b = pawli_lever_cross(&row->lever_b, side->direction);
    const int64_t side_a = (int64_t)pawli_lever_cross(&row->lever_a, side->direction) +
                           pawli_as_lever(row->per_gyration_a, along->place, faults);
    along->lever_a = pawli_lever_cross(&row->lever_a, along->direction);
    side->lever_a = pawli_limit_lever(side_a, faults);
}

void pawli_axis_prepare_slide(const pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_joint_prepare_levers(setup, row);
    row->first_axis = pawli_joint_prepare_frame_axis(setup->a, setup->joint->frame_a);
    row->per_gyration_a = make_per_length(pawli_body_per_gyration(setup->a));
    row->per_span = make_per_length(pawli_axis_span(setup));
    const pawli_gap centers = pawli_joint_prepare_center_gap(setup->world, setup->a, setup->b);
    row->second_x = pawli_narrow_symmetric(centers.x, setup->faults);
    row->second_y = pawli_narrow_symmetric(centers.y, setup->faults);
    const pawli_gap gap = pawli_first_gap(row, setup->faults);
    pawli_axis_aim_slide(row, gap, setup->faults);
    row->along.mass = pawli_axis_mass(pawli_axis_matrix(row, &row->along));
    row->side.mass = pawli_axis_mass(pawli_axis_matrix(row, &row->side));
}

/* The largest push is that of the spring; the largest pull that of `bend`, which lines have no
 * other use for. */
static void prepare_range(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    pawli_drive_set_most(&row->spring,
                         pawli_joint_prepare_max_force(setup, joint->spring_force_max));
    pawli_drive_set_most(&row->bend,
                         pawli_joint_prepare_max_force(setup, joint->spring_torque_max));
}

/* From Q16.16 to Q10.22. A limit may be far away: no fault. */
void pawli_axis_prepare_rows(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    const int64_t place = row->along.place;
    row->first_place = row->along.place;
    if (row->flags & PAWLI_JOINT_LIMIT) {
        row->lower_gap = pawl_saturate(place - (int64_t)joint->lower * 64);
        row->upper_gap = pawl_saturate((int64_t)joint->upper * 64 - place);
    }
    if ((row->flags & PAWLI_JOINT_MOTOR) && row->type != PAWL_JOINT_WHEEL) {
        row->motor.speed = joint->motor_speed;
        pawli_drive_set_most(&row->motor, pawli_joint_prepare_max_force(setup, joint->motor_max));
    }
    if (row->flags & PAWLI_JOINT_SPRING) {
        row->spring.softness =
            pawli_softness_of_joint(joint->hertz, joint->damping_ratio, setup->time->substep);
        row->spring.gap = pawl_saturate(place - (int64_t)joint->target * 64);
        pawli_drive_set_most(&row->spring, PAWLI_DRIVE_MOST);
        if (row->flags & PAWLI_JOINT_RANGED) prepare_range(setup, row);
    }
}

void pawli_axis_drive(const pawli_joint_row *row, pawli_joint_pass *pass, int64_t impulse) {
    if (pawli_drive_is_fine(impulse)) {
        pawli_drive_push_along(row, &row->along, pass, impulse);
    } else {
        pawli_apply_along(row, &row->along, pass, pawl_saturate(pawli_near(impulse, 16)));
    }
}

void pawli_axis_solve_spring(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse) {
    if (!(row->flags & PAWLI_JOINT_SPRING)) return;
    const pawli_axis *axis = &row->along;
    const int64_t moved = (int64_t)axis->place - row->first_place;
    const int32_t velocity = pawli_axis_velocity(axis, pass);
    int16_t *const frac = pawli_drive_frac(row, impulse);
    if (row->flags & PAWLI_JOINT_RANGED) {
        const int64_t asked = pawli_drive_spring_asks(&row->spring, axis->mass, velocity, moved,
                                                      *impulse, *frac, &pass->faults);
        pawli_axis_drive(row, pass,
                         pawli_drive_add_within(impulse, frac, asked, -pawli_drive_most(&row->bend),
                                                pawli_drive_most(&row->spring)));
        return;
    }
    const int64_t change =
        pawli_drive_spring(&row->spring, axis->mass, velocity, moved, impulse, frac, &pass->faults);
    pawli_axis_drive(row, pass, change);
}

void pawli_axis_solve_motor(pawli_joint_row *row, pawli_joint_pass *pass, int32_t *impulse) {
    if (!(row->flags & PAWLI_JOINT_MOTOR)) return;
    const pawli_axis *axis = &row->along;
    const int64_t moved = (int64_t)axis->place - row->first_place;
    const int32_t velocity =
        pawli_motor_velocity(row, pawli_axis_velocity(axis, pass), moved, pass);
    const int64_t change = pawli_drive_motor(&row->motor, axis->mass, velocity, impulse,
                                             pawli_drive_frac(row, impulse), &pass->faults);
    pawli_axis_drive(row, pass, change);
}

void pawli_axis_solve_limit(pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulses[2]) {
    if (!(row->flags & PAWLI_JOINT_LIMIT)) return;
    const pawli_axis *axis = &row->along;
    const int64_t moved = (int64_t)axis->place - row->first_place;
    int32_t velocity = pawli_axis_velocity(axis, pass);
    pawli_apply_along(row, axis, pass,
                      pawli_limit_impulse(row->lower_gap + moved, axis->mass, velocity, pass,
                                          &impulses[0], &pass->faults));
    velocity = pawli_axis_velocity(axis, pass);
    pawli_apply_along(row, axis, pass,
                      -pawli_limit_impulse(row->upper_gap - moved, axis->mass, -velocity, pass,
                                           &impulses[1], &pass->faults));
}
