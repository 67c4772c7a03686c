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
#include "joint/joint.h"

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

static void prepare_weld(pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    pawli_joint_prepare_levers(setup, row);
    pawli_joint_row_invert_point(row);
    pawli_angle_prepare(setup, row);
    row->angle_gap = pawli_angle_gap(setup, 0);
    prepare_weld_spring(setup, joint->hertz, joint->damping_ratio, &row->spring);
    prepare_weld_spring(setup, joint->angular_hertz, joint->angular_damping_ratio, &row->bend);
}

static void warm_start_weld(const pawli_joint_row *row, pawli_joint_pass *pass) {
    pawli_apply_linear_and_angular(row, pass, row->impulses[0], row->impulses[1],
                                   row->impulses[WELD_ANGLE]);
}

static void solve_weld(pawli_joint_row *row, pawli_joint_pass *pass) {
    const bool soft_point = row->spring.max_impulse > 0, soft_angle = row->bend.max_impulse > 0;
    const bool relaxes = pass->softness == NULL;
    const pawli_softness *rigid = relaxes ? NULL : &pass->time->weld;
    if (relaxes) pawli_update_point_mass(row);
    pawli_solve_angle(row, pass, soft_angle ? &row->bend.softness : rigid,
                      &row->impulses[WELD_ANGLE]);
    pawli_solve_point(row, pass, soft_point ? &row->spring.softness : rigid);
}

static pawli_reaction reaction_of_weld(const pawli_joint *joint, const pawli_body *a,
                                       const pawli_body *b) {
    (void)a;
    (void)b;
    pawli_reaction out;
    out.linear = pawl_vec2_make(joint->impulses[0], joint->impulses[1]);
    out.turning = joint->impulses[WELD_ANGLE];
    return out;
}

const pawli_joint_methods pawli_weld = {prepare_weld, warm_start_weld, solve_weld,
                                        reaction_of_weld};
