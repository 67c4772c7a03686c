/* scene_soft.c - the soft bodies of pawl's own scenes: docs/format-scene.md, "A soft body". */
#include <string.h>

#include "cli/scene/scene_readers.h"

#define PARTS_MAX 65535

static const char *const soft_keys[] = {
    "name",      "rope",          "cloth",  "polygon",  "blob",       "points",   "links",
    "outline",   "pins",          "attach", "velocity", "pressure",   "friction", "restitution",
    "damping",   "gravity_scale", "radius", "filter",   "iterations", "tear",     "self_collide",
    "can_sleep", "awake",         "colour", "repeat",   NULL,
};

/* What the points come from; just one of them. */
static const char *const sources[] = {"rope", "cloth", "polygon", "blob", "points", NULL};

/* Room for the points and links of a builder, and the links that follow in the file. */
static pawl_soft_parts make_room(cli_plan *plan, const cli_json *soft, uint64_t points,
                                 uint64_t links) {
    const cli_json *more = cli_json_find(soft, "links");
    if (more != NULL && more->type == CLI_JSON_ARRAY) links += more->count;
    pawl_soft_parts parts = {NULL, NULL, 0, 0, 0, 0};
    if (points > PARTS_MAX || links > PARTS_MAX) {
        cli_scene_plan_fail(plan, soft->line, "more than %d points or links", PARTS_MAX);
        return parts;
    }
    parts.points = cli_heap_take(&plan->heap, (size_t)(points + 1) * sizeof *parts.points);
    parts.links = cli_heap_take(&plan->heap, (size_t)(links + 1) * sizeof *parts.links);
    parts.point_capacity = (uint32_t)points;
    parts.link_capacity = (uint32_t)links;
    return parts;
}

/* The arguments of a builder, with their defaults. */
typedef struct material {
    pawl_fx mass, stiffness, other; /* other: bend, shear or inner */
} material;

static material read_material(cli_plan *plan, const cli_json *value, const char *other,
                              pawl_fx rest) {
    material made = {PAWL_FX_ONE, PAWL_FX_ONE, rest};
    cli_scene_plan_read_fx(plan, value, "mass", PAWL_POINT_MASS_MIN, PAWL_FX_MAX, &made.mass);
    cli_scene_plan_read_fx(plan, value, "stiffness", 0, PAWL_FX_ONE, &made.stiffness);
    cli_scene_plan_read_fx(plan, value, other, 0, PAWL_FX_ONE, &made.other);
    return made;
}

static void check_built(cli_plan *plan, const cli_json *value, const char *what,
                        pawl_status status) {
    if (status == PAWL_OK) return;
    cli_scene_plan_fail(plan, value->line, "%s: %s", what, pawl_status_text(status));
}

/* Links that are longer than they are placed do not push, or the rope would shoot apart. */
static void slacken(cli_plan *plan, const cli_json *value, pawl_fx slack, pawl_soft_parts *rope) {
    for (uint32_t i = 0; i < rope->link_count && !plan->failed; i++) {
        pawl_soft_link *link = &rope->links[i];
        if (link->type != PAWL_LINK_DISTANCE) continue;
        const pawl_vec2 way =
            pawl_vec2_sub(rope->points[link->b].position, rope->points[link->a].position);
        link->length = pawl_mul(pawl_vec2_length(way), pawl_add(PAWL_FX_ONE, slack));
        link->flags |= PAWL_LINK_ROPE;
        if (link->length > PAWL_LINK_LENGTH_MAX) {
            cli_scene_plan_fail(plan, value->line, "rope: links of more than %ld units",
                                (long)(PAWL_LINK_LENGTH_MAX / PAWL_FX_ONE));
        }
    }
}

