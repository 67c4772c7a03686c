/* tiled_entry.c - objects of layers and collision shapes of tiles as the file has them, made after
 * templates where it says so. */
#include <stdlib.h>
#include <string.h>

#include "cli/tiled/tiled_tree.h"

static void take_degrees(cli_plan *plan, const cli_json *object, const char *key, pawl_fx *out) {
    const cli_json *value = cli_json_find(object, key);
    if (value == NULL) return;
    if (value->text == NULL || pawl_fx_parse(value->text, value->length, out) != PAWL_OK) {
        cli_scene_plan_fail(plan, value->line, "%s: no number within 32767 degrees", key);
    }
}

static void read_points(cli_plan *plan, const cli_json *list, cli_tiled_object *object) {
    if (!cli_scene_plan_value_type(plan, list, list->key, CLI_JSON_ARRAY)) return;
    object->points = cli_heap_take(&plan->heap, list->count * sizeof *object->points);
    for (const cli_json *one = list->child; one != NULL && !plan->failed; one = one->next) {
        cli_pixel_point *point = &object->points[object->point_count++];
        if (!cli_scene_plan_value_type(plan, one, list->key, CLI_JSON_OBJECT)) return;
        cli_tiled_tree_pixels(plan, one, "x", &point->x);
        cli_tiled_tree_pixels(plan, one, "y", &point->y);
    }
}

/* `otherwise`: what it is when it does not say. */
static cli_tiled_form form_of(const cli_json *value, cli_tiled_form otherwise) {
    if (cli_json_find(value, "gid") != NULL) return CLI_TILED_TILE;
    if (cli_json_find(value, "text") != NULL) return CLI_TILED_TEXT;
    if (cli_json_find(value, "polygon") != NULL) return CLI_TILED_POLYGON;
    if (cli_json_find(value, "polyline") != NULL) return CLI_TILED_POLYLINE;
    if (cli_tiled_tree_bool(value, "ellipse")) return CLI_TILED_ELLIPSE;
    if (cli_tiled_tree_bool(value, "capsule")) return CLI_TILED_CAPSULE;
    if (cli_tiled_tree_bool(value, "point")) return CLI_TILED_POINT;
    return otherwise;
}

static void read_names(const cli_json *value, cli_tiled_object *object) {
    const char *name = cli_tiled_tree_text(value, "name");
    const char *class = cli_tiled_tree_class(value);
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
        object->text = cli_tiled_tree_text(text, "text");
}

void cli_tiled_entry_read(cli_plan *plan, const cli_json *value, const cli_tiled_object *base,
                          cli_tiled_object *object) {
    static const cli_tiled_object none = {.form = CLI_TILED_RECTANGLE};
    int64_t id = 0, gid = 0;
    *object = base != NULL ? *base : none;
    object->next = NULL;
    object->at.x = object->at.y = 0;
    if (object->text == NULL) object->text = "";
    read_names(value, object);
    if (!cli_scene_plan_value_type(plan, value, "objects", CLI_JSON_OBJECT)) return;
    cli_tiled_tree_int(plan, value, "id", 0, CLI_TILED_ID_MAX, &id);
    object->line = value->line;
    object->id = (uint32_t)id;
    const size_t used = strlen(plan->where);
    cli_scene_plan_at_within(plan, "object", object->id, object->name);
    object->form = form_of(value, object->form);
    gid = object->gid;
    cli_tiled_tree_int(plan, value, "gid", 0, UINT32_MAX, &gid);
    object->gid = (uint32_t)gid;
    cli_tiled_tree_pixels(plan, value, "x", &object->at.x);
    cli_tiled_tree_pixels(plan, value, "y", &object->at.y);
    cli_tiled_tree_pixels(plan, value, "width", &object->width);
    cli_tiled_tree_pixels(plan, value, "height", &object->height);
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
    const char *source = cli_tiled_tree_text(value, "template");
    const cli_tiled_object *base = NULL;
    *is_missing = false;
    if (source[0] == 0) return NULL;
    if (templates != NULL) base = cli_tiled_template_find(plan, templates, source, value->line);
    *is_missing = base == NULL;
    return base;
}

cli_tiled_object *cli_tiled_entry_read_list(cli_plan *plan, const cli_json *parent,
                                            cli_tiled_templates *templates) {
    cli_tiled_object *first = NULL, **end = &first;
    const cli_json *list =
        cli_scene_plan_read_member(plan, parent, "objects", CLI_JSON_ARRAY, false);
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL && !plan->failed; one = one->next) {
        bool is_missing = false;
        const cli_tiled_object *base = find_base(plan, one, templates, &is_missing);
        cli_tiled_object *object = cli_heap_take(&plan->heap, sizeof *object);
        cli_tiled_entry_read(plan, one, base, object);
        if (is_missing) object->form = CLI_TILED_TEMPLATE;
        *end = object;
        end = &object->next;
    }
    return first;
}
