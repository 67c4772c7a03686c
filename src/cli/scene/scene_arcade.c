/* scene_arcade.c - bodies that do not turn: the key "arcade" of pawl's own scenes,
 * docs/format-scene.md. */
#include "cli/scene/scene_arcade.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)

/* Words and the numbers they stand for, by position. */
static const char *const response_names[] = {"bounce", "spring", "pass", NULL};
static const char *const edge_names[] = {"open", "bounce", "wrap", "report", NULL};

/* One of the words of a list that ends with null, as its number; absent leaves *out alone. */
static void read_word(pawli_plan *plan, const pawli_json *object, const char *key,
                      const char *const *words, uint8_t *out) {
    const char *word = NULL;
    pawli_read_text(plan, object, key, &word);
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
    pawli_plan_fail(plan, pawli_json_find(object, key)->line, "%s: \"%.40s\" is not %s", key, word,
                    list);
}

/* ---- the rectangle ---- */

static void read_bounds(pawli_plan *plan, const pawli_json *arcade, pawl_arcade_def *def) {
    static const char *const keys[] = {"lower", "upper",  "edges", "left",
                                       "right", "bottom", "top",   NULL};
    const pawli_json *value = pawli_read_member(plan, arcade, "bounds", PAWLI_JSON_OBJECT, false);
    uint8_t all = PAWL_ARCADE_EDGE_OPEN;
    if (value == NULL) return;
    pawli_check_keys(plan, value, keys);
    pawli_read_point(plan, value, "lower", true, &def->bounds.lower);
    pawli_read_point(plan, value, "upper", true, &def->bounds.upper);
    read_word(plan, value, "edges", edge_names, &all);
    for (int i = PAWL_ARCADE_LEFT; i <= PAWL_ARCADE_TOP; i++) {
        def->edges[i] = all;
        read_word(plan, value, keys[3 + i], edge_names, &def->edges[i]);
    }
    if (def->bounds.lower.x >= def->bounds.upper.x || def->bounds.lower.y >= def->bounds.upper.y) {
        pawli_plan_fail(plan, value->line, "bounds: upper must lie above and right of lower");
    }
    for (int i = PAWL_ARCADE_LEFT; i <= PAWL_ARCADE_TOP; i += 2) {
        const bool one = def->edges[i] == PAWL_ARCADE_EDGE_WRAP;
        const bool other = def->edges[i + 1] == PAWL_ARCADE_EDGE_WRAP;
        if (one == other) continue;
        pawli_plan_fail(plan, value->line, "bounds: \"%s\" and \"%s\" wrap both or neither",
                        keys[3 + i], keys[4 + i]);
    }
}

/* ---- kinds ---- */

void pawli_plan_kind_shape(pawli_plan_kind *kind, const pawl_convex *convex) {
    const pawl_vec2 *at = convex->vertices;
    kind->shape = *convex;
    kind->def.shape = PAWL_ARCADE_POLYGON;
    if (convex->count == 1 && at[0].x == 0 && at[0].y == 0) {
        kind->def.shape = PAWL_ARCADE_CIRCLE;
        kind->def.half.x = convex->radius;
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
        kind->def.shape = PAWL_ARCADE_BOX;
        kind->def.half = half;
    }
}

static void read_shape(pawli_plan *plan, const pawli_json *value, pawli_plan_kind *kind) {
    pawli_plan_shape shape = {.line = value->line};
    pawli_read_geometry(plan, value, &shape);
    if (!plan->failed) pawli_plan_kind_shape(kind, &shape.convex);
}

/* What can be said of nothing that stands still or moves by itself. */
static void check_immovable(pawli_plan *plan, const pawli_json *value) {
    static const char *const keys[] = {"air_drag", "gravity_scale", NULL};
    for (int i = 0; keys[i] != NULL; i++) {
        const pawli_json *member = pawli_json_find(value, keys[i]);
        if (member == NULL) continue;
        pawli_plan_fail(plan, member->key_line, "a kind with inverse_mass 0 has no \"%s\"",
                        keys[i]);
    }
}

