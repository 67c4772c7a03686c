/* play_window.c - sumo on the screen, by SDL2, painted like all other pictures of the program. */
#include "cli/window/play_window.h"

#if defined(PAWLI_WITH_SDL)

#include <stdio.h>
#include <stdlib.h>

#include "cli/common/clock.h"
#include "cli/common/heap.h"
#include "cli/window/screen.h"
#include "pawl/port.h"

#define SIZE 720        /* pixels */
#define FRAME_US 15000u /* the screen may be slower, not faster */
#define MARGIN PAWL_FX(9, 0, 1)
#define INK UINT32_C(0x1D1B26)

struct pawli_play_window {
    pawli_screen screen;
    pawli_canvas canvas;
    pawli_drawing drawing;
    uint64_t shown_us;
    bool is_closed;
};

pawli_play_window *pawli_play_window_open(const char *title) {
    pawli_play_window *window = pawli_allocate(sizeof *window);
    *window = (pawli_play_window){.canvas = pawli_canvas_make(SIZE, SIZE)};
    if (pawli_screen_open(&window->screen, title, &window->canvas)) return window;
    pawli_play_window_close(window);
    return NULL;
}

void pawli_play_window_close(pawli_play_window *window) {
    if (window == NULL) return;
    pawli_screen_close(&window->screen);
    pawli_canvas_free(&window->canvas);
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

static void take_events(pawli_play_window *window) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT) window->is_closed = true;
        if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) {
            window->is_closed = true;
        }
    }
}

static void paint(pawli_play_window *window, const sumo *game, const char *line) {
    const pawli_view view = {{{-MARGIN, -MARGIN}, {MARGIN, MARGIN}}, SIZE, SIZE};
    const pawli_show show = {.layers = PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT};
    const pawli_paint platform = {0xFFFFFF, 0xCFC9BE};
    char score[80];
    int used = 0;
    pawli_draw_world(game->world, &view, &show, &window->drawing);
    pawli_draw_ground(&view, pawl_vec2_make(0, 0), sumo_radius(game), platform, &window->drawing);
    pawli_canvas_paint(&window->canvas, &window->drawing);
    for (uint32_t i = 0; i < game->rules.players; i++)
        used += snprintf(score + used, sizeof score - (size_t)used, "P%lu %lu  ",
                         (unsigned long)i + 1, (unsigned long)game->rules.score[i]);
    pawli_canvas_text(&window->canvas, 10, 10, 2, score, INK);
    pawli_canvas_text(&window->canvas, 10, SIZE - 20, 1, line, INK);
}

bool pawli_play_window_show(pawli_play_window *window, const sumo *game, const char *line,
                            uint8_t *keys) {
    const uint64_t now_us = pawli_clock_now();
    take_events(window);
    *keys = held_keys();
    if (now_us - window->shown_us >= FRAME_US) {
        window->shown_us = now_us;
        paint(window, game, line);
        pawli_screen_show(&window->screen, &window->canvas);
    }
    return !window->is_closed;
}

#else

pawli_play_window *pawli_play_window_open(const char *title) {
    (void)title;
    return NULL;
}

void pawli_play_window_close(pawli_play_window *window) {
    (void)window;
}

bool pawli_play_window_show(pawli_play_window *window, const sumo *game, const char *line,
                            uint8_t *keys) {
    (void)window, (void)game, (void)line, (void)keys;
    return true;
}

#endif
