/* canvas.h - pixels: paints the marks of a drawing, smoothly, with integers only. */
#ifndef PAWLI_CLI_CANVAS_H
#define PAWLI_CLI_CANVAS_H

#include "cli/draw/drawing.h"

typedef struct pawli_canvas {
    int32_t width, height;
    uint8_t *pixels; /* three bytes (red, green, blue) per pixel, rows from the top; free() it */
} pawli_canvas;

pawli_canvas pawli_canvas_make(int32_t width, int32_t height);
void pawli_canvas_free(pawli_canvas *canvas);

/* The whole picture, background and caption included. */
void pawli_canvas_paint(pawli_canvas *canvas, const pawli_drawing *drawing);

/* Text at a pixel position, in capitals of 5x7 dots that are `scale` pixels wide; font.c. */
#define PAWLI_TEXT_ADVANCE 6 /* dots from one character to the next */
void pawli_canvas_text(pawli_canvas *canvas, int32_t left, int32_t top, int32_t scale,
                       const char *text, pawli_colour colour);

/* One pixel, mixed in by weight/256; outside the canvas nothing happens. */
void pawli_canvas_blend(pawli_canvas *canvas, int32_t x, int32_t y, pawli_colour colour,
                        int32_t weight);

/* Files; false after an error, with the reason in `reason`. Implemented in png.c and svg.c. */
bool pawli_write_png(const char *path, const pawli_canvas *canvas, const char **reason);
bool pawli_write_svg(const char *path, const pawli_drawing *drawing, const char **reason);

#endif
