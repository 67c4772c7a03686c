/* scene_shape.c - shapes and materials of pawl's own scene format, docs/format-scene.md. */
#include <string.h>

#include "cli/scene/scene_readers.h"

#define COORD_ANY (-PAWL_COORD_MAX), PAWL_COORD_MAX
#define LENGTH_ANY 0, PAWL_EXTENT_MAX

/* The surface of a material or a shape. */
static void read_surface(cli_plan *plan, const cli_json *object, pawl_shape_def *def) {
    cli_scene_plan_read_fx(plan, object, "density", 0, PAWL_FX_MAX, &def->density);
    cli_scene_plan_read_fx(plan, object, "friction", 0, PAWL_FX_MAX, &def->friction);
    cli_scene_plan_read_fx(plan, object, "restitution", 0, PAWL_FX_ONE, &def->restitution);
    cli_scene_plan_read_fx(plan, object, "tangent_speed", -PAWL_SPEED_MAX, PAWL_SPEED_MAX,
                           &def->tangent_speed);
    cli_scene_plan_read_fx(plan, object, "rolling_resistance", 0, PAWL_FX_ONE,
                           &def->rolling_resistance);
    cli_scene_break_read_impulse(plan, object, "break_impulse", "break_impulse",
                                 &def->break_impulse);
}

/* What a shape is besides a surface. */
static void read_part_played(cli_plan *plan, const cli_json *shape, pawl_shape_def *def) {
    cli_scene_plan_read_bool(plan, shape, "sensor", &def->sensor);
    cli_scene_plan_read_bool(plan, shape, "one_way", &def->one_way);
    cli_scene_plan_read_bool(plan, shape, "hit_events", &def->hit_events);
    if (def->sensor && def->one_way) {
        cli_scene_plan_fail(plan, shape->line, "both \"sensor\" and \"one_way\"");
    }
}

void cli_scene_shape_check_materials(cli_plan *plan, const cli_json *materials) {
    static const char *const keys[] = {
        "density",       "friction", "restitution", "tangent_speed", "rolling_resistance",
        "break_impulse", NULL};
    pawl_shape_def unused = pawl_shape_def_default();
    for (const cli_json *one = materials->child; one != NULL; one = one->next) {
        if (!cli_scene_plan_value_type(plan, one, one->key, CLI_JSON_OBJECT)) return;
        cli_scene_plan_check_keys(plan, one, keys);
        read_surface(plan, one, &unused);
    }
}

void cli_scene_shape_read_material(cli_plan *plan, const cli_json *value, const cli_json *materials,
                                   pawl_shape_def *def) {
    const char *names[CLI_JSON_KEYS_MAX + 1], *const name = value->text;
    size_t count = 0;
    const cli_json *material = cli_json_find(materials, name);
    if (material != NULL) {
        read_surface(plan, material, def);
        return;
    }
    const cli_json *one = materials == NULL ? NULL : materials->child;
    for (; one != NULL; one = one->next) {
        if (strlen(one->key) < 32) names[count++] = one->key;
    }
    names[count] = NULL;
    const char *nearest = cli_scene_plan_nearest_name(name, names);
    const uint32_t line = value->line;
    if (nearest != NULL) {
        cli_scene_plan_fail(plan, line, "unknown material \"%.40s\", did you mean \"%s\"?", name,
                            nearest);
    } else {
        cli_scene_plan_fail(plan, line, "unknown material \"%.40s\"", name);
    }
}

void cli_scene_shape_read_filter(cli_plan *plan, const cli_json *shape, pawl_filter *filter) {
    static const char *const keys[] = {"category", "mask", "group", NULL};
    const cli_json *value =
        cli_scene_plan_read_member(plan, shape, "filter", CLI_JSON_OBJECT, false);
    int64_t category = filter->category, mask = filter->mask, group = filter->group;
    if (value == NULL) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_int(plan, value, "category", 0, UINT32_MAX, &category);
    cli_scene_plan_read_int(plan, value, "mask", 0, UINT32_MAX, &mask);
    cli_scene_plan_read_int(plan, value, "group", INT16_MIN, INT16_MAX, &group);
    filter->category = (uint32_t)category;
    filter->mask = (uint32_t)mask;
    filter->group = (int16_t)group;
}

/* ---- the types: each reads its keys and calls its maker ---- */

/* A length without which there is no shape. */
static void read_size(cli_plan *plan, const cli_json *object, const char *key, pawl_fx least,
                      pawl_fx *out) {
    const cli_json *value = cli_scene_plan_read_member(plan, object, key, CLI_JSON_NUMBER, true);
    if (value != NULL) cli_scene_plan_value_fx(plan, value, key, least, PAWL_EXTENT_MAX, out);
}

