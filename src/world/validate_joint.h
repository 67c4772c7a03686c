/* validate_joint.h - internal: the part of validate.c that looks at joints. */
#ifndef PAWLI_VALIDATE_JOINT_H
#define PAWLI_VALIDATE_JOINT_H

#include "pawl/world.h"

/* Null when the joints are sound. The bodies are, and the counts of the joint pool. */
const char *pawli_validate_joint_find_defect(const pawl_world *world);

#endif
