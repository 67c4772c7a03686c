/* joint_prepare.c - prepare what most joints have: levers, the matrix of a point, shares of a turn.
 * Divisions are allowed here, once per step and joint. */
#include "fx/int128.h"
#include "joint/joint.h"

pawli_joint_setup pawli_joint_prepare_setup(const pawl_world *world, const pawli_joint *joint,
                                            const pawli_body *a, const pawli_body *b,
                                            const pawli_joint_time *time, uint32_t *faults) {
    const pawli_scaled none = {0, 0};
    const pawli_joint_setup setup = {world, joint, a, b, time, false, none, none, faults};
    return setup;
}

/* An anchor seen from the center of mass, world axes: |local - center| < 2^30 raw, so a product
 * sum is below 2^61. */
static inline pawli_gap rotated_arm(const pawli_body *body, pawl_vec2 anchor) {
    const int64_t x = (int64_t)anchor.x - body->center.x, y = (int64_t)anchor.y - body->center.y;
    const int64_t c = body->rotation.c, s = body->rotation.s;
    const pawli_gap arm = {pawli_near(c * x - s * y, 24), pawli_near(s * x + c * y, 24)};
    return arm;
}

/* Whether both parts of an arm are below 512 units: all but a few. */
static inline bool is_near_arm(pawli_gap arm) {
    const int64_t limit = INT64_C(1) << 31;
    return ((uint64_t)(arm.x + limit) | (uint64_t)(arm.y + limit)) < 2 * (uint64_t)limit;
}

/* arm / k in Q12.20. 1/k = m 2^e with m < 2^31; an arm of 512 units and more gives up the six
 * bits below a raw unit so that the product fits. */
static inline void set_lever(const pawli_body *body, pawli_gap arm, bool near, pawli_lever *lever,
                             uint32_t *faults) {
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    const int64_t x = near ? arm.x : lever->arm.x, y = near ? arm.y : lever->arm.y;
    const int shift = (near ? 2 : -4) - per_gyration.exponent;
    if (per_gyration.mantissa == 0) {
        lever->x = lever->y = 0;
        return;
    }
    lever->x = pawli_limit_lever(pawli_near(x * per_gyration.mantissa, shift), faults);
    lever->y = pawli_limit_lever(pawli_near(y * per_gyration.mantissa, shift), faults);
}

static inline void prepare_joint_lever(const pawli_body *body, pawli_gap arm, pawli_lever *lever,
                                       uint32_t *faults) {
    const bool near = is_near_arm(arm);
    lever->arm.x = near ? pawli_near32(arm.x, 6) : pawl_saturate(pawli_near(arm.x, 6));
    lever->arm.y = near ? pawli_near32(arm.y, 6) : pawl_saturate(pawli_near(arm.y, 6));
    set_lever(body, arm, near, lever, faults);
    lever->first_x = lever->x;
    lever->first_y = lever->y;
    lever->move_x = lever->move_y = 0;
}

/* What a gap has beyond a word, in PAWLI_FAR: a soft spring is easily stretched that far at pixel
 * scale. Centers are less than 2^15 units apart and arms below 2^15.5 together: within 77. */
static inline int8_t beyond_word(int64_t gap) {
    return (int8_t)pawli_floor(gap + PAWLI_FAR / 2, 32);
}

pawli_gap pawli_joint_prepare_arms(const pawli_joint_setup *setup, pawli_lever *lever_a,
                                   pawli_lever *lever_b) {
    const pawli_body *a = setup->a, *b = setup->b;
    const pawli_gap arm_a = rotated_arm(a, setup->joint->frame_a.anchor);
    const pawli_gap arm_b = rotated_arm(b, setup->joint->frame_b.anchor);
    prepare_joint_lever(a, arm_a, lever_a, setup->faults);
    prepare_joint_lever(b, arm_b, lever_b, setup->faults);
    const pawli_gap centers = pawli_joint_prepare_center_gap(setup->world, a, b);
    const pawli_gap gap = {centers.x + arm_b.x - arm_a.x, centers.y + arm_b.y - arm_a.y};
    return gap;
}

void pawli_joint_prepare_levers(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_gap gap = pawli_joint_prepare_arms(setup, &row->lever_a, &row->lever_b);
    row->far_x = beyond_word(gap.x);
    row->far_y = beyond_word(gap.y);
    row->gap_x = (int32_t)(gap.x - row->far_x * PAWLI_FAR);
    row->gap_y = (int32_t)(gap.y - row->far_y * PAWLI_FAR);
}

pawli_gap pawli_joint_prepare_center_gap(const pawl_world *world, const pawli_body *a,
                                         const pawli_body *b) {
    const pawl_vec2 way = pawli_way(world, a->position, b->position);
    const pawli_gap gap = {
        pawli_center_delta(way.x, a->frac_x, b->frac_x),
        pawli_center_delta(way.y, a->frac_y, b->frac_y),
    };
    return gap;
}

pawli_gap pawli_joint_prepare_anchor_gap(const pawl_world *world, const pawli_joint *joint,
                                         const pawli_body *a, const pawli_body *b) {
    const pawli_gap arm_a = rotated_arm(a, joint->frame_a.anchor);
    const pawli_gap arm_b = rotated_arm(b, joint->frame_b.anchor);
    pawli_gap gap = pawli_joint_prepare_center_gap(world, a, b);
    gap.x += arm_b.x - arm_a.x;
    gap.y += arm_b.y - arm_a.y;
    return gap;
}

pawli_gap pawli_joint_prepare_anchor_from(const pawl_world *world, const pawli_body *body,
                                          pawl_vec2 anchor, pawl_vec2 point) {
    const pawl_vec2 way = pawli_way(world, point, body->position);
    pawli_gap gap = rotated_arm(body, anchor);
    gap.x += pawli_center_delta(way.x, 0, body->frac_x);
    gap.y += pawli_center_delta(way.y, 0, body->frac_y);
    return gap;
}

pawl_rot pawli_joint_prepare_frame_axis(const pawli_body *body, pawl_joint_frame frame) {
    return pawl_rot_from_angle(body->angle + frame.angle);
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
