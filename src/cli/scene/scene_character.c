/* scene_character.c - the characters of pawl's own scenes: docs/format-scene.md, "A character". */
#include <stddef.h>

#include "cli/scene/scene_readers.h"

static const char *const character_keys[] = {
    "name",          "position",      "angle",        "turns",
    "radius",        "half_height",   "slope_limit",  "step_height",
    "skin",          "snap_distance", "mass",         "push",
    "filter",        "colour",        "speed",        "acceleration",
    "braking",       "jump_speed",    "jump_cut",     "air_acceleration",
    "gravity_scale", "fall_speed",    "climb_speed",  "swim_speed",
    "ladders",       "water",         "coyote_steps", "air_jumps",
    "repeat",        "buffer_steps",  NULL,
};

/* Numbers with a point: where the def has them, and their range. What hangs together (size and
 * skin) pawl_character_def_check looks at. */
#define OF(name, low, high) \
    { #name, offsetof(pawl_character_def, name), low, high }
static const struct {
    const char *key;
    size_t offset;
    pawl_fx low, high;
} numbers[] = {
    OF(radius, 0, PAWL_MOVER_EXTENT_MAX),
    OF(half_height, 0, PAWL_MOVER_EXTENT_MAX),
    OF(step_height, 0, PAWL_MOVER_EXTENT_MAX),
    OF(snap_distance, 0, PAWL_MOVER_EXTENT_MAX),
    OF(skin, 0, PAWL_MOVER_EXTENT_MAX),
    OF(mass, 0, PAWL_FX_MAX),
    OF(push, 0, PAWL_FX_MAX),
    OF(speed, 0, PAWL_SPEED_MAX),
    OF(acceleration, 0, PAWL_FX_MAX),
    OF(braking, 0, PAWL_FX_MAX),
    OF(air_acceleration, 0, PAWL_FX_MAX),
    OF(jump_speed, 0, PAWL_SPEED_MAX),
    OF(jump_cut, 0, PAWL_FX_ONE),
    OF(gravity_scale, PAWL_FX(-1024, 0, 1), PAWL_FX(1024, 0, 1)),
    OF(fall_speed, 0, PAWL_SPEED_MAX),
    OF(climb_speed, 0, PAWL_SPEED_MAX),
    OF(swim_speed, 0, PAWL_SPEED_MAX),
};

/* Whole numbers: bits of categories, and steps or jumps up to 255. */
static void read_whole(cli_plan *plan, const cli_json *value, pawl_character_def *def) {
    int64_t ladders = def->ladders, water = def->water, coyote = def->coyote_steps,
            buffer = def->buffer_steps, jumps = def->air_jumps;
    cli_scene_plan_read_int(plan, value, "ladders", 0, UINT32_MAX, &ladders);
    cli_scene_plan_read_int(plan, value, "water", 0, UINT32_MAX, &water);
    cli_scene_plan_read_int(plan, value, "coyote_steps", 0, UINT8_MAX, &coyote);
    cli_scene_plan_read_int(plan, value, "buffer_steps", 0, UINT8_MAX, &buffer);
    cli_scene_plan_read_int(plan, value, "air_jumps", 0, UINT8_MAX, &jumps);
    def->ladders = (uint32_t)ladders;
    def->water = (uint32_t)water;
    def->coyote_steps = (uint8_t)coyote;
    def->buffer_steps = (uint8_t)buffer;
    def->air_jumps = (uint8_t)jumps;
}

static void read_slope_limit(cli_plan *plan, const cli_json *value, pawl_character_def *def) {
    pawl_fx degrees = 0;
    if (cli_json_find(value, "slope_limit") == NULL) return;
    cli_scene_plan_read_fx(plan, value, "slope_limit", 0, PAWL_FX(90, 0, 1) - 1, &degrees);
    def->slope_limit = pawl_angle_from_degrees(degrees);
}

static void read_def(cli_plan *plan, const cli_json *value, pawl_character_def *def) {
    cli_scene_plan_read_point(plan, value, "position", false, &def->position);
    cli_scene_plan_read_angle(plan, value, &def->angle);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        pawl_fx *const at = (pawl_fx *)((char *)def + numbers[i].offset);
        cli_scene_plan_read_fx(plan, value, numbers[i].key, numbers[i].low, numbers[i].high, at);
    }
    read_slope_limit(plan, value, def);
    cli_scene_shape_read_filter(plan, value, &def->filter);
    read_whole(plan, value, def);
}

