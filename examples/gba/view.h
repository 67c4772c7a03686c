/* view.h - what the game looks like. */
#ifndef VIEW_H
#define VIEW_H

#include "demo.h"
#include "picture.h"

/* Pictures of one screen of the game follow each other; `fresh` says that another one began. */
void view_game(picture_state *picture, const game_state *game, bool fresh);

/* The game that a demo plays, and the hashes of this machine beside those of the PC. */
void view_proof(picture_state *picture, const demo_run *run, bool fresh);

#endif
