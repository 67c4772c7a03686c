/* solve_rigid.c - rigid bodies as soft bodies see them.
 *
 * The rigid solver has moved a body by `move` in this step, and leaves it with the velocity v. In
 * the n sub-steps of the soft bodies it makes that movement once more, faster by an equal amount,
 * the growth, in each, and in the last one by D = v h:
 *     move(i) = i D - growth * i (2 n - 1 - i),  growth = (n D - move) / (n (n - 1)).
 * What soft bodies do to it changes its velocity: it is pushed. The movement that comes from all
 * pushes, by which it is carried, is added. So a load on a rope, which fell a little and got the
 * velocity of that fall, is given back both, and rests at velocity 0.
 *
 * What is pushed and carried is kept in 2^-38 units: a body may be far heavier than what pushes. */
#include "soft/soft_solve.h"

#include "fx/int128.h"
#include "fx/quotient.h"

#include <string.h>

#define SOFT_LEVER_MAX (INT64_C(1023) << 20)
#define RIGID_MOVE_MAX (INT64_C(511) << 22)
#define CARRIED_MAX (INT64_C(2047) << 38)
#define PUSHED_MAX (INT64_C(1) << 61)
#define HIGH_MAX (UINT64_C(1) << 31) /* times any rate it is at most 2^62 */

static int32_t limit_rigid_move(int64_t move, uint32_t *faults) {
    if (move <= RIGID_MOVE_MAX && move >= -RIGID_MOVE_MAX) return (int32_t)move;
    *faults |= PAWL_FAULT_TRANSLATION;
    return (int32_t)(move < 0 ? -RIGID_MOVE_MAX : RIGID_MOVE_MAX);
}

/* From Q16.16 velocity times Q0.32 time to Q10.22: 2^29 * 2^32 fits. In a sub-step of more than
 * 1/16 s a body can be too fast. */
static int32_t move_per_substep(pawli_soft_step *step, int32_t velocity) {
    return limit_rigid_move(pawli_near((int64_t)velocity * step->substep, 26), &step->faults);
}

/* (n D - move) / (n (n - 1)), 2^-38 units, and D. With one sub-step D is the movement. Both are
 * below 2^31 and n is at most 2^5: below 2^53 before the division and 2^48 after it. */
static int64_t growth_of(const pawli_soft_step *step, int32_t move, int32_t *last) {
    const int64_t n = step->substeps;
    if (n == 1) {
        *last = move;
        return 0;
    }
    return (n * *last - move) * 65536 / (n * (n - 1));
}

static void set_own_motion(pawli_soft_step *step, const pawli_solver_body *solved,
                           pawli_soft_rigid *rigid) {
    rigid->last_x = move_per_substep(step, solved->velocity.x);
    rigid->last_y = move_per_substep(step, solved->velocity.y);
    rigid->last_turn = move_per_substep(step, solved->spin);
    rigid->growth_x = growth_of(step, solved->move_x, &rigid->last_x);
    rigid->growth_y = growth_of(step, solved->move_y, &rigid->last_y);
    rigid->growth_turn = growth_of(step, solved->turn, &rigid->last_turn);
}

/* Null for a body that is not solved in this step: one that sleeps, or woke only now. */
static const pawli_solver_body *find_solver_body(const pawli_soft_step *step, uint16_t slot) {
    if (!(step->bodies[slot].flags & PAWLI_BODY_AWAKE)) return NULL;
    const uint32_t index = step->solver_index[slot];
    if (index == 0 || index >= step->solver_count) return NULL;
    return step->solver[index].body == slot ? &step->solver[index] : NULL;
}

