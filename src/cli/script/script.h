/* script.h - what a program would do to a world at which tick, as a text (docs/format-script.md).
 */
#ifndef PAWLI_CLI_SCRIPT_H
#define PAWLI_CLI_SCRIPT_H

#include "cli/scene/scene_load.h"
#include "pawl/walker.h"

#define PAWLI_SCRIPT_SIZE_MAX ((size_t)4 * 1024 * 1024)
#define PAWLI_SCRIPT_NUMBERS 4   /* of a call */
#define PAWLI_SCRIPT_KEYWORDS 16 /* of a verb */

struct pawli_script_verb;

/* One line. */
typedef struct pawli_script_call {
    struct pawli_script_call *next;
    uint64_t tick;
    uint32_t line;
    const struct pawli_script_verb *verb;
    uint32_t subject;        /* which body, joint or soft body: index into the script's lists */
    uint32_t body_a, body_b; /* of a joint that is made; A is also what a soft body hangs on */
    uint32_t type;           /* of a joint that is made */
    pawl_wide number[PAWLI_SCRIPT_NUMBERS];
    pawl_wide option[PAWLI_SCRIPT_KEYWORDS][2];
    uint32_t given; /* bit per keyword of the verb */
} pawli_script_call;

/* What a script wants of the player of the scene's level. What happens once (has_...) is taken
 * back by who does it. */
typedef struct pawli_script_player {
    pawl_vec2 input; /* as in pawl_walker_step */
    pawl_walker_def def;
    pawl_gates gates;
    bool has_velocity, has_jump, has_place;
    pawl_vec2 velocity, place;
    pawl_fx jump;
} pawli_script_player;

typedef struct pawli_script {
    const char *path;
    FILE *log;
    pawli_heap heap;
    pawli_script_call *first, *last, *next;
    pawli_scene_room room;    /* for what it creates */
    pawli_scene_body *bodies; /* of the scene, then those it creates; a null id: not yet */
    pawli_scene_joint *joints;
    pawli_scene_soft *softs; /* of the scene */
    uint32_t body_count, joint_count, soft_count;
    const pawli_scene_level *level; /* of the scene; null: none */
    pawl_fracture_def fracture;     /* of the scene, or the default */
    pawli_script_player player;
} pawli_script;

/* Read a script for a scene that is loaded by `load`, with room for what the script creates.
 * Problems go to `log`, one per line: "pawl: FILE:LINE: reason". False after the first one: then
 * there is neither a script nor a scene. A null path is a script that does nothing. */
bool pawli_script_load(const char *path, const char *scene_path, FILE *log, pawli_script *script,
                       pawli_scene *scene);
void pawli_script_free(pawli_script *script);

/* A script that does nothing, for a scene that is loaded otherwise. */
void pawli_script_none(pawli_script *script);

/* The calls before the step of a tick, which must come in ascending order; false after an error,
 * which has been told. */
bool pawli_script_apply(pawli_script *script, pawl_world *world, uint64_t tick);

/* How many calls there are at or after a tick. */
uint32_t pawli_script_count_after(const pawli_script *script, uint64_t tick);

#endif
