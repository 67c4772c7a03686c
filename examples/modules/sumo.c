/* sumo.c - the game of examples/sumo as a module for `pawl fuzznet`.
 *
 * Shows: a game that has functions of its own for all that is asked.
 *
 *   make modules && build/pawl fuzznet build/modules/sumo.so */
#include <pawl_game_module.h>

#include "sumo/sumo.h"

static bool init(const pawl_game *game, void *memory, uint32_t seed, uint32_t players) {
    (void)game;
    return sumo_start((sumo *)memory, players, seed) == PAWL_OK;
}

static bool step(const pawl_game *game, void *memory, const uint8_t *inputs,
                 const uint8_t *status) {
    (void)game, (void)status;
    return sumo_step((sumo *)memory, inputs) == PAWL_OK;
}

static bool save(const pawl_game *game, const void *memory, void *state) {
    (void)game;
    return sumo_save((const sumo *)memory, state) == PAWL_OK;
}

static bool load(const pawl_game *game, void *memory, const void *state) {
    (void)game;
    return sumo_restore((sumo *)memory, state) == PAWL_OK;
}

static uint32_t hash(const pawl_game *game, const void *memory) {
    (void)game;
    return sumo_hash((const sumo *)memory);
}

static size_t encode(const pawl_game *game, const void *memory, void *bytes, size_t capacity) {
    uint32_t size = 0;
    (void)game;
    return sumo_encode((const sumo *)memory, bytes, capacity, &size) == PAWL_OK ? size : 0;
}

static bool decode(const pawl_game *game, void *memory, const void *bytes, size_t size) {
    (void)game;
    return sumo_decode((sumo *)memory, bytes, size) == PAWL_OK;
}

static void draw_input(const pawl_game *game, uint64_t random, uint32_t player, uint8_t *input) {
    (void)game;
    *input = sumo_bot((uint32_t)random, player, (uint32_t)(random >> 32));
}

pawl_game pawl_game_module = {
    .version = PAWL_GAME_MODULE,
    .size = sizeof(pawl_game),
    .name = "sumo",
    .players_min = SUMO_PLAYERS_MIN,
    .players_max = SUMO_PLAYERS_MAX,
    .input_size = SUMO_INPUT_SIZE,
    .rate = SUMO_RATE,
    .memory_size = sizeof(sumo),
    .state_size = SUMO_SNAPSHOT_BYTES > SUMO_SAVE_BYTES ? SUMO_SNAPSHOT_BYTES : SUMO_SAVE_BYTES,
    .init = init,
    .step = step,
    .save = save,
    .load = load,
    .hash = hash,
    .encode = encode,
    .decode = decode,
    .draw_input = draw_input};
