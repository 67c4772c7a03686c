/* outline_physics.c - files of PhysicsEditor: bodies with fixtures, which are convex polygons or
 * circles. Its exporters write them in several ways:
 *
 *   Lime + Corona   {"crate": [{"density": 2, "bounce": 0, "filter": {...}, "shape": [x, y, ...]}]}
 *   Phaser (matter) {"crate": {"type": "fromPhysicsEditor", "fixtures": [{"vertices": [[{"x": ...
 *   property lists  {"metadata": {...}, "bodies": {"crate": {"fixtures": [{"polygons": [["{ x,y }"
 *   <bodydef>       of LibGDX, AndEngine and Box2D generic; outline_plist.c makes a tree of it
 *
 * Each name is a body; several lie side by side. */
#include <string.h>

#include "cli/outline/outline.h"

#define BODIES_MAX 256u       /* as many tilesets as a map has */
#define BODY_SHAPES_MAX 1024u /* of one body, whose mass is found anew with each */

/* A body that is being read. */
typedef struct physics {
    cli_outline_map map;
    cli_ldtk_node objects; /* collision shapes of its tile */
    const char *name;
    const cli_json *surface; /* that fixtures of Phaser share; else null */
    bool is_up;              /* y points up in the file */
    uint32_t index, corners;
    cli_pixels low, right; /* of what is there */
} physics;

/* ---- what the file is ---- */

static bool is_outline(const cli_json *fixture) {
    const cli_json *shape = cli_json_find(fixture, "shape");
    const cli_json *circle = cli_json_find(fixture, "circle");
    return (shape != NULL && shape->type == CLI_JSON_ARRAY && shape->count >= 6) ||
           cli_json_find(circle, "radius") != NULL;
}

static bool is_phaser(const cli_json *body) {
    return strcmp(cli_ldtk_tree_get_text(body, "type"), "fromPhysicsEditor") == 0 &&
           cli_ldtk_tree_first(body, "fixtures") != NULL;
}

bool cli_outline_physics_is(const cli_json *root) {
    if (root->type != CLI_JSON_OBJECT || cli_json_find(root, "pawl-scene") != NULL) return false;
    for (const cli_json *body = root->child; body != NULL; body = body->next) {
        if (body->type == CLI_JSON_ARRAY && is_outline(body->child)) return true;
        if (is_phaser(body)) return true;
    }
    return false;
}

const char *cli_outline_physics_other(const cli_json *root) {
    const cli_json *bodies = cli_ldtk_tree_first(root, "rigidBodies");
    if (cli_json_find(bodies, "polygons") != NULL) return "Physics Body Editor";
    return NULL;
}

/* ---- fixtures ---- */

static void put_value(cli_ldtk_node *list, const char *name, const cli_json *value) {
    if (value == NULL || value->text == NULL) return;
    cli_ldtk_node one = cli_ldtk_tree_open(list, NULL, CLI_JSON_OBJECT, value->line);
    cli_ldtk_tree_text(&one, "name", name);
    cli_ldtk_tree_text(&one, "value", value->text);
}

/* The surface of a fixture, by the names that the exporters have for it. */
static void put_surface(cli_ldtk_node *object, const cli_json *of) {
    static const char *const names[][2] = {
        {"density", "density"},
        {"friction", "friction"},
        {"restitution", "bounce"},
        {"restitution", "restitution"},
        {"category", "filter_categoryBits"},
        {"mask", "filter_maskBits"},
        {"group", "filter_groupIndex"},
        {"category", "category_mask"},
        {"mask", "collision_mask"},
        {"category", "category"},
        {"mask", "mask"},
        {"group", "group"},
    };
    static const char *const filters[][2] = {
        {"category", "categoryBits"}, {"mask", "maskBits"}, {"group", "groupIndex"},
        {"category", "category"},     {"mask", "mask"},     {"group", "group"},
    };
    const cli_json *filter = cli_json_find(of, "filter");
    if (filter == NULL) filter = cli_json_find(of, "collisionFilter");
    cli_ldtk_node list = cli_ldtk_tree_open(object, "properties", CLI_JSON_ARRAY, of->line);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        put_value(&list, names[i][0], cli_json_find(of, names[i][1]));
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++)
        put_value(&list, filters[i][0], cli_json_find(filter, filters[i][1]));
}

