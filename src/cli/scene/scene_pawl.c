/* scene_pawl.c - pawl's own scenes, docs/format-scene.md: the world, its bodies, their copies. */
#include <string.h>

#include "cli/scene/scene_readers.h"
#include "cli/scene/scene_units.h"

#define TICKS_MAX 100000000

static const char *const body_keys[] = {
    "name",
    "type",
    "position",
    "angle",
    "turns",
    "velocity",
    "angular_velocity",
    "gravity_scale",
    "linear_damping",
    "angular_damping",
    "fixed_rotation",
    "lock_x",
    "lock_y",
    "awake",
    "can_sleep",
    "sleep_threshold",
    "enabled",
    "bullet",
    "colour",
    "shapes",
    "repeat",
    NULL,
};

/* By pawl_body_type. */
#define MOVES (1u << PAWL_KINEMATIC | 1u << PAWL_DYNAMIC)
#define IS_PUSHED (1u << PAWL_DYNAMIC)
static const cli_typed_key type_keys[] = {
    {"velocity", MOVES},
    {"angular_velocity", MOVES},
    {"awake", MOVES},
    {"can_sleep", MOVES},
    {"sleep_threshold", MOVES},
    {"gravity_scale", IS_PUSHED},
    {"linear_damping", IS_PUSHED},
    {"angular_damping", IS_PUSHED},
    {"fixed_rotation", IS_PUSHED},
    {"lock_x", IS_PUSHED},
    {"lock_y", IS_PUSHED},
    {"bullet", IS_PUSHED},
    {NULL, 0},
};

static void read_body_type(cli_plan *plan, const cli_json *value, pawl_body_def *def) {
    static const char *const types[] = {"static", "kinematic", "dynamic", NULL};
    static const char *const type_names[] = {"static body", "kinematic body", "dynamic body"};
    const char *name = "dynamic";
    cli_scene_plan_read_text(plan, value, "type", &name);
    for (int i = 0; types[i] != NULL; i++) {
        if (strcmp(name, types[i]) == 0) {
            def->type = (pawl_body_type)i;
            cli_scene_plan_check_type(plan, value, type_keys, (unsigned)i, type_names[i]);
            return;
        }
    }
    cli_scene_plan_fail(plan, cli_json_find(value, "type")->line,
                        "type: \"%.40s\" is not \"static\", \"kinematic\" or \"dynamic\"", name);
}

static void read_body_def(cli_plan *plan, const cli_json *value, pawl_body_def *def) {
    const pawl_fx most = PAWL_FX(1024, 0, 1);
    pawl_fx spin = 0;
    read_body_type(plan, value, def);
    cli_scene_plan_read_point(plan, value, "position", false, &def->position);
    cli_scene_plan_read_angle(plan, value, &def->angle);
    cli_scene_plan_read_point(plan, value, "velocity", false, &def->velocity);
    cli_scene_plan_read_fx(plan, value, "angular_velocity", -PAWL_FX_MAX, PAWL_FX_MAX, &spin);
    def->angular_velocity = cli_scene_units_radians(spin);
    cli_scene_plan_read_fx(plan, value, "gravity_scale", -most, most, &def->gravity_scale);
    cli_scene_plan_read_fx(plan, value, "linear_damping", 0, most, &def->linear_damping);
    cli_scene_plan_read_fx(plan, value, "angular_damping", 0, most, &def->angular_damping);
    cli_scene_plan_read_bool(plan, value, "fixed_rotation", &def->fixed_rotation);
    cli_scene_plan_read_bool(plan, value, "lock_x", &def->lock_x);
    cli_scene_plan_read_bool(plan, value, "lock_y", &def->lock_y);
    cli_scene_plan_read_bool(plan, value, "awake", &def->awake);
    cli_scene_plan_read_bool(plan, value, "can_sleep", &def->can_sleep);
    cli_scene_plan_read_fx(plan, value, "sleep_threshold", 0, PAWL_SPEED_MAX,
                           &def->sleep_threshold);
    cli_scene_plan_read_bool(plan, value, "enabled", &def->enabled);
    cli_scene_plan_read_bool(plan, value, "bullet", &def->bullet);
}

static void copy_body(cli_plan *plan, const cli_plan_body *original, const cli_repeat *copies,
                      int64_t row, int64_t column, uint32_t turns) {
    cli_plan_body *body =
        cli_scene_plan_add_body(plan, original->line, original->index, original->name);
    body->def = original->def;
    body->def.position =
        cli_scene_repeat_place(plan, original->line, original->def.position, copies, row, column);
    body->def.angle += turns * pawl_angle_from_degrees(copies->turn);
    for (const cli_plan_shape *one = original->first; one != NULL; one = one->next) {
        cli_scene_plan_add_shape(plan, body, one);
    }
}

