/* drawing_level.h - marks for levels: polygons, inflated walls, mesh, player, walk and path. */
#ifndef PAWLI_CLI_DRAWING_LEVEL_H
#define PAWLI_CLI_DRAWING_LEVEL_H

#include "cli/draw/drawing.h"
#include "cli/scene/level_block.h"
#include "pawl/path.h"

/* What of a level is shown. Levels are drawn in the order of this list, from below. */
#define PAWLI_SHOW_SOLID 1u    /* inflated walls, in the colours of their regions */
#define PAWLI_SHOW_LEVEL 2u    /* the polygons as they were drawn */
#define PAWLI_SHOW_PARTS 4u    /* the convex parts of each polygon, inflated */
#define PAWLI_SHOW_MESH 8u     /* the edges of all triangles */
#define PAWLI_SHOW_OUTLINE 16u /* the edges of the inflated walls */
#define PAWLI_SHOW_PLAYER 32u
#define PAWLI_SHOW_WALK 64u
#define PAWLI_SHOW_PATH 128u
#define PAWLI_SHOW_CORRIDOR 256u /* triangles that a path leads through */
#define PAWLI_SHOW_DEFAULT                                                        \
    (PAWLI_SHOW_SOLID | PAWLI_SHOW_LEVEL | PAWLI_SHOW_MESH | PAWLI_SHOW_OUTLINE | \
     PAWLI_SHOW_PLAYER | PAWLI_SHOW_WALK | PAWLI_SHOW_PATH)

typedef struct pawli_level_picture {
    const pawli_scene_level *scene; /* null: from a block alone, which has no polygons */
    const pawl_level *level;        /* inflated */
    const pawl_level *drawn;        /* the same for a point, not inflated; null: none */
    pawl_gates gates;
    uint32_t show;
} pawli_level_picture;

/* A box around all that is not free, a little larger. */
pawl_box pawli_level_box(const pawl_level *level);

/* The insides that are to be shown: solid, level and parts. Then what lies over them: mesh,
 * outlines of polygons and of inflated walls, and arrows. */
void pawli_draw_walls(const pawli_level_picture *picture, const pawli_view *view,
                      pawli_drawing *drawing);
void pawli_draw_edges(const pawli_level_picture *picture, const pawli_view *view,
                      pawli_drawing *drawing);

/* Below all that is drawn: the level of a scene that bodies meet. Regions whose body is disabled
 * are open. */
void pawli_draw_scene_level(const pawli_scene *scene, const pawli_view *view,
                            pawli_drawing *drawing);

/* The inflated convex parts of each polygon, drawing_parts.c. */
void pawli_draw_parts(const pawli_scene_level *scene, const pawl_level *level,
                      const pawli_view *view, pawli_drawing *drawing);

/* A convex polygon of any number of points, filled; its outline. */
void pawli_fill_fan(const pawl_vec2 *points, uint32_t count, const pawli_view *view,
                    pawli_paint paint, pawli_drawing *drawing);
void pawli_draw_loop(const pawl_vec2 *points, uint32_t count, int64_t width, const pawli_view *view,
                     pawli_paint paint, pawli_drawing *drawing);

/* The convex parts of rings of at least one point, by the rule "non-zero"; none after a failure.
 * free() points and ends. */
pawl_ring_buffer pawli_rings_parts(const pawl_rings *rings);

/* The corners of the player's shape; 0 when there are too many. */
#define PAWLI_PLAYER_POINTS 64
uint32_t pawli_level_player(const pawl_level *level, pawl_vec2 out[PAWLI_PLAYER_POINTS]);

/* The player's shape at a place, filled or as an outline; a point is a dot. */
void pawli_draw_player(const pawl_level *level, pawl_vec2 place, bool is_filled,
                       const pawli_view *view, pawli_drawing *drawing);

/* The walls that a step met: a dot where the player was, and a line along the normal. */
void pawli_draw_contacts(const pawl_step_report *report, pawl_vec2 place, const pawli_view *view,
                         pawli_drawing *drawing);

/* The triangles that a path leads through or along; and the path with its corners. */
void pawli_draw_corridor(const pawli_level_picture *picture, const pawl_path *path,
                         const pawli_view *view, pawli_drawing *drawing);
void pawli_draw_path(const pawl_path *path, const pawli_view *view, pawli_drawing *drawing);

#endif
