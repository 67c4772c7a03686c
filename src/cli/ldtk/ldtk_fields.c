/* ldtk_fields.c - the fields of entities and levels as properties. A field that has the name of
 * one of pawl's properties, but not its type or range, is the game's own: it gets another name, so
 * that it is listed and means nothing. */
#include <string.h>
#include <strings.h>

#include "cli/ldtk/ldtk.h"
#include "fx/fx_text.h"

typedef enum need {
    NEED_BOOL,
    NEED_NUMBER,
    NEED_INT,
    NEED_BODY
} need;

/* docs/tiled.md, "Roles", of which there are so many, and "Properties". */
#define ROLE_KEYS 16u
static const struct {
    const char *name;
    need type;
    int64_t low, high;
} keys[] = {
    {"solid", NEED_BOOL, 0, 0},
    {"collision", NEED_BOOL, 0, 0},
    {"collides", NEED_BOOL, 0, 0},
    {"collider", NEED_BOOL, 0, 0},
    {"wall", NEED_BOOL, 0, 0},
    {"door", NEED_BOOL, 0, 0},
    {"one_way", NEED_BOOL, 0, 0},
    {"oneway", NEED_BOOL, 0, 0},
    {"hazard", NEED_BOOL, 0, 0},
    {"area", NEED_BOOL, 0, 0},
    {"sensor", NEED_BOOL, 0, 0},
    {"isSensor", NEED_BOOL, 0, 0},
    {"trigger", NEED_BOOL, 0, 0},
    {"player", NEED_BOOL, 0, 0},
    {"spawn", NEED_BOOL, 0, 0},
    {"goal", NEED_BOOL, 0, 0},
    {"arcade", NEED_BOOL, 0, 0},
    {"bounds", NEED_BOOL, 0, 0},
    {"hit_events", NEED_BOOL, 0, 0},
    {"fixed_rotation", NEED_BOOL, 0, 0},
    {"fixedRotation", NEED_BOOL, 0, 0},
    {"isFixedRotation", NEED_BOOL, 0, 0},
    {"bullet", NEED_BOOL, 0, 0},
    {"isBullet", NEED_BOOL, 0, 0},
    {"body", NEED_BODY, 0, 0},
    {"bodyType", NEED_BODY, 0, 0},
    {"body_type", NEED_BODY, 0, 0},
    {"friction", NEED_NUMBER, 0, 32767},
    {"restitution", NEED_NUMBER, 0, 1},
    {"bounce", NEED_NUMBER, 0, 1},
    {"density", NEED_NUMBER, 0, 32767},
    {"tangent_speed", NEED_NUMBER, -8192, 8192},
    {"rolling_resistance", NEED_NUMBER, 0, 1},
    {"break_impulse", NEED_NUMBER, 0, 32767},
    {"gravity", NEED_NUMBER, -4096, 4096},
    {"gravity_x", NEED_NUMBER, -4096, 4096},
    {"gravity_y", NEED_NUMBER, -4096, 4096},
    {"gravity_scale", NEED_NUMBER, -1024, 1024},
    {"gravityScale", NEED_NUMBER, -1024, 1024},
    {"linear_damping", NEED_NUMBER, 0, 1024},
    {"linearDamping", NEED_NUMBER, 0, 1024},
    {"angular_damping", NEED_NUMBER, 0, 1024},
    {"angularDamping", NEED_NUMBER, 0, 1024},
    {"angular_velocity", NEED_NUMBER, -32767, 32767},
    {"angularVelocity", NEED_NUMBER, -32767, 32767},
    {"velocity_x", NEED_NUMBER, -4096, 4096},
    {"velocity_y", NEED_NUMBER, -4096, 4096},
    {"ticks", NEED_INT, 0, 32767},
    {"category", NEED_INT, 0, UINT32_MAX},
    {"mask", NEED_INT, 0, UINT32_MAX},
    {"group", NEED_INT, INT16_MIN, INT16_MAX},
    {"fracture_seed", NEED_INT, 0, UINT32_MAX},
    {"fracture_pieces", NEED_INT, 2, 256},
    {"fracture_room", NEED_INT, 0, 32000},
    {"fracture_size_min", NEED_NUMBER, 1, 1024},
    {"fracture_focus", NEED_NUMBER, 0, 1},
    {"inverse_mass", NEED_NUMBER, 0, 1024},
    {"elasticity", NEED_NUMBER, 0, 1},
    {"scale", NEED_NUMBER, 1, 65536},
    {"pixels_per_unit", NEED_NUMBER, 1, 65536},
    {"ppu", NEED_NUMBER, 1, 65536},
};

static bool is_number_within(const cli_json *value, int places, int64_t low, int64_t high) {
    int64_t unit = 1, number = 0;
    for (int i = 0; i < places; i++)
        unit *= 10;
    return value->type == CLI_JSON_NUMBER &&
           pawli_fx_text_parse(value->text, value->length, places, (uint64_t)INT64_MAX / 2,
                               &number) == PAWL_OK &&
           number >= low * unit && number <= high * unit;
}

static bool is_body(const cli_json *value) {
    return value->type == CLI_JSON_STRING &&
           (strcasecmp(value->text, "static") == 0 || strcasecmp(value->text, "kinematic") == 0 ||
            strcasecmp(value->text, "dynamic") == 0);
}

