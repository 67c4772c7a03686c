/* fresh.h - seeds that differ from run to run: printed, and PAWL_SEED=... repeats one. */
#ifndef PAWL_TESTS_FRESH_H
#define PAWL_TESTS_FRESH_H

#include "support/base/seeded.h"

/* Prints `what` and the seed. Of boards, which have no clock, no test uses it. */
uint64_t fresh_seed(const char *what);

/* Evenly between -most and most. */
double random_within(uint64_t *seed, double most);

#endif
