/* ldtk_entities.c - entities as objects: what they are their names say, or their tags, or their
 * fields. */
#include <string.h>

#include "cli/ldtk/ldtk.h"

static bool has_entities(const cli_json *layer) {
    return strcmp(cli_ldtk_tree_get_text(layer, "__type"), "Entities") == 0;
}

static cli_role role_of(const cli_json *entity) {
    cli_role role = cli_scene_words_of_thing(cli_ldtk_tree_get_text(entity, "__identifier"));
    const cli_json *tag = cli_ldtk_tree_first(entity, "__tags");
    for (uint32_t i = 0; tag != NULL && role == CLI_MEANS_NONE && i < 16; i++, tag = tag->next) {
        if (tag->type == CLI_JSON_STRING) role = cli_scene_words_of_thing(tag->text);
    }
    return role;
}

/* ---- where it is ---- */

typedef struct place {
    cli_ldtk_pixels x, y, width, height; /* its upper left corner, in the layer */
} place;

static const cli_json *element(const cli_json *object, const char *key, int index) {
    const cli_json *one = cli_ldtk_tree_first(object, key);
    while (one != NULL && index-- > 0)
        one = one->next;
    return one;
}

/* The share of a size that lies before the pivot: 0 to 1, in steps of 10^-12, of whole pixels. */
static cli_ldtk_pixels before_pivot(const cli_json *pivot, int64_t size) {
    cli_ldtk_pixels share = cli_ldtk_tree_value_pixels(pivot);
    if (share < 0) share = 0;
    if (share > CLI_LDTK_PIXEL) share = CLI_LDTK_PIXEL;
    return share * size; /* below 10^12 * 10^6 */
}

static place place_of(cli_ldtk *all, const cli_json *entity) {
    const int64_t width = cli_ldtk_tree_get_int(all, entity, "width", 0, 1000000);
    const int64_t height = cli_ldtk_tree_get_int(all, entity, "height", 0, 1000000);
    place at = {.width = width * CLI_LDTK_PIXEL, .height = height * CLI_LDTK_PIXEL};
    at.x = cli_ldtk_tree_value_pixels(element(entity, "px", 0)) -
           before_pivot(element(entity, "__pivot", 0), width);
    at.y = cli_ldtk_tree_value_pixels(element(entity, "px", 1)) -
           before_pivot(element(entity, "__pivot", 1), height);
    return at;
}

/* ---- the player ---- */

static bool stands(cli_ldtk *all, const cli_ldtk_level *level, const cli_json *layer,
                   const cli_json *entity, cli_role wanted) {
    if (role_of(entity) != wanted) return false;
    const place at = place_of(all, entity);
    const cli_ldtk_pixels unit = CLI_LDTK_PIXEL;
    const int64_t x = level->x + cli_ldtk_tree_offset(all, layer, false);
    const int64_t y = level->y + cli_ldtk_tree_offset(all, layer, true);
    all->stand.is_known = true;
    all->stand.level = level;
    all->stand.name = cli_ldtk_tree_get_text(entity, "__identifier");
    all->stand.x = x + (at.x + at.width / 2) / unit;
    all->stand.middle = y + (at.y + at.height / 2) / unit;
    all->stand.below = y + (at.y + at.height) / unit + 2; /* what floats a little stands, too */
    return true;
}

static bool find(cli_ldtk *all, cli_role wanted) {
    for (uint32_t i = 0; i < all->level_count; i++) {
        const cli_json *layer = cli_ldtk_tree_first(all->levels[i].json, "layerInstances");
        for (; layer != NULL; layer = layer->next) {
            const cli_json *one = cli_ldtk_tree_first(layer, "entityInstances");
            for (; one != NULL && !all->plan->failed; one = one->next) {
                if (stands(all, &all->levels[i], layer, one, wanted)) return true;
            }
        }
    }
    return false;
}

void cli_ldtk_entities_find_player(cli_ldtk *all) {
    if (!find(all, CLI_MEANS_PLAYER)) find(all, CLI_MEANS_SPAWN);
}

/* ---- objects ---- */

static cli_ldtk_node open_object(cli_ldtk_node *objects, const char *name, uint32_t id,
                                 uint32_t line) {
    cli_ldtk_node object = cli_ldtk_tree_open(objects, NULL, CLI_JSON_OBJECT, line);
    cli_ldtk_tree_int(&object, "id", id);
    cli_ldtk_tree_text(&object, "name", name);
    return object;
}

/* The field "name", else what it is. */
static const char *name_of(const cli_json *entity) {
    const cli_json *field = cli_ldtk_tree_first(entity, "fieldInstances");
    for (; field != NULL; field = field->next) {
        const char *of = cli_ldtk_tree_get_text(field, "__identifier");
        const char *value = cli_ldtk_tree_get_text(field, "__value");
        if ((strcmp(of, "name") == 0 || strcmp(of, "Name") == 0) && value[0] != 0) return value;
    }
    return cli_ldtk_tree_get_text(entity, "__identifier");
}

