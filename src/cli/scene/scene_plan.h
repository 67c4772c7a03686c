/* scene_plan.h - internal to the scene readers: what a file asks for, before a world exists.
 *
 * A reader turns the JSON tree into a plan; scene_load.c counts it, sizes the world and builds
 * it. The first error makes the plan `failed`: later ones are silent, reading functions leave
 * their results alone, and so readers need no error handling of their own. */
#ifndef PAWLI_CLI_SCENE_PLAN_H
#define PAWLI_CLI_SCENE_PLAN_H

#include "cli/scene/json.h"
#include "cli/scene/scene_load.h"

typedef enum pawli_shape_kind {
    PAWLI_SHAPE_CONVEX,
    PAWLI_SHAPE_CHAIN,
    PAWLI_SHAPE_TILES
} pawli_shape_kind;

typedef struct pawli_plan_shape {
    struct pawli_plan_shape *next;
    uint32_t line;
    uint32_t index; /* in its body, as the file counts */
    pawl_shape_def def;
    pawli_shape_kind kind; /* which of the following it is */
    pawl_convex convex;
    pawl_chain chain;
    pawl_tile_map tiles;
} pawli_plan_shape;

typedef struct pawli_plan_body {
    struct pawli_plan_body *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    pawl_body_def def;
    pawli_plan_shape *first, *last;
    pawl_body_id id; /* once it is built */
} pawli_plan_body;

/* How the frames of a joint are found: given; at a world point with an axis; or between two world
 * points. */
typedef enum pawli_joint_place {
    PAWLI_JOINT_FRAMES,
    PAWLI_JOINT_AT,
    PAWLI_JOINT_BETWEEN
} pawli_joint_place;

typedef struct pawli_plan_joint {
    struct pawli_plan_joint *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    const pawli_plan_body *a, *b;
    pawl_joint_def def;
    pawli_joint_place how;
    pawl_vec2 point_a, point_b;
    pawl_angle axis;
    bool has_target; /* else it follows from the points */
    bool has_place;  /* else the frames sit at the origins of their bodies */
} pawli_plan_joint;

/* A point of a soft body that a body holds. */
typedef struct pawli_plan_attachment {
    struct pawli_plan_attachment *next;
    uint32_t line;
    uint32_t point;
    const pawli_plan_body *body;
    pawl_vec2 anchor;
    bool has_anchor; /* else it is where the point is */
} pawli_plan_attachment;

typedef struct pawli_plan_soft {
    struct pawli_plan_soft *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    pawl_soft_def def; /* with points and links */
    pawli_plan_attachment *first;
    uint32_t attachment_count;
} pawli_plan_soft;

typedef struct pawli_plan {
    pawli_heap heap;
    const char *path;
    FILE *log;
    bool failed;
    bool strict;     /* warnings are errors */
    char where[160]; /* "body 3 \"crate\", shape 0": what is being read; "" at the top */
    pawl_world_def world;
    pawli_scene_room spare;
    pawli_scene scene; /* title, ticks, camera, terrain and lists */
    pawli_plan_body *first, *last;
    pawli_plan_joint *first_joint, *last_joint;
    uint32_t body_count, shape_count, joint_count;
    uint32_t next_body; /* as the file counts: copies are one */
    pawli_plan_soft *first_soft, *last_soft;
    uint32_t soft_count, soft_point_count, soft_link_count;
    pawli_plan_body **region_bodies;  /* of the level; null: none of its regions is one */
    struct pawli_plan_arcade *arcade; /* scene_arcade.h; null: a world */
} pawli_plan;

/* Messages: "pawl: FILE:LINE: where: reason". */
#if defined(__GNUC__) || defined(__clang__)
#define PAWLI_PRINTF __attribute__((format(printf, 3, 4)))
#else
#define PAWLI_PRINTF
#endif
void pawli_plan_fail(pawli_plan *plan, uint32_t line, const char *format, ...) PAWLI_PRINTF;
void pawli_plan_note(pawli_plan *plan, uint32_t line, const char *format, ...) PAWLI_PRINTF;
void pawli_plan_warn(pawli_plan *plan, uint32_t line, const char *format, ...) PAWLI_PRINTF;

/* Set `where`. The name may be null or empty. */
void pawli_plan_at(pawli_plan *plan, const char *kind, uint32_t index, const char *name);
void pawli_plan_at_part(pawli_plan *plan, const char *kind, uint32_t index, const char *name);

