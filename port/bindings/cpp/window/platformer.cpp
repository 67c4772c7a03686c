/* platformer.cpp - the game of examples/platformer.c in a window of SDL2: arrows run, jump and drop
 * through the bridge, space opens the door.
 *
 *   platformer                   plays
 *   platformer KEYS PICTURE      plays recorded keys, takes a picture (BMP) and ends */
#include "game.hpp"

#include <SDL.h>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <vector>

constexpr int scale = 26, width = 36 * scale, height = 12 * scale; // pixels of a unit

static SDL_Renderer *renderer;

/* What was recorded: keys of each tick. */
static std::vector<unsigned> read_keys(const char *path) {
    static const std::string letters = "LRJDO";
    std::vector<unsigned> keys;
    std::ifstream file(path);
    std::string held;
    for (std::size_t count; file >> count >> held;) {
        unsigned sum = 0;
        for (const char letter : held)
            if (letter != '-') sum |= 1u << letters.find(letter);
        keys.insert(keys.end(), count, sum);
    }
    return keys;
}

static unsigned pressed() {
    static const SDL_Scancode codes[] = {SDL_SCANCODE_LEFT, SDL_SCANCODE_RIGHT, SDL_SCANCODE_UP,
                                         SDL_SCANCODE_DOWN, SDL_SCANCODE_SPACE};
    const Uint8 *state = SDL_GetKeyboardState(nullptr);
    unsigned keys = 0;
    for (unsigned i = 0; i < 5; i++)
        if (state[codes[i]]) keys |= 1u << i;
    return keys;
}

/* A polygon of points about `at`, one column of pixels after the other: between each two edges that
 * the column crosses. Real numbers are for drawing alone. */
static void fill_shape(pawl::Span<const pawl::Vec2> points, pawl::Vec2 at, SDL_Color color) {
    SDL_SetRenderDrawColor(renderer, color.r, color.g, color.b, 255);
    for (int column = 0; column < width; column++) {
        const double x = (column + 0.5) / scale - at.x().to_double();
        std::vector<double> crossed;
        for (std::size_t i = 0; i < points.size(); i++) {
            const pawl::Vec2 a = points[i], b = points[(i + 1) % points.size()];
            const double left = a.x().to_double(), right = b.x().to_double();
            if ((left <= x) == (right <= x)) continue;
            const double share = (x - left) / (right - left), low = a.y().to_double();
            crossed.push_back(low + share * (b.y().to_double() - low) + at.y().to_double());
        }
        std::sort(crossed.begin(), crossed.end());
        for (std::size_t i = 1; i < crossed.size(); i += 2) {
            const int top = height - static_cast<int>(crossed[i] * scale + 0.5);
            const int bottom = height - static_cast<int>(crossed[i - 1] * scale + 0.5);
            const SDL_Rect rect = {column, top, 1, bottom - top};
            SDL_RenderFillRect(renderer, &rect);
        }
    }
}

static void draw(const Game &game) {
    static const SDL_Color colors[] = {
        {89, 69, 56, 255}, {184, 135, 77, 255}, {204, 51, 51, 255}, {77, 115, 191, 255}};
    SDL_SetRenderDrawColor(renderer, 26, 28, 38, 255);
    SDL_RenderClear(renderer);
    fill_shape(Game::box, game.lift.position(), {153, 153, 158, 255});
    for (unsigned region = 0; region < Game::regions; region++)
        if (region != Game::door || !game.gates.is_open(region))
            fill_shape(Game::shapes()[region], {}, colors[region]);
    fill_shape(Game::box, game.player.place().position(), {242, 204, 64, 255});
}

/* Before it is shown: afterwards the renderer may have lost it. */
static bool take_picture(const char *path) {
    SDL_Surface *picture =
        SDL_CreateRGBSurfaceWithFormat(0, width, height, 24, SDL_PIXELFORMAT_BGR24);
    const bool good = picture != nullptr &&
                      SDL_RenderReadPixels(renderer, nullptr, SDL_PIXELFORMAT_BGR24,
                                           picture->pixels, picture->pitch) == 0 &&
                      SDL_SaveBMP(picture, path) == 0;
    SDL_FreeSurface(picture);
    return good;
}

static bool has_left() {
    for (SDL_Event event; SDL_PollEvent(&event);)
        if (event.type == SDL_QUIT ||
            (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE))
            return true;
    return false;
}

/* Eight ticks a frame. */
static bool replay(Game &game, const std::vector<unsigned> &keys, const char *picture) {
    while (game.tick < keys.size()) {
        for (int i = 0; i < 8 && game.tick < keys.size(); i++) {
            game.step(keys[game.tick]);
            if (game.tick % 120 == 0) std::cout << game.str() << '\n';
        }
        draw(game);
        if (game.tick == keys.size() && !take_picture(picture)) return false;
        SDL_RenderPresent(renderer);
        if (has_left()) return false;
    }
    std::cout << game.str() << '\n';
    return true;
}

/* Time says how many ticks a frame has. */
static void play(Game &game) {
    constexpr Uint32 tick_ms = 1000 / Game::rate;
    for (Uint32 due_ms = SDL_GetTicks(); !has_left(); SDL_Delay(1)) {
        for (; static_cast<Sint32>(SDL_GetTicks() - due_ms) >= 0; due_ms += tick_ms)
            game.step(pressed());
        draw(game);
        SDL_RenderPresent(renderer);
    }
}

int main(int argc, char **argv) {
    Game game;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return std::fputs(SDL_GetError(), stderr), 1;
    SDL_Window *window = SDL_CreateWindow("platformer", SDL_WINDOWPOS_CENTERED,
                                          SDL_WINDOWPOS_CENTERED, width, height, 0);
    renderer = SDL_CreateRenderer(window, -1, 0);
    if (renderer == nullptr) return std::fputs(SDL_GetError(), stderr), 1;
    bool good = true;
    if (argc == 3)
        good = replay(game, read_keys(argv[1]), argv[2]);
    else
        play(game);
    SDL_Quit();
    return good ? 0 : 1;
}
