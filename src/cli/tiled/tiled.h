/* tiled.h - internal to the reader of Tiled maps (docs/tiled.md): a map as its file describes it.
 *
 *   tiled_text.c   UTF-16 and byte order marks
 *   tiled_xml.c    .tmx and .tsx as a tree of the form that the JSON files have
 *   tiled_tree.c   members of that tree
 *   tiled_entry.c  objects in it
 *   tiled_read.c   that tree, from XML or JSON, into the structures below, with tilesets
 *   tiled_tileset.c tilesets, in the map or in files of their own
 *   tiled_property.c custom properties, with what is in their classes
 *   tiled_template.c objects in files of their own
 *   tiled_data.c   the cells of tile layers: lists, base64, zlib, zstd
 *   tiled_world.c  maps side by side
 *   tiled_place.c  where cells lie, for all orientations
 *   tiled_roles.c  what classes and custom properties say
 *   tiled_shape.c  objects and collision shapes as outlines in units of pawl
 *   tiled_parts.c  polygons of any form
 *   tiled_tiles.c  tile layers
 *   tiled_objects.c object layers
 *   tiled_write.c  bodies and the level as text
 *   tiled_import.c all of it as a scene, docs/format-scene.md
 *
 * Everything lives in the heap of a cli_plan, which also carries messages and the first error,
 * see scene_plan.h. */
#ifndef CLI_TILED_H
#define CLI_TILED_H

#include "cli/common/file.h"
#include "cli/scene/scene_plan.h"

/* Pixels times 10^12, so that what Tiled writes is kept as written. */
typedef int64_t cli_pixels;
#define CLI_PIXEL INT64_C(1000000000000)
#define CLI_PIXELS_MAX (4000000 * CLI_PIXEL) /* sums of two fit */

/* Limits for hostile files, beside those of json.h. */
#define CLI_TILED_CELLS_MAX (UINT32_C(1) << 22) /* of all layers together */
#define CLI_TILED_TILESETS_MAX 256u
#define CLI_TILED_ID_MAX INT32_C(0x0FFFFFFF)

/* The upper bits of a tile number: how the tile is turned over. Diagonally comes first. */
#define CLI_FLIP_HORIZONTAL UINT32_C(0x80000000)
#define CLI_FLIP_VERTICAL UINT32_C(0x40000000)
#define CLI_FLIP_DIAGONAL UINT32_C(0x20000000)
#define CLI_FLIP_HEXAGONAL UINT32_C(0x10000000) /* means nothing on square cells */
#define CLI_FLIPS UINT32_C(0xF0000000)

typedef struct cli_pixel_point {
    cli_pixels x, y; /* y down */
} cli_pixel_point;

typedef struct cli_tiled_property {
    struct cli_tiled_property *next;
    const char *name;
    const char *text; /* of a number as written, "true" or "false"; null for objects and lists */
    uint32_t line;
    const char *path; /* of the file that has it */
    bool used;        /* means something to pawl */
    bool is_ignored;  /* has a name that does, and a value that does not */
} cli_tiled_property;

/* What an object, a tile or one of its collision shapes is for. */
typedef enum cli_tiled_role {
    CLI_ROLE_NONE = 0,
    CLI_ROLE_LEFT_OUT, /* the map says so: solid = false */
    CLI_ROLE_SOLID,
    CLI_ROLE_DOOR,
    CLI_ROLE_ONE_WAY,
    CLI_ROLE_AREA, /* hazards and sensors */
    CLI_ROLE_WALKER,
    CLI_ROLE_SPAWN,
    CLI_ROLE_GOAL
} cli_tiled_role;

/* What is chosen for a layer that does not say itself what it is: by the command line, a file of
 * roles, or a guess. */
typedef struct cli_tiled_choice {
    cli_tiled_role role;  /* of its tiles or objects; none: not chosen */
    bool is_forced;       /* not a guess; what is left out is so whatever it says itself */
    bool is_except;       /* of all tiles but those that follow, not of those alone */
    const uint32_t *gids; /* ascending, without flips; null: of all tiles */
    uint32_t gid_count;
    const char *why; /* null: nothing to say */
} cli_tiled_choice;

