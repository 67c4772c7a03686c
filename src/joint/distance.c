/* distance.c - the anchors keep a distance: a rod, or with `limit`, `spring` or `motor` a rope, a
 * bumper, a spring or a piston. The direction from A to B is found anew after every movement.
 * While the anchors are in one place it is the x axis of frame A.
 *
 * A rod of no length, or hardly any, has no direction to follow: it holds the anchors together as
 * revolute.c does. A short rod may turn by a large angle in one sub-step; what its impulse was
 * along the old direction it is not along the new one.
 *
 * A rod at a long lever is corrected no faster than contacts are, by 3 L/s: an anchor far from a
 * small body weighs next to nothing, what pulls it back in turns the body fast, and rods that share
 * such a body would hand each other that speed faster than the relaxing pass takes it out. One that
 * is the only joint of its bodies turns by no more than 1/4 radian in a sub-step, and what corrects
 * it is taken out along the direction in which it was put in before the new one is solved: along
 * that one alone some of it would stay, time and again. Where rods share a body, what one of them
 * is slowed by would be an error of the next.
 *
 * With d = anchor B - anchor A and n = d / |d|:
 *     C = |d| - target,   J = (-n, -(rA x n), n, rB x n),   Cdot = J (vA, wA, vB, wB),
 *     K = 1/mA + (rA x n)^2 / IA + 1/mB + (rB x n)^2 / IB.
 * Limits, motor and spring act along the same J (axis.c).
 *
 * Impulses along it: [0] rod, [1] spring, [2] motor, [3] lower and [4] upper limit; of a point [0],
 * [1] in world axes. */
#include "joint/axis.h"

enum {
    DISTANCE_ROD = 0,
    DISTANCE_POINT_Y = 1, /* of a rod of length 0 */
    DISTANCE_SPRING = 1,
    DISTANCE_MOTOR = 2,
    DISTANCE_LOWER = 3,
    DISTANCE_UPPER = 4
};

/* cos of 1/4 radian: a direction that turns by more in a sub-step is too fast to be followed. */
#define RESOLVED (PAWL_UNIT - PAWL_UNIT / 32)

#define LOST (PAWL_UNIT / 2) /* cos of 60 degrees */

static void aim_distance(pawli_joint_row *row, pawli_gap gap, uint32_t *faults) {
    pawli_axis *axis = &row->along;
    axis->direction = pawli_axis_direction(gap.x, gap.y);
    if (gap.x == 0 && gap.y == 0) axis->direction = row->first_axis;
    axis->place = pawli_axis_place(axis->direction, gap.x, gap.y, faults);
    axis->lever_a = pawli_lever_cross(&row->lever_a, axis->direction);
    axis->lever_b = pawli_lever_cross(&row->lever_b, axis->direction);
}

static pawli_rod_reach reach_of_rod(const pawli_joint_setup *setup, const pawli_joint_row *row) {
    if (row->flags & PAWLI_ROD_IS_FREE) return PAWLI_REACH_SHORT;
    if (pawli_lever_is_short(&row->lever_a) && pawli_lever_is_short(&row->lever_b))
        return PAWLI_REACH_SHORT;
    return setup->is_only ? PAWLI_REACH_ALONE : PAWLI_REACH_LONG;
}

static void prepare_distance(pawli_joint_setup *setup, pawli_joint_row *row) {
    pawli_joint_prepare_levers(setup, row);
    row->is_point = pawli_joint_is_point(setup->joint);
    if (row->is_point) {
        pawli_joint_row_invert_point(row);
        return;
    }
    row->first_axis = pawli_joint_prepare_frame_axis(setup->a, setup->joint->frame_a);
    const pawli_gap gap = pawli_first_gap(row, setup->faults);
    aim_distance(row, gap, setup->faults);
    row->along.mass = pawli_axis_mass(pawli_axis_matrix(row, &row->along));
    pawli_axis_prepare_rows(setup, row);
    row->reach = (uint8_t)reach_of_rod(setup, row);
    row->length_gap = pawl_saturate(row->along.place - (int64_t)setup->joint->target * 64);
}

static void warm_start_distance(const pawli_joint_row *row, pawli_joint_pass *pass) {
    const int32_t *impulses = row->impulses;
    if (row->is_point) {
        pawli_apply_linear(row, pass, impulses[DISTANCE_ROD], impulses[DISTANCE_POINT_Y]);
        return;
    }
    const int64_t rigid =
        (int64_t)impulses[DISTANCE_ROD] + impulses[DISTANCE_LOWER] - impulses[DISTANCE_UPPER];
    pawli_apply_along(row, &row->along, pass, pawli_narrow_symmetric(rigid, &pass->faults));
    const int64_t drives = (int64_t)impulses[DISTANCE_SPRING] + impulses[DISTANCE_MOTOR];
    if (drives != 0) pawli_axis_drive(row, pass, drives * 65536);
}

