/* weld.c - two bodies hold together, rigidly or by a spring for the point and one for the angle:
 * with `spring`, whichever of the two has a frequency is soft.
 *
 * With d = anchor B - anchor A:
 *     C1 = d,                    Cdot1 = vB + wB x rB - vA - wA x rA   (K as in revolute.c),
 *     C2 = angle B - angle A,    Cdot2 = wB - wA                       (angle.c).
 *
 * The angle is solved first and the point after it, not both at once. A soft row gives way by its
 * impulse times its own part of K; solved together, the point would also give way to the torque of
 * the angle, times the lever: in a cantilever of twelve five times as far. Rigid welds have a
 * damping ratio of 5, for the long levers that they make.
 *
 * Impulses: [0], [1] of the point, world axes; [2] of the angle. */
#include "joint/axis.h"

enum {
    WELD_ANGLE = 2
};

/* A drive with `most` > 0 is a spring, otherwise rigid. */
static void prepare_weld_spring(const pawli_joint_setup *setup, pawl_fx hertz,
                                pawl_fx damping_ratio, pawli_drive *drive) {
    if (!(setup->joint->flags & PAWLI_JOINT_SPRING) || hertz == 0) return;
    drive->softness = pawli_softness_of_joint(hertz, damping_ratio, setup->time->substep);
    drive->max_impulse = PAWL_FX_MAX;
}

/* s at the start of the step: (arm A - arm B) turned left and times
 * span / sqrt(1 + span^2 |arm A - arm B|^2). */
static void prepare_weld_span(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawl_vec2 arms = pawl_vec2_sub(row->lever_a.arm, row->lever_b.arm);
    const pawli_scaled span = pawli_axis_span(setup);
    const pawli_scaled squared =
        pawli_scaled_multiply(pawli_scaled_multiply(span, span),
                              pawli_scaled_make((uint64_t)pawl_vec2_dot(arms, arms), -32));
    const pawli_scaled root = pawli_scaled_sqrt(pawli_scaled_add(pawli_scaled_make(1, 0), squared));
    const pawli_scaled factor = pawli_scaled_divide(span, root);
    row->span.c = pawl_saturate(pawli_scaled_apply(factor, -(int64_t)arms.y, 30 - 16));
    row->span.s = pawl_saturate(pawli_scaled_apply(factor, arms.x, 30 - 16));
}

static void prepare_weld(pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    pawli_joint_prepare_levers(setup, row);
    pawli_joint_row_invert_point(row);
    pawli_angle_prepare(setup, row);
    row->angle_gap = pawli_angle_gap(setup, 0);
    prepare_weld_spring(setup, joint->hertz, joint->damping_ratio, &row->spring);
    prepare_weld_spring(setup, joint->angular_hertz, joint->angular_damping_ratio, &row->bend);
    const bool soft = row->spring.max_impulse > 0 || row->bend.max_impulse > 0;
    row->at_once =
        !soft && !(pawli_lever_is_short(&row->lever_a) && pawli_lever_is_short(&row->lever_b));
    if (row->at_once) prepare_weld_span(setup, row);
}

static void warm_start_weld(const pawli_joint_row *row, pawli_joint_pass *pass) {
    pawli_apply_linear_and_angular(row, pass, row->impulses[0], row->impulses[1],
                                   row->impulses[WELD_ANGLE]);
}

/* c w, Q16.16: what canceling the rate w does to the point. */
static pawli_relative_velocity weld_point_of_turn(const pawli_joint_row *row, int32_t w,
                                                  uint32_t *faults) {
    const pawli_turning *t = &row->turning;
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int32_t turn_a = pawli_narrow_symmetric(pawli_near((int64_t)t->gain_a * w, 20), faults);
    const int32_t turn_b = pawli_narrow_symmetric(pawli_near((int64_t)t->gain_b * w, 20), faults);
    const int64_t x = -(int64_t)a->y * turn_a - (int64_t)b->y * turn_b;
    const int64_t y = (int64_t)b->x * turn_b + (int64_t)a->x * turn_a;
    const pawli_relative_velocity velocity = {pawli_narrow_symmetric(pawli_near(x, 20), faults),
                                              pawli_narrow_symmetric(pawli_near(y, 20), faults)};
    return velocity;
}

