/* art.c - the drawings. A letter is a pixel: a dot is clear, 0 to 9 and a to f are colors. */
#include "art.h"

#define RGB(red, green, blue) ((red) | (green) << 5 | (blue) << 10)

const uint16_t art_ground_colors[16] = {
    RGB(6, 15, 6),   RGB(9, 20, 7),   RGB(11, 22, 8),  RGB(3, 9, 5),
    RGB(5, 13, 6),   RGB(7, 16, 7),   RGB(11, 11, 13), RGB(18, 18, 20),
    RGB(5, 12, 24),  RGB(10, 19, 29), RGB(28, 23, 10), RGB(24, 18, 7),
    RGB(29, 10, 13), RGB(31, 28, 9),  RGB(17, 11, 6),  RGB(30, 30, 30),
};

const uint16_t art_sprite_colors[16] = {
    0,
    RGB(30, 30, 28),
    RGB(22, 22, 22),
    RGB(5, 5, 7),
    RGB(31, 31, 31),
    RGB(17, 10, 4),
    RGB(10, 6, 3),
    RGB(28, 6, 6),
    RGB(3, 8, 3),
};

const uint16_t art_ink_colors[5][3] = {
    {0, 0, 0},
    {0, RGB(31, 31, 31), RGB(3, 5, 4)},
    {0, RGB(31, 28, 9), RGB(7, 4, 1)},
    {0, RGB(22, 31, 19), RGB(1, 5, 2)},
    {0, RGB(31, 11, 9), RGB(7, 1, 1)},
};

/* By level_cell, from 1. */
#define GROUND_TILES 7
static const char *const ground[GROUND_TILES][8] = {
    {"11111111", "11112111", "11111111", "12111111", "11111112", "11121111", "11111111",
     "21111211"},
    {"11111111", "11c11111", "1cdc1121", "11c11111", "12111c11", "1111cdc1", "21111c11",
     "11112111"},
    {"35445344", "44544453", "53444544", "44345434", "45443445", "34454443", "44543544",
     "33343334"},
    {"77776777", "77776777", "66666666", "77677777", "77677777", "77677777", "66666666",
     "77776777"},
    {"11111111", "eeeeeeee", "1e1111e1", "1e1121e1", "eeeeeeee", "1e1111e1", "1e1111e1",
     "12111121"},
    {"88888888", "88899888", "88888888", "88888888", "98888889", "88888888", "88998888",
     "88888888"},
    {"aabaaaaa", "aaaaabaa", "abaaaaaa", "aaaabaaa", "aaaaaaab", "baabaaaa", "aaaaaaaa",
     "aaabaaba"},
};

static const char *const sprites[ART_SPRITES][16] = {
    [ART_SHEEP] = {"................", "................", "................", "....1111........",
                   "..11111111......", ".111111111333...", ".1111111113833..", ".11111111133333.",
                   ".1211111113333..", ".1221111111.....", "..222222221.....", "...33...33......",
                   "...33...33......", "..8888888888....", "................", "................"},
    [ART_SHEEP_WALKS] = {"................", "................", "....1111........",
                         "..11111111......", ".111111111333...", ".1111111113833..",
                         ".11111111133333.", ".1211111113333..", ".1221111111.....",
                         "..222222221.....", "..33.....33.....", "..3..3..3.3.....",
                         ".....3..3.......", "..8888888888....", "................",
                         "................"},
    [ART_SHEEP_SLEEPS] = {"................", "................", "................",
                          "................", "................", "................",
                          "....1111........", "..11111111......", ".1111111111.....",
                          ".111111111333...", ".1211111113333..", ".12211111133333.",
                          "..22222221333...", "..8888888888....", "................",
                          "................"},
    [ART_DOG] = {"................", "................", "...........6.6..", "...........555..",
                 "..5.......53555.", "..5.......555556", "..55555555555...", "..5555555577....",
                 "..5555555555....", "..5155555115....", "...55....55.....", "...5.....5......",
                 "...5.....5......", "..8888888888....", "................", "................"},
    [ART_DOG_RUNS] = {"................", "................", "...........6.6..",
                      ".5.........555..", "..5.......53555.", "..5.......555556",
                      "..55555555555...", "..5555555577....", "..5555555555....",
                      ".55155555115....", ".5.5.....5.5....", "5...5...5...5...",
                      "................", "..8888888888....", "................",
                      "................"},
};

/* ---- from text to pixels -------------------------------------------------------------------- */

static uint32_t color_of(char letter) {
    if (letter >= 'a') return (uint32_t)(letter - 'a' + 10);
    return letter == '.' ? 0 : (uint32_t)(letter - '0');
}

static uint32_t pack(const char *letters) {
    uint32_t row = 0;
    for (int i = 0; i < 8; i++)
        row |= color_of(letters[i]) << 4 * i;
    return row;
}

/* Whether a letter of 5 by 7 dots of `size` pixels has one there. */
static uint32_t dot(uint32_t glyph, int32_t x, int32_t y, int32_t size) {
    if (x < 0 || y < 0 || x >= 5 * size || y >= 7 * size) return 0;
    return art_glyphs[glyph][y / size] >> (4 - x / size) & 1u;
}

/* With a shadow below and to the right, so that it can be read on any ground. */
static uint32_t letter_row(uint32_t glyph, int32_t left, int32_t y, int32_t size) {
    uint32_t row = 0;
    for (int32_t i = 0; i < 8; i++) {
        const int32_t x = left + i - size;
        uint32_t color = 0;
        if (dot(glyph, x - size, y - size, size)) color = 2;
        if (dot(glyph, x, y, size)) color = 1;
        row |= color << 4 * i;
    }
    return row;
}

uint32_t art_tile_row(uint32_t tile, uint32_t row) {
    if (tile >= ART_BIG_LETTERS) {
        const uint32_t part = tile % 4;
        return letter_row((tile - ART_BIG_LETTERS) / 4, (int32_t)(part % 2) * 8,
                          (int32_t)(part / 2 * 8 + row), 2);
    }
    if (tile >= ART_LETTERS) return letter_row(tile - ART_LETTERS, 0, (int32_t)row, 1);
    return tile == 0 || tile > GROUND_TILES ? 0 : pack(ground[tile - 1][row]);
}

uint32_t art_sprite_row(enum art_sprite sprite, uint32_t quarter, uint32_t row) {
    return pack(sprites[sprite][quarter / 2 * 8 + row] + quarter % 2 * 8);
}
