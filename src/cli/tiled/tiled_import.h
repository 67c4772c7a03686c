/* tiled_import.h - internal to the reader of Tiled maps: what its parts share while they write a
 * map as a scene. docs/tiled.md says what becomes what. */
#ifndef PAWLI_CLI_TILED_IMPORT_H
#define PAWLI_CLI_TILED_IMPORT_H

#include "cli/tiled/tiled.h"
#include "pawl/level.h"

/* What an object, a tile or one of its collision shapes is for. */
typedef enum pawli_tiled_role {
    PAWLI_ROLE_NONE = 0,
    PAWLI_ROLE_LEFT_OUT, /* the map says so: solid = false */
    PAWLI_ROLE_SOLID,
    PAWLI_ROLE_DOOR,
    PAWLI_ROLE_ONE_WAY,
    PAWLI_ROLE_AREA, /* hazards and sensors */
    PAWLI_ROLE_PLAYER,
    PAWLI_ROLE_SPAWN,
    PAWLI_ROLE_GOAL
} pawli_tiled_role;

/* Where properties are looked for, the first that has one wins: a collision shape, the object or
 * the tile, the layer and the groups around it, the map. Any may be null. */
typedef struct pawli_tiled_scope {
    const pawli_tiled_object *shape, *object;
    const pawli_tiled_tile *tile;
    const pawli_tiled_layer *layer;
    const pawli_tiled_map *map;
} pawli_tiled_scope;

/* The surface of a shape; equal ones are equal byte by byte. */
typedef enum pawli_surface_key {
    PAWLI_SURFACE_FRICTION,
    PAWLI_SURFACE_RESTITUTION,
    PAWLI_SURFACE_DENSITY,
    PAWLI_SURFACE_TANGENT_SPEED,
    PAWLI_SURFACE_ROLLING,
    PAWLI_SURFACE_BREAK,
    PAWLI_SURFACE_CATEGORY, /* these are whole numbers */
    PAWLI_SURFACE_MASK,
    PAWLI_SURFACE_GROUP,
    PAWLI_SURFACE_HIT_EVENTS,
    PAWLI_SURFACE_KEYS
} pawli_surface_key;
typedef struct pawli_tiled_surface {
    int64_t value[PAWLI_SURFACE_KEYS];
    uint8_t given[PAWLI_SURFACE_KEYS + 6]; /* padded to 16 */
} pawli_tiled_surface;

/* What a shape is: cells of a layer with equal ones share a body. */
typedef struct pawli_tiled_material {
    pawli_tiled_role role;
    pawl_body_type body;
    const char *region; /* its name in the level; "" lets the role name it */
    pawli_tiled_surface surface;
} pawli_tiled_material;

typedef enum pawli_outline_form {
    PAWLI_OUTLINE_POLYGON, /* counter-clockwise */
    PAWLI_OUTLINE_LINE,
    PAWLI_OUTLINE_CIRCLE,
    PAWLI_OUTLINE_CAPSULE
} pawli_outline_form;

/* A shape in units, y up, in the frame of a body. */
typedef struct pawli_outline {
    pawli_outline_form form;
    pawl_vec2 *points; /* of a circle the middle, of a capsule the two ends of its axis */
    uint32_t count;
    pawl_fx radius;
} pawli_outline;

/* How a tile lies in the frame of its body: turned over, stretched, moved. */
typedef struct pawli_tiled_frame {
    uint32_t flips;
    pawli_pixels width, height;             /* of the tile as its shapes are drawn */
    pawli_pixels drawn_width, drawn_height; /* after turning over */
    pawli_pixel_point corner;               /* upper left one, as drawn */
} pawli_tiled_frame;

typedef struct pawli_tiled_region {
    const char *name;
    pawl_region_kind kind;
    pawl_fx friction, direction; /* degrees */
} pawli_tiled_region;

/* What came out. */
typedef struct pawli_tiled_result {
    pawli_tiled_counts read;
    uint32_t bodies[3]; /* by pawl_body_type */
    uint32_t shapes, polygons, regions, goals;
    bool has_player, has_spawn;
    uint32_t left_out, warnings;
} pawli_tiled_result;