/* r . (x, y). */
static int32_t weld_turn_of_point(const pawli_joint_row *row, int32_t x, int32_t y,
                                  uint32_t *faults) {
    const pawli_turning *t = &row->turning;
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    const int64_t turn_a = pawli_moment(a->x, a->y, x, y, faults);
    const int64_t turn_b = pawli_moment(b->x, b->y, x, y, faults);
    const int64_t rate = t->ratio_a * pawli_near(row->alpha_a * turn_a, 30) +
                         t->ratio_b * pawli_near(row->alpha_b * turn_b, 30);
    return pawli_narrow_symmetric(pawli_near(rate, 20), faults);
}

static void solve_rigid_weld(pawli_joint_row *row, pawli_joint_pass *pass) {
    const pawli_softness *softness = pass->softness == NULL ? NULL : &pass->time->rigid;
    uint32_t *faults = &pass->faults;
    pawli_relative_velocity v = pawli_anchor_velocity(row, pass);
    int32_t w = pawli_turn_rate(row, pass);
    if (softness != NULL) {
        v.x = pawli_biased(v.x, pawli_gap_x(row, pass), softness, faults);
        v.y = pawli_biased(v.y, pawli_gap_y(row, pass), softness, faults);
        w = pawli_biased(w, row->angle_gap + pawli_turn_move(row, pass), softness, faults);
    }
    const pawl_rot s = pawli_axis_rotate(row->turned_a, row->span);
    const pawli_relative_velocity turning = weld_point_of_turn(row, w, faults);
    const int64_t x = (int64_t)v.x - turning.x, y = (int64_t)v.y - turning.y;
    const int64_t along = pawli_near(s.c * x + s.s * y, 30);
    const int32_t impulse_x = pawli_narrow_symmetric(pawli_near(s.c * along, 30) - x, faults);
    const int32_t impulse_y = pawli_narrow_symmetric(pawli_near(s.s * along, 30) - y, faults);
    const int32_t impulse_w = pawli_narrow_symmetric(
        -(int64_t)w - weld_turn_of_point(row, impulse_x, impulse_y, faults), faults);
    const int32_t add_x = pawli_add_soft(&row->impulses[0], impulse_x, softness, faults);
    const int32_t add_y = pawli_add_soft(&row->impulses[1], impulse_y, softness, faults);
    const int32_t add_w = pawli_add_soft(&row->impulses[WELD_ANGLE], impulse_w, softness, faults);
    pawli_apply_linear_and_angular(row, pass, add_x, add_y, add_w);
}

static void solve_weld(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (row->at_once) {
        solve_rigid_weld(row, pass);
        return;
    }
    const bool soft_point = row->spring.max_impulse > 0, soft_angle = row->bend.max_impulse > 0;
    const bool relaxes = pass->softness == NULL;
    const pawli_softness *rigid = relaxes ? NULL : &pass->time->weld;
    if (relaxes) pawli_update_point_mass(row);
    pawli_solve_angle(row, pass, soft_angle ? &row->bend.softness : rigid,
                      &row->impulses[WELD_ANGLE]);
    pawli_solve_point(row, pass, soft_point ? &row->spring.softness : rigid);
}

static pawli_reaction reaction_of_weld(const pawl_world *world, const pawli_joint *joint,
                                       const pawli_body *a, const pawli_body *b) {
    (void)world;
    (void)a;
    (void)b;
    pawli_reaction out;
    out.linear = pawl_vec2_make(joint->impulses[0], joint->impulses[1]);
    out.turning = joint->impulses[WELD_ANGLE];
    return out;
}

const pawli_joint_methods pawli_weld = {prepare_weld, warm_start_weld, solve_weld,
                                        reaction_of_weld};
