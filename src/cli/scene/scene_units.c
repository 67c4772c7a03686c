/* scene_units.c - degrees and radians. */
#include "cli/scene/scene_units.h"

/* pi in Q17 is 411775, to 3 parts in 10 million. */
pawl_fx cli_scene_units_radians(pawl_fx degrees) {
    return pawl_muldiv(degrees, 411775, INT32_C(180) << 17);
}

bool cli_scene_units_limit_is_angle(pawl_joint_type type) {
    return type == PAWL_JOINT_REVOLUTE || type == PAWL_JOINT_GEAR || type == PAWL_JOINT_RATCHET;
}

bool cli_scene_units_motor_is_angle(pawl_joint_type type) {
    return type == PAWL_JOINT_REVOLUTE || type == PAWL_JOINT_WHEEL || type == PAWL_JOINT_MOTOR ||
           type == PAWL_JOINT_GEAR;
}