/* Whether the value is what a property of this name must be; any, if there is none. */
static bool fits(const char *name, const cli_json *value) {
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcasecmp(name, keys[i].name) != 0) continue;
        if (keys[i].type == NEED_BOOL) return value->type == CLI_JSON_BOOL;
        if (keys[i].type == NEED_BODY) return is_body(value);
        return is_number_within(value, keys[i].type == NEED_INT ? 0 : 9, keys[i].low, keys[i].high);
    }
    return true;
}

static void put_field(cli_ldtk *all, cli_ldtk_node *list, const cli_json *field) {
    const char *name = cli_ldtk_tree_get_text(field, "__identifier");
    const cli_json *value = cli_json_find(field, "__value");
    if (name[0] == 0 || value == NULL || value->type == CLI_JSON_NULL) return;
    if (cli_ldtk_links_has(value)) return;
    if (!fits(name, value)) {
        cli_ldtk_tell(all->plan, value->line,
                      "field \"%.40s\" is the game's own: not what \"%.40s\" can be in pawl", name,
                      name);
        const size_t length = strlen(name);
        char *own = cli_heap_take(&all->plan->heap, length + 8);
        memcpy(own, name, length);
        memcpy(own + length, " (own)", 7);
        name = own;
    }
    cli_ldtk_node one = cli_ldtk_tree_open(list, NULL, CLI_JSON_OBJECT, field->line);
    cli_ldtk_tree_text(&one, "name", name);
    if (value->type == CLI_JSON_BOOL) {
        cli_ldtk_tree_bool(&one, "value", value->truth);
    } else if (value->type == CLI_JSON_STRING || value->type == CLI_JSON_NUMBER) {
        cli_ldtk_tree_text(&one, "value", value->text);
    } else {
        cli_ldtk_tree_open(&one, "value", CLI_JSON_OBJECT, value->line);
    }
}

/* What a field may say that an entity is. */
static bool is_role(const cli_json *field) {
    const char *name = cli_ldtk_tree_get_text(field, "__identifier");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcasecmp(name, keys[i].name) != 0) continue;
        return keys[i].type == NEED_BODY || i < ROLE_KEYS;
    }
    return false;
}

void cli_ldtk_fields_put(cli_ldtk *all, const cli_json *owner, const char *chosen,
                         cli_ldtk_node *to) {
    const cli_json *field = cli_ldtk_tree_first(owner, "fieldInstances");
    if (field == NULL && chosen == NULL) return;
    cli_ldtk_node list = cli_ldtk_tree_open(to, "properties", CLI_JSON_ARRAY, owner->line);
    for (; field != NULL; field = field->next) {
        if (chosen == NULL || !is_role(field)) put_field(all, &list, field);
    }
    if (chosen == NULL || strcmp(chosen, "nothing") != 0) return;
    cli_ldtk_node one = cli_ldtk_tree_open(&list, NULL, CLI_JSON_OBJECT, owner->line);
    cli_ldtk_tree_text(&one, "name", "solid");
    cli_ldtk_tree_bool(&one, "value", false);
}

/* Whether an earlier level has a field of that name; another value there is reported. */
static bool is_said(cli_ldtk *all, uint32_t level, const cli_json *field) {
    const char *name = cli_ldtk_tree_get_text(field, "__identifier");
    const cli_json *value = cli_json_find(field, "__value");
    const cli_json *other = cli_ldtk_tree_first(all->levels[0].json, "fieldInstances");
    if (level == 0) return false;
    other = cli_ldtk_tree_named(other, "__identifier", name);
    const cli_json *said = cli_json_find(other, "__value");
    if (said == NULL || said->type == CLI_JSON_NULL) return false;
    if (value != NULL && value->text != NULL && said->text != NULL &&
        strcmp(value->text, said->text) != 0) {
        cli_ldtk_tell(all->plan, field->line, "field \"%.40s\": that of level \"%.40s\" counts",
                      name, all->levels[0].name);
    }
    return true;
}

/* Whether a level says so itself. */
static bool has_number(const cli_ldtk_node *list, const char *name) {
    return cli_ldtk_tree_named(list->json->child, "name", name) != NULL;
}

static void put_number(cli_ldtk_node *list, const char *name, int64_t number) {
    cli_ldtk_node one = cli_ldtk_tree_open(list, NULL, CLI_JSON_OBJECT, list->json->line);
    cli_ldtk_tree_text(&one, "name", name);
    cli_ldtk_tree_int(&one, "value", number);
}

void cli_ldtk_fields_put_levels(cli_ldtk *all, cli_ldtk_node *map) {
    cli_ldtk_node list = cli_ldtk_tree_open(map, "properties", CLI_JSON_ARRAY, map->json->line);
    for (uint32_t i = 0; i < all->level_count; i++) {
        cli_scene_plan_at(all->plan, "level", i, all->levels[i].name);
        const cli_json *field = cli_ldtk_tree_first(all->levels[i].json, "fieldInstances");
        for (; field != NULL; field = field->next) {
            if (!is_said(all, i, field)) put_field(all, &list, field);
        }
    }
    all->plan->where[0] = 0;
    if (all->is_from_above && !has_number(&list, "gravity")) put_number(&list, "gravity", 0);
    if (all->is_from_above && !has_number(&list, "bounds")) {
        cli_ldtk_node one = cli_ldtk_tree_open(&list, NULL, CLI_JSON_OBJECT, list.json->line);
        cli_ldtk_tree_text(&one, "name", "bounds");
        cli_ldtk_tree_bool(&one, "value", true);
    }
    if (!has_number(&list, "scale")) put_number(&list, "scale", all->unit);
}