static bool is_true(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    return value != NULL && value->type == CLI_JSON_BOOL && value->truth;
}

static cli_ldtk_node open_shape(physics *now, const cli_json *fixture) {
    cli_ldtk_node object = cli_ldtk_tree_open(&now->objects, NULL, CLI_JSON_OBJECT, fixture->line);
    cli_ldtk_tree_int(&object, "id", ++now->index);
    if (now->index > BODY_SHAPES_MAX) {
        cli_scene_plan_fail(now->map.plan, fixture->line, "\"%.40s\": more than %lu shapes",
                            now->name, (unsigned long)BODY_SHAPES_MAX);
    }
    if (is_true(fixture, "isSensor")) cli_ldtk_tree_text(&object, "class", "sensor");
    put_surface(&object, now->surface != NULL ? now->surface : fixture);
    return object;
}

static void reach(physics *now, cli_pixels low, cli_pixels high) {
    if (low < now->low) now->low = low;
    if (high > now->right) now->right = high;
}

static void put_corner(physics *now, cli_ldtk_node *list, cli_pixels x, cli_pixels y) {
    cli_ldtk_node point = cli_ldtk_tree_open(list, NULL, CLI_JSON_OBJECT, list->json->line);
    reach(now, x, x);
    cli_ldtk_tree_pixels(&point, "x", x);
    cli_ldtk_tree_pixels(&point, "y", now->is_up ? -y : y);
    if (++now->corners + now->map.plan->outline_corners > CLI_OUTLINE_POINTS_MAX)
        cli_scene_plan_fail(now->map.plan, list->json->line, "more than %lu corners",
                            (unsigned long)CLI_OUTLINE_POINTS_MAX);
}

/* A corner of a list: two numbers, {"x", "y"} or "{ x,y }". Returns the next one. */
static const cli_json *take_corner(physics *now, cli_ldtk_node *list, const cli_json *at) {
    const cli_json *x = at, *y = at->next, *next = at->next == NULL ? NULL : at->next->next;
    if (at->type == CLI_JSON_STRING) {
        const char *text = at->text + strspn(at->text, " {");
        cli_pixels first = 0, second = 0;
        if (cli_outline_matrix_number(&text, &first) && cli_outline_matrix_number(&text, &second)) {
            put_corner(now, list, first, second);
            return at->next;
        }
    }
    if (at->type == CLI_JSON_OBJECT) {
        x = cli_json_find(at, "x");
        y = cli_json_find(at, "y");
        next = at->next;
    }
    if (x == NULL || y == NULL || x->type != CLI_JSON_NUMBER || y->type != CLI_JSON_NUMBER) {
        cli_scene_plan_fail(now->map.plan, at->line, "shape: expected numbers");
        return NULL;
    }
    put_corner(now, list, cli_ldtk_tree_value_pixels(x), cli_ldtk_tree_value_pixels(y));
    return next;
}

static void put_polygon(physics *now, const cli_json *fixture, const cli_json *corners) {
    cli_ldtk_node object = open_shape(now, fixture);
    cli_ldtk_node list = cli_ldtk_tree_open(&object, "polygon", CLI_JSON_ARRAY, corners->line);
    const cli_json *one = corners->child;
    while (one != NULL && !now->map.plan->failed)
        one = take_corner(now, &list, one);
}

