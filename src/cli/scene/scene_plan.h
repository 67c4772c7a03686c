/* scene_plan.h - internal to the scene readers: what a file asks for, before a world exists.
 *
 * A reader turns the JSON tree into a plan; scene_load.c counts it, sizes the world and builds
 * it. The first error makes the plan `failed`: later ones are silent, reading functions leave
 * their results alone, and so readers need no error handling of their own. */
#ifndef CLI_SCENE_PLAN_H
#define CLI_SCENE_PLAN_H

#include "cli/scene/json.h"
#include "cli/scene/scene_load.h"

typedef enum cli_shape_type {
    CLI_SHAPE_CONVEX,
    CLI_SHAPE_CHAIN,
    CLI_SHAPE_TILES
} cli_shape_type;

typedef struct cli_plan_shape {
    struct cli_plan_shape *next;
    uint32_t line;
    uint32_t index; /* in its body, as the file counts */
    pawl_shape_def def;
    cli_shape_type kind; /* which of the following it is */
    pawl_convex convex;
    pawl_chain chain;
    pawl_tile_map tiles;
} cli_plan_shape;

typedef struct cli_plan_body {
    struct cli_plan_body *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    pawl_body_def def;
    cli_plan_shape *first, *last;
    pawl_body_id id; /* once it is built */
} cli_plan_body;

/* How the frames of a joint are found: given; at a world point with an axis; or between two world
 * points. */
typedef enum cli_joint_place {
    CLI_JOINT_FRAMES,
    CLI_JOINT_AT,
    CLI_JOINT_BETWEEN
} cli_joint_place;

typedef struct cli_plan_joint {
    struct cli_plan_joint *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    const cli_plan_body *a, *b;
    pawl_joint_def def;
    cli_joint_place how;
    pawl_vec2 point_a, point_b;
    pawl_angle axis;
    bool has_target; /* else it follows from the points */
    bool has_place;  /* else the frames sit at the origins of their bodies */
} cli_plan_joint;

/* A point of a soft body that a body holds. */
typedef struct cli_plan_attachment {
    struct cli_plan_attachment *next;
    uint32_t line;
    uint32_t point;
    const cli_plan_body *body;
    pawl_vec2 anchor;
    bool has_anchor; /* else it is where the point is */
} cli_plan_attachment;

typedef struct cli_plan_soft {
    struct cli_plan_soft *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    pawl_soft_def def; /* with points and links */
    cli_plan_attachment *first;
    uint32_t attachment_count;
} cli_plan_soft;

typedef struct cli_plan {
    cli_heap heap;
    const char *path;
    FILE *log;
    bool failed;
    bool strict;     /* warnings are errors */
    char where[160]; /* "body 3 \"crate\", shape 0": what is being read; "" at the top */
    pawl_world_def world;
    cli_scene_room spare;
    cli_scene scene; /* title, ticks, camera, terrain and lists */
    cli_plan_body *first, *last;
    cli_plan_joint *first_joint, *last_joint;
    uint32_t body_count, shape_count, joint_count;
    uint32_t next_body; /* as the file counts: copies are one */
    cli_plan_soft *first_soft, *last_soft;
    uint32_t soft_count, soft_point_count, soft_link_count;
    cli_plan_body **region_bodies;  /* of the level; null: none of its regions is one */
    struct cli_plan_arcade *arcade; /* scene_arcade.h; null: a world */
} cli_plan;

/* Messages: "pawl: FILE:LINE: where: reason". */
#if defined(__GNUC__) || defined(__clang__)
#define CLI_PRINTF __attribute__((format(printf, 3, 4)))
#else
#define CLI_PRINTF
#endif
void cli_scene_plan_fail(cli_plan *plan, uint32_t line, const char *format, ...) CLI_PRINTF;
void cli_scene_plan_note(cli_plan *plan, uint32_t line, const char *format, ...) CLI_PRINTF;
void cli_scene_plan_warn(cli_plan *plan, uint32_t line, const char *format, ...) CLI_PRINTF;

/* Set `where`. The name may be null or empty. */
void cli_scene_plan_at(cli_plan *plan, const char *kind, uint32_t index, const char *name);
void cli_scene_plan_at_part(cli_plan *plan, const char *kind, uint32_t index, const char *name);

