/* tiled_read.c - the tree of a Tiled map, from XML or JSON, into the structures of tiled.h.
 *
 * Keys that pawl has no use for are skipped: Tiled adds some with every version. Old forms are
 * read as well: properties as an object, "type" and "class", cells one element each. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/tiled/tiled.h"
#include "cli/tiled/tiled_tree.h"
#include "fx/decimal.h"

#define CELL_SIZE_MAX 65536
#define CHUNK_AT_MAX (1 << 22)

const pawli_json *pawli_tiled_parse(pawli_plan *plan, pawli_file *file) {
    pawli_json_error error = {0, ""};
    const char *text = (const char *)file->bytes;
    const pawli_json *root = pawli_tiled_is_xml(text, file->size)
                                 ? pawli_tiled_xml_parse(&plan->heap, text, file->size, &error)
                                 : pawli_json_parse(&plan->heap, text, file->size, &error);
    free(file->bytes);
    if (root == NULL) pawli_plan_fail(plan, error.line, "%s", error.reason);
    return root;
}

bool pawli_tiled_is_map(const pawli_json *root) {
    const char *type = pawli_tiled_text(root, "type");
    return strcmp(type, "map") == 0 ||
           (pawli_json_find(root, "tilewidth") != NULL && pawli_json_find(root, "layers") != NULL);
}

/* ---- members ---- */

const char *pawli_tiled_text(const pawli_json *object, const char *key) {
    const pawli_json *value = pawli_json_find(object, key);
    return value != NULL && value->text != NULL ? value->text : "";
}

const char *pawli_tiled_class(const pawli_json *object) {
    const char *class = pawli_tiled_text(object, "class");
    return class[0] != 0 ? class : pawli_tiled_text(object, "type");
}

bool pawli_tiled_truth(const pawli_json *object, const char *key) {
    const pawli_json *value = pawli_json_find(object, key);
    if (value == NULL) return false;
    if (value->text == NULL) return value->truth;
    return strcmp(value->text, "1") == 0 || strcmp(value->text, "true") == 0;
}

void pawli_tiled_take_pixels(pawli_plan *plan, const pawli_json *object, const char *key,
                             pawli_pixels *out) {
    const pawli_json *value = pawli_json_find(object, key);
    if (value == NULL) return;
    if (value->text == NULL) {
        pawli_value_type(plan, value, key, PAWLI_JSON_NUMBER);
    } else if (pawli_decimal_parse(value->text, value->length, 12, PAWLI_PIXELS_MAX, out) !=
               PAWL_OK) {
        pawli_plan_fail(plan, value->line, "%s: \"%.40s\" is no number within 4000000 pixels", key,
                        value->text);
    }
}

void pawli_tiled_take_int(pawli_plan *plan, const pawli_json *object, const char *key, int64_t low,
                          int64_t high, int64_t *out) {
    const pawli_json *value = pawli_json_find(object, key);
    int64_t number = 0;
    if (value == NULL) return;
    if (value->text == NULL) {
        pawli_value_type(plan, value, key, PAWLI_JSON_NUMBER);
    } else if (pawli_decimal_parse(value->text, value->length, 0, INT64_MAX, &number) != PAWL_OK ||
               number < low || number > high) {
        pawli_plan_fail(plan, value->line, "%s: \"%.40s\" is out of range (%lld .. %lld)", key,
                        value->text, (long long)low, (long long)high);
    } else {
        *out = number;
    }
}

static void take_degrees(pawli_plan *plan, const pawli_json *object, const char *key,
                         pawl_fx *out) {
    const pawli_json *value = pawli_json_find(object, key);
    if (value == NULL) return;
    if (value->text == NULL || pawl_fx_parse(value->text, value->length, out) != PAWL_OK) {
        pawli_plan_fail(plan, value->line, "%s: no number within 32767 degrees", key);
    }
}

