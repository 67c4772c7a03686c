/* energy.h - the energy of a scene: movement, gravity and springs, in means over seconds. */
#ifndef PAWL_TESTS_ENERGY_H
#define PAWL_TESTS_ENERGY_H

#include "trial.h"

#define ENERGY_BODIES 64
#define ENERGY_SECONDS 64

/* Gravity counts from the lowest place that each body has in the run, so it is known at the end. */
typedef struct energy_sums {
    const trial_run *run;
    trial_mass masses[ENERGY_BODIES];
    double lowest[ENERGY_BODIES];
    double means[ENERGY_SECONDS]; /* of movement, springs, and gravity from height 0 */
    int steps;
} energy_sums;

/* At most ENERGY_BODIES bodies; call energy_note after each of at most 60 * ENERGY_SECONDS steps.
 */
void energy_start(energy_sums *sums, const trial_run *run);
void energy_note(energy_sums *sums);
/* By how much the largest mean of a second exceeds what is allowed, which is 1 % above the first
 * second's and the energy of 2^-9 units/s and of a raw unit of height for each body, as a share of
 * what is allowed; negative where it does not. */
double energy_excess(const energy_sums *sums);

#endif