static pawl_soft_parts read_rope(cli_plan *plan, const cli_json *soft, const cli_json *value) {
    static const char *const keys[] = {"from",      "to",   "links", "mass",
                                       "stiffness", "bend", "slack", NULL};
    pawl_vec2 from = {0, 0}, to = {0, 0};
    pawl_fx slack = 0;
    int64_t links = 8;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "from", true, &from);
    cli_scene_plan_read_point(plan, value, "to", true, &to);
    cli_scene_plan_read_int(plan, value, "links", 1, PARTS_MAX - 1, &links);
    cli_scene_plan_read_fx(plan, value, "slack", 0, PAWL_FX(16, 0, 1), &slack);
    const material made = read_material(plan, value, "bend", 0);
    pawl_soft_parts parts = make_room(plan, soft, (uint64_t)links + 1, 2 * (uint64_t)links);
    if (plan->failed) return parts;
    check_built(plan, value, "rope",
                pawl_soft_add_rope(&parts, from, to, (uint32_t)links, made.mass, made.stiffness,
                                   made.other));
    if (slack > 0) slacken(plan, value, slack, &parts);
    return parts;
}

static pawl_soft_parts read_cloth(cli_plan *plan, const cli_json *soft, const cli_json *value) {
    static const char *const keys[] = {"lower", "upper",     "columns", "rows",
                                       "mass",  "stiffness", "shear",   NULL};
    pawl_box box = {{0, 0}, {0, 0}};
    int64_t columns = 8, rows = 8;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "lower", true, &box.lower);
    cli_scene_plan_read_point(plan, value, "upper", true, &box.upper);
    cli_scene_plan_read_int(plan, value, "columns", 1, 1000, &columns);
    cli_scene_plan_read_int(plan, value, "rows", 1, 1000, &rows);
    const material made = read_material(plan, value, "shear", 0);
    const uint64_t points = (uint64_t)(columns + 1) * (uint64_t)(rows + 1);
    const uint64_t cells = (uint64_t)columns * (uint64_t)rows;
    const uint64_t links = 2 * points - (uint64_t)(columns + 1) - (uint64_t)(rows + 1) + 2 * cells;
    pawl_soft_parts parts = make_room(plan, soft, points, links);
    if (plan->failed) return parts;
    check_built(plan, value, "cloth",
                pawl_soft_add_cloth(&parts, box, (uint32_t)columns, (uint32_t)rows, made.mass,
                                    made.stiffness, made.other));
    return parts;
}

/* The corners of a polygon; null after an error. */
static pawl_vec2 *read_corners(cli_plan *plan, const cli_json *list, const char *what) {
    pawl_vec2 *corners = cli_heap_take(&plan->heap, (list->count + 1) * sizeof *corners);
    const cli_json *one = list->child;
    for (uint32_t i = 0; one != NULL && !plan->failed; one = one->next, i++) {
        if (!cli_scene_plan_value_type(plan, one, what, CLI_JSON_ARRAY)) return NULL;
        if (one->count != 2) {
            cli_scene_plan_fail(plan, one->line, "%s: expected [x, y]", what);
            return NULL;
        }
        cli_scene_plan_value_fx(plan, one->child, what, -PAWL_COORD_MAX, PAWL_COORD_MAX,
                                &corners[i].x);
        cli_scene_plan_value_fx(plan, one->child->next, what, -PAWL_COORD_MAX, PAWL_COORD_MAX,
                                &corners[i].y);
    }
    return plan->failed ? NULL : corners;
}

static pawl_soft_parts read_polygon(cli_plan *plan, const cli_json *soft, const cli_json *value,
                                    pawl_soft_def *def) {
    static const char *const keys[] = {"points", "mass", "stiffness", "inner", NULL};
    pawl_soft_parts parts = {NULL, NULL, 0, 0, 0, 0};
    cli_scene_plan_check_keys(plan, value, keys);
    const cli_json *list = cli_scene_plan_read_member(plan, value, "points", CLI_JSON_ARRAY, true);
    const pawl_vec2 *corners = list == NULL ? NULL : read_corners(plan, list, "points");
    const material made = read_material(plan, value, "inner", PAWL_FX(0, 1, 4));
    if (corners == NULL || plan->failed) return parts;
    const uint64_t count = list->count;
    parts = make_room(plan, soft, count, count * (count + 1) / 2);
    if (plan->failed) return parts;
    check_built(plan, value, "polygon",
                pawl_soft_add_polygon(&parts, corners, (uint32_t)count, made.mass, made.stiffness,
                                      made.other));
    def->outline_count = parts.point_count;
    return parts;
}

