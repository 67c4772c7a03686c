/* studio.h - a run with its past: a scene, a replay or a snapshot that is stepped, gone back in,
 * changed by hand, and branched; or a film, which is only shown. What `pawl view` and the page in a
 * browser do, but showing it.
 *
 * The state of a tick is that after its step and after what was done to it by hand at that tick,
 * before the next step. All that is done by hand becomes lines of a script (docs/format-script.md):
 * `pawl run SCENE --script FILE` makes the same run. */
#ifndef CLI_STUDIO_H
#define CLI_STUDIO_H

#include "cli/draw/drawing_world.h"
#include "cli/runs/film_reader.h"
#include "cli/runs/replay_file.h"
#include "cli/runs/walker.h"
#include "cli/script/script.h"
#include "cli/studio/timeline.h"

typedef enum cli_studio_type {
    CLI_STUDIO_SCENE,
    CLI_STUDIO_REPLAY,
    CLI_STUDIO_SNAPSHOT,
    CLI_STUDIO_FILM /* no world, no timeline: nothing is kept, for nothing is stepped */
} cli_studio_type;

/* Numbers of a tick, after its step. */
typedef struct cli_studio_sample {
    uint32_t hash;
    uint32_t awake, contacts;
    uint32_t work;  /* rows that were solved: contact points and joints */
    int64_t energy; /* of dynamic bodies: of motion, and of height above the world's origin; Q48.16,
                       saturated */
    uint32_t microseconds; /* of the step; 0: not measured */
    uint32_t edits;        /* calls at this tick, by script or by hand */
} cli_studio_sample;

/* A past that was left: what came after a tick before something else was done there. */
typedef struct cli_studio_ghost {
    cli_timeline *timeline; /* null: none */
    cli_studio_sample *samples;
    uint64_t from, last;
    cli_scene shown; /* with a world or arcade of its own, in which a tick of it is put */
} cli_studio_ghost;

/* The body that a hand holds. */
typedef struct cli_studio_hand {
    pawl_body_id body; /* null: nothing */
    pawl_vec2 grip;    /* in the frame of the body */
    pawl_vec2 target;
} cli_studio_hand;

typedef struct cli_studio_def {
    const char *path;
    const char *script;            /* null: none; for scenes alone */
    cli_scene_room spare;          /* for what is made by hand */
    cli_timeline_def timeline;     /* how much of the past is kept */
    cli_replay_budget budget;      /* of replays; all zero: the default */
    int64_t (*microseconds)(void); /* a clock; null: steps are not measured */
} cli_studio_def;

typedef struct cli_studio {
    cli_studio_def def;
    char *path, *script_path;
    cli_studio_type type;
    cli_scene scene; /* of a replay a world of the same size, in which its ticks are shown */
    cli_script script;
    cli_walker walker;
    cli_replay_run run;
    cli_film_reader film;         /* of a film */
    void *memory;                 /* of the world, where no scene has it */
    uint64_t tick, first, last;   /* the one that is there, and those that are known */
    bool is_over;                 /* nothing comes behind the last tick: why was told */
    const pawl_step_hooks *hooks; /* of new steps; null: the best lanes */
    cli_timeline *timeline;
    cli_studio_sample *samples; /* of first .. last */
    uint64_t sample_room;
    uint64_t *state; /* of a tick, while it is written */
    size_t state_room;
    cli_studio_hand hand;
    cli_studio_ghost ghost;
    uint32_t made;    /* names that were given by hand */
    uint64_t changed; /* since a watch has looked, hands have changed the ticks from this one on;
                         UINT64_MAX: none */
} cli_studio;

/* What a file is by its first bytes. */
cli_studio_type cli_studio_type_of(const char *path);

/* Open a file. Null after an error, which has been reported on stderr. */
cli_studio *cli_studio_open(const cli_studio_def *def);
void cli_studio_close(cli_studio *studio);

/* So many ticks onwards: along what is known, then by new steps. Returns how many; fewer at the end
 * of a replay, and after an error, which has been reported. */
uint32_t cli_studio_play(cli_studio *studio, uint32_t ticks);

/* To any tick that is known; false for others. What is not kept is stepped again. */
bool cli_studio_seek(cli_studio *studio, uint64_t tick);

/* Forget what is known behind the tick that is there, which is kept from then on. */
bool cli_studio_cut(cli_studio *studio);

/* Of a known tick; null for others. A film has the same for all: nothing. */
const cli_studio_sample *cli_studio_sample_of(const cli_studio *studio, uint64_t tick);

/* The world that is there; null for an arcade and a film. */
pawl_world *cli_studio_world(const cli_studio *studio);

/* ---- by hand; studio_edit.c ---- */

/* A line of a script without its tick, at the tick that is there: in the past another future begins
 * and the one that was known becomes the ghost. False after an error, which has been reported. */
bool cli_studio_edit_line(cli_studio *studio, const char *line);

/* A new body of that size, with a name of its own. */
typedef enum cli_studio_made {
    CLI_STUDIO_BOX,
    CLI_STUDIO_CIRCLE
} cli_studio_made;
bool cli_studio_edit_make(cli_studio *studio, cli_studio_made what, pawl_vec2 at, pawl_fx size);

/* The hand holds the body at a place, and pulls it with each new step. False: there is none that
 * can be held. */
bool cli_studio_edit_grab(cli_studio *studio, pawl_vec2 at);
void cli_studio_edit_drag(cli_studio *studio, pawl_vec2 to);
void cli_studio_edit_release(cli_studio *studio);
/* What the first character is told, where that is new. */
bool cli_studio_edit_steer(cli_studio *studio, const pawl_character_input *input);
/* What the hand does before a step; called by cli_studio_play. */
bool cli_studio_edit_pull(cli_studio *studio);

/* The body at a place, the one that is painted on top; a null handle: none. Dynamic ones alone, or
 * any. */
pawl_body_id cli_studio_edit_pick(const cli_studio *studio, pawl_vec2 at, bool only_dynamic);

/* The soft body that is nearer than `reach` to a place, or around it; a null handle: none. */
pawl_soft_id cli_studio_edit_pick_soft(const cli_studio *studio, pawl_vec2 at, pawl_fx reach);

/* ---- branches; studio_ghost.c ---- */

/* What is known behind the tick that is there becomes the ghost. Called by edits. */
bool cli_studio_ghost_branch(cli_studio *studio);
void cli_studio_ghost_drop(cli_studio *studio);
/* The ghost's world or arcade at the tick that is there; null: it has none there. */
const cli_scene *cli_studio_ghost_show(cli_studio *studio);

/* ---- pictures; studio_draw.c ---- */

/* Replace the marks of a drawing by those of the tick that is there, with its level and walker; the
 * ghost's bodies lie below, as outlines. Returns how many marks from the first on are the ghost's.
 */
size_t cli_studio_draw(cli_studio *studio, const cli_view *view, const cli_show *show,
                       bool with_ghost, cli_drawing *drawing);

#endif
