/* drawing_level.h - marks for levels: polygons, inflated walls, mesh, walker, walk and path. */
#ifndef CLI_DRAWING_LEVEL_H
#define CLI_DRAWING_LEVEL_H

#include "cli/draw/drawing_parts.h"
#include "cli/scene/level_block.h"
#include "cli/scene/scene_load.h"
#include "pawl/level.h"

/* What of a level is shown. Levels are drawn in the order of this list, from below. */
#define CLI_SHOW_SOLID 1u    /* inflated walls, in the colors of their regions */
#define CLI_SHOW_LEVEL 2u    /* the polygons as they were drawn */
#define CLI_SHOW_PARTS 4u    /* the convex parts of each polygon, inflated */
#define CLI_SHOW_MESH 8u     /* the edges of all triangles */
#define CLI_SHOW_OUTLINE 16u /* the edges of the inflated walls */
#define CLI_SHOW_WALKER 32u
#define CLI_SHOW_WALK 64u
#define CLI_SHOW_PATH 128u
#define CLI_SHOW_CORRIDOR 256u /* triangles that a path leads through */
#define CLI_SHOW_DEFAULT                                                                    \
    (CLI_SHOW_SOLID | CLI_SHOW_LEVEL | CLI_SHOW_OUTLINE | CLI_SHOW_WALKER | CLI_SHOW_WALK | \
     CLI_SHOW_PATH)

typedef struct cli_level_picture {
    const cli_scene_level *scene; /* null: from a block alone, which has no polygons */
    const pawl_level *level;      /* inflated */
    const pawl_level *drawn;      /* the same for a point, not inflated; null: none */
    pawl_gates gates;
    uint32_t show;
} cli_level_picture;

/* A box around all that is not free, a little larger. */
pawl_box cli_drawing_level_box(const pawl_level *level);

/* The insides that are to be shown: solid, level and parts. Then what lies over them: mesh,
 * outlines of polygons and of inflated walls, and arrows. */
void cli_drawing_level_add_walls(const cli_level_picture *picture, const cli_view *view,
                                 cli_drawing *drawing);
void cli_drawing_level_add_edges(const cli_level_picture *picture, const cli_view *view,
                                 cli_drawing *drawing);

/* Below all that is drawn: the level of a scene that bodies meet. Regions whose body is disabled
 * are open. */
void cli_drawing_level_add_scene(const cli_scene *scene, const cli_view *view,
                                 cli_drawing *drawing);

/* The corners of the walker's shape; 0 when there are too many. */
uint32_t cli_drawing_level_walker_outline(const pawl_level *level,
                                          pawl_vec2 out[CLI_WALKER_POINTS]);

/* The walker's shape at a place, filled or as an outline; a point is a dot. */
void cli_drawing_level_add_walker(const pawl_level *level, pawl_vec2 place, bool is_filled,
                                  const cli_view *view, cli_drawing *drawing);

/* The walls that a step met: a dot where the walker was, and a line along the normal. */
void cli_drawing_level_add_contacts(const pawl_step_report *report, pawl_vec2 place,
                                    const cli_view *view, cli_drawing *drawing);

/* The triangles that a path leads through or along; and the path with its corners. */
void cli_drawing_level_add_corridor(const cli_level_picture *picture, const pawl_path *path,
                                    const cli_view *view, cli_drawing *drawing);
void cli_drawing_level_add_path(const pawl_path *path, const cli_view *view, cli_drawing *drawing);

#endif
