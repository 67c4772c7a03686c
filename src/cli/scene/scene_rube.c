/* scene_rube.c - R.U.B.E. exports (b2dJson): the scenes that Box2D users draw.
 *
 * Rules of that format: a vector that is zero is written as the number 0; absent numbers are 0
 * (gravityScale: 1); `awake` is written only when true. Masses follow from the densities of the
 * fixtures, massData-* is not read. What pawl cannot do is left out or replaced with a
 * note, so that real files load. */
#include <string.h>

#include "cli/scene/scene_arcade.h"
#include "cli/scene/scene_readers.h"

#define FX_ANY (-PAWL_FX_MAX), PAWL_FX_MAX
#define COORD_ANY (-PAWL_COORD_MAX), PAWL_COORD_MAX
#define RUBE_POINTS_MAX 4096u /* of one chain */

typedef struct rube_points {
    pawl_vec2 *at;
    uint32_t count;
} rube_points;

/* {"vertices": {"x": [...], "y": [...]}} */
static rube_points read_points(cli_plan *plan, const cli_json *shape) {
    rube_points points = {NULL, 0};
    const cli_json *pair =
        cli_scene_plan_read_member(plan, shape, "vertices", CLI_JSON_OBJECT, true);
    if (pair == NULL) return points;
    const cli_json *xs = cli_scene_plan_read_member(plan, pair, "x", CLI_JSON_ARRAY, true);
    const cli_json *ys = cli_scene_plan_read_member(plan, pair, "y", CLI_JSON_ARRAY, true);
    if (xs == NULL || ys == NULL) return points;
    if (xs->count != ys->count || xs->count > RUBE_POINTS_MAX) {
        cli_scene_plan_fail(plan, xs->line, "vertices: %lu x and %lu y coordinates",
                            (unsigned long)xs->count, (unsigned long)ys->count);
        return points;
    }
    points.at = cli_heap_take(&plan->heap, xs->count * sizeof(pawl_vec2));
    const cli_json *x = xs->child, *y = ys->child;
    for (; x != NULL && y != NULL; x = x->next, y = y->next) {
        pawl_vec2 *point = &points.at[points.count++];
        if (!cli_scene_plan_value_fx(plan, x, "x", COORD_ANY, &point->x)) break;
        if (!cli_scene_plan_value_fx(plan, y, "y", COORD_ANY, &point->y)) break;
    }
    return points;
}

/* Adds the shape unless its maker refused the numbers. */
static void add_made(cli_plan *plan, cli_plan_shape *shape, pawl_status status) {
    if (plan->failed) return;
    if (status == PAWL_OK) {
        cli_scene_plan_add_shape(plan, plan->last, shape);
    } else {
        cli_scene_plan_note(plan, shape->line, "left out: %s", pawl_status_text(status));
    }
}

static void add_circle(cli_plan *plan, const cli_json *circle, cli_plan_shape *shape) {
    pawl_vec2 center = {0, 0};
    pawl_fx radius = 0;
    cli_scene_rube_value_vec2(plan, circle, "center", &center);
    cli_scene_plan_read_fx(plan, circle, "radius", FX_ANY, &radius);
    add_made(plan, shape, pawl_make_circle(center, radius, &shape->convex));
}

/* Exported corners may run clockwise, and rounding can bend a flat corner inwards: then the hull
 * of the points stands in. */
static void add_polygon(cli_plan *plan, const cli_json *polygon, cli_plan_shape *shape) {
    rube_points points = read_points(plan, polygon);
    if (plan->failed) return;
    int32_t count = (int32_t)points.count;
    if (count == 2) {
        add_made(plan, shape, pawl_make_segment(points.at[0], points.at[1], &shape->convex));
        return;
    }
    const pawl_polygon_fault fault = pawl_polygon_check(points.at, count, 0, NULL);
    if (fault != PAWL_POLYGON_OK) {
        count = pawl_hull(points.at, count, points.at);
        const pawl_polygon_fault left = pawl_polygon_check(points.at, count, 0, NULL);
        if (left != PAWL_POLYGON_OK) {
            cli_scene_plan_note(plan, shape->line, "left out: %s", pawl_polygon_fault_text(left));
            return;
        }
        cli_scene_plan_note(plan, shape->line, "%s: taken as the convex hull of its points",
                            pawl_polygon_fault_text(fault));
    }
    add_made(plan, shape, pawl_make_polygon(points.at, count, 0, &shape->convex));
}

