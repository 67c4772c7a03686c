/* screen.c - the window of `pawl view` and of the game: pixels, no events. */
#include "cli/window/screen.h"

#if defined(PAWLI_WITH_SDL)

bool cli_screen_resize(cli_screen *screen, const cli_canvas *canvas) {
    SDL_DestroyTexture(screen->texture);
    screen->texture = SDL_CreateTexture(screen->renderer, SDL_PIXELFORMAT_RGB24,
                                        SDL_TEXTUREACCESS_STREAMING, canvas->width, canvas->height);
    return screen->texture != NULL;
}

bool cli_screen_open(cli_screen *screen, const char *title, const cli_canvas *canvas) {
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    screen->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                      canvas->width, canvas->height, SDL_WINDOW_RESIZABLE);
    if (screen->window == NULL) return false;
    screen->renderer = SDL_CreateRenderer(screen->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (screen->renderer == NULL) screen->renderer = SDL_CreateRenderer(screen->window, -1, 0);
    return screen->renderer != NULL && cli_screen_resize(screen, canvas);
}

void cli_screen_close(cli_screen *screen) {
    SDL_DestroyTexture(screen->texture);
    if (screen->renderer != NULL) SDL_DestroyRenderer(screen->renderer);
    if (screen->window != NULL) SDL_DestroyWindow(screen->window);
    SDL_Quit();
}

void cli_screen_show(cli_screen *screen, const cli_canvas *canvas) {
    SDL_UpdateTexture(screen->texture, NULL, canvas->pixels, 3 * canvas->width);
    SDL_RenderCopy(screen->renderer, screen->texture, NULL, NULL);
    SDL_RenderPresent(screen->renderer);
}

#else

typedef int cli_no_screen; /* a file must not be empty */

#endif
