/* pulley.c - a rope from the anchor of A over ground A and ground B to the anchor of B: it pulls
 * when |anchor A - ground A| + ratio * |anchor B - ground B| would exceed the target.
 *
 * With s the distance of an anchor from its ground point and n = (anchor - ground) / s:
 *     C = target - sA - ratio sB >= 0,
 *     J = (-nA, -(rA x nA), -ratio nB, -ratio (rB x nB)),   Cdot = J (vA, wA, vB, wB),
 *     K = 1/mA + (rA x nA)^2 / IA + ratio^2 (1/mB + (rB x nB)^2 / IB).
 *
 * Lengths are counted ratio_a = s and ratio_b = s * ratio times, with s such that
 * alpha_a ratio_a^2 + alpha_b ratio_b^2 = 1. So the effective mass is
 *     1 / (1 + gain_a ratio_a lever_a^2 + gain_b ratio_b lever_b^2), gain = alpha * ratio,
 * within (0, 1] whatever the ratio. Each side is a direction from its ground point to its anchor:
 * `along` is that of A, `side` that of B; place is the length.
 *
 * Impulse: [0], the tension over s. */
#include "joint/axis.h"

static pawli_scaled rope_unit(const pawli_joint *joint, int32_t alpha_a, int32_t alpha_b) {
    const pawli_scaled ratio = pawli_scaled_make((uint64_t)joint->ratio, -16);
    const pawli_scaled a = pawli_scaled_make((uint64_t)alpha_a, -30);
    const pawli_scaled b = pawli_scaled_multiply(pawli_scaled_make((uint64_t)alpha_b, -30),
                                                 pawli_scaled_multiply(ratio, ratio));
    return pawli_scaled_reciprocal(pawli_scaled_sqrt(pawli_scaled_add(a, b)));
}

/* s * ratio in Q12.20. */
static int32_t rope_ratio_of_b(const pawli_joint *joint, pawli_scaled unit) {
    return pawl_saturate(pawli_scaled_apply(unit, joint->ratio, 20 - 16));
}

static void aim_rope(pawli_axis *axis, const pawli_lever *lever, pawli_gap gap, int32_t *cross,
                     uint32_t *faults) {
    const int64_t x = pawli_narrow_symmetric(gap.x, faults),
                  y = pawli_narrow_symmetric(gap.y, faults);
    axis->direction = pawli_axis_direction(x, y);
    axis->place = pawli_axis_place(axis->direction, x, y, faults);
    *cross = pawli_lever_cross(lever, axis->direction);
}

/* K' of the rope, Q20. */
static int64_t rope_matrix(const pawli_joint_row *row) {
    const pawli_turning *t = &row->turning;
    const int64_t a = row->along.lever_a, b = row->side.lever_b;
    return PAWLI_LEVER_ONE +
           pawli_near(pawli_near((int64_t)t->gain_a * t->ratio_a, 20) * pawli_near(a * a, 20), 20) +
           pawli_near(pawli_near((int64_t)t->gain_b * t->ratio_b, 20) * pawli_near(b * b, 20), 20);
}

static void prepare_pulley(pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    pawli_turning *turning = &row->turning;
    uint32_t *faults = setup->faults;
    pawli_joint_prepare_levers(setup, row);
    const pawli_gap a = pawli_joint_prepare_anchor_from(setup->world, setup->a,
                                                        joint->frame_a.anchor, joint->place);
    const pawli_gap b = pawli_joint_prepare_anchor_from(setup->world, setup->b,
                                                        joint->frame_b.anchor, joint->place_b);
    row->gap_x = pawli_narrow_symmetric(a.x, faults);
    row->gap_y = pawli_narrow_symmetric(a.y, faults);
    row->second_x = pawli_narrow_symmetric(b.x, faults);
    row->second_y = pawli_narrow_symmetric(b.y, faults);
    aim_rope(&row->along, &row->lever_a, a, &row->along.lever_a, faults);
    aim_rope(&row->side, &row->lever_b, b, &row->side.lever_b, faults);
    row->first_place = row->along.place;
    row->first_side = row->side.place;

    const pawli_scaled unit = rope_unit(joint, row->alpha_a, row->alpha_b);
    turning->ratio_a = pawl_saturate(pawli_scaled_apply(unit, 1, 20));
    turning->ratio_b = rope_ratio_of_b(joint, unit);
    turning->gain_a = pawli_near32((int64_t)turning->ratio_a * row->alpha_a, 30);
    turning->gain_b = pawli_near32((int64_t)turning->ratio_b * row->alpha_b, 30);
    const int64_t room = (int64_t)joint->target * 64 - row->first_place -
                         pawli_near((int64_t)joint->ratio * row->first_side, 16);
    row->length_gap = pawl_saturate(pawli_scaled_apply(unit, room, 0));
    row->along.mass = pawli_axis_mass(rope_matrix(row));
}

