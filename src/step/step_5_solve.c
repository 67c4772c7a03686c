/* step_5_solve.c - the sub-steps: forces, warm start, soft solve, movement, relax.
 *
 * Source: Catto, "Solver2D" (2024), soft step. The soft pass pushes overlaps apart through
 * springs; the relax pass, after the movement, takes out the velocity that this added, and solves
 * friction. Joints come first (joint_rows.c), then contacts in the
 * order of their rows, which is key order (step_4_prepare.c).
 */
#include "base/optional.h"
#include "fx/product.h"
#include "fx/range.h"
#include "solver/lane_schedule.h"
#include "solver/row_cache.h"
#include "step/trace.h"
#include "step/workers.h"

PAWLI_OPTIONAL(pawli_joint_rows_warm_start);
PAWLI_OPTIONAL(pawli_joint_rows_solve);
PAWLI_OPTIONAL(pawli_joint_rows_turn);
PAWLI_OPTIONAL(pawli_joint_rows_relax);
#if PAWL_WITH_LANES
PAWLI_OPTIONAL(pawli_lane_schedule_make);
PAWLI_OPTIONAL(pawli_lane_schedule_warm_start);
PAWLI_OPTIONAL(pawli_lane_schedule_solve);
PAWLI_OPTIONAL(pawli_lane_schedule_relax);
PAWLI_OPTIONAL(pawli_lane_schedule_write_back);
PAWLI_OPTIONAL(pawli_row_cache_lanes);
PAWLI_OPTIONAL_MARK(pawli_row_cache_mark); /* src/solver/row_cache.c */
#endif
#if PAWL_WITH_WORKERS
PAWLI_OPTIONAL(pawli_workers_solve);
PAWLI_OPTIONAL_MARK(pawli_workers_mark); /* src/step/workers.c */
#endif

/* What is lost, v h d / (1 + h d), in 2^-32 units/s: 2^29 * 2^31 fits. */
PAWLI_APART int32_t damped(int32_t velocity, int16_t *frac, uint32_t keep, uint32_t *faults) {
    const int64_t lost = (int64_t)PAWLI_KEEP_ALL - keep;
    const int64_t loss = pawli_near(velocity * lost, 15) + pawli_near(*frac * lost, 31);
    return pawli_gain_velocity(velocity, frac, -loss, faults);
}

/* A velocity is within the limit and a fraction below half a raw unit, so what nothing pushes stays
 * as it is: most spins, and all that gravity does not act along. */
PAWLI_INLINE void push_axis(int32_t *velocity, int16_t *frac, int32_t push, unsigned fine,
                            uint32_t *faults) {
    PAWL_ASSERT(*velocity >= -PAWL_SPEED_MAX && *velocity <= PAWL_SPEED_MAX);
    if (push == 0) return;
    *velocity = fine ? pawli_gain_velocity(*velocity, frac, push, faults)
                     : pawli_limit_speed((int64_t)*velocity + push, faults);
}

PAWLI_APART void damp_body(pawli_solver_body *body, uint32_t *faults) {
    if (body->keep_linear != PAWLI_KEEP_ALL) {
        body->velocity.x =
            damped(body->velocity.x, &body->velocity_frac_x, body->keep_linear, faults);
        body->velocity.y =
            damped(body->velocity.y, &body->velocity_frac_y, body->keep_linear, faults);
    }
    if (body->keep_angular != PAWLI_KEEP_ALL) {
        body->spin = damped(body->spin, &body->spin_frac, body->keep_angular, faults);
    }
}

#if PAWLI_FREE_BODIES && !defined(TRACED_ALONE)
/* Not where a trace looks at bodies between two sub-steps, nor in what traced.c watches. */
static void move_free_bodies(pawli_step *step) {
    if (step->has_moved_free) return;
    step->has_moved_free = true;
    if (PAWL_TRACE && step->hooks.trace != NULL) return;
    pawli_free_body_move_all(step);
}
#else
#define move_free_bodies(step) ((void)0)
#endif

