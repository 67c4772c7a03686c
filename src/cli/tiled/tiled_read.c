/* tiled_read.c - the tree of a Tiled map, from XML or JSON, into the structures of tiled.h.
 *
 * Keys that pawl has no use for are skipped: Tiled adds some with every version. Old forms are
 * read as well: properties as an object, "type" and "class", cells one element each. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/tiled/tiled.h"
#include "cli/tiled/tiled_tree.h"
#include "fx/fx_text.h"

#define CELL_SIZE_MAX 65536
#define CHUNK_AT_MAX (1 << 22)

const cli_json *cli_tiled_read_parse(cli_plan *plan, cli_file *file) {
    cli_json_error error = {0, ""};
    const char *text = (const char *)file->bytes;
    const cli_json *root = cli_tiled_xml_is(text, file->size)
                               ? cli_tiled_xml_parse(&plan->heap, text, file->size, &error)
                               : cli_json_parse(&plan->heap, text, file->size, &error);
    free(file->bytes);
    if (root == NULL) cli_scene_plan_fail(plan, error.line, "%s", error.reason);
    return root;
}

bool cli_tiled_read_is_map(const cli_json *root) {
    const char *type = cli_tiled_read_text(root, "type");
    return strcmp(type, "map") == 0 ||
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

static cli_tiled_property *make_property(cli_plan *plan, const char *name, const cli_json *value,
                                         uint32_t line) {
    cli_tiled_property *one = cli_heap_take(&plan->heap, sizeof *one);
    one->name = name;
    one->line = line;
    if (value == NULL) {
        one->text = "";
    } else if (value->type == CLI_JSON_BOOL) {
        one->text = value->truth ? "true" : "false";
    } else {
        one->text = value->text;
    }
    return one;
}

cli_tiled_property *cli_tiled_read_properties(cli_plan *plan, const cli_json *object) {
    return cli_tiled_read_property_list(plan, cli_json_find(object, "properties"));
}

cli_tiled_property *cli_tiled_read_property_list(cli_plan *plan, const cli_json *list) {
    cli_tiled_property *first = NULL, **end = &first;
    if (list == NULL || (list->type != CLI_JSON_ARRAY && list->type != CLI_JSON_OBJECT)) {
        return NULL;
    }
    for (const cli_json *one = list->child; one != NULL; one = one->next) {
        if (list->type == CLI_JSON_OBJECT) {
            *end = make_property(plan, one->key, one, one->line);
        } else {
            *end = make_property(plan, cli_tiled_read_text(one, "name"),
                                 cli_json_find(one, "value"), one->line);
        }
        end = &(*end)->next;
    }
    return first;
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

static cli_tiled_form form_of(const cli_json *value) {
    if (cli_json_find(value, "template") != NULL) return CLI_TILED_TEMPLATE;
    if (cli_json_find(value, "gid") != NULL) return CLI_TILED_TILE;
    if (cli_json_find(value, "text") != NULL) return CLI_TILED_TEXT;
    if (cli_json_find(value, "polygon") != NULL) return CLI_TILED_POLYGON;
    if (cli_json_find(value, "polyline") != NULL) return CLI_TILED_POLYLINE;
    if (read_bool(value, "ellipse")) return CLI_TILED_ELLIPSE;
    if (read_bool(value, "capsule")) return CLI_TILED_CAPSULE;
    if (read_bool(value, "point")) return CLI_TILED_POINT;
    return CLI_TILED_RECTANGLE;
}

static cli_tiled_object *read_object(cli_plan *plan, const cli_json *value) {
    cli_tiled_object *object = cli_heap_take(&plan->heap, sizeof *object);
    int64_t id = 0, gid = 0;
    if (!cli_scene_plan_value_type(plan, value, "objects", CLI_JSON_OBJECT)) return object;
    cli_tiled_read_int(plan, value, "id", 0, CLI_TILED_ID_MAX, &id);
    object->line = value->line;
    object->id = (uint32_t)id;
    object->name = cli_tiled_read_text(value, "name");
    object->class = cli_tiled_read_class(value);
    const size_t used = strlen(plan->where);
    cli_scene_plan_at_within(plan, "object", object->id, object->name);
    object->form = form_of(value);
    cli_tiled_read_int(plan, value, "gid", 0, UINT32_MAX, &gid);
    object->gid = (uint32_t)gid;
    cli_tiled_read_pixels(plan, value, "x", &object->at.x);
    cli_tiled_read_pixels(plan, value, "y", &object->at.y);
    cli_tiled_read_pixels(plan, value, "width", &object->width);
    cli_tiled_read_pixels(plan, value, "height", &object->height);
    take_degrees(plan, value, "rotation", &object->rotation);
    const cli_json *points = object->form == CLI_TILED_POLYGON    ? cli_json_find(value, "polygon")
                             : object->form == CLI_TILED_POLYLINE ? cli_json_find(value, "polyline")
                                                                  : NULL;
    if (points != NULL) read_points(plan, points, object);
    object->properties = cli_tiled_read_properties(plan, value);
    plan->where[used] = 0;
    return object;
}

cli_tiled_object *cli_tiled_read_objects(cli_plan *plan, const cli_json *parent) {
    cli_tiled_object *first = NULL, **end = &first;
    const cli_json *list =
        cli_scene_plan_read_member(plan, parent, "objects", CLI_JSON_ARRAY, false);
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL && !plan->failed; one = one->next) {
        *end = read_object(plan, one);
        end = &(*end)->next;
    }
    return first;
}

/* ---- layers ---- */

