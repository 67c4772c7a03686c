/* herd.c - where the dog goes next: a flood over the cells of the map, and a step down its slope.
 */
#include "herd.h"

#include <pawl/port.h>

#include <string.h>

#define CELLS (LEVEL_WIDTH * LEVEL_HEIGHT)
#define FAR 0xFFFF
#define POND_MARGIN 1  /* cells */
#define ROMP_TICKS 700 /* on the last pasture it barks about first */
#define PATIENCE 90    /* ticks */
#define FETCHED 3      /* cells of way */
#define LOST 6

typedef struct herd_map {
    uint16_t distance[CELLS]; /* to what is looked for */
    uint16_t queue[CELLS];
    uint32_t first, last;
} herd_map;

static int32_t cell_of(pawl_vec2 place) {
    const int32_t size = PAWL_FX_ONE * LEVEL_CELL / LEVEL_UNIT;
    return -place.y / size * LEVEL_WIDTH + place.x / size;
}

static bool is_pond_near(const game_level *level, int32_t cell, int32_t margin) {
    for (int32_t y = -margin; y <= margin; y++)
        for (int32_t x = -margin; x <= margin; x++) {
            const int32_t other = cell + y * LEVEL_WIDTH + x;
            if (other >= 0 && other < CELLS && level->cells[other] == CELL_POND) return true;
        }
    return false;
}

static bool is_free(const game_level *level, int32_t cell) {
    switch (level->cells[cell]) {
    case CELL_HEDGE:
    case CELL_STONE:
    case CELL_FENCE:
        return false;
    default:
        return true;
    }
}

static void reach(herd_map *map, int32_t cell, uint16_t distance) {
    if (map->distance[cell] != FAR) return;
    map->distance[cell] = distance;
    map->queue[map->last++] = (uint16_t)cell;
}

/* Breadth first from what is in the queue. Levels have a hedge around them. */
static void flood(herd_map *map, const game_level *level, int32_t margin) {
    static const int32_t beside[4] = {1, -1, LEVEL_WIDTH, -LEVEL_WIDTH};
    while (map->first < map->last) {
        const int32_t cell = map->queue[map->first++];
        for (int i = 0; i < 4; i++)
            if (is_free(level, cell + beside[i]) && !is_pond_near(level, cell + beside[i], margin))
                reach(map, cell + beside[i], (uint16_t)(map->distance[cell] + 1));
    }
}

static void start_map(herd_map *map) {
    memset(map->distance, 0xFF, sizeof map->distance);
    map->first = map->last = 0;
}

/* Towards the middle of a cell. */
static uint32_t keys_to(const flock_state *flock, int32_t cell) {
    const pawl_fx size = PAWL_FX_ONE * LEVEL_CELL / LEVEL_UNIT, close = size / 6;
    const pawl_vec2 at = flock->dog.place.position;
    const pawl_fx x = cell % LEVEL_WIDTH * size + size / 2 - at.x;
    const pawl_fx y = -(cell / LEVEL_WIDTH * size + size / 2) - at.y;
    return (x > close ? (uint32_t)PAWL_KEY_RIGHT : 0) | (x < -close ? (uint32_t)PAWL_KEY_LEFT : 0) |
           (y > close ? (uint32_t)PAWL_KEY_UP : 0) | (y < -close ? (uint32_t)PAWL_KEY_DOWN : 0);
}

/* One cell down the slope; straight to the last one. */
static uint32_t keys_down(const flock_state *flock, const herd_map *map) {
    static const int32_t beside[4] = {1, -1, LEVEL_WIDTH, -LEVEL_WIDTH};
    const int32_t here = cell_of(flock->dog.place.position);
    int32_t best = here;
    for (int i = 0; i < 4; i++)
        if (map->distance[here + beside[i]] < map->distance[best]) best = here + beside[i];
    return keys_to(flock, best);
}

