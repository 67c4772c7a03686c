/* tiled.h - internal to the reader of Tiled maps (docs/tiled.md): a map as its file describes it.
 *
 *   tiled_xml.c    .tmx and .tsx as a tree of the form that the JSON files have
 *   tiled_read.c   that tree, from XML or JSON, into the structures below, with tilesets
 *   tiled_tileset.c tilesets, in the map or in files of their own
 *   tiled_data.c   the cells of tile layers: lists, base64, zlib
 *   tiled_roles.c  what classes and custom properties say
 *   tiled_shape.c  objects and collision shapes as outlines in units of pawl
 *   tiled_parts.c  polygons of any form
 *   tiled_tiles.c  tile layers
 *   tiled_objects.c object layers
 *   tiled_write.c  bodies and the level as text
 *   tiled_import.c all of it as a scene, docs/format-scene.md
 *
 * Everything lives in the heap of a pawli_plan, which also carries messages and the first error,
 * see scene_plan.h. */
#ifndef PAWLI_CLI_TILED_H
#define PAWLI_CLI_TILED_H

#include "cli/common/file.h"
#include "cli/scene/scene_plan.h"

/* Pixels times 10^12, so that what Tiled writes is kept as written. */
typedef int64_t pawli_pixels;
#define PAWLI_PIXEL INT64_C(1000000000000)
#define PAWLI_PIXELS_MAX (4000000 * PAWLI_PIXEL) /* sums of two fit */

/* Limits for hostile files, beside those of json.h. */
#define PAWLI_TILED_CELLS_MAX (UINT32_C(1) << 22) /* of all layers together */
#define PAWLI_TILED_TILESETS_MAX 256u
#define PAWLI_TILED_ID_MAX INT32_C(0x0FFFFFFF)

/* The upper bits of a tile number: how the tile is turned over. Diagonally comes first. */
#define PAWLI_FLIP_HORIZONTAL UINT32_C(0x80000000)
#define PAWLI_FLIP_VERTICAL UINT32_C(0x40000000)
#define PAWLI_FLIP_DIAGONAL UINT32_C(0x20000000)
#define PAWLI_FLIP_HEXAGONAL UINT32_C(0x10000000) /* means nothing on square cells */
#define PAWLI_FLIPS UINT32_C(0xF0000000)

typedef struct pawli_pixel_point {
    pawli_pixels x, y; /* y down */
} pawli_pixel_point;

typedef struct pawli_tiled_property {
    struct pawli_tiled_property *next;
    const char *name;
    const char *text; /* of a number as written, "true" or "false"; null for objects and lists */
    uint32_t line;
    bool used; /* means something to pawl */
} pawli_tiled_property;

typedef enum pawli_tiled_form {
    PAWLI_TILED_RECTANGLE,
    PAWLI_TILED_ELLIPSE,
    PAWLI_TILED_CAPSULE,
    PAWLI_TILED_POINT,
    PAWLI_TILED_POLYGON,
    PAWLI_TILED_POLYLINE,
    PAWLI_TILED_TILE, /* gid is set */
    PAWLI_TILED_TEXT,
    PAWLI_TILED_TEMPLATE
} pawli_tiled_form;

typedef struct pawli_tiled_object {
    struct pawli_tiled_object *next;
    uint32_t line, id;
    const char *name, *class; /* never null */
    pawli_tiled_form form;
    pawli_pixel_point at;
    pawli_pixels width, height;
    pawl_fx rotation; /* degrees, clockwise on the screen */
    uint32_t gid;
    pawli_pixel_point *points; /* of polygon and polyline, relative to `at` */
    uint32_t point_count;
    pawli_tiled_property *properties;
} pawli_tiled_object;

typedef struct pawli_tiled_tile {
    struct pawli_tiled_tile *next;
    uint32_t id;
    const char *class;
    pawli_pixels width, height; /* of its own image; 0: as in the tileset */
    pawli_tiled_property *properties;
    pawli_tiled_object *objects; /* collision shapes */
    bool met;                    /* stands in the map */
} pawli_tiled_tile;

