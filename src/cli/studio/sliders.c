/* sliders.c - values that hands may change, and the lines of a script that do it. */
#include "cli/studio/sliders.h"

#include <stdio.h>
#include <string.h>

#include "cli/studio/keys.h"
#include "cli/studio/viewer.h"

#define LINE_MAX_LENGTH 120
#define FAST 10 /* steps of a page key */

static const cli_sliders_range ranges[CLI_SLIDER_COUNT] = {
    [CLI_SLIDER_SPEED] = {"speed", "", 0, PAWL_FX(6, 0, 1), 1},
    [CLI_SLIDER_GRAVITY_X] = {"gravity, across", "units/s^2", PAWL_FX(-20, 0, 1), PAWL_FX(20, 0, 1),
                              2},
    [CLI_SLIDER_GRAVITY_Y] = {"gravity, up", "units/s^2", PAWL_FX(-40, 0, 1), PAWL_FX(40, 0, 1), 2},
    [CLI_SLIDER_HERTZ] = {"contacts: stiffness", "Hz", 0, PAWL_FX(240, 0, 1), 1},
    [CLI_SLIDER_DAMPING_RATIO] = {"contacts: damping ratio", "", 0, PAWL_FX(20, 0, 1), 10},
    [CLI_SLIDER_PUSH_SPEED] = {"contacts: push speed", "units/s", 0, PAWL_FX(20, 0, 1), 10},
    [CLI_SLIDER_RESTITUTION] = {"bounces from", "units/s", 0, PAWL_FX(10, 0, 1), 10},
    [CLI_SLIDER_HIT] = {"tells hits from", "units/s", 0, PAWL_FX(10, 0, 1), 10},
    [CLI_SLIDER_VELOCITY_X] = {"velocity, across", "units/s", PAWL_FX(-30, 0, 1), PAWL_FX(30, 0, 1),
                               2},
    [CLI_SLIDER_VELOCITY_Y] = {"velocity, up", "units/s", PAWL_FX(-30, 0, 1), PAWL_FX(30, 0, 1), 2},
    [CLI_SLIDER_FRICTION] = {"friction", "", 0, PAWL_FX(2, 0, 1), 20},
    [CLI_SLIDER_GRAVITY_SCALE] = {"gravity scale", "", PAWL_FX(-2, 0, 1), PAWL_FX(4, 0, 1), 10},
    [CLI_SLIDER_DAMPING] = {"damping", "1/s", 0, PAWL_FX(10, 0, 1), 10},
    [CLI_SLIDER_ANGULAR_DAMPING] = {"damping of turns", "1/s", 0, PAWL_FX(10, 0, 1), 10},
    [CLI_SLIDER_SLEEP] = {"sleeps below", "units/s", 0, PAWL_FX(2, 0, 1), 100},
};

/* ---- values ---- */

static pawl_fx friction_of(const pawl_world *world, pawl_body_id body) {
    const pawl_shape_id none = {0, 0};
    return pawl_shape_get_friction(world, pawl_body_next_shape(world, body, none));
}

static bool value_of_world(const pawl_world *world, cli_slider which, pawl_fx *out) {
    const pawl_vec2 gravity = pawl_world_get_gravity(world);
    const pawl_contact_tuning tuning = pawl_world_get_contact_tuning(world);
    const pawl_fx values[] = {gravity.x,
                              gravity.y,
                              tuning.hertz,
                              tuning.damping_ratio,
                              tuning.push_speed,
                              pawl_world_get_restitution_threshold(world),
                              pawl_world_get_hit_threshold(world)};
    *out = values[which - CLI_SLIDER_GRAVITY_X];
    return true;
}

static bool value_of_body(const pawl_world *world, pawl_body_id body, cli_slider which,
                          pawl_fx *out) {
    const pawl_shape_id none = {0, 0};
    if (!pawl_body_is_valid(world, body)) return false;
    const bool is_dynamic = pawl_body_get_type(world, body) == PAWL_DYNAMIC;
    const bool moves = pawl_body_get_type(world, body) != PAWL_STATIC;
    const pawl_vec2 velocity = pawl_body_get_velocity(world, body);
    const struct {
        bool is_there;
        pawl_fx value;
    } values[] = {{moves, velocity.x},
                  {moves, velocity.y},
                  {pawl_body_next_shape(world, body, none).index1 != 0, friction_of(world, body)},
                  {is_dynamic, pawl_body_get_gravity_scale(world, body)},
                  {is_dynamic, pawl_body_get_linear_damping(world, body)},
                  {is_dynamic, pawl_body_get_angular_damping(world, body)},
                  {is_dynamic, pawl_body_get_sleep_threshold(world, body)}};
    *out = values[which - CLI_SLIDER_VELOCITY_X].value;
    return values[which - CLI_SLIDER_VELOCITY_X].is_there;
}

