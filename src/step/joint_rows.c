/* joint_rows.c - joints in the sub-steps: all of them before the contacts. */
#include "base/optional.h"
#include "joint/hinge.h"
#include "step/step.h"

#include <string.h>

PAWLI_MARK(pawli_joint_rows_mark);

/* Solved are joints with at least one such body, both bodies being enabled. */
static bool is_joint_mover(const pawli_body *body) {
    return body->type == PAWL_DYNAMIC && (body->flags & PAWLI_BODY_AWAKE);
}

/* Of a body, or the body does not move. */
static bool is_only_joint(const pawli_step *step, uint16_t slot, uint16_t body) {
    if (step->bodies[body].type != PAWL_DYNAMIC) return true;
    return step->body_joints[body] == slot &&
           pawli_joint_list_after(&pawli_joints(step->world)[slot], body) == PAWLI_NONE;
}

/* Hinges from the first place of the rows on, and all other joints from the last one down: a row of
 * a hinge is smaller, so they never meet, and the number of a row tells which it is. */
static bool is_hinge(const pawli_step *step, uint16_t row) {
    return row < step->hinge_count;
}

static uint16_t *prepare_row(pawli_step *step, const pawli_joint_setup *setup, uint16_t slot,
                             uint16_t at) {
    const pawli_joint *joint = setup->joint;
    pawli_joint_row *row = &step->joints[at];
    memset(row, 0, sizeof *row);
    row->a = step->solver_index[joint->body_a];
    row->b = step->solver_index[joint->body_b];
    row->joint = slot;
    row->type = joint->type;
    row->flags = joint->flags;
    row->alpha_a = pawli_body_mass_ratio(setup->a, setup->b);
    row->alpha_b = setup->b->type == PAWL_DYNAMIC ? PAWL_UNIT - row->alpha_a : 0;
    row->turned_a.c = PAWL_UNIT;
    row->teeth = joint->teeth;
    memcpy(row->impulses, joint->impulses, sizeof row->impulses);
    pawli_joint_setup own = *setup;
    own.is_only =
        is_only_joint(step, slot, joint->body_a) && is_only_joint(step, slot, joint->body_b);
    pawli_joint_methods_of(joint->type)->prepare(&own, row);
    return &row->next;
}

static uint16_t *prepare_hinge(pawli_step *step, const pawli_joint_setup *setup, uint16_t slot,
                               uint16_t at) {
    const pawli_joint *joint = setup->joint;
    pawli_hinge_row *row = &step->hinges[at];
    row->a = step->solver_index[joint->body_a];
    row->b = step->solver_index[joint->body_b];
    row->joint = slot;
    row->alpha_a = pawli_body_mass_ratio(setup->a, setup->b);
    row->alpha_b = setup->b->type == PAWL_DYNAMIC ? PAWL_UNIT - row->alpha_a : 0;
    return pawli_hinge_prepare(setup, row) ? &row->next : NULL;
}

/* Prepare a row; returns where the next one is to be noted. */
static uint16_t *prepare_joint(pawli_step *step, pawli_solved_joint *solved) {
    const pawli_joint *joint = &pawli_joints(step->world)[solved->joint];
    const pawli_joint_setup setup =
        pawli_joint_prepare_setup(joint, &step->bodies[joint->body_a], &step->bodies[joint->body_b],
                                  &step->joint_time, &step->faults);
    uint16_t *next = NULL;
    solved->row = (uint16_t)step->hinge_count;
    if (pawli_joint_is_hinge(joint)) next = prepare_hinge(step, &setup, solved->joint, solved->row);
    if (next != NULL) {
        step->hinge_count++;
        return next;
    }
    solved->row = (uint16_t)--step->lowest_row;
    return prepare_row(step, &setup, solved->joint, solved->row);
}

/* The order in which rows are solved: those that share no moving body side by side, one color after
 * the other, and those to what does not move last, as among contacts. In creation order a chain
 * would hand on an error from link to link all of one pass, and stand open twice as far where it is
 * whipped. Each color is a list; `ends` are where the next row of it is to be noted. */
#define COLORS 32
typedef struct row_order {
    uint16_t first[COLORS + 1];
    uint16_t *ends[COLORS + 1]; /* the last list: to what does not move */
} row_order;

