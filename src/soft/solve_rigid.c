/* solve_rigid.c - rigid bodies as soft bodies see them.
 *
 * The rigid solver has moved a body by `move` in this step, and leaves it with the velocity v. In
 * the n sub-steps of the soft bodies it goes that way once more, faster by an equal amount in each,
 * and in the last one by D = v h:
 *     way(i) = i D - (n D - move) / (n (n - 1)) * i (2 n - 1 - i),  way(n) = move.
 * What soft bodies do to it is a gain of velocity; the movement that comes from all gains is added.
 * So a weight on a rope, which fell a little and got the velocity of that fall, is given back both,
 * and rests at velocity 0.
 *
 * Gains are in 2^-38 units per sub-step: a body may be far heavier than what pushes it. */
#include "soft/soft_solve.h"

#include "fx/quotient.h"

#include <string.h>

#define LEVER_MAX (INT64_C(1023) << 20)
#define MOVE_MAX (INT64_C(511) << 22)
#define WAY_MAX (INT64_C(2047) << 38)

/* From Q16.16 velocity times Q0.32 time to Q10.22: 2^29 * 2^32 fits. */
static int32_t per_substep(const pawli_soft_step *step, int32_t velocity) {
    return pawli_near32((int64_t)velocity * step->substep, 26);
}

/* (n D - move) / (n (n - 1)), 2^-38 units, and D. With one sub-step D is the movement. */
static int64_t spread(const pawli_soft_step *step, int32_t move, int32_t *end) {
    const int64_t n = step->substeps;
    if (n == 1) {
        *end = move;
        return 0;
    }
    return (n * *end - move) * 65536 / (n * (n - 1));
}

static void set_profile(const pawli_soft_step *step, const pawli_solver_body *solved,
                        pawli_soft_rigid *rigid) {
    rigid->end_x = per_substep(step, solved->velocity.x);
    rigid->end_y = per_substep(step, solved->velocity.y);
    rigid->end_turn = per_substep(step, solved->spin);
    rigid->less_x = spread(step, solved->move_x, &rigid->end_x);
    rigid->less_y = spread(step, solved->move_y, &rigid->end_y);
    rigid->less_turn = spread(step, solved->turn, &rigid->end_turn);
}

/* Null for a body that is not solved in this step: one that sleeps, or woke only now. */
static const pawli_solver_body *solver_of(const pawli_soft_step *step, uint16_t slot) {
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
    rigid->x = rigid->from_x = rigid->start_x = (int64_t)body->position.x * 64 + body->rest_x;
    rigid->y = rigid->from_y = rigid->start_y = (int64_t)body->position.y * 64 + body->rest_y;
    rigid->rotation = rigid->from_rotation = body->rotation;
    step->rigid_slots[step->rigid_count++] = slot;
    const pawli_solver_body *solved = solver_of(step, slot);
    if (solved == NULL || !(body->flags & PAWLI_BODY_ENABLED)) return rigid;
    rigid->awake = 1;
    rigid->moves = body->type == PAWL_DYNAMIC && body->mass != 0;
    set_profile(step, solved, rigid);
    return rigid;
}

static int64_t way_of(int64_t i, int64_t n, int32_t end, int64_t less, int64_t way) {
    return i * end + pawli_near(way - less * (i * (2 * n - 1 - i)), 16);
}

static int64_t limited(int64_t way, uint32_t *faults) {
    if (way <= WAY_MAX && way >= -WAY_MAX) return way;
    *faults |= PAWL_FAULT_TRANSLATION;
    return way < 0 ? -WAY_MAX : WAY_MAX;
}

/* Where the body is with all that was done to it so far. */
static void place(pawli_soft_step *step, pawli_soft_rigid *rigid) {
    const int64_t i = step->done, n = step->substeps;
    rigid->way_x = limited(rigid->way_x, &step->faults);
    rigid->way_y = limited(rigid->way_y, &step->faults);
    rigid->way_turn = limited(rigid->way_turn, &step->faults);
    rigid->x = rigid->start_x + way_of(i, n, rigid->end_x, rigid->less_x, rigid->way_x);
    rigid->y = rigid->start_y + way_of(i, n, rigid->end_y, rigid->less_y, rigid->way_y);
    const int64_t turn = way_of(i, n, rigid->end_turn, rigid->less_turn, rigid->way_turn);
    const int32_t now = pawli_within(turn, &step->faults);
    if (now == rigid->turn) return;
    const pawli_body *body = &step->bodies[rigid->body];
    rigid->turn = now;
    rigid->rotation = pawl_rot_from_angle(body->angle + pawli_turn_angle(body, now));
}

