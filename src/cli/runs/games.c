/* games.c - the table of games. */
#include "cli/runs/games.h"

#include <string.h>

/* One line for each, in front of the null. */
static const pawli_game *const games[] = {&pawli_game_sumo_2, &pawli_game_sumo_3,
                                          &pawli_game_sumo_4, NULL};

const pawli_game *pawli_game_by_id(uint32_t app_id, uint32_t players) {
    const pawli_game *const *game = games;
    while (*game != NULL && ((*game)->app_id != app_id || (*game)->players != players))
        game++;
    return *game;
}

const pawli_game *pawli_game_by_name(const char *name) {
    const pawli_game *const *game = games;
    while (*game != NULL && strcmp((*game)->name, name) != 0)
        game++;
    return *game;
}

const char *pawli_game_names(void) {
    return "sumo, sumo3, sumo4";
}
