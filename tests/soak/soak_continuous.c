/* soak_continuous.c - many random shots; `make soak` runs it.
 *
 * Usage: soak_continuous WALLS BODIES [FIRST-SEED]: so many shots at walls, at moving bodies and at
 * those that spin. Prints the seeds that passed (or waited for more than two steps before what
 * spins), the mean number of sweeps, and how many gave up early. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/base/seeded.h"
#include "support/world/shots.h"

static shot_result shoot_at_spinner(uint64_t seed) {
    shot_result result = shoot_spinner(seed, 0, 0);
    if (result.waited > 2) result.passed = true;
    return result;
}

static uint64_t shoot(const char *name, shot_result (*shot)(uint64_t), uint64_t first,
                      uint64_t count) {
    uint64_t passed = 0, met = 0, sweeps = 0, capped = 0;
    for (uint64_t i = 0; i < count; i++) {
        const shot_result result = shot(seeded_base + first + i);
        if (!result.built) printf("%s %" PRIu64 " could not be built\n", name, first + i);
        if (result.passed) printf("%s %" PRIu64 " passed through\n", name, first + i);
        passed += result.passed || !result.built;
        met += result.met;
        sweeps += result.sweeps;
        capped += result.capped;
    }
    printf("shots at %s: %" PRIu64 " touched, %" PRIu64 " sweeps, %" PRIu64 " of them capped\n",
           name, met, sweeps, capped);
    printf("shots at %s: %" PRIu64 " passed, %" PRIu64 " failed\n", name, count - passed, passed);
    return passed;
}

int main(int argc, char **argv) {
    const uint64_t walls = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    const uint64_t bodies = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000;
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    uint64_t failed = shoot("walls", shoot_wall, first, walls);
    failed += shoot("chains", shoot_chain, first, walls / 10);
    failed += shoot("moving bodies", shoot_body, first, bodies);
    failed += shoot("spinning bodies", shoot_at_spinner, first, bodies);
    return failed == 0 ? 0 : 1;
}
