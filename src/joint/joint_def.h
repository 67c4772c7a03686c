/* joint_def.h - internal: what makes the parameters of a joint valid. */
#ifndef PAWLI_JOINT_DEF_H
#define PAWLI_JOINT_DEF_H

#include "pawl/joint.h"

pawl_status pawli_joint_def_check(const pawl_joint_def *def);

#endif
