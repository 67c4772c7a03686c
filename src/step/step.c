/* step.c - one step of a world: the table of contents. Each phase is a file of its own. */
#include "step/step.h"
#include "step/trace.h"

#include "base/lanes.h"
#include "base/optional.h"
#include "soft/soft_solve.h"
#include "world/linked.h"
#include "world/validate.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_soft_sleep_wake_attached);
PAWLI_OPTIONAL(pawli_body_event_check);
#if PAWL_WITH_CHARACTERS
PAWLI_OPTIONAL(pawli_character_all_step);
PAWLI_OPTIONAL(pawli_body_event_note_moved);
#endif
PAWLI_OPTIONAL_MARK(pawli_body_event_mark); /* src/step/body_event.c */

#define POISON 0xA5

static void set_step_time(pawli_step *step) {
    const pawli_substep substep = pawli_world_substep(step->world, step->world->substeps);
    step->substep = substep.seconds;
    step->per_substep = substep.rate;
}

static void begin_step(pawli_step *step, pawl_world *world, const pawl_step_hooks *hooks,
                       void *scratch) {
    memset(step, 0, sizeof *step);
    if (PAWL_WITH_HOOKS && hooks != NULL) {
        step->hooks = *hooks;
    } else if (hooks != NULL) {
        step->hooks.cache = hooks->cache;
        step->hooks.cache_size = hooks->cache_size;
        if (PAWL_WITH_LANES) {
            step->hooks.lanes = hooks->lanes;
            step->hooks.lane_memory = hooks->lane_memory;
            step->hooks.lane_memory_size = hooks->lane_memory_size;
        }
    }
#if PAWL_TRACE
    if (hooks != NULL) {
        step->hooks.context = hooks->context;
        step->hooks.trace = hooks->trace;
    }
#endif
    step->world = world;
    step->bodies = pawli_bodies(world);
    step->shapes = pawli_shapes(world);
    step->contacts = pawli_contacts(world);
    if (pawli_first_joint(world) != PAWLI_NONE) step->body_joints = pawli_body_joints(world);
    pawli_scratch_carve(step, scratch);
    set_step_time(step);
    world->lock = PAWLI_LOCK_STEP;
    memset(&world->counters, 0, sizeof world->counters);
    pawli_event_begin_step(world);
    if (PAWL_WITH_HOOKS) pawli_stage_clock_start(step);
}

/* The scratch region handed over for this step, or the one behind the state; null if neither. */
static void *find_scratch(pawl_world *world, const pawl_step_hooks *hooks) {
    if (hooks != NULL && hooks->scratch != NULL) {
        const bool usable =
            pawli_is_aligned(hooks->scratch) && hooks->scratch_size >= world->scratch_size;
        return usable ? hooks->scratch : NULL;
    }
    if (world->total_size == world->state_size) return NULL;
    return (uint8_t *)world + world->state_size;
}

PAWLI_FOLD bool are_regions_aligned(const pawl_step_hooks *hooks) {
    if (PAWL_WITH_LANES && !pawli_is_aligned(hooks->lane_memory)) return false;
    if (PAWL_WITH_WORKERS && !pawli_is_aligned(hooks->worker_memory)) return false;
    return pawli_is_aligned(hooks->cache);
}

/* Whether the caller asks for what this build leaves out. */
static bool asks_too_much(const pawl_step_hooks *hooks) {
    if (hooks == NULL) return false;
    if (PAWL_WITH_LANES && !pawli_lanes_is_known(hooks->lanes)) return true;
    if (!PAWL_WITH_WORKERS && hooks->parallel != NULL) return true;
    if (!PAWL_TRACE && hooks->trace != NULL) return true;
    if (!PAWL_WITH_RESTITUTION && hooks->mix_restitution != NULL) return true;
    return !PAWL_WITH_HOOKS &&
           (hooks->should_collide != NULL || hooks->should_collide_soft != NULL ||
            hooks->pre_solve != NULL || hooks->mix_friction != NULL ||
            hooks->mix_restitution != NULL || hooks->clock != NULL);
}