typedef enum cli_tiled_form {
    CLI_TILED_RECTANGLE,
    CLI_TILED_ELLIPSE,
    CLI_TILED_CAPSULE,
    CLI_TILED_POINT,
    CLI_TILED_POLYGON,
    CLI_TILED_POLYLINE,
    CLI_TILED_TILE, /* gid is set */
    CLI_TILED_TEXT,
    CLI_TILED_TEMPLATE
} cli_tiled_form;

typedef struct cli_tiled_object {
    struct cli_tiled_object *next;
    uint32_t line, id;
    const char *name, *class; /* never null */
    cli_tiled_form form;
    const char *text; /* of a text; never null */
    cli_pixel_point at;
    cli_pixels width, height;
    pawl_fx rotation; /* degrees, clockwise on the screen */
    uint32_t gid;
    cli_pixel_point *points; /* of polygon and polyline, relative to `at` */
    uint32_t point_count;
    cli_tiled_property *properties;
    cli_tiled_role choice; /* as that of a layer; none: not chosen */
    const char *why;
} cli_tiled_object;

typedef struct cli_tiled_tile {
    struct cli_tiled_tile *next;
    uint32_t id;
    const char *class;
    cli_pixels width, height; /* of its own image; 0: as in the tileset */
    cli_tiled_property *properties;
    cli_tiled_object *objects; /* collision shapes */
    bool met;                  /* stands in the map */
} cli_tiled_tile;

typedef struct cli_tiled_tileset {
    uint32_t first_gid, line;
    const char *name;
    const char *path;         /* of its own file, or null */
    cli_pixels width, height; /* of its tiles */
    cli_pixel_point offset;
    uint8_t align_x, align_y; /* of tile objects: 0 left or top, 1 middle, 2 right or bottom */
    bool is_aligned;          /* the file says how */
    bool is_leaning;          /* collision shapes are drawn in an isometric grid */
    bool is_grid_sized;       /* tilerendersize="grid": tiles are stretched to the cells */
    cli_tiled_tile **tiles;   /* by ascending id; of those that say something */
    uint32_t tile_count;
} cli_tiled_tileset;

typedef enum cli_tiled_layer_type {
    CLI_TILED_CELLS,
    CLI_TILED_OBJECTS,
    CLI_TILED_IMAGE,
    CLI_TILED_GROUP
} cli_tiled_layer_type;

/* A rectangle of cells, row by row from the top. */
typedef struct cli_tiled_chunk {
    struct cli_tiled_chunk *next;
    int32_t x, y; /* of the first cell */
    uint32_t width, height;
    uint32_t *gids;
} cli_tiled_chunk;

typedef struct cli_tiled_layer {
    struct cli_tiled_layer *next;
    const struct cli_tiled_layer *group; /* the one around it, or null */
    uint32_t line, index;                /* index in the map, groups counted */
    cli_tiled_layer_type type;
    const char *name, *class;
    const char *alias;        /* of LDtk: its name in all levels; "" */
    bool is_settled;          /* of LDtk: what its cells are is decided */
    cli_pixel_point offset;   /* with those of the groups around it */
    cli_pixel_point parallax; /* factors, with those of the groups; CLI_PIXEL is 1 */
    bool is_hidden;
    const char *image; /* of an image layer; never null */
    cli_tiled_property *properties;
    cli_tiled_chunk *chunks;
    cli_tiled_object *objects;
    cli_tiled_choice choice;
} cli_tiled_layer;

/* How much a map has of everything. */
typedef struct cli_tiled_counts {
    uint32_t tilesets, tile_layers, object_layers, image_layers, groups;
    uint32_t tiles; /* cells that are not empty */
    uint32_t objects;
    uint32_t forms[CLI_TILED_TEMPLATE + 1];
} cli_tiled_counts;

