/* tiled_tree.h - internal to the readers of Tiled maps: members of the tree, whose numbers are
 * numbers when it was JSON and strings when it was XML. */
#ifndef CLI_TILED_TREE_H
#define CLI_TILED_TREE_H

#include "cli/tiled/tiled.h"

/* The text of a string or number; "" when there is none. */
const char *cli_tiled_read_text(const cli_json *object, const char *key);

/* The class of an object or tile, which most versions of the format call "type". */
const char *cli_tiled_read_class(const cli_json *object);

/* Numbers; an absent one leaves *out. */
void cli_tiled_read_pixels(cli_plan *plan, const cli_json *object, const char *key,
                           cli_pixels *out);
void cli_tiled_read_int(cli_plan *plan, const cli_json *object, const char *key, int64_t low,
                        int64_t high, int64_t *out);

/* The lists "properties" and "objects" of a layer, tile or map. */
cli_tiled_property *cli_tiled_read_properties(cli_plan *plan, const cli_json *object);
cli_tiled_property *cli_tiled_read_property_list(cli_plan *plan, const cli_json *list);
cli_tiled_object *cli_tiled_read_objects(cli_plan *plan, const cli_json *parent);

/* The tilesets of a map, tiled_tileset.c. */
void cli_tiled_tileset_read(cli_plan *plan, const cli_json *root, cli_tiled_map *map);

#endif
