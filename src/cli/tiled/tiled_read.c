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

const cli_json *cli_tiled_read_parse(cli_plan *plan, cli_file *file) {
    cli_json_error error = {0, ""};
    const cli_json *root = NULL;
    const char *const other = cli_file_other_type(file, true);
    if (other != NULL) {
        cli_scene_plan_fail(plan, 0, "%s", other);
        free(file->bytes);
        return NULL;
    }
    const cli_tiled_encoding encoding = cli_tiled_text_to_utf8(file);
    const char *text = (const char *)file->bytes;
    if (encoding == CLI_TILED_BROKEN) {
        snprintf(error.reason, sizeof error.reason, "neither UTF-8 nor UTF-16");
    } else if (cli_tiled_xml_is(text, file->size)) {
        /* An XML file in UTF-16 says so itself, and is UTF-8 by now. */
        root = cli_tiled_xml_parse(&plan->heap, text, file->size,
                                   encoding == CLI_TILED_UTF16 ? "UTF-8" : NULL, &error);
    } else {
        root = cli_json_parse(&plan->heap, text, file->size, &error);
    }
    free(file->bytes);
    if (root == NULL) cli_scene_plan_fail(plan, error.line, "%s", error.reason);
    return root;
}

bool cli_tiled_read_is_map(const cli_json *root) {
    const char *type = cli_tiled_read_text(root, "type");
    return strcmp(type, "map") == 0 || cli_tiled_world_is(root) ||
           (cli_json_find(root, "tilewidth") != NULL && cli_json_find(root, "layers") != NULL);
}

/* ---- members ---- */

const char *cli_tiled_read_text(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    return value != NULL && value->text != NULL ? value->text : "";
}

const char *cli_tiled_read_class(const cli_json *object) {
    const char *class = cli_tiled_read_text(object, "class");
    return class[0] != 0 ? class : cli_tiled_read_text(object, "type");
}

/* Whether a member is true, "true" or "1". */
static bool read_bool(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    if (value == NULL) return false;
    if (value->text == NULL) return value->truth;
    return strcmp(value->text, "1") == 0 || strcmp(value->text, "true") == 0;
}

void cli_tiled_read_pixels(cli_plan *plan, const cli_json *object, const char *key,
                           cli_pixels *out) {
    const cli_json *value = cli_json_find(object, key);
    if (value == NULL) return;
    if (value->text == NULL) {
        cli_scene_plan_value_type(plan, value, key, CLI_JSON_NUMBER);
    } else if (pawli_fx_text_parse(value->text, value->length, 12, CLI_PIXELS_MAX, out) !=
               PAWL_OK) {
        cli_scene_plan_fail(plan, value->line, "%s: \"%.40s\" is no number within 4000000 pixels",
                            key, value->text);
    }
}

void cli_tiled_read_int(cli_plan *plan, const cli_json *object, const char *key, int64_t low,
                        int64_t high, int64_t *out) {
    const cli_json *value = cli_json_find(object, key);
    int64_t number = 0;
    if (value == NULL) return;
    if (value->text == NULL) {
        cli_scene_plan_value_type(plan, value, key, CLI_JSON_NUMBER);
    } else if (pawli_fx_text_parse(value->text, value->length, 0, INT64_MAX, &number) != PAWL_OK ||
               number < low || number > high) {
        cli_scene_plan_fail(plan, value->line, "%s: \"%.40s\" is out of range (%lld .. %lld)", key,
                            value->text, (long long)low, (long long)high);
    } else {
        *out = number;
    }
}

static void take_degrees(cli_plan *plan, const cli_json *object, const char *key, pawl_fx *out) {
    const cli_json *value = cli_json_find(object, key);
    if (value == NULL) return;
    if (value->text == NULL || pawl_fx_parse(value->text, value->length, out) != PAWL_OK) {
        cli_scene_plan_fail(plan, value->line, "%s: no number within 32767 degrees", key);
    }
}

/* ---- objects ---- */

