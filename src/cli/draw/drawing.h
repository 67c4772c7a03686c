/* drawing.h - a picture of a world as a list of marks, before it becomes pixels or SVG. */
#ifndef CLI_DRAWING_H
#define CLI_DRAWING_H

#include "cli/draw/theme.h"
#include "pawl/collide.h"

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
#define CLI_CAPTION_ROOM 28 /* pixels above the scene */
#define CLI_CAPTION_HEIGHT 9
#define CLI_CAPTION_LEFT 10

/* What a color means, beside the caption. */
#define CLI_LEGEND_MAX 8u
#define CLI_LEGEND_NAME_MAX 24

typedef struct cli_legend {
    char name[CLI_LEGEND_NAME_MAX];
    cli_paint paint;
    int32_t left; /* pixels */
} cli_legend;

/* A picture over four corners, sprite.h. */
typedef struct cli_sprite {
    const struct cli_texture *texture;
    const char *name;             /* drawn where there is no texture */
    cli_drawing_point corners[4]; /* lower left, lower right, upper right, upper left */
    int32_t opacity;              /* 0 to 256 */
} cli_sprite;

typedef struct cli_drawing {
    int32_t width, height; /* pixels */
    int32_t top;           /* of these so many lie above the scene, for the caption */
    cli_mark *marks;       /* in painting order; free() it */
    size_t count, capacity;
    cli_sprite *sprites; /* above the marks; not its own */
    size_t sprite_count;
    char caption[CLI_CAPTION_MAX];
    cli_legend legend[CLI_LEGEND_MAX];
    uint32_t legend_count;
} cli_drawing; /* starts as {0} */

/* The part of the world that a picture shows, and the picture's size in pixels: the part lies
 * below `top` of them. */
typedef struct cli_view {
    pawl_box box;
    int32_t width, height, top;
} cli_view;

/* A box as a view. The height follows from the box; a very flat or tall one is widened to 1:4 at
 * most. */
cli_view cli_drawing_view_of_box(pawl_box box, int32_t width);

/* The same with room for a caption; an empty drawing of it. */
cli_view cli_drawing_captioned(cli_view view);
void cli_drawing_begin(const cli_view *view, cli_drawing *drawing);

/* One more entry; without effect where there is no room for it beside the caption, which comes
 * first. */
void cli_drawing_add_legend(const char *name, cli_paint paint, cli_drawing *drawing);
#define CLI_LEGEND_TEXT (CLI_CAPTION_HEIGHT + 5) /* pixels from the square to the name */

pawl_box cli_drawing_unite_boxes(pawl_box a, pawl_box b);
pawl_box cli_drawing_grow_box(pawl_box box, pawl_fx by);

/* A length of the world, and a place, on the picture. */
int64_t cli_drawing_length(const cli_view *view, int64_t length);
cli_drawing_point cli_drawing_place(const cli_view *view, pawl_vec2 point);

/* One more mark, to be filled in; valid until the next one. */
cli_mark *cli_drawing_add_mark(cli_drawing *drawing, cli_paint paint, int64_t stroke_width);
/* A mark is the line between two places of the world. */
void cli_drawing_set_ends(const cli_view *view, pawl_vec2 a, pawl_vec2 b, cli_mark *mark);

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

/* A convex polygon of any number of points, filled; its outline. */
void cli_drawing_fill_fan(const pawl_vec2 *points, uint32_t count, const cli_view *view,
                          cli_paint paint, cli_drawing *drawing);
void cli_drawing_add_loop(const pawl_vec2 *points, uint32_t count, int64_t width,
                          const cli_view *view, cli_paint paint, cli_drawing *drawing);

#endif
