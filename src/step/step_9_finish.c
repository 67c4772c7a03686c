/* step_9_finish.c - write the solver's results back: positions, angles, impulses, hits, boxes. */
#include "base/optional.h"
#include "fx/product.h"
#include "period/period.h"
#include "world/linked.h"
#include "world/tree.h"
#include "solver/lane_schedule.h"
#include "step/workers.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_joint_rows_finish);
PAWLI_OPTIONAL(pawli_hit_report);
PAWLI_OPTIONAL(pawli_period_settle);
#if PAWL_WITH_WORKERS
PAWLI_OPTIONAL(pawli_workers_for);
#endif

/* Add a movement in 2^-22 units; what is below one raw unit stays in `frac`. False at the world's
 * edge, where the body stops. */
static bool advance_position(pawl_fx *position, int8_t *frac, int32_t move, uint32_t *faults) {
    const int64_t sum = (int64_t)move + *frac;
    const int64_t whole = pawli_near(sum, 6);
    const int64_t target = *position + whole;
    *frac = (int8_t)(sum - whole * 64);
    PAWL_ASSERT(*frac >= -32 && *frac <= 32);
    if (target > PAWL_COORD_MAX || target < -PAWL_COORD_MAX) {
        *position = target < 0 ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
        *frac = 0;
        *faults |= PAWL_FAULT_WORLD_EDGE;
        return false;
    }
    *position = (pawl_fx)target;
    return true;
}

/* From 2^-38 to 2^-30 units. */
static int8_t stored_move_frac(int16_t frac) {
    const int64_t stored = pawli_near(frac, 8);
    return (int8_t)(stored > INT8_MAX ? INT8_MAX : stored);
}

PAWLI_IN_LOOPS void advance_center(pawli_body *body, const pawli_solver_body *solved,
                                   uint32_t *faults) {
    body->velocity = solved->velocity;
    body->velocity_frac_x = solved->velocity_frac_x;
    body->velocity_frac_y = solved->velocity_frac_y;
    body->move_frac_x = stored_move_frac(solved->move_frac_x);
    body->move_frac_y = stored_move_frac(solved->move_frac_y);
    if (!advance_position(&body->position.x, &body->frac_x, solved->move_x, faults)) {
        body->velocity.x = 0;
        body->velocity_frac_x = body->move_frac_x = 0;
    }
    if (!advance_position(&body->position.y, &body->frac_y, solved->move_y, faults)) {
        body->velocity.y = 0;
        body->velocity_frac_y = body->move_frac_y = 0;
    }
}

/* Along a locked axis not even a rest of half a raw unit is rounded. */
PAWLI_RARE static void advance_locked(pawli_body *body, const pawli_solver_body *solved,
                                      uint32_t *faults) {
    const pawli_body before = *body;
    pawli_solver_body held = *solved;
    pawli_solver_body_hold(&held);
    advance_center(body, &held, faults);
    if (held.flags & PAWLI_LOCKED_X) {
        body->position.x = before.position.x;
        body->frac_x = before.frac_x;
        body->move_frac_x = before.move_frac_x;
    }
    if (held.flags & PAWLI_LOCKED_Y) {
        body->position.y = before.position.y;
        body->frac_y = before.frac_y;
        body->move_frac_y = before.move_frac_y;
    }
}

/* Whether no point of the body is faster than the sleep speed; squares are Q32.32. `rate`: steps
 * per second, Q16.16. */
PAWLI_IN_LOOPS bool body_is_quiet(const pawli_step *step, const pawli_body *body,
                                  const pawli_solver_body *solved, int32_t rate) {
    const pawl_fx limit = pawli_sleep_speed_of(step->world, body);
    const pawl_vec2 v = body->velocity;
    if (pawl_abs(v.x) > limit || pawl_abs(v.y) > limit) return false;
    const int64_t tip =
        pawli_near(pawli_product(pawli_body_spin_tip_ratio(body), pawl_abs(body->spin)), 16);
    if (tip > limit) return false;
    const pawl_fx left = limit - (pawl_fx)tip;
    if (pawl_vec2_dot(v, v) > pawli_product(left, left)) return false;
    /* Half the average speed of the step, so that creeping by position counts as well. */
    const int64_t x = pawli_near(pawli_product(solved->move_x, rate), 23);
    const int64_t y = pawli_near(pawli_product(solved->move_y, rate), 23);
    if (x > limit || x < -limit || y > limit || y < -limit) return false;
    const pawl_vec2 creep = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
    return pawl_vec2_dot(creep, creep) <= pawli_product(limit, limit);
}