static pawl_soft_parts read_blob(cli_plan *plan, const cli_json *soft, const cli_json *value,
                                 pawl_soft_def *def) {
    static const char *const keys[] = {"center",    "radius", "points", "mass",
                                       "stiffness", "bend",   NULL};
    pawl_vec2 center = {0, 0};
    pawl_fx radius = PAWL_FX_ONE;
    int64_t count = 16;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "center", true, &center);
    cli_scene_plan_read_fx(plan, value, "radius", 1, PAWL_LINK_LENGTH_MAX, &radius);
    cli_scene_plan_read_int(plan, value, "points", 3, PARTS_MAX / 2, &count);
    const material made = read_material(plan, value, "bend", PAWL_FX(0, 1, 4));
    pawl_soft_parts parts = make_room(plan, soft, (uint64_t)count, 2 * (uint64_t)count);
    if (plan->failed) return parts;
    check_built(plan, value, "blob",
                pawl_soft_add_blob(&parts, center, radius, (uint32_t)count, made.mass,
                                   made.stiffness, made.other));
    def->outline_count = parts.point_count;
    return parts;
}

/* [{"at": [x, y], "mass": m}, ...] */
static pawl_soft_parts read_points(cli_plan *plan, const cli_json *soft, const cli_json *list) {
    static const char *const keys[] = {"at", "mass", "velocity", NULL};
    pawl_soft_parts parts = make_room(plan, soft, list->count, 0);
    for (const cli_json *one = list->child; one != NULL && !plan->failed; one = one->next) {
        pawl_soft_point point = {{0, 0}, {0, 0}, PAWL_FX_ONE};
        if (!cli_scene_plan_value_type(plan, one, "points", CLI_JSON_OBJECT)) return parts;
        cli_scene_plan_check_keys(plan, one, keys);
        cli_scene_plan_read_point(plan, one, "at", true, &point.position);
        cli_scene_plan_read_point(plan, one, "velocity", false, &point.velocity);
        cli_scene_plan_read_fx(plan, one, "mass", PAWL_POINT_MASS_MIN, PAWL_POINT_MASS_MAX,
                               &point.mass);
        if (!plan->failed) parts.points[parts.point_count++] = point;
    }
    return parts;
}

/* The number of a point. */
static uint16_t point_number(cli_plan *plan, const cli_json *value, const char *what,
                             uint32_t points) {
    int64_t number = 0;
    cli_scene_plan_value_int(plan, value, what, 0, (int64_t)points - 1, &number);
    return (uint16_t)number;
}

/* {"points": [a, b]}, or [a, b, c] for a bend. */
static void read_link(cli_plan *plan, const cli_json *value, pawl_soft_parts *parts) {
    static const char *const keys[] = {"points",  "length", "stiffness", "tear",
                                       "surface", "rope",   NULL};
    pawl_soft_link link;
    bool surface = false, rope = false;
    memset(&link, 0, sizeof link);
    link.stiffness = PAWL_FX_ONE;
    if (!cli_scene_plan_value_type(plan, value, "links", CLI_JSON_OBJECT)) return;
    cli_scene_plan_check_keys(plan, value, keys);
    const cli_json *ends = cli_scene_plan_read_member(plan, value, "points", CLI_JSON_ARRAY, true);
    if (ends == NULL) return;
    if (ends->count != 2 && ends->count != 3) {
        cli_scene_plan_fail(plan, ends->line, "points: expected [a, b], or [a, b, c] for a bend");
        return;
    }
    link.a = point_number(plan, ends->child, "points", parts->point_count);
    link.b = point_number(plan, ends->child->next, "points", parts->point_count);
    if (ends->count == 3) {
        link.type = PAWL_LINK_BEND;
        link.c = point_number(plan, ends->child->next->next, "points", parts->point_count);
    }
    cli_scene_plan_read_fx(plan, value, "length", 1, PAWL_LINK_LENGTH_MAX, &link.length);
    cli_scene_plan_read_fx(plan, value, "stiffness", 0, PAWL_FX_ONE, &link.stiffness);
    cli_scene_plan_read_fx(plan, value, "tear", PAWL_FX(1, 1, 256), PAWL_FX(255, 0, 1), &link.tear);
    cli_scene_plan_read_bool(plan, value, "surface", &surface);
    cli_scene_plan_read_bool(plan, value, "rope", &rope);
    link.flags = (uint8_t)((surface ? PAWL_LINK_SURFACE : 0) | (rope ? PAWL_LINK_ROPE : 0));
    if (!plan->failed) parts->links[parts->link_count++] = link;
}

