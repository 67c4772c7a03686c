/* step_4_prepare.c - the solver's view: awake bodies in creation order, contacts in solving
 * order.
 *
 * The solving order is the key order of the contacts, those between moving bodies first: support
 * from below has the last word. It is a Gauss-Seidel order, and keeping it is worth more than
 * spreading contacts over few colors, which made pyramids spread by half as much again
 * (docs/4-solver.md). Nothing is lost for lanes and threads: a contact only depends on the
 * contacts before it that share a moving body, so all contacts at the same depth of that
 * dependency can be solved side by side, with the very bits of the serial order. The depth is
 * counted here. */
#include "base/optional.h"
#include "solver/row_cache.h"
#include "world/linked.h"
#include "world/terrain.h"
#include "step/workers.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_joint_rows_prepare);
PAWLI_OPTIONAL(pawli_surface_take_material);
PAWLI_OPTIONAL(pawli_row_cache_of);
PAWLI_OPTIONAL(pawli_row_cache_prepare);
PAWLI_OPTIONAL_MARK(pawli_row_cache_mark); /* src/solver/row_cache.c */
#if PAWL_WITH_WORKERS
PAWLI_OPTIONAL(pawli_workers_for);
PAWLI_OPTIONAL(pawli_zones_begin);
PAWLI_OPTIONAL(pawli_zones_put_row);
PAWLI_OPTIONAL(pawli_zones_end);
PAWLI_OPTIONAL(pawli_prepare_workers_run);
PAWLI_OPTIONAL(pawli_zone_schedule_kept);
PAWLI_OPTIONAL(pawli_zone_schedule_kept_depth);
PAWLI_OPTIONAL_MARK(pawli_workers_mark); /* src/step/workers.c */
#endif

/* Share of a velocity left after one sub-step of damping, Q0.31: 1 / (1 + h d), the implicit
 * form, which no damping can overshoot. h d in Q32 is below 2^42. */
static uint32_t keep_after_damping(const pawli_step *step, pawl_fx damping) {
    if (damping == 0) return PAWLI_KEEP_ALL;
    const uint64_t one = UINT64_C(1) << 32;
    const uint64_t loss = ((uint64_t)damping * step->substep) >> 16;
    return (uint32_t)((one * PAWLI_KEEP_ALL) / (one + loss));
}

/* Nearly every body has the scale 1. */
static int64_t scaled_gravity(pawl_fx gravity, pawl_fx scale) {
    return scale == PAWL_FX_ONE ? gravity : pawl_mul(gravity, scale);
}

PAWLI_APART void prepare_body(const pawli_step *step, uint16_t slot, pawli_solver_body *out) {
    const pawli_body *body = &step->bodies[slot];
    memset(out, 0, sizeof *out);
    out->velocity = body->velocity;
    out->spin = body->spin;
    out->spin_frac = body->spin_frac;
    out->velocity_frac_x = body->velocity_frac_x;
    out->velocity_frac_y = body->velocity_frac_y;
    out->turn_frac = body->turn_frac * INT32_C(2048);
    out->move_frac_x = (int16_t)(body->move_frac_x * 256);
    out->move_frac_y = (int16_t)(body->move_frac_y * 256);
    out->body = slot;
    out->keep_linear = out->keep_angular = PAWLI_KEEP_ALL;
    if (body->type != PAWL_DYNAMIC) return;
    if (PAWL_WITH_LANES) out->moves = 1;
    out->flags = (uint8_t)pawli_body_locks(body);
    out->keep_linear = keep_after_damping(step, pawli_damping_of(body->linear_damping));
    out->keep_angular = keep_after_damping(step, pawli_damping_of(body->angular_damping));
}

static void prepare_bodies(pawli_step *step) {
    memset(&step->solver[0], 0, sizeof step->solver[0]);
    step->solver_count = 1;
    const pawli_joint *joints = pawli_joints_const(step->world);
    for (uint16_t at = step->world->first_joint; at != PAWLI_NONE; at = joints[at].next)
        step->solver_index[joints[at].body_a] = step->solver_index[joints[at].body_b] = 0;
    unsigned flags = 0;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t at = step->awake[i];
        step->marks[at] = 0;
        step->solver_index[at] = (uint16_t)step->solver_count;
        pawli_solver_body *out = &step->solver[step->solver_count++];
        prepare_body(step, at, out);
        flags |= out->flags;
        if (PAWLI_LARGE_CODE && pawli_is_moving_kinematic(&step->bodies[at]))
            step->has_carriers = true;
    }
    step->has_locks = (flags & PAWLI_LOCKED) != 0;
}

