/* episodes.c - what portcheck plays, as goldens: its small worlds, and its sets of episodes. */
#include "golden/episodes.h"

#include "pawl/config.h"

#if PAWL_WITH_JOINTS
#define JOINTS pawli_stage_joints
#else
#define JOINTS NULL
#endif

/* Stages that are episodes as well: their marks are of no interest here. */
static const pawli_episode stages[] = {
    {"contacts", pawli_stage_contacts},
    {"joints", JOINTS},
    {"sleep", pawli_stage_sleep},
    {"snapshot", pawli_stage_snapshot},
    {"session", pawli_stage_session},
    {"level", pawli_stage_level},
    {NULL, NULL},
};

static void run_set(const pawli_episode *episodes, const golden_episode_sink *sink) {
    for (; episodes->name != NULL; episodes++) {
        pawli_check check = {.hash = 0};
        if (episodes->run != NULL) episodes->run(&check);
        sink->put(sink->context, episodes->name, episodes->run != NULL ? &check : NULL);
    }
}

void golden_episodes_run(const golden_episode_sink *sink) {
    run_set(stages, sink);
#define PAWLI_SET_OF_EPISODES(name) run_set(pawli_##name##_episodes, sink);
#include "portcheck/sets.h"
#undef PAWLI_SET_OF_EPISODES
}
