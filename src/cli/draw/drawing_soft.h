/* drawing_soft.h - soft bodies as they look: jelly, ropes and sheets. */
#ifndef PAWLI_CLI_DRAWING_SOFT_H
#define PAWLI_CLI_DRAWING_SOFT_H

#include "cli/draw/drawing.h"

/* A whole outline is filled, and so is each triangle of links in a sheet, until one of them tears.
 * Surface links are as thick as they collide, `radius`, but never too thin to be seen; others are
 * thin lines. Pins are left to the caller, who draws them on top. */
void pawli_draw_soft(const pawl_world *world, pawl_soft_id soft, pawl_fx radius,
                     const pawli_view *view, pawli_paint paint, pawli_drawing *drawing);

#endif
