/* scene_arcade.h - internal to the scene readers: the arcade that a file asks for, before it
 * exists. Readers of scenes and of RUBE exports fill in the plan, scene_arcade_build.c makes an
 * arcade of it. */
#ifndef PAWLI_CLI_SCENE_ARCADE_H
#define PAWLI_CLI_SCENE_ARCADE_H

#include "cli/scene/scene_plan.h"

/* A kind of bodies. What it looks like is kept as a convex for pictures, and is the polygon of a
 * kind that has one. */
typedef struct pawli_plan_kind {
    struct pawli_plan_kind *next;
    uint32_t line;
    uint32_t index; /* as the file counts, and in the arcade */
    const char *name;
    uint16_t user_data; /* 1 + the colour of its bodies; 0: none chosen */
    pawl_arcade_kind def;
    pawl_convex shape;
} pawli_plan_kind;

typedef struct pawli_plan_thing {
    struct pawli_plan_thing *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    const pawli_plan_kind *kind;
    pawl_vec2 position, velocity;
    uint16_t user_data;
} pawli_plan_thing;

typedef struct pawli_plan_arcade {
    pawl_arcade_def def; /* its capacities follow from the lists */
    uint32_t line;
    pawli_plan_kind *first_kind, *last_kind;
    pawli_plan_thing *first, *last;
    uint32_t kind_count, polygon_count, count;
} pawli_plan_arcade;

/* The plan's arcade, made when there is none. */
pawli_plan_arcade *pawli_plan_make_arcade(pawli_plan *plan, uint32_t line);

/* Append copies to the plan; the first returns the one in it, null when there are too many. */
const pawli_plan_kind *pawli_plan_add_kind(pawli_plan *plan, const pawli_plan_kind *kind);
void pawli_plan_add_thing(pawli_plan *plan, const pawli_plan_thing *thing);

/* The shape of a kind from a convex: a circle or a box about the origin as such, else a polygon. */
void pawli_plan_kind_shape(pawli_plan_kind *kind, const pawl_convex *convex);

/* Whether a RUBE export is one, and its bodies, which have been read for a world, as an arcade;
 * scene_rube_arcade.c. */
bool pawli_rube_is_arcade(pawli_plan *plan, const pawli_json *root);
void pawli_rube_make_arcade(pawli_plan *plan, const pawli_json *root);

/* Fills in the scene's arcade; false after an error, which has been told. scene_arcade_build.c */
bool pawli_build_arcade(pawli_plan *plan);

#endif
