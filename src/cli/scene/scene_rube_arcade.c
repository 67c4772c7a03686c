/* scene_rube_arcade.c - a R.U.B.E. export whose world has the custom property "arcade" as an
 * arcade: docs/format-scene.md. The bodies have been read as those of a world; here each fixture
 * becomes a body that does not turn, about the middle of its box. */
#include <string.h>

#include "cli/scene/scene_arcade.h"
#include "cli/scene/scene_readers.h"

#define UNITS(n) PAWL_FX(n, 0, 1)

bool cli_scene_rube_arcade_is_one(cli_plan *plan, const cli_json *root) {
    const cli_json *said = cli_scene_rube_value_property(plan, root, "arcade");
    bool is_arcade = false;
    if (said == NULL ||
        cli_scene_plan_read_member(plan, said, "bool", CLI_JSON_BOOL, true) == NULL) {
        return false;
    }
    cli_scene_plan_read_bool(plan, said, "bool", &is_arcade);
    return is_arcade;
}

/* Where properties are looked for: the fixture, then its body. */
typedef struct places {
    const cli_json *fixture, *body;
} places;

static const cli_json *find_near(cli_plan *plan, const places *at, const char *name) {
    const cli_json *found =
        at->fixture == NULL ? NULL : cli_scene_rube_value_property(plan, at->fixture, name);
    return found != NULL ? found : cli_scene_rube_value_property(plan, at->body, name);
}

/* A float or an int. */
static void read_number(cli_plan *plan, const places *at, const char *name, pawl_fx low,
                        pawl_fx high, pawl_fx *out) {
    const cli_json *found = find_near(plan, at, name);
    if (found == NULL || plan->failed) return;
    const char *const type = cli_json_find(found, "int") != NULL ? "int" : "float";
    const cli_json *value = cli_scene_plan_read_member(plan, found, type, CLI_JSON_NUMBER, true);
    if (value != NULL) cli_scene_plan_value_fx(plan, value, name, low, high, out);
}

/* A string, one of the words of a list that ends with null. */
static void read_word(cli_plan *plan, const cli_json *found, const char *name,
                      const char *const *words, uint8_t *out) {
    if (found == NULL || plan->failed) return;
    const cli_json *value =
        cli_scene_plan_read_member(plan, found, "string", CLI_JSON_STRING, true);
    if (value == NULL) return;
    for (uint8_t i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], value->text) != 0) continue;
        *out = i;
        return;
    }
    cli_scene_plan_fail(plan, value->line, "%s: \"%.40s\" is not known here", name, value->text);
}

/* ---- prototypes ---- */

static pawl_fx within_one(pawl_fx value) {
    return pawl_min(value, PAWL_FX_ONE);
}

static void read_prototype(cli_plan *plan, const places *at, const cli_plan_body *body,
                           const pawl_shape_def *surface, pawl_arcade_prototype *out) {
    static const char *const responses[] = {"bounce", "spring", "pass", NULL};
    *out = pawl_arcade_prototype_default();
    out->inverse_mass = body->def.type == PAWL_DYNAMIC ? PAWL_FX_ONE : 0;
    out->elasticity = within_one(surface->restitution);
    out->friction = within_one(surface->friction);
    out->air_drag = pawl_min(body->def.linear_damping, UNITS(255));
    out->gravity_scale = pawl_clamp(body->def.gravity_scale, UNITS(-127), UNITS(127));
    out->category = (uint16_t)surface->filter.category;
    out->mask = (uint16_t)surface->filter.mask;
    if (surface->sensor) out->response = PAWL_ARCADE_SENSOR;
    read_word(plan, find_near(plan, at, "response"), "response", responses, &out->response);
    read_number(plan, at, "inverseMass", 0, PAWL_FX_MAX, &out->inverse_mass);
    read_number(plan, at, "elasticity", 0, PAWL_FX_ONE, &out->elasticity);
    read_number(plan, at, "stick", 0, UNITS(255), &out->stick);
    read_number(plan, at, "airDrag", 0, UNITS(255), &out->air_drag);
    read_number(plan, at, "spring", 0, UNITS(16383), &out->spring);
}

/* Turned as the body is, about the middle of its box, which is returned. */
static pawl_status turn(const pawl_convex *shape, pawl_angle angle, pawl_convex *out,
                        pawl_vec2 *middle) {
    const pawl_rot by = pawl_rot_from_angle(angle);
    pawl_vec2 points[PAWL_POLYGON_MAX];
    pawl_vec2 low = {INT32_MAX, INT32_MAX}, high = {-INT32_MAX, -INT32_MAX};
    const int32_t count = (int32_t)shape->count;
    for (int32_t i = 0; i < count; i++) {
        points[i] = angle == 0 ? shape->vertices[i] : pawl_rotate(by, shape->vertices[i]);
        low = pawl_vec2_make(pawl_min(low.x, points[i].x), pawl_min(low.y, points[i].y));
        high = pawl_vec2_make(pawl_max(high.x, points[i].x), pawl_max(high.y, points[i].y));
    }
    *middle = pawl_vec2_make(low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2);
    for (int32_t i = 0; i < count; i++)
        points[i] = pawl_vec2_sub(points[i], *middle);
    if (count == 1) return pawl_make_circle(points[0], shape->radius, out);
    if (count > 2) return pawl_make_polygon(points, count, shape->radius, out);
    if (shape->radius == 0) return pawl_make_segment(points[0], points[1], out);
    return pawl_make_capsule(points[0], points[1], shape->radius, out);
}

