/* drawing.h - a picture of a world as a list of marks, before it becomes pixels or SVG. */
#ifndef PAWLI_CLI_DRAWING_H
#define PAWLI_CLI_DRAWING_H

#include "cli/scene_load.h"
#include "cli/theme.h"

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

/* Replaces the marks of a drawing by those of the world as it is now. */
void pawli_draw_scene(const pawli_scene *scene, const pawli_view *view, pawli_drawing *drawing);

#endif