static const cli_json *find_source(cli_plan *plan, const cli_json *soft, int *which) {
    const cli_json *found = NULL;
    for (int i = 0; sources[i] != NULL; i++) {
        const cli_json *value = cli_json_find(soft, sources[i]);
        if (value == NULL) continue;
        if (found != NULL) {
            cli_scene_plan_fail(plan, value->key_line, "both \"%s\" and \"%s\"", sources[*which],
                                sources[i]);
            return NULL;
        }
        found = value;
        *which = i;
    }
    if (found == NULL) {
        cli_scene_plan_fail(plan, soft->line,
                            "expected \"rope\", \"cloth\", \"polygon\", \"blob\" or \"points\"");
    }
    return found;
}

static pawl_soft_parts read_parts(cli_plan *plan, const cli_json *soft, pawl_soft_def *def) {
    pawl_soft_parts parts = {NULL, NULL, 0, 0, 0, 0};
    int which = 0;
    const cli_json *value = find_source(plan, soft, &which);
    if (value == NULL) return parts;
    const cli_json_type type = which == 4 ? CLI_JSON_ARRAY : CLI_JSON_OBJECT;
    if (!cli_scene_plan_value_type(plan, value, sources[which], type)) return parts;
    if (which == 0) parts = read_rope(plan, soft, value);
    if (which == 1) parts = read_cloth(plan, soft, value);
    if (which == 2) parts = read_polygon(plan, soft, value, def);
    if (which == 3) parts = read_blob(plan, soft, value, def);
    if (which == 4) parts = read_points(plan, soft, value);
    const cli_json *links = cli_scene_plan_read_member(plan, soft, "links", CLI_JSON_ARRAY, false);
    const cli_json *link = plan->failed || links == NULL ? NULL : links->child;
    for (; link != NULL && !plan->failed; link = link->next)
        read_link(plan, link, &parts);
    return parts;
}

static void read_pins(cli_plan *plan, const cli_json *soft, const pawl_soft_parts *parts) {
    const cli_json *pins = cli_scene_plan_read_member(plan, soft, "pins", CLI_JSON_ARRAY, false);
    const cli_json *pin = pins == NULL ? NULL : pins->child;
    for (; pin != NULL && !plan->failed; pin = pin->next)
        parts->points[point_number(plan, pin, "pins", parts->point_count)].mass = 0;
}

/* What all points or all distances get. */
static void read_all_parts(cli_plan *plan, const cli_json *soft, const pawl_soft_parts *parts) {
    pawl_vec2 velocity = {0, 0};
    pawl_fx tear = 0;
    cli_scene_plan_read_point(plan, soft, "velocity", false, &velocity);
    cli_scene_plan_read_fx(plan, soft, "tear", PAWL_FX(1, 1, 256), PAWL_FX(255, 0, 1), &tear);
    if (pawl_abs(velocity.x) > PAWL_SPEED_MAX || pawl_abs(velocity.y) > PAWL_SPEED_MAX) {
        cli_scene_plan_fail(plan, cli_json_find(soft, "velocity")->line,
                            "velocity: more than %ld units per second on an axis",
                            (long)pawl_near_to_int(PAWL_SPEED_MAX));
    }
    if (plan->failed) return;
    const bool moves = cli_json_find(soft, "velocity") != NULL;
    for (uint32_t i = 0; moves && i < parts->point_count; i++)
        parts->points[i].velocity = velocity;
    for (uint32_t i = 0; tear != 0 && i < parts->link_count; i++) {
        if (parts->links[i].type == PAWL_LINK_DISTANCE) parts->links[i].tear = tear;
    }
}

