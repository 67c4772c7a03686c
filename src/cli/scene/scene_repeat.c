/* scene_repeat.c - "repeat" and "colour" of a body: many copies of one. */
#include "cli/scene/scene_readers.h"

void cli_scene_repeat_read(cli_plan *plan, const cli_json *body, bool turns, cli_repeat *out) {
    static const char *const keys[] = {"count", "step", "rows", "row_step", "shrink", "turn", NULL};
    static const char *const plain_keys[] = {"count", "step", "rows", "row_step", "shrink", NULL};
    const cli_repeat single = {1, 1, 0, {0, 0}, {0, 0}, 0};
    *out = single;
    const cli_json *value =
        cli_scene_plan_read_member(plan, body, "repeat", CLI_JSON_OBJECT, false);
    if (value == NULL) return;
    cli_scene_plan_check_keys(plan, value, turns ? keys : plain_keys);
    cli_scene_plan_read_int(plan, value, "count", 1, PAWL_CAPACITY_MAX, &out->count);
    cli_scene_plan_read_int(plan, value, "rows", 1, PAWL_CAPACITY_MAX, &out->rows);
    cli_scene_plan_read_int(plan, value, "shrink", 0, PAWL_CAPACITY_MAX, &out->shrink);
    cli_scene_plan_read_point(plan, value, "step", false, &out->step);
    cli_scene_plan_read_point(plan, value, "row_step", false, &out->row_step);
    cli_scene_plan_read_fx(plan, value, "turn", -PAWL_FX_MAX, PAWL_FX_MAX, &out->turn);
}

static void add_color(cli_plan *plan, const cli_json *value, cli_colors *list) {
    int64_t color = 0;
    if (!cli_scene_plan_value_int(plan, value, "colour", 0, CLI_SCENE_COLORS - 1, &color)) return;
    list->at[list->count++] = (uint8_t)color;
}

void cli_scene_repeat_read_colors(cli_plan *plan, const cli_json *body, cli_colors *out) {
    out->count = 0;
    const cli_json *value = cli_json_find(body, "colour");
    if (value == NULL) return;
    if (value->type != CLI_JSON_ARRAY) {
        add_color(plan, value, out);
        return;
    }
    if (value->count == 0 || value->count > sizeof out->at) {
        cli_scene_plan_fail(plan, value->line, "colour: expected 1 to %d colours",
                            (int)sizeof out->at);
        return;
    }
    for (value = value->child; value != NULL; value = value->next)
        add_color(plan, value, out);
}

/* a + i * b + j * c; |i|, |j| <= PAWL_CAPACITY_MAX, so the sum stays far from 2^63. */
static pawl_fx place(cli_plan *plan, uint32_t line, pawl_fx a, int64_t i, pawl_fx b, int64_t j,
                     pawl_fx c) {
    const int64_t sum = a + i * b + j * c;
    if (sum > PAWL_COORD_MAX || sum < -PAWL_COORD_MAX) {
        cli_scene_plan_fail(plan, line, "repeat: a copy lies outside the world");
        return 0;
    }
    return (pawl_fx)sum;
}

pawl_vec2 cli_scene_repeat_place(cli_plan *plan, uint32_t line, pawl_vec2 start,
                                 const cli_repeat *copies, int64_t row, int64_t column) {
    const pawl_vec2 at = {
        place(plan, line, start.x, column, copies->step.x, row, copies->row_step.x),
        place(plan, line, start.y, column, copies->step.y, row, copies->row_step.y)};
    return at;
}

uint32_t cli_scene_repeat_color(const cli_colors *colors, const cli_repeat *copies, int64_t row,
                                uint32_t made) {
    const uint32_t turn = copies->rows > 1 ? (uint32_t)row : made;
    return colors->count == 0 ? 0 : 1u + colors->at[turn % colors->count];
}
