/* canvas.h - a picture of 240 by 160 pixels of 256 colours, and how to draw on it.
 *
 * Two pixels share a word, the left one in its low byte: the video memory of a Game Boy Advance,
 * which cannot be written by bytes. Whatever lies outside the picture is cut off. */
#ifndef CANVAS_H
#define CANVAS_H

#include <stdint.h>

#define CANVAS_WIDTH 240
#define CANVAS_HEIGHT 160

typedef volatile uint16_t *canvas_pixels; /* aligned to 4 bytes */

/* A corner, in sixteenths of a pixel. */
typedef struct canvas_point {
    int32_t x, y;
} canvas_point;

/* Whole rows top .. bottom - 1, quickly. */
void canvas_rows(canvas_pixels canvas, int32_t top, int32_t bottom, uint8_t colour);
void canvas_rectangle(canvas_pixels canvas, int32_t left, int32_t top, int32_t width,
                      int32_t height, uint8_t colour);
/* Convex; the pixels whose middle is inside. */
void canvas_polygon(canvas_pixels canvas, const canvas_point *corners, int32_t count,
                    uint8_t colour);

/* Capitals, digits and some signs, 3 by 5 dots of `scale` pixels (1 or 2); the next one is 4 dots
 * on. Begins at an even column. */
void canvas_text(canvas_pixels canvas, int32_t left, int32_t top, int32_t scale, const char *text,
                 uint8_t colour);

/* The letters from the space to the underscore: rows of 3 bits from the top. In font.c. */
#define CANVAS_GLYPHS 64
extern const uint16_t canvas_glyphs[CANVAS_GLYPHS];

#endif
