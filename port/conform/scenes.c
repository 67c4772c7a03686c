/* scenes.c - what is played: the stages of portcheck that do not ask how the program started, its
 * episodes, and the goldens that fit. */
#include "conform/conform.h"

#include "pawl/config.h"

#include <string.h>

#if PAWL_WITH_JOINTS
#define JOINTS pawli_stage_joints
#else
#define JOINTS NULL
#endif

const pawli_episode pawli_portcheck_episodes[] = {{"fixed", pawli_stage_fixed},
                                                  {"layout", pawli_stage_layout},
                                                  {"hash", pawli_stage_hash},
                                                  {"contacts", pawli_stage_contacts},
                                                  {"joints", JOINTS},
                                                  {"sleep", pawli_stage_sleep},
                                                  {"snapshot", pawli_stage_snapshot},
                                                  {"session", pawli_stage_session},
                                                  {"level", pawli_stage_level},
                                                  {NULL, NULL}};

/* Those that conform.mk names (CONFORM_SETS). */
static const struct {
    const char *name;
    const pawli_episode *episodes;
} sets[] = {
#define PAWLI_SET_OF_EPISODES(name) {#name, pawli_##name##_episodes},
#include "conform_sets.inc"
#undef PAWLI_SET_OF_EPISODES
    {NULL, NULL}};

bool conform_scene_at(int index, conform_scene *out) {
    memset(out, 0, sizeof *out);
    if (index < 0) return false;
    for (size_t i = 0; sets[i].name != NULL; i++) {
        for (const pawli_episode *at = sets[i].episodes; at->name != NULL; at++) {
            if (at->run == NULL || index-- > 0) continue; /* null: not in this profile */
            out->set = sets[i].name;
            out->name = at->name;
            out->run = at->run;
            return true;
        }
    }
    if (!CONFORM_GOLDENS || index >= conform_golden_count(CONFORM_MEMORY_BYTES)) return false;
    out->set = "golden";
    out->name = conform_golden_name(index, CONFORM_MEMORY_BYTES);
    out->golden = index;
    return true;
}

void conform_scene_name(const conform_scene *scene, char name[CONFORM_NAME_MAX]) {
    const char *const parts[3] = {scene->set, "/", scene->name};
    size_t at = 0;
    for (int i = 0; i < 3; i++)
        for (const char *from = parts[i]; *from != '\0' && at < CONFORM_NAME_MAX - 1; from++)
            name[at++] = *from;
    name[at] = '\0';
}