/* Append to the plan. The shape goes to the newest body, or to the one given. */
cli_plan_body *cli_scene_plan_add_body(cli_plan *plan, uint32_t line, uint32_t index,
                                       const char *name);
cli_plan_shape *cli_scene_plan_add_shape(cli_plan *plan, cli_plan_body *body,
                                         const cli_plan_shape *shape);

void cli_scene_plan_add_joint(cli_plan *plan, const cli_plan_joint *joint);

/* A name that lives as long as the scene; null when there is none. */
const char *cli_scene_plan_keep_name(cli_plan *plan, const char *name);

/* Values by key. An absent key leaves *out as it is; a wrong type or a number outside low..high
 * is an error. */
void cli_scene_plan_read_fx(cli_plan *plan, const cli_json *object, const char *key, pawl_fx low,
                            pawl_fx high, pawl_fx *out);
/* A force, torque or impulse, 0 .. most <= CLI_LOAD_MAX; digits behind the point count below
 * 32768. */
#define CLI_LOAD_MAX INT64_C(1000000000000)
void cli_scene_plan_value_load(cli_plan *plan, const cli_json *value, const char *name,
                               int64_t most, pawl_wide *out);
void cli_scene_plan_read_load(cli_plan *plan, const cli_json *object, const char *key, int64_t most,
                              pawl_wide *out);
void cli_scene_plan_read_int(cli_plan *plan, const cli_json *object, const char *key, int64_t low,
                             int64_t high, int64_t *out);
void cli_scene_plan_read_bool(cli_plan *plan, const cli_json *object, const char *key, bool *out);
void cli_scene_plan_read_text(cli_plan *plan, const cli_json *object, const char *key,
                              const char **out);

/* The member of that name and type, or null; absent is an error only when `required`. */
const cli_json *cli_scene_plan_read_member(cli_plan *plan, const cli_json *object, const char *key,
                                           cli_json_type type, bool required);

/* One value that is already at hand. `name` is for the message. */
bool cli_scene_plan_value_fx(cli_plan *plan, const cli_json *value, const char *name, pawl_fx low,
                             pawl_fx high, pawl_fx *out);
bool cli_scene_plan_value_int(cli_plan *plan, const cli_json *value, const char *name, int64_t low,
                              int64_t high, int64_t *out);
bool cli_scene_plan_value_type(cli_plan *plan, const cli_json *value, const char *name,
                               cli_json_type type);

/* Every key must be one of the names (a list that ends with null): else an error that suggests
 * the nearest one. */
void cli_scene_plan_check_keys(cli_plan *plan, const cli_json *object, const char *const *names);

/* A key that only some kinds of an object have: bit i of `kinds` stands for kind i. */
typedef struct cli_typed_key {
    const char *name;
    uint32_t kinds;
} cli_typed_key;

/* None of these keys (a list that ends with a null name) may stand in an object of another kind,
 * where it would mean nothing. `what` names the kind in the message. */
void cli_scene_plan_check_type(cli_plan *plan, const cli_json *object, const cli_typed_key *keys,
                               unsigned kind, const char *what);

/* The name nearest to a misspelt one, null when none is near. */
const char *cli_scene_plan_nearest_name(const char *text, const char *const *names);

/* The two readers. */
void cli_scene_rube_read(cli_plan *plan, const cli_json *root);
void cli_scene_pawl_read(cli_plan *plan, const cli_json *root);

/* Their joints, after the bodies. */
void cli_scene_rube_joint_read(cli_plan *plan, const cli_json *root);
void cli_scene_joint_read(cli_plan *plan, const cli_json *root);
/* The body that a value names, or null; so many copies farther where it names a copy. */
cli_plan_body *cli_scene_joint_read_body(cli_plan *plan, const cli_json *value, int64_t offset);

/* Soft bodies, after the bodies that they hang on; scene_soft.c. */
void cli_scene_soft_read(cli_plan *plan, const cli_json *root);
void cli_scene_soft_build(cli_plan *plan, pawl_world *world, const cli_plan_soft *soft);
/* "filter". */
void cli_scene_shape_read_filter(cli_plan *plan, const cli_json *shape, pawl_filter *filter);

/* What breaks, scene_break.c: the key of a shape, with the name that messages have for it,
 * "fracture" of the scene, and when all is read room for pieces. */
