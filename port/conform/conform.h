/* conform.h - a scene as a sequence of events, the same on every machine.
 *
 * An event is a step of a world, wherever it is made (in a scene, in a session, in the playback of
 * a replay), or a value that a scene of portcheck notes or expects. Events are counted from 1, and
 * each is mixed into a chain: two machines agree up to an event exactly when their chains do. The
 * scenes are those of portcheck and the goldens, as they are. */
#ifndef PAWLI_CONFORM_H
#define PAWLI_CONFORM_H

#include "portcheck/check.h"

/* Whether the goldens are among the scenes, and how much memory they may have. */
#ifndef CONFORM_GOLDENS
#define CONFORM_GOLDENS 1
#endif
#ifndef CONFORM_MEMORY_BYTES
#define CONFORM_MEMORY_BYTES PAWLI_MEMORY_BYTES
#endif

typedef enum conform_type {
    CONFORM_STEP = 0, /* value: the hash of the world after it; the status above */
    CONFORM_NOTE = 1, /* something that a scene folds into its hash */
    CONFORM_EXPECT = 2,
    CONFORM_CALL = 3, /* of a function with arguments */
    CONFORM_MARK = 4  /* a place in the scene: its name, and a number as the value */
} conform_type;

typedef struct conform_event {
    uint32_t number, chain;
    uint8_t type;
    uint8_t argument_count; /* of a call */
    int64_t value;
    const char *name; /* null: none */
    const int32_t *arguments;
    const pawl_world *world; /* of a step, else null */
} conform_event;

/* What is told of a scene while it is played. */
typedef struct conform_watch {
    void *context;
    /* After each event; false: the rest is not of interest, and passes without a step. */
    bool (*event)(void *context, const conform_event *event);
    /* After each stage of the step that is the event `traced`; 0: of none. */
    void (*stage)(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                  uint32_t hash);
    uint32_t traced;
} conform_watch;

typedef struct conform_scene {
    const char *set, *name; /* "joint_types", "prismatic" */
    void (*run)(pawli_check *check);
    int golden; /* where run is null: which golden */
} conform_scene;

/* Stages of portcheck that are scenes as well. */
extern const pawli_episode pawli_portcheck_episodes[];

/* Scenes that this build has, from 0 on; false behind the last one. */
bool conform_scene_at(int index, conform_scene *out);
/* "joint_types/prismatic" */
#define CONFORM_NAME_MAX 48
void conform_scene_name(const conform_scene *scene, char name[CONFORM_NAME_MAX]);

/* Play a scene in memory that begins alike each time. The watch may change meanwhile. */
void conform_play(const conform_scene *scene, conform_watch *watch);

/* A bijection of the value for every chain: a single wrong word is always seen. */
uint32_t conform_mix(uint32_t chain, uint32_t value);

/* An event that no function of check.h makes. */
void conform_note(const char *name, int64_t value);

/* goldens.c: those that fit into so many bytes. A golden of which a build has only a part ends
 * early. */
int conform_golden_count(size_t size);
const char *conform_golden_name(int index, size_t size);
void conform_golden_run(int index, void *memory, size_t size);

/* What the library calls pawl_world_step: step.c is compiled once more, with PAWL_TRACE and under
 * this name, and observe.c stands before it. All else is the library as it is. */
pawl_status conform_library_step(pawl_world *world, const struct pawl_step_hooks *hooks);

#endif
