/* tiled_import.h - internal to the reader of Tiled maps: what its parts share while they write a
 * map as a scene. docs/tiled.md says what becomes what. */
#ifndef CLI_TILED_IMPORT_H
#define CLI_TILED_IMPORT_H

#include "cli/tiled/tiled.h"
#include "pawl/level.h"

/* Where properties are looked for, the first that has one wins: a collision shape, the object or
 * the tile, the layer and the groups around it, the map. Any may be null. */
typedef struct cli_tiled_scope {
    const cli_tiled_object *shape, *object;
    const cli_tiled_tile *tile;
    const cli_tiled_layer *layer;
    const cli_tiled_map *map;
} cli_tiled_scope;

/* The surface of a shape; equal ones are equal byte by byte. */
typedef enum cli_surface_key {
    CLI_SURFACE_FRICTION,
    CLI_SURFACE_RESTITUTION,
    CLI_SURFACE_DENSITY,
    CLI_SURFACE_TANGENT_SPEED,
    CLI_SURFACE_ROLLING,
    CLI_SURFACE_BREAK,
    CLI_SURFACE_CATEGORY, /* these are whole numbers */
    CLI_SURFACE_MASK,
    CLI_SURFACE_GROUP,
    CLI_SURFACE_HIT_EVENTS,
    CLI_SURFACE_KEYS
} cli_surface_key;
typedef struct cli_tiled_surface {
    int64_t value[CLI_SURFACE_KEYS];
    uint8_t given[CLI_SURFACE_KEYS + 6]; /* padded to 16 */
} cli_tiled_surface;

/* What a shape is: cells of a layer with equal ones share a body. */
typedef struct cli_tiled_material {
    cli_tiled_role role;
    pawl_body_type body;
    const char *region; /* its name in the level; "" lets the role name it */
    cli_tiled_surface surface;
} cli_tiled_material;

typedef enum cli_outline_form {
    CLI_OUTLINE_POLYGON, /* counter-clockwise */
    CLI_OUTLINE_LINE,
    CLI_OUTLINE_CIRCLE,
    CLI_OUTLINE_CAPSULE
} cli_outline_form;

/* A shape in units, y up, in the frame of a body. */
typedef struct cli_outline {
    cli_outline_form form;
    pawl_vec2 *points; /* of a circle the middle, of a capsule the two ends of its axis */
    uint32_t count;
    pawl_fx radius;
} cli_outline;

/* How a tile lies in the frame of its body: turned over, stretched, moved. */
typedef struct cli_tiled_frame {
    uint32_t flips;
    cli_pixels width, height;             /* of the tile as its shapes are drawn */
    cli_pixels drawn_width, drawn_height; /* after turning over */
    cli_pixel_point corner;               /* upper left one, as drawn */
} cli_tiled_frame;

typedef struct cli_tiled_region {
    const char *name;
    pawl_region_type type;
    pawl_fx friction, direction; /* degrees */
} cli_tiled_region;

/* What came out. */
typedef struct cli_tiled_result {
    cli_tiled_counts read;
    uint32_t bodies[3]; /* by pawl_body_type */
    uint32_t shapes, polygons, regions, goals;
    bool has_walker, has_spawn;
    uint32_t left_out, warnings;
    uint32_t dropped; /* tiles that are nothing */
} cli_tiled_result;

/* The text of a kind of an arcade, without its name, which is its number. */
struct cli_tiled_prototype {
    struct cli_tiled_prototype *next;
    const char *text;
};

typedef struct cli_tiled_import {
    cli_plan *plan;
    cli_tiled_map *maps;             /* of a world, or the only one */
    cli_tiled_map *map;              /* that is gone through */
    cli_pixels scale;                /* pixels to the unit */
    FILE *bodies, *polygons, *goals; /* parts of the scene */
    FILE *extra, *texts;             /* what only the game reads */
    uint32_t extra_layers, extra_texts;
    cli_tiled_region regions[PAWL_LEVEL_REGIONS_MAX]; /* the first is the ground */
    uint32_t region_count;
    uint32_t open_shapes; /* of the body that is being written */
    pawl_vec2 walker[PAWL_POLYGON_MAX];
    int32_t walker_count;
    pawl_vec2 spawn;
    bool is_arcade; /* bodies are those of an arcade, and there is neither world nor level */
    struct cli_tiled_prototype *first_prototype;
    pawl_vec2 low, high; /* around the polygons of the level */
    bool has_reach;      /* there are such */
    bool spawn_is_said;  /* else it is where the walker stands */
    cli_tiled_result *result;
} cli_tiled_import;

/* ---- tiled_roles.c ---- */

/* The nearest property with one of these names (a list that ends with null); null when there is
 * none. It then counts as used. */
