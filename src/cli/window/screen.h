/* screen.h - a window that shows a canvas, by SDL2. Only for files that are compiled with it. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#if defined(PAWLI_WITH_SDL)

#define SDL_MAIN_HANDLED
#include <SDL.h>

#include "cli/draw/canvas.h"

typedef struct cli_screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture; /* as large as the canvas */
} cli_screen;             /* starts as {0} */

/* A window as large as the canvas. False when there is no screen: SDL_GetError says why. To be
 * closed either way. */
bool cli_screen_open(cli_screen *screen, const char *title, const cli_canvas *canvas);
void cli_screen_close(cli_screen *screen);

/* After the canvas has changed its size; false when that is impossible. */
bool cli_screen_resize(cli_screen *screen, const cli_canvas *canvas);

/* Show the canvas; waits for the screen where it can. */
void cli_screen_show(cli_screen *screen, const cli_canvas *canvas);

#endif
#endif
