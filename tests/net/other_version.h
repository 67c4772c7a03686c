/* other_version.h - put before the files of the session by -include: a program that says it is of
 * another simulation version, as an older one would. */
#ifndef PAWL_TESTS_OTHER_VERSION_H
#define PAWL_TESTS_OTHER_VERSION_H

#include "pawl/base.h"

#undef PAWL_SIMULATION_VERSION
#define PAWL_SIMULATION_VERSION 9999

#endif