/* Places in order: those of which cells of a rectangle make one outline come first. */
typedef enum cli_tiled_orientation {
    CLI_TILED_ORTHOGONAL,
    CLI_TILED_ISOMETRIC,
    CLI_TILED_STAGGERED,
    CLI_TILED_HEXAGONAL
} cli_tiled_orientation;

typedef struct cli_tiled_map {
    struct cli_tiled_map *next; /* of a world */
    const char *path;           /* of its file */
    const char *source;         /* as the world has it; null: there is no world */
    cli_pixel_point origin;     /* in the world */
    uint32_t cells;             /* of it and those before */
    cli_tiled_orientation orientation;
    bool stagger_x, stagger_even; /* columns, not rows, are moved; the even ones */
    int64_t hex_side;             /* pixels; 0 of staggered maps */
    bool infinite;
    cli_pixel_point begin;  /* its upper left corner: of LDtk's worlds, else the origin */
    uint32_t width, height; /* in cells */
    cli_pixels cell_width, cell_height;
    const char *class;
    const cli_json *ldtk; /* what a project of LDtk has besides; null: it is none */
    cli_tiled_property *properties;
    const cli_tiled_tileset *tilesets[CLI_TILED_TILESETS_MAX]; /* by ascending first_gid */
    cli_tiled_layer *layers;                                   /* in the order of the file */
    cli_tiled_counts counts;
} cli_tiled_map;

/* ---- tiled_xml.c ---- */

/* Whether the text is XML: its first character that is no space is '<'. */
bool cli_tiled_xml_is(const char *text, size_t size);

/* A .tmx, .tsx or .tx as the tree that the same map has as JSON, but for numbers being strings.
 * `encoding`: null when the file says it. Null and *error on failure. */
const cli_json *cli_tiled_xml_parse(cli_heap *heap, const char *text, size_t size,
                                    const char *encoding, cli_json_error *error);

/* ---- tiled_read.c ---- */

/* Whether a tree is a Tiled map, or a world of such. */
bool cli_tiled_read_is_map(const cli_json *root);

/* A file of XML or JSON as a tree; null after an error, which has been reported. Frees the file. */
const cli_json *cli_tiled_tree_parse(cli_plan *plan, cli_file *file);

/* Fills in *map; external tilesets are read as well. */
void cli_tiled_read_map(cli_plan *plan, const cli_json *root, cli_tiled_map *map);

/* The tileset of a tile number without its flips, and the tile, which is null when the tileset
 * says nothing about it. Null when there is none. The tile counts as met. */
const cli_tiled_tileset *cli_tiled_tileset_find(const cli_tiled_map *map, uint32_t gid,
                                                const cli_tiled_tile **tile);

/* ---- tiled_choice.c ---- */

/* A row of a file of roles. */
typedef struct cli_tiled_row {
    struct cli_tiled_row *next;
    uint32_t line;
    const char *map;   /* of a world, that it is for; "" */
    const char *layer; /* null: it is for an object */
    uint32_t object;
    cli_tiled_role role;
    const uint32_t *gids; /* ascending; null: all tiles */
    uint32_t gid_count;
    bool is_except;
} cli_tiled_row;

/* All of its rows in order; null after an error, or without any. */
#define CLI_TILED_ROWS_MAX 32768u
const cli_tiled_row *cli_tiled_choice_read(cli_plan *plan, const char *path);

/* ---- tiled_data.c ---- */

/* The cells of a layer or chunk with so many cells; null after an error. */
uint32_t *cli_tiled_data_cells(cli_plan *plan, const cli_json *data, const char *encoding,
                               const char *compression, uint32_t count);

/* ---- units ---- */

/* Pixels as units of pawl, with so many pixels to the unit: rounded half away from zero,
 * saturated. */
pawl_fx cli_tiled_shape_units(cli_pixels pixels, cli_pixels scale);

/* a * b / c, rounded half away from zero, saturated to CLI_PIXELS_MAX. */
cli_pixels cli_tiled_shape_scaled(cli_pixels a, int64_t b, int64_t c);

#endif
