/* view.h - what the game looks like. */
#ifndef VIEW_H
#define VIEW_H

#include "canvas.h"
#include "demo.h"

/* Colours: five bits each of red (lowest), green and blue. */
#define VIEW_COLOURS 16
extern const uint16_t view_palette[VIEW_COLOURS];

/* What the machine measured, for the eye alone. */
typedef struct view_figures {
    uint32_t pictures_per_second;
    uint32_t step_cycles; /* the longest step of the last second; 0: not measured */
} view_figures;

void view_game(canvas_pixels canvas, const game_state *game, const view_figures *figures);

/* The hashes of this machine beside those of the PC. */
void view_check(canvas_pixels canvas, const demo_run *run);

#endif
