/* game_sumo.c - sumo as a game whose replays are recorded and verified, for 2, 3 and 4 players. */
#include "cli/runs/games.h"
#include "sumo/machine.h"

static void step(void *game, const uint8_t *inputs, const uint8_t *status) {
    machine_replay_game(game).step(game, inputs, status);
}

static uint32_t hash(void *game) {
    return sumo_hash(game);
}

static uint32_t save(void *game, void *snapshot, uint32_t size) {
    uint32_t used = 0;
    return sumo_encode(game, snapshot, size, &used) == PAWL_OK ? used : 0;
}

static bool load(void *game, uint64_t tick, const void *snapshot, uint32_t size) {
    return machine_replay_game(game).load(game, tick, snapshot, size);
}

static void demo(uint32_t seed, uint64_t tick, uint8_t *inputs, uint32_t players) {
    for (uint32_t player = 0; player < players; player++)
        inputs[player] = sumo_bot(seed, player, (uint32_t)tick);
}

#define SUMO_FOR(count, text)                                                     \
    static bool start_##count(void *game, uint32_t seed) {                        \
        return sumo_start(game, count, seed) == PAWL_OK;                          \
    }                                                                             \
    static void demo_##count(uint32_t seed, uint64_t tick, uint8_t *inputs) {     \
        demo(seed, tick, inputs, count);                                          \
    }                                                                             \
    const cli_game cli_game_sumo_##count = {.name = text,                         \
                                            .app_id = SUMO_APP_ID,                \
                                            .players = count,                     \
                                            .input_size = SUMO_INPUT_SIZE,        \
                                            .rate = SUMO_RATE,                    \
                                            .size = sizeof(sumo),                 \
                                            .snapshot_size = SUMO_SNAPSHOT_BYTES, \
                                            .start = start_##count,               \
                                            .step = step,                         \
                                            .hash = hash,                         \
                                            .save = save,                         \
                                            .load = load,                         \
                                            .demo = demo_##count}

SUMO_FOR(2, "sumo");
SUMO_FOR(3, "sumo3");
SUMO_FOR(4, "sumo4");
