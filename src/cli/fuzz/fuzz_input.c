/* fuzz_input.c - what the players of a game press. */
#include "cli/fuzz/fuzz_play.h"

#include <string.h>

void cli_fuzz_input_draw(const cli_fuzz_play *play, uint32_t player, uint32_t tick,
                         uint8_t *input) {
    const uint32_t hold = cli_fuzz_script_get(play->script, CLI_FUZZ_HOLD);
    pawl_random random = pawl_random_make((uint64_t)play->seed << 32 | tick / hold, 30u + player);
    const uint64_t high = pawl_random_next(&random);
    const uint64_t drawn = high << 32 | pawl_random_next(&random);
    if (play->game->draw_input != NULL) {
        play->game->draw_input(play->game, drawn, player, input);
        return;
    }
    for (uint32_t i = 0; i < play->game->input_size; i++)
        input[i] = (uint8_t)(i < 8 ? drawn >> 8u * i : pawl_random_next(&random));
}

/* Most ticks have no command; a game that draws its inputs itself gets whole ones. */
uint8_t cli_fuzz_input_cut(const cli_fuzz_play *play, uint32_t player, uint32_t tick,
                           uint8_t *input) {
    const uint32_t hold = cli_fuzz_script_get(play->script, CLI_FUZZ_HOLD);
    pawl_random random = pawl_random_make((uint64_t)play->seed << 32 | tick / hold, 60u + player);
    const uint32_t most = play->game->input_size;
    const uint32_t part =
        play->game->draw_input != NULL ? most : pawl_random_below(&random, most + 1u);
    const uint32_t size = pawl_random_below(&random, 3) == 0 ? part : 0;
    memset(input + size, 0, most - size);
    return (uint8_t)size;
}
