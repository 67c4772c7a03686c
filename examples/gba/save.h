/* save.h - the game's record in the memory of the cartridge. */
#ifndef SAVE_H
#define SAVE_H

#include "game.h"

/* What was kept; a new one where nothing was, or nothing that makes sense. */
game_record save_load(void);
void save_keep(const game_record *record);

#endif
