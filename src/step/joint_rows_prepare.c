/* joint_rows_prepare.c - which joints are solved, in which order, and their rows. */
#include "base/optional.h"
#include "step/step.h"

#include <string.h>

PAWLI_MARK(pawli_joint_rows_prepare_mark);
#if PAWLI_HINGES_IN_LANES
PAWLI_OPTIONAL(pawli_joint_lanes_make);
PAWLI_OPTIONAL_MARK(pawli_joint_lanes_mark); /* src/step/joint_lanes.c */
#endif

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

/* What both kinds of rows begin with. */
typedef struct row_start {
    uint16_t a, b;
    int32_t alpha_a, alpha_b;
} row_start;

static bool prepare_hinge(pawli_step *step, const pawli_joint_setup *setup, const row_start *start,
                          pawli_solved_joint *solved) {
    pawli_hinge_row *row = &step->hinges[step->hinge_count];
    row->a = start->a;
    row->b = start->b;
    row->joint = solved->joint;
    row->alpha_a = start->alpha_a;
    row->alpha_b = start->alpha_b;
    if (!pawli_hinge_prepare(setup, row)) return false;
    solved->row = (uint16_t)step->hinge_count++;
    return true;
}

/* The softness of what is rigid, which lies where only a MOTOR has a drive. */
static void tune_row(const pawli_joint_setup *setup, pawli_joint_row *row) {
    const pawl_vec2 tuning = pawli_joint_tuning(setup->joint);
    const pawl_fx hertz = pawl_min(tuning.x, setup->time->per_substep / 4);
    row->twist.softness = pawli_softness_of_joint(hertz, tuning.y, setup->time->substep);
}

static pawli_joint_row *prepare_row(pawli_step *step, pawli_joint_setup *setup,
                                    const row_start *start, pawli_solved_joint *solved) {
    const pawli_joint *joint = setup->joint;
    solved->row = (uint16_t)--step->lowest_row;
    pawli_joint_row *row = &step->joints[solved->row];
    memset(row, 0, sizeof *row);
    row->a = start->a;
    row->b = start->b;
    row->joint = solved->joint;
    row->type = joint->type;
    row->flags = joint->flags;
    row->alpha_a = start->alpha_a;
    row->alpha_b = start->alpha_b;
    row->turned_a.c = PAWL_UNIT;
    row->teeth = joint->teeth;
    memcpy(row->impulses, joint->impulses, sizeof row->impulses);
    setup->is_only = is_only_joint(step, solved->joint, joint->body_a) &&
                     is_only_joint(step, solved->joint, joint->body_b);
    pawli_joint_methods_of(joint->type)->prepare(setup, row);
    if (joint->flags & PAWLI_JOINT_TUNED) tune_row(setup, row);
    return row;
}

/* Prepare a row; returns where the next one is to be noted. */
static uint16_t *prepare_joint(pawli_step *step, pawli_solved_joint *solved) {
    const pawli_joint *joint = &pawli_joints(step->world)[solved->joint];
    const pawli_body *a = &step->bodies[joint->body_a], *b = &step->bodies[joint->body_b];
    pawli_joint_setup setup =
        pawli_joint_prepare_setup(step->world, joint, a, b, &step->joint_time, &step->faults);
    const int32_t share = pawli_joint_share(a, b);
    const row_start start = {step->solver_index[joint->body_a], step->solver_index[joint->body_b],
                             share, b->type == PAWL_DYNAMIC ? PAWL_UNIT - share : 0};
    const bool is_locked = ((a->flags | b->flags) & PAWLI_BODY_LOCKS) != 0;
    if (!is_locked && pawli_joint_is_hinge(joint) && prepare_hinge(step, &setup, &start, solved))
        return &step->hinges[solved->row].next;
    return &prepare_row(step, &setup, &start, solved)->next;
}

/* The order in which rows are solved: those that share no moving body side by side, one color after
 * the other, and those to what does not move last, as among contacts. In creation order a chain
 * would hand on an error from link to link all of one pass, and stand open twice as far where it is
 * whipped. Each color is a list; `ends` are where the next row of it is to be noted. */