/* Whether it has turned; then `rotates` says whether its rotation is made, or is to be. */
PAWLI_FOLD bool finish_motion(const pawli_step *step, pawli_body *body,
                              const pawli_solver_body *solved, int32_t rate, bool rotates,
                              uint32_t *faults) {
    PAWL_ASSERT(body->type != PAWL_STATIC);
    PAWL_ASSERT(body->flags & PAWLI_BODY_AWAKE);
    if (solved->flags & PAWLI_LOCKED) {
        advance_locked(body, solved, faults);
    } else {
        advance_center(body, solved, faults);
    }
    body->spin = solved->spin;
    body->spin_frac = solved->spin_frac;
    body->turn_frac = (int16_t)pawli_near(solved->turn_frac, 11); /* |frac| <= 2^25 */
    const pawl_angle turned = pawli_body_spin_angle(body, solved->turn);
    if (turned != 0) {
        body->angle += turned;
        if (rotates) body->rotation = pawl_rot_from_angle(body->angle);
    }
    body->acceleration = pawl_vec2_make(0, 0);
    body->spin_acceleration = 0;
    if (!step->world->sleeping || !body_is_quiet(step, body, solved, rate)) {
        body->quiet_steps = 0;
    } else if (body->quiet_steps < UINT16_MAX) {
        body->quiet_steps++;
    }
    return turned != 0;
}

PAWLI_FOLD void finish_body(const pawli_step *step, const pawli_solver_body *solved, int32_t rate,
                            uint32_t *faults) {
    finish_motion(step, &step->bodies[solved->body], solved, rate, true, faults);
}

PAWLI_FOLD void grow_boxes(pawli_step *step, uint16_t body) {
    pawli_counters *counters = &step->world->counters;
    counters->moved = (uint16_t)(counters->moved + pawli_shape_grow_fat_boxes(step->world, body));
}

PAWLI_FOLD int32_t rate_of(const pawli_step *step) {
    return (int32_t)((uint32_t)step->per_substep / step->world->substeps);
}

PAWLI_FOLD void finish_bodies(pawli_step *step) {
    const int32_t rate = rate_of(step);
    const bool round = pawli_way_goes_round(step->world);
    for (uint32_t i = 1; i < step->solver_count; i++) {
        finish_body(step, &step->solver[i], rate, &step->faults);
        if (PAWL_WITH_PERIODS && round) pawli_period_settle(step->world, step->solver[i].body);
        grow_boxes(step, step->solver[i].body);
    }
}

#if PAWL_WITH_LANES
/* Bodies whose rotations are made together. */
typedef struct finish_group {
    uint32_t count; /* of those that have turned */
    pawli_body *bodies[PAWLI_LANE_WIDTH_MAX];
    int32_t angles[PAWLI_LANE_WIDTH_MAX];
    int32_t cosines[PAWLI_LANE_WIDTH_MAX], sines[PAWLI_LANE_WIDTH_MAX];
} finish_group;

/* Where the next group ends. */
PAWLI_INLINE uint32_t finish_group_end(uint32_t begin, uint32_t end) {
    const uint32_t left = end - begin;
    return begin + (left < PAWLI_LANE_WIDTH_MAX ? left : PAWLI_LANE_WIDTH_MAX);
}

/* Of those from `begin` to before `end`, as many as there is room for. */
PAWLI_INLINE void finish_group_motions(const pawli_step *step, uint32_t begin, uint32_t end,
                                       int32_t rate, finish_group *group, uint32_t *faults) {
    uint32_t count = 0, found = 0;
    for (uint32_t i = begin; i < end; i++) {
        const pawli_solver_body *const solved = &step->solver[i];
        pawli_body *const body = &step->bodies[solved->body];
        if (!finish_motion(step, body, solved, rate, false, &found)) continue;
        group->bodies[count] = body;
        group->angles[count++] = (int32_t)body->angle;
    }
    group->count = count;
    *faults |= found;
}

PAWLI_INLINE void finish_group_rotations(finish_group *group, pawli_lane_rotator *rotate) {
    rotate(group->angles, group->count, group->cosines, group->sines);
    for (uint32_t i = 0; i < group->count; i++) {
        const pawl_rot rotation = {group->cosines[i], group->sines[i]};
        group->bodies[i]->rotation = rotation;
    }
}

static void finish_bodies_in_lanes(pawli_step *step, pawli_lane_rotator *rotate) {
    const int32_t rate = rate_of(step);
    const bool round = pawli_way_goes_round(step->world);
    finish_group group;
    memset(&group, 0, sizeof group);
    for (uint32_t begin = 1, end = begin; begin < step->solver_count; begin = end) {
        end = finish_group_end(begin, step->solver_count);
        finish_group_motions(step, begin, end, rate, &group, &step->faults);
        finish_group_rotations(&group, rotate);
        for (uint32_t i = begin; i < end; i++) {
            if (PAWL_WITH_PERIODS && round) pawli_period_settle(step->world, step->solver[i].body);
            grow_boxes(step, step->solver[i].body);
        }
    }
}

/* Null: there are no lanes for it. */
static pawli_lane_rotator *rotator_of(const pawli_step *step) {
    const pawli_lane_kernels *const kernels = pawli_lanes_asked_for(step);
    return kernels == NULL ? NULL : kernels->rotate;
}
#endif