/* {"x", "y", "radius"}; of property lists {"radius", "position": "{ x,y }"}. */
static void put_circle(physics *now, const cli_json *fixture, const cli_json *circle) {
    const cli_json *size = cli_json_find(circle, "radius");
    const char *place = cli_ldtk_tree_get_text(circle, "position");
    const char *text = size != NULL && size->text != NULL ? size->text : "";
    cli_pixels x = cli_ldtk_tree_value_pixels(cli_json_find(circle, "x"));
    cli_pixels y = cli_ldtk_tree_value_pixels(cli_json_find(circle, "y")), radius = 0;
    cli_outline_matrix_number(&text, &radius);
    place += strspn(place, " {");
    if (cli_outline_matrix_number(&place, &x)) cli_outline_matrix_number(&place, &y);
    if (radius <= 0) {
        cli_scene_plan_warn(now->map.plan, fixture->line,
                            "\"%.40s\": a circle without a radius is left out", now->name);
        return;
    }
    if (now->is_up) y = -y;
    reach(now, x - radius, x + radius);
    cli_ldtk_node object = open_shape(now, fixture);
    cli_ldtk_tree_bool(&object, "ellipse", true);
    cli_ldtk_tree_pixels(&object, "x", x - radius);
    cli_ldtk_tree_pixels(&object, "y", y - radius);
    cli_ldtk_tree_pixels(&object, "width", 2 * radius);
    cli_ldtk_tree_pixels(&object, "height", 2 * radius);
}

/* All polygons of a fixture, in the forms of all exporters. Returns how many shapes there were. */
static uint32_t put_fixture(physics *now, const cli_json *fixture) {
    static const char *const lists[] = {"vertices", "polygons"};
    const uint32_t before = now->index;
    const cli_json *circle = cli_json_find(fixture, "circle");
    const cli_json *shape = cli_json_find(fixture, "shape");
    if (shape != NULL && shape->type == CLI_JSON_ARRAY && shape->count >= 6)
        put_polygon(now, fixture, shape);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const cli_json *one = cli_ldtk_tree_first(fixture, lists[i]);
        for (; one != NULL && !now->map.plan->failed; one = one->next) {
            if (one->type == CLI_JSON_ARRAY && one->count >= 3) put_polygon(now, fixture, one);
        }
    }
    const cli_json *one = fixture->child;
    for (; one != NULL && !now->map.plan->failed; one = one->next) {
        if (one->key != NULL && strcmp(one->key, "polygon") == 0 && one->count >= 6)
            put_polygon(now, fixture, one);
    }
    if (cli_json_find(circle, "radius") != NULL) put_circle(now, fixture, circle);
    return now->index - before;
}

/* ---- bodies ---- */

static bool is_static(const cli_json *body) {
    const cli_json *dynamic = cli_json_find(body, "is_dynamic");
    if (dynamic == NULL) dynamic = cli_json_find(body, "dynamic");
    const bool is_no = dynamic != NULL && dynamic->type == CLI_JSON_BOOL && !dynamic->truth;
    return is_no || is_true(body, "isStatic");
}

static void put_fixtures(physics *now, const cli_json *fixture) {
    for (uint32_t i = 0; fixture != NULL && !now->map.plan->failed; fixture = fixture->next, i++) {
        if (put_fixture(now, fixture) > 0) continue;
        cli_scene_plan_warn(now->map.plan, fixture->line,
                            "\"%.40s\": fixture %lu is left out: no "
                            "\"shape\" of three corners",
                            now->name, (unsigned long)i);
    }
}