void pawli_solve_rigid_move(pawli_soft_step *step, int32_t substep) {
    step->done = substep + 1;
    for (uint32_t i = 0; i < step->rigid_count; i++) {
        pawli_soft_rigid *rigid = &step->rigids[step->rigid_slots[i]];
        rigid->from_x = rigid->x;
        rigid->from_y = rigid->y;
        rigid->from_rotation = rigid->rotation;
        if (!rigid->awake) continue;
        rigid->gain_x = limited(rigid->gain_x, &step->faults);
        rigid->gain_y = limited(rigid->gain_y, &step->faults);
        rigid->gain_turn = limited(rigid->gain_turn, &step->faults);
        rigid->way_x += rigid->gain_x;
        rigid->way_y += rigid->gain_y;
        rigid->way_turn += rigid->gain_turn;
        place(step, rigid);
    }
}

/* (1 + rho^2) in Q30: below 2^51. */
static uint64_t stretch_of(int32_t rho) {
    return (uint64_t)pawli_near((int64_t)rho * rho, 10) + (UINT64_C(1) << 30);
}

static pawli_scaled loose_of(const pawli_body *body, uint64_t stretch) {
    return pawli_scaled_divide(pawli_scaled_make(stretch, -30), pawli_body_mass(body));
}

int32_t pawli_solve_rigid_lever(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                int64_t length, uint32_t *faults) {
    const pawli_body *body = &step->bodies[rigid->body];
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    if (!rigid->moves || per_gyration.mantissa == 0) return 0;
    /* From 1024 units on the product would not fit; arms of attachments are below 2^34. */
    const bool is_long = length >= INT64_C(1) << 32;
    const int64_t short_length = is_long ? pawli_near(length, 4) : length;
    const int64_t rho = pawli_near(short_length * per_gyration.mantissa,
                                   (is_long ? -2 : 2) - per_gyration.exponent);
    if (rho <= LEVER_MAX && rho >= -LEVER_MAX) return (int32_t)rho;
    *faults |= PAWL_FAULT_SOLVER_RANGE;
    return (int32_t)(rho < 0 ? -LEVER_MAX : LEVER_MAX);
}

uint32_t pawli_solve_rigid_center_share(int32_t rho) {
    return pawli_quotient(UINT64_C(1) << 61, stretch_of(rho));
}

/* share = b / (b + p) with b = (1 + rho^2) / m_body and p = weight / reference. */
uint32_t pawli_solve_rigid_share(const pawli_soft_step *step, const pawli_soft_rigid *rigid,
                                 uint16_t soft, uint32_t weight, int32_t rho) {
    if (!rigid->moves) return 0;
    if (weight == 0) return PAWLI_SOFT_WHOLE;
    const pawli_scaled body = loose_of(&step->bodies[rigid->body], stretch_of(rho));
    const pawli_scaled point =
        pawli_scaled_divide(pawli_scaled_make(weight, -30), step->works[soft].reference);
    const pawli_scaled share = pawli_scaled_divide(body, pawli_scaled_add(body, point));
    const int64_t whole = pawli_scaled_apply(share, 1, 31);
    return whole > PAWLI_SOFT_WHOLE ? PAWLI_SOFT_WHOLE : (uint32_t)whole;
}

pawli_soft_response pawli_solve_rigid_response(const pawli_soft_step *step,
                                               const pawli_soft_rigid *rigid, uint16_t soft,
                                               uint32_t weight, int32_t arm_x, int32_t arm_y,
                                               pawl_rot normal) {
    pawli_soft_response lever;
    uint32_t faults = 0;
    const int64_t cross =
        pawli_near((int64_t)arm_x * normal.s, 30) - pawli_near((int64_t)arm_y * normal.c, 30);
    lever.rho = pawli_solve_rigid_lever(step, rigid, pawli_within(cross, &faults), &faults);
    lever.center = pawli_solve_rigid_center_share(lever.rho);
    lever.share = pawli_solve_rigid_share(step, rigid, soft, weight, lever.rho);
    return lever;
}

