/* no_joints.h - internal: what joints do to bodies, in a build without joints. */
#ifndef PAWLI_WORLD_NO_JOINTS_H
#define PAWLI_WORLD_NO_JOINTS_H

#include "world/world.h"

static inline bool pawli_joint_list_forbids(const pawl_world *world, uint16_t body_a,
                                            uint16_t body_b) {
    (void)world, (void)body_a, (void)body_b;
    return false;
}

static inline void pawli_joint_list_remove_of_body(pawl_world *world, uint16_t body) {
    (void)world, (void)body;
}

static inline void pawli_wake_joined(pawl_world *world, uint16_t body) {
    (void)world, (void)body;
}

static inline void pawli_joint_list_forget_impulses(pawl_world *world, uint16_t body) {
    (void)world, (void)body;
}

#endif
