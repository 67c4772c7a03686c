/* source.h - a scene, a snapshot or a world replay as a world that can be stepped. The first bytes
 * of the file say which it is. */
#ifndef PAWLI_CLI_SOURCE_H
#define PAWLI_CLI_SOURCE_H

#include "cli/runs/replay_file.h"
#include "cli/scene/scene_load.h"

typedef enum pawli_source_kind {
    PAWLI_SOURCE_SCENE,
    PAWLI_SOURCE_SNAPSHOT,
    PAWLI_SOURCE_REPLAY
} pawli_source_kind;

typedef struct pawli_source {
    const char *path;
    pawli_source_kind kind;
    pawl_world *world;
    uint64_t tick;
    uint64_t last;     /* of a replay its end, of a scene how long it is meant to run, of a snapshot
                          where it is */
    pawli_scene scene; /* of a scene */
    pawli_playback playback; /* of a replay */
} pawli_source;

/* Returns an exit code; errors have been told, and then there is nothing to close. */
int pawli_source_open(const char *path, pawli_source *out);

/* The same for who takes an arcade as well: then there is no world, but scene.arcade, which the
 * other functions know nothing of. */
int pawli_source_open_any(const char *path, pawli_source *out);
void pawli_source_close(pawli_source *source);

/* Do what the program did to the world before the step of this tick: replays know it. Returns an
 * exit code; errors have been told: PAWLI_EXIT_FAILED when a replay does not fit itself. */
int pawli_source_settle(pawli_source *source, const pawl_step_hooks *hooks);
/* That, and the step. */
int pawli_source_step(pawli_source *source, const pawl_step_hooks *hooks);

/* The name of a body by its slot, or of a joint by its serial, in the file of a scene; null when
 * there is none. What was there first keeps its place, until it breaks. */
const char *pawli_source_body_name(const pawli_source *source, uint16_t slot);
const char *pawli_source_joint_name(const pawli_source *source, uint32_t serial);

#endif
