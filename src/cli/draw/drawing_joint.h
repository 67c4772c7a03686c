/* drawing_joint.h - joints, so that one sees what holds what. */
#ifndef CLI_DRAWING_JOINT_H
#define CLI_DRAWING_JOINT_H

#include "cli/draw/drawing.h"
#include "pawl/pawl.h"

/* Where a body is shown. */
typedef pawl_pose cli_drawing_pose(void *context, pawl_body_id body);

/* All joints of a world as marks, above all others: a pin where two bodies share a point, a line
 * for a rod, rope or spring, a rail for what slides; what holds nothing now is pale. */
void cli_drawing_joint_add(const pawl_world *world, cli_drawing_pose *pose, void *context,
                           const cli_view *view, cli_drawing *drawing);

#endif