typedef struct row_order {
    uint16_t first[PAWLI_JOINT_COLORS];
    uint16_t *ends[PAWLI_JOINT_COLORS]; /* the last list: to what does not move */
} row_order;

static void begin_order(row_order *order) {
    for (int color = 0; color < PAWLI_JOINT_COLORS; color++) {
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

/* How far rods at long levers are corrected at once: by 3 L/s. */
static int64_t long_rod_of(const pawli_step *step, const pawli_softness *rigid) {
    const int64_t push = 3 * step->world->scales.length_unit * (INT64_C(1) << 22);
    return push / pawl_max(rigid->bias_rate, 1);
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
    time->long_rod = long_rod_of(step, &time->rigid);
}

pawli_joint_time pawli_joint_rows_prepare_time_of(const pawli_step *step,
                                                  const pawli_joint_row *row) {
    pawli_joint_time own = step->joint_time;
    own.rigid = own.weld = row->twist.softness;
    own.long_rod = long_rod_of(step, &own.rigid);
    return own;
}

/* List the joints that are solved, by their colors. */
static void list_joints(pawli_step *step, row_order *order) {
    const pawli_joint *joints = pawli_joints_const(step->world);
    for (uint16_t at = step->world->first_joint; at != PAWLI_NONE; at = joints[at].next) {
        const uint16_t slot_a = joints[at].body_a, slot_b = joints[at].body_b;
        const pawli_body *a = &step->bodies[slot_a], *b = &step->bodies[slot_b];
        if (!(a->flags & b->flags & PAWLI_BODY_ENABLED)) continue;
        const bool a_moves = is_joint_mover(a), b_moves = is_joint_mover(b);
        if ((!a_moves && !b_moves) || pawli_joint_methods_of(joints[at].type) == NULL) continue;
        int color = PAWLI_JOINT_COLORS - 1;
        if (a_moves && b_moves) color = color_of_row(&step->marks[slot_a], &step->marks[slot_b]);
        PAWL_ASSERT(step->joint_count < step->world->joint_pool.capacity);
        pawli_solved_joint *solved = &step->solved_joints[step->joint_count];
        solved->joint = at;
        *order->ends[color] = (uint16_t)step->joint_count++;
        order->ends[color] = &solved->row;
    }
    for (int color = 0; color < PAWLI_JOINT_COLORS; color++)
        *order->ends[color] = PAWLI_NONE;
    for (uint32_t i = 0; i < step->awake_count; i++)
        step->marks[step->awake[i]] = 0;
}

/* The rows of a color, each linked to the one before it; `end` is where the first is noted. Returns
 * where what follows is to be. */
static uint16_t *prepare_color(pawli_step *step, uint16_t at, uint16_t *end) {
    while (at != PAWLI_NONE) {
        pawli_solved_joint *solved = &step->solved_joints[at];
        at = solved->row;
        uint16_t *next = prepare_joint(step, solved);
        *end = solved->row;
        end = next;
    }
    return end;
}

void pawli_joint_rows_prepare(pawli_step *step) {
    step->first_joint = PAWLI_NONE;
    if (step->world->first_joint == PAWLI_NONE) return;
    set_joint_time(step);
    step->lowest_row = step->world->joint_pool.capacity;
    row_order order;
    begin_order(&order);
    list_joints(step, &order);
#if PAWLI_HINGES_IN_LANES
    if (PAWLI_IS_LINKED(pawli_joint_lanes_mark)) pawli_joint_lanes_make(step, order.first);
#endif
    uint16_t *end = &step->first_joint;
    for (int color = 0; color < PAWLI_JOINT_COLORS; color++) {
#if PAWLI_HINGES_IN_LANES
        if (step->joint_lanes != NULL) {
            *end = PAWLI_NONE;
            end = &step->joint_lanes->colors[color].first;
        }
#endif
        end = prepare_color(step, order.first[color], end);
    }
    *end = PAWLI_NONE;
    PAWL_ASSERT((const void *)&step->hinges[step->hinge_count] <=
                (const void *)&step->joints[step->lowest_row]);
    step->world->counters.solved_joints = (uint16_t)step->joint_count;
}
