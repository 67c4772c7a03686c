/* step_09.c - back in time: save, guess, and play again what was guessed wrong.
 *
 *   make examples && build/examples/tutorial/step_09 */
#include "game.h"

#include <stdio.h>

#define LATE 8 /* ticks until the keys of the other player arrive */

static uint64_t saves[LATE + 1][STATE_WORDS]; /* the states before the last ticks */

/* Play a tick, and keep the state before it. */
static pawl_status play(game *self, int tick, const uint8_t *keys) {
    void *save = saves[tick % (LATE + 1)];
    const pawl_status status = pawl_world_save(self->world, save, sizeof saves[0]);
    return status ? status : game_step(self, keys);
}

/* The keys of player 1 for the tick `first` have come. If they were guessed wrong, go back there,
 * and play all ticks since then again, with the better guess that they are held down. */
static pawl_status correct(game *self, int first, int tick, int *rollbacks) {
    if (first < 1 || keys_at(1, first) == keys_at(1, first - 1)) return PAWL_OK;
    const void *save = saves[first % (LATE + 1)];
    pawl_status status = pawl_world_restore(self->world, save, sizeof saves[0]);
    for (int again = first; again < tick && !status; again++) {
        const uint8_t keys[PLAYERS] = {keys_at(0, again), keys_at(1, first)};
        status = play(self, again, keys);
    }
    ++*rollbacks;
    return status;
}

int main(void) {
    static game here, exact;
    int rollbacks = 0;
    if (game_start(&here) || game_start(&exact)) return 1;
    for (int tick = 0; tick < 600 + LATE; tick++) {
        const int known = tick < LATE ? 0 : tick - LATE;
        const uint8_t guess[PLAYERS] = {keys_at(0, tick), keys_at(1, known)};
        if (correct(&here, tick - LATE, tick, &rollbacks) || play(&here, tick, guess)) return 1;
    }
    /* The last ticks are still guesses: the state before tick 600 is the last certain one. */
    if (pawl_world_restore(here.world, saves[600 % (LATE + 1)], sizeof saves[0])) return 1;

    for (int tick = 0; tick < 600; tick++) {
        const uint8_t keys[PLAYERS] = {keys_at(0, tick), keys_at(1, tick)};
        if (game_step(&exact, keys)) return 1;
    }
    printf("rollbacks: %d\nhash with guesses %08x\nhash without    %08x\n", rollbacks,
           (unsigned)pawl_world_hash(here.world), (unsigned)pawl_world_hash(exact.world));
    return pawl_world_hash(here.world) != pawl_world_hash(exact.world);
}