/* The text of a kind of an arcade, without its name, which is its number. */
struct pawli_tiled_kind {
    struct pawli_tiled_kind *next;
    const char *text;
};

typedef struct pawli_tiled_import {
    pawli_plan *plan;
    pawli_tiled_map *map;
    pawli_pixels scale;                                 /* pixels to the unit */
    FILE *bodies, *polygons, *goals;                    /* parts of the scene */
    pawli_tiled_region regions[PAWL_LEVEL_REGIONS_MAX]; /* the first is the ground */
    uint32_t region_count;
    uint32_t open_shapes; /* of the body that is being written */
    pawl_vec2 player[PAWL_POLYGON_MAX];
    int32_t player_count;
    pawl_vec2 spawn;
    bool is_arcade; /* bodies are those of an arcade, and there is neither world nor level */
    struct pawli_tiled_kind *first_kind;
    bool spawn_is_said; /* else it is where the player stands */
    pawli_tiled_result *result;
} pawli_tiled_import;

/* ---- tiled_roles.c ---- */

/* The nearest property with one of these names (a list that ends with null); null when there is
 * none. It then counts as used. */
const pawli_tiled_property *pawli_tiled_lookup(const pawli_tiled_scope *scope,
                                               const char *const *names);
/* Values; false when the property is absent. Wrong ones are errors. */
bool pawli_tiled_get_fx(pawli_tiled_import *import, const pawli_tiled_scope *scope,
                        const char *const *names, pawl_fx low, pawl_fx high, pawl_fx *out);
bool pawli_tiled_get_bool(pawli_tiled_import *import, const pawli_tiled_scope *scope,
                          const char *const *names, bool *out);

/* Role, body type, surface and region; `otherwise` is the role of what has none. */
pawli_tiled_material pawli_tiled_material_of(pawli_tiled_import *import,
                                             const pawli_tiled_scope *scope,
                                             pawli_tiled_role otherwise);
/* Of a moving body: members such as "gravity_scale", each with a comma before it. */
/* How things break, of the map; nothing when it does not say. */
void pawli_tiled_put_fracture(pawli_tiled_import *import, const pawli_tiled_scope *scope,
                              FILE *out);
void pawli_tiled_put_motion(pawli_tiled_import *import, const pawli_tiled_scope *scope,
                            pawl_body_type type, FILE *out);
/* Names the properties that mean nothing, in a note. */
void pawli_tiled_note_unused(pawli_tiled_import *import);

/* ---- tiled_shape.c ---- */

/* A line in units. */
pawl_vec2 pawli_tiled_vec2(const pawli_tiled_import *import, pawli_pixel_point point);
/* The outline of an object about its own origin, or of a collision shape where the frame puts it;
 * false when it has none, which has been told. */
bool pawli_tiled_outline(pawli_tiled_import *import, const pawli_tiled_object *object,
                         const pawli_tiled_frame *frame, pawli_outline *out);
/* The whole tile. */
void pawli_tiled_outline_box(pawli_tiled_import *import, pawli_pixel_point lower,
                             pawli_pixel_point upper, pawli_outline *out);
/* A circle or capsule as a polygon with its corners on the outline. */
void pawli_tiled_round_off(pawli_tiled_import *import, pawli_outline *outline, uint32_t corners);
/* Turned and moved into the world. */
void pawli_tiled_to_world(pawli_outline *outline, pawl_vec2 position, pawl_fx degrees);

/* Drops points too near to the one before, and returns how many are left. */
uint32_t pawli_tiled_drop_near(pawl_vec2 *points, uint32_t count, bool closed);

/* ---- tiled_parts.c ---- */

/* A polygon of any form as convex ones that the engine takes; 0 after a warning. */
uint32_t pawli_tiled_convex_parts(pawli_tiled_import *import, const pawli_outline *outline,
                                  uint32_t line, pawli_outline **parts);
/* Polygons as rings around all of them together: counter-clockwise, holes clockwise. */
uint32_t pawli_tiled_merge(pawli_tiled_import *import, const pawli_outline *outlines,
                           uint32_t count, uint32_t line, pawli_outline **rings);