cli_tiled_property *cli_tiled_roles_lookup(const cli_tiled_scope *scope, const char *const *names);
/* Says that a property is a game's own since its value is no such thing, and looks past it. */
void cli_tiled_roles_ignore(cli_tiled_import *import, cli_tiled_property *property,
                            const char *expected);
/* The role that a map gives, without what is chosen for its layer. */
cli_tiled_role cli_tiled_roles_said(cli_tiled_import *import, const cli_tiled_scope *scope);
/* Values; false when there is no property with such a value. */
bool cli_tiled_roles_get_fx(cli_tiled_import *import, const cli_tiled_scope *scope,
                            const char *const *names, pawl_fx low, pawl_fx high, pawl_fx *out);
bool cli_tiled_roles_get_bool(cli_tiled_import *import, const cli_tiled_scope *scope,
                              const char *const *names, bool *out);

/* Role, body type, surface and region; `otherwise` is the role of what has none. */
cli_tiled_material cli_tiled_roles_material(cli_tiled_import *import, const cli_tiled_scope *scope,
                                            cli_tiled_role otherwise);
/* Of a moving body: members such as "gravity_scale", each with a comma before it. */
/* How things break, of the map; nothing when it does not say. */
void cli_tiled_roles_put_fracture(cli_tiled_import *import, const cli_tiled_scope *scope,
                                  FILE *out);
void cli_tiled_roles_put_motion(cli_tiled_import *import, const cli_tiled_scope *scope,
                                pawl_body_type type, FILE *out);
/* Names the properties that mean nothing, in a note. */
void cli_tiled_roles_note_unused(cli_tiled_import *import);

/* ---- tiled_shape.c ---- */

/* A line in units. */
pawl_vec2 cli_tiled_shape_vec2(const cli_tiled_import *import, cli_pixel_point point);
/* The outline of an object about its own origin, or of a collision shape where the frame puts it;
 * false when it has none, which has been reported. */
bool cli_tiled_shape_outline(cli_tiled_import *import, const cli_tiled_object *object,
                             const cli_tiled_frame *frame, cli_outline *out);
/* The whole tile. */
void cli_tiled_shape_outline_box(cli_tiled_import *import, cli_pixel_point lower,
                                 cli_pixel_point upper, cli_outline *out);
/* Corners in any order around. */
void cli_tiled_shape_outline_corners(cli_tiled_import *import, const cli_pixel_point *corners,
                                     uint32_t count, cli_outline *out);
/* A circle or capsule as a polygon with its corners on the outline. */
void cli_tiled_shape_round_off(cli_tiled_import *import, cli_outline *outline, uint32_t corners);
/* Turned and moved into the world. */
void cli_tiled_shape_to_world(cli_outline *outline, pawl_vec2 position, pawl_fx degrees);

/* Drops points too near to the one before, and returns how many are left. */
uint32_t cli_tiled_shape_drop_near(pawl_vec2 *points, uint32_t count, bool closed);

/* ---- tiled_parts.c ---- */

/* A polygon of any form as convex ones that the engine takes; 0 after a warning. */
uint32_t cli_tiled_parts_convex(cli_tiled_import *import, const cli_outline *outline, uint32_t line,
                                cli_outline **parts);
/* Polygons as rings around all of them together: counter-clockwise, holes clockwise. */
uint32_t cli_tiled_parts_merge(cli_tiled_import *import, const cli_outline *outlines,
                               uint32_t count, uint32_t line, cli_outline **rings);

/* ---- tiled_place.c ---- */

/* Whether cells are rectangles along the axes; whether those of a rectangle fill an outline. */
bool cli_tiled_place_is_square(const cli_tiled_map *map);
bool cli_tiled_place_has_rows(const cli_tiled_map *map);
/* Where the lower left corner of a tile in that cell lies. */
cli_pixel_point cli_tiled_place_cell(const cli_tiled_map *map, int64_t column, int64_t row);
/* The corners of a rectangle of cells (left, top, right and low, which do not belong to it), of
 * the first of them alone where they fill no outline. Returns how many there are. */
uint32_t cli_tiled_place_outline(const cli_tiled_map *map, const int64_t box[4],
                                 cli_pixel_point out[8]);
/* From the frame in which objects are drawn to the screen: a place, and a way. */
cli_pixel_point cli_tiled_place_object(const cli_tiled_map *map, cli_pixel_point at);
cli_pixel_point cli_tiled_place_project(const cli_tiled_map *map, cli_pixel_point way);
/* Of the whole map. */
cli_pixel_point cli_tiled_place_size(const cli_tiled_map *map);

/* ---- tiled_write.c ---- */

/* A body, then its shapes, then its end. `degrees` is counter-clockwise. */
void cli_tiled_write_body(cli_tiled_import *import, const char *name, pawl_body_type type,
                          pawl_vec2 position, pawl_fx degrees);
