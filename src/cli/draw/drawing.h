/* drawing.h - a picture of a world as a list of marks, before it becomes pixels or SVG. */
#ifndef PAWLI_CLI_DRAWING_H
#define PAWLI_CLI_DRAWING_H

#include "cli/scene/scene_load.h"
#include "cli/draw/theme.h"

#define PAWLI_PIXEL 256 /* coordinates of marks are in 1/256 pixel, y downwards */

typedef struct pawli_point {
    int64_t x, y;
} pawli_point;

/* Like a pawl_convex: the hull of 1 to 8 points grown by a radius. Filled, then outlined. A line
 * is two points with radius 0. */
typedef struct pawli_mark {
    pawli_point points[PAWL_POLYGON_MAX]; /* counter-clockwise as seen */
    int64_t radius;
    int64_t stroke_width;
    pawli_paint paint;
    uint8_t count;
} pawli_mark;

#define PAWLI_CAPTION_MAX 120

typedef struct pawli_drawing {
    int32_t width, height; /* pixels */
    pawli_mark *marks;     /* in painting order; free() it */
    size_t count, capacity;
    char caption[PAWLI_CAPTION_MAX];
} pawli_drawing; /* starts as {0} */

/* The part of the world that a picture shows, and the picture's size in pixels. */
typedef struct pawli_view {
    pawl_box box;
    int32_t width, height;
} pawli_view;

/* The scene's camera, else a box around everything that can move and the static ground near it.
 * The height follows from the box; a very flat or tall box is widened to 1:4 at most. */
pawli_view pawli_view_of(const pawli_scene *scene, int32_t width);

/* A box as a view, widened likewise. */
pawli_view pawli_view_of_box(pawl_box box, int32_t width);

pawl_box pawli_box_union(pawl_box a, pawl_box b);
pawl_box pawli_box_grow(pawl_box box, pawl_fx by);

/* How bodies are coloured. */
typedef enum pawli_colouring {
    PAWLI_COLOUR_BODY,  /* each its own, or what its user data says; paler asleep */
    PAWLI_COLOUR_SLEEP, /* who is awake */
    PAWLI_COLOUR_ISLAND /* who fell asleep together */
} pawli_colouring;

/* What to show of a world. */
typedef struct pawli_show {
    uint32_t layers; /* PAWL_LAYER_SHAPES | ... */
    pawli_colouring colouring;
    pawl_pose (*pose)(void *context, pawl_body_id body, pawl_pose now); /* as in draw.h; or null */
    void *context;                                                      /* of pose */
} pawli_show;

/* Replaces the marks of a drawing by those of the world as it is now. No caption. */
void pawli_draw_world(const pawl_world *world, const pawli_view *view, const pawli_show *show,
                      pawli_drawing *drawing);

/* One more mark: a thin line between two places of the world. */
void pawli_draw_line(const pawli_view *view, pawl_vec2 a, pawl_vec2 b, pawli_paint paint,
                     pawli_drawing *drawing);

/* One more mark: the hull of 1 to 8 points; its outline has so many 1/256 pixels. One point is a
 * dot with a radius of as many. */
void pawli_draw_convex(const pawli_view *view, const pawl_vec2 *points, uint32_t count,
                       int64_t stroke_width, pawli_paint paint, pawli_drawing *drawing);

/* One more mark: a shape as it lies in the world. */
void pawli_draw_shape(const pawli_view *view, const pawl_convex *shape, pawli_paint paint,
                      pawli_drawing *drawing);

/* Marks from `first` on go below all others. */
void pawli_draw_below(pawli_drawing *drawing, size_t first);

/* One more mark, below all others: a disc. */
void pawli_draw_ground(const pawli_view *view, pawl_vec2 center, pawl_fx radius, pawli_paint paint,
                       pawli_drawing *drawing);

/* Shapes in their own colours and joints, with the scene's title and the tick as a caption. */
void pawli_draw_scene(const pawli_scene *scene, const pawli_view *view, pawli_drawing *drawing);

#endif