static void read_filter(pawli_plan *plan, const pawli_json *value, pawl_arcade_kind *def) {
    static const char *const keys[] = {"category", "mask", NULL};
    const pawli_json *filter = pawli_read_member(plan, value, "filter", PAWLI_JSON_OBJECT, false);
    int64_t category = def->category, mask = def->mask;
    if (filter == NULL) return;
    pawli_check_keys(plan, filter, keys);
    pawli_read_int(plan, filter, "category", 0, UINT16_MAX, &category);
    pawli_read_int(plan, filter, "mask", 0, UINT16_MAX, &mask);
    def->category = (uint16_t)category;
    def->mask = (uint16_t)mask;
}

static void read_kind_def(pawli_plan *plan, const pawli_json *value, pawl_arcade_kind *def) {
    read_word(plan, value, "response", response_names, &def->response);
    pawli_read_fx(plan, value, "inverse_mass", 0, PAWL_FX_MAX, &def->inverse_mass);
    pawli_read_fx(plan, value, "elasticity", 0, PAWL_FX_ONE, &def->elasticity);
    pawli_read_fx(plan, value, "friction", 0, PAWL_FX_ONE, &def->friction);
    pawli_read_fx(plan, value, "stick", 0, UNITS(255), &def->stick);
    pawli_read_fx(plan, value, "air_drag", 0, UNITS(255), &def->air_drag);
    pawli_read_fx(plan, value, "gravity_scale", UNITS(-127), UNITS(127), &def->gravity_scale);
    pawli_read_fx(plan, value, "spring", 0, UNITS(16383), &def->spring);
    if (def->inverse_mass == 0) check_immovable(plan, value);
    read_filter(plan, value, def);
}

static const pawli_plan_kind *find_kind(const pawli_plan *plan, const char *name) {
    const pawli_plan_kind *one = plan->arcade->first_kind;
    while (one != NULL && strcmp(one->name, name) != 0)
        one = one->next;
    return one;
}

static void read_kind(pawli_plan *plan, const pawli_json *value, uint32_t index) {
    static const char *const keys[] = {
        "name",         "circle",     "capsule",  "segment", "box",      "polygon",
        "regular",      "response",   "friction", "stick",   "air_drag", "gravity_scale",
        "inverse_mass", "elasticity", "spring",   "filter",  "colour",   NULL};
    pawli_plan_kind kind = {.line = value->line, .index = index};
    int64_t colour = -1;
    plan->where[0] = 0;
    pawli_plan_at(plan, "arcade, kind", index, NULL);
    if (!pawli_value_type(plan, value, "kinds", PAWLI_JSON_OBJECT)) return;
    if (pawli_read_member(plan, value, "name", PAWLI_JSON_STRING, true) == NULL) return;
    pawli_read_text(plan, value, "name", &kind.name);
    pawli_plan_at(plan, "arcade, kind", index, kind.name);
    pawli_check_keys(plan, value, keys);
    if (!plan->failed && find_kind(plan, kind.name) != NULL) {
        pawli_plan_fail(plan, value->line, "there are two kinds \"%.40s\"", kind.name);
    }
    kind.def = pawl_arcade_kind_default();
    read_shape(plan, value, &kind);
    read_kind_def(plan, value, &kind.def);
    pawli_read_int(plan, value, "colour", 0, PAWLI_SCENE_COLOURS - 1, &colour);
    kind.user_data = (uint16_t)(colour + 1);
    pawli_plan_add_kind(plan, &kind);
}

/* ---- bodies ---- */

static const pawli_plan_kind *read_kind_of(pawli_plan *plan, const pawli_json *value) {
    const pawli_json *member = pawli_read_member(plan, value, "kind", PAWLI_JSON_STRING, true);
    if (member == NULL) return NULL;
    const pawli_plan_kind *found = find_kind(plan, member->text);
    if (found != NULL) return found;
    uint32_t count = 0;
    const char **names =
        pawli_heap_take(&plan->heap, (plan->arcade->kind_count + 1u) * sizeof *names);
    for (const pawli_plan_kind *one = plan->arcade->first_kind; one != NULL; one = one->next) {
        if (strlen(one->name) < 32) names[count++] = one->name;
    }
    const char *nearest = pawli_nearest_name(member->text, names);
    pawli_plan_fail(plan, member->line, "there is no kind \"%.40s\"%s%.40s%s", member->text,
                    nearest != NULL ? ", did you mean \"" : "", nearest != NULL ? nearest : "",
                    nearest != NULL ? "\"?" : "");
    return NULL;
}