void cli_tiled_write_shapes(cli_tiled_import *import);
/* `line` is for messages. */
void cli_tiled_write_outline(cli_tiled_import *import, const cli_outline *outline,
                             const cli_tiled_material *material, uint32_t line);
/* Opens a shape, whose geometry the caller writes behind it, and closes it. */
void cli_tiled_write_shape(cli_tiled_import *import);
void cli_tiled_write_shape_end(cli_tiled_import *import, const cli_tiled_material *material);
void cli_tiled_write_body_end(cli_tiled_import *import);

/* A one-sided loop, whose inside is on its left. */
void cli_tiled_write_ring(cli_tiled_import *import, const cli_outline *outline,
                          const cli_tiled_material *material, uint32_t line);

/* A polygon of the level, of what does not move; the outline is in the world. */
void cli_tiled_write_polygon(cli_tiled_import *import, const cli_outline *outline,
                             const cli_tiled_material *material, pawl_fx degrees, uint32_t line);
/* Whether a body may stand there; else it is left out, which has been reported. */
bool cli_tiled_write_is_inside(cli_tiled_import *import, pawl_vec2 position, uint32_t line);

/* The same of rings that belong together: holes run clockwise. */
void cli_tiled_write_rings(cli_tiled_import *import, const cli_outline *rings, uint32_t count,
                           const cli_tiled_material *material, uint32_t line);

void cli_tiled_write_point(FILE *out, pawl_vec2 point);
void cli_tiled_write_fx(FILE *out, pawl_fx value);

/* ---- tiled_arcade.c ---- */

/* Whether anything of the map says that it is in an arcade: then all of the map is one. */
bool cli_tiled_arcade_is_wanted(const cli_tiled_map *map);
/* The role of what has none: solid when it says itself that it is in the arcade. */
cli_tiled_role cli_tiled_arcade_role(cli_tiled_import *import, const cli_tiled_scope *scope);
/* A body for an outline (null: a point), turned about `position` by `degrees`; or several where it
 * is not convex and nothing moves it. */
void cli_tiled_arcade_put(cli_tiled_import *import, const cli_tiled_scope *scope, const char *name,
                          pawl_vec2 position, pawl_fx degrees, const cli_outline *outline,
                          const cli_tiled_material *material, uint32_t line);
/* The member "arcade" of the scene; `box`: two corners of the map, or null. */
void cli_tiled_arcade_put_end(cli_tiled_import *import, const pawl_vec2 *box, const char *bodies,
                              FILE *out);

/* ---- tiled_tiles.c and tiled_objects.c ---- */
/* Why the collision shapes of a tile cannot be taken as it lies; null when they can. */
const char *cli_tiled_tiles_refusal(const cli_tiled_map *map, const cli_tiled_tileset *set,
                                    const cli_tiled_tile *tile, uint32_t gid);
void cli_tiled_tiles_import(cli_tiled_import *import, const cli_tiled_layer *layer);
void cli_tiled_objects_import(cli_tiled_import *import, const cli_tiled_layer *layer);
/* Where the origin of an object stands. */
pawl_vec2 cli_tiled_objects_place(const cli_tiled_import *import, const cli_tiled_layer *layer,
                                  const cli_tiled_object *object);

/* ---- tiled_guess.c and tiled_choice.c ---- */

/* Chooses for layers and objects that do not say themselves what they are. */
void cli_tiled_guess_layers(cli_tiled_import *import);
/* What is chosen for a tile, without flips, of a layer. */
cli_tiled_role cli_tiled_guess_tile(const cli_tiled_layer *layer, uint32_t gid);
/* All that was chosen, as a file of roles. */
void cli_tiled_choice_put(const cli_tiled_import *import, FILE *out);

/* ---- tiled_extra.c ---- */

/* What the map has for the eye alone, into `extra` and `texts`; and the member that they become. */
void cli_tiled_extra_collect(cli_tiled_import *import);
void cli_tiled_extra_put(const cli_tiled_import *import, const char *layers, const char *texts,
                         FILE *out);

/* Something that the map asks for and pawl does not have; an error when the plan is strict. */
#define cli_tiled_warn(import, line, ...) \
    ((import)->result->warnings++, cli_scene_plan_warn((import)->plan, line, __VA_ARGS__))

/* ---- tiled_import.c ---- */

/* Writes the map as a scene to `out`. False after an error, which has been reported. */
bool cli_tiled_import_convert(cli_plan *plan, const cli_json *root, FILE *out,
                              cli_tiled_result *result);

/* ---- scene_load.c ---- */

/* The file as the text of a scene that loads; free() it. What was chosen goes to `roles` (null:
 * nowhere) as a file of roles. False after an error, which has been
 * reported as in cli_scene_load. */
bool cli_scene_load_import(const char *path, FILE *log, const cli_map_options *map_options,
                           FILE *roles, cli_file *out, cli_tiled_result *result);

#endif