static void read_points(cli_plan *plan, const cli_json *list, cli_tiled_object *object) {
    if (!cli_scene_plan_value_type(plan, list, list->key, CLI_JSON_ARRAY)) return;
    object->points = cli_heap_take(&plan->heap, list->count * sizeof *object->points);
    for (const cli_json *one = list->child; one != NULL && !plan->failed; one = one->next) {
        cli_pixel_point *point = &object->points[object->point_count++];
        if (!cli_scene_plan_value_type(plan, one, list->key, CLI_JSON_OBJECT)) return;
        cli_tiled_read_pixels(plan, one, "x", &point->x);
        cli_tiled_read_pixels(plan, one, "y", &point->y);
    }
}

/* `otherwise`: what it is when it does not say. */
static cli_tiled_form form_of(const cli_json *value, cli_tiled_form otherwise) {
    if (cli_json_find(value, "gid") != NULL) return CLI_TILED_TILE;
    if (cli_json_find(value, "text") != NULL) return CLI_TILED_TEXT;
    if (cli_json_find(value, "polygon") != NULL) return CLI_TILED_POLYGON;
    if (cli_json_find(value, "polyline") != NULL) return CLI_TILED_POLYLINE;
    if (read_bool(value, "ellipse")) return CLI_TILED_ELLIPSE;
    if (read_bool(value, "capsule")) return CLI_TILED_CAPSULE;
    if (read_bool(value, "point")) return CLI_TILED_POINT;
    return otherwise;
}

static void read_names(const cli_json *value, cli_tiled_object *object) {
    const char *name = cli_tiled_read_text(value, "name");
    const char *class = cli_tiled_read_class(value);
    if (object->name == NULL || name[0] != 0) object->name = name;
    if (object->class == NULL || class[0] != 0) object->class = class;
}

static void read_outline(cli_plan *plan, const cli_json *value, cli_tiled_object *object) {
    const bool is_line = object->form == CLI_TILED_POLYLINE;
    const cli_json *points = NULL, *text = cli_json_find(value, "text");
    if (is_line || object->form == CLI_TILED_POLYGON)
        points = cli_json_find(value, is_line ? "polyline" : "polygon");
    if (points != NULL) {
        object->point_count = 0;
        read_points(plan, points, object);
    }
    if (object->form == CLI_TILED_TEXT && text != NULL)
        object->text = cli_tiled_read_text(text, "text");
}

void cli_tiled_read_object(cli_plan *plan, const cli_json *value, const cli_tiled_object *base,
                           cli_tiled_object *object) {
    static const cli_tiled_object none = {.form = CLI_TILED_RECTANGLE};
    int64_t id = 0, gid = 0;
    *object = base != NULL ? *base : none;
    object->next = NULL;
    object->at.x = object->at.y = 0;
    if (object->text == NULL) object->text = "";
    read_names(value, object);
    if (!cli_scene_plan_value_type(plan, value, "objects", CLI_JSON_OBJECT)) return;
    cli_tiled_read_int(plan, value, "id", 0, CLI_TILED_ID_MAX, &id);
    object->line = value->line;
    object->id = (uint32_t)id;
    const size_t used = strlen(plan->where);
    cli_scene_plan_at_within(plan, "object", object->id, object->name);
    object->form = form_of(value, object->form);
    gid = object->gid;
    cli_tiled_read_int(plan, value, "gid", 0, UINT32_MAX, &gid);
    object->gid = (uint32_t)gid;
    cli_tiled_read_pixels(plan, value, "x", &object->at.x);
    cli_tiled_read_pixels(plan, value, "y", &object->at.y);
    cli_tiled_read_pixels(plan, value, "width", &object->width);
    cli_tiled_read_pixels(plan, value, "height", &object->height);
    take_degrees(plan, value, "rotation", &object->rotation);
    read_outline(plan, value, object);
    cli_tiled_property **end = &object->properties;
    *end = cli_tiled_property_read(plan, value);
    while (*end != NULL)
        end = &(*end)->next;
    if (base != NULL) *end = base->properties;
    plan->where[used] = 0;
}

/* What an object is made after; null and its form says so when that cannot be had. */
static const cli_tiled_object *find_base(cli_plan *plan, const cli_json *value,
                                         cli_tiled_templates *templates, bool *is_missing) {
    const char *source = cli_tiled_read_text(value, "template");
    const cli_tiled_object *base = NULL;
    *is_missing = false;
    if (source[0] == 0) return NULL;
    if (templates != NULL) base = cli_tiled_template_find(plan, templates, source, value->line);
    *is_missing = base == NULL;
    return base;
}