static void begin_order(row_order *order) {
    for (int color = 0; color <= COLORS; color++) {
        order->first[color] = PAWLI_NONE;
        order->ends[color] = &order->first[color];
    }
}

/* The first color that neither body has; what is left over shares the last one. */
PAWLI_INLINE int color_of_row(uint32_t *a, uint32_t *b) {
    const uint32_t taken = (*a | *b) & (UINT32_MAX >> 1);
    const uint32_t bit = ~taken & (taken + 1);
    *a |= bit;
    *b |= bit;
    int color = 0;
    while (bit >> color != 1)
        color++;
    return color;
}

/* Join the lists; returns the first one. */
static uint16_t finish_order(const pawli_step *step, const row_order *order) {
    uint16_t first = PAWLI_NONE, *end = &first;
    for (int color = 0; color <= COLORS; color++) {
        if (order->first[color] == PAWLI_NONE) continue;
        *end = order->first[color];
        end = order->ends[color];
    }
    *end = PAWLI_NONE;
    for (uint32_t i = 0; i < step->awake_count; i++)
        step->marks[step->awake[i]] = 0;
    return first;
}

/* Rigid joints are springs of 60 Hz, slowed to a quarter of the sub-step rate, damping ratio 2,
 * welds 5. */
static void set_joint_time(pawli_step *step) {
    pawli_joint_time *time = &step->joint_time;
    time->substep = step->substep;
    time->per_substep = step->per_substep;
    const pawl_fx hertz = pawl_min(PAWL_FX(60, 0, 1), step->per_substep / 4);
    time->rigid = pawli_softness_of_joint(hertz, PAWL_FX(2, 0, 1), time->substep);
    time->weld = pawli_softness_of_joint(hertz, PAWL_FX(5, 0, 1), time->substep);
    time->bias_mass = pawli_near((int64_t)time->rigid.bias_rate * time->rigid.mass_scale, 22);
    const int64_t push = step->world->scales.push_speed * (INT64_C(1) << 22);
    time->long_rod = push / pawl_max(time->rigid.bias_rate, 1);
}

/* List the joints that are solved; returns the one whose turn is first. */
static uint16_t list_joints(pawli_step *step) {
    row_order order;
    begin_order(&order);
    const pawli_joint *joints = pawli_joints_const(step->world);
    for (uint16_t at = step->world->first_joint; at != PAWLI_NONE; at = joints[at].next) {
        const uint16_t slot_a = joints[at].body_a, slot_b = joints[at].body_b;
        const pawli_body *a = &step->bodies[slot_a], *b = &step->bodies[slot_b];
        if (!(a->flags & b->flags & PAWLI_BODY_ENABLED)) continue;
        const bool a_moves = is_joint_mover(a), b_moves = is_joint_mover(b);
        if ((!a_moves && !b_moves) || pawli_joint_methods_of(joints[at].type) == NULL) continue;
        int color = COLORS;
        if (a_moves && b_moves) color = color_of_row(&step->marks[slot_a], &step->marks[slot_b]);
        PAWL_ASSERT(step->joint_count < step->world->joint_pool.capacity);
        pawli_solved_joint *solved = &step->solved_joints[step->joint_count];
        solved->joint = at;
        *order.ends[color] = (uint16_t)step->joint_count++;
        order.ends[color] = &solved->row;
    }
    return finish_order(step, &order);
}

void pawli_joint_rows_prepare(pawli_step *step) {
    step->first_joint = PAWLI_NONE;
    if (step->world->first_joint == PAWLI_NONE) return;
    set_joint_time(step);
    step->lowest_row = step->world->joint_pool.capacity;
    uint16_t *end = &step->first_joint;
    for (uint16_t at = list_joints(step); at != PAWLI_NONE;) {
        pawli_solved_joint *solved = &step->solved_joints[at];
        at = solved->row;
        uint16_t *next = prepare_joint(step, solved);
        *end = solved->row;
        end = next;
    }
    *end = PAWLI_NONE;
    step->world->counters.solved_joints = step->joint_count;
}

static pawli_joint_pass begin_joint_pass(pawli_step *step, const pawli_joint_row *row,
                                         const pawli_softness *softness) {
    const pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    const pawli_joint_pass pass = {
        a,
        b,
        softness,
        &step->joint_time,
        pawli_velocity_load(a, b, false),
        0,
        {a->velocity_frac_x, a->velocity_frac_y, a->spin_frac, b->velocity_frac_x,
         b->velocity_frac_y, b->spin_frac},
    };
    return pass;
}

