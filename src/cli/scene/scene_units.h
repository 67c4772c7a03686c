/* scene_units.h - units of files that people write, and those of the library. */
#ifndef CLI_SCENE_UNITS_H
#define CLI_SCENE_UNITS_H

#include "pawl/joint.h"

/* Degrees to radians, of angles and of speeds; any number of turns. */
pawl_fx cli_scene_units_radians(pawl_fx degrees);

/* Which quantities of a joint are angles: degrees in a file, radians in a def. */
bool cli_scene_units_limit_is_angle(pawl_joint_type type);
bool cli_scene_units_motor_is_angle(pawl_joint_type type);

#endif