/* Which of its own numbers do not fit together. */
static void check_def(cli_plan *plan, const cli_json *value, const pawl_character_def *def) {
    const char *field = "";
    const pawl_status status = pawl_character_def_check(def, &field);
    if (status == PAWL_OK || plan->failed) return;
    const cli_json *const member = cli_json_find(value, field);
    cli_scene_plan_fail(plan, member == NULL ? value->line : member->line, "%s: %s", field,
                        pawl_status_text(status));
}

static void add_character(cli_plan *plan, const cli_plan_character *read) {
    cli_plan_character *made = cli_heap_take(&plan->heap, sizeof *made);
    *made = *read;
    made->next = NULL;
    if (plan->last_character == NULL) {
        plan->first_character = made;
    } else {
        plan->last_character->next = made;
    }
    plan->last_character = made;
    if (++plan->character_count > PAWL_CAPACITY_MAX) {
        cli_scene_plan_fail(plan, made->line, "more than %d characters", PAWL_CAPACITY_MAX);
    }
}

static void add_copies(cli_plan *plan, const cli_json *value, const cli_plan_character *original) {
    cli_repeat copies;
    cli_colors colors;
    uint32_t made = 0;
    cli_scene_repeat_read(plan, value, false, &copies);
    cli_scene_repeat_read_colors(plan, value, &colors);
    for (int64_t row = 0; row < copies.rows && !plan->failed; row++) {
        const int64_t count = copies.count - row * copies.shrink;
        for (int64_t column = 0; column < count && !plan->failed; column++, made++) {
            cli_plan_character copy = *original;
            copy.def.position = cli_scene_repeat_place(plan, copy.line, original->def.position,
                                                       &copies, row, column);
            copy.def.user_data = cli_scene_repeat_color(&colors, &copies, row, made);
            if (colors.count == 0)
                copy.def.user_data = 1 + plan->character_count % CLI_SCENE_COLORS;
            if (!plan->failed) add_character(plan, &copy);
        }
    }
}

static void read_character(cli_plan *plan, const cli_json *value, uint32_t index) {
    cli_plan_character character = {.line = value->line, .index = index};
    cli_scene_plan_at(plan, "character", index, NULL);
    if (!cli_scene_plan_value_type(plan, value, "characters", CLI_JSON_OBJECT)) return;
    cli_scene_plan_read_text(plan, value, "name", &character.name);
    cli_scene_plan_at(plan, "character", index, character.name);
    cli_scene_plan_check_keys(plan, value, character_keys);
    character.def = pawl_character_def_default();
    read_def(plan, value, &character.def);
    check_def(plan, value, &character.def);
    if (!plan->failed) add_copies(plan, value, &character);
}

void cli_scene_character_read(cli_plan *plan, const cli_json *root) {
    const cli_json *list =
        cli_scene_plan_read_member(plan, root, "characters", CLI_JSON_ARRAY, false);
    const cli_json *value = list == NULL ? NULL : list->child;
    for (uint32_t i = 0; value != NULL && !plan->failed; i++, value = value->next) {
        plan->where[0] = 0;
        read_character(plan, value, i);
    }
    plan->where[0] = 0;
}

/* Its body is one of the scene, too, of the same name, so that scripts reach it. */
void cli_scene_character_build(cli_plan *plan, pawl_world *world,
                               const cli_plan_character *character) {
    pawl_character_id id = {0, 0};
    cli_scene *const scene = &plan->scene;
    cli_scene_plan_at(plan, "character", character->index, character->name);
    const pawl_status status = pawl_character_create(world, &character->def, &id);
    if (status != PAWL_OK) {
        cli_scene_plan_fail(plan, character->line, "%s", pawl_status_text(status));
        return;
    }
    const char *const name = cli_scene_plan_keep_name(plan, character->name);
    const cli_scene_character listed = {name, id};
    const cli_scene_body body = {name, pawl_character_get_body(world, id)};
    scene->characters[scene->character_count++] = listed;
    scene->bodies[scene->body_count++] = body;
}
