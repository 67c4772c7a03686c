/* game_sizes.c - prints the header game_sizes.h: how many bytes the game's world needs, as the
 * library that was built says. They are the same on the PC and on the console. */
#include <stdio.h>

#include "game_world.h"

int main(void) {
    const pawl_world_def def = game_world_def();
    const size_t state = pawl_world_state_size(&def), scratch = pawl_world_scratch_size(&def);
    if (state == 0 || scratch == 0) return 1;
    printf("/* game_sizes.h - written by game_sizes.c when the game is built. */\n");
    printf("#define GAME_STATE_BYTES %zu\n", state);
    printf("#define GAME_SCRATCH_BYTES %zu\n", scratch);
    return 0;
}