static void add_edge(cli_plan *plan, const cli_json *edge, cli_plan_shape *shape) {
    pawl_vec2 a = {0, 0}, b = {0, 0};
    cli_scene_rube_value_vec2(plan, edge, "vertex1", &a);
    cli_scene_rube_value_vec2(plan, edge, "vertex2", &b);
    add_made(plan, shape, pawl_make_segment(a, b, &shape->convex));
}

/* Points that are too near to the one before are dropped, rounding makes such. */
static int32_t drop_near(pawl_vec2 *points, uint32_t count) {
    int32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || cli_scene_terrain_are_apart(points[kept - 1], points[i]))
            points[kept++] = points[i];
    }
    return kept;
}

/* The point on the other side of `at`, as far away as `from`: the chain goes on straight. */
static pawl_vec2 mirror(pawl_vec2 at, pawl_vec2 from) {
    return pawl_vec2_add(at, pawl_vec2_sub(at, from));
}

/* What lies before and behind a chain, so that nothing catches where the next one begins. An end
 * without such a point goes on straight when the other one has one. */
static void read_ghosts(cli_plan *plan, const cli_json *value, pawl_chain *chain,
                        pawl_vec2 *points) {
    bool before = false, behind = false;
    const int32_t last = chain->count;
    pawl_vec2 given[2] = {points[1], points[last]};
    cli_scene_plan_read_bool(plan, value, "hasPrevVertex", &before);
    cli_scene_plan_read_bool(plan, value, "hasNextVertex", &behind);
    if (!before && !behind) return;
    points[0] = mirror(points[1], points[2]);
    points[last + 1] = mirror(points[last], points[last - 1]);
    if (before) cli_scene_rube_value_vec2(plan, value, "prevVertex", &given[0]);
    if (behind) cli_scene_rube_value_vec2(plan, value, "nextVertex", &given[1]);
    if (cli_scene_terrain_are_apart(given[0], points[1])) points[0] = given[0];
    if (cli_scene_terrain_are_apart(given[1], points[last])) points[last + 1] = given[1];
    chain->points = points;
    chain->count += 2;
    chain->ghost_ends = true;
}

/* Terrain cannot move freely: there a chain is a row of segments. */
static void add_segments(cli_plan *plan, const pawl_chain *chain, cli_plan_shape *shape) {
    cli_scene_plan_note(plan, shape->line, "a chain on a dynamic body is taken as segments");
    for (int32_t i = chain->loop ? 0 : 1; i < chain->count; i++) {
        const pawl_vec2 from = chain->points[i > 0 ? i - 1 : chain->count - 1];
        add_made(plan, shape, pawl_make_segment(from, chain->points[i], &shape->convex));
    }
}

/* A loop is a chain that ends where it begins, or (in old exports) has a name of its own. */
static void add_chain(cli_plan *plan, const cli_json *value, cli_plan_shape *shape, bool loop) {
    const rube_points read = read_points(plan, value);
    if (plan->failed) return;
    pawl_vec2 *points = cli_heap_take(&plan->scene.terrain, (read.count + 2) * sizeof *points);
    pawl_chain *chain = &shape->chain;
    memcpy(points + 1, read.at, read.count * sizeof *points);
    chain->points = points + 1;
    chain->count = drop_near(points + 1, read.count);
    if (chain->count > 3 && !cli_scene_terrain_are_apart(points[1], points[chain->count])) {
        loop = true;
        chain->count--;
    }
    if (chain->count < 2 || shape->def.sensor) {
        cli_scene_plan_note(plan, shape->line, "left out: %s",
                            chain->count < 2 ? "fewer than two points"
                                             : "a chain has no inside to sense");
        return;
    }
    chain->loop = loop && chain->count > 2;
    if (plan->last->def.type == PAWL_DYNAMIC) {
        add_segments(plan, chain, shape);
        return;
    }
    if (!chain->loop) read_ghosts(plan, value, chain, points);
    shape->type = CLI_SHAPE_CHAIN;
    if (!plan->failed) cli_scene_plan_add_shape(plan, plan->last, shape);
}

