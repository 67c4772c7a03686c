/* pocket_screen.h - a picture of the game in pocket.c, on the serial line. */
#ifndef PAWLI_POCKET_SCREEN_H
#define PAWLI_POCKET_SCREEN_H

#include "pawl/pocket.h"

void pocket_screen_show(const pawl_pocket_body *bodies, uint8_t count);

#endif
