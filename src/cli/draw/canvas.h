/* canvas.h - pixels: paints the marks of a drawing, smoothly, with integers only. */
#ifndef CLI_CANVAS_H
#define CLI_CANVAS_H

#include "cli/draw/drawing.h"

typedef struct cli_canvas {
    int32_t width, height;
    uint8_t *pixels; /* three bytes (red, green, blue) per pixel, rows from the top; free() it */
} cli_canvas;

cli_canvas cli_canvas_make(int32_t width, int32_t height);
void cli_canvas_free(cli_canvas *canvas);

/* The whole picture, background and caption included. */
void cli_canvas_paint(cli_canvas *canvas, const cli_drawing *drawing);

/* One mark. */
void cli_canvas_paint_mark(cli_canvas *canvas, const cli_mark *mark);

/* Text whose capitals are so many pixels high, at a pixel position; how many pixels wide it is.
 * font.c. */
void cli_font_paint(cli_canvas *canvas, int32_t left, int32_t top, int32_t height, const char *text,
                    cli_color color);
int32_t cli_font_width(const char *text, int32_t height);

/* One pixel, mixed in by weight/256; outside the canvas nothing happens. */
void cli_canvas_blend(cli_canvas *canvas, int32_t x, int32_t y, cli_color color, int32_t weight);

/* Files; false after an error, with the reason in `reason`. Implemented in png.c and svg.c. */
bool cli_png_write(const char *path, const cli_canvas *canvas, const char **reason);
bool cli_svg_write(const char *path, const cli_drawing *drawing, const char **reason);

#endif
