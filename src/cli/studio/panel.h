/* panel.h - what stands over a picture: boxes of paper, lines of text that fit, and lists that are
 * longer than their box. Sizes follow from the width of the window, so that text can be read in
 * small and in large ones. */
#ifndef CLI_PANEL_H
#define CLI_PANEL_H

#include "cli/draw/canvas.h"

#define CLI_PANEL_PAPER UINT32_C(0xFFFDF8)
#define CLI_PANEL_DESK UINT32_C(0xEFEAE0)  /* behind papers */
#define CLI_PANEL_RULE UINT32_C(0xDCD5C8)  /* thin lines */
#define CLI_PANEL_TRACK UINT32_C(0xE9E3D7) /* of a slider */
#define CLI_PANEL_INK UINT32_C(0x1D1B26)
#define CLI_PANEL_SOFT UINT32_C(0x7A756E) /* what is less important */
#define CLI_PANEL_MARK UINT32_C(0x2E86AB) /* what is chosen */
#define CLI_PANEL_WASH UINT32_C(0xDDEBF1) /* below what is chosen */

/* Pixels. */
typedef struct cli_panel_box {
    int32_t left, top, width, height;
} cli_panel_box;

bool cli_panel_has(cli_panel_box box, int32_t x, int32_t y);

/* Heights of capitals for a window of that width, and of a line of them. */
int32_t cli_panel_letters(int32_t width);
int32_t cli_panel_line(int32_t letters);
/* Between text and the edge of its box. */
int32_t cli_panel_margin(int32_t letters);

/* The box at the right of a window: as wide as its lines need, and as the window is at most. */
cli_panel_box cli_panel_right(int32_t width, int32_t height);

void cli_panel_fill(cli_canvas *canvas, cli_panel_box box, cli_color color, int32_t weight);
/* An outline within the box. */
void cli_panel_frame(cli_canvas *canvas, cli_panel_box box, int32_t thickness, cli_color color);

/* A line of text in a box of that width; what does not fit ends with two dots. */
typedef enum cli_panel_side {
    CLI_PANEL_LEFT,
    CLI_PANEL_RIGHT
} cli_panel_side;
void cli_panel_text(cli_canvas *canvas, cli_panel_box box, cli_panel_side side, int32_t letters,
                    const char *text, cli_color color);

/* The first row that is shown of so many, where `shown` fit: no more than there are, and `focus`
 * among them; a negative focus: none. */
int32_t cli_panel_scroll(int32_t first, int32_t rows, int32_t shown, int32_t focus);
/* A bar at the right edge of a list that shows which part of it is there; none if all is. */
void cli_panel_bar(cli_canvas *canvas, cli_panel_box list, int32_t first, int32_t rows,
                   int32_t shown);

#endif
