/* joint_rows.c - joints in the sub-steps: all of them before the contacts. */
#include "base/optional.h"
#include "joint/body_turn.h"
#include "step/step.h"

#include <string.h>

PAWLI_MARK(pawli_joint_rows_mark);
PAWLI_PULLS(pulls_joint_rows_prepare, pawli_joint_rows_prepare_mark);
#if PAWLI_HINGES_IN_LANES
PAWLI_OPTIONAL(pawli_hinge_lanes_run);
PAWLI_OPTIONAL(pawli_hinge_lanes_finish);
#endif

/* The masses of rows do not know of locked axes: impulses are too small, never too large. */
#define LOCKED_JOINT_ROUNDS 8

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

/* What an impulse gave bodies along their locked axes; movements are not yet made. */
PAWLI_RARE static void hold_ends(pawli_solver_body *a, pawli_solver_body *b) {
    pawli_solver_body_hold(a);
    pawli_solver_body_hold(b);
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
    if ((a->flags | b->flags) & PAWLI_LOCKED) hold_ends(a, b);
    step->faults |= pass->faults;
}

PAWLI_RARE static void solve_tuned_row(pawli_step *step, pawli_joint_row *row, bool relaxes) {
    const pawli_joint_time own = pawli_joint_rows_prepare_time_of(step, row);
    pawli_joint_pass pass = begin_joint_pass(step, row, relaxes ? NULL : &own.rigid);
    pass.time = &own;
    pawli_joint_methods_of(row->type)->solve(row, &pass);
    end_joint_pass(step, row, &pass);
}

static void solve_joint_row(pawli_step *step, pawli_joint_row *row,
                            const pawli_softness *softness) {
    const unsigned flags = step->solver[row->a].flags | step->solver[row->b].flags;
    int rounds = flags & PAWLI_LOCKED ? LOCKED_JOINT_ROUNDS : 1;
    do {
        if (row->flags & PAWLI_JOINT_TUNED) {
            solve_tuned_row(step, row, softness == NULL);
            continue;
        }
        pawli_joint_pass pass = begin_joint_pass(step, row, softness);
        pawli_joint_methods_of(row->type)->solve(row, &pass);
        end_joint_pass(step, row, &pass);
    } while (--rounds > 0);
}

/* A hinge that is out of the range of its kernels, by the general ones. */
PAWLI_RARE static void solve_wide_hinge(pawli_step *step, pawli_hinge_row *hinge,
                                        const pawli_softness *softness) {
    pawli_joint_row row;
    pawli_hinge_widen(hinge, &pawli_joints(step->world)[hinge->joint], &row);
    solve_joint_row(step, &row, softness);
    pawli_hinge_take(&row, hinge);
}

/* ---- passes over rows, from one on ---------------------------------------------------------- */

typedef void joint_pass_of_list(pawli_step *step, uint16_t first);