typedef struct pawli_tiled_tileset {
    uint32_t first_gid, line;
    const char *name;
    pawli_pixels width, height; /* of its tiles */
    pawli_pixel_point offset;
    uint8_t align_x, align_y; /* of tile objects: 0 left or top, 1 middle, 2 right or bottom */
    bool is_grid_sized;       /* tilerendersize="grid": tiles are stretched to the cells */
    pawli_tiled_tile **tiles; /* by ascending id; of those that say something */
    uint32_t tile_count;
} pawli_tiled_tileset;

typedef enum pawli_tiled_layer_kind {
    PAWLI_TILED_CELLS,
    PAWLI_TILED_OBJECTS,
    PAWLI_TILED_IMAGE,
    PAWLI_TILED_GROUP
} pawli_tiled_layer_kind;

/* A rectangle of cells, row by row from the top. */
typedef struct pawli_tiled_chunk {
    struct pawli_tiled_chunk *next;
    int32_t x, y; /* of the first cell */
    uint32_t width, height;
    uint32_t *gids;
} pawli_tiled_chunk;

typedef struct pawli_tiled_layer {
    struct pawli_tiled_layer *next;
    const struct pawli_tiled_layer *group; /* the one around it, or null */
    uint32_t line, index;                  /* index in the map, groups counted */
    pawli_tiled_layer_kind kind;
    const char *name, *class;
    pawli_pixel_point offset; /* with those of the groups around it */
    bool has_parallax;
    pawli_tiled_property *properties;
    pawli_tiled_chunk *chunks;
    pawli_tiled_object *objects;
} pawli_tiled_layer;

/* How much a map has of everything. */
typedef struct pawli_tiled_counts {
    uint32_t tilesets, tile_layers, object_layers, image_layers, groups;
    uint32_t tiles; /* cells that are not empty */
    uint32_t objects;
    uint32_t forms[PAWLI_TILED_TEMPLATE + 1];
} pawli_tiled_counts;

typedef struct pawli_tiled_map {
    bool infinite;
    uint32_t width, height; /* in cells */
    pawli_pixels cell_width, cell_height;
    const char *class;
    pawli_tiled_property *properties;
    const pawli_tiled_tileset *tilesets[PAWLI_TILED_TILESETS_MAX]; /* by ascending first_gid */
    pawli_tiled_layer *layers;                                     /* in the order of the file */
    pawli_tiled_counts counts;
} pawli_tiled_map;

/* ---- tiled_xml.c ---- */

/* Whether the text is XML: its first character that is no space is '<'. */
bool pawli_tiled_is_xml(const char *text, size_t size);

/* A .tmx or .tsx as the tree that the same map has as JSON, but for numbers being strings. Null
 * and *error on failure. */
const pawli_json *pawli_tiled_xml_parse(pawli_heap *heap, const char *text, size_t size,
                                        pawli_json_error *error);

/* ---- tiled_read.c ---- */

/* Whether a tree is a Tiled map. */
bool pawli_tiled_is_map(const pawli_json *root);

/* A file of XML or JSON as a tree; null after an error, which has been told. Frees the file. */
const pawli_json *pawli_tiled_parse(pawli_plan *plan, pawli_file *file);

/* Fills in *map; external tilesets are read as well. */
void pawli_tiled_read_map(pawli_plan *plan, const pawli_json *root, pawli_tiled_map *map);

/* The tileset of a tile number without its flips, and the tile, which is null when the tileset
 * says nothing about it. Null when there is none. The tile counts as met. */
const pawli_tiled_tileset *pawli_tiled_find(const pawli_tiled_map *map, uint32_t gid,
                                            const pawli_tiled_tile **tile);

/* ---- tiled_data.c ---- */

/* The cells of a layer or chunk with so many cells; null after an error. */
uint32_t *pawli_tiled_cells(pawli_plan *plan, const pawli_json *data, const char *encoding,
                            const char *compression, uint32_t count);

/* ---- units ---- */

/* Pixels as units of pawl, with so many pixels to the unit: rounded half away from zero,
 * saturated. */
pawl_fx pawli_tiled_units(pawli_pixels pixels, pawli_pixels scale);

/* a * b / c, rounded half away from zero, saturated to PAWLI_PIXELS_MAX. */
pawli_pixels pawli_tiled_scaled(pawli_pixels a, int64_t b, int64_t c);

#endif