/* ---- pushes --------------------------------------------------------------------------------- */

/* A push of at least so many raw units per sub-step is rounded to whole ones where a joint or a
 * contact holds the body: a constant weight is what lets a stack come to rest to the last bit. The
 * rounding is less than 1 % of it, or 3 %. */
#define STRONG_FOR_JOINT 64
#define STRONG_FOR_CONTACT 16

/* Velocity gained per sub-step. From `strong` on it is rounded. */
PAWLI_INLINE int32_t push_of(const pawli_step *step, int64_t acceleration, int32_t strong,
                             uint8_t fine, uint8_t *flags) {
    if (acceleration == 0) return 0;
    const int64_t gain = pawli_product_long(pawl_saturate(acceleration), step->substep); /* Q48 */
    const int32_t coarse = pawli_near32(gain, 32);
    if (coarse >= strong || coarse <= -strong) return coarse;
    const int64_t exact = pawli_near(gain, 16);
    if (exact > PAWL_FX_MAX || exact < -PAWL_FX_MAX) return coarse; /* half a unit/s and more */
    *flags |= fine;
    return (int32_t)exact;
}

static bool is_at_rest(const pawli_solver_body *body) {
    const uint32_t twice = 2 * PAWLI_CREEP_SPEED;
    return (uint32_t)(body->velocity.x + PAWLI_CREEP_SPEED) < twice &&
           (uint32_t)(body->velocity.y + PAWLI_CREEP_SPEED) < twice &&
           (uint32_t)(body->spin + PAWLI_CREEP_SPEED) < twice;
}

PAWLI_RARE static void lock_push(pawli_solver_body *out) {
    if (out->flags & PAWLI_LOCKED_X) out->push.x = 0;
    if (out->flags & PAWLI_LOCKED_Y) out->push.y = 0;
}

/* Contacts only see whole raw units. What is below would go on turning a body that they have
 * stopped, so it ends there, unless something goes on adding to it. */
PAWLI_APART_IN_LOOPS void prepare_push(const pawli_step *step, pawli_solver_body *out) {
    const pawli_body *body = &step->bodies[out->body];
    if (body->type != PAWL_DYNAMIC) return;
    const bool touches = step->marks[out->body] != 0;
    const bool jointed = step->body_joints != NULL && step->body_joints[out->body] != PAWLI_NONE;
    const int32_t strong = touches ? STRONG_FOR_CONTACT : jointed ? STRONG_FOR_JOINT : INT32_MAX;
    const pawl_vec2 gravity = step->world->gravity;
    const pawl_fx scale = body->gravity_scale;
    const int64_t x = scaled_gravity(gravity.x, scale) + body->acceleration.x;
    const int64_t y = scaled_gravity(gravity.y, scale) + body->acceleration.y;
    out->push.x = push_of(step, x, strong, PAWLI_FINE_X, &out->flags);
    out->push.y = push_of(step, y, strong, PAWLI_FINE_Y, &out->flags);
    out->push_spin = push_of(step, body->spin_acceleration, strong, PAWLI_FINE_SPIN, &out->flags);
    if (out->flags & PAWLI_LOCKED) lock_push(out);
    if (!touches) return;
    if (!(out->flags & PAWLI_FINE) && !jointed && is_at_rest(out))
        out->spin_frac = out->velocity_frac_x = out->velocity_frac_y = 0;
    out->flags |= PAWLI_HELD;
}

/* ---- contacts ------------------------------------------------------------------------------- */

/* Touching contacts with at least one awake dynamic body. */
PAWLI_IN_LOOPS bool contact_is_solved(const pawli_step *step, const pawli_contact *contact) {
    if (!(contact->flags & PAWLI_CONTACT_TOUCHING)) return false;
    const pawli_body *a = &step->bodies[step->shapes[contact->shape_a].body];
    const pawli_body *b = &step->bodies[step->shapes[contact->shape_b].body];
    return (a->type == PAWL_DYNAMIC && (a->flags & PAWLI_BODY_AWAKE)) ||
           (b->type == PAWL_DYNAMIC && (b->flags & PAWLI_BODY_AWAKE));
}

/* Depth of a contact in the dependency on earlier contacts that share a moving body with it: both
 * of its bodies move, or one does. */
PAWLI_IN_LOOPS uint32_t schedule_contact(pawli_step *step, uint16_t a, uint16_t b, bool both_move) {
    const bool a_moves = both_move || step->bodies[a].type == PAWL_DYNAMIC;
    const bool b_moves = both_move || !a_moves;
    uint32_t depth = 0;
    if (a_moves) depth = step->marks[a];
    if (b_moves && step->marks[b] > depth) depth = step->marks[b];
    depth++;
    if (a_moves) step->marks[a] = depth;
    if (b_moves) step->marks[b] = depth;
    return depth;
}