static pawli_tiled_property *make_property(pawli_plan *plan, const char *name,
                                           const pawli_json *value, uint32_t line) {
    pawli_tiled_property *one = pawli_heap_take(&plan->heap, sizeof *one);
    one->name = name;
    one->line = line;
    if (value == NULL) {
        one->text = "";
    } else if (value->type == PAWLI_JSON_BOOL) {
        one->text = value->truth ? "true" : "false";
    } else {
        one->text = value->text;
    }
    return one;
}

pawli_tiled_property *pawli_tiled_properties(pawli_plan *plan, const pawli_json *object) {
    return pawli_tiled_property_list(plan, pawli_json_find(object, "properties"));
}

pawli_tiled_property *pawli_tiled_property_list(pawli_plan *plan, const pawli_json *list) {
    pawli_tiled_property *first = NULL, **end = &first;
    if (list == NULL || (list->type != PAWLI_JSON_ARRAY && list->type != PAWLI_JSON_OBJECT)) {
        return NULL;
    }
    for (const pawli_json *one = list->child; one != NULL; one = one->next) {
        if (list->type == PAWLI_JSON_OBJECT) {
            *end = make_property(plan, one->key, one, one->line);
        } else {
            *end = make_property(plan, pawli_tiled_text(one, "name"), pawli_json_find(one, "value"),
                                 one->line);
        }
        end = &(*end)->next;
    }
    return first;
}

/* ---- objects ---- */

static void read_points(pawli_plan *plan, const pawli_json *list, pawli_tiled_object *object) {
    if (!pawli_value_type(plan, list, list->key, PAWLI_JSON_ARRAY)) return;
    object->points = pawli_heap_take(&plan->heap, list->count * sizeof *object->points);
    for (const pawli_json *one = list->child; one != NULL && !plan->failed; one = one->next) {
        pawli_pixel_point *point = &object->points[object->point_count++];
        if (!pawli_value_type(plan, one, list->key, PAWLI_JSON_OBJECT)) return;
        pawli_tiled_take_pixels(plan, one, "x", &point->x);
        pawli_tiled_take_pixels(plan, one, "y", &point->y);
    }
}

static pawli_tiled_form form_of(const pawli_json *value) {
    if (pawli_json_find(value, "template") != NULL) return PAWLI_TILED_TEMPLATE;
    if (pawli_json_find(value, "gid") != NULL) return PAWLI_TILED_TILE;
    if (pawli_json_find(value, "text") != NULL) return PAWLI_TILED_TEXT;
    if (pawli_json_find(value, "polygon") != NULL) return PAWLI_TILED_POLYGON;
    if (pawli_json_find(value, "polyline") != NULL) return PAWLI_TILED_POLYLINE;
    if (pawli_tiled_truth(value, "ellipse")) return PAWLI_TILED_ELLIPSE;
    if (pawli_tiled_truth(value, "capsule")) return PAWLI_TILED_CAPSULE;
    if (pawli_tiled_truth(value, "point")) return PAWLI_TILED_POINT;
    return PAWLI_TILED_RECTANGLE;
}

static pawli_tiled_object *read_object(pawli_plan *plan, const pawli_json *value) {
    pawli_tiled_object *object = pawli_heap_take(&plan->heap, sizeof *object);
    int64_t id = 0, gid = 0;
    if (!pawli_value_type(plan, value, "objects", PAWLI_JSON_OBJECT)) return object;
    pawli_tiled_take_int(plan, value, "id", 0, PAWLI_TILED_ID_MAX, &id);
    object->line = value->line;
    object->id = (uint32_t)id;
    object->name = pawli_tiled_text(value, "name");
    object->class = pawli_tiled_class(value);
    const size_t used = strlen(plan->where);
    pawli_plan_at_part(plan, "object", object->id, object->name);
    object->form = form_of(value);
    pawli_tiled_take_int(plan, value, "gid", 0, UINT32_MAX, &gid);
    object->gid = (uint32_t)gid;
    pawli_tiled_take_pixels(plan, value, "x", &object->at.x);
    pawli_tiled_take_pixels(plan, value, "y", &object->at.y);
    pawli_tiled_take_pixels(plan, value, "width", &object->width);
    pawli_tiled_take_pixels(plan, value, "height", &object->height);
    take_degrees(plan, value, "rotation", &object->rotation);
    const pawli_json *points =
        object->form == PAWLI_TILED_POLYGON    ? pawli_json_find(value, "polygon")
        : object->form == PAWLI_TILED_POLYLINE ? pawli_json_find(value, "polyline")
                                               : NULL;
    if (points != NULL) read_points(plan, points, object);
    object->properties = pawli_tiled_properties(plan, value);
    plan->where[used] = 0;
    return object;
}

