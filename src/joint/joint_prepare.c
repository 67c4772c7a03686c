/* joint_prepare.c - prepare what most joints have: levers, the matrix of a point, shares of a turn.
 * Divisions are allowed here, once per step and joint. */
#include "fx/int128.h"
#include "fx/quotient.h"
#include "joint/joint.h"

pawli_joint_setup pawli_joint_prepare_setup(const pawli_joint *joint, const pawli_body *a,
                                            const pawli_body *b, const pawli_joint_time *time,
                                            uint32_t *faults) {
    const pawli_scaled none = {0, 0};
    const pawli_joint_setup setup = {joint, a, b, time, none, none, faults};
    return setup;
}

/* An anchor seen from the center of mass, world axes: |local - center| < 2^30 raw, so a product
 * sum is below 2^61. */
static pawli_gap rotated_arm(const pawli_body *body, pawl_vec2 anchor) {
    const int64_t x = (int64_t)anchor.x - body->center.x, y = (int64_t)anchor.y - body->center.y;
    const int64_t c = body->rotation.c, s = body->rotation.s;
    const pawli_gap arm = {pawli_near(c * x - s * y, 24), pawli_near(s * x + c * y, 24)};
    return arm;
}

/* arm / k in Q12.20. 1/k = m 2^e with m < 2^31; an arm of 512 units and more gives up the six
 * bits below a raw unit so that the product fits. */
static void set_lever(const pawli_body *body, pawli_gap arm, pawli_lever *lever, uint32_t *faults) {
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    const int64_t limit = INT64_C(1) << 31;
    const bool near = ((uint64_t)(arm.x + limit) | (uint64_t)(arm.y + limit)) < 2 * (uint64_t)limit;
    const int64_t x = near ? arm.x : pawli_near(arm.x, 6);
    const int64_t y = near ? arm.y : pawli_near(arm.y, 6);
    const int shift = (near ? 2 : -4) - per_gyration.exponent;
    if (per_gyration.mantissa == 0) {
        lever->x = lever->y = 0;
        return;
    }
    lever->x = pawli_limit_lever(pawli_near(x * per_gyration.mantissa, shift), faults);
    lever->y = pawli_limit_lever(pawli_near(y * per_gyration.mantissa, shift), faults);
}

static void prepare_joint_lever(const pawli_body *body, pawli_gap arm, pawli_lever *lever,
                                uint32_t *faults) {
    lever->arm.x = pawl_saturate(pawli_near(arm.x, 6));
    lever->arm.y = pawl_saturate(pawli_near(arm.y, 6));
    set_lever(body, arm, lever, faults);
    lever->first_x = lever->x;
    lever->first_y = lever->y;
    lever->move_x = lever->move_y = 0;
}

void pawli_joint_prepare_levers(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_body *a = setup->a, *b = setup->b;
    const pawli_gap arm_a = rotated_arm(a, setup->joint->frame_a.anchor);
    const pawli_gap arm_b = rotated_arm(b, setup->joint->frame_b.anchor);
    prepare_joint_lever(a, arm_a, &row->lever_a, setup->faults);
    prepare_joint_lever(b, arm_b, &row->lever_b, setup->faults);
    const pawli_gap centers = pawli_joint_prepare_center_gap(a, b);
    row->gap_x = pawli_narrow_symmetric(centers.x + arm_b.x - arm_a.x, setup->faults);
    row->gap_y = pawli_narrow_symmetric(centers.y + arm_b.y - arm_a.y, setup->faults);
}

pawli_gap pawli_joint_prepare_center_gap(const pawli_body *a, const pawli_body *b) {
    const pawli_gap gap = {
        pawli_center_delta(a->position.x, a->frac_x, b->position.x, b->frac_x),
        pawli_center_delta(a->position.y, a->frac_y, b->position.y, b->frac_y),
    };
    return gap;
}

pawli_gap pawli_joint_prepare_anchor_gap(const pawli_joint *joint, const pawli_body *a,
                                         const pawli_body *b) {
    const pawli_gap arm_a = rotated_arm(a, joint->frame_a.anchor);
    const pawli_gap arm_b = rotated_arm(b, joint->frame_b.anchor);
    pawli_gap gap = pawli_joint_prepare_center_gap(a, b);
    gap.x += arm_b.x - arm_a.x;
    gap.y += arm_b.y - arm_a.y;
    return gap;
}

