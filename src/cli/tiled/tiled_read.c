/* tiled_read.c - the tree of a Tiled map, from XML or JSON, into the structures of tiled.h.
 *
 * Keys that pawl has no use for are skipped: Tiled adds some with every version. Old forms are
 * read as well: properties as an object, "type" and "class", cells one element each. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/common/limits.h"
#include "cli/tiled/tiled.h"
#include "cli/tiled/tiled_tree.h"
#include "fx/fx_text.h"

#define CELL_SIZE_MAX 65536
#define CHUNK_AT_MAX (1 << 22)

bool cli_tiled_read_is_map(const cli_json *root) {
    const char *type = cli_tiled_tree_text(root, "type");
    return strcmp(type, "map") == 0 || cli_tiled_world_is(root) ||
           (cli_json_find(root, "tilewidth") != NULL && cli_json_find(root, "layers") != NULL);
}

/* ---- layers ---- */

typedef struct layer_reader {
    cli_plan *plan;
    cli_tiled_map *map;
    cli_tiled_layer **end;
    uint32_t index, cells;
    cli_tiled_templates templates;
} layer_reader;

/* On either side of the map, whatever its orientation. */
static bool is_far(const cli_tiled_map *map, int64_t cells) {
    const cli_pixels size = map->cell_width > map->cell_height ? map->cell_width : map->cell_height;
    const int64_t far = CLI_PIXELS_MAX / size;
    return cells > far || cells < -far;
}

/* A chunk, or a whole layer, which has no x and y. */
static cli_tiled_chunk *read_chunk(layer_reader *read, const cli_json *value,
                                   const cli_json *source, bool is_chunk) {
    const cli_tiled_map *map = read->map;
    int64_t x = 0, y = 0, width = map->width, height = map->height;
    cli_tiled_chunk *chunk = cli_heap_take(&read->plan->heap, sizeof *chunk);
    if (is_chunk) {
        cli_tiled_tree_int(read->plan, value, "x", -CHUNK_AT_MAX, CHUNK_AT_MAX, &x);
        cli_tiled_tree_int(read->plan, value, "y", -CHUNK_AT_MAX, CHUNK_AT_MAX, &y);
    }
    cli_tiled_tree_int(read->plan, value, "width", 0, CLI_TILED_CELLS_MAX, &width);
    cli_tiled_tree_int(read->plan, value, "height", 0, CLI_TILED_CELLS_MAX, &height);
    const cli_json *data = cli_json_find(is_chunk ? value : source, "data");
    if (data == NULL) cli_scene_plan_fail(read->plan, value->line, "\"data\" is missing");
    if (is_far(map, x) || is_far(map, x + width) || is_far(map, y) || is_far(map, y + height)) {
        cli_scene_plan_fail(read->plan, value->line, "cells beyond 4000000 pixels");
    }
    if (read->plan->failed) return chunk;
    if (width * height > CLI_TILED_CELLS_MAX - read->cells) {
        cli_scene_plan_fail(read->plan, value->line, "more than %lu cells in the map",
                            (unsigned long)CLI_TILED_CELLS_MAX);
        return chunk;
    }
    chunk->x = (int32_t)x;
    chunk->y = (int32_t)y;
    chunk->width = (uint32_t)width;
    chunk->height = (uint32_t)height;
    read->cells += (uint32_t)(width * height);
    chunk->gids = cli_tiled_data_cells(read->plan, data, cli_tiled_tree_text(source, "encoding"),
                                       cli_tiled_tree_text(source, "compression"),
                                       chunk->width * chunk->height);
    return chunk;
}

static void check_tiles(layer_reader *read, const cli_json *value) {
    char hint[CLI_LIMITS_HINT_MAX];
    if (read->map->counts.tiles <= cli_limits_get(CLI_LIMIT_TILES)) return;
    cli_scene_plan_fail(read->plan, value->line, "%lu tiles, more than %llu %s",
                        (unsigned long)read->map->counts.tiles,
                        (unsigned long long)cli_limits_get(CLI_LIMIT_TILES),
                        cli_limits_hint(CLI_LIMIT_TILES, hint));
}

/* In JSON a layer holds what an element <data> holds in XML. */
static void read_cells(layer_reader *read, const cli_json *value, cli_tiled_layer *layer) {
    const cli_json *data = cli_json_find(value, "data");
    const cli_json *source = data != NULL && data->type == CLI_JSON_OBJECT ? data : value;
    const cli_json *chunks =
        cli_scene_plan_read_member(read->plan, source, "chunks", CLI_JSON_ARRAY, false);
    cli_tiled_chunk **end = &layer->chunks;
    if (read->plan->failed) return;
    if (chunks == NULL) {
        if (!read->map->infinite) layer->chunks = read_chunk(read, value, source, false);
    } else {
        for (const cli_json *one = chunks->child; one != NULL && !read->plan->failed;
             one = one->next) {
            *end = read_chunk(read, one, source, true);
            end = &(*end)->next;
        }
    }
    if (read->plan->failed) return;
    for (const cli_tiled_chunk *one = layer->chunks; one != NULL; one = one->next) {
        for (uint32_t i = 0; i < one->width * one->height; i++)
            read->map->counts.tiles += one->gids[i] != 0;
    }
    check_tiles(read, value);
}