static bool value_in(const pawl_world *world, pawl_body_id body, cli_slider which, pawl_fx *out) {
    return which < CLI_SLIDER_VELOCITY_X ? value_of_world(world, which, out)
                                         : value_of_body(world, body, which, out);
}

/* Eighths are powers of two. */
static pawl_fx speed_of(const cli_viewer *viewer) {
    pawl_fx power = 0;
    while (viewer->speed >> (power + 1) != 0)
        power++;
    return power * PAWL_FX_ONE;
}

bool cli_sliders_get(const cli_viewer *viewer, cli_slider which, pawl_fx *out) {
    if (which == CLI_SLIDER_SPEED) *out = speed_of(viewer);
    return which == CLI_SLIDER_SPEED ||
           (viewer->scene->world != NULL &&
            value_in(viewer->scene->world, cli_viewer_side_body(viewer), which, out));
}

void cli_sliders_forget(cli_sliders *sliders) {
    if (sliders->file.world != NULL) cli_scene_load_free(&sliders->file);
    memset(&sliders->file, 0, sizeof sliders->file);
    sliders->has_file = false;
}

bool cli_sliders_get_of_file(cli_viewer *viewer, cli_slider which, pawl_fx *out) {
    cli_sliders *const sliders = &viewer->sliders;
    if (which == CLI_SLIDER_SPEED) {
        *out = PAWL_FX(3, 0, 1);
        return true;
    }
    if (viewer->studio->type != CLI_STUDIO_SCENE) return false;
    if (!sliders->has_file && !cli_scene_load(viewer->def.path, NULL, &sliders->file)) {
        memset(&sliders->file, 0, sizeof sliders->file);
    }
    sliders->has_file = true;
    return sliders->file.world != NULL &&
           value_in(sliders->file.world, cli_viewer_side_body(viewer), which, out);
}

/* ---- changes ---- */

static bool put_line(cli_viewer *viewer, const char *words, const pawl_fx *values, int count) {
    char line[LINE_MAX_LENGTH];
    int length = snprintf(line, sizeof line, "%s", words);
    for (int i = 0; i < count; i++) {
        char text[PAWL_FX_TEXT_MAX];
        if (pawl_fx_print(values[i], text, sizeof text) != PAWL_OK) return false;
        length += snprintf(line + length, sizeof line - (size_t)length, " %s", text);
    }
    return cli_studio_edit_line(viewer->studio, line);
}

/* The verbs of the sliders, and which of them a line of it gives values to. */
static bool set_value(cli_viewer *viewer, cli_slider which, pawl_fx value) {
    static const struct {
        cli_slider first;
        int count;
        const char *verb;
    } verbs[] = {{CLI_SLIDER_GRAVITY_X, 2, "gravity"},
                 {CLI_SLIDER_HERTZ, 3, "contacts"},
                 {CLI_SLIDER_RESTITUTION, 1, "restitution-threshold"},
                 {CLI_SLIDER_HIT, 1, "hit-threshold"},
                 {CLI_SLIDER_VELOCITY_X, 2, "velocity"},
                 {CLI_SLIDER_FRICTION, 1, "friction"},
                 {CLI_SLIDER_GRAVITY_SCALE, 1, "gravity-scale"},
                 {CLI_SLIDER_DAMPING, 2, "damping"},
                 {CLI_SLIDER_SLEEP, 1, "sleep-threshold"}};
    pawl_fx values[3];
    char words[LINE_MAX_LENGTH];
    int i = 0;
    while (verbs[i].first + (cli_slider)verbs[i].count <= which)
        i++;
    for (int part = 0; part < verbs[i].count; part++)
        (void)cli_sliders_get(viewer, verbs[i].first + (cli_slider)part, &values[part]);
    values[which - verbs[i].first] = value;
    if (which < CLI_SLIDER_VELOCITY_X)
        return put_line(viewer, verbs[i].verb, values, verbs[i].count);
    snprintf(words, sizeof words, "body @%u %s", cli_viewer_side_body(viewer).index1 - 1u,
             verbs[i].verb);
    return put_line(viewer, words, values, verbs[i].count);
}

bool cli_sliders_set(cli_viewer *viewer, cli_slider which, pawl_fx value) {
    pawl_fx now;
    if (!cli_sliders_get(viewer, which, &now) || value == now) return true;
    if (which == CLI_SLIDER_SPEED) {
        viewer->speed = 1u << (value / PAWL_FX_ONE);
        return true;
    }
    return viewer->studio->type == CLI_STUDIO_SCENE && set_value(viewer, which, value);
}

