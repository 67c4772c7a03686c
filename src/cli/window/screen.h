/* screen.h - a window that shows a canvas, by SDL2. Only for files that are compiled with it. */
#ifndef PAWLI_CLI_SCREEN_H
#define PAWLI_CLI_SCREEN_H

#if defined(PAWLI_WITH_SDL)

#define SDL_MAIN_HANDLED
#include <SDL.h>

#include "cli/draw/canvas.h"

typedef struct pawli_screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture; /* as large as the canvas */
} pawli_screen;           /* starts as {0} */

/* A window as large as the canvas. False when there is no screen: SDL_GetError says why. To be
 * closed either way. */
bool pawli_screen_open(pawli_screen *screen, const char *title, const pawli_canvas *canvas);
void pawli_screen_close(pawli_screen *screen);

/* After the canvas has changed its size; false when that is impossible. */
bool pawli_screen_resize(pawli_screen *screen, const pawli_canvas *canvas);

/* Show the canvas; waits for the screen where it can. */
void pawli_screen_show(pawli_screen *screen, const pawli_canvas *canvas);

#endif
#endif
