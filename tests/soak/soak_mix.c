/* soak_mix.c - games in which everything is done at once, by the seeds from the first one that is
 * given, by turns of few and of many players: soak_mix [GAMES [FIRST]]. With a number behind them
 * all games are of one kind of net_mix.h. */
#include "support/net/net_mix.h"

#include <stdio.h>
#include <stdlib.h>

#define GAMES 20000u

int main(int argc, char **argv) {
    static char text[NET_MIX_TEXT];
    const uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : GAMES;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    const int kind = argc > 3 ? atoi(argv[3]) : -1;
    net_star *const star = net_star_make();
    if (star == NULL) return 1;
    net_mix_sums sums = {0};
    uint64_t failed = 0;
    for (uint64_t i = 0; i < games; i++) {
        const uint64_t seed = kind < 0 ? first + i / 2 : first + i;
        const int its = kind < 0 ? (int)(i % 2) : kind;
        if (net_mix_play(star, seed, (net_mix_kind)its, &sums, text)) continue;
        failed++;
        printf("soak_mix 1 %llu %d: %s\n%s", (unsigned long long)seed, its, star->defect, text);
        fflush(stdout);
    }
    printf("soak_mix: %llu games, %llu failed; %llu ticks, %llu packets; %llu admitted, %llu "
           "refused; %llu delays; %llu knocks, %llu forged; %llu desyncs, %llu verdicts, %llu of "
           "them right and none wrong; %llu played again; %llu late, %llu decided, %llu "
           "interrupted; host still for %llu ms at most; %llu guesses; %llu blocks signed of %llu "
           "owed, %llu verified\n",
           (unsigned long long)games, (unsigned long long)failed,
           (unsigned long long)star->totals.ticks, (unsigned long long)star->totals.packets,
           (unsigned long long)sums.admitted, (unsigned long long)sums.refused,
           (unsigned long long)sums.delays, (unsigned long long)sums.knocks,
           (unsigned long long)sums.forged, (unsigned long long)sums.desyncs,
           (unsigned long long)sums.verdicts, (unsigned long long)sums.named,
           (unsigned long long)star->totals.again, (unsigned long long)sums.late,
           (unsigned long long)star->totals.substituted, (unsigned long long)sums.interrupted,
           (unsigned long long)star->totals.worst_hold_ms, (unsigned long long)star->totals.guessed,
           (unsigned long long)star->totals.signed_blocks, (unsigned long long)star->totals.owed,
           (unsigned long long)star->totals.verified);
    net_star_free(star);
    return failed != 0;
}
