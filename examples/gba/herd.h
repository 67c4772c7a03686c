/* herd.h - a player made of rules, for the recorded game: it fetches the nearest sheep, calls, and
 * goes home at the pace of those that follow. */
#ifndef HERD_H
#define HERD_H

#include "game.h"

typedef struct herd_player {
    uint32_t waited; /* ticks for those that follow */
    bool leads;
} herd_player;

/* What it presses next. */
uint32_t herd_keys(herd_player *player, const game_state *game);

#endif
