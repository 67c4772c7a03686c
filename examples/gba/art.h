/* art.h - tiles, letters and sprites, drawn as text in art.c. Tiles are 8 by 8 pixels of 16 colors,
 * a pixel being four bits, the leftmost one the lowest: the video memory of a Game Boy Advance. */
#ifndef ART_H
#define ART_H

#include <stdint.h>

/* Numbers of tiles: the ground by level_cell, letters from the space to the underscore. */
#define ART_GLYPHS 64
#define ART_LETTERS 64
#define ART_BIG_LETTERS (ART_LETTERS + ART_GLYPHS) /* four tiles each */
#define ART_TILES (ART_BIG_LETTERS + 4 * ART_GLYPHS)

enum art_sprite {
    ART_SHEEP,
    ART_SHEEP_WALKS,
    ART_SHEEP_SLEEPS,
    ART_DOG,
    ART_DOG_RUNS,
    ART_SPRITES
};

/* Five bits each of red (lowest), green and blue. Letters have colors 1 and 2 of the palette of
 * their ink. */
extern const uint16_t art_ground_colors[16], art_sprite_colors[16], art_ink_colors[5][3];

/* A row of a tile, and of a quarter of a sprite: upper left, upper right, lower left, lower right.
 */
uint32_t art_tile_row(uint32_t tile, uint32_t row);
uint32_t art_sprite_row(enum art_sprite sprite, uint32_t quarter, uint32_t row);

/* Seven rows of five dots, the leftmost one bit 4: in font.c. */
extern const uint8_t art_glyphs[ART_GLYPHS][7];

#endif