/* Change the relative velocity of the anchors by -v. */
static void take_out(pawli_joint_row *row, pawli_joint_pass *pass, pawli_relative_velocity v) {
    uint32_t *faults = &pass->faults;
    pawli_joint_row_invert_point(row);
    const int64_t x = pawli_near((int64_t)row->mass.xx * v.x + (int64_t)row->mass.xy * v.y, 30);
    const int64_t y = pawli_near((int64_t)row->mass.xy * v.x + (int64_t)row->mass.yy * v.y, 30);
    pawli_apply_linear(row, pass, pawli_narrow_symmetric(-x, faults),
                       pawli_narrow_symmetric(-y, faults));
}

/* After a movement. Impulses turn with the direction. Where it has turned by more than RESOLVED
 * they are what they are along the new one, or nothing. A rod so short that its direction cannot be
 * followed holds its anchors as a point does, this once: their relative velocity, most of which is
 * across it, is taken out. */
static void update_distance(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (row->reach == PAWLI_REACH_ALONE)
        pawli_solve_axis(row, &row->along, pass, NULL, 0, &row->impulses[DISTANCE_ROD]);
    const pawl_rot before = row->along.direction;
    aim_distance(row, pawli_gap_now(row, pass), &pass->faults);
    row->along.mass = pawli_update_axis_mass(row->along.mass, pawli_axis_matrix(row, &row->along));
    const pawl_rot now = row->along.direction;
    const int64_t kept = pawli_near((int64_t)before.c * now.c + (int64_t)before.s * now.s, 30);
    if (kept >= RESOLVED) return;
    for (int i = 0; i <= DISTANCE_UPPER; i++) {
        row->impulses[i] = kept <= 0 ? 0 : pawli_near32(row->impulses[i] * kept, 30);
    }
    if (kept < LOST && !(row->flags & PAWLI_ROD_IS_FREE))
        take_out(row, pass, pawli_anchor_velocity(row, pass));
}

/* No faster across than by 1/4 radian in a sub-step, and along as fast as before: an impulse across
 * alone would be one along as well, for at a long lever an anchor goes but one way. */
static void limit_turn(pawli_joint_row *row, pawli_joint_pass *pass) {
    const pawl_rot n = row->along.direction;
    const pawli_relative_velocity v = pawli_anchor_velocity(row, pass);
    const int64_t speed = pawli_near((int64_t)v.y * n.c - (int64_t)v.x * n.s, 30);
    const int64_t length = row->along.place > 0 ? row->along.place : 0;
    const int64_t most = pawli_near(length * pass->time->per_substep, 24);
    if (speed <= most && speed >= -most) return;
    const int64_t excess = speed > most ? speed - most : speed + most;
    const pawli_relative_velocity taken = {pawl_saturate(pawli_near(-n.s * excess, 30)),
                                           pawl_saturate(pawli_near(n.c * excess, 30))};
    take_out(row, pass, taken);
}

static void solve_distance(pawli_joint_row *row, pawli_joint_pass *pass) {
    const bool relaxes = pass->softness == NULL;
    if (row->is_point) {
        if (relaxes) pawli_update_point_mass(row);
        pawli_solve_point(row, pass, pass->softness);
        return;
    }
    if (relaxes) update_distance(row, pass);
    if (row->flags & PAWLI_ROD_IS_FREE) {
        pawli_axis_solve_spring(row, pass, &row->impulses[DISTANCE_SPRING]);
        pawli_axis_solve_motor(row, pass, &row->impulses[DISTANCE_MOTOR]);
        pawli_axis_solve_limit(row, pass, &row->impulses[DISTANCE_LOWER]);
        return;
    }
    int64_t gap = (int64_t)row->length_gap + row->along.place - row->first_place;
    if (row->reach != PAWLI_REACH_SHORT) {
        const int64_t most = pass->time->long_rod;
        gap = gap > most ? most : gap < -most ? -most : gap;
    }
    pawli_solve_axis(row, &row->along, pass, pass->softness, gap, &row->impulses[DISTANCE_ROD]);
    if (row->reach == PAWLI_REACH_ALONE && !relaxes) limit_turn(row, pass);
}

static pawli_reaction reaction_of_distance(const pawl_world *world, const pawli_joint *joint,
                                           const pawli_body *a, const pawli_body *b) {
    const int32_t *impulses = joint->impulses;
    pawli_reaction out;
    out.turning = 0;
    if (pawli_joint_is_point(joint)) {
        out.linear = pawl_vec2_make(impulses[DISTANCE_ROD], impulses[DISTANCE_POINT_Y]);
        return out;
    }
    const pawli_gap gap = pawli_joint_prepare_anchor_gap(world, joint, a, b);
    pawl_rot n = pawli_axis_direction(gap.x, gap.y);
    if (gap.x == 0 && gap.y == 0) n = pawli_joint_prepare_frame_axis(a, joint->frame_a);
    const int64_t sum = pawl_saturate((int64_t)impulses[DISTANCE_ROD] + impulses[DISTANCE_SPRING] +
                                      impulses[DISTANCE_MOTOR] + impulses[DISTANCE_LOWER] -
                                      impulses[DISTANCE_UPPER]);
    out.linear.x = pawl_saturate(pawli_near(n.c * sum, 30));
    out.linear.y = pawl_saturate(pawli_near(n.s * sum, 30));
    return out;
}

const pawli_joint_methods pawli_distance = {prepare_distance, warm_start_distance, solve_distance,
                                            reaction_of_distance};
