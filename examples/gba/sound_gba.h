/* sound_gba.h - what the game can be heard of, on the four channels of a Game Boy Advance. */
#ifndef SOUND_GBA_H
#define SOUND_GBA_H

#include <stdint.h>

void sound_open(void);

/* Once for each picture: begin sounds (bits of game.h), and go on with the tune. */
void sound_play(uint32_t sounds);

#endif
