/* twin.h - a second solver, in double precision, to compare pawl with.
 *
 * It shares the method (soft step with recycled contacts) and no code: a figure that both reach
 * comes from the method, one that only pawl misses comes from pawl. Convex bodies, static or
 * dynamic, and revolute joints; no sleeping, no continuous collision. */
#ifndef PAWL_TESTS_TWIN_H
#define PAWL_TESTS_TWIN_H

#include "metrics.h"

typedef struct twin_world twin_world;

typedef struct twin_options {
    int substeps; /* 0: 4 */
    int rate;     /* steps per second; 0: 60 */
    bool serial;  /* solve the points of a manifold one after the other instead of together */
} twin_options;

twin_world *twin_make(const scene_def *scene, twin_options options);
void twin_free(twin_world *twin);
void twin_step(twin_world *twin);
body_motion twin_motion(const twin_world *twin, int body);
/* Largest overlap of a contact point at the start of the last step, units; 0 without any. */
double twin_penetration(const twin_world *twin);

#endif
