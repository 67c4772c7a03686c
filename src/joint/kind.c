/* kind.c - which functions belong to which type of joint. */
#include "joint/joint.h"

#include <stddef.h>

const pawli_joint_methods *pawli_joint_methods_of(uint8_t type) {
    switch (type) {
    case PAWL_JOINT_REVOLUTE:
        return &pawli_revolute;
    case PAWL_JOINT_PRISMATIC:
        return &pawli_prismatic;
    case PAWL_JOINT_DISTANCE:
        return &pawli_distance;
    case PAWL_JOINT_WELD:
        return &pawli_weld;
    case PAWL_JOINT_WHEEL:
        return &pawli_wheel;
    case PAWL_JOINT_MOTOR:
        return &pawli_motor;
    case PAWL_JOINT_PULLEY:
        return &pawli_pulley;
    case PAWL_JOINT_GEAR:
        return &pawli_gear;
    case PAWL_JOINT_RATCHET:
        return &pawli_ratchet;
    default:
        return NULL;
    }
}
