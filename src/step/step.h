/* step.h - internal: what the phases of one step share. All of it lives in the scratch region and
 * means nothing once the step is over. */
#ifndef PAWLI_STEP_H
#define PAWLI_STEP_H

#include "joint/hinge_lanes.h"
#include "solver/contact_row.h"

typedef struct pawli_shape_pair {
    uint16_t shape_a, shape_b; /* a has the lower serial */
    uint32_t edge;             /* of the contact they may make */
} pawli_shape_pair;

/* A joint that is solved, and its row, PAWLI_NONE for one in lanes: joint_rows_prepare.c. */
typedef struct pawli_solved_joint {
    uint16_t joint, row;
} pawli_solved_joint;

typedef struct pawli_zones pawli_zones; /* workers.h */

/* How joints are colored: joint_rows_prepare.c. The last color is that of joints to what does not
 * move. */
#define PAWLI_JOINT_COLORS 33

typedef struct pawli_step {
    pawl_world *world;
    uint64_t clock_ticks; /* what the program's clock said last */
    pawli_body *bodies;
    pawli_shape *shapes;
    pawli_contact *contacts;
    const uint16_t *body_joints; /* by slot, see pawli_body_joints; null: there are no joints */
    /* arrays in scratch */
    pawli_solver_body *solver;
    uint16_t *solver_index; /* body slot -> solver body; void for those that are not awake, for
                               which pawli_solver_of answers, unless they have a joint */
    uint32_t *marks; /* by slot of an awake body; each phase that uses them sets them first */
    uint16_t *island_parent; /* by slot of an awake body; union-find */
    uint16_t *awake;         /* bodies, in creation order */
    uint32_t *active;        /* contacts of awake bodies, in contact order; once rows are made, a
                                pawli_solved for each one that has a row */
    pawli_contact_row *rows; /* in solving order */
    /* Rows of joints, both in solving order: hinges from the first place on, or behind batches of
       them, all others from the last one down. Rows of hinges are smaller, so they never meet, and
       the number of a row tells which it is. */
    pawli_joint_row *joints;
    pawli_hinge_row *hinges;
    pawli_solved_joint *solved_joints; /* in creation order */
    pawl_rot *turned;                  /* by solver body: its turn since the start of the step */
    pawli_shape_pair *pairs;           /* phase 1 only; shares the memory of rows */
    const uint32_t *first_contacts;    /* phase 1 only; null: it has no list of them */
    uint32_t *alone;      /* bit by shape, written by 1, read by 8: nothing static is around */
    void *soft_scratch;   /* phase 7 only */
    bool meets_sleeper;   /* an active contact has a dynamic body that sleeps */
    bool meets_breakable; /* a row is watched for fractures */
    bool may_bounce;      /* a row has restitution */
    bool has_chain;       /* and a body with two of them may pass an impact on */
    bool has_materials;   /* parts of terrain have some of their own */
    bool has_locks;       /* a body that is awake has a locked axis */
    bool has_moved_free;  /* bodies that nothing holds have done all their sub-steps */
    bool has_carriers;    /* a kinematic body moves, or a row has a tangent speed;
                             where code may be large */
    uint32_t free_count;  /* how many these are */
    uint32_t awake_count, active_count;
    uint32_t solver_count, row_count, joint_count, pair_count;
    uint32_t hinge_count, lowest_row;
#if PAWLI_HINGES_IN_LANES
    struct pawli_joint_lanes *joint_lanes; /* null: rows are solved one after the other */
#endif
#if PAWL_WITH_WORKERS
    uint32_t pair_room; /* not 0: an item of phase 1, whose pairs are counted beyond it, not kept */
    pawli_zones *zones; /* null: no workers solve; else behind phase 4 */
#endif
    uint16_t first_joint;  /* row that is solved first: joint_rows_prepare.c */
    pawl_step_hooks hooks; /* all null when the caller gave none */
    bool is_watched;       /* stages are told of: there is a clock, or a list of body events */
    uint32_t moving_rows;  /* rows between moving bodies, which come first */
    /* time */
    uint32_t substep;    /* h, Q0.32 seconds */
    int32_t per_substep; /* 1/h, Q16.16 */
    pawli_softness soft, stiff;
    pawli_joint_time joint_time;
    uint32_t faults;
} pawli_step;

