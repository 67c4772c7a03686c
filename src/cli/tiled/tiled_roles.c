/* tiled_roles.c - what classes and custom properties of a Tiled map mean, docs/tiled.md. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/tiled/tiled_import.h"
#include "fx/fx_text.h"

#define UNUSED_MAX 64
#define LEVELS_MAX (CLI_JSON_DEPTH_MAX + 4)

/* One place that may have properties and a class. */
typedef struct level {
    cli_tiled_property *properties;
    const char *class;
} level;

/* The places of a scope, nearest first; the map, which has no role, comes last. */
static uint32_t list_levels(const cli_tiled_scope *scope, level *out) {
    uint32_t count = 0;
    if (scope->shape != NULL) {
        out[count++] = (level){scope->shape->properties, scope->shape->class};
    }
    if (scope->object != NULL) {
        out[count++] = (level){scope->object->properties, scope->object->class};
    }
    if (scope->tile != NULL) {
        out[count++] = (level){scope->tile->properties, scope->tile->class};
    }
    for (const cli_tiled_layer *one = scope->layer; one != NULL; one = one->group)
        out[count++] = (level){one->properties, one->class};
    if (scope->map != NULL) out[count++] = (level){scope->map->properties, ""};
    return count;
}

static bool is_one_of(const char *name, const char *const *names) {
    for (; *names != NULL; names++) {
        if (strcasecmp(name, *names) == 0) return true;
    }
    return false;
}

static cli_tiled_property *find_in(cli_tiled_property *one, const char *const *names) {
    for (; one != NULL; one = one->next) {
        if (one->is_ignored || !is_one_of(one->name, names)) continue;
        one->used = true;
        return one;
    }
    return NULL;
}

cli_tiled_property *cli_tiled_roles_lookup(const cli_tiled_scope *scope, const char *const *names) {
    level levels[LEVELS_MAX];
    const uint32_t count = list_levels(scope, levels);
    for (uint32_t i = 0; i < count; i++) {
        cli_tiled_property *found = find_in(levels[i].properties, names);
        if (found != NULL) return found;
    }
    return NULL;
}

/* A game has properties of its own, whose names may be the same: those are left alone, and what is
 * farther away counts. */
void cli_tiled_roles_ignore(cli_tiled_import *import, cli_tiled_property *property,
                            const char *expected) {
    const char *path = import->plan->path;
    property->is_ignored = true;
    import->plan->path = property->path;
    cli_scene_plan_note(import->plan, property->line, "%.40s is ignored: %s%.40s%s is not %s",
                        property->name, property->text == NULL ? "" : "\"",
                        property->text == NULL ? "it" : property->text,
                        property->text == NULL ? "" : "\"", expected);
    import->plan->path = path;
}

static bool truth_of(cli_tiled_import *import, cli_tiled_property *property, bool *out) {
    const char *text = property->text == NULL ? "" : property->text;
    *out = strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (*out || strcasecmp(text, "false") == 0 || strcmp(text, "0") == 0) return true;
    cli_tiled_roles_ignore(import, property, "true or false");
    return false;
}

bool cli_tiled_roles_get_bool(cli_tiled_import *import, const cli_tiled_scope *scope,
                              const char *const *names, bool *out) {
    cli_tiled_property *property = cli_tiled_roles_lookup(scope, names);
    bool truth = false;
    while (property != NULL && !truth_of(import, property, &truth))
        property = cli_tiled_roles_lookup(scope, names);
    if (property != NULL) *out = truth;
    return property != NULL;
}

static bool parse_fx(const cli_tiled_property *property, pawl_fx low, pawl_fx high, pawl_fx *out) {
    pawl_fx number = 0;
    if (property->text == NULL ||
        pawl_fx_parse(property->text, strlen(property->text), &number) != PAWL_OK || number < low ||
        number > high) {
        return false;
    }
    *out = number;
    return true;
}

bool cli_tiled_roles_get_fx(cli_tiled_import *import, const cli_tiled_scope *scope,
                            const char *const *names, pawl_fx low, pawl_fx high, pawl_fx *out) {
    cli_tiled_property *property = cli_tiled_roles_lookup(scope, names);
    for (; property != NULL; property = cli_tiled_roles_lookup(scope, names)) {
        char low_text[PAWL_FX_TEXT_MAX] = "", high_text[PAWL_FX_TEXT_MAX] = "";
        char expected[2 * PAWL_FX_TEXT_MAX + 24];
        if (parse_fx(property, low, high, out)) return true;
        if (pawl_fx_print(low, low_text, sizeof low_text) != PAWL_OK ||
            pawl_fx_print(high, high_text, sizeof high_text) != PAWL_OK) {
            return false;
        }
        snprintf(expected, sizeof expected, "a number in %s .. %s", low_text, high_text);
        cli_tiled_roles_ignore(import, property, expected);
    }
    return false;
}

