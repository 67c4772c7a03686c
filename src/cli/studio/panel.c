/* panel.c - boxes, lines of text and long lists. */
#include "cli/studio/panel.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS 53       /* of a panel, as letters */
#define COLUMNS_SMALL 47 /* in small windows */
#define TEXT_MAX 200
#define SMALL 600 /* pixels: narrower windows have smaller letters */

bool cli_panel_has(cli_panel_box box, int32_t x, int32_t y) {
    return x >= box.left && y >= box.top && x < box.left + box.width && y < box.top + box.height;
}

int32_t cli_panel_letters(int32_t width) {
    return pawl_clamp(width / 130, width < SMALL ? 7 : 8, 26);
}

int32_t cli_panel_line(int32_t letters) {
    return 2 * letters;
}

int32_t cli_panel_margin(int32_t letters) {
    return letters + 2;
}

cli_panel_box cli_panel_right(int32_t width, int32_t height) {
    const int32_t letters = cli_panel_letters(width);
    const int32_t columns = width < SMALL ? COLUMNS_SMALL : COLUMNS;
    const int32_t wanted = letters * 7 * columns / 8 + 2 * cli_panel_margin(letters);
    const int32_t used = pawl_min(width, wanted);
    const cli_panel_box box = {width - used, 0, used, height};
    return box;
}

void cli_panel_fill(cli_canvas *canvas, cli_panel_box box, cli_color color, int32_t weight) {
    const int32_t right = pawl_min(box.left + box.width, canvas->width);
    const int32_t bottom = pawl_min(box.top + box.height, canvas->height);
    for (int32_t y = pawl_max(box.top, 0); y < bottom; y++) {
        for (int32_t x = pawl_max(box.left, 0); x < right; x++)
            cli_canvas_blend(canvas, x, y, color, weight);
    }
}

void cli_panel_frame(cli_canvas *canvas, cli_panel_box box, int32_t thickness, cli_color color) {
    const cli_panel_box sides[] = {
        {box.left, box.top, box.width, thickness},
        {box.left, box.top + box.height - thickness, box.width, thickness},
        {box.left, box.top, thickness, box.height},
        {box.left + box.width - thickness, box.top, thickness, box.height},
    };
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        cli_panel_fill(canvas, sides[i], color, 256);
}

/* Takes signs away until it fits; those of UTF-8 are taken whole. */
static void shorten(char *text, int32_t width, int32_t letters) {
    size_t length = strlen(text);
    if (cli_font_width(text, letters) <= width) return;
    while (length > 0) {
        do
            length--;
        while (length > 0 && ((unsigned char)text[length] & 0xC0u) == 0x80u);
        snprintf(text + length, 3, "..");
        if (cli_font_width(text, letters) <= width) return;
    }
    text[0] = '\0';
}

void cli_panel_text(cli_canvas *canvas, cli_panel_box box, cli_panel_side side, int32_t letters,
                    const char *text, cli_color color) {
    char fitting[TEXT_MAX + 3];
    snprintf(fitting, TEXT_MAX, "%s", text);
    shorten(fitting, box.width, letters);
    const int32_t left =
        side == CLI_PANEL_LEFT ? box.left : box.left + box.width - cli_font_width(fitting, letters);
    cli_font_paint(canvas, left, box.top, letters, fitting, color);
}

int32_t cli_panel_scroll(int32_t first, int32_t rows, int32_t shown, int32_t focus) {
    if (shown < 1) shown = 1;
    if (focus >= 0 && focus < first) first = focus;
    if (focus >= 0 && focus >= first + shown) first = focus - shown + 1;
    return pawl_clamp(first, 0, pawl_max(rows - shown, 0));
}

void cli_panel_bar(cli_canvas *canvas, cli_panel_box list, int32_t first, int32_t rows,
                   int32_t shown) {
    if (rows <= shown || list.height < 1) return;
    const int32_t thickness = 3;
    const int32_t height = pawl_max((int32_t)((int64_t)list.height * shown / rows), 8);
    const int32_t way = pawl_max(list.height - height, 0);
    const cli_panel_box bar = {list.left + list.width - thickness,
                               list.top + (int32_t)((int64_t)way * first / (rows - shown)),
                               thickness, height};
    cli_panel_fill(canvas, bar, CLI_PANEL_SOFT, 128);
}