pawli_gap pawli_joint_prepare_anchor_from(const pawli_body *body, pawl_vec2 anchor,
                                          pawl_vec2 point) {
    pawli_gap gap = rotated_arm(body, anchor);
    gap.x += pawli_center_delta(point.x, 0, body->position.x, body->frac_x);
    gap.y += pawli_center_delta(point.y, 0, body->position.y, body->frac_y);
    return gap;
}

pawl_rot pawli_joint_prepare_frame_axis(const pawli_body *body, pawl_joint_frame frame) {
    return pawl_rot_from_angle(body->angle + frame.angle);
}

/* One division serves all three entries of the inverse. */
static void invert_point(const pawli_point_matrix *k, pawli_joint_row *row) {
    int64_t determinant = pawli_point_determinant(k, 0); /* >= 1, below 2^40 */
    row->det_shift = 0;
    while (pawli_floor(determinant, row->det_shift) >= 2 * PAWLI_LEVER_ONE)
        row->det_shift++;
    determinant = pawli_point_determinant(k, row->det_shift);
    row->per_det = (int32_t)pawli_quotient(UINT64_C(1) << 50, (uint64_t)determinant);
    pawli_set_point_mass(k, row);
}

/* Long levers. det K' = trace - 1 + alpha_A alpha_B (lever_A x lever_B)^2: a sum of positive
 * numbers, so nothing cancels. */
static void invert_large_point(const pawli_point_matrix *k, pawli_joint_row *row) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t cross = (int64_t)a->x * b->y - (int64_t)a->y * b->x;
    const pawli_scaled area = pawli_scaled_make(pawli_magnitude(cross), -40);
    const pawli_scaled shares =
        pawli_scaled_multiply(pawli_scaled_make((uint64_t)row->alpha_a, -30),
                              pawli_scaled_make((uint64_t)row->alpha_b, -30));
    const pawli_scaled product = pawli_scaled_multiply(pawli_scaled_multiply(area, area), shares);
    const pawli_scaled trace = pawli_scaled_make((uint64_t)(k->xx + k->yy - PAWLI_LEVER_ONE), -20);
    const pawli_scaled inverse = pawli_scaled_reciprocal(pawli_scaled_add(trace, product));
    row->per_det = 0;
    row->mass_xx = pawl_saturate(pawli_scaled_apply(inverse, k->yy, 10));
    row->mass_xy = pawl_saturate(pawli_scaled_apply(inverse, -k->xy, 10));
    row->mass_yy = pawl_saturate(pawli_scaled_apply(inverse, k->xx, 10));
}

void pawli_joint_prepare_point(pawli_joint_row *row) {
    pawli_point_matrix k = {PAWLI_LEVER_ONE, 0, PAWLI_LEVER_ONE};
    pawli_add_lever(&k, row->alpha_a, &row->lever_a);
    pawli_add_lever(&k, row->alpha_b, &row->lever_b);
    if (k.xx < PAWLI_POINT_LARGE && k.yy < PAWLI_POINT_LARGE) {
        invert_point(&k, row);
    } else {
        invert_large_point(&k, row);
    }
}

/* The largest impulse per sub-step of a force or torque, normalized by `factor`. */
int64_t pawli_joint_prepare_max_impulse(const pawli_joint_setup *setup, pawli_scaled factor,
                                        pawl_wide load) {
    const pawli_scaled h = pawli_scaled_make(setup->time->substep, -32);
    const int64_t most = pawli_scaled_apply(pawli_scaled_multiply(factor, h), load, 16);
    return most < PAWLI_DRIVE_MOST ? most : PAWLI_DRIVE_MOST;
}

/* 1/mA + 1/mB; zero for a body without mass. */
pawli_scaled pawli_joint_prepare_inverse_mass(const pawli_body *a, const pawli_body *b) {
    const pawli_scaled none = {0, 0};
    return pawli_scaled_add(a->mass ? pawli_scaled_reciprocal(pawli_body_mass(a)) : none,
                            b->mass ? pawli_scaled_reciprocal(pawli_body_mass(b)) : none);
}

int64_t pawli_joint_prepare_max_force(const pawli_joint_setup *setup, pawl_wide force) {
    return pawli_joint_prepare_max_impulse(
        setup, pawli_joint_prepare_inverse_mass(setup->a, setup->b), force);
}
