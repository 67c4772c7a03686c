/* no_joints.h - internal: the passes over joints, in a build without joints. */
#ifndef PAWLI_STEP_NO_JOINTS_H
#define PAWLI_STEP_NO_JOINTS_H

#include "step/step.h"

static inline void pawli_prepare_joints(pawli_step *step) {
    (void)step;
}

static inline void pawli_warm_start_joints(pawli_step *step) {
    (void)step;
}

static inline void pawli_solve_joints(pawli_step *step) {
    (void)step;
}

static inline void pawli_turn_joints(pawli_step *step) {
    (void)step;
}

static inline void pawli_settle_joints(pawli_step *step) {
    (void)step;
}

static inline void pawli_finish_joints(pawli_step *step) {
    (void)step;
}

#endif