static void read_def(cli_plan *plan, const cli_json *soft, pawl_soft_def *def) {
    const pawl_fx most = PAWL_FX(1024, 0, 1);
    int64_t iterations = def->iterations, outline = def->outline_count;
    cli_scene_plan_read_int(plan, soft, "outline", 0, def->point_count, &outline);
    cli_scene_plan_read_fx(plan, soft, "pressure", 0, PAWL_FX_ONE, &def->pressure);
    cli_scene_plan_read_fx(plan, soft, "friction", 0, PAWL_FX_MAX, &def->friction);
    cli_scene_plan_read_fx(plan, soft, "restitution", 0, PAWL_FX_ONE, &def->restitution);
    cli_scene_plan_read_fx(plan, soft, "damping", 0, most, &def->damping);
    cli_scene_plan_read_fx(plan, soft, "gravity_scale", -most, most, &def->gravity_scale);
    cli_scene_plan_read_fx(plan, soft, "radius", 1, PAWL_LINK_LENGTH_MAX, &def->radius);
    cli_scene_shape_read_filter(plan, soft, &def->filter);
    cli_scene_plan_read_int(plan, soft, "iterations", 1, PAWL_SOFT_ITERATIONS_MAX, &iterations);
    cli_scene_plan_read_bool(plan, soft, "self_collide", &def->self_collide);
    cli_scene_plan_read_bool(plan, soft, "can_sleep", &def->can_sleep);
    cli_scene_plan_read_bool(plan, soft, "awake", &def->awake);
    def->iterations = (uint8_t)iterations;
    def->outline_count = (uint32_t)outline;
}

/* {"point": 0, "body": "crate", "at": [x, y]}, of a copy of the soft body. */
static void read_attachment(cli_plan *plan, const cli_json *value, int64_t copy,
                            cli_plan_soft *soft) {
    static const char *const keys[] = {"point", "body", "at", NULL};
    int64_t point = 0;
    if (!cli_scene_plan_value_type(plan, value, "attach", CLI_JSON_OBJECT)) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_int(plan, value, "point", 0, (int64_t)soft->def.point_count - 1, &point);
    const cli_json *body = cli_json_find(value, "body");
    if (body == NULL || cli_json_find(value, "point") == NULL) {
        cli_scene_plan_fail(plan, value->line, "attach: expected a \"point\" and a \"body\"");
        return;
    }
    cli_plan_attachment *made = cli_heap_take(&plan->heap, sizeof *made);
    made->next = NULL;
    made->line = value->line;
    made->point = (uint32_t)point;
    made->body = cli_scene_joint_read_body(plan, body, copy);
    made->has_anchor = cli_json_find(value, "at") != NULL;
    cli_scene_plan_read_point(plan, value, "at", false, &made->anchor);
    cli_plan_attachment **end = &soft->first;
    while (*end != NULL)
        end = &(*end)->next;
    *end = made;
    soft->attachment_count++;
}

static void add_soft(cli_plan *plan, const cli_plan_soft *read) {
    cli_plan_soft *soft = cli_heap_take(&plan->heap, sizeof *soft);
    *soft = *read;
    soft->next = NULL;
    if (plan->last_soft == NULL) {
        plan->first_soft = soft;
    } else {
        plan->last_soft->next = soft;
    }
    plan->last_soft = soft;
    plan->soft_count++;
    plan->soft_point_count += soft->def.point_count;
    plan->soft_link_count += soft->def.link_count + soft->attachment_count;
    if (plan->soft_count > PAWL_CAPACITY_MAX || plan->soft_point_count > PARTS_MAX ||
        plan->soft_link_count > PARTS_MAX) {
        cli_scene_plan_fail(
            plan, soft->line,
            "more than %d soft bodies, or %d points or links of all of them together",
            PAWL_CAPACITY_MAX, PARTS_MAX);
    }
}

