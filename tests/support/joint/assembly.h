/* assembly.h - random assemblies of bodies and joints without motors, and the energy they have. */
#ifndef PAWL_TESTS_ASSEMBLY_H
#define PAWL_TESTS_ASSEMBLY_H

#include "pawl/pawl.h"

#define ASSEMBLY_BODIES 8
#define ASSEMBLY_TYPES PAWL_JOINT_LAST

/* Free it with assembly_free. */
typedef struct assembly {
    pawl_world *world;
    pawl_world_def def;
    double gravity;
    int bodies, joints;
    int of_type[ASSEMBLY_TYPES + 1]; /* how many joints of each type */
} assembly;

/* The same for the same seed. `only`: a type of joint for all of it, or 0 for any. */
assembly assembly_make(uint64_t seed, int only);
void assembly_free(assembly *made);

/* Kinetic energy, that of the height of the bodies, and that of the springs, at the present. */
typedef struct assembly_energy {
    double kinetic, height, springs;
} assembly_energy;
assembly_energy assembly_measure(const assembly *made);

/* What a run of some seconds has shown. */
typedef struct assembly_watch {
    double first, worst, allowed; /* mean energy of the first second, of the worst, and most */
    int second;                   /* the worst one */
    double gap;                   /* widest that a joint stood open */
    uint32_t faults;
} assembly_watch;

/* The mean energy of any second may be 1 % above that of the first, counted from the lowest place
 * that the bodies come to, and above that what all bodies have at 2^-9 units a second. Springs
 * count in the first second alone: their stiffness is that of a frequency, which changes with the
 * levers, so that what they store later on is not what they can give back. */
assembly_watch assembly_run(const assembly *made, int seconds);

#endif
