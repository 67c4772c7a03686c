/* demo.c - plays a record and compares hashes. */
#include "demo.h"

pawl_status demo_start(demo_run *run, const demo_record *demo, game_state *game, void *scratch) {
    const game_record nothing = {.best = 0, .reached = 1};
    run->demo = demo;
    run->game = game;
    run->next = run->keys = run->checks = run->equal = 0;
    return game_start(game, &nothing, scratch);
}

bool demo_is_over(const demo_run *run) {
    return run->game->tick >= run->demo->length || run->checks == DEMO_CHECKS_MAX;
}

uint32_t demo_next_keys(demo_run *run) {
    const demo_record *demo = run->demo;
    while (run->next < demo->key_count && demo->keys[run->next].tick <= run->game->tick)
        run->keys = demo->keys[run->next++].keys;
    return run->keys;
}

void demo_compare(demo_run *run) {
    if (run->game->tick % DEMO_PERIOD != 0) return;
    const uint32_t hash = game_hash(run->game);
    run->hashes[run->checks] = hash;
    if (hash == run->demo->hashes[run->checks]) run->equal++;
    run->checks++;
}
