/* drawing_arcade.h - pictures of arcades: bodies, and the rectangle that some edges make. */
#ifndef CLI_DRAWING_ARCADE_H
#define CLI_DRAWING_ARCADE_H

#include "cli/draw/drawing.h"
#include "cli/scene/scene_load.h"

/* Every body, and the bounds when an edge does something. */
pawl_box cli_drawing_arcade_box(const cli_scene *scene);

/* Replaces the marks of a drawing by those of the scene's arcade as it is now. No caption. */
void cli_drawing_arcade_add(const cli_scene *scene, const cli_view *view, cli_drawing *drawing);

#endif