static void count_layer(cli_tiled_counts *counts, const cli_tiled_layer *layer) {
    counts->tile_layers += layer->type == CLI_TILED_CELLS;
    counts->object_layers += layer->type == CLI_TILED_OBJECTS;
    counts->image_layers += layer->type == CLI_TILED_IMAGE;
    counts->groups += layer->type == CLI_TILED_GROUP;
    for (const cli_tiled_object *one = layer->objects; one != NULL; one = one->next) {
        counts->objects++;
        counts->forms[one->form]++;
    }
}

static bool read_layer_type(cli_plan *plan, const cli_json *value, cli_tiled_layer *layer) {
    static const char *const types[] = {"tilelayer", "objectgroup", "imagelayer", "group"};
    const char *type = cli_tiled_tree_text(value, "type");
    for (int i = 0; i < 4; i++) {
        if (strcmp(type, types[i]) != 0) continue;
        layer->type = (cli_tiled_layer_type)i;
        return true;
    }
    cli_scene_plan_fail(plan, value->line, "a layer of the unknown type \"%.40s\"", type);
    return false;
}

static bool is_false(const cli_json *value) {
    if (value == NULL) return false;
    if (value->text == NULL) return value->type == CLI_JSON_BOOL && !value->truth;
    return strcmp(value->text, "0") == 0 || strcmp(value->text, "false") == 0;
}

/* Factors keep as many places as pixels do. */
static void read_parallax(cli_plan *plan, const cli_json *value, cli_tiled_layer *layer) {
    layer->parallax.x = layer->parallax.y = CLI_PIXEL;
    cli_tiled_tree_pixels(plan, value, "parallaxx", &layer->parallax.x);
    cli_tiled_tree_pixels(plan, value, "parallaxy", &layer->parallax.y);
}

static cli_tiled_layer *read_layer(layer_reader *read, const cli_json *value,
                                   const cli_tiled_layer *group) {
    cli_plan *plan = read->plan;
    cli_tiled_layer *layer = cli_heap_take(&plan->heap, sizeof *layer);
    *read->end = layer;
    read->end = &layer->next;
    layer->group = group;
    layer->line = value->line;
    layer->index = read->index++;
    if (!cli_scene_plan_value_type(plan, value, "layers", CLI_JSON_OBJECT)) return layer;
    layer->name = cli_tiled_tree_text(value, "name");
    layer->class = cli_tiled_tree_text(value, "class");
    layer->alias = cli_tiled_tree_text(value, "alias");
    layer->is_settled = read->map->ldtk != NULL && cli_tiled_tree_bool(value, "settled");
    cli_scene_plan_at(plan, "layer", layer->index, layer->name);
    cli_tiled_tree_pixels(plan, value, "offsetx", &layer->offset.x);
    cli_tiled_tree_pixels(plan, value, "offsety", &layer->offset.y);
    read_parallax(plan, value, layer);
    layer->image = cli_tiled_tree_text(value, "image");
    if (group == NULL) {
        layer->offset.x += read->map->origin.x;
        layer->offset.y += read->map->origin.y;
    } else {
        layer->offset.x += group->offset.x;
        layer->offset.y += group->offset.y;
        layer->parallax.x = cli_tiled_shape_scaled(layer->parallax.x, group->parallax.x, CLI_PIXEL);
        layer->parallax.y = cli_tiled_shape_scaled(layer->parallax.y, group->parallax.y, CLI_PIXEL);
    }
    if (layer->offset.x > CLI_PIXELS_MAX || layer->offset.x < -CLI_PIXELS_MAX ||
        layer->offset.y > CLI_PIXELS_MAX || layer->offset.y < -CLI_PIXELS_MAX) {
        cli_scene_plan_fail(plan, value->line, "an offset beyond 4000000 pixels");
    }
    layer->is_hidden =
        is_false(cli_json_find(value, "visible")) || (group != NULL && group->is_hidden);
    layer->properties = cli_tiled_property_read(plan, value);
    if (plan->failed || !read_layer_type(plan, value, layer)) return layer;
    if (layer->type == CLI_TILED_CELLS) read_cells(read, value, layer);
    if (layer->type == CLI_TILED_OBJECTS)
        layer->objects = cli_tiled_entry_read_list(plan, value, &read->templates);
    count_layer(&read->map->counts, layer);
    return layer;
}