static void add_copies(cli_plan *plan, const cli_plan_body *original, const cli_repeat *copies,
                       const cli_colors *color) {
    uint32_t made = 0;
    for (int64_t row = 0; row < copies->rows; row++) {
        const int64_t count = copies->count - row * copies->shrink;
        for (int64_t column = 0; column < count && !plan->failed; column++) {
            copy_body(plan, original, copies, row, column, made);
            const uint32_t chosen = cli_scene_repeat_color(color, copies, row, made);
            if (chosen > 0) plan->last->def.user_data = chosen;
            made++;
        }
        if (plan->failed) return;
    }
}

static void read_body(cli_plan *plan, const cli_json *value, uint32_t index,
                      const cli_json *materials) {
    cli_plan_body body = {.line = value->line, .index = index};
    plan->where[0] = 0;
    cli_scene_plan_at(plan, "body", index, NULL);
    if (!cli_scene_plan_value_type(plan, value, "bodies", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &body.name);
    cli_scene_plan_at(plan, "body", index, body.name);
    cli_scene_plan_check_keys(plan, value, body_keys);
    body.def = pawl_body_def_default();
    read_body_def(plan, value, &body.def);

    const cli_json *shapes =
        cli_scene_plan_read_member(plan, value, "shapes", CLI_JSON_ARRAY, true);
    const cli_json *shape = shapes == NULL ? NULL : shapes->child;
    const uint32_t before = plan->shape_count;
    for (uint32_t i = 0; shape != NULL && !plan->failed; i++, shape = shape->next) {
        cli_scene_plan_at(plan, "body", index, body.name);
        cli_scene_plan_at_within(plan, "shape", i, NULL);
        cli_scene_shape_read(plan, shape, i, materials, &body);
    }
    plan->shape_count = before; /* the original itself is not in the scene, its copies are */
    cli_scene_plan_at(plan, "body", index, body.name);
    cli_repeat copies;
    cli_colors color;
    cli_scene_repeat_read(plan, value, true, &copies);
    cli_scene_repeat_read_colors(plan, value, &color);
    if (!plan->failed) add_copies(plan, &body, &copies, &color);
}

/* Steps per second: a whole number, or [numerator, denominator]. */
static void read_rate(cli_plan *plan, const cli_json *root) {
    const cli_json *value = cli_json_find(root, "rate");
    int64_t part[2] = {60, 1};
    if (value == NULL) return;
    if (value->type == CLI_JSON_ARRAY && value->count == 2) {
        for (int i = 0; i < 2; i++) {
            const cli_json *one = i == 0 ? value->child : value->child->next;
            if (!cli_scene_plan_value_int(plan, one, "rate", 1, UINT32_MAX, &part[i])) return;
        }
    } else {
        cli_scene_plan_read_int(plan, root, "rate", 1, 1000, &part[0]);
    }
    if (part[0] < part[1] || part[0] > 1000 * part[1]) {
        cli_scene_plan_fail(plan, value->line, "rate: expected 1 to 1000 steps per second");
    }
    plan->world.rate_numerator = (uint32_t)part[0];
    plan->world.rate_denominator = (uint32_t)part[1];
}

static void read_camera(cli_plan *plan, const cli_json *root) {
    static const char *const keys[] = {"lower", "upper", NULL};
    const cli_json *value =
        cli_scene_plan_read_member(plan, root, "camera", CLI_JSON_OBJECT, false);
    pawl_box *box = &plan->scene.camera;
    if (value == NULL) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_point(plan, value, "lower", true, &box->lower);
    cli_scene_plan_read_point(plan, value, "upper", true, &box->upper);
    if (box->lower.x >= box->upper.x || box->lower.y >= box->upper.y) {
        cli_scene_plan_fail(plan, value->line, "camera: upper must lie above and right of lower");
    }
    plan->scene.has_camera = true;
}

/* How contacts are solved: 0 is the default of each. */
static void read_tuning(cli_plan *plan, const cli_json *root) {
    static const char *const keys[] = {"hertz", "damping_ratio", "push_speed", NULL};
    pawl_contact_tuning *tuning = &plan->world.contact_tuning;
    cli_scene_plan_read_fx(plan, root, "restitution_threshold", 0, PAWL_SPEED_MAX,
                           &plan->world.restitution_threshold);
    cli_scene_plan_read_fx(plan, root, "hit_threshold", 0, PAWL_SPEED_MAX,
                           &plan->world.hit_threshold);
    const cli_json *value =
        cli_scene_plan_read_member(plan, root, "contacts", CLI_JSON_OBJECT, false);
    if (value == NULL) return;
    cli_scene_plan_check_keys(plan, value, keys);
    cli_scene_plan_read_fx(plan, value, "hertz", PAWL_FX_ONE, PAWL_HERTZ_MAX, &tuning->hertz);
    cli_scene_plan_read_fx(plan, value, "damping_ratio", 0, PAWL_CONTACT_DAMPING_MAX,
                           &tuning->damping_ratio);
    cli_scene_plan_read_fx(plan, value, "push_speed", 0, PAWL_SPEED_MAX, &tuning->push_speed);
}

static void read_world(cli_plan *plan, const cli_json *root) {
    const char *title = "", *about = "";
    int64_t version = 0, substeps = plan->world.substeps, ticks = plan->scene.ticks;
    int64_t soft_substeps = plan->world.soft_substeps;
    bool sleeping = true;
    cli_scene_plan_read_int(plan, root, "pawl-scene", 1, 1, &version);
    cli_scene_plan_read_text(plan, root, "title", &title);
    cli_scene_plan_read_text(plan, root, "about", &about); /* for the reader of the file alone */
    cli_scene_plan_read_point(plan, root, "gravity", false, &plan->world.gravity);
    cli_scene_plan_read_point(plan, root, "periods", false, &plan->periods);
    cli_scene_plan_read_fx(plan, root, "length_unit", PAWL_FX(0, 1, 16), PAWL_FX(1024, 0, 1),
                           &plan->world.length_unit);
    read_rate(plan, root);
    cli_scene_plan_read_int(plan, root, "substeps", 1, PAWL_SUBSTEPS_MAX, &substeps);
    cli_scene_plan_read_bool(plan, root, "sleeping", &sleeping);
    cli_scene_plan_read_int(plan, root, "soft_substeps", 1, PAWL_SOFT_SUBSTEPS_MAX, &soft_substeps);
    cli_scene_plan_read_int(plan, root, "ticks", 0, TICKS_MAX, &ticks);
    read_tuning(plan, root);
    read_camera(plan, root);
    cli_scene_break_read(plan, root);
    plan->world.substeps = (uint8_t)substeps;
    plan->world.soft_substeps = (uint8_t)soft_substeps;
    plan->world.sleeping = sleeping;
    plan->scene.ticks = (uint32_t)ticks;
    if (strlen(title) >= sizeof plan->scene.title) {
        cli_scene_plan_fail(plan, cli_json_find(root, "title")->line, "title: longer than %d bytes",
                            (int)sizeof plan->scene.title - 1);
    }
    snprintf(plan->scene.title, sizeof plan->scene.title, "%s", title);
}

void cli_scene_pawl_read(cli_plan *plan, const cli_json *root) {
    static const char *const keys[] = {"pawl-scene",
                                       "title",
                                       "about",
                                       "gravity",
                                       "length_unit",
                                       "rate",
                                       "substeps",
                                       "sleeping",
                                       "ticks",
                                       "camera",
                                       "materials",
                                       "bodies",
                                       "joints",
                                       "level",
                                       "soft_bodies",
                                       "soft_substeps",
                                       "fracture",
                                       "arcade",
                                       "map",
                                       "characters",
                                       "contacts",
                                       "restitution_threshold",
                                       "hit_threshold",
                                       "periods",
                                       NULL};
    cli_scene_plan_check_keys(plan, root, keys);
    read_world(plan, root);
    if (cli_json_find(root, "arcade") != NULL) {
        if (!plan->failed) cli_scene_arcade_read(plan, root);
        return;
    }
    const cli_json *materials =
        cli_scene_plan_read_member(plan, root, "materials", CLI_JSON_OBJECT, false);
    if (materials != NULL) cli_scene_shape_check_materials(plan, materials);
    plan->materials = materials;
    const bool has_level = cli_json_find(root, "level") != NULL;
    const bool has_others =
        cli_json_find(root, "soft_bodies") != NULL || cli_json_find(root, "characters") != NULL;
    const cli_json *bodies =
        cli_scene_plan_read_member(plan, root, "bodies", CLI_JSON_ARRAY, !has_level && !has_others);
    const cli_json *value = bodies == NULL ? NULL : bodies->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next) {
        read_body(plan, value, i, materials);
        plan->next_body = i + 1;
    }
    plan->where[0] = 0;
    if (!plan->failed && has_level) cli_scene_level_read(plan, root, materials);
    if (!plan->failed) cli_scene_joint_read(plan, root);
    if (!plan->failed) cli_scene_soft_read(plan, root);
    if (!plan->failed) cli_scene_character_read(plan, root);
}
