/* joint_def.h - internal: what makes the parameters of a joint valid. */
#ifndef PAWLI_JOINT_DEF_H
#define PAWLI_JOINT_DEF_H

#include "pawl/joint.h"

pawl_status pawli_check_joint_def(const pawl_joint_def *def);

#endif
