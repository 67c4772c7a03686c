/* lane_trial.h - contacts of any numbers that lanes solve, and what they are compared with. Drawn
 * by a seed of their own. */
#ifndef PAWL_TESTS_LANE_TRIAL_H
#define PAWL_TESTS_LANE_TRIAL_H

#include "solver/lane_schedule.h"

#define LANE_TRIAL_ROWS 120
#define LANE_TRIAL_BODIES 60

/* Bodies and rows as they are before the lane_passes, and after those of either kind. */
typedef struct lane_passes {
    pawli_solver_body bodies[LANE_TRIAL_BODIES];
    pawli_contact_row rows[LANE_TRIAL_ROWS];
    uint32_t faults;
} lane_passes;

typedef struct lane_trial {
    uint64_t seed;
    uint32_t body_count, row_count;
    int size; /* bits of velocities and impulses */
    pawli_softness soft, stiff;
    int32_t per_substep;
    lane_passes expected, found;
    uint64_t moved_at; /* seed of the movements, the same for both */
    uint64_t
        kept[LANE_TRIAL_ROWS]; /* what steps keep of their schedules, whatever rows they have */
    size_t kept_size;
} lane_trial;

/* Anything but what is kept, which the trial before has left. */
void lane_trial_draw(lane_trial *t, uint64_t seed);
pawli_contact_pass lane_trial_pass(lane_trial *t, lane_passes *of);

/* More numbers of the same seed: below a bound, and true in so many percent. */
uint32_t lane_draw(lane_trial *t, uint32_t below);
bool lane_chance(lane_trial *t, uint32_t percent);
/* Evenly within -2^bits .. 2^bits. */
int32_t lane_within(uint64_t *seed, int bits);

#endif
