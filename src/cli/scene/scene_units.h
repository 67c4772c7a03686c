/* scene_units.h - units of files that people write, and those of the library. */
#ifndef PAWLI_CLI_SCENE_UNITS_H
#define PAWLI_CLI_SCENE_UNITS_H

#include "pawl/joint.h"

/* Degrees to radians, of angles and of speeds; any number of turns. */
pawl_fx pawli_radians(pawl_fx degrees);

/* Which quantities of a joint are angles: degrees in a file, radians in a def. */
bool pawli_limit_is_angle(pawl_joint_type type);
bool pawli_motor_is_angle(pawl_joint_type type);

#endif