pawli_soft_rigid *pawli_solve_rigid_of(pawli_soft_step *step, uint16_t slot) {
    pawli_soft_rigid *rigid = &step->rigids[slot];
    if (rigid->used) return rigid;
    const pawli_body *body = &step->bodies[slot];
    memset(rigid, 0, sizeof *rigid);
    rigid->body = slot;
    rigid->used = 1;
    rigid->x = rigid->from_x = rigid->start_x =
        (int64_t)body->position.x * PAWLI_SOFT_PER_RAW + body->frac_x;
    rigid->y = rigid->from_y = rigid->start_y =
        (int64_t)body->position.y * PAWLI_SOFT_PER_RAW + body->frac_y;
    rigid->rotation = rigid->from_rotation = body->rotation;
    step->rigid_slots[step->rigid_count++] = slot;
    const pawli_solver_body *solved = find_solver_body(step, slot);
    if (solved == NULL || !(body->flags & PAWLI_BODY_ENABLED)) return rigid;
    rigid->awake = 1;
    rigid->moves = body->type == PAWL_DYNAMIC && body->mass != 0;
    rigid->locks = (uint8_t)pawli_body_locks(body);
    set_own_motion(step, solved, rigid);
    return rigid;
}

/* The growth is below 2^43 where n is 2^5 and below 2^48 where it is 2, so its multiple is below
 * 2^53; what is carried is below 2^49. */
static int64_t rigid_move_at(int64_t i, int64_t n, int32_t last, int64_t growth, int64_t move) {
    return i * last + pawli_near(move - growth * (i * (2 * n - 1 - i)), 16);
}

static int64_t limit_carried(int64_t move, uint32_t *faults) {
    if (move <= CARRIED_MAX && move >= -CARRIED_MAX) return move;
    *faults |= PAWL_FAULT_TRANSLATION;
    return move < 0 ? -CARRIED_MAX : CARRIED_MAX;
}

/* Where the body is with all that was done to it so far. */
static void place_rigid(pawli_soft_step *step, pawli_soft_rigid *rigid) {
    const int64_t i = step->done, n = step->substeps;
    rigid->carried_x = limit_carried(rigid->carried_x, &step->faults);
    rigid->carried_y = limit_carried(rigid->carried_y, &step->faults);
    rigid->carried_turn = limit_carried(rigid->carried_turn, &step->faults);
    rigid->x =
        rigid->start_x + rigid_move_at(i, n, rigid->last_x, rigid->growth_x, rigid->carried_x);
    rigid->y =
        rigid->start_y + rigid_move_at(i, n, rigid->last_y, rigid->growth_y, rigid->carried_y);
    const int64_t turn =
        rigid_move_at(i, n, rigid->last_turn, rigid->growth_turn, rigid->carried_turn);
    const int32_t now = pawli_narrow_symmetric(turn, &step->faults);
    if (now == rigid->turn) return;
    const pawli_body *body = &step->bodies[rigid->body];
    rigid->turn = now;
    rigid->rotation = pawl_rot_from_angle(body->angle + pawli_body_spin_angle(body, now));
}

void pawli_solve_rigid_move(pawli_soft_step *step, int32_t substep) {
    step->done = substep + 1;
    for (uint32_t i = 0; i < step->rigid_count; i++) {
        pawli_soft_rigid *rigid = &step->rigids[step->rigid_slots[i]];
        rigid->from_x = rigid->x;
        rigid->from_y = rigid->y;
        rigid->from_rotation = rigid->rotation;
        if (!rigid->awake) continue;
        rigid->pushed_x = limit_carried(rigid->pushed_x, &step->faults);
        rigid->pushed_y = limit_carried(rigid->pushed_y, &step->faults);
        rigid->pushed_turn = limit_carried(rigid->pushed_turn, &step->faults);
        rigid->carried_x += rigid->pushed_x;
        rigid->carried_y += rigid->pushed_y;
        rigid->carried_turn += rigid->pushed_turn;
        place_rigid(step, rigid);
    }
}

/* 1 + lever^2 in Q30: below 2^51. */
static uint64_t one_plus_square(int32_t lever) {
    return (uint64_t)pawli_near((int64_t)lever * lever, 10) + (UINT64_C(1) << 30);
}

static pawli_scaled rigid_inverse_mass(const pawli_body *body, uint64_t square) {
    return pawli_scaled_divide(pawli_scaled_make(square, -30), pawli_body_mass(body));
}

