/* picture.c - letters on a picture. */
#include "picture.h"

#include "art.h"

static void put_tile(picture_state *picture, int row, int column, uint32_t tile,
                     enum picture_ink ink) {
    const uint16_t cell = (uint16_t)(tile == 0 ? 0 : tile | (uint32_t)ink << 12);
    if (row >= PICTURE_ROWS || column >= PICTURE_COLUMNS) return;
    if (picture->text[row][column] == cell) return;
    picture->text[row][column] = cell;
    picture->changed |= UINT32_C(1) << row;
}

/* Which letter of the font; what it does not have is a space. */
static uint32_t glyph_of(char letter) {
    return letter > ' ' && letter < ' ' + ART_GLYPHS ? (uint32_t)(letter - ' ') : 0;
}

void picture_clear_text(picture_state *picture) {
    for (int row = 0; row < PICTURE_ROWS; row++)
        for (int column = 0; column < PICTURE_COLUMNS; column++)
            put_tile(picture, row, column, 0, INK_WHITE);
}

void picture_put_text(picture_state *picture, int row, int column, const char *text,
                      enum picture_ink ink) {
    for (; *text != '\0'; text++, column++) {
        const uint32_t glyph = glyph_of(*text);
        put_tile(picture, row, column, glyph == 0 ? 0 : ART_LETTERS + glyph, ink);
    }
}

void picture_put_big_text(picture_state *picture, int row, int column, const char *text,
                          enum picture_ink ink) {
    for (; *text != '\0'; text++, column += 2) {
        const uint32_t glyph = glyph_of(*text);
        for (uint32_t part = 0; part < 4; part++)
            put_tile(picture, row + (int)(part / 2), column + (int)(part % 2),
                     glyph == 0 ? 0 : ART_BIG_LETTERS + 4 * glyph + part, ink);
    }
}

void picture_put_number(picture_state *picture, int row, int column, uint32_t value, int digits,
                        enum picture_ink ink) {
    char text[11];
    int count = 10;
    text[count] = '\0';
    do {
        text[--count] = (char)('0' + value % 10);
        value /= 10;
    } while (count > 0 && (value != 0 || 10 - count < digits));
    picture_put_text(picture, row, column, text + count, ink);
}

void picture_put_hex(picture_state *picture, int row, int column, uint32_t value,
                     enum picture_ink ink) {
    char text[9];
    for (int i = 0; i < 8; i++)
        text[i] = "0123456789ABCDEF"[value >> (28 - 4 * i) & 15];
    text[8] = '\0';
    picture_put_text(picture, row, column, text, ink);
}

void picture_center_text(picture_state *picture, int row, const char *text, enum picture_ink ink) {
    int length = 0;
    while (text[length] != '\0')
        length++;
    picture_put_text(picture, row, (PICTURE_COLUMNS - length) / 2, text, ink);
}
