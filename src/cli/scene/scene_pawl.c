/* scene_pawl.c - pawl's own scenes, docs/format-scene.md: the world, its bodies, their copies. */
#include <string.h>

#include "cli/scene/scene_plan.h"
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
    "awake",
    "can_sleep",
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
static const pawli_kind_key type_keys[] = {
    {"velocity", MOVES},
    {"angular_velocity", MOVES},
    {"awake", MOVES},
    {"can_sleep", MOVES},
    {"gravity_scale", IS_PUSHED},
    {"linear_damping", IS_PUSHED},
    {"angular_damping", IS_PUSHED},
    {"fixed_rotation", IS_PUSHED},
    {"bullet", IS_PUSHED},
    {NULL, 0},
};

static void read_body_type(pawli_plan *plan, const pawli_json *value, pawl_body_def *def) {
    static const char *const types[] = {"static", "kinematic", "dynamic", NULL};
    static const char *const kinds[] = {"static body", "kinematic body", "dynamic body"};
    const char *name = "dynamic";
    pawli_read_text(plan, value, "type", &name);
    for (int i = 0; types[i] != NULL; i++) {
        if (strcmp(name, types[i]) == 0) {
            def->type = (pawl_body_type)i;
            pawli_check_kind(plan, value, type_keys, (unsigned)i, kinds[i]);
            return;
        }
    }
    pawli_plan_fail(plan, pawli_json_find(value, "type")->line,
                    "type: \"%.40s\" is not \"static\", \"kinematic\" or \"dynamic\"", name);
}

static void read_body_def(pawli_plan *plan, const pawli_json *value, pawl_body_def *def) {
    const pawl_fx most = PAWL_FX(1024, 0, 1);
    pawl_fx spin = 0;
    read_body_type(plan, value, def);
    pawli_read_point(plan, value, "position", false, &def->position);
    pawli_read_angle(plan, value, &def->angle);
    pawli_read_point(plan, value, "velocity", false, &def->velocity);
    pawli_read_fx(plan, value, "angular_velocity", -PAWL_FX_MAX, PAWL_FX_MAX, &spin);
    def->angular_velocity = pawli_radians(spin);
    pawli_read_fx(plan, value, "gravity_scale", -most, most, &def->gravity_scale);
    pawli_read_fx(plan, value, "linear_damping", 0, most, &def->linear_damping);
    pawli_read_fx(plan, value, "angular_damping", 0, most, &def->angular_damping);
    pawli_read_bool(plan, value, "fixed_rotation", &def->fixed_rotation);
    pawli_read_bool(plan, value, "awake", &def->awake);
    pawli_read_bool(plan, value, "can_sleep", &def->can_sleep);
    pawli_read_bool(plan, value, "enabled", &def->enabled);
    pawli_read_bool(plan, value, "bullet", &def->bullet);
}

static void copy_body(pawli_plan *plan, const pawli_plan_body *original, const pawli_repeat *copies,
                      int64_t row, int64_t column, uint32_t turns) {
    pawli_plan_body *body =
        pawli_plan_add_body(plan, original->line, original->index, original->name);
    body->def = original->def;
    body->def.position =
        pawli_repeat_place(plan, original->line, original->def.position, copies, row, column);
    body->def.angle += turns * pawl_angle_from_degrees(copies->turn);
    for (const pawli_plan_shape *one = original->first; one != NULL; one = one->next) {
        pawli_plan_add_shape(plan, body, one);
    }
}

static void add_copies(pawli_plan *plan, const pawli_plan_body *original,
                       const pawli_repeat *copies, const pawli_colours *colour) {
    uint32_t made = 0;
    for (int64_t row = 0; row < copies->rows; row++) {
        const int64_t count = copies->count - row * copies->shrink;
        for (int64_t column = 0; column < count && !plan->failed; column++) {
            copy_body(plan, original, copies, row, column, made);
            const uint32_t chosen = pawli_repeat_colour(colour, copies, row, made);
            if (chosen > 0) plan->last->def.user_data = chosen;
            made++;
        }
        if (plan->failed) return;
    }
}

static void read_body(pawli_plan *plan, const pawli_json *value, uint32_t index,
                      const pawli_json *materials) {
    pawli_plan_body body = {.line = value->line, .index = index};
    plan->where[0] = 0;
    pawli_plan_at(plan, "body", index, NULL);
    if (!pawli_value_type(plan, value, "bodies", PAWLI_JSON_OBJECT)) return;
    pawli_read_text(plan, value, "name", &body.name);
    pawli_plan_at(plan, "body", index, body.name);
    pawli_check_keys(plan, value, body_keys);
    body.def = pawl_body_def_default();
    read_body_def(plan, value, &body.def);

    const pawli_json *shapes = pawli_read_member(plan, value, "shapes", PAWLI_JSON_ARRAY, true);
    const pawli_json *shape = shapes == NULL ? NULL : shapes->child;
    const uint32_t before = plan->shape_count;
    for (uint32_t i = 0; shape != NULL && !plan->failed; i++, shape = shape->next) {
        pawli_plan_at(plan, "body", index, body.name);
        pawli_plan_at_part(plan, "shape", i, NULL);
        pawli_read_shape(plan, shape, i, materials, &body);
    }
    plan->shape_count = before; /* the original itself is not in the scene, its copies are */
    pawli_plan_at(plan, "body", index, body.name);
    pawli_repeat copies;
    pawli_colours colour;
    pawli_read_repeat(plan, value, true, &copies);
    pawli_read_colours(plan, value, &colour);
    if (!plan->failed) add_copies(plan, &body, &copies, &colour);
}