/* What a shape is made of. */
static inline const pawli_geometry *pawli_geometry_of(const pawli_step *step, uint16_t shape) {
    return &pawli_geometries_const(step->world)[step->shapes[shape].geometry];
}

/* The solver body of a body slot: 0 for a body that is not awake. */
static inline uint16_t pawli_solver_of(const pawli_step *step, uint16_t slot) {
    return (step->bodies[slot].flags & PAWLI_BODY_AWAKE) ? step->solver_index[slot] : 0;
}

/* The row of a contact that is solved: call for each of step->active in turn, with two counts that
 * begin at 0 and at step->moving_rows. */
static inline pawli_contact_row *pawli_next_row(const pawli_step *step, uint32_t solved,
                                                uint32_t next[2]) {
    return &step->rows[next[solved & 1u]++];
}

#if PAWLI_ONE_COPY
int32_t pawli_approach(const pawli_step *step, const pawli_contact_row *row, int point);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_STEP_COPY)
/* Velocity of a point of a row along the normal before the step, Q16.16: the bodies of the state
 * keep theirs until phase 9. A saturated one is no fault: nothing is that fast. */
PAWLI_SHARED int32_t pawli_approach(const pawli_step *step, const pawli_contact_row *row,
                                    int point) {
    uint32_t faults = 0;
    pawli_velocities v = {0, 0, 0, 0, 0, 0, false};
    if (row->a != 0) {
        const pawli_body *a = &step->bodies[step->solver[row->a].body];
        v.ax = a->velocity.x;
        v.ay = a->velocity.y;
        v.a_spin = a->spin;
    }
    if (row->b != 0) {
        const pawli_body *b = &step->bodies[step->solver[row->b].body];
        v.bx = b->velocity.x;
        v.by = b->velocity.y;
        v.b_spin = b->spin;
    }
    return pawli_normal_velocity(row, point, &v, &faults);
}
#endif

/* step_1_pairs.c ... step_10_sleep.c */
void pawli_pairs_update(pawli_step *step);
void pawli_manifolds_update(pawli_step *step);
void pawli_islands_find(pawli_step *step);
void pawli_prepare(pawli_step *step);
void pawli_solve(pawli_step *step);
void pawli_bounce(pawli_step *step);
void pawli_soft_phase(pawli_step *step);
void pawli_continuous(pawli_step *step);
void pawli_finish(pawli_step *step);
void pawli_sleep(pawli_step *step);

static inline bool pawli_is_moving_kinematic(const pawli_body *body) {
    return body->type == PAWL_KINEMATIC && (body->flags & PAWLI_BODY_AWAKE) &&
           (body->velocity.x != 0 || body->velocity.y != 0 || body->spin != 0);
}

/* free_body.c: bodies that nothing holds do all their sub-steps. */
void pawli_free_body_move_all(pawli_step *step);

/* contact_filter.c: whether a contact of a one-way platform or of a shape with pre_solve has points
 * but is not to touch in this step. If so it carries no impulses, and its manifold is made anew. */
bool pawli_contact_filter_is_disabled(pawli_step *step, pawli_contact *contact);
/* Whether two shapes have nothing to stop each other for: filters, sensors, the program, which is
 * asked about pairs that it has not seen yet, or a contact that is disabled in this step. */
bool pawli_contact_filter_never_collide(const pawli_step *step, uint16_t a, uint16_t b);

/* step_1_pairs.c: the contact of two shapes, in either order, that of the lowest edge where one is
 * terrain; null when they have none. */
const pawli_contact *pawli_pairs_find_contact(const pawli_step *step, uint16_t a, uint16_t b);

/* contact_filter.c: whether a normal, from a platform to a body, points up from it to within 45
 * degrees. */
bool pawli_contact_filter_is_up(const pawli_body *platform, pawl_rot normal);

