/* main.c - @NAME@ in a window of raylib: arrows, or A, D and W for the player on the left.
 *
 *   ./@NAME@                 both players at this keyboard
 *   ./@NAME@ host            waits for the other machine
 *   ./@NAME@ ADDRESS         goes to a host */
#include "online.h"

#include <raylib.h>
#include <stdio.h>

#define WIDTH 960
#define HEIGHT 540
#define SCALE 38.0f /* pixels of a unit */

static online play;

/* From units to pixels, y up; real numbers are for drawing alone. */
static Vector2 pixel(pawl_vec2 at) {
    return (Vector2){WIDTH / 2.0f + (float)at.x / 65536.0f * SCALE,
                     HEIGHT - 60.0f - (float)at.y / 65536.0f * SCALE};
}

static void draw_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    (void)context, (void)item;
    DrawLineV(pixel(a), pixel(b), RAYWHITE);
}

static void draw_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                         int32_t count, pawl_fx radius) {
    (void)radius;
    for (int32_t i = 0; i < count; i++)
        draw_line(context, item, points[i], points[(i + 1) % count]);
}

static void draw_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                         pawl_fx radius) {
    const Vector2 first = pixel(a), second = pixel(b);
    const float pixels = (float)radius / 65536.0f * SCALE;
    DrawCircleLines((int)first.x, (int)first.y, pixels, RAYWHITE);
    DrawCircleLines((int)second.x, (int)second.y, pixels, RAYWHITE);
    draw_line(context, item, a, b);
}

static void draw(void) {
    pawl_draw_hooks hooks = {.layers = PAWL_LAYER_SHAPES};
    hooks.polygon = draw_polygon;
    hooks.capsule = draw_capsule;
    hooks.line = draw_line;
    BeginDrawing();
    ClearBackground(BLACK);
    (void)pawl_world_draw(play.game.world, &hooks);
    EndDrawing();
}

static uint8_t keys_of(int left, int right, int up) {
    return (uint8_t)((IsKeyDown(left) ? GAME_LEFT : 0) | (IsKeyDown(right) ? GAME_RIGHT : 0) |
                     (IsKeyDown(up) ? GAME_JUMP : 0));
}

int main(int argc, char **argv) {
    const char *reason;
    if (!online_open(&play, argc > 1 ? argv[1] : NULL, &reason)) {
        fprintf(stderr, "@NAME@: %s\n", reason);
        return 1;
    }
    InitWindow(WIDTH, HEIGHT, "@NAME@");
    SetTargetFPS(GAME_RATE); /* a frame is a tick */
    while (!WindowShouldClose() && !play.has_ended) {
        const uint8_t arrows = keys_of(KEY_LEFT, KEY_RIGHT, KEY_UP);
        const uint8_t letters = keys_of(KEY_A, KEY_D, KEY_W);
        const uint8_t keys[GAME_PLAYERS] = {play.session != NULL ? arrows | letters : letters,
                                            arrows};
        online_frame(&play, keys, (uint32_t)(GetTime() * 1000), UINT32_MAX);
        draw();
    }
    if (play.failed) printf("a step failed: %s\n", pawl_status_text(play.failed));
    printf("tick %u hash %08x\n", (unsigned)online_tick(&play),
           (unsigned)pawl_world_hash(play.game.world));
    CloseWindow();
    online_close(&play);
    return play.has_desync || play.failed ? 1 : 0;
}