pawli_tiled_object *pawli_tiled_objects(pawli_plan *plan, const pawli_json *parent) {
    pawli_tiled_object *first = NULL, **end = &first;
    const pawli_json *list = pawli_read_member(plan, parent, "objects", PAWLI_JSON_ARRAY, false);
    const pawli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL && !plan->failed; one = one->next) {
        *end = read_object(plan, one);
        end = &(*end)->next;
    }
    return first;
}

/* ---- layers ---- */

typedef struct layer_reader {
    pawli_plan *plan;
    pawli_tiled_map *map;
    pawli_tiled_layer **end;
    uint32_t index, cells;
} layer_reader;

static bool is_far(int64_t cell, pawli_pixels size) {
    const int64_t far = PAWLI_PIXELS_MAX / size;
    return cell > far || cell < -far;
}

/* A chunk, or a whole layer, which has no x and y. */
static pawli_tiled_chunk *read_chunk(layer_reader *read, const pawli_json *value,
                                     const pawli_json *source, bool is_chunk) {
    const pawli_tiled_map *map = read->map;
    int64_t x = 0, y = 0, width = map->width, height = map->height;
    pawli_tiled_chunk *chunk = pawli_heap_take(&read->plan->heap, sizeof *chunk);
    if (is_chunk) {
        pawli_tiled_take_int(read->plan, value, "x", -CHUNK_AT_MAX, CHUNK_AT_MAX, &x);
        pawli_tiled_take_int(read->plan, value, "y", -CHUNK_AT_MAX, CHUNK_AT_MAX, &y);
    }
    pawli_tiled_take_int(read->plan, value, "width", 0, PAWLI_TILED_CELLS_MAX, &width);
    pawli_tiled_take_int(read->plan, value, "height", 0, PAWLI_TILED_CELLS_MAX, &height);
    const pawli_json *data = pawli_json_find(is_chunk ? value : source, "data");
    if (data == NULL) pawli_plan_fail(read->plan, value->line, "\"data\" is missing");
    if (is_far(x, map->cell_width) || is_far(x + width, map->cell_width) ||
        is_far(y, map->cell_height) || is_far(y + height, map->cell_height)) {
        pawli_plan_fail(read->plan, value->line, "cells beyond 4000000 pixels");
    }
    if (read->plan->failed) return chunk;
    if (width * height > PAWLI_TILED_CELLS_MAX - read->cells) {
        pawli_plan_fail(read->plan, value->line, "more than %lu cells in the map",
                        (unsigned long)PAWLI_TILED_CELLS_MAX);
        return chunk;
    }
    chunk->x = (int32_t)x;
    chunk->y = (int32_t)y;
    chunk->width = (uint32_t)width;
    chunk->height = (uint32_t)height;
    read->cells += (uint32_t)(width * height);
    chunk->gids =
        pawli_tiled_cells(read->plan, data, pawli_tiled_text(source, "encoding"),
                          pawli_tiled_text(source, "compression"), chunk->width * chunk->height);
    return chunk;
}