/* Append to the plan. The shape goes to the newest body, or to the one given. */
pawli_plan_body *pawli_plan_add_body(pawli_plan *plan, uint32_t line, uint32_t index,
                                     const char *name);
pawli_plan_shape *pawli_plan_add_shape(pawli_plan *plan, pawli_plan_body *body,
                                       const pawli_plan_shape *shape);

void pawli_plan_add_joint(pawli_plan *plan, const pawli_plan_joint *joint);

/* A name that lives as long as the scene; null when there is none. */
const char *pawli_keep_name(pawli_plan *plan, const char *name);

/* Values by key. An absent key leaves *out as it is; a wrong type or a number outside low..high
 * is an error. */
void pawli_read_fx(pawli_plan *plan, const pawli_json *object, const char *key, pawl_fx low,
                   pawl_fx high, pawl_fx *out);
/* A force, torque or impulse, 0 .. most <= PAWLI_LOAD_MAX; digits behind the point count below
 * 32768. */
#define PAWLI_LOAD_MAX INT64_C(1000000000000)
void pawli_value_load(pawli_plan *plan, const pawli_json *value, const char *name, int64_t most,
                      pawl_wide *out);
void pawli_read_load(pawli_plan *plan, const pawli_json *object, const char *key, int64_t most,
                     pawl_wide *out);
void pawli_read_int(pawli_plan *plan, const pawli_json *object, const char *key, int64_t low,
                    int64_t high, int64_t *out);
void pawli_read_bool(pawli_plan *plan, const pawli_json *object, const char *key, bool *out);
void pawli_read_text(pawli_plan *plan, const pawli_json *object, const char *key, const char **out);

/* The member of that name and type, or null; absent is an error only when `required`. */
const pawli_json *pawli_read_member(pawli_plan *plan, const pawli_json *object, const char *key,
                                    pawli_json_type type, bool required);

/* One value that is already at hand. `name` is for the message. */
bool pawli_value_fx(pawli_plan *plan, const pawli_json *value, const char *name, pawl_fx low,
                    pawl_fx high, pawl_fx *out);
bool pawli_value_int(pawli_plan *plan, const pawli_json *value, const char *name, int64_t low,
                     int64_t high, int64_t *out);
bool pawli_value_type(pawli_plan *plan, const pawli_json *value, const char *name,
                      pawli_json_type type);

/* Every key must be one of the names (a list that ends with null): else an error that suggests
 * the nearest one. */
void pawli_check_keys(pawli_plan *plan, const pawli_json *object, const char *const *names);

/* A key that only some kinds of an object have: bit i of `kinds` stands for kind i. */
typedef struct pawli_kind_key {
    const char *name;
    uint32_t kinds;
} pawli_kind_key;

/* None of these keys (a list that ends with a null name) may stand in an object of another kind,
 * where it would mean nothing. `what` names the kind in the message. */
void pawli_check_kind(pawli_plan *plan, const pawli_json *object, const pawli_kind_key *keys,
                      unsigned kind, const char *what);

/* The name nearest to a misspelt one, null when none is near. */
const char *pawli_nearest_name(const char *text, const char *const *names);

/* The two readers. */
void pawli_read_rube(pawli_plan *plan, const pawli_json *root);
void pawli_read_pawl_scene(pawli_plan *plan, const pawli_json *root);

/* Their joints, after the bodies. */
void pawli_read_rube_joints(pawli_plan *plan, const pawli_json *root);
void pawli_read_joints(pawli_plan *plan, const pawli_json *root);
/* The body that a value names, or null; so many copies farther where it names a copy. */
pawli_plan_body *pawli_read_named_body(pawli_plan *plan, const pawli_json *value, int64_t offset);

/* Soft bodies, after the bodies that they hang on; scene_soft.c. */
void pawli_read_softs(pawli_plan *plan, const pawli_json *root);
void pawli_build_soft(pawli_plan *plan, pawl_world *world, const pawli_plan_soft *soft);
/* "filter". */
void pawli_read_filter(pawli_plan *plan, const pawli_json *shape, pawl_filter *filter);

/* What breaks, scene_break.c: the key of a shape, with the name that messages have for it,
 * "fracture" of the scene, and when all is read room for pieces. */
