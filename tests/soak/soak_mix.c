/* soak_mix.c - games in which everything is done at once, by the seeds from the first one that is
 * given: soak_mix [GAMES [FIRST]]. */
#include "support/net/net_mix.h"

#include <stdio.h>
#include <stdlib.h>

#define GAMES 20000u

int main(int argc, char **argv) {
    static char text[NET_MIX_TEXT];
    const uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : GAMES;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    net_star *const star = net_star_make();
    if (star == NULL) return 1;
    net_mix_sums sums = {0};
    uint64_t failed = 0;
    for (uint64_t i = 0; i < games; i++) {
        if (net_mix_play(star, first + i, &sums, text)) continue;
        failed++;
        printf("soak_mix: game %llu, %s\n%s", (unsigned long long)(first + i), star->defect, text);
    }
    printf("soak_mix: %llu games, %llu failed; %llu ticks, %llu packets; %llu admitted, %llu "
           "refused; %llu delays; %llu knocks, %llu forged; %llu desyncs, %llu verdicts, %llu of "
           "them right and none wrong; %llu played again; %llu late, %llu decided, %llu "
           "interrupted; host still for %llu ms at most\n",
           (unsigned long long)games, (unsigned long long)failed,
           (unsigned long long)star->totals.ticks, (unsigned long long)star->totals.packets,
           (unsigned long long)sums.admitted, (unsigned long long)sums.refused,
           (unsigned long long)sums.delays, (unsigned long long)sums.knocks,
           (unsigned long long)sums.forged, (unsigned long long)sums.desyncs,
           (unsigned long long)sums.verdicts, (unsigned long long)sums.named,
           (unsigned long long)star->totals.again, (unsigned long long)sums.late,
           (unsigned long long)star->totals.substituted, (unsigned long long)sums.interrupted,
           (unsigned long long)star->totals.worst_hold_ms);
    net_star_free(star);
    return failed != 0;
}
