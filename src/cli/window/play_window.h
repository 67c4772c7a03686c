/* play_window.h - the window in which somebody plays sumo. */
#ifndef PAWLI_CLI_PLAY_WINDOW_H
#define PAWLI_CLI_PLAY_WINDOW_H

#include "sumo/sumo.h"

typedef struct pawli_play_window pawli_play_window;

/* Null where there is no screen, or no SDL2. */
pawli_play_window *pawli_play_window_open(const char *title);
void pawli_play_window_close(pawli_play_window *window);

/* Show the game, at most 60 times a second, and take what is pressed as an input of the game. False
 * when the person wants to leave. */
bool pawli_play_window_show(pawli_play_window *window, const sumo *game, const char *line,
                            uint8_t *keys);

#endif
