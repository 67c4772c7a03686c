/* validate_soft.h - internal: the part of validate.c that looks at soft bodies. */
#ifndef PAWLI_VALIDATE_SOFT_H
#define PAWLI_VALIDATE_SOFT_H

#include "pawl/world.h"

/* Null when the soft bodies are sound. The bodies are, and the counts of the soft pool. */
const char *pawli_validate_soft_find_defect(const pawl_world *world);

#endif