PAWLI_IN_LOOPS bool is_between_moving(const pawli_step *step, const pawli_contact *contact) {
    return step->bodies[step->shapes[contact->shape_a].body].type == PAWL_DYNAMIC &&
           step->bodies[step->shapes[contact->shape_b].body].type == PAWL_DYNAMIC;
}

PAWLI_IN_LOOPS void add_contact_row(pawli_step *step, pawli_contact_setup *setup,
                                    const pawli_contact *contact, bool both_move) {
    pawli_counters *counters = &step->world->counters;
    PAWL_ASSERT(step->row_count < step->world->contact_capacity);
    pawli_contact_row *row = &step->rows[step->row_count++];
    if (setup->cache == NULL) {
        pawli_contact_row_prepare(setup, contact, row);
    } else {
        pawli_row_cache_prepare(setup, contact, row);
    }
    counters->points += row->count;
    const uint32_t depth = schedule_contact(step, step->shapes[contact->shape_a].body,
                                            step->shapes[contact->shape_b].body, both_move);
    if (depth > counters->batches) counters->batches = depth;
}

/* What the program says about materials, in contact order. */
static void mix_materials(pawli_step *step) {
    const pawl_step_hooks *hooks = &step->hooks;
    uint32_t next[2] = {0, step->moving_rows};
    for (uint32_t i = 0; i < step->active_count; i++) {
        const pawli_solved solved = step->active[i];
        const pawli_contact *contact = &step->contacts[solved / 2];
        const pawli_shape *a = &step->shapes[contact->shape_a];
        const pawli_shape *b = &step->shapes[contact->shape_b];
        pawli_shape own;
        if (PAWL_WITH_CHAINS && step->has_materials)
            pawli_surface_take_material(step->world, contact, &own, &a, &b);
        pawli_contact_row *row = pawli_next_row(step, solved, next);
        if (hooks->mix_friction != NULL) {
            row->friction = hooks->mix_friction(hooks->context, a->friction, a->user_data,
                                                b->friction, b->user_data);
            row->friction = pawl_max(row->friction, 0);
        }
        if (hooks->mix_restitution != NULL) {
            row->restitution = hooks->mix_restitution(hooks->context, a->restitution, a->user_data,
                                                      b->restitution, b->user_data);
            row->restitution = pawl_clamp(row->restitution, 0, PAWL_FX_ONE);
            if (row->restitution != 0) step->may_bounce = true;
        }
    }
}

/* The cache of rows, if the program has one. */
static pawli_row_cache *cache_of(const pawli_step *step, pawli_row_cache *cache) {
    if (step->hooks.cache == NULL || !PAWLI_IS_LINKED(pawli_row_cache_mark)) return NULL;
    *cache = pawli_row_cache_of(step->hooks.cache, step->hooks.cache_size, step->world);
    return cache->count == 0 ? NULL : cache;
}

/* ---- on threads ----------------------------------------------------------------------------- */

#if PAWL_WITH_WORKERS
static void prepare_on_worker(const pawli_step *step, pawli_solver_body *body) {
    step->marks[body->body] = step->zones->body_last[body - step->solver];
    prepare_push(step, body);
}

/* Which body is which: what prepare_bodies does first, where no joint has a word in it. */
static void number_bodies(const pawli_step *step) {
    for (uint32_t i = 0; i < step->awake_count; i++) {
        step->marks[step->awake[i]] = 0;
        step->solver_index[step->awake[i]] = (uint16_t)(i + 1);
    }
}

/* Of contacts and bodies. */
typedef struct look_job {
    pawli_step *step;
    bool fills_bodies;
    unsigned flags[PAWL_WORKERS_MAX]; /* of all bodies of a range */
    bool carriers[PAWL_WORKERS_MAX];
} look_job;

/* As large a share of the bodies as the range is of the contacts. */
static void fill_bodies(look_job *job, uint32_t begin, uint32_t end, uint32_t range) {
    const pawli_step *const step = job->step;
    const uint64_t bodies = step->awake_count;
    const uint32_t last = (uint32_t)(bodies * end / step->active_count);
    unsigned flags = 0;
    for (uint32_t i = (uint32_t)(bodies * begin / step->active_count); i < last; i++) {
        prepare_body(step, step->awake[i], &step->solver[i + 1]);
        flags |= step->solver[i + 1].flags;
        if (pawli_is_moving_kinematic(&step->bodies[step->awake[i]])) job->carriers[range] = true;
    }
    job->flags[range] = flags;
}