/* Steps per second: a whole number, or [numerator, denominator]. */
static void read_rate(pawli_plan *plan, const pawli_json *root) {
    const pawli_json *value = pawli_json_find(root, "rate");
    int64_t part[2] = {60, 1};
    if (value == NULL) return;
    if (value->type == PAWLI_JSON_ARRAY && value->count == 2) {
        for (int i = 0; i < 2; i++) {
            const pawli_json *one = i == 0 ? value->child : value->child->next;
            if (!pawli_value_int(plan, one, "rate", 1, UINT32_MAX, &part[i])) return;
        }
    } else {
        pawli_read_int(plan, root, "rate", 1, 1000, &part[0]);
    }
    if (part[0] < part[1] || part[0] > 1000 * part[1]) {
        pawli_plan_fail(plan, value->line, "rate: expected 1 to 1000 steps per second");
    }
    plan->world.rate_numerator = (uint32_t)part[0];
    plan->world.rate_denominator = (uint32_t)part[1];
}

static void read_camera(pawli_plan *plan, const pawli_json *root) {
    static const char *const keys[] = {"lower", "upper", NULL};
    const pawli_json *value = pawli_read_member(plan, root, "camera", PAWLI_JSON_OBJECT, false);
    pawl_box *box = &plan->scene.camera;
    if (value == NULL) return;
    pawli_check_keys(plan, value, keys);
    pawli_read_point(plan, value, "lower", true, &box->lower);
    pawli_read_point(plan, value, "upper", true, &box->upper);
    if (box->lower.x >= box->upper.x || box->lower.y >= box->upper.y) {
        pawli_plan_fail(plan, value->line, "camera: upper must lie above and right of lower");
    }
    plan->scene.has_camera = true;
}

static void read_world(pawli_plan *plan, const pawli_json *root) {
    const char *title = "", *about = "";
    int64_t version = 0, substeps = plan->world.substeps, ticks = plan->scene.ticks;
    int64_t soft_substeps = plan->world.soft_substeps;
    bool sleeping = true;
    pawli_read_int(plan, root, "pawl-scene", 1, 1, &version);
    pawli_read_text(plan, root, "title", &title);
    pawli_read_text(plan, root, "about", &about); /* for the reader of the file alone */
    pawli_read_point(plan, root, "gravity", false, &plan->world.gravity);
    pawli_read_fx(plan, root, "length_unit", PAWL_FX(0, 1, 16), PAWL_FX(1024, 0, 1),
                  &plan->world.length_unit);
    read_rate(plan, root);
    pawli_read_int(plan, root, "substeps", 1, PAWL_SUBSTEPS_MAX, &substeps);
    pawli_read_bool(plan, root, "sleeping", &sleeping);
    pawli_read_int(plan, root, "soft_substeps", 1, PAWL_SOFT_SUBSTEPS_MAX, &soft_substeps);
    pawli_read_int(plan, root, "ticks", 0, TICKS_MAX, &ticks);
    read_camera(plan, root);
    pawli_read_fracture(plan, root);
    plan->world.substeps = (uint8_t)substeps;
    plan->world.soft_substeps = (uint8_t)soft_substeps;
    plan->world.sleeping = sleeping;
    plan->scene.ticks = (uint32_t)ticks;
    if (strlen(title) >= sizeof plan->scene.title) {
        pawli_plan_fail(plan, pawli_json_find(root, "title")->line, "title: longer than %d bytes",
                        (int)sizeof plan->scene.title - 1);
    }
    snprintf(plan->scene.title, sizeof plan->scene.title, "%s", title);
}

void pawli_read_pawl_scene(pawli_plan *plan, const pawli_json *root) {
    static const char *const keys[] = {"pawl-scene",  "title",  "about",       "gravity",
                                       "length_unit", "rate",   "substeps",    "sleeping",
                                       "ticks",       "camera", "materials",   "bodies",
                                       "joints",      "level",  "soft_bodies", "soft_substeps",
                                       "fracture",    "arcade", NULL};
    pawli_check_keys(plan, root, keys);
    read_world(plan, root);
    if (pawli_json_find(root, "arcade") != NULL) {
        if (!plan->failed) pawli_read_arcade(plan, root);
        return;
    }
    const pawli_json *materials =
        pawli_read_member(plan, root, "materials", PAWLI_JSON_OBJECT, false);
    if (materials != NULL) pawli_check_materials(plan, materials);
    const bool has_level = pawli_json_find(root, "level") != NULL;
    const bool has_soft = pawli_json_find(root, "soft_bodies") != NULL;
    const pawli_json *bodies =
        pawli_read_member(plan, root, "bodies", PAWLI_JSON_ARRAY, !has_level && !has_soft);
    const pawli_json *value = bodies == NULL ? NULL : bodies->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next) {
        read_body(plan, value, i, materials);
        plan->next_body = i + 1;
    }
    plan->where[0] = 0;
    if (!plan->failed && has_level) pawli_read_level(plan, root, materials);
    if (!plan->failed) pawli_read_joints(plan, root);
    if (!plan->failed) pawli_read_softs(plan, root);
}