static void read_thing(pawli_plan *plan, const pawli_json *value, uint32_t index) {
    static const char *const keys[] = {"name",   "kind",   "position", "velocity",
                                       "colour", "repeat", NULL};
    pawli_plan_thing thing = {.line = value->line, .index = index};
    pawli_repeat copies;
    pawli_colours colours;
    uint32_t made = 0;
    plan->where[0] = 0;
    pawli_plan_at(plan, "arcade, body", index, NULL);
    if (!pawli_value_type(plan, value, "bodies", PAWLI_JSON_OBJECT)) return;
    pawli_read_text(plan, value, "name", &thing.name);
    pawli_plan_at(plan, "arcade, body", index, thing.name);
    pawli_check_keys(plan, value, keys);
    thing.kind = read_kind_of(plan, value);
    pawli_read_point(plan, value, "position", false, &thing.position);
    pawli_read_point(plan, value, "velocity", false, &thing.velocity);
    pawli_read_repeat(plan, value, false, &copies);
    pawli_read_colours(plan, value, &colours);
    if (plan->failed) return;
    const pawl_vec2 start = thing.position;
    for (int64_t row = 0; row < copies.rows; row++) {
        const int64_t count = copies.count - row * copies.shrink;
        for (int64_t column = 0; column < count && !plan->failed; column++) {
            const uint32_t colour = pawli_repeat_colour(&colours, &copies, row, made++);
            thing.position = pawli_repeat_place(plan, value->line, start, &copies, row, column);
            thing.user_data = colour > 0 ? (uint16_t)colour : thing.kind->user_data;
            pawli_plan_add_thing(plan, &thing);
        }
        if (plan->failed) return;
    }
}

/* ---- all of it ---- */

/* What a world has and an arcade does not. */
static void check_root(pawli_plan *plan, const pawli_json *root) {
    static const char *const worlds[] = {"bodies", "soft_bodies", "joints",
                                         "level",  "fracture",    NULL};
    static const char *const settings[] = {"length_unit", "substeps",      "sleeping",
                                           "materials",   "soft_substeps", NULL};
    for (int i = 0; worlds[i] != NULL; i++) {
        const pawli_json *member = pawli_json_find(root, worlds[i]);
        if (member == NULL) continue;
        pawli_plan_fail(plan, member->key_line,
                        "both \"%s\" and \"arcade\": a file holds a world or an arcade, not both",
                        worlds[i]);
    }
    for (int i = 0; settings[i] != NULL; i++) {
        const pawli_json *member = pawli_json_find(root, settings[i]);
        if (member == NULL) continue;
        pawli_plan_fail(plan, member->key_line, "an arcade has no \"%s\"", settings[i]);
    }
}

void pawli_read_arcade(pawli_plan *plan, const pawli_json *root) {
    static const char *const keys[] = {"bounds", "impact_limit", "kinds", "bodies", NULL};
    const pawli_json *value = pawli_read_member(plan, root, "arcade", PAWLI_JSON_OBJECT, true);
    int64_t limit = 0;
    check_root(plan, root);
    if (value == NULL || plan->failed) return;
    snprintf(plan->where, sizeof plan->where, "arcade");
    pawli_plan_arcade *arcade = pawli_plan_make_arcade(plan, value->line);
    pawli_check_keys(plan, value, keys);
    limit = arcade->def.impact_limit;
    pawli_read_int(plan, value, "impact_limit", 1, UINT16_MAX, &limit);
    arcade->def.impact_limit = (uint16_t)limit;
    read_bounds(plan, value, &arcade->def);
    const pawli_json *kinds = pawli_read_member(plan, value, "kinds", PAWLI_JSON_ARRAY, true);
    const pawli_json *bodies = pawli_read_member(plan, value, "bodies", PAWLI_JSON_ARRAY, true);
    if (plan->failed) return;
    uint32_t index = 0;
    for (const pawli_json *one = kinds->child; one != NULL && !plan->failed; one = one->next)
        read_kind(plan, one, index++);
    index = 0;
    for (const pawli_json *one = bodies->child; one != NULL && !plan->failed; one = one->next)
        read_thing(plan, one, index++);
    plan->where[0] = 0;
}