void cli_scene_break_read_impulse(cli_plan *plan, const cli_json *object, const char *name,
                                  const char *key, pawl_wide *out);
void cli_scene_break_read(cli_plan *plan, const cli_json *root);
void cli_scene_break_reserve(cli_plan *plan);

/* The arcade, scene_arcade.c: "arcade" and nothing of a world. */
void cli_scene_arcade_read(cli_plan *plan, const cli_json *root);

/* Copies of a body, scene_repeat.c: rows of `count`, each row shorter by `shrink`. */
typedef struct cli_repeat {
    int64_t count, rows, shrink;
    pawl_vec2 step, row_step;
    pawl_fx turn; /* degrees, from copy to copy */
} cli_repeat;
/* The colours of copies, in turn. */
typedef struct cli_colors {
    uint32_t count; /* 0: none chosen */
    uint8_t at[32];
} cli_colors;

/* "repeat" of a body or soft body, one copy without; `turns`: whether "turn" is one of its keys. */
void cli_scene_repeat_read(cli_plan *plan, const cli_json *body, bool turns, cli_repeat *out);
/* "colour" of a body: one, or a list that the rows (with one row: the copies) use in turn. */
void cli_scene_repeat_read_colors(cli_plan *plan, const cli_json *body, cli_colors *out);
/* Where a copy stands; outside the world is an error. */
pawl_vec2 cli_scene_repeat_place(cli_plan *plan, uint32_t line, pawl_vec2 start,
                                 const cli_repeat *copies, int64_t row, int64_t column);
/* 1 + the colour of a copy, the `made`-th of all; 0 without colours. */
uint32_t cli_scene_repeat_color(const cli_colors *colours, const cli_repeat *copies, int64_t row,
                                uint32_t made);

/* The level, scene_level.c: fills in plan->scene.level. `materials` may be null. */
void cli_scene_level_read(cli_plan *plan, const cli_json *root, const cli_json *materials);
/* Its "body", and those of its regions, scene_level_body.c: bodies of the plan, made of chains. */
void cli_scene_level_body_plan(cli_plan *plan, const cli_json *value, const cli_json *materials);
/* The level learns which bodies were made of them. */
void cli_scene_level_body_note(cli_plan *plan);

/* {"name": name, "bool": ...}: the element of "customProperties" of that name, or null. */
const cli_json *cli_scene_rube_arcade_property(cli_plan *plan, const cli_json *object,
                                               const char *name);
/* How things break, from the custom properties of the world; scene_break.c. */
void cli_scene_break_read_rube(cli_plan *plan, const cli_json *root);
/* {"x": ..., "y": ...}, or the number 0 for the zero vector. */
void cli_scene_rube_read_vec2(cli_plan *plan, const cli_json *object, const char *key,
                              pawl_vec2 *out);

/* Parts of the second; scene_shape.c. [x, y] with |coordinate| <= PAWL_COORD_MAX. */
void cli_scene_shape_read_point(cli_plan *plan, const cli_json *object, const char *key,
                                bool required, pawl_vec2 *out);
/* "angle" in degrees or "turns". */
void cli_scene_shape_read_angle(cli_plan *plan, const cli_json *object, pawl_angle *out);
void cli_scene_shape_check_materials(cli_plan *plan, const cli_json *materials);
/* The kinds that are terrain; scene_terrain.c. */
pawl_status cli_scene_terrain_plan_chain(cli_plan *plan, const cli_json *value,
                                         cli_plan_shape *shape);
pawl_status cli_scene_terrain_plan_tiles(cli_plan *plan, const cli_json *value,
                                         cli_plan_shape *shape);
/* Whether two neighbouring points of a chain are far enough from each other. */
bool cli_scene_terrain_are_apart(pawl_vec2 a, pawl_vec2 b);
/* The geometry of one shape, without its surface. */
void cli_scene_shape_read_geometry(cli_plan *plan, const cli_json *value, cli_plan_shape *shape);
/* What a shape has besides its geometry; `materials` may be null. */
void cli_scene_shape_read_surface(cli_plan *plan, const cli_json *value, const cli_json *materials,
                                  pawl_shape_def *def);
/* Adds one shape to the body; `materials` may be null. */
void cli_scene_shape_read(cli_plan *plan, const cli_json *value, uint32_t index,
                          const cli_json *materials, cli_plan_body *body);

#endif