static void end_joint_pass(pawli_step *step, const pawli_joint_row *row,
                           const pawli_joint_pass *pass) {
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    pawli_velocity_store(&pass->v, a, b);
    a->velocity_frac_x = pass->frac.ax;
    a->velocity_frac_y = pass->frac.ay;
    a->spin_frac = pass->frac.a_spin;
    b->velocity_frac_x = pass->frac.bx;
    b->velocity_frac_y = pass->frac.by;
    b->spin_frac = pass->frac.b_spin;
    step->faults |= pass->faults;
}

static void solve_joint_row(pawli_step *step, pawli_joint_row *row,
                            const pawli_softness *softness) {
    pawli_joint_pass pass = begin_joint_pass(step, row, softness);
    pawli_joint_methods_of(row->type)->solve(row, &pass);
    end_joint_pass(step, row, &pass);
}

/* A hinge that is out of the range of its kernels, by the general ones. */
PAWLI_RARE static void solve_wide_hinge(pawli_step *step, pawli_hinge_row *hinge,
                                        const pawli_softness *softness) {
    pawli_joint_row row;
    pawli_hinge_widen(hinge, &pawli_joints(step->world)[hinge->joint], &row);
    solve_joint_row(step, &row, softness);
    pawli_hinge_take(&row, hinge);
}

void pawli_joint_rows_warm_start(pawli_step *step) {
    pawli_solver_body *const solver = step->solver;
    pawli_hinge_row *const hinges = step->hinges;
    const uint32_t hinge_count = step->hinge_count;
    uint32_t faults = 0;
    for (uint16_t at = step->first_joint; at != PAWLI_NONE;) {
        if (at < hinge_count) {
            const pawli_hinge_row *hinge = &hinges[at];
            at = hinge->next;
            pawli_warm_start_hinge(hinge, &solver[hinge->a], &solver[hinge->b], &faults);
            continue;
        }
        pawli_joint_row *row = &step->joints[at];
        at = row->next;
        memset(row->fracs, 0, sizeof row->fracs);
        pawli_joint_pass pass = begin_joint_pass(step, row, NULL);
        pawli_joint_methods_of(row->type)->warm_start(row, &pass);
        end_joint_pass(step, row, &pass);
    }
    step->faults |= faults;
}

void pawli_joint_rows_solve(pawli_step *step) {
    const pawli_joint_time time = step->joint_time;
    pawli_solver_body *const solver = step->solver;
    pawli_hinge_row *const hinges = step->hinges;
    const uint32_t hinge_count = step->hinge_count;
    uint32_t faults = 0;
    for (uint16_t at = step->first_joint; at != PAWLI_NONE;) {
        if (at < hinge_count) {
            pawli_hinge_row *hinge = &hinges[at];
            at = hinge->next;
            pawli_solver_body *a = &solver[hinge->a], *b = &solver[hinge->b];
            if (!pawli_solve_hinge(hinge, a, b, &time, &faults))
                solve_wide_hinge(step, hinge, &step->joint_time.rigid);
            continue;
        }
        pawli_joint_row *row = &step->joints[at];
        at = row->next;
        solve_joint_row(step, row, &step->joint_time.rigid);
    }
    step->faults |= faults;
}

void pawli_joint_rows_relax(pawli_step *step) {
    pawli_solver_body *const solver = step->solver;
    pawli_hinge_row *const hinges = step->hinges;
    const uint32_t hinge_count = step->hinge_count;
    uint32_t faults = 0;
    for (uint16_t at = step->first_joint; at != PAWLI_NONE;) {
        if (at < hinge_count) {
            pawli_hinge_row *hinge = &hinges[at];
            at = hinge->next;
            pawli_solver_body *a = &solver[hinge->a], *b = &solver[hinge->b];
            if (!pawli_relax_hinge(hinge, a, b, &faults)) solve_wide_hinge(step, hinge, NULL);
            continue;
        }
        pawli_joint_row *row = &step->joints[at];
        at = row->next;
        solve_joint_row(step, row, NULL);
    }
    step->faults |= faults;
}

/* 1/n in Q2.30, rounded. */
#define PER(n) ((PAWL_UNIT + (n) / 2) / (n))