/* Which of the active contacts have rows, with what bodies: into memory by row of the zones. */
static void look_at_contacts(void *context, uint32_t begin, uint32_t end, uint32_t range) {
    look_job *const job = (look_job *)context;
    const pawli_step *const step = job->step;
    if (job->fills_bodies) fill_bodies(job, begin, end, range);
    for (uint32_t i = begin; i < end; i++) {
        const pawli_contact *const contact = &step->contacts[step->active[i]];
        const pawli_shape *a = &step->shapes[contact->shape_a];
        const pawli_shape *b = &step->shapes[contact->shape_b];
        pawli_shape own;
        if (PAWL_WITH_CHAINS && step->has_materials)
            pawli_surface_take_material(step->world, contact, &own, &a, &b);
        uint32_t flags = contact_is_solved(step, contact) ? PAWLI_ROW_SOLVED : 0;
        if (is_between_moving(step, contact)) flags |= PAWLI_ROW_MOVING;
        const uint32_t in_a = pawli_solver_of(step, a->body), in_b = pawli_solver_of(step, b->body);
        if (in_a != 0 && step->bodies[a->body].type == PAWL_DYNAMIC) flags |= PAWLI_ROW_MOVES_A;
        if (in_b != 0 && step->bodies[b->body].type == PAWL_DYNAMIC) flags |= PAWLI_ROW_MOVES_B;
        const bool rolls = (a->rolling_resistance | b->rolling_resistance) != 0;
        const unsigned locks = step->bodies[a->body].flags | step->bodies[b->body].flags;
        if ((contact->count == 2 || !rolls) && !(locks & PAWLI_BODY_LOCKS))
            flags |= PAWLI_ROW_KNOWN;
        const uint32_t moves = (in_a != 0 ? PAWLI_ROW_MOVES_A : 0) |
                               (in_b != 0 ? PAWLI_ROW_MOVES_B : 0) | PAWLI_ROW_KNOWN;
        if ((flags & (PAWLI_ROW_SOLVED - 1)) == moves) flags |= PAWLI_ROW_PLAIN;
        step->zones->stops[i] = (uint8_t)flags;
        step->zones->row_list[i] = in_a | in_b << 16;
    }
}

static void put_solved_row(pawli_step *step, uint32_t contact, uint32_t at) {
    const uint32_t flags = step->zones->stops[at] & (PAWLI_ROW_SOLVED - 1);
    const uint32_t depth = pawli_zones_put_row(step->zones, step->row_count++, contact,
                                               step->zones->row_list[at], flags);
    pawli_counters *const counters = &step->world->counters;
    if (depth > counters->batches) counters->batches = depth;
    step->zones->plain_rows += (step->zones->stops[at] & PAWLI_ROW_PLAIN) != 0;
}

/* Whether the rows have the bodies that those of the zones that are kept have: then all that is to
 * be known of them is. */
static bool take_kept_rows(pawli_step *step) {
    pawli_zones *const zones = step->zones;
    uint32_t rows = 0, moving = 0, count = 0;
    const uint32_t *const kept = pawli_zone_schedule_kept(zones, &rows, &moving);
    if (kept == NULL || rows > step->active_count) return false;
    uint32_t *const solved = zones->times; /* where nothing is yet */
    uint32_t next[2] = {moving, 0};        /* of rows that both bodies of move, second */
    for (uint32_t i = 0; i < step->active_count; i++) {
        const uint32_t flags = zones->stops[i], bodies = zones->row_list[i];
        if (!(flags & PAWLI_ROW_SOLVED)) continue;
        const uint32_t moves = (flags & PAWLI_ROW_MOVING) != 0;
        const uint32_t row = next[moves]++;
        if (row >= (moves ? moving : rows) || kept[row] != bodies || !(flags & PAWLI_ROW_PLAIN))
            break;
        zones->row_contact[row] = step->active[i];
        zones->body_last[bodies & UINT16_MAX] = zones->body_last[bodies >> 16] = 1;
        solved[count++] = step->active[i] * 2 + !moves;
    }
    if (count != rows || next[0] != rows || next[1] != moving) {
        memset(zones->body_last, 0, step->solver_count * sizeof *zones->body_last);
        return false;
    }
    memcpy(step->active, solved, rows * sizeof *solved);
    step->active_count = step->row_count = rows;
    step->moving_rows = moving;
    step->world->counters.batches = pawli_zone_schedule_kept_depth(zones);
    zones->is_kept = true;
    return true;
}

