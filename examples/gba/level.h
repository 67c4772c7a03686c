/* level.h - the levels of the game: maps of Tiled (levels/), as the build makes tables of them.
 *
 * A map is 30 by 20 cells of 8 pixels; a unit of the world is 16 pixels. Its upper left corner is
 * the origin, and y goes up, as `pawl bake` has it. */
#ifndef LEVEL_H
#define LEVEL_H

#include <pawl/level.h>
#include <pawl/pawl.h>

#define LEVEL_WIDTH 30
#define LEVEL_HEIGHT 20
#define LEVEL_CELL 8 /* pixels */
#define LEVEL_UNIT 16

/* What a cell can be: the tiles of levels/meadow.tsj. */
enum level_cell {
    CELL_GRASS = 1,
    CELL_FLOWERS,
    CELL_HEDGE,
    CELL_STONE,
    CELL_FENCE,
    CELL_POND,
    CELL_HOME
};

/* Some solid cells: a rectangle, from the top left of the map. */
typedef struct level_wall {
    uint8_t left, top, width, height;
} level_wall;

/* Pixels, from the top left of the map. */
typedef struct level_spot {
    uint8_t x, y;
} level_spot;

typedef struct game_level {
    const char *title;
    const uint8_t *cells; /* row by row, from the top */
    const level_wall *walls;
    uint8_t wall_count;
    const level_spot *sheep;
    uint8_t sheep_count;
    level_spot dog;
    uint8_t seconds;      /* until the evening */
    const uint8_t *block; /* what `pawl bake` wrote: where the dog can go */
    uint32_t block_size;
} game_level;

#define GAME_LEVELS 6
extern const game_level game_levels[GAME_LEVELS];

/* The middle of a pixel, in the world. */
static inline pawl_vec2 level_place(level_spot spot) {
    return pawl_vec2_make(spot.x * (PAWL_FX_ONE / LEVEL_UNIT),
                          -spot.y * (PAWL_FX_ONE / LEVEL_UNIT));
}

/* The cell at a point of the world; a hedge outside of the map. */
static inline enum level_cell level_cell_at(const game_level *level, pawl_vec2 point) {
    const int32_t size = PAWL_FX_ONE * LEVEL_CELL / LEVEL_UNIT;
    const int32_t column = point.x / size, row = -point.y / size;
    if (point.x < 0 || point.y > 0 || column >= LEVEL_WIDTH || row >= LEVEL_HEIGHT)
        return CELL_HEDGE;
    return (enum level_cell)level->cells[row * LEVEL_WIDTH + column];
}

#endif
