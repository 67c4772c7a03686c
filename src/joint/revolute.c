/* revolute.c - two bodies share a point. The angle may have limits, a motor and a spring.
 *
 * With d = anchor B - anchor A and the lever arms rA, rB:
 *     C = d,   Cdot = vB + wB x rB - vA - wA x rA,
 *     K = (1/mA + 1/mB) 1 + (1/IA) [rA] + (1/IB) [rB],   [r] = (r.y^2, -r.x r.y; -r.x r.y, r.x^2),
 * a 2x2 matrix, solved directly. In a row all of it is divided by (1/mA + 1/mB), and r by k. The
 * rows of the angle are those of angle.c.
 *
 * Impulses: [0], [1] of the point, world axes; [2] spring, [3] motor, [4] lower and [5] upper
 * limit, turning. The point comes last in a pass, so that it is met best. */
#include "joint/joint.h"

enum {
    REVOLUTE_SPRING = 2,
    REVOLUTE_MOTOR = 3,
    REVOLUTE_LOWER = 4,
    REVOLUTE_UPPER = 5
};

#define TURN_ROWS (PAWLI_JOINT_LIMIT | PAWLI_JOINT_MOTOR | PAWLI_JOINT_SPRING)

static void prepare_revolute(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_joint_prepare_levers(setup, row);
    pawli_joint_row_invert_point(row);
    if (!(row->flags & TURN_ROWS)) return;
    pawli_angle_prepare(setup, row);
    pawli_angle_prepare_rows(setup, row);
}

static void warm_start_revolute(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    pawli_apply_linear(row, pass, impulses[0], impulses[1]);
    if (!(row->flags & TURN_ROWS)) return;
    const int64_t limits = (int64_t)impulses[REVOLUTE_LOWER] - impulses[REVOLUTE_UPPER];
    pawli_apply_angular(row, pass, pawli_narrow_symmetric(limits, &pass->faults));
    const int64_t drives = (int64_t)impulses[REVOLUTE_SPRING] + impulses[REVOLUTE_MOTOR];
    if (drives != 0) pawli_drive_turn(row, pass, drives * 65536);
}

static void solve_revolute(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) pawli_update_point_mass(row);
    if (row->flags & TURN_ROWS) pawli_angle_solve_rows(row, pass, &row->impulses[REVOLUTE_SPRING]);
    pawli_solve_point(row, pass, pass->softness);
}

static pawli_reaction reaction_of_revolute(const pawl_world *world, const pawli_joint *joint,
                                           const pawli_body *a, const pawli_body *b) {
    (void)world;
    (void)a;
    (void)b;
    const int32_t *impulses = joint->impulses;
    pawli_reaction out;
    out.linear = pawl_vec2_make(impulses[0], impulses[1]);
    out.turning = pawl_saturate((int64_t)impulses[REVOLUTE_SPRING] + impulses[REVOLUTE_MOTOR] +
                                impulses[REVOLUTE_LOWER] - impulses[REVOLUTE_UPPER]);
    return out;
}

const pawli_joint_methods pawli_revolute = {prepare_revolute, warm_start_revolute, solve_revolute,
                                            reaction_of_revolute};
