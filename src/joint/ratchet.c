/* ratchet.c - the angle may grow, but not fall below the last tooth it has reached. Teeth are
 * `ratio` apart, one of them at `target`.
 *
 *     C = angle - tooth >= 0,   J = (-1, 1) for (wA, wB),   K = 1/IA + 1/IB (angle.c).
 *
 * Impulse: [0] >= 0, turning. */
#include "joint/joint.h"

#include "fx/int128.h"

/* target + tooth * ratio in 2^-32 turns, where tooth * ratio is about an angle that was reached. */
static int64_t angle_of_tooth(const pawli_joint *joint, int64_t tooth) {
    return pawli_angle_to_turns(joint->target) + tooth * pawli_angle_to_turns(joint->ratio);
}

int32_t pawli_ratchet_tooth(const pawli_joint *joint, const pawli_body *a, const pawli_body *b) {
    const int64_t angle = pawli_joint_turned(joint, a, b) - pawli_angle_to_turns(joint->target);
    const int64_t apart = pawli_angle_to_turns(joint->ratio); /* > 0, as the ratio is */
    PAWL_ASSERT(apart > 0);
    return pawl_saturate(pawli_int128_divide_floor(pawli_int128_make(angle), apart));
}

static void prepare_ratchet(pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawli_joint *joint = setup->joint;
    const int32_t tooth = pawli_ratchet_tooth(joint, setup->a, setup->b);
    if (tooth > row->teeth) row->teeth = tooth;
    pawli_angle_prepare(setup, row);
    const int64_t turned = pawli_joint_turned(joint, setup->a, setup->b);
    row->lower_gap = pawli_angle_to_length(setup, turned - angle_of_tooth(joint, row->teeth));
}

static void warm_start_ratchet(const pawli_joint_row *row, pawli_joint_pass *pass) {
    pawli_apply_angular(row, pass, row->impulses[0]);
}

static void solve_ratchet(pawli_joint_row *row, pawli_joint_pass *pass) {
    const int64_t room = row->lower_gap + pawli_turn_move(row, pass);
    const int32_t rate = pawli_turn_rate(row, pass);
    pawli_apply_angular(
        row, pass,
        pawli_limit_impulse(room, PAWL_UNIT, rate, pass, &row->impulses[0], &pass->faults));
}

static pawli_reaction reaction_of_ratchet(const pawl_world *world, const pawli_joint *joint,
                                          const pawli_body *a, const pawli_body *b) {
    (void)world;
    (void)a;
    (void)b;
    pawli_reaction out;
    out.linear = pawl_vec2_make(0, 0);
    out.turning = joint->impulses[0];
    return out;
}

const pawli_joint_methods pawli_ratchet = {prepare_ratchet, warm_start_ratchet, solve_ratchet,
                                           reaction_of_ratchet};
