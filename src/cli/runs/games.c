/* games.c - the table of games. */
#include "cli/runs/games.h"

#include <string.h>

/* One line for each, in front of the null. */
static const cli_game *const games[] = {&cli_game_sumo_2, &cli_game_sumo_3, &cli_game_sumo_4, NULL};

const cli_game *cli_games_by_id(uint32_t app_id, uint32_t players) {
    const cli_game *const *game = games;
    while (*game != NULL && ((*game)->app_id != app_id || (*game)->players != players))
        game++;
    return *game;
}

const cli_game *cli_games_by_name(const char *name) {
    const cli_game *const *game = games;
    while (*game != NULL && strcmp((*game)->name, name) != 0)
        game++;
    return *game;
}

const char *cli_games_names(void) {
    return "sumo, sumo3, sumo4";
}