/* Box2D's restitution may exceed 1; pawl's may not, since energy would grow without bound. */
static void read_material(cli_plan *plan, const cli_json *fixture, pawl_shape_def *def) {
    def->density = 0;
    def->friction = 0;
    cli_scene_plan_read_fx(plan, fixture, "density", 0, PAWL_FX_MAX, &def->density);
    cli_scene_plan_read_fx(plan, fixture, "friction", 0, PAWL_FX_MAX, &def->friction);
    cli_scene_plan_read_fx(plan, fixture, "restitution", 0, PAWL_FX_MAX, &def->restitution);
    if (def->restitution > PAWL_FX_ONE) {
        cli_scene_plan_note(plan, fixture->line, "restitution lowered to 1");
        def->restitution = PAWL_FX_ONE;
    }
}

/* Box2D's filters have 16 bits; some exporters write them signed. An absent mask means all. */
static void read_filter(cli_plan *plan, const cli_json *fixture, pawl_filter *filter) {
    int64_t category = filter->category, mask = 0xFFFF, group = 0;
    cli_scene_plan_read_int(plan, fixture, "filter-categoryBits", INT16_MIN, UINT16_MAX, &category);
    cli_scene_plan_read_int(plan, fixture, "filter-maskBits", INT16_MIN, UINT16_MAX, &mask);
    cli_scene_plan_read_int(plan, fixture, "filter-groupIndex", INT16_MIN, INT16_MAX, &group);
    filter->category = (uint16_t)category;
    filter->mask = (uint16_t)mask;
    filter->group = (int16_t)group;
}

/* The custom property "breakImpulse" of a fixture, else of its body:
 * {"name": "breakImpulse", "float": 5}. */
static void read_break_impulse(cli_plan *plan, const cli_json *fixture, const cli_json *body,
                               pawl_shape_def *def) {
    const cli_json *found = cli_scene_rube_value_property(plan, fixture, "breakImpulse");
    if (found == NULL) found = cli_scene_rube_value_property(plan, body, "breakImpulse");
    if (found == NULL || plan->failed) return;
    const char *const type = cli_json_find(found, "int") != NULL ? "int" : "float";
    if (cli_scene_plan_read_member(plan, found, type, CLI_JSON_NUMBER, true) == NULL) return;
    cli_scene_break_read_impulse(plan, found, "breakImpulse", type, &def->break_impulse);
}

static void add_geometry(cli_plan *plan, const cli_json *fixture, cli_plan_shape *shape) {
    static const char *const forms[] = {"circle", "polygon", "chain", "loop", "edge"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const cli_json *geometry =
            cli_scene_plan_read_member(plan, fixture, forms[i], CLI_JSON_OBJECT, false);
        if (geometry == NULL) continue;
        if (i == 0) add_circle(plan, geometry, shape);
        if (i == 1) add_polygon(plan, geometry, shape);
        if (i == 2 || i == 3) add_chain(plan, geometry, shape, i == 3);
        if (i == 4) add_edge(plan, geometry, shape);
        return;
    }
    cli_scene_plan_fail(plan, fixture->line, "no circle, polygon, chain or edge");
}

