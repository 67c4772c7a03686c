/* ldtk.h - internal to the reader of LDtk projects (docs/ldtk.md): a project becomes the tree of a
 * map of Tiled, from which src/cli/tiled makes a scene, as it does for maps in XML.
 *
 *   ldtk_read.c     the project: version, worlds, levels, those in files of their own
 *   ldtk_place.c    where the levels of a world lie
 *   ldtk_values.c   what the values of IntGrid layers are, by name or by guess
 *   ldtk_tiles.c    layers of tiles as such layers: tags of tiles are values
 *   ldtk_cells.c    IntGrid and tile layers as tile layers
 *   ldtk_entities.c entities as objects
 *   ldtk_fields.c   fields as properties
 *   ldtk_links.c    points and references of entities, as data for the game
 *   ldtk_choice.c   what the command line says of all that
 *   ldtk_tree.c     making values of the tree
 *
 * Everything lives in the heap of a cli_plan, which also carries messages and the first error. */
#ifndef CLI_LDTK_H
#define CLI_LDTK_H

#include "cli/scene/scene_plan.h"
#include "cli/scene/scene_words.h"

/* Limits for hostile files, beside those of json.h and of maps of Tiled. */
#define CLI_LDTK_SIZE_MAX ((size_t)64 * 1024 * 1024)  /* of a project and all of its levels */
#define CLI_LDTK_VALUES_MAX (2 * CLI_JSON_VALUES_MAX) /* of levels in files of their own */
#define CLI_LDTK_LEVELS_MAX 4096u
#define CLI_LDTK_GRIDS_MAX 64u   /* IntGrid layers of a project */
#define CLI_LDTK_VALUE_MAX 65535 /* of a cell */
#define CLI_LDTK_NAMED_MAX 1024u /* values of a layer that occur or have a name */
#define CLI_LDTK_CELLS_MAX (UINT32_C(1) << 22)
#define CLI_LDTK_PIXELS_MAX 4000000
#define CLI_LDTK_ENTITIES_MAX 32768u
#define CLI_LDTK_SCAN_MAX 1024u   /* of a list that is searched for a name, and of tags */
#define CLI_LDTK_POINTS_MAX 4096u /* of all paths, and references */

/* Pixels times 10^12, as of maps of Tiled. */
typedef int64_t cli_ldtk_pixels;
#define CLI_LDTK_PIXEL INT64_C(1000000000000)

/* Says what was understood, beside what is left out. */
#define cli_ldtk_tell cli_scene_plan_tell

/* A value of an IntGrid layer that has a name or occurs. */
typedef struct cli_ldtk_value {
    uint32_t number;
    const char *name, *group; /* "" when there is none */
    cli_role role;
    const char *reason; /* why it has that role, where no name says so */
    uint32_t cells;     /* in the levels that are taken */
} cli_ldtk_value;

/* An IntGrid layer: its definition, and what its values are. Of layers of tiles value 1 is tiles
 * without a tag, and the others are tags. */
typedef struct cli_ldtk_grid {
    const char *name;
    bool is_tiles;
    uint64_t total; /* cells of the layer, in the levels that are taken */
    uint32_t line, first_gid;
    int64_t size; /* of a cell, in pixels */
    cli_ldtk_value *values;
    uint32_t value_count;
    uint16_t *of; /* by number: 1 + index in `values`, 0: none */
    bool has_role;
} cli_ldtk_grid;

/* A layer of a level that has cells. */
typedef struct cli_ldtk_layer {
    struct cli_ldtk_layer *next;
    const cli_json *json;
    cli_ldtk_grid *grid;
    const char *data; /* values, row by row from the top, with commas */
    uint32_t line;
} cli_ldtk_layer;

typedef struct cli_ldtk_level {
    cli_ldtk_layer *layers;
    const cli_json *json; /* with its layers */
    const char *name;
    int64_t x, y, width, height; /* pixels in the world */
    int64_t depth;
} cli_ldtk_level;

/* Where the player of a level stands, for guesses: pixels in the world. */
typedef struct cli_ldtk_stand {
    bool is_known;
    const char *name;
    const cli_ldtk_level *level;
    int64_t x, middle, below;
} cli_ldtk_stand;

/* An object or array under construction. */
typedef struct cli_ldtk_node {
    cli_heap *heap;
    cli_json *json;
    cli_json *last;
} cli_ldtk_node;

/* The upper left corner of a layer in the world, and how large its cells are: pixels. */
typedef struct cli_ldtk_corner {
    int64_t x, y, grid;
} cli_ldtk_corner;

struct cli_tiled_row;
struct cli_ldtk_target;

typedef struct cli_ldtk {
    cli_plan *plan;
    const cli_json *root, *defs; /* defs may be null */
    const char *world;           /* name of the world that is taken, "" for the only one */
    cli_ldtk_level *levels;
    uint32_t level_count;
    bool is_single; /* one level, which lies at the origin */
    cli_ldtk_grid grids[CLI_LDTK_GRIDS_MAX];
    uint32_t grid_count;
    int64_t cell, unit; /* of the map that is made, in pixels */
    uint32_t cells, tile_cells, points, entities, next_gid;
    uint32_t next_id, next_box; /* of entities; of cells as rectangles */
    cli_ldtk_stand stand;
    bool has_player;
    bool is_from_above; /* a floor was found: nothing falls, unless a field says so */
    size_t bytes;       /* of files of levels so far, and the values in them */
    uint32_t values;
    const struct cli_tiled_row **entity_rows; /* of a file of roles, by number; or null */
    cli_ldtk_node paths, links;               /* what entities point at */
    struct cli_ldtk_target *targets;
    uint32_t target_count;
} cli_ldtk;