/* Where an event of a contact is wanted, its row is watched. */
static void report_watched(pawli_step *step, const pawli_contact *contact,
                           const pawli_contact_row *row) {
    if (pawli_has_events_linked()) pawli_hit_report(step, contact, row);
    if (row->watched & PAWLI_WATCH_FRACTURE) pawli_exerted_report(step, contact, row);
}

PAWLI_FOLD void finish_point(pawli_contact_point *point, const pawli_contact_row_point *solved) {
    point->normal_impulse = solved->normal_impulse;
    point->tangent_impulse = solved->tangent_impulse;
}

PAWLI_FOLD void store_impulses(pawli_contact *contact, const pawli_contact_row *row) {
    if (row->count == 0) return;
    finish_point(&contact->points[0], &row->points[0]);
    if (row->count == 1) {
        contact->points[1].tangent_impulse = row->single.rolling.impulse;
    } else {
        finish_point(&contact->points[1], &row->points[1]);
    }
}

/* In contact order, so that the events are. Bodies have not moved yet. */
PAWLI_IN_LOOPS void finish_contacts(pawli_step *step) {
    const pawli_contact_row *moving = step->rows, *other = moving + step->moving_rows;
    for (uint32_t i = 0; i < step->active_count; i++) {
        const pawli_solved solved = step->active[i];
        const pawli_contact_row *row = solved & 1u ? other++ : moving++;
        pawli_contact *contact = &step->contacts[solved / 2];
        if (row->watched) report_watched(step, contact, row);
        store_impulses(contact, row);
    }
}

#if PAWL_WITH_WORKERS
typedef struct finish_job {
    pawli_step *step;
    uint32_t faults[PAWL_WORKERS_MAX];
} finish_job;

static void finish_rows(void *context, uint32_t begin, uint32_t end, uint32_t range) {
    const pawli_step *const step = ((const finish_job *)context)->step;
    (void)range;
    for (uint32_t i = begin; i < end; i++)
        store_impulses(&step->contacts[step->zones->row_contact[i]], &step->rows[i]);
}

/* What only these bodies have. */
static void finish_motions(const pawli_step *step, uint32_t begin, uint32_t end, uint32_t *faults) {
    const int32_t rate = rate_of(step);
#if PAWL_WITH_LANES
    pawli_lane_rotator *const rotate = rotator_of(step);
    if (rotate != NULL) {
        finish_group group;
        memset(&group, 0, sizeof group);
        for (uint32_t at = begin, next = at; at < end; at = next) {
            next = finish_group_end(at, end);
            finish_group_motions(step, at, next, rate, &group, faults);
            finish_group_rotations(&group, rotate);
        }
        return;
    }
#endif
    for (uint32_t i = begin; i < end; i++)
        finish_body(step, &step->solver[i], rate, faults);
}

/* And whether their boxes have to grow, which is done in their order. */
static void finish_range(void *context, uint32_t begin, uint32_t end, uint32_t range) {
    finish_job *const job = (finish_job *)context;
    const pawli_step *const step = job->step;
    finish_motions(step, begin + 1, end + 1, &job->faults[range]);
    for (uint32_t i = begin + 1; i < end + 1; i++) {
        step->zones->zone_of[i] = pawli_shape_leaves_fat_boxes(step->world, step->solver[i].body);
    }
}

static void finish_on_workers(pawli_step *step) {
    finish_job job = {step, {0}};
    if (step->zones->watched) {
        finish_contacts(step);
    } else {
        pawli_workers_for(step, step->row_count, finish_rows, &job);
    }
    pawli_workers_for(step, step->solver_count - 1, finish_range, &job);
    const bool round = pawli_way_goes_round(step->world);
    for (uint32_t i = 1; i < step->solver_count; i++) {
        if (PAWL_WITH_PERIODS && round) pawli_period_settle(step->world, step->solver[i].body);
        if (step->zones->zone_of[i]) grow_boxes(step, step->solver[i].body);
    }
    for (uint32_t i = 0; i < PAWL_WORKERS_MAX; i++)
        step->faults |= job.faults[i];
}
#endif

PAWLI_FOLD void finish_in_turn(pawli_step *step) {
    finish_contacts(step);
#if PAWL_WITH_LANES
    pawli_lane_rotator *const rotate = rotator_of(step);
    if (rotate != NULL) {
        finish_bodies_in_lanes(step, rotate);
        return;
    }
#endif
    finish_bodies(step);
}

void pawli_finish(pawli_step *step) {
#if PAWL_WITH_WORKERS
    if (step->zones != NULL) {
        finish_on_workers(step);
    } else {
        finish_in_turn(step);
    }
#else
    finish_in_turn(step);
#endif
    if (PAWL_WITH_JOINTS && step->joint_count != 0) pawli_joint_rows_finish(step);
    step->world->counters.awake = (uint16_t)(step->solver_count - 1u);
    if (PAWL_WITH_TREE)
        step->world->counters.tree_height = (uint16_t)pawli_tree_height(step->world);
}
