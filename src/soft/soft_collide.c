/* soft_collide.c - contacts of the points and links of soft bodies, in each sub-step.
 *
 * First those of soft bodies with each other, then those of each soft body with rigid ones; last
 * what is fixed decides where every point is, in order. Nothing passes what is fixed; the others
 * can be passed at high speed: docs/soft.md, "Collisions". */
#include "soft/soft_collide.h"

#if PAWL_WITH_SOFT

static void begin_soft(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    for (uint32_t i = 0; i < soft->point_count; i++) {
        pawli_soft_particle *particle = &step->particles[soft->first_point + i];
        pawli_soft_start *start = &step->starts[soft->first_point + i];
        particle->touching = 0;
        start->x = particle->from_x;
        start->y = particle->from_y;
    }
}

static int64_t limit_start(int64_t from, int64_t to, int64_t limit) {
    if (to - from > limit) return to - limit;
    return to - from < -limit ? to + limit : from;
}

/* Positions are final here: a velocity that is too high is limited by where it began. */
static void limit_speed(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    for (uint32_t i = 0; i < soft->point_count; i++) {
        pawli_soft_particle *particle = &step->particles[soft->first_point + i];
        particle->from_x = limit_start(particle->from_x, particle->x, step->move_max);
        particle->from_y = limit_start(particle->from_y, particle->y, step->move_max);
    }
}

void pawli_soft_collide(pawli_soft_step *step, int32_t substep) {
    const bool is_last = substep + 1 == step->substeps;
    for (uint32_t i = 0; i < step->awake_count; i++)
        begin_soft(step, step->awake[i]);
    pawli_collide_soft(step, is_last);
    for (uint32_t i = 0; i < step->awake_count; i++) {
        pawli_soft_scope scope;
        pawli_soft_candidates_scope(step, step->awake[i], &scope);
        step->contact_moved = false;
        pawli_collide_corner(&scope, is_last);
        pawli_collide_convex(&scope, is_last);
        if (step->contact_moved) pawli_soft_candidates_scope(step, step->awake[i], &scope);
        pawli_collide_fixed(&scope);
        limit_speed(step, step->awake[i]);
    }
}

#endif