/* In JSON a layer holds what an element <data> holds in XML. */
static void read_cells(layer_reader *read, const pawli_json *value, pawli_tiled_layer *layer) {
    const pawli_json *data = pawli_json_find(value, "data");
    const pawli_json *source = data != NULL && data->type == PAWLI_JSON_OBJECT ? data : value;
    const pawli_json *chunks =
        pawli_read_member(read->plan, source, "chunks", PAWLI_JSON_ARRAY, false);
    pawli_tiled_chunk **end = &layer->chunks;
    if (read->plan->failed) return;
    if (chunks == NULL) {
        if (!read->map->infinite) layer->chunks = read_chunk(read, value, source, false);
    } else {
        for (const pawli_json *one = chunks->child; one != NULL && !read->plan->failed;
             one = one->next) {
            *end = read_chunk(read, one, source, true);
            end = &(*end)->next;
        }
    }
    if (read->plan->failed) return;
    for (const pawli_tiled_chunk *one = layer->chunks; one != NULL; one = one->next) {
        for (uint32_t i = 0; i < one->width * one->height; i++)
            read->map->counts.tiles += one->gids[i] != 0;
    }
}

static void count_layer(pawli_tiled_counts *counts, const pawli_tiled_layer *layer) {
    counts->tile_layers += layer->kind == PAWLI_TILED_CELLS;
    counts->object_layers += layer->kind == PAWLI_TILED_OBJECTS;
    counts->image_layers += layer->kind == PAWLI_TILED_IMAGE;
    counts->groups += layer->kind == PAWLI_TILED_GROUP;
    for (const pawli_tiled_object *one = layer->objects; one != NULL; one = one->next) {
        counts->objects++;
        counts->forms[one->form]++;
    }
}

static bool read_kind(pawli_plan *plan, const pawli_json *value, pawli_tiled_layer *layer) {
    static const char *const kinds[] = {"tilelayer", "objectgroup", "imagelayer", "group"};
    const char *type = pawli_tiled_text(value, "type");
    for (int i = 0; i < 4; i++) {
        if (strcmp(type, kinds[i]) != 0) continue;
        layer->kind = (pawli_tiled_layer_kind)i;
        return true;
    }
    pawli_plan_fail(plan, value->line, "a layer of the unknown type \"%.40s\"", type);
    return false;
}

static bool is_one(const pawli_json *value) {
    pawli_pixels factor = 0;
    return value == NULL || (value->text != NULL &&
                             pawli_decimal_parse(value->text, value->length, 12, PAWLI_PIXELS_MAX,
                                                 &factor) == PAWL_OK &&
                             factor == PAWLI_PIXEL);
}

static pawli_tiled_layer *read_layer(layer_reader *read, const pawli_json *value,
                                     const pawli_tiled_layer *group) {
    pawli_plan *plan = read->plan;
    pawli_tiled_layer *layer = pawli_heap_take(&plan->heap, sizeof *layer);
    *read->end = layer;
    read->end = &layer->next;
    layer->group = group;
    layer->line = value->line;
    layer->index = read->index++;
    if (!pawli_value_type(plan, value, "layers", PAWLI_JSON_OBJECT)) return layer;
    layer->name = pawli_tiled_text(value, "name");
    layer->class = pawli_tiled_text(value, "class");
    pawli_plan_at(plan, "layer", layer->index, layer->name);
    pawli_tiled_take_pixels(plan, value, "offsetx", &layer->offset.x);
    pawli_tiled_take_pixels(plan, value, "offsety", &layer->offset.y);
    layer->has_parallax = !is_one(pawli_json_find(value, "parallaxx")) ||
                          !is_one(pawli_json_find(value, "parallaxy"));
    if (group != NULL) {
        layer->offset.x += group->offset.x;
        layer->offset.y += group->offset.y;
        layer->has_parallax = layer->has_parallax || group->has_parallax;
    }
    if (layer->offset.x > PAWLI_PIXELS_MAX || layer->offset.x < -PAWLI_PIXELS_MAX ||
        layer->offset.y > PAWLI_PIXELS_MAX || layer->offset.y < -PAWLI_PIXELS_MAX) {
        pawli_plan_fail(plan, value->line, "an offset beyond 4000000 pixels");
    }
    layer->properties = pawli_tiled_properties(plan, value);
    if (plan->failed || !read_kind(plan, value, layer)) return layer;
    if (layer->kind == PAWLI_TILED_CELLS) read_cells(read, value, layer);
    if (layer->kind == PAWLI_TILED_OBJECTS) layer->objects = pawli_tiled_objects(plan, value);
    count_layer(&read->map->counts, layer);
    return layer;
}

