/* stepper.h - a scene with its script, or a world replay, as one thing that is stepped and that
 * goes back to where it was. */
#ifndef PAWLI_CLI_STEPPER_H
#define PAWLI_CLI_STEPPER_H

#include "cli/runs/replay_file.h"
#include "cli/script/script.h"

typedef struct pawli_stepper {
    const char *path;
    bool is_replay;
    pawli_scene scene; /* of a scene file */
    pawli_script script;
    pawli_playback playback; /* of a replay */
    uint64_t tick, last;
    uint32_t world_size;
    pawl_world_def def;
} pawli_stepper;

/* The file says which it is. Returns an exit code; errors have been told. */
int pawli_stepper_open(pawli_stepper *stepper, const char *path, const char *script,
                       const pawli_budget *budget);
void pawli_stepper_close(pawli_stepper *stepper);

pawl_world *pawli_stepper_world(const pawli_stepper *stepper);

/* What is done to the world before this tick, and its step. Returns an exit code; errors have been
 * told. */
int pawli_stepper_step(pawli_stepper *stepper);

/* A place to go back to: a save of the world, and what is outside of it. */
typedef struct pawli_place {
    uint64_t tick;
    uint64_t *save; /* malloc'ed */
    uint32_t size;
    pawl_player player;
    pawli_script_call *next;
} pawli_place; /* starts as {0}; free its save */

pawl_status pawli_stepper_save(const pawli_stepper *stepper, pawli_place *place);
pawl_status pawli_stepper_restore(pawli_stepper *stepper, const pawli_place *place);

/* Encode the world, overwrite its memory, and decode it there, with the terrain it had. */
pawl_status pawli_stepper_reload(pawli_stepper *stepper);

#endif
