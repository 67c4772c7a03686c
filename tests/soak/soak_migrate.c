/* soak_migrate.c - games whose hosts fail, of up to sixteen machines and with all that a session
 * can be asked for, by the seeds from the first one that is given: soak_migrate [GAMES [FIRST]].
 * With a 0 behind them they are those of few machines, as in tests/session/test_migrate.c. */
#include "support/net/net_migrate.h"

#include <stdio.h>
#include <stdlib.h>

#define GAMES 2000u

int main(int argc, char **argv) {
    const uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : GAMES;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    const bool is_crowd = argc > 3 ? atoi(argv[3]) != 0 : true;
    migrate_world *const world = migrate_make();
    if (world == NULL) return 1;
    uint64_t failed = 0;
    for (uint64_t i = 0; i < games; i++) {
        if (migrate_play(world, first + i, is_crowd)) continue;
        failed++;
        printf("soak_migrate 1 %llu %d: %s\n", (unsigned long long)(first + i), is_crowd,
               world->defect);
        fflush(stdout);
    }
    const migrate_sums *const sums = &world->sums;
    printf("soak_migrate: %llu games, %llu failed; %llu s, %llu ticks, %llu migrations, %llu "
           "crashes, %llu leave, %llu cuts, %llu return, %llu snapshots; agreed within %llu ms; "
           "%llu guesses, %llu blocks signed, %llu verified\n",
           (unsigned long long)games, (unsigned long long)failed, (unsigned long long)sums->seconds,
           (unsigned long long)sums->ticks, (unsigned long long)sums->migrations,
           (unsigned long long)sums->crashes, (unsigned long long)sums->leaves,
           (unsigned long long)sums->cuts, (unsigned long long)sums->returns,
           (unsigned long long)sums->resets, (unsigned long long)sums->slowest_ms,
           (unsigned long long)sums->guessed, (unsigned long long)sums->signed_blocks,
           (unsigned long long)sums->verified);
    migrate_free(world);
    return failed != 0;
}
