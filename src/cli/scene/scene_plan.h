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
    CLI_SHAPE_HEIGHTS,
    CLI_SHAPE_TILES
} cli_shape_type;

typedef struct cli_plan_shape {
    struct cli_plan_shape *next;
    uint32_t line;
    uint32_t index; /* in its body, as the file counts */
    pawl_shape_def def;
    cli_shape_type type; /* which of the following it is */
    pawl_convex convex;
    pawl_chain chain;
    pawl_heights heights;
    pawl_tile_map tiles;
    pawl_material_table table; /* of terrain; count 0: all of it has the surface of the shape */
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

typedef struct cli_plan_character {
    struct cli_plan_character *next;
    uint32_t line;
    uint32_t index; /* as the file counts */
    const char *name;
    pawl_character_def def;
} cli_plan_character;

/* Where a scene asks for an outline. */
typedef struct cli_outline_asked {
    const cli_json *shape; /* with the member "outline" */
    uint32_t index;        /* in its body, as the file counts */
    const cli_json *materials;
    cli_plan_body *body;
} cli_outline_asked;

typedef struct cli_plan {
    cli_heap heap;
    const char *path;
    const char *part; /* the name behind a '#', such as of a level; or null */
    FILE *log;
    bool failed;
    const char *outline_class; /* of all outlines: what the body that they are for is; or null */
    uint32_t outline_corners, outline_count; /* of outlines that shapes are */
    size_t outline_bytes;
    /* Reads the shape "outline"; null in what such a file makes, where there is none. */
    void (*add_outline)(struct cli_plan *plan, const cli_outline_asked *asked);
    int64_t outline_scale;      /* 10^-12 pixels to the unit, of an outline; 0: as its file says */
    bool is_ldtk;               /* the tree of a map was made of a project of LDtk */
    bool strict;                /* notes and warnings are errors */
    const cli_map_options *map; /* of a map of an editor; null: none */
    FILE *roles_out;            /* where what was guessed of it is written down; null: nowhere */
    char where[160];            /* "body 3 \"crate\", shape 0": what is being read; "" at the top */
    const cli_json *materials;  /* of the scene, or null */
    pawl_world_def world;
    pawl_vec2 periods; /* of a world that goes round */
    cli_scene_room spare;
    cli_scene scene; /* title, ticks, camera, terrain and lists */
    cli_plan_body *first, *last;
    cli_plan_joint *first_joint, *last_joint;
    uint32_t body_count, shape_count, joint_count;
    uint32_t next_body; /* as the file counts: copies are one */
    cli_plan_soft *first_soft, *last_soft;
    uint32_t soft_count, soft_point_count, soft_link_count;
    cli_plan_character *first_character, *last_character;
    uint32_t character_count;
    cli_plan_body **region_bodies;  /* of the level; null: none of its regions is one */
    struct cli_plan_arcade *arcade; /* scene_arcade.h; null: a world */
} cli_plan;

/* Messages: "pawl: FILE:LINE: where: reason". The first one of `fail` ends all; of a strict plan
 * also that of `note`, which says what the file has and the scene has not, and of `warn`, which
 * says what the file asks for besides. `tell` says what was understood, and is never an error. */
#if defined(__GNUC__) || defined(__clang__)
#define CLI_PRINTF __attribute__((format(printf, 3, 4)))
#else
#define CLI_PRINTF
#endif
void cli_scene_plan_fail(cli_plan *plan, uint32_t line, const char *format, ...) CLI_PRINTF;
void cli_scene_plan_note(cli_plan *plan, uint32_t line, const char *format, ...) CLI_PRINTF;
void cli_scene_plan_tell(cli_plan *plan, uint32_t line, const char *format, ...) CLI_PRINTF;
void cli_scene_plan_warn(cli_plan *plan, uint32_t line, const char *format, ...) CLI_PRINTF;

/* Set `where`. The name may be null or empty. */
void cli_scene_plan_at(cli_plan *plan, const char *type, uint32_t index, const char *name);
void cli_scene_plan_at_within(cli_plan *plan, const char *type, uint32_t index, const char *name);

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

/* [x, y] with |coordinate| <= PAWL_COORD_MAX. */
void cli_scene_plan_read_point(cli_plan *plan, const cli_json *object, const char *key,
                               bool required, pawl_vec2 *out);

/* "angle" in degrees or "turns". */
void cli_scene_plan_read_angle(cli_plan *plan, const cli_json *object, pawl_angle *out);

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

/* A key that only some types of an object have: bit i of `types` stands for type i. */
typedef struct cli_typed_key {
    const char *name;
    uint32_t types;
} cli_typed_key;

/* None of these keys (a list that ends with a null name) may stand in an object of another type,
 * where it would mean nothing. `what` names the type in the message. */
void cli_scene_plan_check_type(cli_plan *plan, const cli_json *object, const cli_typed_key *keys,
                               unsigned type, const char *what);

/* The name nearest to a misspelt one, null when none is near. */
const char *cli_scene_plan_nearest_name(const char *text, const char *const *names);

#endif
