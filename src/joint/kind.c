/* kind.c - which functions belong to which type of joint. */
#include "joint/joint.h"

#include <stddef.h>

const pawli_joint_kind *pawli_joint_kind_of(uint8_t type) {
    switch (type) {
    case PAWL_JOINT_REVOLUTE:
        return &pawli_revolute;
    default:
        return NULL;
    }
}
