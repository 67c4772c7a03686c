/* script.h - what a program would do to a world at which tick, as a text (docs/format-script.md).
 */
#ifndef CLI_SCRIPT_H
#define CLI_SCRIPT_H

#include "cli/scene/scene_load.h"
#include "pawl/level.h"

#define CLI_SCRIPT_SIZE_MAX ((size_t)4 * 1024 * 1024)
#define CLI_SCRIPT_NUMBERS 4   /* of a call */
#define CLI_SCRIPT_KEYWORDS 16 /* of a verb */

struct cli_script_verb;

/* One line. */
typedef struct cli_script_call {
    struct cli_script_call *next;
    uint64_t tick;
    uint32_t line;
    const char *text; /* the line without its tick; null: it follows from another line */
    const struct cli_script_verb *verb;
    const char *created;     /* name of what it creates; null: nothing */
    uint32_t subject;        /* which body, joint, soft body or character: index into the lists */
    uint32_t body_a, body_b; /* of a joint that is made; A is also what a soft body hangs on */
    uint32_t type;           /* of a joint that is made */
    pawl_wide number[CLI_SCRIPT_NUMBERS];
    pawl_wide option[CLI_SCRIPT_KEYWORDS][2];
    uint32_t given; /* bit per keyword of the verb */
    bool by_hand;   /* it was added while the script ran */
} cli_script_call;

/* What a script asks of the walker of the scene's level. cli_walker_step clears what happens once
 * (has_...). */
typedef struct cli_script_walker {
    pawl_vec2 input; /* as in pawl_walker_step */
    pawl_walker_def def;
    pawl_gates gates;
    bool has_velocity, has_jump, has_place;
    pawl_vec2 velocity, place;
    pawl_fx jump;
} cli_script_walker;

typedef struct cli_script {
    const char *path;
    FILE *log;
    cli_heap heap;
    cli_script_call *first, *last, *next;
    cli_scene_room room;    /* for what it creates */
    cli_scene_body *bodies; /* of the scene, then those it creates; a null id: not yet */
    cli_scene_joint *joints;
    cli_scene_soft *softs;           /* of the scene */
    cli_scene_character *characters; /* of the scene */
    uint32_t body_count, joint_count, soft_count, character_count;
    uint32_t body_room, joint_room; /* how many the lists have room for */
    const cli_scene_level *level;   /* of the scene; null: none */
    pawl_fracture_def fracture;     /* of the scene, or the default */
    cli_script_walker walker;
} cli_script;

/* Read a script for a scene that is loaded by `load`, with room for what the script creates.
 * Problems go to `log`, one per line: "pawl: FILE:LINE: reason". False after the first one: then
 * there is neither a script nor a scene. A null path is a script that does nothing. */
bool cli_script_load(const char *path, const char *scene_path, FILE *log,
                     const cli_map_options *map, cli_script *script, cli_scene *scene);
void cli_script_free(cli_script *script);

/* The same with room for what cli_script_add_line will create. */
bool cli_script_load_with(const char *path, const char *scene_path, FILE *log, cli_scene_room spare,
                          const cli_map_options *map, cli_script *script, cli_scene *scene);

/* A script that does nothing, for a scene that is loaded otherwise. */
void cli_script_none(cli_script *script);

/* The calls before the step of a tick, which must come in ascending order; false after an error,
 * which has been reported. */
bool cli_script_apply(cli_script *script, pawl_world *world, uint64_t tick);

/* How many calls there are at or after a tick. */
uint32_t cli_script_count_after(const cli_script *script, uint64_t tick);

/* ---- scripts that grow while they run; script_add.c ---- */

/* Add a line without "tick N" behind all calls of this tick, and make the call. Errors, which have
 * been reported as of a file "edit", leave the script as it was: FORMAT, and what the call answers.
 */
pawl_status cli_script_add_line(cli_script *script, pawl_world *world, uint64_t tick,
                                const char *line);

/* Take out the lines that were added after this tick, and forget what they create. */
void cli_script_add_cut(cli_script *script, uint64_t tick);

/* The script as a file; free() it. */
char *cli_script_add_text(const cli_script *script);

#endif