int32_t pawli_solve_rigid_lever(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                int64_t length, uint32_t *faults) {
    const pawli_body *body = &step->bodies[rigid->body];
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    if (!rigid->moves || per_gyration.mantissa == 0) return 0;
    /* From 1024 units on the product with 31 bits would not fit. Arms of attachments are below
     * 2^36.5, twice PAWL_EXTENT_MAX on either axis, so they lose 4 or 6 bits. The exponent is that
     * of 2^-13 .. 2^13 with 31 bits, -43 .. -17, which leaves a shift of 13 .. 45. */
    const int excess = length >= INT64_C(1) << 36 ? 6 : length >= INT64_C(1) << 32 ? 4 : 0;
    const int64_t short_length = excess > 0 ? pawli_near(length, excess) : length;
    const int64_t lever =
        pawli_near(short_length * per_gyration.mantissa, 2 - excess - per_gyration.exponent);
    if (lever <= SOFT_LEVER_MAX && lever >= -SOFT_LEVER_MAX) return (int32_t)lever;
    *faults |= PAWL_FAULT_SOLVER_RANGE;
    return (int32_t)(lever < 0 ? -SOFT_LEVER_MAX : SOFT_LEVER_MAX);
}

uint32_t pawli_solve_rigid_center_share(int32_t lever) {
    return pawli_quotient(UINT64_C(1) << 61, one_plus_square(lever));
}

/* share = b / (b + p) with b = (1 + lever^2) / m_body and p = inverse_mass / reference. */
uint32_t pawli_solve_rigid_share(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                 uint16_t soft, uint32_t inverse_mass, int32_t lever) {
    if (!rigid->moves) return 0;
    if (inverse_mass == 0) return PAWLI_SOFT_SHARE_ONE;
    const pawli_scaled body =
        rigid_inverse_mass(&step->bodies[rigid->body], one_plus_square(lever));
    const pawli_scaled point = pawli_scaled_divide(pawli_scaled_make(inverse_mass, -30),
                                                   step->solver_softs[soft].reference);
    const pawli_scaled share = pawli_scaled_divide(body, pawli_scaled_add(body, point));
    const int64_t whole = pawli_scaled_apply(share, 1, 31);
    return whole > PAWLI_SOFT_SHARE_ONE ? PAWLI_SOFT_SHARE_ONE : (uint32_t)whole;
}

pawli_soft_response pawli_solve_rigid_response(const pawli_soft_step *step,
                                               const pawli_soft_rigid *rigid, uint16_t soft,
                                               uint32_t inverse_mass, int32_t arm_x, int32_t arm_y,
                                               pawl_rot normal) {
    pawli_soft_response response;
    uint32_t faults = 0;
    const int64_t cross =
        pawli_near((int64_t)arm_x * normal.s, 30) - pawli_near((int64_t)arm_y * normal.c, 30);
    response.lever =
        pawli_solve_rigid_lever(step, rigid, pawli_narrow_symmetric(cross, &faults), &faults);
    response.center_share = pawli_solve_rigid_center_share(response.lever);
    response.share = pawli_solve_rigid_share(step, rigid, soft, inverse_mass, response.lever);
    return response;
}

/* |move| <= 2^50, in two halves so that a product with a factor of up to 2^31 fits. */
static int64_t scale_q24(int64_t move, int64_t factor, int shift) {
    const int64_t high = pawli_floor(move, 24), low = move - high * (INT64_C(1) << 24);
    return pawli_near(high * factor + pawli_near(low * factor, 24), shift - 24);
}

/* lever / (1 + lever^2) <= 1/2, so a turn is no larger than the movement was. A lever is below
 * 2^30: the product of the upper half is below 2^61. */
static int64_t turn_of_center(int64_t center, int32_t lever) {
    const int64_t high = pawli_floor(center, 24), low = center - high * (INT64_C(1) << 24);
    return high * lever * 16 + pawli_near(low * lever, 20);
}

/* A push is at most 2^50, but all of a sub-step that pull at a body may be a million of them:
 * beyond what any speed needs nothing is added. Then the speed is limited, with its fault. */
static int64_t add_push(int64_t sum, int64_t push) {
    const int64_t pushed = sum + push;
    return pushed > PUSHED_MAX ? PUSHED_MAX : pushed < -PUSHED_MAX ? -PUSHED_MAX : pushed;
}