typedef struct layer_reader {
    cli_plan *plan;
    cli_tiled_map *map;
    cli_tiled_layer **end;
    uint32_t index, cells;
} layer_reader;

static bool is_far(int64_t cell, cli_pixels size) {
    const int64_t far = CLI_PIXELS_MAX / size;
    return cell > far || cell < -far;
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
    if (is_far(x, map->cell_width) || is_far(x + width, map->cell_width) ||
        is_far(y, map->cell_height) || is_far(y + height, map->cell_height)) {
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

static bool is_one(const cli_json *value) {
    cli_pixels factor = 0;
    return value == NULL || (value->text != NULL &&
                             pawli_fx_text_parse(value->text, value->length, 12, CLI_PIXELS_MAX,
                                                 &factor) == PAWL_OK &&
                             factor == CLI_PIXEL);
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
    layer->has_parallax =
        !is_one(cli_json_find(value, "parallaxx")) || !is_one(cli_json_find(value, "parallaxy"));
    if (group != NULL) {
        layer->offset.x += group->offset.x;
        layer->offset.y += group->offset.y;
        layer->has_parallax = layer->has_parallax || group->has_parallax;
    }
    if (layer->offset.x > CLI_PIXELS_MAX || layer->offset.x < -CLI_PIXELS_MAX ||
        layer->offset.y > CLI_PIXELS_MAX || layer->offset.y < -CLI_PIXELS_MAX) {
        cli_scene_plan_fail(plan, value->line, "an offset beyond 4000000 pixels");
    }
    layer->properties = cli_tiled_read_properties(plan, value);
    if (plan->failed || !read_layer_type(plan, value, layer)) return layer;
    if (layer->type == CLI_TILED_CELLS) read_cells(read, value, layer);
    if (layer->type == CLI_TILED_OBJECTS) layer->objects = cli_tiled_read_objects(plan, value);
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

void cli_tiled_read_map(cli_plan *plan, const cli_json *root, cli_tiled_map *map) {
    layer_reader read = {.plan = plan, .map = map, .end = &map->layers};
    const char *orientation = cli_tiled_read_text(root, "orientation");
    int64_t width = 0, height = 0, cell_width = 0, cell_height = 0;
    if (orientation[0] != 0 && strcmp(orientation, "orthogonal") != 0) {
        cli_scene_plan_fail(plan, cli_json_find(root, "orientation")->line,
                            "orientation: \"%.20s\" maps are not supported; orthogonal ones are",
                            orientation);
    }
    map->infinite = read_bool(root, "infinite");
    map->class = cli_tiled_read_text(root, "class");
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
    map->properties = cli_tiled_read_properties(plan, root);
    if (is_far(width, map->cell_width) || is_far(height, map->cell_height)) {
        cli_scene_plan_fail(plan, root->line, "the map is larger than 4000000 pixels");
    }
    cli_tiled_tileset_read(plan, root, map);
    if (!plan->failed) read_layers(&read, root);
}
