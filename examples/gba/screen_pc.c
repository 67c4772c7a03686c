/* screen_pc.c - ground, sprites, letters, one over the other. */
#include "screen_pc.h"

#include "art.h"

/* A row of eight pixels; color 0 leaves what is there. */
static void draw_row(uint16_t *pixels, int32_t x, int32_t y, uint32_t row, bool flipped,
                     const uint16_t *colors) {
    if (y < 0 || y >= SCREEN_HEIGHT) return;
    for (int32_t i = 0; i < 8; i++) {
        const int32_t column = x + (flipped ? 7 - i : i);
        const uint32_t color = row >> 4 * i & 15;
        if (color == 0 || column < 0 || column >= SCREEN_WIDTH) continue;
        pixels[y * SCREEN_WIDTH + column] = colors[color];
    }
}

static void draw_tile(uint16_t *pixels, int32_t x, int32_t y, uint32_t tile,
                      const uint16_t *colors) {
    for (int32_t row = 0; row < 8; row++)
        draw_row(pixels, x, y + row, art_tile_row(tile, (uint32_t)row), false, colors);
}

static void draw_sprite(uint16_t *pixels, const picture_sprite *sprite) {
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
        const int32_t right = (int32_t)(quarter % 2) ^ sprite->flipped;
        for (int32_t row = 0; row < 8; row++)
            draw_row(pixels, sprite->x + 8 * right, sprite->y + (int32_t)(quarter / 2) * 8 + row,
                     art_sprite_row((enum art_sprite)sprite->image, quarter, (uint32_t)row),
                     sprite->flipped != 0, art_sprite_colors);
    }
}

void screen_draw(const picture_state *picture, uint16_t *pixels) {
    for (int32_t i = 0; i < PICTURE_ROWS * PICTURE_COLUMNS; i++)
        draw_tile(pixels, i % PICTURE_COLUMNS * 8, i / PICTURE_COLUMNS * 8, picture->ground[i],
                  art_ground_colors);
    for (uint32_t i = picture->sprite_count; i > 0; i--)
        draw_sprite(pixels, &picture->sprites[i - 1]);
    for (int32_t i = 0; i < PICTURE_ROWS * PICTURE_COLUMNS; i++) {
        const uint32_t cell = picture->text[i / PICTURE_COLUMNS][i % PICTURE_COLUMNS];
        if (cell == 0) continue;
        draw_tile(pixels, i % PICTURE_COLUMNS * 8, i / PICTURE_COLUMNS * 8 + PICTURE_TEXT_TOP,
                  cell & 0xFFF, art_ink_colors[cell >> 12]);
    }
}