/* A contact that is solved: twice its index, plus 1 when its row is one of those that come after
 * the rows between moving bodies. Both kinds of rows are in contact order. */
typedef uint32_t pawli_solved;

#if PAWLI_ONE_COPY
uint32_t pawli_active_next(pawli_contact *contacts, uint32_t at, uint32_t end);
#endif
#if !PAWLI_ONE_COPY || defined(PAWLI_STEP_COPY)
/* Pass runs of idle contacts, and note those that have not been known to be one: a world that
 * sleeps is then looked at in one cache line of 36. */
static inline uint32_t pawli_active_pass_runs(pawli_contact *contacts, uint32_t at, uint32_t end) {
    for (; end - at >= PAWLI_CONTACT_RUN; at += PAWLI_CONTACT_RUN) {
        if (contacts[at].flags & PAWLI_CONTACT_IDLE_RUN) continue;
        unsigned all = PAWLI_CONTACT_IDLE;
        for (uint32_t i = 0; i < PAWLI_CONTACT_RUN && all != 0; i++)
            all &= contacts[at + i].flags;
        if (all == 0) break;
        contacts[at].flags |= PAWLI_CONTACT_IDLE_RUN;
    }
    return at;
}

/* The first contact from `at` on, and before `end`, that is not idle, else `end`. Idle ones are
 * passed eight at a time. */
PAWLI_SHARED uint32_t pawli_active_next(pawli_contact *contacts, uint32_t at, uint32_t end) {
    if (at >= end || !(contacts[at].flags & PAWLI_CONTACT_IDLE)) return at;
    if (PAWLI_CONTACT_IDLE_RUN != 0) at = pawli_active_pass_runs(contacts, at, end);
    const pawli_contact *eight = &contacts[at];
    for (; end - at >= 8; at += 8, eight += 8) {
        const unsigned all = eight[0].flags & eight[1].flags & eight[2].flags & eight[3].flags &
                             eight[4].flags & eight[5].flags & eight[6].flags & eight[7].flags;
        if (!(all & PAWLI_CONTACT_IDLE)) break;
    }
    while (at < end && (contacts[at].flags & PAWLI_CONTACT_IDLE))
        at++;
    return at;
}
#endif

/* Whether a contact is active, or found to be idle; and whether it has a dynamic body that sleeps.
 * Those of sensors are looked at even while all else sleeps. */
PAWLI_FOLD bool pawli_active_find(const pawli_step *step, pawli_contact *contact,
                                  bool *meets_sleeper) {
    const pawli_shape *shape_a = &step->shapes[contact->shape_a];
    const pawli_shape *shape_b = &step->shapes[contact->shape_b];
    const pawli_body *a = &step->bodies[shape_a->body], *b = &step->bodies[shape_b->body];
    if (!(a->flags & b->flags & PAWLI_BODY_AWAKE)) {
        const bool awake = ((a->flags | b->flags) & PAWLI_BODY_AWAKE) != 0;
        if (!awake && !((shape_a->flags | shape_b->flags) & PAWLI_SHAPE_SENSOR)) {
            contact->flags |= PAWLI_CONTACT_IDLE;
            return false;
        }
        const pawli_body *other = (a->flags & PAWLI_BODY_AWAKE) ? b : a;
        if (other->type == PAWL_DYNAMIC) *meets_sleeper = true;
    }
    return true;
}

/* Add a contact to the active ones, unless it is idle. */
static inline bool pawli_active_add(pawli_step *step, uint32_t index) {
    if (!pawli_active_find(step, &step->contacts[index], &step->meets_sleeper)) return false;
    step->active[step->active_count++] = index;
    return true;
}

/* Before a contact comes to be at `at`: what runs over that place is no run any more. */
PAWLI_FOLD void pawli_active_break_run(pawli_contact *contacts, uint32_t at) {
    if (PAWLI_CONTACT_IDLE_RUN == 0) return;
    for (uint32_t i = 1; i < PAWLI_CONTACT_RUN && i <= at; i++) {
        pawli_contact *const before = &contacts[at - i];
        if (!(before->flags & PAWLI_CONTACT_IDLE)) return;
        before->flags = (uint8_t)(before->flags & ~PAWLI_CONTACT_IDLE_RUN);
    }
}

