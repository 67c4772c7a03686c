/* scene_arcade.c - bodies that do not turn: the key "arcade" of pawl's own scenes,
 * docs/format-scene.md. */
#include "cli/scene/scene_arcade.h"
#include "cli/scene/scene_readers.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)

/* Words and the numbers they stand for, by position. */
static const char *const response_names[] = {"bounce", "spring", "pass", NULL};
static const char *const edge_names[] = {"open", "bounce", "wrap", "report", NULL};

/* One of the words of a list that ends with null, as its number; absent leaves *out alone. */
static void read_word(cli_plan *plan, const cli_json *object, const char *key,
                      const char *const *words, uint8_t *out) {
    const char *word = NULL;
    cli_scene_plan_read_text(plan, object, key, &word);
    if (word == NULL || plan->failed) return;
    for (uint8_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) != 0) continue;
        *out = i;
        return;
    }
    char list[80] = "";
    for (int i = 0; words[i] != NULL; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s\"%s\"",
                 i == 0                 ? ""
                 : words[i + 1] == NULL ? " or "
                                        : ", ",
                 words[i]);
    }
    cli_scene_plan_fail(plan, cli_json_find(object, key)->line, "%s: \"%.40s\" is not %s", key,
                        word, list);
}

/* ---- the rectangle ---- */

static void read_bounds(cli_plan *plan, const cli_json *arcade, pawl_arcade_def *def) {
    static const char *const keys[] = {"lower", "upper",  "edges", "left",
                                       "right", "bottom", "top",   NULL};
    const cli_json *value =
        cli_scene_plan_read_member(plan, arcade, "bounds", CLI_JSON_OBJECT, false);
    uint8_t all = PAWL_ARCADE_EDGE_OPEN;
    if (value == NULL) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "lower", true, &def->bounds.lower);
    cli_scene_plan_read_point(plan, value, "upper", true, &def->bounds.upper);
    read_word(plan, value, "edges", edge_names, &all);
    for (int i = PAWL_ARCADE_LEFT; i <= PAWL_ARCADE_TOP; i++) {
        def->edges[i] = all;
        read_word(plan, value, keys[3 + i], edge_names, &def->edges[i]);
    }
    if (def->bounds.lower.x >= def->bounds.upper.x || def->bounds.lower.y >= def->bounds.upper.y) {
        cli_scene_plan_fail(plan, value->line, "bounds: upper must lie above and right of lower");
    }
    for (int i = PAWL_ARCADE_LEFT; i <= PAWL_ARCADE_TOP; i += 2) {
        const bool one = def->edges[i] == PAWL_ARCADE_EDGE_WRAP;
        const bool other = def->edges[i + 1] == PAWL_ARCADE_EDGE_WRAP;
        if (one == other) continue;
        cli_scene_plan_fail(plan, value->line, "bounds: \"%s\" and \"%s\" wrap both or neither",
                            keys[3 + i], keys[4 + i]);
    }
}

/* ---- prototypes ---- */

void cli_scene_arcade_set_shape(cli_plan_prototype *prototype, const pawl_convex *convex) {
    const pawl_vec2 *at = convex->vertices;
    prototype->shape = *convex;
    prototype->def.shape = PAWL_ARCADE_POLYGON;
    if (convex->count == 1 && at[0].x == 0 && at[0].y == 0) {
        prototype->def.shape = PAWL_ARCADE_CIRCLE;
        prototype->def.half.x = convex->radius;
    } else if (convex->count == 4 && convex->radius == 0) {
        pawl_vec2 half = {0, 0};
        int corners = 0; /* one bit for each */
        for (int i = 0; i < 4; i++) {
            half.x = pawl_max(half.x, pawl_abs(at[i].x));
            half.y = pawl_max(half.y, pawl_abs(at[i].y));
        }
        for (int i = 0; i < 4; i++) {
            if (pawl_abs(at[i].x) != half.x || pawl_abs(at[i].y) != half.y) return;
            corners |= 1 << ((at[i].x > 0 ? 1 : 0) + (at[i].y > 0 ? 2 : 0));
        }
        if (corners != 15) return;
        prototype->def.shape = PAWL_ARCADE_BOX;
        prototype->def.half = half;
    }
}

static void read_shape(cli_plan *plan, const cli_json *value, cli_plan_prototype *prototype) {
    cli_plan_shape shape = {.line = value->line};
    cli_scene_shape_read_geometry(plan, value, &shape);
    if (!plan->failed) cli_scene_arcade_set_shape(prototype, &shape.convex);
}

