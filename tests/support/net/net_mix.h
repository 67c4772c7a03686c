/* net_mix.h - games in which everything that a session does is done at once: doors, deadlines,
 * delays that change, late machines, knocks of strangers, one machine that lies or plays wrongly,
 * verdicts, and all that a def can switch on. Drawn from a seed. */
#ifndef PAWL_TESTS_NET_MIX_H
#define PAWL_TESTS_NET_MIX_H

#include "support/net/net_star.h"

#define NET_MIX_TEXT 6000

/* What the games met. */
typedef struct net_mix_sums {
    uint64_t admitted, refused; /* by the program of a host */
    uint64_t delays;            /* that were changed */
    uint64_t knocks, forged;    /* packets of strangers, and of a liar */
    uint64_t desyncs, verdicts;
    uint64_t named; /* verdicts that name the machine that was at fault */
    uint64_t late, interrupted;
} net_mix_sums;

typedef enum net_mix_kind {
    NET_MIX_FEW,  /* up to eight players, whose inputs have one size */
    NET_MIX_CROWD /* up to sixteen, and inputs of any kind; guesses of programs, signatures, a delay
                     for those who watch, memory for the search of a stage */
} net_mix_kind;

/* One game; false with star->defect, and what was played in `text`, of NET_MIX_TEXT bytes. */
bool net_mix_play(net_star *star, uint64_t seed, net_mix_kind kind, net_mix_sums *sums, char *text);

#endif
