/* main.c - @NAME@ in a window of SDL2: arrows, or A, D and W for the player on the left.
 *
 *   ./@NAME@                 both players at this keyboard
 *   ./@NAME@ host            waits for the other machine
 *   ./@NAME@ ADDRESS         goes to a host */
#include "online.h"

#include <SDL.h>
#include <stdio.h>

#define WIDTH 960
#define HEIGHT 540
#define SCALE 38 /* pixels of a unit */
#define TICK_MS (1000 / GAME_RATE)

static online play;
static SDL_Renderer *renderer;

/* From units to pixels, y up; real numbers are for drawing alone. */
static float pixel_x(pawl_fx x) {
    return WIDTH / 2.0f + (float)x / 65536.0f * SCALE;
}
static float pixel_y(pawl_fx y) {
    return HEIGHT - 60.0f - (float)y / 65536.0f * SCALE;
}

static void draw_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    (void)context, (void)item;
    SDL_RenderDrawLineF(renderer, pixel_x(a.x), pixel_y(a.y), pixel_x(b.x), pixel_y(b.y));
}

static void draw_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                         int32_t count, pawl_fx radius) {
    (void)radius;
    for (int32_t i = 0; i < count; i++)
        draw_line(context, item, points[i], points[(i + 1) % count]);
}

static void draw_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                        pawl_rot rotation) {
    pawl_vec2 last = {0};
    (void)rotation;
    for (uint32_t i = 0; i <= 24; i++) {
        const pawl_angle angle = pawl_angle_from_turns(i % 24, 24);
        const pawl_vec2 at = {center.x + pawl_mul(radius, pawl_cos(angle)),
                              center.y + pawl_mul(radius, pawl_sin(angle))};
        if (i > 0) draw_line(context, item, last, at);
        last = at;
    }
}

static void draw_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                         pawl_fx radius) {
    draw_circle(context, item, a, radius, pawl_rot_from_angle(0));
    draw_circle(context, item, b, radius, pawl_rot_from_angle(0));
    draw_line(context, item, pawl_vec2_make(a.x - radius, a.y), pawl_vec2_make(b.x - radius, b.y));
    draw_line(context, item, pawl_vec2_make(a.x + radius, a.y), pawl_vec2_make(b.x + radius, b.y));
}

static void draw(void) {
    pawl_draw_hooks hooks = {.layers = PAWL_LAYER_SHAPES};
    hooks.polygon = draw_polygon;
    hooks.circle = draw_circle;
    hooks.capsule = draw_capsule;
    hooks.line = draw_line;
    SDL_SetRenderDrawColor(renderer, 16, 18, 24, 255);
    SDL_RenderClear(renderer);
    SDL_SetRenderDrawColor(renderer, 230, 225, 210, 255);
    (void)pawl_world_draw(play.game.world, &hooks);
    SDL_RenderPresent(renderer);
}

static uint8_t keys_of(const Uint8 *pressed, SDL_Scancode left, SDL_Scancode right,
                       SDL_Scancode up) {
    return (uint8_t)((pressed[left] ? GAME_LEFT : 0) | (pressed[right] ? GAME_RIGHT : 0) |
                     (pressed[up] ? GAME_JUMP : 0));
}

static void read_keys(uint8_t keys[GAME_PLAYERS]) {
    const Uint8 *pressed = SDL_GetKeyboardState(NULL);
    const uint8_t arrows = keys_of(pressed, SDL_SCANCODE_LEFT, SDL_SCANCODE_RIGHT, SDL_SCANCODE_UP);
    const uint8_t letters = keys_of(pressed, SDL_SCANCODE_A, SDL_SCANCODE_D, SDL_SCANCODE_W);
    keys[0] = play.session != NULL ? arrows | letters : letters;
    keys[1] = arrows;
}

/* --ticks N ends by itself, for trying the game without anybody. */
static uint32_t loop(uint32_t last_tick) {
    uint32_t due_ms = SDL_GetTicks(), frames = 0;
    for (SDL_Event event; !play.has_ended; draw()) {
        while (SDL_PollEvent(&event)) {
            const bool escape = event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE;
            if (event.type == SDL_QUIT || escape) return frames;
        }
        for (; (int32_t)(SDL_GetTicks() - due_ms) >= 0; due_ms += TICK_MS, frames++) {
            uint8_t keys[GAME_PLAYERS];
            read_keys(keys);
            online_frame(&play, keys, SDL_GetTicks(), last_tick);
            if (online_tick(&play) >= last_tick) return frames;
        }
        SDL_Delay(1);
    }
    return frames;
}

int main(int argc, char **argv) {
    const char *word = NULL, *reason;
    uint32_t last_tick = UINT32_MAX;
    for (int i = 1; i < argc; i++) {
        if (SDL_strcmp(argv[i], "--ticks") == 0 && i + 1 < argc)
            last_tick = (uint32_t)SDL_atoi(argv[++i]);
        else
            word = argv[i];
    }
    if (!online_open(&play, word, &reason)) {
        fprintf(stderr, "@NAME@: %s\n", reason);
        return 1;
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        fprintf(stderr, "@NAME@: %s\n", SDL_GetError());
        return 1;
    }
    SDL_Window *window = SDL_CreateWindow("@NAME@", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                          WIDTH, HEIGHT, 0);
    renderer = SDL_CreateRenderer(window, -1, 0);
    (void)loop(last_tick);
    if (play.failed) printf("a step failed: %s\n", pawl_status_text(play.failed));
    printf("tick %u hash %08x\n", (unsigned)online_tick(&play),
           (unsigned)pawl_world_hash(play.game.world));
    online_close(&play);
    SDL_Quit();
    return play.has_desync || play.failed ? 1 : 0;
}