/* How fast the counted lengths shrink. */
static int32_t rope_slackening(const pawli_joint_row *row, pawli_joint_pass *pass) {
    uint32_t *faults = &pass->faults;
    const pawli_velocities *v = &pass->v;
    const pawli_axis *a = &row->along, *b = &row->side;
    const int64_t speed_a = (int64_t)pawli_axis_place(a->direction, v->ax, v->ay, faults) +
                            pawli_near((int64_t)a->lever_a * v->a_spin, 20);
    const int64_t speed_b = (int64_t)pawli_axis_place(b->direction, v->bx, v->by, faults) +
                            pawli_near((int64_t)b->lever_b * v->b_spin, 20);
    const int64_t rate = row->turning.ratio_a * (int64_t)pawli_narrow_symmetric(speed_a, faults) +
                         row->turning.ratio_b * (int64_t)pawli_narrow_symmetric(speed_b, faults);
    return pawli_narrow_symmetric(-pawli_near(rate, 20), faults);
}

/* Pull both bodies towards their ground points. */
static void pull_rope(const pawli_joint_row *row, pawli_joint_pass *pass, int32_t impulse) {
    uint32_t *faults = &pass->faults;
    const pawli_axis *a = &row->along, *b = &row->side;
    const int64_t pull_a =
        pawli_narrow_symmetric(pawli_near((int64_t)row->turning.gain_a * impulse, 20), faults);
    const int64_t pull_b =
        pawli_narrow_symmetric(pawli_near((int64_t)row->turning.gain_b * impulse, 20), faults);
    pawli_velocities *v = &pass->v;
    pawli_velocity_set(v, v->ax - pawli_near(a->direction.c * pull_a, 30),
                       v->ay - pawli_near(a->direction.s * pull_a, 30),
                       v->a_spin - pawli_near(a->lever_a * pull_a, 20),
                       v->bx - pawli_near(b->direction.c * pull_b, 30),
                       v->by - pawli_near(b->direction.s * pull_b, 30),
                       v->b_spin - pawli_near(b->lever_b * pull_b, 20), faults);
}

static void warm_start_pulley(const pawli_joint_row *row, pawli_joint_pass *pass) {
    pull_rope(row, pass, row->impulses[0]);
}

static void update_pulley(pawli_joint_row *row, pawli_joint_pass *pass) {
    const pawli_lever *lever_a = &row->lever_a, *lever_b = &row->lever_b;
    const pawli_gap a = {(int64_t)row->gap_x + pass->a->move_x + lever_a->move_x,
                         (int64_t)row->gap_y + pass->a->move_y + lever_a->move_y};
    const pawli_gap b = {(int64_t)row->second_x + pass->b->move_x + lever_b->move_x,
                         (int64_t)row->second_y + pass->b->move_y + lever_b->move_y};
    aim_rope(&row->along, lever_a, a, &row->along.lever_a, &pass->faults);
    aim_rope(&row->side, lever_b, b, &row->side.lever_b, &pass->faults);
    row->along.mass = pawli_update_axis_mass(row->along.mass, rope_matrix(row));
}

static void solve_pulley(pawli_joint_row *row, pawli_joint_pass *pass) {
    if (pass->softness == NULL) update_pulley(row, pass);
    const int64_t longer_a = (int64_t)row->along.place - row->first_place;
    const int64_t longer_b = (int64_t)row->side.place - row->first_side;
    const int64_t longer =
        pawli_near(row->turning.ratio_a * longer_a + row->turning.ratio_b * longer_b, 20);
    const int32_t velocity = rope_slackening(row, pass);
    pull_rope(row, pass,
              pawli_limit_impulse(row->length_gap - longer, row->along.mass, velocity, pass,
                                  &row->impulses[0], &pass->faults));
}

/* On B: the tension times the ratio, towards ground B. */
static pawli_reaction reaction_of_pulley(const pawl_world *world, const pawli_joint *joint,
                                         const pawli_body *a, const pawli_body *b) {
    const int32_t alpha_a = pawli_body_mass_ratio(a, b);
    const int32_t alpha_b = b->type == PAWL_DYNAMIC ? PAWL_UNIT - alpha_a : 0;
    const pawli_gap gap =
        pawli_joint_prepare_anchor_from(world, b, joint->frame_b.anchor, joint->place_b);
    const pawl_rot n = pawli_axis_direction(gap.x, gap.y);
    const int64_t gain = rope_ratio_of_b(joint, rope_unit(joint, alpha_a, alpha_b));
    const int64_t force = pawl_saturate(pawli_near(gain * joint->impulses[0], 20));
    pawli_reaction out;
    out.linear.x = pawl_saturate(-pawli_near(n.c * force, 30));
    out.linear.y = pawl_saturate(-pawli_near(n.s * force, 30));
    out.turning = 0;
    return out;
}

const pawli_joint_methods pawli_pulley = {prepare_pulley, warm_start_pulley, solve_pulley,
                                          reaction_of_pulley};