/* The n-th place of a grid, to the nearest raw value. */
static int64_t place_of(int64_t n, int32_t per) {
    const int64_t twice = n * 2 * PAWL_FX_ONE;
    return (twice + (twice < 0 ? -per : per)) / (2 * per);
}

/* The last place that is not above a value. */
static int64_t place_below(pawl_fx value, int32_t per) {
    int64_t n = (int64_t)value * per / PAWL_FX_ONE - 1;
    while (place_of(n + 1, per) <= value)
        n++;
    return n;
}

pawl_fx cli_sliders_step(cli_slider which, pawl_fx value, int32_t steps) {
    const int32_t per = ranges[which].per;
    int64_t n = place_below(value, per);
    if (steps < 0 && place_of(n, per) != value) n++;
    return pawl_clamp(pawl_saturate(place_of(n + steps, per)), ranges[which].low,
                      ranges[which].high);
}

/* A value beyond the range of a slider widens it. */
cli_sliders_range cli_sliders_range_of(const cli_viewer *viewer, cli_slider which) {
    cli_sliders_range range = ranges[which];
    pawl_fx now;
    if (!cli_sliders_get(viewer, which, &now)) return range;
    range.low = pawl_min(range.low, now);
    range.high = pawl_max(range.high, now);
    return range;
}

/* ---- rows ---- */

int32_t cli_sliders_rows(const cli_viewer *viewer, cli_sliders_row out[CLI_SLIDERS_ROWS_MAX]) {
    static const struct {
        const char *title;
        cli_slider first;
    } groups[] = {{"Time", CLI_SLIDER_SPEED},
                  {"World", CLI_SLIDER_GRAVITY_X},
                  {"Body", CLI_SLIDER_VELOCITY_X},
                  {NULL, CLI_SLIDER_COUNT}};
    int32_t count = 0;
    for (int group = 0; groups[group].title != NULL; group++) {
        const int32_t title = count;
        out[count++] = (cli_sliders_row){groups[group].title, CLI_SLIDER_COUNT};
        for (cli_slider which = groups[group].first; which < groups[group + 1].first; which++) {
            pawl_fx value;
            if (!cli_sliders_get(viewer, which, &value)) continue;
            out[count++] = (cli_sliders_row){NULL, which};
        }
        if (count == title + 1) count = title;
    }
    return count;
}

/* ---- keys ---- */

/* The focus goes so many sliders on; a slider that is gone hands it to the one before it. */
static void move_focus(cli_viewer *viewer, int32_t by) {
    cli_sliders_row rows[CLI_SLIDERS_ROWS_MAX];
    cli_slider there[CLI_SLIDER_COUNT] = {CLI_SLIDER_SPEED}; /* which is always there */
    const int32_t count = cli_sliders_rows(viewer, rows);
    int32_t sliders = 0, at = 0;
    for (int32_t i = 0; i < count; i++) {
        if (rows[i].title != NULL) continue;
        if (rows[i].which <= viewer->sliders.focus) at = sliders;
        there[sliders++] = rows[i].which;
    }
    viewer->sliders.focus = there[pawl_clamp(at + by, 0, sliders - 1)];
}

static void step_focus(cli_viewer *viewer, int32_t steps) {
    pawl_fx value;
    const cli_slider which = viewer->sliders.focus;
    if (!cli_sliders_get(viewer, which, &value)) return;
    (void)cli_sliders_set(viewer, which, cli_sliders_step(which, value, steps));
}

static void reset_focus(cli_viewer *viewer) {
    pawl_fx value;
    const cli_slider which = viewer->sliders.focus;
    if (cli_sliders_get_of_file(viewer, which, &value)) (void)cli_sliders_set(viewer, which, value);
}

bool cli_sliders_key(cli_viewer *viewer, int32_t key) {
    move_focus(viewer, 0);
    switch (key) {
    case CLI_KEY_UP:
    case CLI_KEY_DOWN:
        move_focus(viewer, key == CLI_KEY_UP ? -1 : 1);
        return true;
    case CLI_KEY_LEFT:
    case CLI_KEY_RIGHT:
        step_focus(viewer, key == CLI_KEY_LEFT ? -1 : 1);
        return true;
    case CLI_KEY_PAGE_UP:
    case CLI_KEY_PAGE_DOWN:
        step_focus(viewer, key == CLI_KEY_PAGE_UP ? FAST : -FAST);
        return true;
    case 'r':
        reset_focus(viewer);
        return true;
    default:
        return false;
    }
}