/* The points are where the copy is; links count from the first point and are the same. */
static void add_copy(cli_plan *plan, const cli_json *value, const cli_plan_soft *original,
                     const cli_repeat *copies, int64_t row, int64_t column, uint32_t made) {
    cli_plan_soft soft = *original;
    const uint32_t count = soft.def.point_count;
    pawl_soft_point *points = cli_heap_take(&plan->heap, (size_t)count * sizeof *points);
    memcpy(points, original->def.points, (size_t)count * sizeof *points);
    for (uint32_t i = 0; i < count; i++) {
        points[i].position =
            cli_scene_repeat_place(plan, soft.line, points[i].position, copies, row, column);
    }
    soft.def.points = points;
    const cli_json *list = cli_scene_plan_read_member(plan, value, "attach", CLI_JSON_ARRAY, false);
    const cli_json *one = list == NULL ? NULL : list->child;
    for (; one != NULL && !plan->failed; one = one->next)
        read_attachment(plan, one, made, &soft);
    if (!plan->failed) add_soft(plan, &soft);
}

static void add_copies(cli_plan *plan, const cli_json *value, cli_plan_soft *original) {
    cli_repeat copies;
    cli_colors colors;
    uint32_t made = 0;
    cli_scene_repeat_read(plan, value, false, &copies);
    cli_scene_repeat_read_colors(plan, value, &colors);
    for (int64_t row = 0; row < copies.rows && !plan->failed; row++) {
        const int64_t count = copies.count - row * copies.shrink;
        for (int64_t column = 0; column < count && !plan->failed; column++, made++) {
            original->def.user_data = cli_scene_repeat_color(&colors, &copies, row, made);
            add_copy(plan, value, original, &copies, row, column, made);
        }
    }
}

static void read_soft(cli_plan *plan, const cli_json *value, uint32_t index) {
    cli_plan_soft soft = {.line = value->line, .index = index};
    plan->where[0] = 0;
    cli_scene_plan_at(plan, "soft body", index, NULL);
    if (!cli_scene_plan_value_type(plan, value, "soft_bodies", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &soft.name);
    cli_scene_plan_at(plan, "soft body", index, soft.name);
    cli_scene_plan_check_keys(plan, value, soft_keys);
    soft.def = pawl_soft_def_default();
    if (plan->failed) return;
    const pawl_soft_parts parts = read_parts(plan, value, &soft.def);
    if (plan->failed) return;
    soft.def.points = parts.points;
    soft.def.links = parts.links;
    soft.def.point_count = parts.point_count;
    soft.def.link_count = parts.link_count;
    read_pins(plan, value, &parts);
    read_all_parts(plan, value, &parts);
    read_def(plan, value, &soft.def);
    if (!plan->failed) add_copies(plan, value, &soft);
}

void cli_scene_soft_read(cli_plan *plan, const cli_json *root) {
    const cli_json *softs =
        cli_scene_plan_read_member(plan, root, "soft_bodies", CLI_JSON_ARRAY, false);
    const cli_json *value = softs == NULL ? NULL : softs->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next)
        read_soft(plan, value, i);
    plan->where[0] = 0;
}

void cli_scene_soft_build(cli_plan *plan, pawl_world *world, const cli_plan_soft *soft) {
    pawl_soft_id id = {0, 0};
    cli_scene_plan_at(plan, "soft body", soft->index, soft->name);
    const pawl_status status = pawl_soft_create(world, &soft->def, &id);
    if (status != PAWL_OK) {
        cli_scene_plan_fail(plan, soft->line, "%s", pawl_status_text(status));
        return;
    }
    const cli_scene_soft listed = {cli_scene_plan_keep_name(plan, soft->name), id};
    plan->scene.softs[plan->scene.soft_count++] = listed;
    for (const cli_plan_attachment *one = soft->first; one != NULL; one = one->next) {
        uint32_t link = 0;
        const pawl_vec2 place = soft->def.points[one->point].position;
        const pawl_vec2 anchor =
            one->has_anchor ? one->anchor
                            : pawl_pose_unapply(pawl_body_get_pose(world, one->body->id), place);
        const pawl_status made =
            pawl_soft_attach(world, id, one->point, one->body->id, anchor, &link);
        if (made == PAWL_OK) continue;
        cli_scene_plan_fail(plan, one->line, "attach: %s", pawl_status_text(made));
        return;
    }
}
