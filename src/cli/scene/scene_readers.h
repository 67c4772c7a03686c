/* scene_readers.h - internal to the scene readers: what each of their files reads into a plan. */
#ifndef CLI_SCENE_READERS_H
#define CLI_SCENE_READERS_H

#include "cli/scene/scene_plan.h"

/* The two readers, scene_rube.c and scene_pawl.c. */
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
/* Characters, after all bodies; scene_character.c. */
void cli_scene_character_read(cli_plan *plan, const cli_json *root);
void cli_scene_character_build(cli_plan *plan, pawl_world *world,
                               const cli_plan_character *character);
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
/* The colors of copies, in turn. */
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
/* 1 + the color of a copy, the `made`-th of all; 0 without colors. */
uint32_t cli_scene_repeat_color(const cli_colors *colors, const cli_repeat *copies, int64_t row,
                                uint32_t made);

/* The level, scene_level.c: fills in plan->scene.level. `materials` may be null. */
void cli_scene_level_read(cli_plan *plan, const cli_json *root, const cli_json *materials);
/* Its "body", and those of its regions, scene_level_body.c: bodies of the plan, made of chains. */
void cli_scene_level_body_plan(cli_plan *plan, const cli_json *value, const cli_json *materials);
/* The level learns which bodies were made of them. */
void cli_scene_level_body_note(cli_plan *plan);

/* What RUBE exports have besides, scene_rube_extra.c: strings that are the bits of floats become
 * numbers; and what is there for the game alone is told. */
void cli_scene_rube_extra_floats(cli_plan *plan, const cli_json *root);
void cli_scene_rube_extra_note(cli_plan *plan, const cli_json *root);
/* Its images, scene_rube_image.c, after the bodies. */
void cli_scene_rube_image_read(cli_plan *plan, const cli_json *root);

/* Values of RUBE exports, scene_rube_value.c. {"name": name, "bool": ...}: the element of
 * "customProperties" of that name, or null. */
const cli_json *cli_scene_rube_value_property(cli_plan *plan, const cli_json *object,
                                              const char *name);
/* How things break, from the custom properties of the world; scene_break.c. */
void cli_scene_break_read_rube(cli_plan *plan, const cli_json *root);
/* {"x": ..., "y": ...}, or the number 0 for the zero vector. */
void cli_scene_rube_value_vec2(cli_plan *plan, const cli_json *object, const char *key,
                               pawl_vec2 *out);

/* Fails where more shapes lie on each other than the limit says; scene_crowd.c. */
void cli_scene_crowd_check(cli_plan *plan, const pawl_world *world);

/* Shapes, scene_shape.c. `materials` may be null below. */
void cli_scene_shape_check_materials(cli_plan *plan, const cli_json *materials);
/* The types that are terrain; scene_terrain.c. */
pawl_status cli_scene_terrain_plan_chain(cli_plan *plan, const cli_json *value,
                                         cli_plan_shape *shape);
pawl_status cli_scene_terrain_plan_heights(cli_plan *plan, const cli_json *value,
                                           cli_plan_shape *shape);
pawl_status cli_scene_terrain_plan_tiles(cli_plan *plan, const cli_json *value,
                                         cli_plan_shape *shape);
/* Whether two neighboring points of a chain are far enough from each other. */
bool cli_scene_terrain_are_apart(pawl_vec2 a, pawl_vec2 b);
/* The geometry of one shape, without its surface. */
void cli_scene_shape_read_geometry(cli_plan *plan, const cli_json *value, cli_plan_shape *shape);
/* The surface of a material, by its name in a value. */
void cli_scene_shape_read_material(cli_plan *plan, const cli_json *value, const cli_json *materials,
                                   pawl_shape_def *def);
/* What a shape has besides its geometry; `materials` may be null. */
void cli_scene_shape_read_surface(cli_plan *plan, const cli_json *value, const cli_json *materials,
                                  pawl_shape_def *def);
/* Adds one shape to the body; `materials` may be null. */
void cli_scene_shape_read(cli_plan *plan, const cli_json *value, uint32_t index,
                          const cli_json *materials, cli_plan_body *body);

#endif