/* ---- ldtk_tree.c ---- */

cli_ldtk_node cli_ldtk_tree_root(cli_plan *plan, uint32_t line);
/* A new last member (or element, with a null key) of a type that has children. */
cli_ldtk_node cli_ldtk_tree_open(cli_ldtk_node *parent, const char *key, cli_json_type type,
                                 uint32_t line);
void cli_ldtk_tree_text(cli_ldtk_node *parent, const char *key, const char *text);
void cli_ldtk_tree_bool(cli_ldtk_node *parent, const char *key, bool truth);
void cli_ldtk_tree_int(cli_ldtk_node *parent, const char *key, int64_t number);
void cli_ldtk_tree_pixels(cli_ldtk_node *parent, const char *key, cli_ldtk_pixels number);

/* Members of LDtk's files; what is absent, null or of another type is "", 0 or false, and numbers
 * are held within the limits: a wrong one names itself as a note. */
const char *cli_ldtk_tree_get_text(const cli_json *object, const char *key);
int64_t cli_ldtk_tree_get_int(cli_ldtk *all, const cli_json *object, const char *key, int64_t low,
                              int64_t high);
/* The first child of an array, or null. */
const cli_json *cli_ldtk_tree_first(const cli_json *object, const char *key);
/* The element of a list (its first) that has this text; null when it is none of the first. */
const cli_json *cli_ldtk_tree_named(const cli_json *first, const char *key, const char *text);
/* How many values a tree has; none for null. */
uint32_t cli_ldtk_tree_count(const cli_json *root);
/* Messages name the project, where the lines of a level in a file of its own mean nothing. */
void cli_ldtk_tree_forget_lines(const cli_json *root);
/* A number of pixels, null for 0. */
cli_ldtk_pixels cli_ldtk_tree_value_pixels(const cli_json *value);

/* The next number of intGridCsv; false at its end. */
bool cli_ldtk_tree_next_cell(const char **at, uint32_t *out);
/* Where a layer lies in its level, to the right or down, in pixels. */
int64_t cli_ldtk_tree_offset(cli_ldtk *all, const cli_json *layer, bool down);

/* ---- ldtk_place.c ---- */

/* The levels of the world that is asked for, in place; false after an error. */
bool cli_ldtk_place_levels(cli_ldtk *all, const char *wanted);

/* ---- ldtk_values.c ---- */

/* Reads the definitions, counts cells, and decides what each value is. */
void cli_ldtk_values_decide(cli_ldtk *all);
/* The value of that number; made when there is none. Null beyond the limit. */
cli_ldtk_value *cli_ldtk_values_at(cli_ldtk *all, cli_ldtk_grid *grid, uint32_t number);

/* ---- ldtk_tiles.c ---- */

/* The cells of a layer of tiles as those of an IntGrid layer have them; null when there are none.
 */
const char *cli_ldtk_tiles_read(cli_ldtk *all, cli_ldtk_grid *grid, const cli_json *layer);

/* ---- ldtk_cells.c ---- */

void cli_ldtk_cells_put(cli_ldtk *all, cli_ldtk_node *tilesets, cli_ldtk_node *layers);

/* ---- ldtk_entities.c ---- */

/* Where the first player, or else the first spawn, stands. */
void cli_ldtk_entities_find_player(cli_ldtk *all);
void cli_ldtk_entities_put(cli_ldtk *all, cli_ldtk_node *layers);

/* ---- ldtk_fields.c ---- */

/* "properties" of what has fields; `chosen`: what it is, whatever they say, or null. */
void cli_ldtk_fields_put(cli_ldtk *all, const cli_json *owner, const char *chosen,
                         cli_ldtk_node *to);
/* The same of all levels that are taken, as those of the map: the first that says so counts. */
void cli_ldtk_fields_put_levels(cli_ldtk *all, cli_ldtk_node *map);

/* ---- ldtk_links.c ---- */

/* Whether the value of a field is a point or a reference, or a list of them. */
bool cli_ldtk_links_has(const cli_json *value);
void cli_ldtk_links_begin(cli_ldtk *all, cli_ldtk_node *to);
/* One that references may lead to. */
void cli_ldtk_links_add_target(cli_ldtk *all, const cli_json *entity, const char *name,
                               uint32_t id);
void cli_ldtk_links_put(cli_ldtk *all, const cli_json *entity, uint32_t id, const char *name,
                        const cli_ldtk_corner *corner);
/* When all entities are known. */
void cli_ldtk_links_end(cli_ldtk *all);

/* ---- ldtk_choice.c ---- */

/* Chooses what the command line says; true when that leaves nothing to guess. */
bool cli_ldtk_choice_take(cli_ldtk *all);
/* What a file of roles says of an entity; false: nothing. */
bool cli_ldtk_choice_find(const cli_ldtk *all, uint32_t id, cli_role *out);
/* What each value is, as rows for such a file. */
void cli_ldtk_choice_put(cli_ldtk *all, cli_ldtk_node *to);

/* ---- ldtk_read.c ---- */

/* Whether a tree is a project of LDtk, or a level of one. */
bool cli_ldtk_read_is_project(const cli_json *root);
/* The tree of a map of Tiled; null after an error, which has been reported. `level` is the name of
 * one level, of a world, or null. */
const cli_json *cli_ldtk_read(cli_plan *plan, const cli_json *root, const char *level);

#endif
