/* drawing_world.h - pictures of worlds, and of scenes with their arcades and soft bodies. */
#ifndef CLI_DRAWING_WORLD_H
#define CLI_DRAWING_WORLD_H

#include "cli/draw/drawing.h"
#include "cli/scene/scene_load.h"

/* The scene's camera, else a box around everything that can move and the static ground near it.
 * The height follows from the box; a very flat or tall box is widened to 1:4 at most. */
cli_view cli_drawing_world_view(const cli_scene *scene, int32_t width);

/* How bodies are colored. */
typedef enum cli_coloring {
    CLI_COLOR_BODY,  /* each its own, or what its user data says; paler asleep */
    CLI_COLOR_SLEEP, /* awake ones apart from sleeping ones */
    CLI_COLOR_ISLAND /* by the island that fell asleep */
} cli_coloring;

/* What to show of a world. */
typedef struct cli_show {
    uint32_t layers; /* PAWL_LAYER_SHAPES | ... */
    cli_coloring coloring;
    pawl_pose (*pose)(void *context, pawl_body_id body, pawl_pose now); /* as in draw.h; or null */
    void *context;                                                      /* of pose */
} cli_show;

/* Replaces the marks of a drawing by those of the world as it is now. No caption. */
void cli_drawing_world_add(const pawl_world *world, const cli_view *view, const cli_show *show,
                           cli_drawing *drawing);

/* Shapes in their own colors and joints, with the scene's title and the tick as a caption. */
void cli_drawing_world_add_scene(const cli_scene *scene, const cli_view *view,
                                 cli_drawing *drawing);

#endif