static void add_thing(cli_plan *plan, const places *at, const cli_plan_body *body,
                      const cli_plan_shape *shape, const pawl_convex *convex) {
    cli_plan_prototype prototype = {.line = shape->line,
                                    .name = body->name == NULL ? "" : body->name};
    cli_plan_arcade_body thing = {.line = body->line, .index = body->index, .name = body->name};
    pawl_convex turned;
    pawl_vec2 middle;
    read_prototype(plan, at, body, &shape->def, &prototype.def);
    const pawl_status status = turn(convex, body->def.angle, &turned, &middle);
    if (status != PAWL_OK) {
        cli_scene_plan_note(plan, shape->line, "left out: %s", pawl_status_text(status));
        return;
    }
    cli_scene_arcade_set_shape(&prototype, &turned);
    thing.prototype = cli_scene_arcade_build_add_prototype(plan, &prototype);
    thing.position = pawl_vec2_add(body->def.position, middle);
    thing.velocity = body->def.velocity;
    cli_scene_arcade_build_add_body(plan, &thing);
}

/* A chain is its segments; ghosts are no part of it. */
static void add_chain(cli_plan *plan, const places *at, const cli_plan_body *body,
                      const cli_plan_shape *shape) {
    const pawl_chain *chain = &shape->chain;
    const int32_t skipped = chain->ghost_ends ? 1 : 0;
    const int32_t last = chain->count - skipped - (chain->loop ? 0 : 1);
    for (int32_t i = skipped; i < last && !plan->failed; i++) {
        pawl_convex segment;
        const pawl_vec2 to = chain->points[(i + 1) % chain->count];
        if (pawl_make_segment(chain->points[i], to, &segment) == PAWL_OK)
            add_thing(plan, at, body, shape, &segment);
    }
}

static const cli_json *element(const cli_json *list, uint32_t index) {
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL && index > 0; index--)
        one = one->next;
    return one;
}

static void add_body(cli_plan *plan, const cli_json *value, const cli_plan_body *body) {
    const cli_json *fixtures = cli_json_find(value, "fixture");
    cli_scene_plan_at(plan, "body", body->index, body->name);
    for (const cli_plan_shape *shape = body->first; shape != NULL; shape = shape->next) {
        const places at = {element(fixtures, shape->index), value};
        if (shape->type == CLI_SHAPE_CHAIN) {
            add_chain(plan, &at, body, shape);
        } else {
            add_thing(plan, &at, body, shape, &shape->convex);
        }
        if (body->def.type == PAWL_DYNAMIC && shape->next != NULL) {
            cli_scene_plan_note(
                plan, body->line,
                "a body of an arcade has one convex shape: only the first is taken");
            return;
        }
    }
}

/* ---- all of it ---- */

static void read_bounds(cli_plan *plan, const cli_json *root, pawl_arcade_def *def) {
    static const char *const words[] = {"open", "bounce", "wrap", "report", NULL};
    static const char *const names[] = {"arcadeLeft", "arcadeRight", "arcadeBottom", "arcadeTop"};
    const cli_json *lower = cli_scene_rube_value_property(plan, root, "arcadeLower");
    const cli_json *upper = cli_scene_rube_value_property(plan, root, "arcadeUpper");
    uint8_t all = PAWL_ARCADE_EDGE_OPEN;
    if (lower != NULL) cli_scene_rube_value_vec2(plan, lower, "vec2", &def->bounds.lower);
    if (upper != NULL) cli_scene_rube_value_vec2(plan, upper, "vec2", &def->bounds.upper);
    read_word(plan, cli_scene_rube_value_property(plan, root, "arcadeEdges"), "arcadeEdges", words,
              &all);
    for (int i = PAWL_ARCADE_LEFT; i <= PAWL_ARCADE_TOP; i++) {
        def->edges[i] = all;
        read_word(plan, cli_scene_rube_value_property(plan, root, names[i]), names[i], words,
                  &def->edges[i]);
    }
}

void cli_scene_rube_arcade_make(cli_plan *plan, const cli_json *root) {
    cli_plan_arcade *arcade = cli_scene_arcade_build_plan(plan, root->line);
    const cli_json *list = cli_json_find(root, "body");
    const cli_json *value = list == NULL ? NULL : list->child;
    const cli_json *joints = cli_json_find(root, "joint");
    plan->where[0] = 0;
    read_bounds(plan, root, &arcade->def);
    for (const cli_plan_body *body = plan->first; body != NULL && value != NULL && !plan->failed;
         body = body->next, value = value->next)
        add_body(plan, value, body);
    plan->where[0] = 0;
    if (joints != NULL && joints->count > 0 && !plan->failed) {
        cli_scene_plan_note(plan, joints->line, "joints left out: an arcade has none");
    }
}