cli_tiled_object *cli_tiled_read_objects(cli_plan *plan, const cli_json *parent,
                                         cli_tiled_templates *templates) {
    cli_tiled_object *first = NULL, **end = &first;
    const cli_json *list =
        cli_scene_plan_read_member(plan, parent, "objects", CLI_JSON_ARRAY, false);
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL && !plan->failed; one = one->next) {
        bool is_missing = false;
        const cli_tiled_object *base = find_base(plan, one, templates, &is_missing);
        cli_tiled_object *object = cli_heap_take(&plan->heap, sizeof *object);
        cli_tiled_read_object(plan, one, base, object);
        if (is_missing) object->form = CLI_TILED_TEMPLATE;
        *end = object;
        end = &object->next;
    }
    return first;
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
        cli_tiled_read_int(read->plan, value, "x", -CHUNK_AT_MAX, CHUNK_AT_MAX, &x);
        cli_tiled_read_int(read->plan, value, "y", -CHUNK_AT_MAX, CHUNK_AT_MAX, &y);
    }
    cli_tiled_read_int(read->plan, value, "width", 0, CLI_TILED_CELLS_MAX, &width);
    cli_tiled_read_int(read->plan, value, "height", 0, CLI_TILED_CELLS_MAX, &height);
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
    chunk->gids = cli_tiled_data_cells(read->plan, data, cli_tiled_read_text(source, "encoding"),
                                       cli_tiled_read_text(source, "compression"),
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
    const char *type = cli_tiled_read_text(value, "type");
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
    cli_tiled_read_pixels(plan, value, "parallaxx", &layer->parallax.x);
    cli_tiled_read_pixels(plan, value, "parallaxy", &layer->parallax.y);
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
    layer->name = cli_tiled_read_text(value, "name");
    layer->class = cli_tiled_read_text(value, "class");
    cli_scene_plan_at(plan, "layer", layer->index, layer->name);
    cli_tiled_read_pixels(plan, value, "offsetx", &layer->offset.x);
    cli_tiled_read_pixels(plan, value, "offsety", &layer->offset.y);
    read_parallax(plan, value, layer);
    layer->image = cli_tiled_read_text(value, "image");
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
        layer->objects = cli_tiled_read_objects(plan, value, &read->templates);
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
    const char *name = cli_tiled_read_text(root, "orientation");
    const int found = name[0] == 0 ? 0 : find_word(name, names);
    if (found < 0) {
        cli_scene_plan_fail(plan, cli_json_find(root, "orientation")->line,
                            "orientation: \"%.20s\" maps are not supported; orthogonal, "
                            "isometric, staggered and hexagonal ones are",
                            name);
        return;
    }
    map->orientation = (cli_tiled_orientation)found;
    map->stagger_x = strcmp(cli_tiled_read_text(root, "staggeraxis"), "x") == 0;
    map->stagger_even = strcmp(cli_tiled_read_text(root, "staggerindex"), "even") == 0;
    if (map->orientation == CLI_TILED_HEXAGONAL) {
        const int64_t most =
            (map->stagger_x ? map->cell_width : map->cell_height) / CLI_PIXEL / 2 * 2;
        cli_tiled_read_int(plan, root, "hexsidelength", 0, most, &map->hex_side);
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
    map->infinite = read_bool(root, "infinite");
    map->class = cli_tiled_read_text(root, "class");
    cli_tiled_read_pixels(plan, root, "x", &map->begin.x);
    cli_tiled_read_pixels(plan, root, "y", &map->begin.y);
    cli_tiled_read_int(plan, root, "width", 0, CLI_TILED_CELLS_MAX, &width);
    cli_tiled_read_int(plan, root, "height", 0, CLI_TILED_CELLS_MAX, &height);
    cli_tiled_read_int(plan, root, "tilewidth", 1, CELL_SIZE_MAX, &cell_width);
    cli_tiled_read_int(plan, root, "tileheight", 1, CELL_SIZE_MAX, &cell_height);
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
