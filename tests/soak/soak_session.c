/* soak_session.c - a hundred thousand games over bad networks, by the seeds from the first one that
 * is given: soak_session [GAMES [FIRST]]. Each fourth one more is a game of strangers, whose host
 * waits for nobody for long. */
#include "support/net/net_star.h"

#include <stdio.h>
#include <stdlib.h>

#define GAMES 100000u
#define SHOW_EVERY 1000u
#define TEXT_MAX 6000

static void print_totals(const net_totals *sum) {
    printf("soak_session: %llu games, %llu ticks, %llu packets, %llu rollbacks of at most %llu "
           "ticks, worst stall %llu ms; %llu inputs decided without a player, host still for %llu "
           "ms at most\n",
           (unsigned long long)sum->games, (unsigned long long)sum->ticks,
           (unsigned long long)sum->packets, (unsigned long long)sum->rollbacks,
           (unsigned long long)sum->deepest, (unsigned long long)sum->worst_stall_ms,
           (unsigned long long)sum->substituted, (unsigned long long)sum->worst_hold_ms);
    fflush(stdout);
}

/* Over narrow lines nothing comes back once a host has parted from it: there it need not end. */
static bool play(net_star *star, uint64_t seed, net_plan_kind kind) {
    net_plan plan;
    net_plan_make(seed, kind, &plan);
    const net_star_hooks short_game = {.duration_ms = 6000};
    const bool is_short = kind == NET_PLAN_STRANGERS && plan.is_narrow;
    if (net_star_play(star, &plan, is_short ? &short_game : NULL)) return true;
    static char text[TEXT_MAX];
    net_plan_text(&plan, text, sizeof text);
    printf("soak_session: kind %d, %s\n%s", (int)kind, star->defect, text);
    return false;
}

int main(int argc, char **argv) {
    static const net_plan_kind kinds[] = {NET_PLAN_ANY, NET_PLAN_STEADY, NET_PLAN_ANY,
                                          NET_PLAN_COMPACT};
    const uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : GAMES;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    net_star *const star = net_star_make();
    uint64_t failed = 0;
    for (uint64_t i = 0; i < games && star != NULL; i++) {
        failed += !play(star, first + i, kinds[(first + i) % 4]);
        if (i % 4 == 0) failed += !play(star, first + i, NET_PLAN_STRANGERS);
        if ((i + 1) % SHOW_EVERY == 0) print_totals(&star->totals);
    }
    char text[NET_DEFECT_MAX];
    if (star == NULL ||
        (games >= SHOW_EVERY && !net_totals_suffice(&star->totals, text, sizeof text))) {
        printf("soak_session: %s\n", star == NULL ? "no memory" : text);
        failed++;
    }
    if (star != NULL) {
        print_totals(&star->totals);
        net_star_free(star);
    }
    printf("soak_session: %llu games, %llu failed\n", (unsigned long long)games,
           (unsigned long long)failed);
    return failed != 0;
}