static pawl_status make_circle(cli_plan *plan, const cli_json *value, cli_plan_shape *shape) {
    static const char *const keys[] = {"center", "radius", NULL};
    pawl_vec2 center = {0, 0};
    pawl_fx radius = 0;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "center", false, &center);
    read_size(plan, value, "radius", PAWL_SIZE_MIN, &radius);
    return pawl_make_circle(center, radius, &shape->convex);
}

static pawl_status make_capsule(cli_plan *plan, const cli_json *value, cli_plan_shape *shape) {
    static const char *const keys[] = {"from", "to", "radius", NULL};
    pawl_vec2 from = {0, 0}, to = {0, 0};
    pawl_fx radius = 0;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "from", true, &from);
    cli_scene_plan_read_point(plan, value, "to", true, &to);
    read_size(plan, value, "radius", PAWL_SIZE_MIN, &radius);
    return pawl_make_capsule(from, to, radius, &shape->convex);
}

static pawl_status make_segment(cli_plan *plan, const cli_json *value, cli_plan_shape *shape) {
    static const char *const keys[] = {"from", "to", NULL};
    pawl_vec2 from = {0, 0}, to = {0, 0};
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "from", true, &from);
    cli_scene_plan_read_point(plan, value, "to", true, &to);
    return pawl_make_segment(from, to, &shape->convex);
}

/* Whole width and height; a radius is added outside, as for every rounded polygon. */
static pawl_status make_box(cli_plan *plan, const cli_json *value, cli_plan_shape *shape) {
    static const char *const keys[] = {"width", "height", "center", "angle",
                                       "turns", "radius", NULL};
    pawl_vec2 center = {0, 0};
    pawl_fx width = 0, height = 0, radius = 0;
    pawl_angle angle = 0;
    cli_scene_plan_check_keys(plan, value, keys);
    read_size(plan, value, "width", 2 * PAWL_SIZE_MIN, &width);
    read_size(plan, value, "height", 2 * PAWL_SIZE_MIN, &height);
    cli_scene_plan_read_point(plan, value, "center", false, &center);
    cli_scene_plan_read_angle(plan, value, &angle);
    cli_scene_plan_read_fx(plan, value, "radius", LENGTH_ANY, &radius);
    const pawl_status status =
        pawl_make_box_at(width / 2, height / 2, center, angle, &shape->convex);
    if (status != PAWL_OK || radius == 0) return status;
    const pawl_convex sharp = shape->convex;
    return pawl_make_polygon(sharp.vertices, sharp.count, radius, &shape->convex);
}

static pawl_status make_polygon(cli_plan *plan, const cli_json *value, cli_plan_shape *shape) {
    static const char *const keys[] = {"points", "radius", NULL};
    pawl_vec2 points[PAWL_POLYGON_MAX];
    pawl_fx radius = 0;
    int32_t count = 0;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_fx(plan, value, "radius", LENGTH_ANY, &radius);
    const cli_json *list = cli_scene_plan_read_member(plan, value, "points", CLI_JSON_ARRAY, true);
    if (list == NULL) return PAWL_OK;
    if (list->count > PAWL_POLYGON_MAX) {
        cli_scene_plan_fail(plan, list->line, "points: more than %d", PAWL_POLYGON_MAX);
        return PAWL_OK;
    }
    for (const cli_json *pair = list->child; pair != NULL; pair = pair->next) {
        if (!cli_scene_plan_value_type(plan, pair, "points", CLI_JSON_ARRAY)) return PAWL_OK;
        if (pair->count != 2) {
            cli_scene_plan_fail(plan, pair->line, "points: expected [x, y]");
            return PAWL_OK;
        }
        cli_scene_plan_value_fx(plan, pair->child, "points", COORD_ANY, &points[count].x);
        cli_scene_plan_value_fx(plan, pair->child->next, "points", COORD_ANY, &points[count].y);
        if (plan->failed) return PAWL_OK;
        count++;
    }
    int32_t where = 0;
    const pawl_polygon_fault fault = pawl_polygon_check(points, count, radius, &where);
    if (fault != PAWL_POLYGON_OK) {
        cli_scene_plan_fail(plan, list->line, "point %ld: %s", (long)where,
                            pawl_polygon_fault_text(fault));
    }
    return pawl_make_polygon(points, count, radius, &shape->convex);
}

/* A regular polygon: `size` is the distance of its corners from the center, and the lowest edge
 * is level. The hull puts the rounded corners in order. */