/* way < 2^47, in two halves so that a product with a share fits. */
static int64_t part(int64_t way, int64_t factor, int shift) {
    const int64_t high = pawli_floor(way, 24), low = way - high * (INT64_C(1) << 24);
    return pawli_near(high * factor + pawli_near(low * factor, 24), shift - 24);
}

/* rho / (1 + rho^2) <= 1/2, so a turn is no larger than the movement was. */
static int64_t turn_of(int64_t center, int32_t rho) {
    const int64_t high = pawli_floor(center, 24), low = center - high * (INT64_C(1) << 24);
    return high * rho * 16 + pawli_near(low * rho, 20);
}

void pawli_solve_rigid_push_velocity(pawli_soft_rigid *rigid, const pawli_soft_response *lever,
                                     pawl_rot normal, int64_t way) {
    if (!rigid->moves) return;
    const int64_t center = part(way, lever->center, 31);
    rigid->gain_x += part(center, normal.c, 30);
    rigid->gain_y += part(center, normal.s, 30);
    rigid->gain_turn += turn_of(center, lever->rho);
}

void pawli_solve_rigid_push(pawli_soft_step *step, pawli_soft_rigid *rigid,
                            const pawli_soft_response *lever, pawl_rot normal, int64_t way) {
    const int64_t x = rigid->gain_x, y = rigid->gain_y, turn = rigid->gain_turn;
    pawli_solve_rigid_push_velocity(rigid, lever, normal, way);
    rigid->way_x += rigid->gain_x - x;
    rigid->way_y += rigid->gain_y - y;
    rigid->way_turn += rigid->gain_turn - turn;
    if (rigid->moves) place(step, rigid);
}

void pawli_solve_rigid_moved_at(const pawli_soft_rigid *rigid, int32_t arm_x, int32_t arm_y,
                                int32_t *x, int32_t *y) {
    const int64_t c = rigid->rotation.c, s = rigid->rotation.s;
    const int64_t from_c = rigid->from_rotation.c, from_s = rigid->from_rotation.s;
    const int64_t back_c = pawli_near(from_c * c + from_s * s, 30);
    const int64_t back_s = pawli_near(from_s * c - from_c * s, 30);
    const int64_t old_x = pawli_near(back_c * arm_x - back_s * arm_y, 30);
    const int64_t old_y = pawli_near(back_s * arm_x + back_c * arm_y, 30);
    uint32_t faults = 0;
    *x = pawli_within(rigid->x - rigid->from_x + arm_x - old_x, &faults);
    *y = pawli_within(rigid->y - rigid->from_y + arm_y - old_y, &faults);
}

static int32_t limit_move(int64_t move, uint32_t *faults) {
    if (move <= MOVE_MAX && move >= -MOVE_MAX) return (int32_t)move;
    *faults |= PAWL_FAULT_TRANSLATION;
    return (int32_t)(move < 0 ? -MOVE_MAX : MOVE_MAX);
}

/* Velocity from a gain: 2^-38 units times 1/h in Q16.16. A gain is below 2^47, so its upper half
 * times the rate is below 2^62. */
static int32_t faster(const pawli_soft_step *step, int32_t velocity, int64_t gain,
                      uint32_t *faults) {
    const int64_t high = pawli_floor(gain, 16), low = gain - high * 65536;
    const int64_t rate = step->per_substep;
    return pawli_limit_speed(velocity + pawli_near(high * rate + pawli_near(low * rate, 16), 22),
                             faults);
}

void pawli_solve_rigid_finish(pawli_soft_step *step) {
    uint32_t *faults = &step->faults;
    for (uint32_t i = 0; i < step->rigid_count; i++) {
        const pawli_soft_rigid *rigid = &step->rigids[step->rigid_slots[i]];
        if (!rigid->moves) continue;
        pawli_solver_body *solved = &step->solver[step->solver_index[rigid->body]];
        solved->move_x = limit_move(solved->move_x + pawli_near(rigid->way_x, 16), faults);
        solved->move_y = limit_move(solved->move_y + pawli_near(rigid->way_y, 16), faults);
        solved->turn = limit_move(solved->turn + pawli_near(rigid->way_turn, 16), faults);
        solved->velocity.x = faster(step, solved->velocity.x, rigid->gain_x, faults);
        solved->velocity.y = faster(step, solved->velocity.y, rigid->gain_y, faults);
        solved->spin = faster(step, solved->spin, rigid->gain_turn, faults);
    }
}