static void put_body(physics *now, const cli_json *body, cli_pixels *left) {
    cli_outline_map *map = &now->map;
    const bool is_list = body->type == CLI_JSON_ARRAY;
    cli_ldtk_node set = cli_ldtk_tree_open(&map->tilesets, NULL, CLI_JSON_OBJECT, body->line);
    cli_ldtk_node object = cli_ldtk_tree_open(&map->objects, NULL, CLI_JSON_OBJECT, body->line);
    now->name = body->key;
    now->surface = is_phaser(body) ? body : NULL;
    now->index = 0;
    now->low = now->right = 0;
    cli_ldtk_tree_int(&object, "id", ++map->count);
    cli_ldtk_tree_text(&object, "name", body->key);
    cli_ldtk_tree_text(&object, "class",
                       map->plan->outline_class != NULL ? map->plan->outline_class
                       : is_static(body)                ? "static"
                                                        : "dynamic");
    cli_ldtk_tree_int(&object, "gid", map->count);
    cli_ldtk_tree_int(&set, "firstgid", map->count);
    cli_ldtk_tree_int(&set, "tilewidth", 1);
    cli_ldtk_tree_int(&set, "tileheight", 1);
    cli_ldtk_tree_text(&set, "objectalignment", "topleft");
    cli_ldtk_node tiles = cli_ldtk_tree_open(&set, "tiles", CLI_JSON_ARRAY, body->line);
    cli_ldtk_node tile = cli_ldtk_tree_open(&tiles, NULL, CLI_JSON_OBJECT, body->line);
    cli_ldtk_tree_int(&tile, "id", 0);
    cli_ldtk_node group = cli_ldtk_tree_open(&tile, "objectgroup", CLI_JSON_OBJECT, body->line);
    now->objects = cli_ldtk_tree_open(&group, "objects", CLI_JSON_ARRAY, body->line);
    put_fixtures(now, is_list ? body->child : cli_ldtk_tree_first(body, "fixtures"));
    cli_ldtk_tree_pixels(&object, "x", *left - now->low);
    *left += now->right - now->low + map->scale;
    if (*left > CLI_OUTLINE_FAR) cli_scene_plan_fail(map->plan, body->line, "too wide");
}

static bool is_body(const cli_json *value) {
    return value->type == CLI_JSON_ARRAY || cli_ldtk_tree_first(value, "fixtures") != NULL;
}

/* A body without fixtures is told; what else stands beside bodies is about the file. */
static void note_empty(const physics *now, const cli_json *body, bool is_listed) {
    const bool is_empty = is_listed || cli_json_find(body, "fixtures") != NULL;
    if (body->type != CLI_JSON_OBJECT || !is_empty) return;
    cli_scene_plan_note(now->map.plan, body->line, "\"%.40s\" has no fixtures and is left out",
                        body->key);
}

/* "metadata" of a property list, or what outline_plist.c has of a <bodydef>. */
static void read_metadata(physics *now, const cli_json *root) {
    const cli_json *metadata = cli_json_find(root, "metadata");
    const cli_json *ratio = cli_json_find(metadata, "ptm_ratio");
    cli_pixels scale = 0;
    if (ratio == NULL) ratio = cli_json_find(root, "(ptm_ratio)");
    if (ratio == NULL || ratio->text == NULL || now->map.plan->outline_scale > 0) return;
    const char *text = ratio->text;
    if (!cli_outline_matrix_number(&text, &scale)) return;
    if (scale >= CLI_PIXEL && scale <= 65536 * CLI_PIXEL) {
        now->map.scale = scale;
    } else {
        cli_scene_plan_fail(now->map.plan, ratio->line, "ptm_ratio: no number in 1 .. 65536");
    }
}

const cli_json *cli_outline_physics_read(cli_plan *plan, const cli_json *root, const char *name,
                                         bool is_xml) {
    physics *now = cli_heap_take(&plan->heap, sizeof *now);
    const cli_json *list = cli_json_find(root, "bodies");
    const cli_json *body = is_xml && list != NULL ? list->child : root->child;
    cli_pixels left = 0;
    bool is_found = false;
    cli_outline_map_begin(&now->map, plan, "bodies");
    now->is_up = is_xml && !is_true(root, "(y down)");
    if (is_xml) read_metadata(now, root);
    for (; body != NULL && !plan->failed; body = body->next) {
        if (body->key == NULL || (name != NULL && strcmp(name, body->key) != 0)) continue;
        if (!is_body(body)) {
            note_empty(now, body, is_xml && list != NULL);
            continue;
        }
        is_found = true;
        if (now->map.count == BODIES_MAX) {
            cli_scene_plan_fail(plan, body->line, "more than %lu bodies",
                                (unsigned long)BODIES_MAX);
        } else {
            put_body(now, body, &left);
        }
    }
    plan->outline_corners += now->corners;
    if (!is_found && !plan->failed)
        cli_scene_plan_fail(plan, 0, "no body \"%.40s\"", name == NULL ? "" : name);
    return cli_outline_map_end(&now->map, NULL);
}
