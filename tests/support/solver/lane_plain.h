/* lane_plain.h - the kernels of lanes in plain C: what those of instruction sets are compared with,
 * and what runs where a machine has none. */
#ifndef PAWL_TESTS_LANE_PLAIN_H
#define PAWL_TESTS_LANE_PLAIN_H

#include "solver/lane_schedule.h"

/* 0: two lanes, 1: four. */
const pawli_lane_kernels *lane_plain_kernels(int which);

#endif