/* The cell of home that is deepest inside. */
static int32_t find_home(const game_level *level, const herd_map *from_dog) {
    int32_t best = -1;
    int32_t best_depth = -1;
    for (int32_t cell = 0; cell < CELLS; cell++) {
        if (level->cells[cell] != CELL_HOME || from_dog->distance[cell] == FAR) continue;
        int32_t depth = 0;
        while (level->cells[cell + depth] == CELL_HOME && level->cells[cell - depth] == CELL_HOME &&
               level->cells[cell + depth * LEVEL_WIDTH] == CELL_HOME &&
               level->cells[cell - depth * LEVEL_WIDTH] == CELL_HOME)
            depth++;
        if (depth <= best_depth) continue;
        best_depth = depth;
        best = cell;
    }
    return best;
}

/* Cells of way to a sheep; through a wall it may be near and yet far away. */
static uint32_t distance_of(const flock_state *flock, const herd_map *from_dog, uint32_t sheep) {
    return from_dog->distance[cell_of(flock_sheep_place(flock, sheep))];
}

/* The nearest one that is out; the number of sheep when none is. */
static uint32_t find_sheep(const flock_state *flock, const herd_map *from_dog) {
    uint32_t best = flock->sheep_count;
    uint32_t best_distance = FAR + 1u;
    for (uint32_t i = 0; i < flock->sheep_count; i++) {
        if (flock_is_home(flock, i)) continue;
        const uint32_t distance = distance_of(flock, from_dog, i);
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = i;
    }
    return best;
}

/* How far everything is from a cell, on ways that pass ponds at a distance; no greater a distance
 * than the cell itself and the dog have. */
static void map_from(herd_map *map, const flock_state *flock, int32_t cell) {
    int32_t margin = POND_MARGIN;
    const int32_t dog = cell_of(flock->dog.place.position);
    while (margin >= 0 &&
           (is_pond_near(flock->level, cell, margin) || is_pond_near(flock->level, dog, margin)))
        margin--;
    start_map(map);
    reach(map, cell, 0);
    flood(map, flock->level, margin);
}

static uint32_t fetch(herd_player *player, const flock_state *flock) {
    static herd_map from_dog, from_sheep;
    map_from(&from_dog, flock, cell_of(flock->dog.place.position));
    const uint32_t sheep = find_sheep(flock, &from_dog);
    if (sheep == flock->sheep_count) return PAWL_KEY_B;
    if (distance_of(flock, &from_dog, sheep) < FETCHED) {
        player->leads = true;
        player->waited = 0;
    }
    map_from(&from_sheep, flock, cell_of(flock_sheep_place(flock, sheep)));
    return PAWL_KEY_B | keys_down(flock, &from_sheep);
}

static uint32_t lead(herd_player *player, const flock_state *flock) {
    static herd_map from_dog, from_home;
    uint32_t near = 0, following = 0;
    map_from(&from_dog, flock, cell_of(flock->dog.place.position));
    for (uint32_t i = 0; i < flock->sheep_count; i++) {
        if (flock_is_home(flock, i)) continue;
        if (distance_of(flock, &from_dog, i) < LOST) near++;
        if (distance_of(flock, &from_dog, i) < 2 * LOST) following++;
    }
    if (near == 0 && following > 0) player->waited++;
    if (following == 0 || player->waited > PATIENCE) player->leads = false;
    if (near == 0) return PAWL_KEY_B;
    const int32_t home = find_home(flock->level, &from_dog);
    if (home < 0) return PAWL_KEY_B;
    map_from(&from_home, flock, home);
    return PAWL_KEY_B | keys_down(flock, &from_home);
}

/* Around the pasture, barking. */
static uint32_t romp(const flock_state *flock) {
    static const uint32_t ways[4] = {PAWL_KEY_RIGHT, PAWL_KEY_UP, PAWL_KEY_LEFT | PAWL_KEY_UP,
                                     PAWL_KEY_DOWN};
    return ways[flock->tick / 40 % 4] | (flock->tick % 60 < 4 ? (uint32_t)PAWL_KEY_A : 0);
}

uint32_t herd_keys(herd_player *player, const game_state *game) {
    if (game->screen != GAME_PLAY) {
        player->leads = false;
        return game->wait % 120 > 115 ? PAWL_KEY_START : 0;
    }
    if (game->level + 1 == GAME_LEVELS && game->flock.tick < ROMP_TICKS) {
        return romp(&game->flock);
    }
    return player->leads ? lead(player, &game->flock) : fetch(player, &game->flock);
}