/* Shares are at most PAWLI_KEEP_ALL, which is one bit: both have it where nothing is damped. */
PAWLI_FOLD void push_solved(pawli_solver_body *body, uint32_t *faults) {
    const unsigned flags = body->flags;
    push_axis(&body->velocity.x, &body->velocity_frac_x, body->push.x, flags & PAWLI_FINE_X,
              faults);
    push_axis(&body->velocity.y, &body->velocity_frac_y, body->push.y, flags & PAWLI_FINE_Y,
              faults);
    push_axis(&body->spin, &body->spin_frac, body->push_spin, flags & PAWLI_FINE_SPIN, faults);
    if ((body->keep_linear & body->keep_angular) != PAWLI_KEEP_ALL) damp_body(body, faults);
}

/* Of a body that nothing damps, by whole raw units to what is below the speed limit, a power of
 * two: nearly every one that a contact holds. Else false, and nothing is done. A velocity within
 * +-2^29 and a push within +-2^31 may wrap around, but not into the limit. */
PAWLI_INLINE bool push_plainly(pawli_solver_body *body) {
    const uint32_t limit = PAWL_SPEED_MAX;
    const uint32_t x = (uint32_t)body->velocity.x + (uint32_t)body->push.x;
    const uint32_t y = (uint32_t)body->velocity.y + (uint32_t)body->push.y;
    const uint32_t spin = (uint32_t)body->spin + (uint32_t)body->push_spin;
    if (((x + limit) | (y + limit) | (spin + limit)) >= 2 * limit) return false;
    if ((body->keep_linear & body->keep_angular) != PAWLI_KEEP_ALL) return false;
    body->velocity.x = (int32_t)x;
    body->velocity.y = (int32_t)y;
    body->spin = (int32_t)spin;
    return true;
}

/* Of one that has moved freely: the body before the next one that has not. */
PAWLI_INLINE pawli_solver_body *before_next_left(const pawli_step *step,
                                                 const pawli_solver_body *body) {
    return step->solver + body->next_left - 1;
}

PAWLI_APART void push_range(pawli_step *step, uint32_t at, uint32_t before) {
    const pawli_solver_body *end = step->solver + before;
    uint32_t faults = 0;
    for (pawli_solver_body *body = step->solver + at; body < end; body++) {
        if (body->flags & PAWLI_MOVED_FREELY) {
            body = before_next_left(step, body);
            continue;
        }
        if (PAWLI_LARGE_CODE && !(body->flags & PAWLI_FINE) && push_plainly(body)) continue;
        push_solved(body, &faults);
    }
    step->faults |= faults;
}

PAWLI_APART int32_t limit_step_move(int64_t move, uint32_t *faults) {
    const uint64_t limit = PAWLI_STEP_MOVE_MAX;
    PAWLI_AS_IT_STANDS(move);
    if (PAWLI_USUALLY((uint64_t)move + limit <= 2 * limit)) return (int32_t)move;
    *faults |= PAWL_FAULT_TRANSLATION;
    return move < 0 ? -PAWLI_STEP_MOVE_MAX : PAWLI_STEP_MOVE_MAX;
}

/* Turning keeps what it rounds away, so that a spin of any slowness is exact in the long run. */
PAWLI_APART_IN_LOOPS void turn_body(pawli_solver_body *body, int64_t h, uint32_t *faults) {
    const int64_t exact = pawli_product_long(body->spin, h) +
                          pawli_near(pawli_product_long(body->spin_frac, h), 16) + body->turn_frac;
    const int64_t turned = pawli_near(exact, 26);
    body->turn_frac = (int32_t)(exact - turned * (INT64_C(1) << 26));
    body->turn = limit_step_move(body->turn + turned, faults);
}

/* The movement in a sub-step, from Q16.16 velocity times Q0.32 time to Q10.22: 2^29 * 2^32 fits.
 * The fraction, 2^-38 units, keeps the rest, but for what contacts hold at rest: what they could
 * not round away of a velocity that they stopped must not add up to a movement. */