static void warm_start_list(pawli_step *step, uint16_t first) {
    pawli_solver_body *const solver = step->solver;
    pawli_hinge_row *const hinges = step->hinges;
    const uint32_t hinge_count = step->hinge_count;
    uint32_t faults = 0;
    for (uint16_t at = first; at != PAWLI_NONE;) {
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

static void solve_list(pawli_step *step, uint16_t first) {
    const pawli_joint_time time = step->joint_time;
    pawli_solver_body *const solver = step->solver;
    pawli_hinge_row *const hinges = step->hinges;
    const uint32_t hinge_count = step->hinge_count;
    uint32_t faults = 0;
    for (uint16_t at = first; at != PAWLI_NONE;) {
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

static void relax_list(pawli_step *step, uint16_t first) {
    pawli_solver_body *const solver = step->solver;
    pawli_hinge_row *const hinges = step->hinges;
    const uint32_t hinge_count = step->hinge_count;
    uint32_t faults = 0;
    for (uint16_t at = first; at != PAWLI_NONE;) {
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

static void turn_list(pawli_step *step, uint16_t first) {
    const pawl_rot *const turned = step->turned;
    for (uint16_t at = first; at != PAWLI_NONE;) {
        if (at < step->hinge_count) {
            pawli_hinge_row *hinge = &step->hinges[at];
            at = hinge->next;
            pawli_turn_hinge(hinge, turned[hinge->a], turned[hinge->b]);
            continue;
        }
        pawli_joint_row *row = &step->joints[at];
        at = row->next;
        pawli_turn_lever(&row->lever_a, turned[row->a], &step->faults);
        pawli_turn_lever(&row->lever_b, turned[row->b], &step->faults);
        row->turned_a = turned[row->a];
    }
}

/* ---- and over all of them, in lanes where there are any ------------------------------------- */

#if PAWLI_HINGES_IN_LANES
/* What lanes have left alone. */
static void warm_start_one(void *context, pawli_hinge_row *row) {
    pawli_step *step = (pawli_step *)context;
    pawli_warm_start_hinge(row, &step->solver[row->a], &step->solver[row->b], &step->faults);
}

static void solve_one(void *context, pawli_hinge_row *row) {
    pawli_step *step = (pawli_step *)context;
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    if (!pawli_solve_hinge(row, a, b, &step->joint_time, &step->faults))
        solve_wide_hinge(step, row, &step->joint_time.rigid);
}

static void relax_one(void *context, pawli_hinge_row *row) {
    pawli_step *step = (pawli_step *)context;
    pawli_solver_body *a = &step->solver[row->a], *b = &step->solver[row->b];
    if (!pawli_relax_hinge(row, a, b, &step->faults)) solve_wide_hinge(step, row, NULL);
}

static void turn_one(void *context, pawli_hinge_row *row) {
    pawli_step *step = (pawli_step *)context;
    pawli_turn_hinge(row, step->turned[row->a], step->turned[row->b]);
}

/* Rows of one color do not depend on each other: those in lanes come first. */
static void run_colors(pawli_step *step, pawli_hinge_pass *pass, pawli_hinge_serial *one,
                       joint_pass_of_list *list) {
    const pawli_joint_lanes *lanes = step->joint_lanes;
    for (int color = 0; color < PAWLI_JOINT_COLORS; color++) {
        const pawli_hinge_run *run = &lanes->colors[color].run;
        if (run->row_count != 0) pawli_hinge_lanes_run(&lanes->hinges, run, pass, one, step);
        if (lanes->colors[color].first != PAWLI_NONE) list(step, lanes->colors[color].first);
    }
}

static void finish_hinges(const pawli_step *step) {
    const pawli_joint_lanes *lanes = step->joint_lanes;
    pawli_joint *joints = pawli_joints(step->world);
    for (int color = 0; lanes != NULL && color < PAWLI_JOINT_COLORS; color++)
        pawli_hinge_lanes_finish(&lanes->hinges, &lanes->colors[color].run, joints);
}

#define RUN_JOINTS(step, name)                                                                    \
    do {                                                                                          \
        if ((step)->joint_lanes != NULL) {                                                        \
            run_colors(step, (step)->joint_lanes->hinges.kernels->name, name##_one, name##_list); \
        } else {                                                                                  \
            name##_list(step, (step)->first_joint);                                               \
        }                                                                                         \
    } while (0)
#else
#define RUN_JOINTS(step, name) name##_list(step, (step)->first_joint)
#endif

void pawli_joint_rows_warm_start(pawli_step *step) {
    RUN_JOINTS(step, warm_start);
}

void pawli_joint_rows_solve(pawli_step *step) {
    RUN_JOINTS(step, solve);
}

void pawli_joint_rows_relax(pawli_step *step) {
    RUN_JOINTS(step, relax);
}

/* ---- turning -------------------------------------------------------------------------------- */

/* The bodies from `at` to before `end`. */
static void turn_bodies(pawli_step *step, uint32_t at, uint32_t end) {
    for (uint32_t i = at; i < end; i++) {
        const uint16_t slot = step->solver[i].body;
        if (i == 0 || step->body_joints[slot] == PAWLI_NONE) continue;
        step->turned[i] = pawli_body_turn(&step->bodies[slot], step->solver[i].turn);
    }
}

void pawli_joint_rows_turn(pawli_step *step) {
    if (step->joint_count == 0) return;
#if PAWLI_HINGES_IN_LANES
    if (step->joint_lanes != NULL && step->joint_lanes->hinges.scales != NULL) {
        const pawli_hinge_lanes *lanes = &step->joint_lanes->hinges;
        const uint32_t end = step->solver_count, width = lanes->kernels->width;
        pawli_hinge_turner *const turn = lanes->kernels->turn_bodies;
        for (uint32_t at = turn(lanes, 0, end); at < end; at = turn(lanes, at + width, end))
            turn_bodies(step, at, at + width);
    } else {
        turn_bodies(step, 1, step->solver_count);
    }
#else
    turn_bodies(step, 1, step->solver_count);
#endif
    step->turned[0].c = PAWL_UNIT;
    step->turned[0].s = 0;
    RUN_JOINTS(step, turn);
}

/* Those that stay are told instead. */
static void break_joints(pawli_step *step) {
    pawl_world *world = step->world;
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const uint16_t slot = step->solved_joints[i].joint;
        if (!pawli_joint_read_breaks(world, &pawli_joints(world)[slot])) continue;
        if (pawli_joints(world)[slot].flags & PAWLI_JOINT_REPORTS) {
            pawli_event_add_load(world, slot);
            continue;
        }
        pawli_event_add_break(world, slot);
        pawli_joint_remove(world, slot);
    }
}

/* Impulses for the next warm start; bodies have their new angles. Joints may break. */
void pawli_joint_rows_finish(pawli_step *step) {
    pawli_joint *joints = pawli_joints(step->world);
    bool any_may_break = false;
#if PAWLI_HINGES_IN_LANES
    finish_hinges(step);
#endif
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const pawli_solved_joint *solved = &step->solved_joints[i];
        pawli_joint *joint = &joints[solved->joint];
        if (solved->row < step->hinge_count) {
            joint->impulses[0] = step->hinges[solved->row].impulse_x;
            joint->impulses[1] = step->hinges[solved->row].impulse_y;
        } else if (solved->row != PAWLI_NONE) {
            const pawli_joint_row *row = &step->joints[solved->row];
            memcpy(joint->impulses, row->impulses, sizeof joint->impulses);
            joint->teeth = row->teeth;
        }
        pawli_joint_count_turns(joint, &step->bodies[joint->body_a], &step->bodies[joint->body_b]);
        any_may_break = any_may_break || joint->break_force != 0 || joint->break_torque != 0;
    }
    if (any_may_break) break_joints(step);
}

/* The row of the joint that is solved as the i-th in creation order, for traces. */
void pawli_joint_rows_copy(const pawli_step *step, uint32_t i, pawli_joint_row *row) {
    const pawli_solved_joint *solved = &step->solved_joints[i];
    if (solved->row < step->hinge_count) {
        pawli_hinge_widen(&step->hinges[solved->row],
                          &pawli_joints_const(step->world)[solved->joint], row);
    } else {
        *row = step->joints[solved->row];
    }
}
