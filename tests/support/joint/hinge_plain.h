/* hinge_plain.h - the kernels of hinges in plain C: what those of instruction sets are compared
 * with. */
#ifndef PAWL_TESTS_HINGE_PLAIN_H
#define PAWL_TESTS_HINGE_PLAIN_H

#include "joint/hinge_lanes.h"

#if PAWLI_HINGES_IN_LANES
/* 0: two lanes, 1: four. */
const pawli_hinge_kernels *hinge_plain_kernels(int which);
#endif

#endif
