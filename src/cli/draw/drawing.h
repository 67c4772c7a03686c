/* drawing.h - a picture of a world as a list of marks, before it becomes pixels or SVG. */
#ifndef CLI_DRAWING_H
#define CLI_DRAWING_H

#include "cli/scene/scene_load.h"
#include "cli/draw/theme.h"

#define CLI_PIXEL 256 /* coordinates of marks are in 1/256 pixel, y downwards */

typedef struct cli_drawing_point {
    int64_t x, y;
} cli_drawing_point;

/* Like a pawl_convex: the hull of 1 to 8 points grown by a radius. Filled, then outlined. A line
 * is two points with radius 0. */
typedef struct cli_mark {
    cli_drawing_point points[PAWL_POLYGON_MAX]; /* counter-clockwise as seen */
    int64_t radius;
    int64_t stroke_width;
    cli_paint paint;
    uint8_t count;
} cli_mark;

#define CLI_CAPTION_MAX 120

typedef struct cli_drawing {
    int32_t width, height; /* pixels */
    cli_mark *marks;       /* in painting order; free() it */
    size_t count, capacity;
    char caption[CLI_CAPTION_MAX];
} cli_drawing; /* starts as {0} */

/* The part of the world that a picture shows, and the picture's size in pixels. */
typedef struct cli_view {
    pawl_box box;
    int32_t width, height;
} cli_view;

/* The scene's camera, else a box around everything that can move and the static ground near it.
 * The height follows from the box; a very flat or tall box is widened to 1:4 at most. */
cli_view cli_drawing_view(const cli_scene *scene, int32_t width);

/* A box as a view, widened likewise. */
cli_view cli_drawing_view_of_box(pawl_box box, int32_t width);

pawl_box cli_drawing_unite_boxes(pawl_box a, pawl_box b);
pawl_box cli_drawing_grow_box(pawl_box box, pawl_fx by);

/* How bodies are coloured. */
typedef enum cli_coloring {
    CLI_COLOR_BODY,  /* each its own, or what its user data says; paler asleep */
    CLI_COLOR_SLEEP, /* who is awake */
    CLI_COLOR_ISLAND /* who fell asleep together */
} cli_coloring;

/* What to show of a world. */
typedef struct cli_show {
    uint32_t layers; /* PAWL_LAYER_SHAPES | ... */
    cli_coloring colouring;
    pawl_pose (*pose)(void *context, pawl_body_id body, pawl_pose now); /* as in draw.h; or null */
    void *context;                                                      /* of pose */
} cli_show;

/* Replaces the marks of a drawing by those of the world as it is now. No caption. */
void cli_drawing_add_world(const pawl_world *world, const cli_view *view, const cli_show *show,
                           cli_drawing *drawing);

/* One more mark: a thin line between two places of the world. */
void cli_drawing_add_line(const cli_view *view, pawl_vec2 a, pawl_vec2 b, cli_paint paint,
                          cli_drawing *drawing);

/* One more mark: the hull of 1 to 8 points; its outline has so many 1/256 pixels. One point is a
 * dot with a radius of as many. */
void cli_drawing_add_convex(const cli_view *view, const pawl_vec2 *points, uint32_t count,
                            int64_t stroke_width, cli_paint paint, cli_drawing *drawing);

/* One more mark: a shape as it lies in the world. */
void cli_drawing_add_shape(const cli_view *view, const pawl_convex *shape, cli_paint paint,
                           cli_drawing *drawing);

/* Marks from `first` on go below all others. */
void cli_drawing_add_below(cli_drawing *drawing, size_t first);

/* One more mark, below all others: a disc. */
void cli_drawing_add_ground(const cli_view *view, pawl_vec2 center, pawl_fx radius, cli_paint paint,
                            cli_drawing *drawing);

/* Shapes in their own colours and joints, with the scene's title and the tick as a caption. */
void cli_drawing_add_scene(const cli_scene *scene, const cli_view *view, cli_drawing *drawing);

#endif