static bool get_int(cli_tiled_import *import, const cli_tiled_scope *scope,
                    const char *const *names, int64_t low, int64_t high, int64_t *out) {
    cli_tiled_property *property = cli_tiled_roles_lookup(scope, names);
    for (; property != NULL; property = cli_tiled_roles_lookup(scope, names)) {
        char expected[64];
        int64_t number = 0;
        if (property->text != NULL &&
            pawli_fx_text_parse(property->text, strlen(property->text), 0, UINT32_MAX, &number) ==
                PAWL_OK &&
            number >= low && number <= high) {
            *out = number;
            return true;
        }
        snprintf(expected, sizeof expected, "a whole number in %lld .. %lld", (long long)low,
                 (long long)high);
        cli_tiled_roles_ignore(import, property, expected);
    }
    return false;
}

/* ---- roles ---- */

/* The names of a role: as a class, or as a property that is true. */
static const struct {
    cli_tiled_role role;
    const char *const names[8];
} role_names[] = {
    {CLI_ROLE_WALKER, {"player", NULL}},
    {CLI_ROLE_SPAWN, {"spawn", NULL}},
    {CLI_ROLE_GOAL, {"goal", NULL}},
    {CLI_ROLE_DOOR, {"door", NULL}},
    {CLI_ROLE_ONE_WAY, {"one_way", "oneway", "one-way", NULL}},
    {CLI_ROLE_AREA, {"hazard", "area", "sensor", "isSensor", "trigger", NULL}},
    {CLI_ROLE_SOLID, {"solid", "collision", "collides", "collider", "wall", NULL}},
};
#define ROLE_COUNT (sizeof role_names / sizeof role_names[0])

static const char *const body_names[] = {"static", "kinematic", "dynamic", NULL};
static const char *const body_keys[] = {"body", "bodyType", "body_type", NULL};

static bool body_of(const char *name, pawl_body_type *out) {
    for (int i = 0; i < 3; i++) {
        if (strcasecmp(name, body_names[i]) != 0) continue;
        *out = (pawl_body_type)i;
        return true;
    }
    return false;
}

/* The nearest property that says what moves the body; others of the name are left alone. */
static bool find_body(cli_tiled_import *import, cli_tiled_property *properties,
                      pawl_body_type *out) {
    cli_tiled_property *said = find_in(properties, body_keys);
    while (said != NULL && !body_of(said->text == NULL ? "" : said->text, out)) {
        cli_tiled_roles_ignore(import, said, "\"static\", \"kinematic\" or \"dynamic\"");
        said = find_in(properties, body_keys);
    }
    return said != NULL;
}

/* The role that one place gives. */
static cli_tiled_role role_at(cli_tiled_import *import, const level *at) {
    pawl_body_type type = PAWL_STATIC;
    cli_tiled_role role = CLI_ROLE_NONE;
    for (size_t i = 0; i < ROLE_COUNT && role == CLI_ROLE_NONE; i++) {
        bool truth = false;
        cli_tiled_property *said = find_in(at->properties, role_names[i].names);
        while (said != NULL && !truth_of(import, said, &truth))
            said = find_in(at->properties, role_names[i].names);
        if (said != NULL && truth) {
            role = role_names[i].role;
        } else if (said != NULL && role_names[i].role == CLI_ROLE_SOLID) {
            return CLI_ROLE_LEFT_OUT;
        } else if (is_one_of(at->class, role_names[i].names)) {
            role = role_names[i].role;
        }
    }
    const bool has_body = body_of(at->class, &type) || find_body(import, at->properties, &type);
    return role == CLI_ROLE_NONE && has_body ? CLI_ROLE_SOLID : role;
}

static cli_tiled_role role_of(cli_tiled_import *import, const level *levels, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const cli_tiled_role role = role_at(import, &levels[i]);
        if (role != CLI_ROLE_NONE) return role;
    }
    return CLI_ROLE_NONE;
}

cli_tiled_role cli_tiled_roles_said(cli_tiled_import *import, const cli_tiled_scope *scope) {
    level levels[LEVELS_MAX];
    const uint32_t count = list_levels(scope, levels);
    return role_of(import, levels, count);
}

static pawl_body_type type_of(cli_tiled_import *import, const level *levels, uint32_t count) {
    pawl_body_type type = PAWL_STATIC;
    for (uint32_t i = 0; i < count; i++) {
        if (find_body(import, levels[i].properties, &type) || body_of(levels[i].class, &type))
            return type;
    }
    return type;
}

/* ---- surfaces ---- */