/* Layers lie in groups, which is no deeper than the tree. */
static void read_layers(layer_reader *read, const pawli_json *root) {
    const pawli_json *next[PAWLI_JSON_DEPTH_MAX];
    const pawli_tiled_layer *group[PAWLI_JSON_DEPTH_MAX];
    uint32_t depth = 1;
    const pawli_json *list = pawli_read_member(read->plan, root, "layers", PAWLI_JSON_ARRAY, false);
    next[0] = list == NULL ? NULL : list->child;
    group[0] = NULL;
    while (depth > 0 && !read->plan->failed) {
        const pawli_json *one = next[depth - 1];
        if (one == NULL) {
            depth--;
            continue;
        }
        next[depth - 1] = one->next;
        const pawli_tiled_layer *layer = read_layer(read, one, group[depth - 1]);
        if (read->plan->failed || layer->kind != PAWLI_TILED_GROUP) continue;
        list = pawli_read_member(read->plan, one, "layers", PAWLI_JSON_ARRAY, false);
        if (list == NULL) continue;
        next[depth] = list->child;
        group[depth++] = layer;
    }
    read->plan->where[0] = 0;
}

/* ---- the map ---- */

void pawli_tiled_read_map(pawli_plan *plan, const pawli_json *root, pawli_tiled_map *map) {
    layer_reader read = {.plan = plan, .map = map, .end = &map->layers};
    const char *orientation = pawli_tiled_text(root, "orientation");
    int64_t width = 0, height = 0, cell_width = 0, cell_height = 0;
    if (orientation[0] != 0 && strcmp(orientation, "orthogonal") != 0) {
        pawli_plan_fail(plan, pawli_json_find(root, "orientation")->line,
                        "orientation: \"%.20s\" maps are not supported; orthogonal ones are",
                        orientation);
    }
    map->infinite = pawli_tiled_truth(root, "infinite");
    map->class = pawli_tiled_text(root, "class");
    pawli_tiled_take_int(plan, root, "width", 0, PAWLI_TILED_CELLS_MAX, &width);
    pawli_tiled_take_int(plan, root, "height", 0, PAWLI_TILED_CELLS_MAX, &height);
    pawli_tiled_take_int(plan, root, "tilewidth", 1, CELL_SIZE_MAX, &cell_width);
    pawli_tiled_take_int(plan, root, "tileheight", 1, CELL_SIZE_MAX, &cell_height);
    if (!plan->failed && (cell_width == 0 || cell_height == 0)) {
        pawli_plan_fail(plan, root->line, "\"tilewidth\" or \"tileheight\" is missing");
    }
    if (plan->failed) return;
    map->width = (uint32_t)width;
    map->height = (uint32_t)height;
    map->cell_width = cell_width * PAWLI_PIXEL;
    map->cell_height = cell_height * PAWLI_PIXEL;
    map->properties = pawli_tiled_properties(plan, root);
    if (is_far(width, map->cell_width) || is_far(height, map->cell_height)) {
        pawli_plan_fail(plan, root->line, "the map is larger than 4000000 pixels");
    }
    pawli_tiled_read_tilesets(plan, root, map);
    if (!plan->failed) read_layers(&read, root);
}
