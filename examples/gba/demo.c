/* demo.c - plays a record and compares hashes. */
#include "demo.h"

pawl_status demo_start(demo_run *run, const demo_record *demo, game_state *game, void *scratch) {
    run->demo = demo;
    run->game = game;
    run->next = run->keys = run->checks = run->equal = 0;
    return game_start(game, scratch);
}

bool demo_is_over(const demo_run *run) {
    return run->game->tick >= run->demo->length || run->checks == DEMO_CHECKS_MAX;
}

pawl_status demo_step(demo_run *run) {
    const demo_record *demo = run->demo;
    if (demo_is_over(run)) return PAWL_OK;
    while (run->next < demo->key_count && demo->keys[run->next].tick <= run->game->tick)
        run->keys = demo->keys[run->next++].keys;
    const pawl_status status = game_step(run->game, run->keys);
    if (status != PAWL_OK || run->game->tick % DEMO_PERIOD != 0) return status;
    const uint32_t hash = game_hash(run->game);
    run->hashes[run->checks] = hash;
    if (hash == demo->hashes[run->checks]) run->equal++;
    run->checks++;
    return PAWL_OK;
}