static bool is_ellipse(const cli_ldtk *all, const cli_json *entity) {
    const char *name = cli_ldtk_tree_get_text(entity, "__identifier");
    const cli_json *def =
        cli_ldtk_tree_named(cli_ldtk_tree_first(all->defs, "entities"), "identifier", name);
    return strcmp(cli_ldtk_tree_get_text(def, "renderMode"), "Ellipse") == 0;
}

static void put_entity(cli_ldtk *all, cli_ldtk_node *objects, const cli_json *entity,
                       const cli_ldtk_corner *corner) {
    const char *name = name_of(entity);
    const uint32_t id = all->next_id;
    cli_role role = role_of(entity);
    const bool is_chosen = cli_ldtk_choice_find(all, id, &role);
    const char *class = cli_scene_words_class(role);
    const place at = place_of(all, entity);
    if (++all->entities > CLI_LDTK_ENTITIES_MAX) {
        cli_scene_plan_fail(all->plan, entity->line, "more than %lu entities",
                            (unsigned long)CLI_LDTK_ENTITIES_MAX);
    }
    if (all->plan->failed) return;
    cli_ldtk_links_add_target(all, entity, name, id);
    all->next_id++;
    if (role == CLI_MEANS_PLAYER && all->has_player) {
        cli_scene_plan_note(all->plan, entity->line, "left out: another player comes first");
        return;
    }
    all->has_player = all->has_player || role == CLI_MEANS_PLAYER;
    cli_ldtk_node object = open_object(objects, name, id, entity->line);
    if (class != NULL) cli_ldtk_tree_text(&object, "class", class);
    cli_ldtk_tree_pixels(&object, "x", at.x);
    cli_ldtk_tree_pixels(&object, "y", at.y);
    cli_ldtk_tree_pixels(&object, "width", at.width);
    cli_ldtk_tree_pixels(&object, "height", at.height);
    if (at.width == 0 || at.height == 0) cli_ldtk_tree_bool(&object, "point", true);
    if (is_ellipse(all, entity)) cli_ldtk_tree_bool(&object, "ellipse", true);
    cli_ldtk_fields_put(all, entity, is_chosen ? cli_scene_words_role_text(role) : NULL, &object);
    cli_ldtk_links_put(all, entity, id, name, corner);
}

static void put_layer(cli_ldtk *all, const cli_ldtk_level *level, const cli_json *layer,
                      cli_ldtk_node *layers) {
    const char *name = cli_ldtk_tree_get_text(layer, "__identifier");
    const cli_json *one = cli_ldtk_tree_first(layer, "entityInstances");
    const cli_ldtk_corner corner = {level->x + cli_ldtk_tree_offset(all, layer, false),
                                    level->y + cli_ldtk_tree_offset(all, layer, true),
                                    cli_ldtk_tree_get_int(all, layer, "__gridSize", 1, 65536)};
    char text[200];
    if (one == NULL || all->plan->failed) return;
    snprintf(text, sizeof text, "%.90s%s%.90s", all->is_single ? "" : level->name,
             all->is_single ? "" : " ", name);
    cli_ldtk_node node = cli_ldtk_tree_open(layers, NULL, CLI_JSON_OBJECT, layer->line);
    cli_ldtk_tree_text(&node, "type", "objectgroup");
    cli_ldtk_tree_text(&node, "name", text);
    cli_ldtk_tree_text(&node, "alias", name);
    cli_ldtk_tree_int(&node, "offsetx", corner.x);
    cli_ldtk_tree_int(&node, "offsety", corner.y);
    cli_ldtk_node objects = cli_ldtk_tree_open(&node, "objects", CLI_JSON_ARRAY, layer->line);
    for (; one != NULL && !all->plan->failed; one = one->next) {
        cli_scene_plan_at(all->plan, "level", (uint32_t)(level - all->levels), level->name);
        cli_scene_plan_at_within(all->plan, "entity", all->next_id,
                                 cli_ldtk_tree_get_text(one, "__identifier"));
        put_entity(all, &objects, one, &corner);
    }
}

void cli_ldtk_entities_put(cli_ldtk *all, cli_ldtk_node *layers) {
    for (uint32_t i = 0; i < all->level_count; i++) {
        const cli_json *one = cli_ldtk_tree_first(all->levels[i].json, "layerInstances");
        for (; one != NULL && !all->plan->failed; one = one->next) {
            if (has_entities(one)) put_layer(all, &all->levels[i], one, layers);
        }
    }
}