PAWLI_INLINE int64_t held_movement(int32_t velocity, int64_t h, bool held, int16_t *frac) {
    if (held && (uint32_t)(velocity + PAWLI_CREEP_SPEED) < 2 * PAWLI_CREEP_SPEED)
        return pawli_near(pawli_product_long(velocity, h), 26);
    int64_t exact = pawli_near(pawli_product_long(velocity, h), 10) + *frac;
    PAWLI_AS_IT_STANDS(exact);
    const int64_t moved = pawli_floor(exact + (INT32_C(1) << 15), 16);
    *frac = (int16_t)(exact - moved * (INT32_C(1) << 16));
    return moved;
}

PAWLI_FOLD void move_solved(pawli_solver_body *body, int64_t h, uint32_t *faults) {
    const bool held = (body->flags & PAWLI_HELD) != 0;
    const int64_t x = held_movement(body->velocity.x, h, held, &body->move_frac_x);
    const int64_t y = held_movement(body->velocity.y, h, held, &body->move_frac_y);
    body->move_x = limit_step_move(body->move_x + x, faults);
    body->move_y = limit_step_move(body->move_y + y, faults);
    turn_body(body, h, faults);
}

PAWLI_APART void move_range(pawli_step *step, uint32_t at, uint32_t end) {
    uint32_t faults = 0;
    for (pawli_solver_body *body = step->solver + at; body < step->solver + end; body++) {
        if (body->flags & PAWLI_MOVED_FREELY) {
            body = before_next_left(step, body);
        } else {
            move_solved(body, step->substep, &faults);
        }
    }
    step->faults |= faults;
}

/* ---- on threads ----------------------------------------------------------------------------- */

#if PAWL_WITH_WORKERS && !defined(TRACED_ALONE) /* what traced.c watches has no workers */
static void push_on_worker(pawli_solver_body *body, uint32_t *faults) {
    push_solved(body, faults);
}

static void move_on_worker(pawli_solver_body *body, uint32_t substep, uint32_t *faults) {
    move_solved(body, substep, faults);
}

static bool solve_on_workers(pawli_step *step, const pawli_contact_pass *pass) {
    const pawli_body_moves moves = {push_on_worker, move_on_worker};
    if (step->zones == NULL || !PAWLI_IS_LINKED(pawli_workers_mark)) return false;
    return pawli_workers_solve(step, pass, &moves);
}
#else
#define solve_on_workers(step, pass) ((void)(pass), false)
#endif

/* ---- movements and contacts, in lanes where there are any ----------------------------------- */

#if PAWL_WITH_LANES
typedef struct contact_lanes {
    bool used;
    const pawli_lane_kernels *kernels; /* null: there are none */
    pawli_lane_schedule schedule;
} contact_lanes;

static void begin_lanes(const pawli_step *step, const pawli_contact_pass *pass,
                        contact_lanes *lanes) {
    lanes->used = false;
    lanes->kernels = pawli_lanes_asked_for(step);
    if (lanes->kernels == NULL) return;
    pawli_lane_setup setup = {lanes->kernels,
                              step->hooks.lane_memory,
                              step->hooks.lane_memory_size,
                              step->solver_count,
                              NULL,
                              0,
                              step->world->counters.batches};
    if (step->hooks.cache != NULL && PAWLI_IS_LINKED(pawli_row_cache_mark))
        setup.kept =
            pawli_row_cache_lanes(step->hooks.cache, step->hooks.cache_size, &setup.kept_size);
    lanes->used = pawli_lane_schedule_make(&setup, pass, &lanes->schedule);
}

/* Lanes take all bodies, the others only those that have not moved freely: where these are few,
 * that is less. Measured: lanes do eight bodies while the others do three. */
PAWLI_INLINE bool are_moved_in_lanes(const pawli_step *step, const contact_lanes *lanes) {
    return lanes->kernels != NULL && step->free_count <= step->solver_count / 8 * 5;
}

/* The end of as many bodies as there are lanes. */
PAWLI_INLINE uint32_t group_end(const contact_lanes *lanes, uint32_t at, uint32_t end) {
    return end - at < lanes->kernels->width ? end : at + lanes->kernels->width;
}

