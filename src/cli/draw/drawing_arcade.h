/* drawing_arcade.h - pictures of arcades: bodies, and the rectangle that some edges make. */
#ifndef PAWLI_CLI_DRAWING_ARCADE_H
#define PAWLI_CLI_DRAWING_ARCADE_H

#include "cli/draw/drawing.h"

/* Every body, and the bounds when an edge does something. */
pawl_box pawli_arcade_box(const pawli_scene *scene);

/* Replaces the marks of a drawing by those of the scene's arcade as it is now. No caption. */
void pawli_draw_arcade(const pawli_scene *scene, const pawli_view *view, pawli_drawing *drawing);

#endif
