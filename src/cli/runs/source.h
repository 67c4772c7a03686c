/* source.h - a scene, a snapshot or a world replay as a world that can be stepped. The first bytes
 * of the file say which it is. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/runs/replay_file.h"
#include "cli/scene/scene_load.h"

typedef enum cli_source_type {
    CLI_SOURCE_SCENE,
    CLI_SOURCE_SNAPSHOT,
    CLI_SOURCE_REPLAY
} cli_source_type;

typedef struct cli_source {
    const char *path;
    cli_source_type type;
    pawl_world *world;
    uint64_t tick;
    uint64_t last;   /* of a replay its end, of a scene how long it is meant to run, of a snapshot
                        where it is */
    cli_scene scene; /* of a scene */
    cli_replay_run run; /* of a replay */
} cli_source;

/* Returns an exit code; errors have been reported, and then there is nothing to close. */
int cli_source_open(const char *path, cli_source *out);

/* The same for callers that take an arcade as well: then there is no world, but scene.arcade, which
 * the other functions know nothing of. */
int cli_source_open_any(const char *path, cli_source *out);
void cli_source_close(cli_source *source);

/* Do what the program did to the world before the step of this tick: replays know it. Returns an
 * exit code; errors have been reported: CLI_EXIT_FAILED when a replay does not fit itself. */
int cli_source_settle(cli_source *source, const pawl_step_hooks *hooks);
/* That, and the step. */
int cli_source_step(cli_source *source, const pawl_step_hooks *hooks);

/* The name of a body by its slot, or of a joint by its serial, in the file of a scene; null when
 * there is none. What was there first keeps its place, until it breaks. */
const char *cli_source_body_name(const cli_source *source, uint16_t slot);
const char *cli_source_joint_name(const cli_source *source, uint32_t serial);

#endif
