/* island_view.h - the game of examples/sumo as a picture: an island in a pond, a dog and a sheep on
 * it, and sleeping sheep for crates. */
#ifndef ISLAND_VIEW_H
#define ISLAND_VIEW_H

#include "picture.h"
#include "sumo/sumo.h"

/* The island and all who are on it. Reads the game and never writes it. */
void island_view_game(picture_state *picture, const sumo *game);

#endif