/* What can be said of nothing that stands still or moves by itself. */
static void check_immovable(cli_plan *plan, const cli_json *value) {
    static const char *const keys[] = {"air_drag", "gravity_scale", NULL};
    for (int i = 0; keys[i] != NULL; i++) {
        const cli_json *member = cli_json_find(value, keys[i]);
        if (member == NULL) continue;
        cli_scene_plan_fail(plan, member->key_line, "a kind with inverse_mass 0 has no \"%s\"",
                            keys[i]);
    }
}

static void read_filter(cli_plan *plan, const cli_json *value, pawl_arcade_prototype *def) {
    static const char *const keys[] = {"category", "mask", NULL};
    const cli_json *filter =
        cli_scene_plan_read_member(plan, value, "filter", CLI_JSON_OBJECT, false);
    int64_t category = def->category, mask = def->mask;
    if (filter == NULL) return;
    cli_scene_plan_check_keys(plan, filter, keys);
    cli_scene_plan_read_int(plan, filter, "category", 0, UINT16_MAX, &category);
    cli_scene_plan_read_int(plan, filter, "mask", 0, UINT16_MAX, &mask);
    def->category = (uint16_t)category;
    def->mask = (uint16_t)mask;
}

static void read_prototype_def(cli_plan *plan, const cli_json *value, pawl_arcade_prototype *def) {
    read_word(plan, value, "response", response_names, &def->response);
    cli_scene_plan_read_fx(plan, value, "inverse_mass", 0, PAWL_FX_MAX, &def->inverse_mass);
    cli_scene_plan_read_fx(plan, value, "elasticity", 0, PAWL_FX_ONE, &def->elasticity);
    cli_scene_plan_read_fx(plan, value, "friction", 0, PAWL_FX_ONE, &def->friction);
    cli_scene_plan_read_fx(plan, value, "stick", 0, UNITS(255), &def->stick);
    cli_scene_plan_read_fx(plan, value, "air_drag", 0, UNITS(255), &def->air_drag);
    cli_scene_plan_read_fx(plan, value, "gravity_scale", UNITS(-127), UNITS(127),
                           &def->gravity_scale);
    cli_scene_plan_read_fx(plan, value, "spring", 0, UNITS(16383), &def->spring);
    if (def->inverse_mass == 0) check_immovable(plan, value);
    read_filter(plan, value, def);
}

static const cli_plan_prototype *find_prototype(const cli_plan *plan, const char *name) {
    const cli_plan_prototype *one = plan->arcade->first_prototype;
    while (one != NULL && strcmp(one->name, name) != 0)
        one = one->next;
    return one;
}

static void read_prototype(cli_plan *plan, const cli_json *value, uint32_t index) {
    static const char *const keys[] = {
        "name",         "circle",     "capsule",  "segment", "box",      "polygon",
        "regular",      "response",   "friction", "stick",   "air_drag", "gravity_scale",
        "inverse_mass", "elasticity", "spring",   "filter",  "colour",   NULL};
    cli_plan_prototype prototype = {.line = value->line, .index = index};
    int64_t color = -1;
    plan->where[0] = 0;
    cli_scene_plan_at(plan, "arcade, kind", index, NULL);
    if (!cli_scene_plan_value_type(plan, value, "kinds", CLI_JSON_OBJECT)) return;
    if (cli_scene_plan_read_member(plan, value, "name", CLI_JSON_STRING, true) == NULL) return;
    cli_scene_plan_read_text(plan, value, "name", &prototype.name);
    cli_scene_plan_at(plan, "arcade, kind", index, prototype.name);
    cli_scene_plan_check_keys(plan, value, keys);
    if (!plan->failed && find_prototype(plan, prototype.name) != NULL) {
        cli_scene_plan_fail(plan, value->line, "there are two kinds \"%.40s\"", prototype.name);
    }
    prototype.def = pawl_arcade_prototype_default();
    read_shape(plan, value, &prototype);
    read_prototype_def(plan, value, &prototype.def);
    cli_scene_plan_read_int(plan, value, "colour", 0, CLI_SCENE_COLORS - 1, &color);
    prototype.user_data = (uint16_t)(color + 1);
    cli_scene_arcade_build_add_prototype(plan, &prototype);
}

/* ---- bodies ---- */

static const cli_plan_prototype *read_prototype_of(cli_plan *plan, const cli_json *value) {
    const cli_json *member = cli_scene_plan_read_member(plan, value, "kind", CLI_JSON_STRING, true);
    if (member == NULL) return NULL;
    const cli_plan_prototype *found = find_prototype(plan, member->text);
    if (found != NULL) return found;
    uint32_t count = 0;
    const char **names =
        cli_heap_take(&plan->heap, (plan->arcade->prototype_count + 1u) * sizeof *names);
    for (const cli_plan_prototype *one = plan->arcade->first_prototype; one != NULL;
         one = one->next) {
        if (strlen(one->name) < 32) names[count++] = one->name;
    }
    const char *nearest = cli_scene_plan_nearest_name(member->text, names);
    cli_scene_plan_fail(plan, member->line, "there is no kind \"%.40s\"%s%.40s%s", member->text,
                        nearest != NULL ? ", did you mean \"" : "", nearest != NULL ? nearest : "",
                        nearest != NULL ? "\"?" : "");
    return NULL;
}

