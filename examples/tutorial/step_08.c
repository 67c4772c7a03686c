/* step_08.c - two players, and the hash that two machines compare.
 *
 *   make examples && build/examples/tutorial/step_08 */
#include "game.h"

#include <stdio.h>

int main(void) {
    static game one;
    if (game_start(&one)) return 1;
    for (int tick = 0; tick < 600; tick++) {
        const uint8_t keys[PLAYERS] = {keys_at(0, tick), keys_at(1, tick)};
        if (game_step(&one, keys)) return 1;
        if (tick % 120 != 119) continue;
        printf("tick %3d: coins %u to %u, hash %08x\n", tick + 1, game_coins(&one, 0),
               game_coins(&one, 1), (unsigned)pawl_world_hash(one.world));
    }
    return 0;
}
