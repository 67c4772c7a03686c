/* sprite.h - pictures in pictures: PNG files, stretched over four corners. */
#ifndef CLI_SPRITE_H
#define CLI_SPRITE_H

#include <stdio.h>

#include "cli/draw/canvas.h"

/* More, and an image is its frame. */
#define CLI_SPRITE_BYTES_MAX ((size_t)16 * 1024 * 1024) /* of all files together */
#define CLI_SPRITE_PIXELS_MAX UINT32_C(0x1000000)       /* of all files together */
#define CLI_SPRITE_SIDE_MAX 8192u

/* A file that is read: red, green, blue, opacity, rows from the top. Null pixels: it is none. */
typedef struct cli_texture {
    const char *file;
    uint8_t *pixels; /* free() */
    uint8_t *bytes;  /* of the file; free() */
    size_t size;
    uint32_t width, height;
} cli_texture;

/* Unpacks `bytes`; false, with the reason, when they are no PNG or have more pixels. */
bool cli_sprite_unpack(cli_texture *texture, uint32_t pixels_max, const char **reason);

/* On a canvas, and in an SVG, which then holds the file. */
void cli_sprite_paint(cli_canvas *canvas, const cli_sprite *sprite);
void cli_sprite_print(FILE *file, const cli_sprite *sprite);

#endif
