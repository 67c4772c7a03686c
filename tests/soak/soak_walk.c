/* soak_walk.c - ten million steps in a thousand levels; `make soak` runs it.
 *
 * Usage: soak_walk [LEVELS [TICKS [FIRST]]]: so many levels, from the seed FIRST on, with so many
 * steps in each; every tenth is a grid. Prints the seeds that failed, and what the others met. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/base/seeded.h"
#include "support/level/walk_fuzz.h"

int main(int argc, char **argv) {
    const uint64_t levels = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    const uint64_t ticks = argc > 2 ? strtoull(argv[2], NULL, 10) : 10000;
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    walk_fuzz_totals totals = {0};
    uint64_t failed = 0;
    for (uint64_t i = 0; i < levels; i++) {
        const uint64_t seed = seeded_base * (2 * (first + i) + 1) + 12345;
        const char *const defect = i % 10 == 9 ? walk_fuzz_grid(seed, (uint32_t)ticks, 1, &totals)
                                               : walk_fuzz_built(seed, (uint32_t)ticks, 1, &totals);
        if (defect != NULL) printf("soak_walk: level %" PRIu64 ": %s\n", first + i, defect);
        failed += defect != NULL;
    }
    printf("soak_walk: %" PRIu64 " levels (%" PRIu64 " without room), %" PRIu64 " steps, %" PRIu64
           " walls met (%" PRIu64 " at corners, %" PRIu64 " without a way on)\n",
           totals.levels, totals.full, totals.ticks, totals.contacts, totals.corners, totals.held);
    printf("soak_walk: %" PRIu64 " walks equal to the search (%" PRIu64 " stopped), %" PRIu64
           " touched the end of a wall; %" PRIu64 " steps did not move, %" PRIu64
           " tries to move then\n",
           totals.compared, totals.stopped, totals.touching, totals.still, totals.trap_tries);
    printf("soak_walk: %" PRIu64 " levels, %" PRIu64 " failed\n", levels, failed);
    return failed != 0 || (ticks >= 1000 && !walk_fuzz_has_met_all(&totals));
}
