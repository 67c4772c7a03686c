/* no_joints.h - internal: the passes over joints, in a build without joints. */
#ifndef PAWLI_STEP_NO_JOINTS_H
#define PAWLI_STEP_NO_JOINTS_H

#include "step/step.h"

static inline void pawli_joint_rows_prepare(pawli_step *step) {
    (void)step;
}

static inline void pawli_joint_rows_warm_start(pawli_step *step) {
    (void)step;
}

static inline void pawli_joint_rows_solve(pawli_step *step) {
    (void)step;
}

static inline void pawli_joint_rows_turn(pawli_step *step) {
    (void)step;
}

static inline void pawli_joint_rows_relax(pawli_step *step) {
    (void)step;
}

static inline void pawli_joint_rows_finish(pawli_step *step) {
    (void)step;
}

#endif