#define WHOLE 1
static const struct {
    const char *const names[4];
    int64_t low, high;
    uint8_t is_whole;
} surface_keys[CLI_SURFACE_KEYS] = {
    {{"friction", NULL}, 0, PAWL_FX_MAX, 0},
    {{"restitution", "bounce", NULL}, 0, PAWL_FX_ONE, 0},
    {{"density", NULL}, 0, PAWL_FX_MAX, 0},
    {{"tangent_speed", NULL}, -PAWL_SPEED_MAX, PAWL_SPEED_MAX, 0},
    {{"rolling_resistance", NULL}, 0, PAWL_FX_ONE, 0},
    {{"break_impulse", NULL}, 0, PAWL_FX_MAX, 0},
    {{"category", NULL}, 0, UINT32_MAX, WHOLE},
    {{"mask", NULL}, 0, UINT32_MAX, WHOLE},
    {{"group", NULL}, INT16_MIN, INT16_MAX, WHOLE},
    {{"hit_events", NULL}, 0, 0, 0},
};

static void read_surface(cli_tiled_import *import, const cli_tiled_scope *scope,
                         cli_tiled_surface *out) {
    for (int i = 0; i < CLI_SURFACE_HIT_EVENTS; i++) {
        pawl_fx number = 0;
        if (surface_keys[i].is_whole) {
            out->given[i] = get_int(import, scope, surface_keys[i].names, surface_keys[i].low,
                                    surface_keys[i].high, &out->value[i]);
        } else {
            out->given[i] = cli_tiled_roles_get_fx(import, scope, surface_keys[i].names,
                                                   (pawl_fx)surface_keys[i].low,
                                                   (pawl_fx)surface_keys[i].high, &number);
            out->value[i] = number;
        }
        if (!out->given[i]) out->value[i] = 0;
    }
    bool hits = false;
    cli_tiled_roles_get_bool(import, scope, surface_keys[CLI_SURFACE_HIT_EVENTS].names, &hits);
    out->given[CLI_SURFACE_HIT_EVENTS] = hits;
}

/* The property "region"; else the name of the object, if it is a part of the level by itself. */
static const char *region_of(const cli_tiled_scope *scope, cli_tiled_role role) {
    static const char *const names[] = {"region", NULL};
    const cli_tiled_property *said = cli_tiled_roles_lookup(scope, names);
    if (said != NULL && said->text != NULL) return said->text;
    if (role == CLI_ROLE_SOLID || scope->object == NULL) return "";
    return scope->object->name[0] != 0 ? scope->object->name : scope->object->class;
}

cli_tiled_material cli_tiled_roles_material(cli_tiled_import *import, const cli_tiled_scope *scope,
                                            cli_tiled_role otherwise) {
    level levels[LEVELS_MAX];
    cli_tiled_material material;
    const uint32_t count = list_levels(scope, levels);
    memset(&material, 0, sizeof material);
    material.role = role_of(import, levels, count);
    if (material.role == CLI_ROLE_NONE) material.role = otherwise;
    if (scope->layer != NULL && scope->layer->choice.is_forced &&
        scope->layer->choice.role == CLI_ROLE_LEFT_OUT) {
        material.role = CLI_ROLE_LEFT_OUT;
    }
    material.region = "";
    if (material.role < CLI_ROLE_SOLID) return material;
    material.body = type_of(import, levels, count);
    material.region = region_of(scope, material.role);
    if (material.role < CLI_ROLE_WALKER) read_surface(import, scope, &material.surface);
    return material;
}

/* ---- motion ---- */

void cli_tiled_roles_put_motion(cli_tiled_import *import, const cli_tiled_scope *scope,
                                pawl_body_type type, FILE *out) {
    static const struct {
        const char *const names[4];
        pawl_fx limit, low;
        uint8_t is_pushed; /* for dynamic bodies alone */
    } keys[] = {
        {{"gravity_scale", "gravityScale", NULL}, PAWL_FX(1024, 0, 1), -PAWL_FX(1024, 0, 1), 1},
        {{"linear_damping", "linearDamping", NULL}, PAWL_FX(1024, 0, 1), 0, 1},
        {{"angular_damping", "angularDamping", NULL}, PAWL_FX(1024, 0, 1), 0, 1},
        {{"angular_velocity", "angularVelocity", NULL}, PAWL_FX_MAX, -PAWL_FX_MAX, 0},
    };
    static const struct {
        const char *const names[4];
    } switches[] = {
        {{"fixed_rotation", "fixedRotation", "isFixedRotation", NULL}},
        {{"bullet", "isBullet", NULL}},
    };
    static const char *const across[] = {"velocity_x", NULL}, *const up[] = {"velocity_y", NULL};
    const pawl_fx fastest = PAWL_FX(4096, 0, 1);
    pawl_vec2 velocity = {0, 0};
    if (type == PAWL_STATIC) return;
    const bool moves_across =
        cli_tiled_roles_get_fx(import, scope, across, -fastest, fastest, &velocity.x);
    if (cli_tiled_roles_get_fx(import, scope, up, -fastest, fastest, &velocity.y) || moves_across) {
        fputs(", \"velocity\": ", out);
        cli_tiled_write_point(out, velocity);
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        pawl_fx value = 0;
        if (keys[i].is_pushed && type != PAWL_DYNAMIC) continue;
        if (!cli_tiled_roles_get_fx(import, scope, keys[i].names, keys[i].low, keys[i].limit,
                                    &value))
            continue;
        fprintf(out, ", \"%s\": ", keys[i].names[0]);
        cli_tiled_write_fx(out, value);
    }
    for (size_t i = 0; i < sizeof switches / sizeof switches[0] && type == PAWL_DYNAMIC; i++) {
        bool value = false;
        cli_tiled_roles_get_bool(import, scope, switches[i].names, &value);
        if (value) fprintf(out, ", \"%s\": true", switches[i].names[0]);
    }
}