static void read_fixture(cli_plan *plan, const cli_json *fixture, const cli_json *body,
                         uint32_t index) {
    cli_plan_shape shape = {.line = fixture->line, .index = index};
    const char *name = NULL;
    if (!cli_scene_plan_value_type(plan, fixture, "fixture", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, fixture, "name", &name);
    cli_scene_plan_at_within(plan, "fixture", index, name);
    shape.def = pawl_shape_def_default();
    read_material(plan, fixture, &shape.def);
    read_filter(plan, fixture, &shape.def.filter);
    read_break_impulse(plan, fixture, body, &shape.def);
    cli_scene_plan_read_bool(plan, fixture, "sensor", &shape.def.sensor);
    add_geometry(plan, fixture, &shape);
}

static void read_body_def(cli_plan *plan, const cli_json *value, pawl_body_def *def) {
    const pawl_fx most = PAWL_FX(1024, 0, 1);
    int64_t type = PAWL_STATIC;
    pawl_fx radians = 0;
    cli_scene_plan_read_int(plan, value, "type", PAWL_STATIC, PAWL_DYNAMIC, &type);
    def->type = (pawl_body_type)type;
    cli_scene_rube_value_vec2(plan, value, "position", &def->position);
    cli_scene_plan_read_fx(plan, value, "angle", FX_ANY, &radians);
    def->angle = pawl_angle_from_radians(radians);
    cli_scene_rube_value_vec2(plan, value, "linearVelocity", &def->velocity);
    cli_scene_plan_read_fx(plan, value, "angularVelocity", FX_ANY, &def->angular_velocity);
    cli_scene_plan_read_fx(plan, value, "linearDamping", 0, most, &def->linear_damping);
    cli_scene_plan_read_fx(plan, value, "angularDamping", 0, most, &def->angular_damping);
    cli_scene_plan_read_fx(plan, value, "gravityScale", -most, most, &def->gravity_scale);
    cli_scene_plan_read_bool(plan, value, "fixedRotation", &def->fixed_rotation);
    def->awake = false;
    cli_scene_plan_read_bool(plan, value, "awake", &def->awake);
    cli_scene_plan_read_bool(plan, value, "allowSleep", &def->can_sleep);
    cli_scene_plan_read_bool(plan, value, "active", &def->enabled);
    cli_scene_plan_read_bool(plan, value, "bullet", &def->bullet);
}

static void read_body(cli_plan *plan, const cli_json *value, uint32_t index) {
    const char *name = NULL;
    plan->where[0] = 0;
    if (!cli_scene_plan_value_type(plan, value, "body", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &name);
    cli_scene_plan_at(plan, "body", index, name);
    cli_plan_body *body = cli_scene_plan_add_body(plan, value->line, index, name);
    read_body_def(plan, value, &body->def);

    const cli_json *fixtures =
        cli_scene_plan_read_member(plan, value, "fixture", CLI_JSON_ARRAY, false);
    const cli_json *fixture = fixtures == NULL ? NULL : fixtures->child;
    for (uint32_t i = 0; fixture != NULL && !plan->failed; i++, fixture = fixture->next) {
        cli_scene_plan_at(plan, "body", index, name);
        read_fixture(plan, fixture, value, i);
    }
}

/* Steps per second in Q16.16 are the fraction raw/65536. */
static void read_world(cli_plan *plan, const cli_json *root) {
    pawl_fx rate = PAWL_FX(60, 0, 1);
    bool sleeping = true;
    plan->world.gravity = pawl_vec2_make(0, 0);
    cli_scene_rube_value_vec2(plan, root, "gravity", &plan->world.gravity);
    cli_scene_plan_read_bool(plan, root, "allowSleep", &sleeping);
    plan->world.sleeping = sleeping;
    cli_scene_plan_read_fx(plan, root, "stepsPerSecond", PAWL_FX_ONE, PAWL_FX(1000, 0, 1), &rate);
    plan->world.rate_numerator = (uint32_t)rate;
    plan->world.rate_denominator = PAWL_FX_ONE;
    while (plan->world.rate_numerator % 2 == 0 && plan->world.rate_denominator % 2 == 0) {
        plan->world.rate_numerator /= 2;
        plan->world.rate_denominator /= 2;
    }
}

void cli_scene_rube_read(cli_plan *plan, const cli_json *root) {
    cli_scene_rube_extra_floats(plan, root);
    read_world(plan, root);
    const cli_json *bodies = cli_scene_plan_read_member(plan, root, "body", CLI_JSON_ARRAY, true);
    const cli_json *value = bodies == NULL ? NULL : bodies->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next) {
        read_body(plan, value, i);
    }
    plan->where[0] = 0;
    if (!plan->failed) cli_scene_rube_extra_note(plan, root);
    cli_scene_rube_image_read(plan, root);
    if (!plan->failed && cli_scene_rube_arcade_is_one(plan, root)) {
        cli_scene_rube_arcade_make(plan, root);
        return;
    }
    cli_scene_break_read_rube(plan, root);
    cli_scene_rube_joint_read(plan, root);
}
