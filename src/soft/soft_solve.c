/* soft_solve.c - the soft bodies of one step. */
#include "base/optional.h"
#include "soft/soft_collide.h"

PAWLI_MARK(pawli_soft_solve_mark);
PAWLI_PULLS(pulls_soft_piece, pawli_soft_piece_mark);

#if PAWL_WITH_SOFT

static void set_soft_time(pawli_soft_step *step) {
    const pawl_world *world = step->world;
    const pawli_substep substep = pawli_world_substep(world, world->soft_substeps);
    step->substep = substep.seconds;
    step->per_substep = substep.rate;
    step->substeps = world->soft_substeps;
    const int64_t speed = pawli_near((int64_t)PAWL_SPEED_MAX * step->substep, 26);
    const int64_t step_max = (int64_t)PAWL_STEP_MAX * PAWLI_SOFT_PER_RAW / step->substeps;
    step->move_max = speed < step_max ? speed : step_max;
}

static void list_awake_softs(pawli_soft_step *step) {
    step->awake_count = 0;
    for (uint16_t at = step->world->first_soft; at != PAWLI_NONE; at = step->softs[at].next) {
        if (step->softs[at].flags & PAWLI_SOFT_AWAKE) step->awake[step->awake_count++] = at;
    }
}

static void prepare_softs(pawli_soft_step *step) {
    for (uint32_t i = 0; i < step->world->body_pool.used; i++)
        step->rigids[i].used = 0;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        pawli_solve_integrate_prepare(step, step->awake[i]);
        pawli_solve_link_prepare(step, step->awake[i]);
    }
}

static void solve_soft_substep(pawli_soft_step *step, int32_t substep) {
    pawli_solve_rigid_move(step, substep);
    int32_t iterations = 0;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t slot = step->awake[i];
        pawli_solve_integrate(step, slot, substep);
        pawli_solve_link_begin(step, slot);
        if (step->softs[slot].iterations > iterations) iterations = step->softs[slot].iterations;
    }
    for (int32_t iteration = 0; iteration < iterations; iteration++) {
        for (uint32_t i = 0; i < step->awake_count; i++) {
            const uint16_t slot = step->awake[i];
            if (iteration < step->softs[slot].iterations)
                pawli_solve_link_iterate(step, slot, iteration);
        }
    }
    for (uint32_t i = 0; i < step->awake_count; i++)
        pawli_solve_integrate_limit(step, step->awake[i]);
    pawli_soft_collide(step, substep);
}

static void finish_softs(pawli_soft_step *step) {
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t slot = step->awake[i];
        pawli_solve_integrate_limit(step, slot); /* collisions have moved points again */
        pawli_soft_sleep_count_quiet(step, slot);
        pawli_solve_integrate_finish(step, slot);
        pawli_solve_link_finish(step, slot);
    }
    pawli_solve_rigid_finish(step);
    for (uint32_t i = 0; i < step->awake_count; i++)
        pawli_soft_sleep_couple_attached(step, step->awake[i]);
    pawli_soft_sleep(step);
}

void pawli_soft_solve(pawli_soft_step *step, void *scratch) {
    pawl_world *world = step->world;
    step->bodies = pawli_bodies(world);
    step->shapes = pawli_shapes(world);
    step->softs = pawli_softs(world);
    step->points = pawli_soft_points(world);
    step->links = pawli_soft_links(world);
    pawli_soft_scratch_carve(step, scratch);
    set_soft_time(step);
    list_awake_softs(step);
    pawli_soft_sleep_wake_near(step);
    list_awake_softs(step);
    if (step->awake_count == 0) return;
    prepare_softs(step);
    pawli_soft_candidates_find(step);
    for (int32_t substep = 0; substep < step->substeps; substep++)
        solve_soft_substep(step, substep);
    finish_softs(step);
}

#endif
