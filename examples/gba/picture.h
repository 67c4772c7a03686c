/* picture.h - what a screen shows: a ground of tiles, letters above it, sprites in between. A Game
 * Boy Advance puts it together while it draws (screen_gba.c), a PC in a loop (screen_pc.c). */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#define PICTURE_COLUMNS 30
#define PICTURE_ROWS 20
#define PICTURE_SPRITES 16
#define PICTURE_TEXT_TOP 3 /* pixels: letters lie so much lower than tiles */

enum picture_ink {
    INK_WHITE = 1,
    INK_YELLOW,
    INK_GREEN,
    INK_RED
};

/* 16 by 16 pixels; x and y are its upper left corner. */
typedef struct picture_sprite {
    int16_t x, y;
    uint8_t image;   /* of art.h */
    uint8_t flipped; /* 1: looks to the left */
} picture_sprite;

typedef struct picture_state {
    const uint8_t *ground;                        /* numbers of tiles, row by row from the top */
    uint16_t text[PICTURE_ROWS][PICTURE_COLUMNS]; /* tile + ink * 2^12; 0: nothing */
    uint32_t changed;                             /* rows of text: bits, for who shows them */
    picture_sprite sprites[PICTURE_SPRITES];      /* the first ones are in front */
    uint32_t sprite_count;
} picture_state;

void picture_clear_text(picture_state *picture);
/* Capitals, digits and some signs; `big` ones take two columns and two rows. */
void picture_put_text(picture_state *picture, int row, int column, const char *text,
                      enum picture_ink ink);
void picture_put_big_text(picture_state *picture, int row, int column, const char *text,
                          enum picture_ink ink);
/* At least so many digits. */
void picture_put_number(picture_state *picture, int row, int column, uint32_t value, int digits,
                        enum picture_ink ink);
void picture_put_hex(picture_state *picture, int row, int column, uint32_t value,
                     enum picture_ink ink);
/* In the middle of a row. */
void picture_center_text(picture_state *picture, int row, const char *text, enum picture_ink ink);

#endif
