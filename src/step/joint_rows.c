/* joint_rows.c - joints in the sub-steps: all of them before the contacts, in creation order. */
#include "base/optional.h"
#include "joint/hinge.h"
#include "step/step.h"

#include <string.h>

PAWLI_MARK(pawli_joint_rows_mark);

/* Joints with an awake dynamic body, and both bodies enabled. */
static bool joint_is_solved(const pawli_body *a, const pawli_body *b) {
    if (!(a->flags & b->flags & PAWLI_BODY_ENABLED)) return false;
    return (a->type == PAWL_DYNAMIC && (a->flags & PAWLI_BODY_AWAKE)) ||
           (b->type == PAWL_DYNAMIC && (b->flags & PAWLI_BODY_AWAKE));
}

static void prepare_joint(pawli_step *step, uint16_t slot, const pawli_joint_methods *methods) {
    const pawli_joint *joint = &pawli_joints(step->world)[slot];
    const pawli_body *a = &step->bodies[joint->body_a], *b = &step->bodies[joint->body_b];
    PAWL_ASSERT(step->joint_count < step->world->joint_pool.capacity);
    pawli_joint_row *row = &step->joints[step->joint_count++];
    memset(row, 0, sizeof *row);
    row->a = step->solver_index[joint->body_a];
    row->b = step->solver_index[joint->body_b];
    row->joint = slot;
    row->type = joint->type;
    row->flags = joint->flags;
    row->alpha_a = pawli_body_mass_ratio(a, b);
    row->alpha_b = b->type == PAWL_DYNAMIC ? PAWL_UNIT - row->alpha_a : 0;
    row->turned_a.c = PAWL_UNIT;
    row->teeth = joint->teeth;
    memcpy(row->impulses, joint->impulses, sizeof row->impulses);
    pawli_joint_setup setup =
        pawli_joint_prepare_setup(joint, a, b, &step->joint_time, &step->faults);
    methods->prepare(&setup, row);
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
}

void pawli_joint_rows_prepare(pawli_step *step) {
    const pawl_world *world = step->world;
    if (world->first_joint == PAWLI_NONE) return;
    set_joint_time(step);
    const pawli_joint *joints = pawli_joints_const(world);
    for (uint16_t at = world->first_joint; at != PAWLI_NONE; at = joints[at].next) {
        const pawli_joint_methods *methods = pawli_joint_methods_of(joints[at].type);
        const pawli_body *a = &step->bodies[joints[at].body_a];
        const pawli_body *b = &step->bodies[joints[at].body_b];
        if (methods != NULL && joint_is_solved(a, b)) prepare_joint(step, at, methods);
    }
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

void pawli_joint_rows_warm_start(pawli_step *step) {
    uint32_t faults = 0;
    for (uint32_t i = 0; i < step->joint_count; i++) {
        pawli_joint_row *row = &step->joints[i];
        if (row->hinge) {
            pawli_warm_start_hinge(row, &step->solver[row->a], &step->solver[row->b], &faults);
            continue;
        }
        memset(row->fracs, 0, sizeof row->fracs);
        pawli_joint_pass pass = begin_joint_pass(step, row, NULL);
        pawli_joint_methods_of(row->type)->warm_start(row, &pass);
        end_joint_pass(step, row, &pass);
    }
    step->faults |= faults;
}

void pawli_joint_rows_solve(pawli_step *step) {
    const pawli_joint_time time = step->joint_time;
    uint32_t faults = 0;
    for (uint32_t i = 0; i < step->joint_count; i++) {
        pawli_joint_row *row = &step->joints[i];
        pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
        if (row->hinge && pawli_solve_hinge(row, a, b, &time, &faults)) continue;
        solve_joint_row(step, row, &step->joint_time.rigid);
    }
    step->faults |= faults;
}

void pawli_joint_rows_relax(pawli_step *step) {
    uint32_t faults = 0;
    for (uint32_t i = 0; i < step->joint_count; i++) {
        pawli_joint_row *row = &step->joints[i];
        pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
        if (row->hinge && pawli_relax_hinge(row, a, b, &faults)) continue;
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
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const pawli_body *body = &step->bodies[step->solver[i].body];
        if (body->first_joint == PAWLI_NONE) continue;
        step->turned[i] = body_turn(body, step->solver[i].turn);
    }
    step->turned[0].c = PAWL_UNIT;
    step->turned[0].s = 0;
    for (uint32_t i = 0; i < step->joint_count; i++) {
        pawli_joint_row *row = &step->joints[i];
        if (row->hinge) {
            pawli_turn_hinge(row, step->turned[row->a], step->turned[row->b]);
            continue;
        }
        pawli_turn_lever(&row->lever_a, step->turned[row->a], &step->faults);
        pawli_turn_lever(&row->lever_b, step->turned[row->b], &step->faults);
        row->turned_a = step->turned[row->a];
    }
}

/* Impulses for the next warm start; bodies have their new angles. Joints may break. */
void pawli_joint_rows_finish(pawli_step *step) {
    pawl_world *world = step->world;
    pawli_joint *joints = pawli_joints(world);
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const pawli_joint_row *row = &step->joints[i];
        pawli_joint *joint = &joints[row->joint];
        memcpy(joint->impulses, row->impulses, sizeof joint->impulses);
        joint->teeth = row->teeth;
        pawli_joint_count_turns(joint, &step->bodies[joint->body_a], &step->bodies[joint->body_b]);
    }
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const uint16_t slot = step->joints[i].joint;
        if (!pawli_joint_read_breaks(world, &joints[slot])) continue;
        pawli_event_add_break(world, slot);
        pawli_joint_remove(world, slot);
    }
}
