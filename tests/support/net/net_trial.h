/* net_trial.h - one game in which a machine's state becomes wrong, drawn from a seed: does each
 * side hear of it, and is what it hears right? */
#ifndef PAWL_TESTS_NET_TRIAL_H
#define PAWL_TESTS_NET_TRIAL_H

#include "support/net/netsim.h"

#define NET_TRIAL_TEXT 300

/* Two machines in lockstep, at 60 to 500 ticks a second, over lines that lose up to 40 per cent;
 * the rules of one of them differ in one tick. */
typedef struct net_twins {
    uint32_t heard; /* sides that were told of a desync, each once */
    uint32_t exact; /* of the tick in which it began */
    uint32_t judged;
    char text[NET_TRIAL_TEXT]; /* what was played, and what was told */
} net_twins;
void net_trial_twins(netsim *net, uint64_t seed, net_twins *out);

/* Two or three machines that play a world with rollback. In the state of one of them, before its
 * hash is taken, one bit turns over: any that leaves a valid state with one value that differs. */
typedef struct net_fault {
    bool is_injected;
    bool is_machine, is_tick, is_object, is_field; /* right on both sides */
    uint32_t branch;                               /* of the value */
    uint32_t alarms;                               /* desyncs of machines that agree */
    char text[NET_TRIAL_TEXT];
} net_fault;
void net_trial_fault(netsim *net, uint64_t seed, net_fault *out);
/* The same game without a fault; alarms alone counts. */
void net_trial_calm(netsim *net, uint64_t seed, net_fault *out);

#endif
