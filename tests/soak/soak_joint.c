/* soak_joint.c - ten thousand random assemblies of joints, a minute each: how many of them gain
 * energy or set a fault, for each type alone and for all types together.
 *
 *     soak_joint [COUNT]    of each type; default 1000
 *
 * The soft step of joints (docs/joints.md, Limits) loses some that have long levers or that hold
 * themselves more than once; the program fails where they are more than were measured. */
#include "support/base/seeded.h"
#include "support/joint/assembly.h"

#include <stdio.h>
#include <stdlib.h>

#define SECONDS 60

/* Permille that may gain, and that may set a fault. */
static const int gains[ASSEMBLY_TYPES + 1] = {180, 120, 40, 150, 110, 50, 300, 10, 80, 60, 60};
static const int faulty[ASSEMBLY_TYPES + 1] = {50, 40, 20, 70, 60, 25, 60, 10, 40, 40, 40};

int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 1000;
    int failed = 0;
    seeded_draw();
    printf("\n");
    for (int type = 0; type <= ASSEMBLY_TYPES; type++) {
        if (type == PAWL_JOINT_FILTER) continue;
        int gained = 0, faults = 0;
        for (int i = 0; i < count; i++) {
            const uint64_t seed = seeded_base * (uint64_t)(2 * (type * count + i) + 1) | 1;
            assembly made = assembly_make(seed, type);
            const assembly_watch watch = assembly_run(&made, SECONDS);
            assembly_free(&made);
            gained += !(watch.worst <= watch.allowed);
            faults += watch.faults != 0;
        }
        printf("soak_joint: type %2d: %d of %d gained energy, %d set faults\n", type, gained, count,
               faults);
        fflush(stdout);
        failed += 1000 * gained > gains[type] * count || 1000 * faults > faulty[type] * count;
    }
    return failed != 0;
}