static void read_thing(cli_plan *plan, const cli_json *value, uint32_t index) {
    static const char *const keys[] = {"name",   "kind",   "position", "velocity",
                                       "colour", "repeat", NULL};
    cli_plan_arcade_body thing = {.line = value->line, .index = index};
    cli_repeat copies;
    cli_colors colors;
    uint32_t made = 0;
    plan->where[0] = 0;
    cli_scene_plan_at(plan, "arcade, body", index, NULL);
    if (!cli_scene_plan_value_type(plan, value, "bodies", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &thing.name);
    cli_scene_plan_at(plan, "arcade, body", index, thing.name);
    cli_scene_plan_check_keys(plan, value, keys);
    thing.prototype = read_prototype_of(plan, value);
    cli_scene_plan_read_point(plan, value, "position", false, &thing.position);
    cli_scene_plan_read_point(plan, value, "velocity", false, &thing.velocity);
    cli_scene_repeat_read(plan, value, false, &copies);
    cli_scene_repeat_read_colors(plan, value, &colors);
    if (plan->failed) return;
    const pawl_vec2 start = thing.position;
    for (int64_t row = 0; row < copies.rows; row++) {
        const int64_t count = copies.count - row * copies.shrink;
        for (int64_t column = 0; column < count && !plan->failed; column++) {
            const uint32_t color = cli_scene_repeat_color(&colors, &copies, row, made++);
            thing.position = cli_scene_repeat_place(plan, value->line, start, &copies, row, column);
            thing.user_data = color > 0 ? (uint16_t)color : thing.prototype->user_data;
            cli_scene_arcade_build_add_body(plan, &thing);
        }
        if (plan->failed) return;
    }
}

/* ---- all of it ---- */

/* What a world has and an arcade does not. */
static void check_root(cli_plan *plan, const cli_json *root) {
    static const char *const worlds[] = {"bodies",   "soft_bodies", "joints", "level",
                                         "fracture", "characters",  NULL};
    static const char *const settings[] = {"length_unit",
                                           "substeps",
                                           "sleeping",
                                           "materials",
                                           "soft_substeps",
                                           "contacts",
                                           "restitution_threshold",
                                           "hit_threshold",
                                           "periods",
                                           NULL};
    for (int i = 0; worlds[i] != NULL; i++) {
        const cli_json *member = cli_json_find(root, worlds[i]);
        if (member == NULL) continue;
        cli_scene_plan_fail(
            plan, member->key_line,
            "both \"%s\" and \"arcade\": a file holds a world or an arcade, not both", worlds[i]);
    }
    for (int i = 0; settings[i] != NULL; i++) {
        const cli_json *member = cli_json_find(root, settings[i]);
        if (member == NULL) continue;
        cli_scene_plan_fail(plan, member->key_line, "an arcade has no \"%s\"", settings[i]);
    }
}

void cli_scene_arcade_read(cli_plan *plan, const cli_json *root) {
    static const char *const keys[] = {"bounds", "impact_limit", "kinds", "bodies", NULL};
    const cli_json *value = cli_scene_plan_read_member(plan, root, "arcade", CLI_JSON_OBJECT, true);
    int64_t limit = 0;
    check_root(plan, root);
    if (value == NULL || plan->failed) return;
    snprintf(plan->where, sizeof plan->where, "arcade");
    cli_plan_arcade *arcade = cli_scene_arcade_build_plan(plan, value->line);
    cli_scene_plan_check_keys(plan, value, keys);
    limit = arcade->def.impact_limit;
    cli_scene_plan_read_int(plan, value, "impact_limit", 1, UINT16_MAX, &limit);
    arcade->def.impact_limit = (uint16_t)limit;
    read_bounds(plan, value, &arcade->def);
    const cli_json *prototypes =
        cli_scene_plan_read_member(plan, value, "kinds", CLI_JSON_ARRAY, true);
    const cli_json *bodies =
        cli_scene_plan_read_member(plan, value, "bodies", CLI_JSON_ARRAY, true);
    if (plan->failed) return;
    uint32_t index = 0;
    for (const cli_json *one = prototypes->child; one != NULL && !plan->failed; one = one->next)
        read_prototype(plan, one, index++);
    index = 0;
    for (const cli_json *one = bodies->child; one != NULL && !plan->failed; one = one->next)
        read_thing(plan, one, index++);
    plan->where[0] = 0;
}