/* ---- what breaks ---- */

void cli_tiled_roles_put_fracture(cli_tiled_import *import, const cli_tiled_scope *scope,
                                  FILE *out) {
    static const struct {
        const char *const names[2];
        const char *key;
        int64_t low, high;
        uint8_t is_whole;
    } keys[] = {
        {{"fracture_seed", NULL}, "seed", 0, UINT32_MAX, WHOLE},
        {{"fracture_pieces", NULL}, "pieces", 2, PAWL_FRACTURE_CELLS_MAX, WHOLE},
        {{"fracture_size_min", NULL}, "size_min", PAWL_SIZE_MIN, PAWL_FX(1024, 0, 1), 0},
        {{"fracture_focus", NULL}, "focus", 0, PAWL_FX_ONE, 0},
        {{"fracture_room", NULL}, "room", 0, PAWL_CAPACITY_MAX, WHOLE},
    };
    bool any = false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        int64_t whole = 0;
        pawl_fx number = 0;
        const bool given =
            keys[i].is_whole
                ? get_int(import, scope, keys[i].names, keys[i].low, keys[i].high, &whole)
                : cli_tiled_roles_get_fx(import, scope, keys[i].names, (pawl_fx)keys[i].low,
                                         (pawl_fx)keys[i].high, &number);
        if (!given) continue;
        fprintf(out, "%s\"%s\": ", any ? ", " : ",\n  \"fracture\": {", keys[i].key);
        any = true;
        if (keys[i].is_whole) {
            fprintf(out, "%lld", (long long)whole);
        } else {
            cli_tiled_write_fx(out, number);
        }
    }
    if (any) fputc('}', out);
}

/* ---- what has no meaning ---- */

typedef struct unused {
    const char *names[UNUSED_MAX];
    uint32_t counts[UNUSED_MAX], count, rest;
} unused;

static void add_unused(unused *list, const cli_tiled_property *one) {
    for (; one != NULL; one = one->next) {
        uint32_t i = 0;
        if (one->used || one->is_ignored) continue;
        while (i < list->count && strcmp(list->names[i], one->name) != 0)
            i++;
        if (i == UNUSED_MAX) {
            list->rest++;
            continue;
        }
        if (i == list->count) list->names[list->count++] = one->name;
        list->counts[i]++;
    }
}

static void add_unused_objects(unused *list, const cli_tiled_object *one) {
    for (; one != NULL; one = one->next)
        add_unused(list, one->properties);
}

void cli_tiled_roles_note_unused(cli_tiled_import *import) {
    unused list = {.count = 0};
    char text[1024];
    size_t used = 0;
    const cli_tiled_map *map = import->map;
    add_unused(&list, map->properties);
    for (uint32_t i = 0; i < map->counts.tilesets; i++) {
        for (uint32_t j = 0; j < map->tilesets[i]->tile_count; j++) {
            if (!map->tilesets[i]->tiles[j]->met) continue;
            add_unused(&list, map->tilesets[i]->tiles[j]->properties);
            add_unused_objects(&list, map->tilesets[i]->tiles[j]->objects);
        }
    }
    for (const cli_tiled_layer *layer = map->layers; layer != NULL; layer = layer->next) {
        add_unused(&list, layer->properties);
        add_unused_objects(&list, layer->objects);
    }
    for (uint32_t i = 0; i < list.count && used + 64 < sizeof text; i++) {
        const int length =
            snprintf(text + used, sizeof text - used, "%s%.40s (%lu)", i > 0 ? ", " : "",
                     list.names[i], (unsigned long)list.counts[i]);
        used += length > 0 ? (size_t)length : 0;
    }
    if (list.count == 0) return;
    import->plan->where[0] = 0;
    cli_scene_plan_tell(import->plan, 0, "properties without a use here: %s%s", text,
                        list.rest > 0 ? ", and more" : "");
}
