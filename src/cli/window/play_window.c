/* play_window.c - sumo on the screen, by SDL2, painted like all other pictures of the program. */
#include "cli/window/play_window.h"

#if defined(PAWLI_WITH_SDL)

#include <stdio.h>
#include <stdlib.h>

#include "cli/common/clock.h"
#include "cli/common/heap.h"
#include "cli/draw/drawing_world.h"
#include "cli/window/screen.h"
#include "pawl/port.h"

#define SIZE 720        /* pixels */
#define FRAME_US 15000u /* the screen may be slower, not faster */
#define MARGIN PAWL_FX(9, 0, 1)
#define INK UINT32_C(0x1D1B26)

struct cli_play_window {
    cli_screen screen;
    cli_canvas canvas;
    cli_drawing drawing;
    uint64_t shown_us;
    bool is_closed;
};

cli_play_window *cli_play_window_open(const char *title) {
    cli_play_window *window = cli_heap_allocate(sizeof *window);
    *window = (cli_play_window){.canvas = cli_canvas_make(SIZE, SIZE)};
    if (cli_screen_open(&window->screen, title, &window->canvas)) return window;
    cli_play_window_close(window);
    return NULL;
}

void cli_play_window_close(cli_play_window *window) {
    if (window == NULL) return;
    cli_screen_close(&window->screen);
    cli_canvas_free(&window->canvas);
    free(window->drawing.marks);
    free(window);
}

/* Arrows or W, A, S, D; space dashes. */
static uint8_t held_keys(void) {
    static const struct {
        SDL_Scancode codes[2];
        uint8_t key;
    } map[] = {
        {{SDL_SCANCODE_RIGHT, SDL_SCANCODE_D}, PAWL_KEY_RIGHT},
        {{SDL_SCANCODE_LEFT, SDL_SCANCODE_A}, PAWL_KEY_LEFT},
        {{SDL_SCANCODE_UP, SDL_SCANCODE_W}, PAWL_KEY_UP},
        {{SDL_SCANCODE_DOWN, SDL_SCANCODE_S}, PAWL_KEY_DOWN},
        {{SDL_SCANCODE_SPACE, SDL_SCANCODE_RETURN}, PAWL_KEY_A},
    };
    const uint8_t *held = SDL_GetKeyboardState(NULL);
    unsigned keys = 0;
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        if (held[map[i].codes[0]] || held[map[i].codes[1]]) keys |= map[i].key;
    return (uint8_t)keys;
}

static void take_events(cli_play_window *window) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT) window->is_closed = true;
        if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) {
            window->is_closed = true;
        }
    }
}

static void paint(cli_play_window *window, const sumo *game, const char *line) {
    const cli_view view = {{{-MARGIN, -MARGIN}, {MARGIN, MARGIN}}, SIZE, SIZE, 0};
    const cli_show show = {.layers = PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT};
    const cli_paint platform = {0xFFFFFF, 0xCFC9BE};
    char score[80];
    int used = 0;
    cli_drawing_world_add(game->world, &view, &show, &window->drawing);
    cli_drawing_add_ground(&view, pawl_vec2_make(0, 0), sumo_radius(game), platform,
                           &window->drawing);
    cli_canvas_paint(&window->canvas, &window->drawing);
    for (uint32_t i = 0; i < game->rules.players; i++)
        used += snprintf(score + used, sizeof score - (size_t)used, "P%lu %lu  ",
                         (unsigned long)i + 1, (unsigned long)game->rules.score[i]);
    cli_font_paint(&window->canvas, 10, 10, 14, score, INK);
    cli_font_paint(&window->canvas, 10, SIZE - 20, 9, line, INK);
}

bool cli_play_window_show(cli_play_window *window, const sumo *game, const char *line,
                          uint8_t *keys) {
    const uint64_t now_us = cli_clock_now();
    take_events(window);
    *keys = held_keys();
    if (now_us - window->shown_us >= FRAME_US) {
        window->shown_us = now_us;
        paint(window, game, line);
        cli_screen_show(&window->screen, &window->canvas);
    }
    return !window->is_closed;
}

#else

cli_play_window *cli_play_window_open(const char *title) {
    (void)title;
    return NULL;
}

void cli_play_window_close(cli_play_window *window) {
    (void)window;
}

bool cli_play_window_show(cli_play_window *window, const sumo *game, const char *line,
                          uint8_t *keys) {
    (void)window, (void)game, (void)line, (void)keys;
    return true;
}

#endif
