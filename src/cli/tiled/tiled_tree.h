/* tiled_tree.h - internal to the readers of Tiled maps: members of the tree, whose numbers are
 * numbers when it was JSON and strings when it was XML. */
#ifndef PAWLI_CLI_TILED_TREE_H
#define PAWLI_CLI_TILED_TREE_H

#include "cli/tiled/tiled.h"

/* The text of a string or number; "" when there is none. */
const char *pawli_tiled_text(const pawli_json *object, const char *key);

/* The class of an object or tile, which most versions of the format call "type". */
const char *pawli_tiled_class(const pawli_json *object);

/* Whether a member is true, "true" or "1". */
bool pawli_tiled_truth(const pawli_json *object, const char *key);

/* Numbers; an absent one leaves *out. */
void pawli_tiled_take_pixels(pawli_plan *plan, const pawli_json *object, const char *key,
                             pawli_pixels *out);
void pawli_tiled_take_int(pawli_plan *plan, const pawli_json *object, const char *key, int64_t low,
                          int64_t high, int64_t *out);

/* The lists "properties" and "objects" of a layer, tile or map. */
pawli_tiled_property *pawli_tiled_properties(pawli_plan *plan, const pawli_json *object);
pawli_tiled_property *pawli_tiled_property_list(pawli_plan *plan, const pawli_json *list);
pawli_tiled_object *pawli_tiled_objects(pawli_plan *plan, const pawli_json *parent);

/* The tilesets of a map, tiled_tileset.c. */
void pawli_tiled_read_tilesets(pawli_plan *plan, const pawli_json *root, pawli_tiled_map *map);

#endif
