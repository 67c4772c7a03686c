/* island_view.c - an island of tiles that becomes smaller, and sprites. */
#include "island_view.h"

#include "art.h"
#include "level.h"

#define UNIT 9 /* pixels */
#define MIDDLE_X 120
#define MIDDLE_Y 80
#define SPRITE_SIZE 16

/* Two, because the screen looks at the address: a new island is made beside the one that is shown.
 */
static uint8_t grounds[2][PICTURE_ROWS * PICTURE_COLUMNS];
static uint32_t ground_shown, radius_shown;

static uint8_t tile_at(int32_t column, int32_t row, int32_t radius) {
    const int32_t x = column * LEVEL_CELL + LEVEL_CELL / 2 - MIDDLE_X;
    const int32_t y = row * LEVEL_CELL + LEVEL_CELL / 2 - MIDDLE_Y;
    if (x * x + y * y > radius * radius) return CELL_POND;
    return (7 * column + 3 * row) % 11 == 0 ? CELL_FLOWERS : CELL_GRASS;
}

static void put_ground(picture_state *picture, uint32_t radius) {
    if (picture->ground == NULL || radius != radius_shown) {
        radius_shown = radius;
        ground_shown = 1 - ground_shown;
        for (int32_t row = 0; row < PICTURE_ROWS; row++)
            for (int32_t column = 0; column < PICTURE_COLUMNS; column++)
                grounds[ground_shown][row * PICTURE_COLUMNS + column] =
                    tile_at(column, row, (int32_t)radius);
    }
    picture->ground = grounds[ground_shown];
}

static void put_sprite(picture_state *picture, const sumo *game, uint32_t body,
                       enum art_sprite image) {
    const pawl_vec2 at = pawl_body_get_position(game->world, game->bodies[body]);
    const pawl_vec2 velocity = pawl_body_get_velocity(game->world, game->bodies[body]);
    const int32_t x = MIDDLE_X + at.x / (PAWL_FX_ONE / UNIT);
    const int32_t y = MIDDLE_Y - at.y / (PAWL_FX_ONE / UNIT);
    if (picture->sprite_count == PICTURE_SPRITES) return;
    picture->sprites[picture->sprite_count++] =
        (picture_sprite){(int16_t)(x - SPRITE_SIZE / 2), (int16_t)(y - SPRITE_SIZE / 2),
                         (uint8_t)image, velocity.x < 0 ? 1 : 0};
}

void island_view_game(picture_state *picture, const sumo *game) {
    static const enum art_sprite images[2][2] = {{ART_DOG, ART_DOG_RUNS},
                                                 {ART_SHEEP, ART_SHEEP_WALKS}};
    const uint32_t players = game->rules.players;
    put_ground(picture, (uint32_t)(sumo_radius(game) / (PAWL_FX_ONE / UNIT)));
    picture->sprite_count = 0;
    for (uint32_t player = 0; player < players; player++)
        if (sumo_has_player(game, player)) {
            put_sprite(picture, game, player, images[player % 2][game->rules.tick / 8 % 2]);
        }
    for (uint32_t crate = 0; crate < SUMO_CRATES; crate++)
        if (sumo_has_crate(game, crate)) {
            put_sprite(picture, game, players + crate, ART_SHEEP_SLEEPS);
        }
    for (uint32_t player = 0; player < players; player++)
        picture_put_number(picture, 0, player == 0 ? 1 : 26, game->rules.score[player], 3,
                           player == 0 ? INK_YELLOW : INK_WHITE);
}