/* cos and sin of a small angle in Q2.30 by their Taylor series; below 1/8 radian the first term
 * left out is under half a raw unit. With t = phi^2:
 *     sin = phi (1 - t (1/6 - t/120)),   cos = 1 - t (1/2 - t (1/24 - t/720)). */
static pawl_rot small_turn(int64_t phi) {
    const int64_t one = PAWL_UNIT, half = one / 2;
    const int64_t t = pawli_floor(phi * phi + half, 30); /* below 2^24 */
    const int64_t sine = one - pawli_floor(t * (PER(6) - pawli_floor(t * PER(120), 30)), 30);
    const int64_t inner = PER(24) - pawli_floor(t * PER(720), 30);
    pawl_rot turn;
    turn.s = (int32_t)pawli_floor(phi * sine + half, 30);
    turn.c = (int32_t)(one - pawli_floor(t * (half - pawli_floor(t * inner, 30)) + half, 30));
    return turn;
}

/* The turn of a body since the start of the step. 1/k = m 2^e, turn is Q10.22; shifts 9 .. 35. */
static pawl_rot body_turn(const pawli_body *body, int32_t turn) {
    const pawl_rot none = {PAWL_UNIT, 0};
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    if (turn == 0 || per_gyration.mantissa == 0) return none;
    const int64_t phi =
        pawli_near((int64_t)turn * per_gyration.mantissa, 22 - 30 - per_gyration.exponent);
    const int64_t small = PAWL_UNIT / 8;
    if (phi < small && phi > -small) return small_turn(phi);
    return pawl_rot_from_angle(pawli_body_spin_angle(body, turn));
}

void pawli_joint_rows_turn(pawli_step *step) {
    if (step->joint_count == 0) return;
    pawl_rot *const turned = step->turned;
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const uint16_t slot = step->solver[i].body;
        if (step->body_joints[slot] == PAWLI_NONE) continue;
        turned[i] = body_turn(&step->bodies[slot], step->solver[i].turn);
    }
    turned[0].c = PAWL_UNIT;
    turned[0].s = 0;
    for (uint32_t i = 0; i < step->hinge_count; i++) {
        pawli_hinge_row *hinge = &step->hinges[i];
        pawli_turn_hinge(hinge, turned[hinge->a], turned[hinge->b]);
    }
    for (uint32_t i = step->lowest_row; i < step->world->joint_pool.capacity; i++) {
        pawli_joint_row *row = &step->joints[i];
        pawli_turn_lever(&row->lever_a, turned[row->a], &step->faults);
        pawli_turn_lever(&row->lever_b, turned[row->b], &step->faults);
        row->turned_a = turned[row->a];
    }
}

/* Impulses for the next warm start; bodies have their new angles. Joints may break. */
void pawli_joint_rows_finish(pawli_step *step) {
    pawl_world *world = step->world;
    pawli_joint *joints = pawli_joints(world);
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const pawli_solved_joint *solved = &step->solved_joints[i];
        pawli_joint *joint = &joints[solved->joint];
        if (is_hinge(step, solved->row)) {
            joint->impulses[0] = step->hinges[solved->row].impulse_x;
            joint->impulses[1] = step->hinges[solved->row].impulse_y;
        } else {
            const pawli_joint_row *row = &step->joints[solved->row];
            memcpy(joint->impulses, row->impulses, sizeof joint->impulses);
            joint->teeth = row->teeth;
        }
        pawli_joint_count_turns(joint, &step->bodies[joint->body_a], &step->bodies[joint->body_b]);
    }
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const uint16_t slot = step->solved_joints[i].joint;
        if (!pawli_joint_read_breaks(world, &joints[slot])) continue;
        pawli_event_add_break(world, slot);
        pawli_joint_remove(world, slot);
    }
}

/* The row of the joint that is solved as the i-th in creation order, for those who look on. */
void pawli_joint_rows_copy(const pawli_step *step, uint32_t i, pawli_joint_row *row) {
    const pawli_solved_joint *solved = &step->solved_joints[i];
    if (is_hinge(step, solved->row)) {
        pawli_hinge_widen(&step->hinges[solved->row],
                          &pawli_joints_const(step->world)[solved->joint], row);
    } else {
        *row = step->joints[solved->row];
    }
}
