/* no_joints.h - internal: what joints do to bodies, in a build without joints. */
#ifndef PAWLI_WORLD_NO_JOINTS_H
#define PAWLI_WORLD_NO_JOINTS_H

#include "world/world.h"

static inline bool pawli_joint_forbids(const pawl_world *world, uint16_t body_a, uint16_t body_b) {
    (void)world, (void)body_a, (void)body_b;
    return false;
}

static inline void pawli_remove_joints(pawl_world *world, uint16_t body) {
    (void)world, (void)body;
}

static inline void pawli_wake_joined(pawl_world *world, uint16_t body) {
    (void)world, (void)body;
}

static inline void pawli_relax_joints(pawl_world *world, uint16_t body) {
    (void)world, (void)body;
}

#endif
