/* soak_query.c - a million random queries against a plain search: rays, casts, overlaps and closest
 * points by turns. */
#include "support/world/crowd.h"

#include <stdio.h>

#define CASES 1000000
#define CASES_PER_WORLD 500

int main(void) {
    static crowd_check *const checks[] = {check_ray, check_cast, check_overlap, check_closest};
    static const char *const names[] = {"ray", "cast", "overlap", "closest"};
    int failed = 0;
    for (int world = 0; world < CASES / CASES_PER_WORLD && failed == 0; world++) {
        const uint64_t seed = seeded_base + 1000003u * (uint64_t)world;
        const char *const defect = check_crowd(checks[world % 4], seed, CASES_PER_WORLD);
        if (defect == NULL) continue;
        printf("soak_query: %s, world %d: %s is wrong\n", names[world % 4], world, defect);
        failed++;
    }
    printf("soak_query: %d cases, %d failed\n", CASES, failed);
    return failed != 0;
}
