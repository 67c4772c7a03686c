/* scene_arcade.h - internal to the scene readers: the arcade that a file asks for, before it
 * exists. Readers of scenes and of RUBE exports fill in the plan, scene_arcade_build.c makes an
 * arcade of it. */
#ifndef CLI_SCENE_ARCADE_H
#define CLI_SCENE_ARCADE_H

#include "cli/scene/scene_plan.h"

/* A prototype of bodies. What it looks like is kept as a convex for pictures, and is the polygon of
 * a prototype that has one. */
typedef struct cli_plan_prototype {
    struct cli_plan_prototype *next;
    uint32_t line;
    uint32_t index; /* as the file counts, and in the arcade */
    const char *name;
    uint16_t user_data; /* 1 + the color of its bodies; 0: none chosen */
    pawl_arcade_prototype def;
    pawl_convex shape;
} cli_plan_prototype;

typedef struct cli_plan_arcade_body {
    struct cli_plan_arcade_body *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    const cli_plan_prototype *prototype;
    pawl_vec2 position, velocity;
    uint16_t user_data;
} cli_plan_arcade_body;

typedef struct cli_plan_arcade {
    pawl_arcade_def def; /* its capacities follow from the lists */
    uint32_t line;
    cli_plan_prototype *first_prototype, *last_prototype;
    cli_plan_arcade_body *first, *last;
    uint32_t prototype_count, polygon_count, count;
} cli_plan_arcade;

/* The plan's arcade, made when there is none. */
cli_plan_arcade *cli_scene_arcade_build_plan(cli_plan *plan, uint32_t line);

/* Append copies to the plan; the first returns the one in it, null when there are too many. */
const cli_plan_prototype *cli_scene_arcade_build_add_prototype(cli_plan *plan,
                                                               const cli_plan_prototype *prototype);
void cli_scene_arcade_build_add_body(cli_plan *plan, const cli_plan_arcade_body *thing);

/* The shape of a prototype from a convex: a circle or a box about the origin as such, else a
 * polygon. */
void cli_scene_arcade_set_shape(cli_plan_prototype *prototype, const pawl_convex *convex);

/* Whether a RUBE export is one, and its bodies, which have been read for a world, as an arcade;
 * scene_rube_arcade.c. */
bool cli_scene_rube_arcade_is_one(cli_plan *plan, const cli_json *root);
void cli_scene_rube_arcade_make(cli_plan *plan, const cli_json *root);

/* Fills in the scene's arcade; false after an error, which has been reported. scene_arcade_build.c
 */
bool cli_scene_arcade_build(cli_plan *plan);

#endif
