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

void seeded_draw(void) {
    const char *const said = getenv("PAWL_SEED");
    if (said == NULL || said[0] == '\0') return;
    char *end = NULL;
    const bool is_new = strcmp(said, "new") == 0;
    const uint64_t seed = is_new ? seed_of_clock() : strtoull(said, &end, 0);
    if (end != NULL && *end != '\0') {
        fprintf(stderr, "PAWL_SEED=%s is neither a number nor new\n", said);
        exit(2);
    }
    printf(", seed 0x%" PRIx64, seed);
    seeded_base = seed * SEEDED_MULTIPLIER | 1; /* near seeds are far apart */
}