static void add_forces(pawli_step *step, const contact_lanes *lanes) {
    const uint32_t end = step->solver_count;
    move_free_bodies(step);
    const bool in_lanes = are_moved_in_lanes(step, lanes);
    for (uint32_t at = 1, next = end; at < end; at = next) {
        if (in_lanes) {
            at = lanes->kernels->push(step->solver, at, end);
            next = group_end(lanes, at, end);
        }
        push_range(step, at, next);
    }
}

static void move_bodies(pawli_step *step, const contact_lanes *lanes) {
    const uint32_t end = step->solver_count;
    const bool in_lanes = are_moved_in_lanes(step, lanes);
    for (uint32_t at = 1, next = end; at < end; at = next) {
        if (in_lanes) {
            at = lanes->kernels->move(step->solver, at, end, step->substep);
            next = group_end(lanes, at, end);
        }
        move_range(step, at, next);
    }
}

/* Before anything else reads rows. */
static void store_rows(const pawli_contact_pass *pass, const contact_lanes *lanes) {
    if (lanes->used) pawli_lane_schedule_write_back(pass, &lanes->schedule);
}

#define RUN_CONTACTS(pass, lanes, name)                           \
    do {                                                          \
        if ((lanes)->used) {                                      \
            pawli_lane_schedule_##name(pass, &(lanes)->schedule); \
        } else {                                                  \
            pawli_contact_solver_##name(pass);                    \
        }                                                         \
    } while (0)
#else
typedef struct contact_lanes {
    uint8_t unused;
} contact_lanes;
#define begin_lanes(step, pass, lanes) ((void)(lanes))
#define store_rows(pass, lanes) ((void)(lanes))
#define add_forces(step, lanes) \
    (move_free_bodies(step), (void)(lanes), push_range(step, 1, (step)->solver_count))
#define move_bodies(step, lanes) ((void)(lanes), move_range(step, 1, (step)->solver_count))
#define RUN_CONTACTS(pass, lanes, name) pawli_contact_solver_##name(pass)
#endif

/* Whether a trace reads rows between two passes. */
static inline bool is_traced(const pawli_step *step) {
    return PAWL_TRACE && step->hooks.trace != NULL;
}

void pawli_solve(pawli_step *step) {
    const bool has_joints = PAWL_WITH_JOINTS && step->joint_count != 0;
    pawli_contact_pass pass = {step->solver, step->rows,   step->row_count, step->per_substep,
                               &step->soft,  &step->stiff, step->has_locks, 0};
    contact_lanes lanes;
    if (PAWL_WITH_RESTITUTION) pawli_exchange_prepare(step);
    if (!has_joints && solve_on_workers(step, &pass)) return;
    begin_lanes(step, &pass, &lanes);
    for (int substep = 0; substep < step->world->substeps; substep++) {
        if (PAWL_WITH_RESTITUTION && step->has_chain) {
            store_rows(&pass, &lanes);
            pawli_exchange_impulses(step);
        }
        add_forces(step, &lanes);
        if (has_joints) pawli_joint_rows_warm_start(step);
        RUN_CONTACTS(&pass, &lanes, warm_start);
        if (has_joints) pawli_joint_rows_solve(step);
        RUN_CONTACTS(&pass, &lanes, solve);
        if (is_traced(step)) store_rows(&pass, &lanes);
        pawli_trace(step, PAWL_STAGE_SOLVE, (uint32_t)substep);
        move_bodies(step, &lanes);
        if (has_joints) pawli_joint_rows_turn(step);
        pawli_trace(step, PAWL_STAGE_INTEGRATE, (uint32_t)substep);
        if (has_joints) pawli_joint_rows_relax(step);
        RUN_CONTACTS(&pass, &lanes, relax);
        if (is_traced(step)) store_rows(&pass, &lanes);
        pawli_trace(step, PAWL_STAGE_RELAX, (uint32_t)substep);
        if (PAWL_WITH_FRACTURE && step->meets_breakable && substep + 1 < step->world->substeps) {
            store_rows(&pass, &lanes);
            pawli_exerted_add(step, substep == 0);
        }
    }
    store_rows(&pass, &lanes);
    step->faults |= pass.faults;
}
