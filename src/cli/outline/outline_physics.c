/* outline_physics.c - files of PhysicsEditor: the JSON of its exporters for Lime + Corona and
 * Phaser,
 * {"crate": [{"density": 2, "friction": 0, "bounce": 0, "filter": {...}, "shape": [x, y, ...]}]}.
 * Each name is a dynamic body; several lie side by side. */
#include <string.h>

#include "cli/outline/outline.h"

#define BODIES_MAX 256u /* as many tilesets as a map has */

static bool is_shape(const cli_json *fixture) {
    const cli_json *shape = cli_json_find(fixture, "shape");
    return shape != NULL && shape->type == CLI_JSON_ARRAY && shape->count >= 6;
}

bool cli_outline_physics_is(const cli_json *root) {
    if (root->type != CLI_JSON_OBJECT || cli_json_find(root, "pawl-scene") != NULL) return false;
    for (const cli_json *body = root->child; body != NULL; body = body->next) {
        if (body->type == CLI_JSON_ARRAY && is_shape(body->child)) return true;
    }
    return false;
}

static void put_number(cli_ldtk_node *list, const char *name, const cli_json *value) {
    if (value == NULL || value->type != CLI_JSON_NUMBER) return;
    cli_ldtk_node one = cli_ldtk_tree_open(list, NULL, CLI_JSON_OBJECT, value->line);
    cli_ldtk_tree_text(&one, "name", name);
    cli_ldtk_tree_text(&one, "value", value->text);
}

/* The surface of a fixture; Corona's names are those of PhysicsEditor. */
static void put_surface(cli_ldtk_node *object, const cli_json *fixture) {
    const cli_json *filter = cli_json_find(fixture, "filter");
    cli_ldtk_node list = cli_ldtk_tree_open(object, "properties", CLI_JSON_ARRAY, fixture->line);
    put_number(&list, "density", cli_json_find(fixture, "density"));
    put_number(&list, "friction", cli_json_find(fixture, "friction"));
    put_number(&list, "restitution", cli_json_find(fixture, "bounce"));
    put_number(&list, "category", cli_json_find(filter, "categoryBits"));
    put_number(&list, "mask", cli_json_find(filter, "maskBits"));
    put_number(&list, "group", cli_json_find(filter, "groupIndex"));
}

/* Moves *right to the right edge of what is there. */
static void put_fixture(cli_plan *plan, cli_ldtk_node *objects, const cli_json *fixture,
                        uint32_t index, cli_pixels *right) {
    cli_ldtk_node object = cli_ldtk_tree_open(objects, NULL, CLI_JSON_OBJECT, fixture->line);
    const cli_json *x = cli_ldtk_tree_first(fixture, "shape");
    cli_ldtk_tree_int(&object, "id", index + 1);
    cli_ldtk_node list = cli_ldtk_tree_open(&object, "polygon", CLI_JSON_ARRAY, fixture->line);
    for (; x != NULL && x->next != NULL; x = x->next->next) {
        cli_ldtk_node point = cli_ldtk_tree_open(&list, NULL, CLI_JSON_OBJECT, x->line);
        if (x->type != CLI_JSON_NUMBER || x->next->type != CLI_JSON_NUMBER) {
            cli_scene_plan_fail(plan, x->line, "shape: expected numbers");
            return;
        }
        const cli_pixels at = cli_ldtk_tree_value_pixels(x);
        if (at > *right) *right = at;
        cli_ldtk_tree_text(&point, "x", x->text);
        cli_ldtk_tree_text(&point, "y", x->next->text);
    }
    put_surface(&object, fixture);
}

static void put_body(cli_outline_map *map, const cli_json *body, cli_pixels *left) {
    cli_ldtk_node set = cli_ldtk_tree_open(&map->tilesets, NULL, CLI_JSON_OBJECT, body->line);
    cli_ldtk_node object = cli_ldtk_tree_open(&map->objects, NULL, CLI_JSON_OBJECT, body->line);
    cli_pixels right = 0;
    uint32_t index = 0;
    cli_ldtk_tree_int(&object, "id", ++map->count);
    cli_ldtk_tree_text(&object, "name", body->key);
    cli_ldtk_tree_text(&object, "class", "dynamic");
    cli_ldtk_tree_int(&object, "gid", map->count);
    cli_ldtk_tree_pixels(&object, "x", *left);
    cli_ldtk_tree_int(&set, "firstgid", map->count);
    cli_ldtk_tree_int(&set, "tilewidth", 1);
    cli_ldtk_tree_int(&set, "tileheight", 1);
    cli_ldtk_tree_text(&set, "objectalignment", "topleft");
    cli_ldtk_node tiles = cli_ldtk_tree_open(&set, "tiles", CLI_JSON_ARRAY, body->line);
    cli_ldtk_node tile = cli_ldtk_tree_open(&tiles, NULL, CLI_JSON_OBJECT, body->line);
    cli_ldtk_tree_int(&tile, "id", 0);
    cli_ldtk_node group = cli_ldtk_tree_open(&tile, "objectgroup", CLI_JSON_OBJECT, body->line);
    cli_ldtk_node objects = cli_ldtk_tree_open(&group, "objects", CLI_JSON_ARRAY, body->line);
    for (const cli_json *one = body->child; one != NULL; one = one->next, index++) {
        if (is_shape(one)) {
            put_fixture(map->plan, &objects, one, index, &right);
        } else {
            cli_scene_plan_warn(map->plan, one->line,
                                "\"%.40s\": fixture %lu is left out: no "
                                "\"shape\" of three corners",
                                body->key, (unsigned long)index);
        }
    }
    *left += right + map->scale;
    if (*left > CLI_OUTLINE_FAR) cli_scene_plan_fail(map->plan, body->line, "too wide");
}

const cli_json *cli_outline_physics_read(cli_plan *plan, const cli_json *root, const char *name) {
    cli_outline_map map;
    cli_pixels left = 0;
    bool is_found = false;
    cli_outline_map_begin(&map, plan, "bodies");
    for (const cli_json *body = root->child; body != NULL && !plan->failed; body = body->next) {
        if (body->type != CLI_JSON_ARRAY || (name != NULL && strcmp(name, body->key) != 0))
            continue;
        is_found = true;
        if (map.count == BODIES_MAX) {
            cli_scene_plan_fail(plan, body->line, "more than %lu bodies",
                                (unsigned long)BODIES_MAX);
        } else {
            put_body(&map, body, &left);
        }
    }
    if (!is_found) cli_scene_plan_fail(plan, 0, "no body \"%.40s\"", name == NULL ? "" : name);
    return cli_outline_map_end(&map, NULL);
}
