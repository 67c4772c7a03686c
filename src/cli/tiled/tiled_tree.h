/* tiled_tree.h - internal to the readers of Tiled maps: members of the tree, whose numbers are
 * numbers when it was JSON and strings when it was XML. */
#ifndef CLI_TILED_TREE_H
#define CLI_TILED_TREE_H

#include "cli/tiled/tiled.h"

/* What the bytes of a file were. */
typedef enum cli_tiled_encoding {
    CLI_TILED_AS_IT_IS, /* UTF-8, or what an XML file says itself */
    CLI_TILED_UTF16,    /* and is UTF-8 now */
    CLI_TILED_BROKEN    /* half of a pair of UTF-16 */
} cli_tiled_encoding;

/* Converts a file to UTF-8 in place, without a byte order mark; tiled_text.c. */
cli_tiled_encoding cli_tiled_text_to_utf8(cli_file *file);

/* Objects in files of their own, tiled_template.c. */
typedef struct cli_tiled_templates {
    cli_tiled_map *map; /* whose tilesets their tiles are from */
    struct cli_tiled_template *first;
    uint32_t next_gid; /* for tilesets that the map does not have */
} cli_tiled_templates;

/* The text of a string or number; "" when there is none. */
const char *cli_tiled_tree_text(const cli_json *object, const char *key);

/* The class of an object or tile, which most versions of the format call "type". */
const char *cli_tiled_tree_class(const cli_json *object);

/* Whether a member is true, "true" or "1". */
bool cli_tiled_tree_bool(const cli_json *object, const char *key);

/* Numbers; an absent one leaves *out. */
void cli_tiled_tree_pixels(cli_plan *plan, const cli_json *object, const char *key,
                           cli_pixels *out);
void cli_tiled_tree_int(cli_plan *plan, const cli_json *object, const char *key, int64_t low,
                        int64_t high, int64_t *out);

/* The member "properties" of a layer, tile, object or map, and such a list by itself;
 * tiled_property.c. */
cli_tiled_property *cli_tiled_property_read(cli_plan *plan, const cli_json *object);
cli_tiled_property *cli_tiled_property_read_list(cli_plan *plan, const cli_json *list);
/* The objects of a layer or tile. */
/* `templates`: what objects may be made after; null: they may not. */
cli_tiled_object *cli_tiled_entry_read_list(cli_plan *plan, const cli_json *parent,
                                            cli_tiled_templates *templates);
/* One object, after a template unless that is null. */
void cli_tiled_entry_read(cli_plan *plan, const cli_json *value, const cli_tiled_object *base,
                          cli_tiled_object *object);

/* The object of a template; null when it cannot be read, which has been reported. */
const cli_tiled_object *cli_tiled_template_find(cli_plan *plan, cli_tiled_templates *templates,
                                                const char *source, uint32_t line);

/* A map of a world and where its upper left corner lies, tiled_world.c. */
#define CLI_TILED_MAPS_MAX 1024u
typedef struct cli_tiled_place {
    struct cli_tiled_place *next;
    const char *source; /* as the world has it */
    cli_pixel_point at;
    uint32_t line;
} cli_tiled_place;
bool cli_tiled_world_is(const cli_json *root);
/* The maps of a world in order; null after an error, which has been reported. */
cli_tiled_place *cli_tiled_world_read(cli_plan *plan, const cli_json *root);

/* The tilesets of a map, tiled_tileset.c. */
void cli_tiled_tileset_read(cli_plan *plan, const cli_json *root, cli_tiled_map *map);
/* The path of a file that the file of the plan names. */
const char *cli_tiled_tileset_path(cli_plan *plan, const char *source);
/* The tileset of a template, in the map: its first tile number there; 0 after an error. */
uint32_t cli_tiled_tileset_adopt(cli_plan *plan, const cli_json *value, cli_tiled_map *map,
                                 uint32_t first_gid);

#endif
