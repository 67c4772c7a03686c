/* episodes.h - the episodes of portcheck as goldens: small enough for boards, and all layers of the
 * library between them. */
#ifndef PAWL_GOLDEN_EPISODES_H
#define PAWL_GOLDEN_EPISODES_H

#include "portcheck/check.h"

/* Who is told what a run computes. */
typedef struct golden_episode_sink {
    void *context;
    /* `found` has the hash, and what was not as it must be, whatever the hash. Null: this profile
     * lacks what the episode is about. */
    void (*put)(void *context, const char *name, const pawli_check *found);
} golden_episode_sink;

/* All of them in turn, in the memory of pawli_world_memory, which the program gives. */
void golden_episodes_run(const golden_episode_sink *sink);

#endif
