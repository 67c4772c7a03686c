/* raylib.h - the declarations of raylib that the game of `pawl new --raylib` uses, as its manual
 * tells them, so that the game is compiled where raylib is not. */
#ifndef RAYLIB_H
#define RAYLIB_H

#include <stdbool.h>

typedef struct Vector2 {
    float x, y;
} Vector2;
typedef struct Color {
    unsigned char r, g, b, a;
} Color;

#define RAYWHITE ((Color){245, 245, 245, 255})
#define BLACK ((Color){0, 0, 0, 255})

enum {
    KEY_A = 65,
    KEY_D = 68,
    KEY_W = 87,
    KEY_RIGHT = 262,
    KEY_LEFT = 263,
    KEY_UP = 265
};

void InitWindow(int width, int height, const char *title);
void CloseWindow(void);
bool WindowShouldClose(void);
void SetTargetFPS(int rate);
double GetTime(void);
bool IsKeyDown(int key);
void BeginDrawing(void);
void EndDrawing(void);
void ClearBackground(Color color);
void DrawLineV(Vector2 from, Vector2 to, Color color);
void DrawCircleLines(int x, int y, float radius, Color color);

#endif
