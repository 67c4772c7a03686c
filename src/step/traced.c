/* traced.c - a step that is watched stage by stage: the list of its phases and the loop of its
 * sub-steps, compiled once more, with the places where PAWL_TRACE tells of a stage.
 *
 * The step that games play stays what it is: it has no such places, and is no larger. What the
 * phases call is the same code for both. Only a program that looks for the stage in which two
 * machines differ (pawl/stages.h) is linked with this file.
 *
 * Names of what is compiled twice get others, for builds that compile the library as one file. */
#include "step/traced.h"

#include "step/trace.h"

#if !PAWL_TRACE
#undef PAWL_TRACE
#define PAWL_TRACE 1
#define TRACED_ALONE 1
#else
#define TRACED_ALONE 0
#endif

/* Stands for the context of the hooks. */
typedef struct traced_context {
    const pawl_step_hooks *hooks; /* of the program */
    pawli_traced_watch watch;
    void *context;
} traced_context;

static void tell_watch(const pawli_step *step, pawl_stage stage, uint32_t round) {
    const traced_context *const own = (const traced_context *)step->hooks.context;
    own->watch(own->context, step, stage, round);
}

#undef pawli_trace
#define pawli_trace tell_watch
#define pawl_world_step step_of_traced
#define pawli_solve solve_of_traced
#define damped damped_of_traced
#define push_axis push_axis_of_traced
#define damp_body damp_body_of_traced
#define push_solved push_solved_of_traced
#define push_plainly push_plainly_of_traced
#define before_next_left before_next_left_of_traced
#define push_range push_range_of_traced
#define move_solved move_solved_of_traced
#define are_regions_aligned are_regions_aligned_of_traced
#define limit_step_move limit_step_move_of_traced
#define turn_body turn_body_of_traced
#define held_movement held_movement_of_traced
#define move_range move_range_of_traced
#define contact_lanes contact_lanes_of_traced
#define is_traced is_traced_of_traced
#if PAWL_WITH_LANES
#define add_forces add_forces_of_traced
#define begin_lanes begin_lanes_of_traced
#define are_moved_in_lanes are_moved_in_lanes_of_traced
#define group_end group_end_of_traced
#define move_bodies move_bodies_of_traced
#define store_rows store_rows_of_traced
#endif
#define set_step_time set_step_time_of_traced
#define begin_step begin_step_of_traced
#define find_scratch find_scratch_of_traced
#define asks_too_much asks_too_much_of_traced
#define check_body_events check_body_events_of_traced
#define move_characters move_characters_of_traced

static pawl_status pawl_world_step(pawl_world *world, const pawl_step_hooks *hooks);
static void pawli_solve(pawli_step *step);

#include "step/step_5_solve.c"

#include "step/step.c"

#undef pawli_trace
#undef pawl_world_step
#undef pawli_solve
#undef damped
#undef push_axis
#undef damp_body
#undef push_solved
#undef push_plainly
#undef before_next_left
#undef push_range
#undef move_solved
#undef are_regions_aligned
#undef limit_step_move
#undef turn_body
#undef held_movement
#undef move_range
#undef contact_lanes
#undef is_traced
#undef add_forces
#undef begin_lanes
#undef are_moved_in_lanes
#undef group_end
#undef move_bodies
#undef store_rows
#undef set_step_time
#undef begin_step
#undef find_scratch
#undef asks_too_much
#undef check_body_events
#undef move_characters

/* ---- functions of the program, with their own context ---- */

static bool ask_should_collide(void *context, const pawl_world *world, pawl_shape_id a,
                               pawl_shape_id b) {
    const pawl_step_hooks *const hooks = ((const traced_context *)context)->hooks;
    return hooks->should_collide(hooks->context, world, a, b);
}

static bool ask_should_collide_soft(void *context, const pawl_world *world, pawl_soft_id soft,
                                    pawl_shape_id shape) {
    const pawl_step_hooks *const hooks = ((const traced_context *)context)->hooks;
    return hooks->should_collide_soft(hooks->context, world, soft, shape);
}

static bool ask_pre_solve(void *context, const pawl_world *world,
                          const struct pawl_contact *contact) {
    const pawl_step_hooks *const hooks = ((const traced_context *)context)->hooks;
    return hooks->pre_solve(hooks->context, world, contact);
}

static pawl_fx ask_mix_friction(void *context, pawl_fx a, uint32_t user_a, pawl_fx b,
                                uint32_t user_b) {
    const pawl_step_hooks *const hooks = ((const traced_context *)context)->hooks;
    return hooks->mix_friction(hooks->context, a, user_a, b, user_b);
}

static pawl_fx ask_mix_restitution(void *context, pawl_fx a, uint32_t user_a, pawl_fx b,
                                   uint32_t user_b) {
    const pawl_step_hooks *const hooks = ((const traced_context *)context)->hooks;
    return hooks->mix_restitution(hooks->context, a, user_a, b, user_b);
}

pawl_status pawli_traced_step(pawl_world *world, const pawl_step_hooks *hooks,
                              pawli_traced_watch watch, void *context) {
    traced_context traced = {hooks, watch, context};
    pawl_step_hooks own;
    memset(&own, 0, sizeof own);
    if (hooks != NULL) own = *hooks;
    own.context = &traced;
    own.trace = NULL;
    own.clock = NULL;
    own.body_events = NULL;      /* they have been told */
    own.lanes = PAWL_LANES_NONE; /* the watch looks at rows between passes */
    own.lane_memory = NULL;
    own.parallel = NULL; /* and it tells of them one after the other */
    if (own.should_collide != NULL) own.should_collide = ask_should_collide;
    if (own.should_collide_soft != NULL) own.should_collide_soft = ask_should_collide_soft;
    if (own.pre_solve != NULL) own.pre_solve = ask_pre_solve;
    if (own.mix_friction != NULL) own.mix_friction = ask_mix_friction;
    if (own.mix_restitution != NULL) own.mix_restitution = ask_mix_restitution;
    return step_of_traced(world, &own);
}

#if TRACED_ALONE
#undef PAWL_TRACE
#define PAWL_TRACE 0
#define pawli_trace(step, stage, round) pawli_stage_clock(step, stage)
#endif
#undef TRACED_ALONE
