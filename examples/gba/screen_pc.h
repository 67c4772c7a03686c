/* screen_pc.h - pictures as pixels: what the console's video hardware does, in a loop. */
#ifndef SCREEN_PC_H
#define SCREEN_PC_H

#include "picture.h"

#define SCREEN_WIDTH 240
#define SCREEN_HEIGHT 160

/* Five bits each of red (lowest), green and blue, row by row. */
void screen_draw(const picture_state *picture, uint16_t *pixels);

#endif