void pawli_solve_rigid_push_velocity(pawli_soft_rigid *rigid, const pawli_soft_response *response,
                                     pawl_rot normal, int64_t move) {
    if (!rigid->moves) return;
    const int64_t center = scale_q24(move, response->center_share, 31);
    if (!(rigid->locks & PAWLI_BODY_LOCK_X))
        rigid->pushed_x = add_push(rigid->pushed_x, scale_q24(center, normal.c, 30));
    if (!(rigid->locks & PAWLI_BODY_LOCK_Y))
        rigid->pushed_y = add_push(rigid->pushed_y, scale_q24(center, normal.s, 30));
    rigid->pushed_turn = add_push(rigid->pushed_turn, turn_of_center(center, response->lever));
}

void pawli_solve_rigid_push(pawli_soft_step *step, pawli_soft_rigid *rigid,
                            const pawli_soft_response *response, pawl_rot normal, int64_t move) {
    const int64_t x = rigid->pushed_x, y = rigid->pushed_y, turn = rigid->pushed_turn;
    pawli_solve_rigid_push_velocity(rigid, response, normal, move);
    rigid->carried_x += rigid->pushed_x - x;
    rigid->carried_y += rigid->pushed_y - y;
    rigid->carried_turn += rigid->pushed_turn - turn;
    if (rigid->moves) place_rigid(step, rigid);
}

/* Unit vectors times an arm of 31 bits: below 2^61.5. */
void pawli_solve_rigid_moved_at(const pawli_soft_rigid *rigid, int32_t arm_x, int32_t arm_y,
                                int32_t *x, int32_t *y) {
    const int64_t c = rigid->rotation.c, s = rigid->rotation.s;
    const int64_t from_c = rigid->from_rotation.c, from_s = rigid->from_rotation.s;
    const int64_t back_c = pawli_near(from_c * c + from_s * s, 30);
    const int64_t back_s = pawli_near(from_s * c - from_c * s, 30);
    const int64_t old_x = pawli_near(back_c * arm_x - back_s * arm_y, 30);
    const int64_t old_y = pawli_near(back_s * arm_x + back_c * arm_y, 30);
    uint32_t faults = 0;
    *x = pawli_narrow_symmetric(rigid->x - rigid->from_x + arm_x - old_x, &faults);
    *y = pawli_narrow_symmetric(rigid->y - rigid->from_y + arm_y - old_y, &faults);
}

/* What was pushed is 2^-38 units times 1/h in Q16.16, at most 2^31. Where its upper part times the
 * rate is beyond 2^62 the velocity, 2^40, is far beyond the limit of speed, which it gets. */
static int32_t add_pushed(const pawli_soft_step *step, int32_t velocity, int64_t pushed,
                          uint32_t *faults) {
    const int64_t high = pawli_floor(pushed, 16), low = pushed - high * 65536;
    const int64_t rate = step->per_substep;
    if (pawli_magnitude(high) > HIGH_MAX &&
        pawli_magnitude(high) > (UINT64_C(1) << 62) / (uint64_t)rate)
        return pawli_limit_speed(pushed, faults);
    return pawli_limit_speed(velocity + pawli_near(high * rate + pawli_near(low * rate, 16), 22),
                             faults);
}

void pawli_solve_rigid_finish(pawli_soft_step *step) {
    uint32_t *faults = &step->faults;
    for (uint32_t i = 0; i < step->rigid_count; i++) {
        const pawli_soft_rigid *rigid = &step->rigids[step->rigid_slots[i]];
        if (!rigid->moves) continue;
        pawli_solver_body *solved = &step->solver[step->solver_index[rigid->body]];
        solved->move_x =
            limit_rigid_move(solved->move_x + pawli_near(rigid->carried_x, 16), faults);
        solved->move_y =
            limit_rigid_move(solved->move_y + pawli_near(rigid->carried_y, 16), faults);
        solved->turn = limit_rigid_move(solved->turn + pawli_near(rigid->carried_turn, 16), faults);
        solved->velocity.x = add_pushed(step, solved->velocity.x, rigid->pushed_x, faults);
        solved->velocity.y = add_pushed(step, solved->velocity.y, rigid->pushed_y, faults);
        solved->spin = add_pushed(step, solved->spin, rigid->pushed_turn, faults);
    }
}
