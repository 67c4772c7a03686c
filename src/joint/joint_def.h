/* joint_def.h - internal: what makes the parameters of a joint valid. */
#ifndef PAWLI_JOINT_DEF_H
#define PAWLI_JOINT_DEF_H

#include "pawl/joint.h"

pawl_status pawli_check_joint_def(const pawl_joint_def *def);
bool pawli_spring_is_valid(pawl_fx hertz, pawl_fx damping_ratio);
bool pawli_limit_is_valid(uint8_t type, pawl_fx lower, pawl_fx upper);
bool pawli_target_is_valid(uint8_t type, pawl_fx target);
bool pawli_joint_frame_is_valid(pawl_joint_frame frame);

#endif