/* ---- tiled_write.c ---- */

/* A body, then its shapes, then its end. `degrees` is counter-clockwise. */
void pawli_tiled_open_body(pawli_tiled_import *import, const char *name, pawl_body_type type,
                           pawl_vec2 position, pawl_fx degrees);
void pawli_tiled_open_shapes(pawli_tiled_import *import);
/* `line` is for messages. */
void pawli_tiled_put_outline(pawli_tiled_import *import, const pawli_outline *outline,
                             const pawli_tiled_material *material, uint32_t line);
/* Opens a shape, whose geometry the caller writes behind it, and closes it. */
void pawli_tiled_open_shape(pawli_tiled_import *import);
void pawli_tiled_close_shape(pawli_tiled_import *import, const pawli_tiled_material *material);
void pawli_tiled_close_body(pawli_tiled_import *import);

/* A one-sided loop, whose inside is on its left. */
void pawli_tiled_put_ring(pawli_tiled_import *import, const pawli_outline *outline,
                          const pawli_tiled_material *material, uint32_t line);

/* A polygon of the level, of what does not move; the outline is in the world. */
void pawli_tiled_put_polygon(pawli_tiled_import *import, const pawli_outline *outline,
                             const pawli_tiled_material *material, pawl_fx degrees, uint32_t line);
/* Whether a body may stand there; else it is left out, which has been told. */
bool pawli_tiled_is_inside(pawli_tiled_import *import, pawl_vec2 position, uint32_t line);

/* The same of rings that belong together: holes run clockwise. */
void pawli_tiled_put_rings(pawli_tiled_import *import, const pawli_outline *rings, uint32_t count,
                           const pawli_tiled_material *material, uint32_t line);

void pawli_tiled_put_point(FILE *out, pawl_vec2 point);
void pawli_tiled_put_fx(FILE *out, pawl_fx value);

/* ---- tiled_arcade.c ---- */

/* Whether anything of the map says that it is in an arcade: then all of the map is one. */
bool pawli_tiled_is_arcade(const pawli_tiled_map *map);
/* Whether a place of such a map is. */
bool pawli_tiled_in_arcade(pawli_tiled_import *import, const pawli_tiled_scope *scope);
/* The role of what has none: solid when it says itself that it is in the arcade. */
pawli_tiled_role pawli_tiled_arcade_role(pawli_tiled_import *import,
                                         const pawli_tiled_scope *scope);
/* A body for an outline (null: a point), turned about `position` by `degrees`; or several where it
 * is not convex and nothing moves it. */
void pawli_tiled_put_arcade(pawli_tiled_import *import, const pawli_tiled_scope *scope,
                            const char *name, pawl_vec2 position, pawl_fx degrees,
                            const pawli_outline *outline, const pawli_tiled_material *material,
                            uint32_t line);
/* The member "arcade" of the scene; `box`: two corners of the map, or null. */
void pawli_tiled_put_arcade_end(pawli_tiled_import *import, const pawl_vec2 *box,
                                const char *bodies, FILE *out);

/* ---- tiled_tiles.c and tiled_objects.c ---- */
void pawli_tiled_import_cells(pawli_tiled_import *import, const pawli_tiled_layer *layer);
void pawli_tiled_import_objects(pawli_tiled_import *import, const pawli_tiled_layer *layer);

/* Something that the map asks for and pawl does not have; an error when the plan is strict. */
#define pawli_tiled_warn(import, line, ...) \
    ((import)->result->warnings++, pawli_plan_warn((import)->plan, line, __VA_ARGS__))

/* ---- tiled_import.c ---- */

/* Writes the map as a scene to `out`. False after an error, which has been told. */
bool pawli_tiled_convert(pawli_plan *plan, const pawli_json *root, FILE *out,
                         pawli_tiled_result *result);

/* ---- scene_load.c ---- */

/* The file as the text of a scene that loads; free() it. False after an error, which has been told
 * as in pawli_scene_load. */
bool pawli_scene_import(const char *path, FILE *log, bool strict, pawli_file *out,
                        pawli_tiled_result *result);

#endif