static pawl_status make_regular(cli_plan *plan, const cli_json *value, cli_plan_shape *shape) {
    static const char *const keys[] = {"sides", "size", "radius", NULL};
    pawl_vec2 points[PAWL_POLYGON_MAX];
    int64_t sides = 6;
    pawl_fx size = 0, radius = 0;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_int(plan, value, "sides", 3, PAWL_POLYGON_MAX, &sides);
    cli_scene_plan_read_fx(plan, value, "size", LENGTH_ANY, &size);
    cli_scene_plan_read_fx(plan, value, "radius", LENGTH_ANY, &radius);
    for (int64_t i = 0; i < sides; i++) {
        const pawl_angle angle =
            PAWL_TURN(3, 4) + pawl_angle_from_turns((uint32_t)(2 * i + 1), (uint32_t)(2 * sides));
        const pawl_rot direction = pawl_rot_from_angle(angle);
        points[i] = pawl_rotate(direction, pawl_vec2_make(size, 0));
    }
    const int32_t count = pawl_hull(points, (int32_t)sides, points);
    return pawl_make_polygon(points, count, radius, &shape->convex);
}

typedef pawl_status shape_maker(cli_plan *plan, const cli_json *value, cli_plan_shape *shape);

static const struct {
    const char *name;
    shape_maker *make;
} types[] = {
    {"circle", make_circle},
    {"capsule", make_capsule},
    {"segment", make_segment},
    {"box", make_box},
    {"polygon", make_polygon},
    {"regular", make_regular},
    {"chain", cli_scene_terrain_plan_chain},
    {"heights", cli_scene_terrain_plan_heights},
    {"tiles", cli_scene_terrain_plan_tiles},
};

#define TYPE_COUNT (sizeof types / sizeof types[0])

void cli_scene_shape_read_geometry(cli_plan *plan, const cli_json *value, cli_plan_shape *shape) {
    size_t found = TYPE_COUNT;
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        const cli_json *member = cli_json_find(value, types[i].name);
        if (member == NULL) continue;
        if (found != TYPE_COUNT) {
            cli_scene_plan_fail(plan, member->key_line, "both \"%s\" and \"%s\"", types[found].name,
                                types[i].name);
        }
        found = i;
        if (!cli_scene_plan_value_type(plan, member, types[i].name, CLI_JSON_OBJECT)) return;
        const pawl_status status = types[i].make(plan, member, shape);
        if (status != PAWL_OK) {
            cli_scene_plan_fail(plan, member->line, "%s: %s", types[i].name,
                                pawl_status_text(status));
        }
    }
    if (found == TYPE_COUNT) {
        cli_scene_plan_fail(
            plan, value->line,
            "no circle, capsule, segment, box, polygon, regular, chain, heights, tiles or outline");
    }
}

void cli_scene_shape_read_surface(cli_plan *plan, const cli_json *value, const cli_json *materials,
                                  pawl_shape_def *def) {
    const cli_json *material =
        cli_scene_plan_read_member(plan, value, "material", CLI_JSON_STRING, false);
    if (material != NULL) cli_scene_shape_read_material(plan, material, materials, def);
    read_surface(plan, value, def);
    read_part_played(plan, value, def);
    cli_scene_shape_read_filter(plan, value, &def->filter);
}

/* An outline is all of the geometry of a shape. */
static void check_alone(cli_plan *plan, const cli_json *value) {
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        const cli_json *other = cli_json_find(value, types[i].name);
        if (other != NULL)
            cli_scene_plan_fail(plan, other->key_line, "both \"outline\" and \"%s\"",
                                types[i].name);
    }
}

void cli_scene_shape_read(cli_plan *plan, const cli_json *value, uint32_t index,
                          const cli_json *materials, cli_plan_body *body) {
    static const char *const keys[] = {
        "circle",        "capsule",     "segment",       "box",
        "polygon",       "regular",     "chain",         "heights",
        "tiles",         "outline",     "material",      "density",
        "friction",      "restitution", "tangent_speed", "rolling_resistance",
        "break_impulse", "filter",      "sensor",        "one_way",
        "hit_events",    NULL};
    cli_plan_shape shape = {.line = value->line, .index = index};
    if (!cli_scene_plan_value_type(plan, value, "shapes", CLI_JSON_OBJECT)) return;
    cli_scene_plan_check_keys(plan, value, keys);
    if (plan->add_outline != NULL && cli_json_find(value, "outline") != NULL) {
        const cli_outline_asked asked = {value, index, materials, body};
        check_alone(plan, value);
        if (!plan->failed) plan->add_outline(plan, &asked);
        return;
    }
    shape.def = pawl_shape_def_default();
    cli_scene_shape_read_surface(plan, value, materials, &shape.def);
    cli_scene_shape_read_geometry(plan, value, &shape);
    if (shape.type != CLI_SHAPE_CONVEX && body->def.type == PAWL_DYNAMIC) {
        cli_scene_plan_fail(plan, value->line,
                            "chains, heights and tiles are for static and kinematic bodies");
    }
    if (shape.type != CLI_SHAPE_CONVEX && shape.def.sensor) {
        cli_scene_plan_fail(plan, value->line, "chains, heights and tiles cannot be sensors");
    }
    if (!plan->failed) cli_scene_plan_add_shape(plan, body, &shape);
}