/* What of the rows has to come in their order. */
static void put_solved_rows(pawli_step *step) {
    const uint8_t *const flags = step->zones->stops;
    const uint32_t count = step->active_count;
    uint32_t solved = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!(flags[i] & PAWLI_ROW_SOLVED)) continue;
        const bool moving = (flags[i] & PAWLI_ROW_MOVING) != 0;
        if (moving) put_solved_row(step, step->active[i], i);
        step->active[solved++] = step->active[i] * 2 + !moving;
    }
    step->active_count = solved;
    step->moving_rows = step->row_count;
    solved = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!(flags[i] & PAWLI_ROW_SOLVED)) continue;
        const pawli_solved of = step->active[solved++];
        if (of & 1u) put_solved_row(step, of / 2, i);
    }
}

static void look_on_workers(pawli_step *step) {
    look_job job = {step, pawli_first_joint(step->world) == PAWLI_NONE, {0}, {false}};
    if (job.fills_bodies) {
        memset(&step->solver[0], 0, sizeof step->solver[0]);
        number_bodies(step);
    } else {
        prepare_bodies(step);
        pawli_joint_rows_prepare(step);
    }
    pawli_workers_for(step, step->active_count, look_at_contacts, &job);
    for (uint32_t i = 0; i < PAWL_WORKERS_MAX; i++) {
        if (job.flags[i] & PAWLI_LOCKED) step->has_locks = true;
        if (job.carriers[i]) step->has_carriers = true;
    }
}

/* False: nothing was done. */
static bool prepare_on_workers(pawli_step *step, pawli_contact_setup *setup) {
    if (step->hooks.parallel == NULL || !PAWLI_IS_LINKED(pawli_workers_mark)) return false;
    step->solver_count = step->awake_count + 1;
    step->zones = pawli_zones_begin(step, step->active_count);
    if (step->zones == NULL) return false;
    look_on_workers(step);
    if (!take_kept_rows(step)) put_solved_rows(step);
    pawli_zones_end(step->zones);
    pawli_prepare_workers_run(step, setup, prepare_on_worker);
    return true;
}
#endif

PAWLI_FOLD void prepare_in_turn(pawli_step *step, pawli_contact_setup *setup) {
    uint32_t solved = 0;
    prepare_bodies(step);
    if (pawli_first_joint(step->world) != PAWLI_NONE) pawli_joint_rows_prepare(step);
    for (uint32_t i = 0; i < step->active_count; i++) {
        const uint32_t index = step->active[i];
        const pawli_contact *contact = &step->contacts[index];
        if (!contact_is_solved(step, contact)) continue;
        const bool moving = is_between_moving(step, contact);
        if (moving) add_contact_row(step, setup, contact, true);
        step->active[solved++] = index * 2 + !moving;
    }
    step->active_count = solved;
    step->moving_rows = step->row_count;
    for (uint32_t i = 0; step->row_count < solved; i++) {
        if (step->active[i] & 1u)
            add_contact_row(step, setup, &step->contacts[step->active[i] / 2], false);
    }
    for (uint32_t i = 1; i < step->solver_count; i++)
        prepare_push(step, &step->solver[i]);
}

void pawli_prepare(pawli_step *step) {
    step->soft = pawli_softness_of_contact(step->world, 1);
    step->stiff = pawli_softness_of_contact(step->world, 2);
    step->has_materials = pawli_has_terrain_linked() && pawli_geometry_has_materials(step->world);
    pawli_row_cache cache;
    pawli_contact_setup setup = {
        step->world,
        step->solver_index,
        &step->soft,
        &step->stiff,
        cache_of(step, &cache),
        PAWL_WITH_CHAINS && step->has_materials ? pawli_surface_take_material : NULL,
        step->hooks.mix_restitution != NULL,
        false,
        false,
        false,
        0};
#if PAWL_WITH_WORKERS
    if (!prepare_on_workers(step, &setup)) prepare_in_turn(step, &setup);
#else
    prepare_in_turn(step, &setup);
#endif
    step->faults |= setup.faults;
    step->meets_breakable = setup.meets_breakable;
    step->has_carriers |= setup.may_carry;
    if (PAWL_WITH_RESTITUTION) step->may_bounce = setup.may_bounce;
    if (PAWL_WITH_HOOKS &&
        (step->hooks.mix_friction != NULL || step->hooks.mix_restitution != NULL)) {
        mix_materials(step);
    }
    step->world->counters.touching = step->row_count;
    pawli_stabilize(step);
}
