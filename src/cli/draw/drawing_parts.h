/* drawing_parts.h - marks for the convex parts of polygons. */
#ifndef CLI_DRAWING_PARTS_H
#define CLI_DRAWING_PARTS_H

#include "cli/draw/drawing.h"
#include "cli/scene/scene_level.h"

#define CLI_WALKER_POINTS 64

/* The inflated convex parts of each polygon of a level; `walker` has the corners of the shape that
 * inflates them. */
void cli_drawing_parts_add(const cli_scene_level *scene, const pawl_vec2 *walker, uint32_t corners,
                           const cli_view *view, cli_drawing *drawing);

/* The convex parts of rings of at least one point, by the rule "non-zero"; none after a failure.
 * free() points and ends. */
pawl_ring_buffer cli_drawing_parts_of_rings(const pawl_rings *rings);

#endif
