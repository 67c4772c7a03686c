/* outline.h - internal to the reader of drawings (docs/outlines.md): outlines for bodies from SVG
 * and from PhysicsEditor, as the tree of a map of Tiled, from which src/cli/tiled makes a scene.
 *
 *   outline_svg.c     an SVG file: elements, groups, what is left out
 *   outline_matrix.c  transforms
 *   outline_path.c    the data of paths: lines, curves and arcs as corners
 *   outline_physics.c files of PhysicsEditor
 *   outline_plist.c   those of them that are XML
 *   outline_shape.c   an outline as the shape of a body of a scene
 *   outline_map.c     outlines as objects of a map
 *
 * Coordinates are pixels (units of the user) times 10^12, y down, as of maps of Tiled. */
#ifndef CLI_OUTLINE_H
#define CLI_OUTLINE_H

#include "cli/ldtk/ldtk.h"
#include "cli/tiled/tiled.h"

/* Limits for hostile files. */
#define CLI_OUTLINE_SIZE_MAX ((size_t)16 * 1024 * 1024)
#define CLI_OUTLINE_SHAPES_MAX 4096u
#define CLI_OUTLINE_ELEMENTS_MAX 65536u
#define CLI_OUTLINE_POINTS_MAX 65536u
#define CLI_OUTLINE_DEPTH_MAX 64u
#define CLI_OUTLINE_FAR (1000000 * CLI_PIXEL) /* coordinates, and entries of a transform */

/* x' = a x + c y + e, y' = b x + d y + f; CLI_PIXEL is 1. */
typedef struct cli_outline_matrix {
    cli_pixels a, b, c, d, e, f;
} cli_outline_matrix;

/* A run of corners. */
typedef struct cli_outline_ring {
    uint32_t first, count;
    bool is_closed;
} cli_outline_ring;

/* Corners under way, of one shape. */
typedef struct cli_outline_pen {
    cli_plan *plan;
    cli_outline_matrix matrix;
    cli_pixel_point *points;
    cli_outline_ring *rings;
    uint32_t point_count, point_capacity, ring_count, ring_capacity;
    uint32_t room; /* points that the file may still have */
    bool is_full;
} cli_outline_pen;

/* What a shape is called, and what becomes of it. */
typedef struct cli_outline_shape {
    const char *name, *class;
    uint32_t line;
    bool is_even_odd, is_line; /* a line where it is open */
} cli_outline_shape;

/* A map under construction. */
typedef struct cli_outline_map {
    cli_plan *plan;
    cli_ldtk_node map, tilesets, layers, objects;
    uint32_t count;
    cli_pixels scale; /* pixels to the unit */
} cli_outline_map;

/* ---- outline_matrix.c ---- */

extern const cli_outline_matrix cli_outline_matrix_one;
/* First `inner`, then `outer`. */
cli_outline_matrix cli_outline_matrix_multiply(cli_outline_matrix outer, cli_outline_matrix inner);
cli_pixel_point cli_outline_matrix_apply(const cli_outline_matrix *by, cli_pixel_point point);
/* The attribute `transform`; false where it is none that is known. */
bool cli_outline_matrix_parse(const char *text, cli_outline_matrix *out);
/* The next number of a list with spaces or commas; units such as px are passed over. */
bool cli_outline_matrix_number(const char **at, cli_pixels *out);

/* ---- outline_path.c ---- */

/* A new ring, and a corner of it, before the transform. */
void cli_outline_path_begin(cli_outline_pen *pen);
void cli_outline_path_add(cli_outline_pen *pen, cli_pixel_point point);
void cli_outline_path_close(cli_outline_pen *pen);
/* An ellipse about `center`. */
void cli_outline_path_ellipse(cli_outline_pen *pen, cli_pixel_point center, cli_pixels rx,
                              cli_pixels ry);
/* The attribute `d`: what comes before its first mistake. False when there is one. */
bool cli_outline_path_parse(cli_outline_pen *pen, const char *text);

/* ---- outline_map.c ---- */

void cli_outline_map_begin(cli_outline_map *map, cli_plan *plan, const char *layer);
/* Each shape is an object with the outline that the rings have together. */
void cli_outline_map_add(cli_outline_map *map, const cli_outline_shape *shape,
                         const cli_outline_pen *pen);
/* A circle, with its middle and its radius in the picture. */
void cli_outline_map_add_circle(cli_outline_map *map, const cli_outline_shape *shape,
                                cli_pixel_point center, cli_pixels radius);
/* The tree; `box` is a rectangle of the picture, or null. */
const cli_json *cli_outline_map_end(cli_outline_map *map, const cli_pixel_point box[2]);

/* ---- the readers ---- */

bool cli_outline_svg_is(const char *text, size_t size);
/* The map that a drawing makes; with `id`, of that element alone. Null after an error. */
const cli_json *cli_outline_svg_read(cli_plan *plan, const char *text, size_t size, const char *id);
bool cli_outline_physics_is(const cli_json *root);
/* `is_xml`: the tree is that of a property list or a <bodydef>. */
const cli_json *cli_outline_physics_read(cli_plan *plan, const cli_json *root, const char *name,
                                         bool is_xml);
/* The name of another program whose files hold outlines, which are not read; null: none. */
const char *cli_outline_physics_other(const cli_json *root);
bool cli_outline_plist_is(const char *text, size_t size);
/* A project of the editor itself, which is binary and not read. */
bool cli_outline_plist_is_project(const char *text, size_t size);
const cli_json *cli_outline_plist_read(cli_plan *plan, const char *text, size_t size);
/* Adds the shapes of the outline to the body. */
void cli_outline_shape_add(cli_plan *plan, const cli_outline_asked *asked);
/* A file with outlines, whatever it is, as the tree of a map; `name` is null or one of them. Null
 * after an error, or when it is none: then nothing was said. */
const cli_json *cli_outline_shape_parse(cli_plan *plan, const char *text, size_t size,
                                        const char *name);

#endif
