/* scene_load.h - a scene file as a world in malloc'ed memory. Reads R.U.B.E. exports and pawl's
 * own scenes (docs/format-scene.md); the file says which one it is. */
#ifndef CLI_SCENE_LOAD_H
#define CLI_SCENE_LOAD_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/common/heap.h"
#include "cli/scene/scene_level.h"
#include "pawl/arcade.h"
#include "pawl/pawl.h"

#define CLI_TITLE_MAX 80

/* A body, joint, soft body or character of a scene; the name is null when the file gives none. */
typedef struct cli_scene_body {
    const char *name;
    pawl_body_id id;
} cli_scene_body;
typedef struct cli_scene_joint {
    const char *name;
    pawl_joint_id id;
} cli_scene_joint;
typedef struct cli_scene_soft {
    const char *name;
    pawl_soft_id id;
} cli_scene_soft;
typedef struct cli_scene_character {
    const char *name;
    pawl_character_id id;
} cli_scene_character;

/* What a world is to have room for besides what its scene has. */
typedef struct cli_scene_room {
    uint32_t bodies, shapes, joints, soft_links;
    uint32_t breaks; /* bodies that a script makes fall to pieces */
} cli_scene_room;

/* What the command line says of a map of an editor, where the map itself does not. */
typedef struct cli_map_options {
    const char *solid, *not_solid; /* names of layers, with commas between; null: none */
    const char *roles;             /* a file of roles, docs/tiled.md; null: none */
    bool strict;                   /* what is left out is an error */
} cli_map_options;

/* Their rows in the table of a command, and their lines in its help. */
#define CLI_MAP_ROWS(map)                                                                       \
    {.name = "solid", .text = &(map).solid}, {.name = "not-solid", .text = &(map).not_solid}, { \
        .name = "roles", .text = &(map).roles                                                   \
    }
#define CLI_MAP_HELP                                                                        \
    "  --solid LIST    layers of a map that are solid, by name, with commas between; then " \
    "nothing\n"                                                                             \
    "                  is guessed\n"                                                        \
    "  --not-solid LIST  layers of a map that are not\n"                                    \
    "  --roles FILE    what layers and objects of a map are, as `pawl import --guess` writes it\n"

/* An image of a R.U.B.E. export, for pictures alone. */
#define CLI_SCENE_IMAGES_MAX 1024u
typedef struct cli_scene_image {
    const char *name, *file; /* the file as the scene has it */
    int32_t body;            /* in the list of the scene; -1: the world */
    bool has_corners, flip;
    pawl_vec2 corners[4]; /* lower left, lower right, upper right, upper left, of the body */
    pawl_vec2 center;     /* without corners */
    pawl_angle angle;
    pawl_fx height, opacity, order;
} cli_scene_image;

typedef struct cli_scene {
    pawl_world *world;  /* the start of a malloc'ed buffer of pawl_world_size(&def) bytes */
    pawl_world_def def; /* the world was made from it; of an arcade the rate counts */
    pawl_arcade
        *arcade; /* malloc'ed; null unless the file holds an arcade, then there is no world */
    pawl_convex *arcade_shapes; /* of its prototypes, for pictures; in the heap below */
    uint8_t arcade_edges[4];    /* what the edges of its bounds do */
    cli_heap terrain; /* points of chains, heights and cells of tile maps, which the world refers
                         to; and the lists below */
    cli_scene_body *bodies; /* in creation order, those of characters last */
    cli_scene_joint *joints;
    cli_scene_soft *softs;
    cli_scene_character *characters;
    uint32_t body_count, joint_count, soft_count, character_count;
    cli_scene_level *level;  /* null when the file has none; in the heap above */
    cli_scene_image *images; /* from behind; in the heap above */
    uint32_t image_count;
    const char *source; /* the file that names them; null without any */
    bool breaks;        /* bodies break after each step */
    pawl_fracture_def fracture;
    int32_t fracture_room; /* bodies and shapes for pieces; -1: the file does not say */
    size_t fracture_size;  /* bytes that breaking needs */
    pawl_step_hooks hooks; /* of its steps: lanes and a cache, from malloc once there is a step */
    uint32_t ticks;        /* how long the scene is meant to run */
    bool has_camera;
    pawl_box camera;           /* what to show, when has_camera */
    char title[CLI_TITLE_MAX]; /* "" when the file has none */
} cli_scene;

/* Colors: a body's user data is 1 + its color when the scene chose one, else 0. */
#define CLI_SCENE_COLORS 8

/* Load a scene. Problems go to `log` (null: nowhere), one per line: "pawl: FILE:LINE: reason".
 * The first error ends the load: false, and *out is untouched. Notes about what was left out or
 * repaired have "note: " before the reason and do not end it. */
bool cli_scene_load(const char *path, FILE *log, cli_scene *out);
bool cli_scene_load_with(const char *path, FILE *log, cli_scene_room spare,
                         const cli_map_options *map, cli_scene *out);

/* One step of the world, in the best lanes unless `hooks` are given, after which bodies break if
 * the scene has breakable ones; scene_break.c. Or the breaking alone, for a world that is stepped
 * by other means. */
pawl_status cli_scene_break_step(cli_scene *scene, const pawl_step_hooks *hooks);
pawl_status cli_scene_break(cli_scene *scene);

/* The same for callers that take an arcade as well as a world; to the others an arcade is an
 * error. */
bool cli_scene_load_any(const char *path, FILE *log, const cli_map_options *map, cli_scene *out);

void cli_scene_load_free(cli_scene *scene);

#endif
