/* drawing_soft.h - soft bodies as they look: jelly, ropes and sheets. */
#ifndef CLI_DRAWING_SOFT_H
#define CLI_DRAWING_SOFT_H

#include "cli/draw/drawing.h"
#include "pawl/pawl.h"

/* A whole outline is filled, and so is each triangle of links in a sheet, until one of them tears.
 * Surface links are as thick as they collide, `radius`, but never too thin to be seen; others are
 * thin lines. The caller draws the pins on top. */
void cli_drawing_soft_add(const pawl_world *world, pawl_soft_id soft, pawl_fx radius,
                          const cli_view *view, cli_paint paint, cli_drawing *drawing);

#endif
