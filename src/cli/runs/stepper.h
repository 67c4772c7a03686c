/* stepper.h - a scene with its script, or a world replay, as one thing that is stepped and that
 * goes back to where it was. */
#ifndef CLI_STEPPER_H
#define CLI_STEPPER_H

#include "cli/runs/replay_file.h"
#include "cli/script/script.h"

typedef struct cli_stepper {
    const char *path;
    bool is_replay;
    cli_scene scene; /* of a scene file */
    cli_script script;
    cli_replay_run run; /* of a replay */
    uint64_t tick, last;
    uint32_t world_size;
    pawl_world_def def;
} cli_stepper;

/* The file says which it is. Returns an exit code; errors have been reported. */
int cli_stepper_open(cli_stepper *stepper, const char *path, const char *script,
                     const cli_replay_budget *budget);
void cli_stepper_close(cli_stepper *stepper);

pawl_world *cli_stepper_world(const cli_stepper *stepper);

/* What is done to the world before this tick, and its step. Returns an exit code; errors have been
 * reported. */
int cli_stepper_step(cli_stepper *stepper);

/* A place to go back to: a save of the world, and what is outside of it. */
typedef struct cli_stepper_place {
    uint64_t tick;
    uint64_t *save; /* malloc'ed */
    uint32_t size;
    pawl_playback playback;
    cli_script_call *next;
} cli_stepper_place; /* starts as {0}; free its save */

pawl_status cli_stepper_save(const cli_stepper *stepper, cli_stepper_place *place);
pawl_status cli_stepper_restore(cli_stepper *stepper, const cli_stepper_place *place);

/* Encode the world, overwrite its memory, and decode it there, with the terrain it had. */
pawl_status cli_stepper_reload(cli_stepper *stepper);

#endif