/* Layers lie in groups, which is no deeper than the tree. */
static void read_layers(layer_reader *read, const cli_json *root) {
    const cli_json *next[CLI_JSON_DEPTH_MAX];
    const cli_tiled_layer *group[CLI_JSON_DEPTH_MAX];
    uint32_t depth = 1;
    const cli_json *list =
        cli_scene_plan_read_member(read->plan, root, "layers", CLI_JSON_ARRAY, false);
    next[0] = list == NULL ? NULL : list->child;
    group[0] = NULL;
    while (depth > 0 && !read->plan->failed) {
        const cli_json *one = next[depth - 1];
        if (one == NULL) {
            depth--;
            continue;
        }
        next[depth - 1] = one->next;
        const cli_tiled_layer *layer = read_layer(read, one, group[depth - 1]);
        if (read->plan->failed || layer->type != CLI_TILED_GROUP) continue;
        list = cli_scene_plan_read_member(read->plan, one, "layers", CLI_JSON_ARRAY, false);
        if (list == NULL) continue;
        next[depth] = list->child;
        group[depth++] = layer;
    }
    read->plan->where[0] = 0;
}

/* ---- the map ---- */

static int find_word(const char *word, const char *const *words) {
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(word, words[i]) == 0) return i;
    }
    return -1;
}

static void read_orientation(cli_plan *plan, const cli_json *root, cli_tiled_map *map) {
    static const char *const names[] = {"orthogonal", "isometric", "staggered", "hexagonal", NULL};
    const char *name = cli_tiled_tree_text(root, "orientation");
    const int found = name[0] == 0 ? 0 : find_word(name, names);
    if (found < 0) {
        cli_scene_plan_fail(plan, cli_json_find(root, "orientation")->line,
                            "orientation: \"%.20s\" maps are not supported; orthogonal, "
                            "isometric, staggered and hexagonal ones are",
                            name);
        return;
    }
    map->orientation = (cli_tiled_orientation)found;
    map->stagger_x = strcmp(cli_tiled_tree_text(root, "staggeraxis"), "x") == 0;
    map->stagger_even = strcmp(cli_tiled_tree_text(root, "staggerindex"), "even") == 0;
    if (map->orientation == CLI_TILED_HEXAGONAL) {
        const int64_t most =
            (map->stagger_x ? map->cell_width : map->cell_height) / CLI_PIXEL / 2 * 2;
        cli_tiled_tree_int(plan, root, "hexsidelength", 0, most, &map->hex_side);
    }
    if (map->orientation >= CLI_TILED_STAGGERED &&
        (map->cell_width < 2 * CLI_PIXEL || map->cell_height < 2 * CLI_PIXEL)) {
        cli_scene_plan_fail(plan, root->line, "cells of less than 2 pixels");
    }
}

static uint32_t next_gid(const cli_tiled_map *map) {
    const uint32_t count = map->counts.tilesets, least = UINT32_C(1) << 27;
    const uint32_t last = count == 0 ? 0 : map->tilesets[count - 1]->first_gid;
    return last < least ? least : last + (UINT32_C(1) << 20);
}

void cli_tiled_read_map(cli_plan *plan, const cli_json *root, cli_tiled_map *map) {
    layer_reader read = {.plan = plan, .map = map, .end = &map->layers, .cells = map->cells};
    int64_t width = 0, height = 0, cell_width = 0, cell_height = 0;
    map->infinite = cli_tiled_tree_bool(root, "infinite");
    map->class = cli_tiled_tree_text(root, "class");
    map->ldtk = plan->is_ldtk ? cli_json_find(root, "ldtk") : NULL;
    cli_tiled_tree_pixels(plan, root, "x", &map->begin.x);
    cli_tiled_tree_pixels(plan, root, "y", &map->begin.y);
    cli_tiled_tree_int(plan, root, "width", 0, CLI_TILED_CELLS_MAX, &width);
    cli_tiled_tree_int(plan, root, "height", 0, CLI_TILED_CELLS_MAX, &height);
    cli_tiled_tree_int(plan, root, "tilewidth", 1, CELL_SIZE_MAX, &cell_width);
    cli_tiled_tree_int(plan, root, "tileheight", 1, CELL_SIZE_MAX, &cell_height);
    if (!plan->failed && (cell_width == 0 || cell_height == 0)) {
        cli_scene_plan_fail(plan, root->line, "\"tilewidth\" or \"tileheight\" is missing");
    }
    if (plan->failed) return;
    map->width = (uint32_t)width;
    map->height = (uint32_t)height;
    map->cell_width = cell_width * CLI_PIXEL;
    map->cell_height = cell_height * CLI_PIXEL;
    map->properties = cli_tiled_property_read(plan, root);
    read_orientation(plan, root, map);
    if (is_far(map, width) || is_far(map, height) || is_far(map, width + height)) {
        cli_scene_plan_fail(plan, root->line, "the map is larger than 4000000 pixels");
    }
    cli_tiled_tileset_read(plan, root, map);
    read.templates.map = map;
    read.templates.next_gid = next_gid(map);
    if (!plan->failed) read_layers(&read, root);
    map->cells = read.cells;
}
