/* fresh.c - seeds that differ from run to run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "support/base/fresh.h"

uint64_t fresh_seed(const char *what) {
    const char *const said = getenv("PAWL_SEED");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t seed = said != NULL ? strtoull(said, NULL, 0)
                                       : (uint64_t)now.tv_nsec * 4096 + (uint64_t)now.tv_sec % 4096;
    printf("%s: PAWL_SEED=0x%" PRIx64 "\n", what, seed);
    fflush(stdout);
    return seed * SEEDED_MULTIPLIER | 1;
}

double random_within(uint64_t *seed, double most) {
    return most * ((double)(seeded_next(seed) >> 11) / 4503599627370496.0 - 1);
}