/* active.c */
void pawli_active_forget_idle(pawli_step *step); /* none is known to be idle */
void pawli_active_list_contacts(pawli_step *step);
void pawli_active_list_bodies(pawli_step *step);

/* step_3_islands.c: the label of a body's island. */
uint16_t pawli_islands_root(const pawli_step *step, uint16_t body);

/* bullet.c: bullets are stopped by moving bodies, once static shapes have stopped what they stop.
 */
void pawli_bullet_stop_all(const pawli_step *step);
/* step_8_continuous.c: whether any point of a body may have moved by more than a quarter of its
 * inner radius. */
bool pawli_continuous_is_fast(const pawli_step *step, const pawli_solver_body *solved);

/* stabilize.c: what swings on slowly among bodies at rest is slowed. */
void pawli_stabilize(pawli_step *step);

/* exchange.c */
void pawli_exchange_prepare(pawli_step *step);
void pawli_exchange_impulses(pawli_step *step);

/* joint_rows_prepare.c */
void pawli_joint_rows_prepare(pawli_step *step);
/* For a row that is TUNED: of its own stiffness. */
pawli_joint_time pawli_joint_rows_prepare_time_of(const pawli_step *step,
                                                  const pawli_joint_row *row);

/* joint_rows.c */
void pawli_joint_rows_warm_start(pawli_step *step);
void pawli_joint_rows_solve(pawli_step *step);
void pawli_joint_rows_turn(pawli_step *step); /* after every movement: anchors turn with bodies */
void pawli_joint_rows_relax(pawli_step *step);
void pawli_joint_rows_finish(pawli_step *step);
void pawli_joint_rows_copy(const pawli_step *step, uint32_t i, pawli_joint_row *row);

#if PAWLI_HINGES_IN_LANES
/* joint_lanes.c: the batches of each color, and the rows that are not in lanes as a list of their
 * own. */
typedef struct pawli_joint_lanes {
    pawli_hinge_lanes hinges;
    struct {
        pawli_hinge_run run;
        uint16_t first;
    } colors[PAWLI_JOINT_COLORS];
} pawli_joint_lanes;

/* Put what is worth it in lanes. Of each color, whose first joint as one of solved_joints is given,
 * the rest stays. */
void pawli_joint_lanes_make(pawli_step *step, uint16_t first[PAWLI_JOINT_COLORS]);
#endif

/* scratch.c; the size is without that of soft bodies */
uint32_t pawli_scratch_size(const pawl_world *world);
void pawli_scratch_carve(pawli_step *step, void *scratch);

/* body_event.c: after a stage, while there is a list of body events; and before the step MEMORY
 * where its memory is not aligned or has no room for the notes. */
void pawli_body_event_look(const pawli_step *step, pawl_stage stage);
void pawli_body_event_note_moved(const pawli_step *step, uint16_t slot);
pawl_status pawli_body_event_check(const pawl_world *world, const struct pawl_body_events *list);

/* hit.c: an event, if one of the shapes of a contact wants it and they have hit. Linked with events
 * alone. */
void pawli_hit_report(pawli_step *step, const pawli_contact *contact, const pawli_contact_row *row);

/* exerted.c: between two sub-steps, add up what contacts of breakable shapes exert; and tell what
 * was pressed too hard, before the impulses of the last sub-step are stored. */
void pawli_exerted_add(pawli_step *step, bool first);
void pawli_exerted_report(pawli_step *step, const pawli_contact *contact,
                          const pawli_contact_row *row);

/* src/character/character_all.c: all characters of a world that is not locked. `marks`: a word for
 * each slot of a body; not 0 afterwards where that is one of a character which has moved. */
void pawli_character_all_step(pawl_world *world, uint32_t *marks);

/* A sweep that gave up early. */
static inline void pawli_count_capped(pawl_world *world) {
    if (world->counters.capped < UINT16_MAX) world->counters.capped++;
}

#endif
