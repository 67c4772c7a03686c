/* screen_gba.h - pictures on the screen of a Game Boy Advance.
 *
 * A picture that is ready waits for the next refresh of the screen, and an interrupt shows it then;
 * meanwhile the next one is made. So one that takes longer than a refresh comes in time all the
 * same when the one before it took less. */
#ifndef SCREEN_GBA_H
#define SCREEN_GBA_H

#include "picture.h"

void screen_open(void);

/* Returns when there is room for it. */
void screen_put(picture_state *picture);

/* Refreshes so far for which no picture was ready. */
uint32_t screen_missed_count(void);

#endif
