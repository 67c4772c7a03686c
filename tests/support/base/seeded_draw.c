/* seeded_draw.c - where the seeds of a run come from: apart, since boards have no such functions.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/base/seeded.h"

static uint64_t seed_of_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t time = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
    return time * SEEDED_MULTIPLIER >> 32;
}

/* Whether the environment says a seed, and which; a new one is drawn once. */
static bool read_seed(uint64_t *seed) {
    static uint64_t drawn;
    const char *const said = getenv("PAWL_SEED");
    if (said == NULL || said[0] == '\0') return false;
    char *end = NULL;
    if (strcmp(said, "new") == 0) {
        if (drawn == 0) drawn = seed_of_clock();
        *seed = drawn;
        return true;
    }
    *seed = strtoull(said, &end, 0);
    if (*end == '\0') return true;
    fprintf(stderr, "PAWL_SEED=%s is neither a number nor new\n", said);
    exit(2);
}

void seeded_draw(void) {
    uint64_t seed;
    if (!read_seed(&seed)) return;
    printf(", seed 0x%" PRIx64, seed);
    seeded_base = seed * SEEDED_MULTIPLIER | 1; /* near seeds are far apart */
}

uint64_t seeded_fresh(const char *what) {
    uint64_t seed;
    if (!read_seed(&seed)) seed = seed_of_clock();
    printf("%s: PAWL_SEED=0x%" PRIx64 "\n", what, seed);
    fflush(stdout);
    return seed * SEEDED_MULTIPLIER | 1;
}

double seeded_within(uint64_t *seed, double most) {
    return most * ((double)(seeded_next(seed) >> 11) / 4503599627370496.0 - 1);
}
