/* play_window.h - the window of a game of sumo. */
#ifndef CLI_PLAY_WINDOW_H
#define CLI_PLAY_WINDOW_H

#include "sumo/sumo.h"

typedef struct cli_play_window cli_play_window;

/* Null where there is no screen, or no SDL2. */
cli_play_window *cli_play_window_open(const char *title);
void cli_play_window_close(cli_play_window *window);

/* Show the game, at most 60 times a second, and take what is pressed as an input of the game. False
 * when the person wants to leave. */
bool cli_play_window_show(cli_play_window *window, const sumo *game, const char *line,
                          uint8_t *keys);

#endif