PAWLI_FOLD pawl_status check_body_events(const pawl_world *world, const pawl_step_hooks *hooks) {
    if (hooks == NULL || hooks->body_events == NULL) return PAWL_OK;
    const bool are_linked = PAWL_WITH_HOOKS && PAWLI_IS_LINKED(pawli_body_event_mark);
    return are_linked ? pawli_body_event_check(world, hooks->body_events) : PAWL_ERR_UNSUPPORTED;
}

/* Like a program between two steps: the state is whole. */
PAWLI_FOLD void move_characters(pawli_step *step) {
#if PAWL_WITH_CHARACTERS
    if (pawli_first_character(step->world) == PAWLI_NONE) return;
    step->world->lock = PAWLI_LOCK_NONE;
    pawli_character_all_step(step->world, step->marks);
    step->world->lock = PAWLI_LOCK_STEP;
    if (step->hooks.body_events == NULL) return;
    const pawli_character *characters = pawli_characters_const(step->world);
    uint16_t at = step->world->first_character;
    for (; at != PAWLI_NONE; at = characters[at].next)
        if (step->marks[characters[at].body] != 0)
            pawli_body_event_note_moved(step, characters[at].body);
#else
    (void)step;
#endif
}

pawl_status pawl_world_step(pawl_world *world, const pawl_step_hooks *hooks) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (asks_too_much(hooks)) return PAWL_ERR_UNSUPPORTED;
    if (!pawli_linked_has_all(world)) return PAWL_ERR_UNSUPPORTED;
    const pawl_status status = check_body_events(world, hooks);
    if (status != PAWL_OK) return status;
    void *scratch = find_scratch(world, hooks);
    if (scratch == NULL) return PAWL_ERR_MEMORY;
    if (hooks != NULL && !are_regions_aligned(hooks)) return PAWL_ERR_MEMORY;
#if PAWL_POISON
    memset(scratch, POISON, world->scratch_size);
#endif
    pawli_step step;
    begin_step(&step, world, hooks, scratch);
    pawli_trace(&step, PAWL_STAGE_BEGIN, 0);
    if (PAWL_WITH_SOFT && world->first_soft != PAWLI_NONE) {
        pawli_soft_sleep_wake_attached(world);
        /* What a soft body wakes in the course of the step is not solved in it. */
        memset(step.solver_index, 0, world->body_pool.capacity * sizeof *step.solver_index);
    }
    pawli_pairs_update(&step); /* which shapes are near each other */
    pawli_trace(&step, PAWL_STAGE_PAIRS, 0);
    pawli_manifolds_update(&step); /* where they touch */
    pawli_trace(&step, PAWL_STAGE_MANIFOLDS, 0);
    pawli_islands_find(&step); /* what is connected, what must wake */
    pawli_trace(&step, PAWL_STAGE_ISLANDS, 0);
    pawli_prepare(&step); /* the solver's view of bodies and contacts */
    pawli_trace(&step, PAWL_STAGE_PREPARE, 0);
    pawli_solve(&step); /* sub-steps: forces, impulses, movement */
    if (PAWL_WITH_RESTITUTION) pawli_bounce(&step);
    pawli_trace(&step, PAWL_STAGE_BOUNCE, 0);
    if (PAWL_WITH_SOFT) pawli_soft_phase(&step); /* soft bodies move, and push rigid ones */
    pawli_continuous(&step);                     /* stop what would pass through something */
    pawli_trace(&step, PAWL_STAGE_CONTINUOUS, 0);
    pawli_finish(&step); /* back to the bodies: positions, boxes, events */
    pawli_trace(&step, PAWL_STAGE_FINISH, 0);
    pawli_sleep(&step); /* islands at rest */
    move_characters(&step);
    pawli_trace(&step, PAWL_STAGE_SLEEP, 0);
    pawli_event_finish_step(world);
    world->faults |= step.faults;
    world->tick++;
    pawli_trace(&step, PAWL_STAGE_END, 0);
    world->lock = PAWLI_LOCK_NONE;
#if PAWL_POISON
    memset(scratch, POISON, world->scratch_size);
#endif
#if PAWL_VALIDATE
    pawli_validate_world(world);
#endif
    return PAWL_OK;
}