void pawli_read_break_impulse(pawli_plan *plan, const pawli_json *object, const char *name,
                              const char *key, pawl_wide *out);
void pawli_read_fracture(pawli_plan *plan, const pawli_json *root);
void pawli_plan_fracture(pawli_plan *plan);

/* The arcade, scene_arcade.c: "arcade" and nothing of a world. */
void pawli_read_arcade(pawli_plan *plan, const pawli_json *root);

/* Copies of a body, scene_repeat.c: rows of `count`, each row shorter by `shrink`. */
typedef struct pawli_repeat {
    int64_t count, rows, shrink;
    pawl_vec2 step, row_step;
    pawl_fx turn; /* degrees, from copy to copy */
} pawli_repeat;
/* The colours of copies, in turn. */
typedef struct pawli_colours {
    uint32_t count; /* 0: none chosen */
    uint8_t at[32];
} pawli_colours;

/* "repeat" of a body or soft body, one copy without; `turns`: whether "turn" is one of its keys. */
void pawli_read_repeat(pawli_plan *plan, const pawli_json *body, bool turns, pawli_repeat *out);
/* "colour" of a body: one, or a list that the rows (with one row: the copies) use in turn. */
void pawli_read_colours(pawli_plan *plan, const pawli_json *body, pawli_colours *out);
/* Where a copy stands; outside the world is an error. */
pawl_vec2 pawli_repeat_place(pawli_plan *plan, uint32_t line, pawl_vec2 start,
                             const pawli_repeat *copies, int64_t row, int64_t column);
/* 1 + the colour of a copy, the `made`-th of all; 0 without colours. */
uint32_t pawli_repeat_colour(const pawli_colours *colours, const pawli_repeat *copies, int64_t row,
                             uint32_t made);

/* The level, scene_level.c: fills in plan->scene.level. `materials` may be null. */
void pawli_read_level(pawli_plan *plan, const pawli_json *root, const pawli_json *materials);
/* Its "body", and those of its regions, scene_level_body.c: bodies of the plan, made of chains. */
void pawli_plan_level_bodies(pawli_plan *plan, const pawli_json *value,
                             const pawli_json *materials);
/* The level learns which bodies were made of them. */
void pawli_note_level_bodies(pawli_plan *plan);

/* {"name": name, "bool": ...}: the element of "customProperties" of that name, or null. */
const pawli_json *pawli_rube_property(pawli_plan *plan, const pawli_json *object, const char *name);
/* How things break, from the custom properties of the world; scene_break.c. */
void pawli_rube_read_fracture(pawli_plan *plan, const pawli_json *root);
/* {"x": ..., "y": ...}, or the number 0 for the zero vector. */
void pawli_read_rube_vec2(pawli_plan *plan, const pawli_json *object, const char *key,
                          pawl_vec2 *out);

/* Parts of the second; scene_shape.c. [x, y] with |coordinate| <= PAWL_COORD_MAX. */
void pawli_read_point(pawli_plan *plan, const pawli_json *object, const char *key, bool required,
                      pawl_vec2 *out);
/* "angle" in degrees or "turns". */
void pawli_read_angle(pawli_plan *plan, const pawli_json *object, pawl_angle *out);
void pawli_check_materials(pawli_plan *plan, const pawli_json *materials);
/* The kinds that are terrain; scene_terrain.c. */
pawl_status pawli_plan_chain(pawli_plan *plan, const pawli_json *value, pawli_plan_shape *shape);
pawl_status pawli_plan_tiles(pawli_plan *plan, const pawli_json *value, pawli_plan_shape *shape);
/* Whether two neighbouring points of a chain are far enough from each other. */
bool pawli_are_apart(pawl_vec2 a, pawl_vec2 b);
/* The geometry of one shape, without its surface. */
void pawli_read_geometry(pawli_plan *plan, const pawli_json *value, pawli_plan_shape *shape);
/* What a shape has besides its geometry; `materials` may be null. */
void pawli_read_surface(pawli_plan *plan, const pawli_json *value, const pawli_json *materials,
                        pawl_shape_def *def);
/* Adds one shape to the body; `materials` may be null. */
void pawli_read_shape(pawli_plan *plan, const pawli_json *value, uint32_t index,
                      const pawli_json *materials, pawli_plan_body *body);

#endif
